"""Notes: a list with search, folders and selection, and an editor that saves when it is told to."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from devices.sim.app import App
from devices.sim.language import short_date
from devices.sim.screens.selecting import clear_selection, select_all, selectable, selected
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Choice, Dialog, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts

_NOTE: Final[Facts] = {"title": "", "body": "", "folder": "Personal", "pinned": False, "modified": "2026-02-01T12:00:00"}
FOLDERS: Final = ("Ideas", "Personal", "Work")
"""Folders that are always there; others are there as long as a note lies in them."""
SEPARATOR: Final = " · "
"""Between the words of a note's last line in the list: folder, day, and whether it is pinned."""


def folders(system: System) -> list[str]:
    """All folders by name."""
    used = {str(system.facts[entity]["folder"]) for entity in system.entities("note")}
    return sorted(used | set(FOLDERS), key=str.casefold)


def heading(system: System, entity: str) -> str:
    """What a note is called in a list and in questions: its title, else its first line."""
    facts = system.facts[entity]
    return str(facts["title"]) or str(facts["body"]).partition("\n")[0] or system.say("(Untitled)")


def _sorted(system: System, entities: Sequence[str]) -> list[str]:
    """The latest first (or last), pinned ones before all others."""
    by_age = sorted(entities, key=lambda entity: str(system.facts[entity]["modified"]), reverse=system.ascending)
    return sorted(by_age, key=lambda entity: not system.facts[entity]["pinned"])


def _stamp(system: System) -> str:
    return system.now.isoformat(timespec="seconds")


# List


def main(system: System, page: Page) -> Screen:
    """All notes, or those of the folder given as the page's argument."""
    query = page.local.setdefault("query", "")
    folder = page.args[0] if page.args else None
    here = [entity for entity in system.entities("note") if folder is None or system.facts[entity]["folder"] == folder]
    wanted = query.casefold()
    shown = _sorted(
        system,
        [
            entity
            for entity in here
            if wanted in str(system.facts[entity]["title"]).casefold() or wanted in str(system.facts[entity]["body"]).casefold()
        ],
    )
    held = selected(system, page)

    def search(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    field = Field("search_view", system.say("Search notes"), query, search, on_enter=system.unfocus)
    rows: list[Widget] = [_row(system, page, entity) for entity in shown]
    if not rows:
        rows.append(Text(system.say("No notes found" if query else "No notes"), name="empty"))
    if held:
        return Screen(
            system.say("{count} selected", count=len(held)),
            [field, *rows],
            actions=_selection(system, page, held, shown),
            on_back=partial(clear_selection, page),
        )
    return Screen(
        system.say("Notes") if folder is None else folder,
        [field, *rows],
        up=folder is not None,
        actions=[Button(system.say("Folders"), lambda: system.open("folders"), "menu_folders")],
        float=Button(system.say("New note"), lambda: _new(system, folder), "new_note"),
    )


def _new(system: System, folder: str | None) -> None:
    page = system.open("note")
    if folder is not None:
        page.local["folder"] = folder


def _row(system: System, page: Page, entity: str) -> Row:
    facts = system.facts[entity]
    lines = str(facts["body"]).split("\n")
    first = lines[0] if facts["title"] else lines[1] if len(lines) > 1 else ""
    more = [str(facts["folder"]), short_date(date.fromisoformat(str(facts["modified"])[:10]), system.locale)]
    if facts["pinned"]:
        more.append(system.say("Pinned"))
    row = Row(
        heading(system, entity),
        first or system.say("No additional text"),
        more=SEPARATOR.join(more),
        name="note_row",
        ids=("note_title", "note_text", "note_info"),
    )
    return selectable(system, page, entity, row, partial(system.open, "note", entity))


def _selection(system: System, page: Page, held: Sequence[str], shown: Sequence[str]) -> list[Button]:
    pinned = all(system.facts[entity]["pinned"] for entity in held)

    def pin() -> None:
        clear_selection(page)
        _pin(system, held, not pinned)

    def remove() -> None:
        clear_selection(page)
        _delete(system, held)

    return [
        Button(system.say("Unpin" if pinned else "Pin"), pin, "menu_pin"),
        Button(system.say("Move to folder"), lambda: system.open("move", *held), "menu_move"),
        Button(system.say("Delete"), remove, "menu_delete"),
        Button(system.say("Select all"), lambda: select_all(page, shown), "menu_select_all"),
    ]


def folder_menu(system: System, page: Page) -> Menu:
    def show(folder: str | None) -> None:
        system.close_to("main")
        if folder is not None:
            system.open("folder", folder)

    return Menu(
        [
            Button(system.say("All notes"), partial(show, None), "folder_all"),
            *(Button(folder, partial(show, folder), "folder_item") for folder in folders(system)),
        ]
    )


def _pin(system: System, entities: Sequence[str], pinned: bool) -> None:
    for entity in entities:
        system.set(entity, "pinned", pinned)


def _delete(system: System, entities: Sequence[str]) -> None:
    """Delete at once; the toast brings them back."""
    gone = {entity: dict(system.facts[entity]) for entity in entities}
    words = (
        system.say("“{name}” deleted", name=heading(system, entities[0]))
        if len(gone) == 1
        else system.say("{count} notes deleted", count=len(gone))
    )
    for entity in entities:
        system.delete(entity)

    def undo() -> None:
        for entity, facts in gone.items():
            if entity not in system.facts:
                system.restore(entity, facts)

    system.tell(words, system.say("Undo"), undo)


# Editor


def note(system: System, page: Page) -> Screen:
    """Edits the note given as the page's argument, or a new one."""
    local: dict[str, Any] = page.local
    entity = _entity(system, page)
    held = system.facts[entity] if entity else {**_NOTE, "folder": local.get("folder", _NOTE["folder"])}
    for key in ("title", "body"):
        local.setdefault(key, held[key])
    changed = local["title"] != held["title"] or local["body"] != held["body"]

    def save() -> None:
        if not local["title"] and not local["body"]:
            local["error"] = system.say("Write a title or some text")
            return
        local.pop("error", None)
        system.unfocus()
        if entity:
            system.set(entity, "title", local["title"])
            system.set(entity, "body", local["body"])
            system.set(entity, "modified", _stamp(system))
        else:
            text = {"title": local["title"], "body": local["body"]}
            local["entity"] = system.create("note", {**held, **text, "modified": _stamp(system)})
        system.tell(system.say("Note saved"))

    def back() -> None:
        if changed:
            system.open("discard")
        else:
            system.close()

    def change(key: str, text: str) -> None:
        local[key] = text

    actions = [Button(system.say("Save"), save, "menu_save", enabled=changed)]
    if entity:
        pinned = bool(held["pinned"])
        actions += [
            Button(system.say("Unpin" if pinned else "Pin"), partial(_pin, system, [entity], not pinned), "menu_pin"),
            Button(system.say("More options"), lambda: system.open("menu", entity), "menu_more"),
        ]
    return Screen(
        system.say("Edit note" if entity else "New note"),
        [
            *([Text(local["error"], "error", "error")] if local.get("error") else []),
            Field("title", system.say("Title"), local["title"], partial(change, "title")),
            Field("body", system.say("Note"), local["body"], partial(change, "body"), multiline=True),
            Text(system.say("In folder {folder}", folder=held["folder"]), "caption", "folder"),
        ],
        actions=actions,
        worded=frozenset({system.say("Save")}),
        on_back=back,
    )


def _entity(system: System, page: Page) -> str:
    """The note that an editor is about; empty for one that was never saved, or is gone."""
    entity = page.args[0] if page.args else str(page.local.get("entity", ""))
    return entity if entity in system.facts else ""


def menu(system: System, page: Page) -> Menu:
    """What can be done with the note given as the page's argument."""
    (entity,) = page.args
    facts = system.facts[entity]

    def move() -> None:
        system.close()
        system.open("move", entity)

    def share() -> None:
        system.close()
        system.share(str(facts["body"]), str(facts["title"]))

    def remove() -> None:
        system.close_to("main")
        _delete(system, [entity])

    return Menu(
        [
            Button(system.say("Move to folder"), move, "menu_move"),
            Button(system.say("Share"), share, "menu_share"),
            Button(system.say("Delete"), remove, "menu_delete"),
        ]
    )


def discard(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        system.close()

    return Dialog(
        system.say("Discard your changes?"),
        buttons=[
            Button(system.say("Keep editing"), system.close, "android:id/button2"),
            Button(system.say("Discard"), confirm, "android:id/button1"),
        ],
    )


# Folders


def move(system: System, page: Page) -> Dialog:
    """Asks for the folder of the notes given as the page's arguments."""
    held = {str(system.facts[entity]["folder"]) for entity in page.args}
    title = (
        system.say("Move “{name}”", name=heading(system, page.args[0]))
        if len(page.args) == 1
        else system.say("Move {count} notes", count=len(page.args))
    )

    def rename() -> None:
        system.close()
        system.open("new_folder", *page.args)

    return Dialog(
        title,
        [Choice(folder, held == {folder}, partial(_move, system, page.args, folder)) for folder in folders(system)],
        [
            Button(system.say("New folder"), rename, "android:id/button3"),
            Button(system.say("Cancel"), system.close, "android:id/button2"),
        ],
    )


def _move(system: System, entities: Sequence[str], folder: str) -> None:
    """Close the dialog and move the notes."""
    system.close()
    clear_selection(system.stack[-1])
    for entity in entities:
        system.set(entity, "folder", folder)
    system.tell(system.say("Moved to {folder}", folder=folder))


def new_folder(system: System, page: Page) -> Dialog:
    """Asks for the name of a new folder for the notes given as the page's arguments."""
    name = page.local.setdefault("name", "")

    def change(text: str) -> None:
        page.local["name"] = text

    def confirm() -> None:
        given = name.strip()
        if not given:
            page.local["error"] = system.say("Enter a name")
        elif given.casefold() in (folder.casefold() for folder in folders(system)):
            page.local["error"] = system.say("This name is already used")
        else:
            _move(system, page.args, given)

    return Dialog(
        system.say("New folder"),
        [
            Field("name", system.say("Name"), name, change, on_enter=confirm),
            *([Text(page.local["error"], "error", "error")] if page.local.get("error") else []),
        ],
        [
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("OK"), confirm, "android:id/button1"),
        ],
    )


def _receive(system: System, text: str, subject: str) -> None:
    """Begin a note with a text that another app shares; nothing is saved yet."""
    page = system.open("note")
    page.local.update(title=subject, body=text)


def _note(title: str, body: str, folder: str, modified: str, pinned: bool = False) -> Facts:
    return {"title": title, "body": body, "folder": folder, "pinned": pinned, "modified": modified}


APP = App(
    "com.android.notes",
    "Notes",
    {
        "main": main, "folder": main, "folders": folder_menu, "note": note, "menu": menu, "discard": discard, "move": move,
        "new_folder": new_folder,
    },
    kinds={"note": _NOTE},
    baseline={
        "note/1": _note("Groceries", "Oat milk\nRye bread\nTomatoes\nCoffee", "Personal", "2026-03-01T18:20:00", pinned=True),
        "note/2": _note("Meeting minutes", "Present: Amara, Bruno\nBudget agreed\nNext meeting in May", "Work", "2026-02-26T15:05:00"),
        "note/3": _note("Wi-Fi at the cabin", "Network: Fjord\nPassword: hyttetur-2291", "Personal", "2026-02-14T20:44:00"),
        "note/4": _note("Balcony plants", "Basil\nThyme\nStrawberries, if there is room", "Ideas", "2026-01-30T08:12:00"),
        "note/5": _note("Bike repair", "New brake pads\nAsk for a quote first", "Personal", "2026-02-20T11:31:00"),
    },
    colour="#f9ab00",
    draft=("note", {"title": "Half a thought", "body": "Something that was"}),
    receive=_receive,
)  # fmt: skip
