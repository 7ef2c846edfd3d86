"""What Files asks before it moves, copies, renames, makes or deletes something."""

from collections.abc import Callable, Sequence
from functools import partial

from devices.sim.screens import storage
from devices.sim.screens.selecting import clear_selection
from devices.sim.screens.storage import STANDARD, inside, namesake, path_of
from devices.sim.system import Page, System
from devices.sim.widgets import Button, Buttons, Dialog, Field, Row, Screen, Text, Widget

_TITLES = {"move": ("Move “{name}”", "Move {count} items"), "copy": ("Copy “{name}”", "Copy {count} items")}


def _cancel(system: System) -> Button:
    return Button(system.say("Cancel"), system.close, "android:id/button2")


def _about(system: System, one: str, several: str, entities: Sequence[str]) -> str:
    """A title that names what it is about."""
    if len(entities) == 1:
        return system.say(one, name=system.facts[entities[0]]["name"])
    return system.say(several, count=len(entities))


def _finish(system: System, words: str) -> None:
    """Leave the question, end the selection that it was about, and say what was done."""
    system.close()
    clear_selection(system.stack[-1])
    system.tell(words)


# Moving and copying


def pick(system: System, page: Page) -> Screen:
    """Asks where to; the arguments are ``move`` or ``copy`` and what is moved."""
    mode, *entities = page.args
    path = page.local.setdefault("path", "")
    moved = {path_of(system.facts[entity]) for entity in entities if system.facts[entity]["is_folder"]}
    here = {str(system.facts[entity]["folder"]) for entity in entities}

    def go(folder: str) -> None:
        page.local["path"] = folder
        page.scroll = 0

    def up() -> None:
        if path:
            go(path.rpartition("/")[0])
        else:
            system.close()

    if path:
        found = [system.facts[entity] for entity in inside(system, path) if system.facts[entity]["is_folder"]]
        folders = sorted((path_of(facts) for facts in found), key=str.casefold, reverse=not system.ascending)
    else:
        folders = list(STANDARD)
    parts = path.split("/") if path else []
    crumbs = [Button(system.say("Storage"), partial(go, ""), "crumb_0")]
    crumbs += [Button(part, partial(go, "/".join(parts[:depth])), f"crumb_{depth}") for depth, part in enumerate(parts, 1)]
    body: list[Widget] = [Buttons(crumbs)]
    body += [
        Row(folder.rpartition("/")[2], on_tap=partial(go, folder), icon=True, enabled=folder not in moved, name="folder_row")
        for folder in folders
    ]
    if not folders:
        body.append(Text(system.say("No folders here"), name="empty"))
    label = system.say("Move here" if mode == "move" else "Copy here")
    allowed = bool(path) and (mode == "copy" or here != {path})
    actions = [Button(label, partial(_transfer, system, mode, path, entities), "pick_here", enabled=allowed)]
    if path:
        actions.insert(0, Button(system.say("New folder"), lambda: system.open("new_folder", path), "menu_new_folder"))
    return Screen(_about(system, *_TITLES[mode], entities), body, actions=actions, worded=frozenset({label}), on_back=up)


def _rivals(system: System, mode: str, folder: str, entities: Sequence[str]) -> list[str]:
    """What already has one of these names in a folder; a copy beside the original is no rival of it."""
    found = [namesake(system, str(system.facts[entity]["name"]), folder) for entity in entities]
    return [other for other in found if other is not None and other not in entities]


def _transfer(system: System, mode: str, folder: str, entities: Sequence[str]) -> None:
    if _rivals(system, mode, folder, entities):
        system.open("conflict", mode, folder, *entities)
    else:
        _carry_out(system, mode, folder, entities)


def _carry_out(system: System, mode: str, folder: str, entities: Sequence[str]) -> None:
    for entity in entities:
        facts = system.facts[entity]
        if mode == "copy":
            storage.copy(system, entity, folder, storage.free_name(system, str(facts["name"]), folder))
        elif facts["folder"] != folder:
            storage.move(system, entity, folder, storage.free_name(system, str(facts["name"]), folder))
    words = "Moved to {folder}" if mode == "move" else "Copied to {folder}"
    _finish(system, system.say(words, folder=folder.rpartition("/")[2]))


def conflict(system: System, page: Page) -> Dialog:
    """Asks what to do where a name is taken; the arguments are ``move`` or ``copy``, the folder, and what is moved."""
    mode, folder, *entities = page.args
    rivals = _rivals(system, mode, folder, entities)
    # A folder cannot make way for what lies in it.
    replaceable = not any(set(entities) & set(storage.below(system, rival)) for rival in rivals)

    def keep_both() -> None:
        system.close()
        _carry_out(system, mode, folder, entities)

    def replace() -> None:
        system.close()
        for rival in rivals:
            if rival in system.facts:
                storage.delete(system, rival)
        _carry_out(system, mode, folder, entities)

    name = storage.names(system, rivals)[0]
    return Dialog(
        system.say("“{name}” is already in “{folder}”", name=name, folder=folder.rpartition("/")[2]),
        [Text(system.say("Keep both, or replace the one that is there?"))],
        [
            _cancel(system),
            Button(system.say("Replace"), replace, "android:id/button3", enabled=replaceable),
            Button(system.say("Keep both"), keep_both, "android:id/button1"),
        ],
    )


# Names


def _asking(system: System, page: Page, title: str, before: str, folder: str, own: str, then: Callable[[str], object]) -> Dialog:
    """A dialog that asks for a name in a folder, says what is wrong with it, or goes on with it."""
    name = page.local.setdefault("name", before)

    def change(text: str) -> None:
        page.local["name"] = text

    def confirm() -> None:
        given = name.strip()
        page.local["error"] = storage.fault(system, given, folder, own)
        if not page.local["error"]:
            then(given)

    body: list[Widget] = [
        Field("name", system.say("Name"), name, change, on_enter=confirm),
        Text(system.say("In folder {folder}", folder=folder), "caption", "folder"),
    ]
    if page.local.get("error"):
        body.append(Text(page.local["error"], "error", "error"))
    return Dialog(title, body, [_cancel(system), Button(system.say("OK"), confirm, "android:id/button1")])


def rename(system: System, page: Page) -> Dialog:
    """Asks for another name for the file or folder given as the page's argument."""
    (entity,) = page.args
    facts = system.facts[entity]
    folder, before = str(facts["folder"]), str(facts["name"])

    def confirm(name: str) -> None:
        storage.rename(system, entity, name)
        _finish(system, system.say("Renamed to “{name}”", name=name))

    return _asking(system, page, system.say("Rename “{name}”", name=before), before, folder, entity, confirm)


def new_folder(system: System, page: Page) -> Dialog:
    """Asks for the name of a new folder in the path given as the page's argument."""
    folder = page.args[0] if page.args else STANDARD[0]

    def confirm(name: str) -> None:
        system.close()
        storage.create_folder(system, name, folder)

    return _asking(system, page, system.say("New folder"), "", folder, "", confirm)


# Deleting


def delete(system: System, page: Page) -> Dialog:
    """Asks whether to delete the files and folders given as the page's arguments."""

    def confirm() -> None:
        count = len(page.args)
        for entity in page.args:
            if entity in system.facts:  # it may have gone with its folder
                storage.delete(system, entity)
        _finish(system, system.say("1 item deleted") if count == 1 else system.say("{count} items deleted", count=count))
        if system.stack[-1].name == "file":
            system.close()

    body: list[Widget] = [Text(name, name="deleted_name") for name in storage.names(system, page.args)] if len(page.args) > 1 else []
    if any(system.facts[entity]["is_folder"] for entity in page.args):
        body.append(Text(system.say("Everything in a folder is deleted with it."), "caption", "folder_warning"))
    return Dialog(
        _about(system, "Delete “{name}”?", "Delete {count} items?", page.args),
        body,
        [_cancel(system), Button(system.say("Delete"), confirm, "android:id/button1")],
    )
