"""Files: folders that are browsed by tapping, a search, a page for each file, and selection of several."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, Final

from devices.device import DeviceError
from devices.sim.app import App
from devices.sim.language import short_date
from devices.sim.screens import file_dialogs
from devices.sim.screens.selecting import clear_selection, select_all, selectable, selected
from devices.sim.screens.storage import FILE, STANDARD, inside, names, path_of, size_text, type_text
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Choice, Dialog, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts

SEPARATOR: Final = " · "
"""Between size and day in a file's second line."""
_SORTS: Final[dict[str, tuple[Callable[[Facts], Any], bool]]] = {
    "Name (A to Z)": (lambda facts: str(facts["name"]).casefold(), False),
    "Name (Z to A)": (lambda facts: str(facts["name"]).casefold(), True),
    "Modified (newest first)": (lambda facts: facts["modified"], True),
    "Modified (oldest first)": (lambda facts: facts["modified"], False),
    "Size (largest first)": (lambda facts: facts["size"], True),
    "Size (smallest first)": (lambda facts: facts["size"], False),
}
_SORT: Final = "files.sort"  # in the system's memory: the order holds for every folder


def _order(system: System) -> str:
    return str(system.memory.get(_SORT, "Name (A to Z)" if system.ascending else "Name (Z to A)"))


def _sorted(system: System, entities: Sequence[str]) -> list[str]:
    """Folders first, then files, each in the order chosen."""
    key, falling = _SORTS[_order(system)]
    by_key = sorted(entities, key=lambda entity: key(system.facts[entity]), reverse=falling)
    return sorted(by_key, key=lambda entity: not system.facts[entity]["is_folder"])


# Lists


def main(system: System, page: Page) -> Screen:
    """The top of the storage: the folders that are always there."""
    shown = STANDARD if _order(system) != "Name (Z to A)" else STANDARD[::-1]
    rows = [Row(folder, _count(system, folder), partial(system.open, "folder", folder), icon=True, name="folder_row") for folder in shown]
    return Screen(system.say("Files"), rows, up=False, actions=[_search_button(system), _sort_button(system)])


def _count(system: System, folder: str) -> str:
    number = len(inside(system, folder))
    return system.say("1 item") if number == 1 else system.say("{count} items", count=number)


def _search_button(system: System) -> Button:
    return Button(system.say("Search"), lambda: system.open("search"), "menu_search")


def _sort_button(system: System) -> Button:
    return Button(system.say("Sort by"), lambda: system.open("sort"), "menu_sort")


def folder(system: System, page: Page) -> Screen:
    """What lies in the folder whose path is the page's argument."""
    (path,) = page.args
    shown = _sorted(system, inside(system, path))
    body: list[Widget] = [crumbs(system, path), *(_row(system, page, entity) for entity in shown)]
    if not shown:
        body.append(Text(system.say("No items"), name="empty"))
    if held := selected(system, page):
        return _selecting(system, page, held, body)
    new = Button(system.say("New folder"), lambda: system.open("new_folder", path), "menu_new_folder")
    return Screen(path.rpartition("/")[2], body, actions=[_search_button(system), _sort_button(system), new])


def crumbs(system: System, path: str) -> Buttons:
    """The way from the top to a folder: a tap goes back to any part of it."""
    parts = path.split("/")

    def go(depth: int) -> None:
        system.close_to("main")
        if depth:
            system.open("folder", "/".join(parts[:depth]))

    return Buttons(
        [
            Button(system.say("Storage"), partial(go, 0), "crumb_0"),
            *(Button(part, partial(go, depth), f"crumb_{depth}") for depth, part in enumerate(parts, 1)),
        ]
    )


def search(system: System, page: Page) -> Screen:
    """Files and folders everywhere by a part of their names."""
    query = page.local.setdefault("query", "")

    def change(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    wanted = query.casefold()
    every = system.entities("file") if wanted else []
    shown = _sorted(system, [entity for entity in every if wanted in str(system.facts[entity]["name"]).casefold()])
    body: list[Widget] = [
        Field("search_view", system.say("Search files"), query, change, on_enter=system.unfocus),
        *(_row(system, page, entity, where=True) for entity in shown),
    ]
    if wanted and not shown:
        body.append(Text(system.say("No files found"), name="empty"))
    if held := selected(system, page):
        return _selecting(system, page, held, body)
    return Screen(system.say("Search"), body)


def _row(system: System, page: Page, entity: str, where: bool = False) -> Row:
    facts = system.facts[entity]
    day = short_date(date.fromisoformat(str(facts["modified"])[:10]), system.locale)
    size = _count(system, path_of(facts)) if facts["is_folder"] else size_text(int(facts["size"]), system.locale)
    row = Row(
        str(facts["name"]),
        SEPARATOR.join((size, day)),
        more=str(facts["folder"]) if where else "",
        icon=True,
        name="folder_row" if facts["is_folder"] else "file_row",
    )
    show = partial(system.open, "folder", path_of(facts)) if facts["is_folder"] else partial(system.open, "file", entity)
    return selectable(system, page, entity, row, show)


def _selecting(system: System, page: Page, held: Sequence[str], body: Sequence[Widget]) -> Screen:
    return Screen(
        system.say("{count} selected", count=len(held)),
        body,
        actions=[
            Button(system.say("Share"), lambda: system.share("\n".join(names(system, held))), "menu_share"),
            Button(system.say("Delete"), lambda: system.open("delete", *held), "menu_delete"),
            Button(system.say("More options"), lambda: system.open("selection_menu", *held), "menu_more"),
        ],
        on_back=partial(clear_selection, page),
    )


# One file


def file(system: System, page: Page) -> Screen:
    """Details of the file given as the page's argument."""
    (entity,) = page.args
    if entity not in system.facts:
        return Screen(system.say("File"), [Text(system.say("This file is no longer there"), name="empty")])
    facts = system.facts[entity]
    modified = short_date(date.fromisoformat(str(facts["modified"])[:10]), system.locale)
    return Screen(
        str(facts["name"]),
        [
            Row(system.say("Folder"), str(facts["folder"]), name="info_folder"),
            Row(system.say("Type"), type_text(system, facts), name="info_type"),
            Row(system.say("Size"), size_text(int(facts["size"]), system.locale), name="info_size"),
            Row(system.say("Modified"), modified, name="info_modified"),
        ],
        actions=[
            Button(system.say("Share"), lambda: system.share(str(facts["name"])), "menu_share"),
            Button(system.say("Delete"), lambda: system.open("delete", entity), "menu_delete"),
            Button(system.say("More options"), lambda: system.open("file_menu", entity), "menu_more"),
        ],
    )


# Menus


def _instead(system: System, name: str, *args: str) -> Callable[[], Page]:
    """Opens a page in place of the menu in front."""

    def act() -> Page:
        system.close()
        return system.open(name, *args)

    return act


def _transfers(system: System, entities: Sequence[str]) -> list[Button]:
    return [
        Button(system.say("Move to…"), _instead(system, "pick", "move", *entities), "menu_move"),
        Button(system.say("Copy to…"), _instead(system, "pick", "copy", *entities), "menu_copy"),
    ]


def file_menu(system: System, page: Page) -> Menu:
    (entity,) = page.args
    return Menu([Button(system.say("Rename"), _instead(system, "rename", entity), "menu_rename"), *_transfers(system, page.args)])


def selection_menu(system: System, page: Page) -> Menu:
    def every() -> None:
        system.close()
        below = system.stack[-1]
        if below.name == "folder":
            select_all(below, _sorted(system, inside(system, below.args[0])))

    items = _transfers(system, page.args)
    if len(page.args) == 1:
        items.insert(0, Button(system.say("Rename"), _instead(system, "rename", *page.args), "menu_rename"))
        if not system.facts[page.args[0]]["is_folder"]:
            items.append(Button(system.say("Details"), _instead(system, "file", *page.args), "menu_details"))
    searching = len(system.stack) > 1 and system.stack[-2].name == "search"
    return Menu([*items, Button(system.say("Select all"), every, "menu_select_all", enabled=not searching)])


def sort(system: System, page: Page) -> Dialog:
    def choose(order: str) -> None:
        system.memory[_SORT] = order
        system.close()

    return Dialog(
        system.say("Sort by"),
        [Choice(system.say(order), order == _order(system), partial(choose, order)) for order in _SORTS],
        [Button(system.say("Cancel"), system.close, "android:id/button2")],
    )


def _file(name: str, folder: str, size: int, modified: str, is_folder: bool = False) -> Facts:
    content = "" if is_folder else f"as delivered: {name}"
    return {"name": name, "folder": folder, "size": size, "modified": modified, "hash": content, "is_folder": is_folder}


def settle(system: System, given: object) -> None:
    """Refuse files that were changed at no time there is."""
    for entity in system.entities("file"):
        try:
            datetime.fromisoformat(str(system.facts[entity]["modified"]))
        except ValueError:
            raise DeviceError(
                f"{entity}.modified is {system.facts[entity]['modified']!r}: expected a time such as 2026-03-05T09:30:00"
            ) from None


APP = App(
    "com.android.documentsui",
    "Files",
    {
        "main": main, "folder": folder, "search": search, "file": file, "file_menu": file_menu, "selection_menu": selection_menu,
        "sort": sort, "pick": file_dialogs.pick, "conflict": file_dialogs.conflict, "rename": file_dialogs.rename,
        "new_folder": file_dialogs.new_folder, "delete": file_dialogs.delete,
    },
    kinds={"file": FILE},
    baseline={
        "file/1": _file("Taxes", "Documents", 0, "2026-01-12T10:00:00", is_folder=True),
        "file/2": _file("Rental contract.pdf", "Documents", 1_240_000, "2025-11-03T16:42:00"),
        "file/3": _file("Packing list.txt", "Documents", 1_900, "2026-02-19T21:10:00"),
        "file/4": _file("Tax return 2024.pdf", "Documents/Taxes", 860_000, "2025-05-28T09:15:00"),
        "file/5": _file("Boarding pass.pdf", "Download", 312_000, "2026-02-27T07:30:00"),
        "file/6": _file("User manual.pdf", "Download", 5_480_000, "2025-12-22T13:05:00"),
        "file/7": _file("Harbour.jpg", "Pictures", 3_310_000, "2025-08-16T19:48:00"),
        "file/8": _file("Morning run.mp3", "Music", 7_200_000, "2025-10-09T06:55:00"),
    },
    limits={"file.size": (0, 1e12)},
    colour="#1a73e8",
    draft=("new_folder", {"name": "Untitled"}),
    settle=settle,
)  # fmt: skip
