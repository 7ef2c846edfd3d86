"""Ways through Notes: to a note, through its editor, and with several notes at once."""

from collections.abc import Callable, Sequence
from datetime import date

from devices.action import Action, Answer, Done
from devices.observation import Element, Observation
from devices.sim.apps.notes import SEPARATOR
from devices.sim.language import read, read_date, wordings
from tasks.navigate import PACKAGES, back, find_id, find_where, in_app, in_dialog, leave, on, press, says, seek, tap, tapped_in
from tasks.params import several
from tasks.solutions.rows import Test, nowhere, put, row_of, searched, select, selecting, selection
from tasks.solutions.strays import Things, name_of, undo
from tasks.task import Params
from tasks.trace import Step

ROW = "note_row"
_DELETED = "“{name}” deleted"
_THINGS = Things("Notes", ROW, "New note", ("title", "body"), "menu_save", "menu_delete")


# What a screen shows


def info(row: Element) -> tuple[str, date, bool] | None:
    """(words before the day, which end in the folder, the day, whether it is pinned) of a row; None where they are out of sight."""
    *rest, last = row.detail.split(SEPARATOR)
    pinned = last in wordings("Pinned")
    if pinned and rest:
        *rest, last = rest
    day = read_date(last)
    return (SEPARATOR.join(rest), day, pinned) if day and rest else None


def lies_in(row: Element, folder: str) -> bool:
    """Whether a row says that its note lies in a folder."""
    known = info(row)
    return known is not None and known[0].endswith(f", {folder}")


def is_pinned(row: Element) -> bool:
    known = info(row)
    return known is not None and known[2]


def in_list(seen: Observation) -> bool:
    """Whether the list of all notes is up, without a selection."""
    return on(seen, "Notes") and not in_dialog(seen)


def in_editor(seen: Observation) -> bool:
    return on(seen, "New note", "Edit note")


def _holds(seen: Observation, name: str, text: str) -> bool:
    field = find_id(seen, name, "field")
    return field is not None and field.text == text


def _saved(seen: Observation) -> bool:
    """Whether the editor shows a note as it is stored."""
    save = find_id(seen, "menu_save")
    return on(seen, "Edit note") and save is not None and not save.enabled


# Ways


def to_list(seen: Observation, history: Sequence[Step], *kept: str) -> Action | None:
    """The next action towards the list of all notes from anywhere; None when it is up, or a selection of it.

    What was deleted by mistake just now is brought back.

    Args:
        seen, history: the screen, and the steps so far.
        kept: titles of notes that were meant to be deleted.
    """
    if action := in_app(seen, history, "Notes"):
        return action
    told = next((values["name"] for e in seen.elements if (values := read(e.label, _DELETED))), None)
    if told is not None and told not in kept and (action := undo(seen, history, _THINGS)):
        return action
    if action := press(seen, "Discard", "Cancel") if in_dialog(seen) else None:
        return action
    return None if in_list(seen) or selecting(seen) else leave(seen)


def find_note(seen: Observation, history: Sequence[Step], title: str) -> Action:
    """On the list: look by its title for a note that is not in sight; one that is cut off at the edge is brought into sight."""
    cut = row_of(seen, ROW, lambda e: e.label == title)
    return (None if cut else searched(seen, title)) or seek(seen, history)


def open_note(seen: Observation, history: Sequence[Step], *titles: str) -> Action:
    """From anywhere but its editor to a note, by the title that it has or had."""
    if action := to_list(seen, history):
        return action
    if selecting(seen):
        return back()
    row = row_of(seen, ROW, lambda e: e.label in titles)
    return tap(row) if row else find_note(seen, history, titles[0])


def edit(seen: Observation, history: Sequence[Step], titles: Sequence[str], title: str, body: str) -> Action:
    """Make a note that is there have this title and body.

    Args:
        seen, history: the screen, and the steps so far.
        titles: that it may have in the list; the first one is searched for.
        title, body: that it shall have.
    """
    if in_app(seen, history, "Notes") is None and on(seen, "Edit note") and _is_editor_of(seen, history, (*titles, title)):
        action = put(seen, history, "title", title) or put(seen, history, "body", body)
        return action or (Done() if _saved(seen) else _save(seen, history))
    return open_note(seen, history, *titles)


def _is_editor_of(seen: Observation, history: Sequence[Step], titles: Sequence[str]) -> bool:
    """Whether the editor in front holds a note that had one of these titles when it was opened, or was begun as a new one and has it."""
    field = find_id(seen, "title", "field")
    title = field.text if field is not None else None
    for step in reversed(history):
        look = step.observation
        if look.package != PACKAGES["Notes"] or not look.title or in_dialog(look):
            continue
        if not in_editor(look):
            break
        field = find_id(look, "title", "field")
        # One scrolled out of sight is vouched for by the look before.
        if field is not None and (title is None or on(look, "Edit note")):
            title = field.text
        if on(look, "New note"):
            break
    return title in titles


def _save(seen: Observation, history: Sequence[Step]) -> Action:
    button = find_id(seen, "menu_save")
    return tap(button) if button else seek(seen, history)


def create(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Write a new note: ``title`` and the lines of ``lines``."""
    title, body = str(params["title"]), "\n".join(several(params["lines"]))
    if in_app(seen, history, "Notes") is None and on(seen, "New note") and not in_dialog(seen):
        return put(seen, history, "title", title) or put(seen, history, "body", body) or _save(seen, history)
    if in_app(seen, history, "Notes") is None and on(seen, "Edit note"):
        next_step = edit(seen, history, (title,), title, body)
        pinned = find_id(seen, "menu_pin")
        return tap(pinned) if isinstance(next_step, Done) and pinned is not None and says(pinned, "Unpin") else next_step
    if action := to_list(seen, history):
        return action
    if selecting(seen):
        return back()
    if row := row_of(seen, ROW, lambda e: e.label == title):
        return tap(row)
    saved = any(e.resource_id.endswith("menu_save") and _holds(step.observation, "title", title) for step, e in tapped_in(history, "Notes"))
    if saved and not nowhere(seen, history, title, ROW, lambda e: e.label == title):
        return find_note(seen, history, title)
    new = find_id(seen, "new_note")
    return tap(new) if new else seek(seen, history)


def move(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Move the note ``title`` to the folder ``folder``; a note ``also`` was rightly deleted before."""
    title, folder = str(params["title"]), str(params["folder"])
    if in_app(seen, history, "Notes") is None:
        if in_dialog(seen) and read(seen.title, "Move “{name}”") == {"name": title}:
            choice = find_where(seen, lambda e: e.label == folder, "radio")
            return tap(choice) if choice else seek(seen, history)
        caption = find_id(seen, "folder", "text")
        if _saved(seen) and _holds(seen, "title", title) and caption and read(caption.label, "In folder {folder}") == {"folder": folder}:
            return Done()
    if action := to_list(seen, history, str(params.get("also", ""))):
        return action
    row = row_of(seen, ROW, lambda e: e.label == title)
    if row is not None and not selecting(seen):
        if info(row) is None:
            return seek(seen, history)
        if lies_in(row, folder):
            return Done()
    return _with(seen, history, [lambda e: e.label == title], "menu_move", [title])


def _with(seen: Observation, history: Sequence[Step], wanted: Sequence[Test], button: str, titles: Sequence[str]) -> Action:
    """On the list: select the notes meant and use a button."""
    action = select(seen, history, (ROW,), wanted, lambda place: find_note(seen, history, titles[place]))
    if action:
        return action
    found = find_id(seen, button)
    return tap(found) if found else seek(seen, history)


def pin(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Pin every note of ``titles``."""
    titles = [str(title) for title in several(params["titles"])]
    if action := to_list(seen, history):
        return action
    if selecting(seen):
        held = selection(seen, history, ROW)
        if held is None or any(is_pinned(element) for element in held):
            return back()
    left = [title for title in titles if not _known_pinned(seen, history, title)]
    if not left:
        return back() if selecting(seen) else Done()
    return _with(seen, history, [_unpinned(title) for title in left], "menu_pin", left)


def _unpinned(title: str) -> Test:
    return lambda row: row.label == title and info(row) is not None and not is_pinned(row)


def _known_pinned(seen: Observation, history: Sequence[Step], title: str) -> bool:
    """Whether a note was pinned when its row was last seen whole, or when it was selected and pinned since then."""
    looks = [*(step.observation for step in history), seen]
    for place in range(len(history), -1, -1):
        row = row_of(looks[place], ROW, lambda e: e.label == title) if looks[place].package == PACKAGES["Notes"] else None
        if row is not None and info(row):
            return is_pinned(row)
        for _, element in tapped_in(history[place - 1 : place] if place else (), "Notes"):
            held = selection(looks[place - 1], history[: place - 1], ROW) if element.resource_id.endswith(":id/menu_pin") else None
            if held and any(other.label == title for other in held):
                return says(element, "Pin")
    return False


def delete(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete the note ``title`` in the folder ``folder``, which is looked for by its title; ``also`` was rightly deleted before."""
    return _delete(seen, params, history, str(params["title"]))


def delete_scrolling(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """As `delete`, for a note whose title the goal does not tell: it is looked for by going through the list."""
    return _delete(seen, params, history, "")


def _delete(seen: Observation, params: Params, history: Sequence[Step], words: str) -> Action:
    title, folder = str(params["title"]), str(params["folder"])
    titles = _called(history, title, folder)
    if words:
        words = titles[-1]

    def meant(row: Element) -> bool:
        return row.label == titles[-1] and lies_in(row, folder)

    if action := to_list(seen, history, *titles, str(params.get("also", ""))):
        return action
    row = row_of(seen, ROW, meant)
    if row is None and not selecting(seen):
        if deleted(history, titles[-1], folder) or nowhere(seen, history, words, ROW, meant):
            return Done()
        return searched(seen, words) or seek(seen, history)
    return _with(seen, history, [meant], "menu_delete", [words])


def _called(history: Sequence[Step], title: str, folder: str) -> list[str]:
    """The titles that a note of a folder had one after the other: the one that it had at first, and those it was given in its editor."""
    titles = [title]
    opened = False
    for place, step in enumerate(history):
        look = step.observation
        for _, element in tapped_in([step], "Notes"):
            if element.resource_id.endswith(f":id/{ROW}") and not selecting(look):
                opened = element.label == titles[-1] and lies_in(element, folder)
            elif on(look, "New note"):
                opened = False
            elif opened and element.resource_id.endswith(":id/menu_save") and (given := name_of(history[: place + 1], _THINGS)):
                titles.append(given)
    return titles


def deleted(history: Sequence[Step], title: str, folder: str) -> bool:
    """Whether the note was deleted, and not brought back since."""
    gone = False
    for place, step in enumerate(history):
        for _, element in tapped_in([step], "Notes"):
            held = selection(step.observation, history[:place], ROW)
            if element.resource_id.endswith(":id/menu_delete") and held and any(e.label == title and lies_in(e, folder) for e in held):
                gone = True
            elif element.resource_id.endswith(":id/snackbar_action"):
                gone = False
    return gone


# Questions


def read_line(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with what the note ``title`` says after ``label``, which is ``number``."""
    start = f"{params['label']}: "
    return _read(seen, params, history, lambda line: line.removeprefix(start) if line.startswith(start) else "", str(params["number"]))


def count_lines(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with the number of lines of the note ``title``."""
    return _read(seen, params, history, None, str(len(several(params["lines"]))))


def _read(seen: Observation, params: Params, history: Sequence[Step], value: Callable[[str], str] | None, answer: str) -> Action:
    """Answer with what is read in the note: the value of one of its lines, or their number."""
    title = str(params["title"])
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    if said and said[-1] == answer:
        return Done()
    if in_app(seen, history, "Notes") is None and on(seen, "Edit note") and _is_editor_of(seen, history, (title,)):
        field = find_id(seen, "body", "field")
        if field is None:
            return seek(seen, history)
        lines = field.text.split("\n")
        found = str(len(lines)) if value is None else next((text for line in lines if (text := value(line))), "")
        # Text that something was typed over is not what the note says: it is left without saving.
        return Answer(text=found) if _saved(seen) and found else leave(seen)
    return open_note(seen, history, title)
