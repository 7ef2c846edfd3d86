"""Ways through Files: to a folder, to a file, through its dialogs, and with several files at once."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done, Scroll
from devices.observation import Element, Observation
from devices.sim.apps.files import SEPARATOR
from devices.sim.language import read
from devices.sim.screens.storage import read_size
from tasks.navigate import (
    PACKAGES,
    back,
    find,
    find_id,
    gathered,
    in_app,
    in_dialog,
    on,
    press,
    says,
    screen_behind,
    seek,
    seen_whole,
    tap,
    tapped_in,
)
from tasks.params import several
from tasks.solutions.rows import Test, nowhere, put, row_of, searched, select, selecting, selection
from tasks.task import Params
from tasks.trace import Step

Place = tuple[str, str]
"""A file's name, and the path of the folder that it lies in."""
FILE, FOLDER = "file_row", "folder_row"
LARGEST, OLDEST = "Size (largest first)", "Modified (oldest first)"


# What a screen shows


def size_of(row: Element) -> int | None:
    """The size in bytes that a file's row tells, as rounded there."""
    return read_size(row.detail.split(SEPARATOR)[0])


def crumbs(seen: Observation) -> str | None:
    """The path that the crumbs of a folder, or of the choice of one, tell; None where they are out of sight."""
    parts = {e.resource_id.rpartition("_")[2]: e.label for e in seen.elements if ":id/crumb_" in e.resource_id}
    if "0" not in parts:
        return None
    return "/".join(parts[number] for number in sorted(parts, key=int)[1:])


def picking(seen: Observation) -> bool:
    """Whether the page is up that asks where to move or copy something."""
    return find_id(seen, "pick_here") is not None


def folder_shown(seen: Observation, history: Sequence[Step]) -> str | None:
    """The path of the folder that is listed; empty at the top, None on any other page."""
    if seen.package != PACKAGES["Files"] or picking(seen) or in_dialog(seen) or find_id(seen, "search_view", "field"):
        return None
    if on(seen, "Files"):
        return ""
    path = crumbs(seen)
    if path or not seen.more_above:
        return path or None
    # Scrolled down: the crumbs were in sight when the folder came up.
    before = screen_behind(history, "Files", lambda look: bool(crumbs(look)) and not picking(look))
    path = crumbs(before) if before else None
    return path if path and (selecting(seen) or seen.title == path.rpartition("/")[2]) else None


def info(seen: Observation, label: str) -> str:
    """What a file's page says: ``Folder``, ``Size``; empty on other pages."""
    line = find(seen, label, "text")
    return line.detail if line and not selecting(seen) and not in_dialog(seen) else ""


def _behind(seen: Observation, history: Sequence[Step]) -> Observation | None:
    """The page that a menu lies on."""
    return screen_behind(history, "Files", lambda look: bool(look.title))


def _is_menu(seen: Observation) -> bool:
    return not seen.title and find(seen, "Move to…") is not None


# Ways


def _aside(seen: Observation, history: Sequence[Step]) -> Action | None:
    """Bring Files to the front and close its dialogs, menus and questions without doing anything; None when a list or a file is up."""
    if action := in_app(seen, history, "Files"):
        return action
    if in_dialog(seen):
        return press(seen, "Cancel") or back()
    return back() if not seen.title or picking(seen) else None


def to_folder(seen: Observation, history: Sequence[Step], path: str) -> Action | None:
    """The next action towards a folder's list from anywhere; None when it is up, or a selection in it."""
    if action := _aside(seen, history):
        return action
    here = folder_shown(seen, history)
    if here == path:
        return None
    if here is None or selecting(seen) or (here and not path.startswith(f"{here}/")):
        return back()
    below = path[len(here) :].lstrip("/").partition("/")[0]
    row = row_of(seen, FOLDER, lambda e: e.label == below)
    return tap(row) if row else seek(seen, history)


def _to_row(seen: Observation, history: Sequence[Step], *places: Place) -> Element | Action:
    """The row of a file, or the next action towards it.

    It is looked for in the folder of the first place; where it is not in sight there, by the search.

    Args:
        seen, history: the screen, and the steps so far.
        places: (name, folder) that it may have, the likeliest first.
    """
    if action := _aside(seen, history):
        return action
    if (field := find_id(seen, "search_view", "field")) is not None and not selecting(seen):
        if row := row_of(seen, FILE, lambda e: any(e.label == name and e.detail.endswith(f", {folder}") for name, folder in places)):
            return row
        names = list(dict.fromkeys(name for name, _ in places))
        tried = names.index(field.text) if field.text in names else -1
        if tried >= 0 and not seen_whole(seen, history):
            return seek(seen, history)
        return searched(seen, names[(tried + 1) % len(names)]) or seek(seen, history)
    if on(seen, "Search"):
        return seek(seen, history)  # its field is scrolled away
    first = places[0][1]
    if action := to_folder(seen, history, first):
        return action
    row = row_of(seen, FILE, lambda e: (e.label, first) in places)
    if row is not None and not selecting(seen):
        return row
    button = find_id(seen, "menu_search")
    return back() if selecting(seen) or button is None else tap(button)


def _on_page(seen: Observation, *places: Place) -> bool:
    """Whether the page of the file is up."""
    return (seen.title, info(seen, "Folder")) in places


def _through_menu(seen: Observation, history: Sequence[Step], entry: str, *places: Place) -> Action:
    """Choose an entry of the menu of a file's page."""
    if in_app(seen, history, "Files") is None:
        if _is_menu(seen):
            behind, item = _behind(seen, history), find(seen, entry)
            return tap(item) if behind is not None and _on_page(behind, *places) and item is not None else back()
        if _on_page(seen, *places):
            more = find_id(seen, "menu_more")
            return tap(more) if more else seek(seen, history)
    found = _to_row(seen, history, *places)
    return tap(found) if isinstance(found, Element) else found


def _choose_folder(seen: Observation, history: Sequence[Step], path: str) -> Action:
    """On the page that asks where to: go to a folder and confirm it."""
    here = crumbs(seen)
    if here is None and seen.more_above:  # scrolled down: they were in sight when the folder came up
        before = screen_behind(history, "Files", lambda look: picking(look) and look.title == seen.title and crumbs(look) is not None)
        here = crumbs(before) if before else None
    if here == path:
        button = find_id(seen, "pick_here")
        return tap(button) if button is not None and button.enabled else back()
    if here is None:
        return Scroll(direction="up")
    if here and not path.startswith(f"{here}/"):
        top = find_id(seen, "crumb_0")
        return tap(top) if top else back()
    below = path[len(here) :].lstrip("/").partition("/")[0]
    row = row_of(seen, FOLDER, lambda e: e.label == below)
    return tap(row) if row else seek(seen, history)


# One file


def _place(params: Params) -> Place:
    return str(params["name"]), str(params["folder"])


def move(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Move ``name`` from ``folder`` to ``target``, where it is called ``new`` if that is given, because its name is taken there."""
    name, target = str(params["name"]), str(params["target"])
    there = (str(params.get("new", name)), target)
    if in_app(seen, history, "Files") is None:
        if _on_page(seen, there):
            return Done()
        behind = screen_behind(history, "Files", lambda look: bool(info(look, "Folder")))
        if _is_menu(seen) and behind is not None and _on_page(behind, there):
            return back()
        if picking(seen) and read(seen.title, "Move “{name}”") == {"name": name}:
            # It may be about a file of that name in another folder.
            other = behind is not None and behind.title == name and not _on_page(behind, _place(params))
            return back() if other or (behind is not None and _on_page(behind, there)) else _choose_folder(seen, history, target)
        if in_dialog(seen) and there[0] != name and (read(seen.title, "“{name}” is already in “{folder}”") or {}).get("name") == name:
            return press(seen, "Keep both") or back()
    return _through_menu(seen, history, "Move to…", _place(params), there)


def copy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Copy ``name`` from ``folder`` to ``target``."""
    name, target = str(params["name"]), str(params["target"])
    if _confirmed(history, "Copy “{name}”", name, target):
        return Done()
    if in_app(seen, history, "Files") is None and picking(seen) and read(seen.title, "Copy “{name}”") == {"name": name}:
        return _choose_folder(seen, history, target)
    return _through_menu(seen, history, "Copy to…", _place(params))


def _confirmed(history: Sequence[Step], title: str, name: str, target: str) -> bool:
    """Whether a file was moved or copied to a folder, by the page that asks where to."""
    return any(
        element.resource_id.endswith(":id/pick_here")
        and read(step.observation.title, title) == {"name": name}
        and crumbs(step.observation) == target
        for step, element in tapped_in(history, "Files")
    )


def rename(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Rename ``name`` in ``folder`` to ``new``."""
    (name, folder), new = _place(params), str(params["new"])
    if in_app(seen, history, "Files") is None:
        if in_dialog(seen) and (read(seen.title, "Rename “{name}”") or {}).get("name") == name:
            return put(seen, history, "name", new) or press(seen, "OK") or back()
        if _on_page(seen, (new, folder)):
            return Done()
    return _through_menu(seen, history, "Rename", (name, folder), (new, folder))


def delete(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete ``name`` in ``folder``."""
    return _delete(seen, params, history, Done())


def delete_missing(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Look for ``name`` in ``folder``, which is not there."""
    return _delete(seen, params, history, Done(status="infeasible"))


def _delete(seen: Observation, params: Params, history: Sequence[Step], otherwise: Action) -> Action:
    """Delete a file; where it is nowhere, end with the other action."""
    name, folder = _place(params)
    if in_app(seen, history, "Files") is None:
        if in_dialog(seen) and read(seen.title, "Delete “{name}”?") == {"name": name} and _about_folder(history, name, folder):
            return press(seen, "Delete") or back()
        if deleted(history, name, folder):
            return Done()
        if _on_page(seen, (name, folder)):
            button = find_id(seen, "menu_delete")
            return tap(button) if button else back()
        if _absent(seen, history, name, folder):
            return otherwise
    if selecting(seen) and in_app(seen, history, "Files") is None and not in_dialog(seen):
        return back()
    found = _to_row(seen, history, (name, folder))
    return tap(found) if isinstance(found, Element) else found


def _about_folder(history: Sequence[Step], name: str, folder: str) -> bool:
    """Whether the question to delete was asked on the page of the file in this folder."""
    behind = screen_behind(history, "Files", lambda look: bool(look.title) and not in_dialog(look))
    return behind is not None and _on_page(behind, (name, folder))


def deleted(history: Sequence[Step], name: str, folder: str) -> bool:
    """Whether the deletion of a file was confirmed."""
    return any(
        element.resource_id == "android:id/button1"
        and read(step.observation.title, "Delete “{name}”?") == {"name": name}
        and _about_folder(history[:place], name, folder)
        for place in range(len(history))
        for step, element in tapped_in(history[place : place + 1], "Files")
    )


def _absent(seen: Observation, history: Sequence[Step], name: str, folder: str) -> bool:
    """Whether what is shown tells that there is no such file: its folder in full, or the search for its name."""
    field = find_id(seen, "search_view", "field")
    if field is not None:
        return nowhere(seen, history, name, FILE, lambda e: e.label == name and e.detail.endswith(f", {folder}")) and field.text == name
    here = folder_shown(seen, history) == folder and not selecting(seen)
    return here and not (seen.more_above or seen.more_below) and row_of(seen, FILE, lambda e: e.label == name) is None


def see(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Look whether ``name`` lies in ``folder``, and say done."""
    found = _to_row(seen, history, _place(params))
    return Done() if isinstance(found, Element) else found


# Several files


def organise(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Make the folder ``new`` in ``folder`` and move all of ``names`` into it."""
    names, folder, new = [str(name) for name in several(params["names"])], str(params["folder"]), str(params["new"])
    target = f"{folder}/{new}"
    if in_app(seen, history, "Files") is None:
        here = folder_shown(seen, history)
        if here == target and not selecting(seen) and all(row_of(seen, FILE, lambda e, n=name: e.label == n) for name in names):  # type: ignore[misc]
            return Done()
        if in_dialog(seen) and on(seen, "New folder") and _in_folder(seen, folder):
            return back() if _was_made(history, folder, new) else put(seen, history, "name", new) or press(seen, "OK") or back()
        if picking(seen) and _moved(seen, history) and set(_moved(seen, history)) <= set(names):
            return _choose_folder(seen, history, target)
        if _is_menu(seen):
            held = _chosen(history)
            item = find(seen, "Move to…")
            return tap(item) if held and set(held) <= set(names) and item else back()
    if action := to_folder(seen, history, folder):
        return action
    made = row_of(seen, FOLDER, lambda e: e.label == new)
    if made is None and not selecting(seen) and not _was_seen(history, folder, new) and not _was_made(history, folder, new):
        if seen.more_above:
            return Scroll(direction="up")
        button = find_id(seen, "menu_new_folder")
        return tap(button) if button else seek(seen, history)
    left = [name for name in names if name not in _moved_to(history, target)]
    if not left:
        return back() if selecting(seen) else Done()
    if not selecting(seen) and seen_whole(seen, history) and not {e.label for e in gathered(seen, history)} & set(left):
        return tap(made) if made else Scroll(direction="up")
    return _several(seen, history, left, "menu_more")


def _was_seen(history: Sequence[Step], folder: str, name: str) -> bool:
    """Whether a folder was seen in the list of the one that it lies in."""
    last = folder.rpartition("/")[2]
    looks = (step.observation for step in history)
    return any(look.title == last and not picking(look) and row_of(look, FOLDER, lambda e: e.label == name) for look in looks)


def _was_made(history: Sequence[Step], folder: str, name: str) -> bool:
    """Whether a folder of this name was asked for: either it was made by that, or it was there before."""
    return any(
        says(element, "OK") and on(look := step.observation, "New folder") and _in_folder(look, folder) and _names(look, name)
        for step, element in tapped_in(history, "Files")
    )


def _names(seen: Observation, name: str) -> bool:
    field = find_id(seen, "name", "field")
    return field is not None and field.text == name


def _in_folder(seen: Observation, folder: str) -> bool:
    caption = find_id(seen, "folder", "text")
    return caption is not None and read(caption.label, "In folder {folder}") == {"folder": folder}


def _chosen(history: Sequence[Step]) -> list[str]:
    """The names that were selected last, before a menu or a question came up."""
    place = next((place for place in range(len(history) - 1, -1, -1) if selecting(history[place].observation)), None)
    held = selection(history[place].observation, history[:place], FILE, FOLDER) if place is not None else None
    return [element.label for element in held or ()]


def _moved(seen: Observation, history: Sequence[Step]) -> list[str]:
    """The names that the page asking where to is about; none where the steps do not tell."""
    about = read(seen.title, "Move “{name}”")
    if about:
        return [about["name"]]
    values, names = read(seen.title, "Move {count} items"), _chosen(history)
    return names if values and values["count"] == str(len(names)) else []


def _moved_to(history: Sequence[Step], target: str) -> set[str]:
    """The names of the files that were moved to a folder."""
    found: set[str] = set()
    for place in range(len(history)):
        for step, element in tapped_in(history[place : place + 1], "Files"):
            if element.resource_id.endswith(":id/pick_here") and crumbs(step.observation) == target:
                found.update(_moved(step.observation, history[:place]))
    return found


def _several(seen: Observation, history: Sequence[Step], names: Sequence[str], button: str) -> Action:
    """In the folder: select these files and use a button."""
    tests: list[Test] = [lambda e, name=name: e.label == name for name in names]  # type: ignore[misc]
    if action := select(seen, history, (FILE, FOLDER), tests, lambda place: seek(seen, history)):
        return action
    found = find_id(seen, button)
    return tap(found) if found else seek(seen, history)


def delete_sorted(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete all of ``names`` in ``folder``, which the goal tells by what heads the list when it is sorted by ``sort``."""
    names, folder, order = [str(name) for name in several(params["names"])], str(params["folder"]), str(params["sort"])
    if in_app(seen, history, "Files") is None:
        if in_dialog(seen) and on(seen, "Sort by"):
            return _sort_by(seen, history, order)
        asked = _asked(seen, history)
        if in_dialog(seen) and asked and set(asked) <= set(names):
            return press(seen, "Delete") or back()
    if action := to_folder(seen, history, folder):
        return action
    left = [name for name in names if name not in _deleted_names(history)]
    if not left:
        return back() if selecting(seen) else Done()
    whole = not (seen.more_above or seen.more_below)
    rows = [e for e in seen.elements if e.resource_id.endswith((f":id/{FILE}", f":id/{FOLDER}"))]
    if not whole and not selecting(seen) and not _is_sorted(history, order):
        if seen.more_above:
            return Scroll(direction="up")
        button = find_id(seen, "menu_sort")
        return tap(button) if button else seek(seen, history)
    if not selecting(seen) and not seen.more_above and not any(row.label in left for row in rows):
        return Done()
    return _several(seen, history, left, "menu_delete")


def _sort_by(seen: Observation, history: Sequence[Step], order: str) -> Action:
    choice = find(seen, order, "radio")
    return tap(choice) if choice else seek(seen, history)


def _is_sorted(history: Sequence[Step], order: str) -> bool:
    """Whether this order was the last one chosen."""
    chosen = [element for step, element in tapped_in(history, "Files") if on(step.observation, "Sort by") and element.kind == "radio"]
    return bool(chosen) and says(chosen[-1], order)


def _asked(seen: Observation, history: Sequence[Step]) -> list[str]:
    """The names that the question whether to delete is about; none on any other page."""
    one = read(seen.title, "Delete “{name}”?")
    if one:
        return [one["name"]]
    if read(seen.title, "Delete {count} items?") is None:
        return []
    return _chosen(history)


def _deleted_names(history: Sequence[Step]) -> set[str]:
    """The names of the files whose deletion was confirmed."""
    found: set[str] = set()
    for place in range(len(history)):
        for step, element in tapped_in(history[place : place + 1], "Files"):
            if element.resource_id == "android:id/button1":
                found.update(_asked(step.observation, history[:place]))
    return found


def last_deleted(history: Sequence[Step], name: str, *folders: str) -> int:
    """The latest step that deleted a file of this name from one of these folders, -1 where none did.

    One that was selected among what a search found counts: the page does not tell its folder.
    """
    for place in reversed(range(len(history))):
        for step, element in tapped_in(history[place : place + 1], "Files"):
            if element.resource_id == "android:id/button1" and name in _asked(step.observation, history[:place]):
                behind = screen_behind(history[:place], "Files", lambda look: bool(look.title) and not in_dialog(look))
                folder = behind and (info(behind, "Folder") or folder_shown(behind, history[:place]))
                if folder is None or folder in folders:
                    return place
    return -1


# Questions


def tell_size(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with the size of ``name`` in ``folder`` in kB."""
    if _said(history, str(params["size"])):
        return Done()
    found = _to_row(seen, history, _place(params))
    if not isinstance(found, Element):
        return found
    size = size_of(found)
    return seek(seen, history) if size is None else Answer(text=str(size // 1000))


def count(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with how many files that end in ``ending`` lie in ``folder``; there are ``number``."""
    if _said(history, str(params["number"])):
        return Done()
    if action := to_folder(seen, history, str(params["folder"])):
        return action
    if selecting(seen):
        return back()
    if not seen_whole(seen, history):
        return seek(seen, history)
    rows = {e.label for e in gathered(seen, history) if e.resource_id.endswith(f":id/{FILE}")}
    return Answer(text=str(sum(label.endswith(str(params["ending"])) for label in rows)))


def _said(history: Sequence[Step], answer: str) -> bool:
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    return bool(said) and said[-1] == answer
