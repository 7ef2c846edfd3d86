"""What was made on the way and deleted again: ``Undo`` would only bring it back, and what was wanted must be made anew."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from devices.action import Action, LongPress, TypeText
from devices.elements import clean
from devices.observation import Element, Observation
from tasks.navigate import PACKAGES, find_id, find_where, on, press, says, tapped_in
from tasks.solutions.forms import check_line, stands
from tasks.solutions.rows import selecting, selection
from tasks.trace import Step


class Things(NamedTuple):
    """How an app shows, makes and deletes its things.

    Attributes:
        app: its label in English.
        row: resource name of the rows of their list.
        form: title of the form for a new one.
        fields: resource names of the form's fields of which the first that holds a text names the thing.
        save: resource name of the button that saves the form.
        delete: resource name of the button that deletes the thing whose form is open, or those that are selected.
        tick: resource name of the form's line that ticks the thing; empty where there is none.
        clear: resource name of the button that deletes all that are ticked; empty where there is none.
        sure: title of the dialog that asks before; empty where nothing asks.
    """

    app: str
    row: str
    form: str
    fields: Sequence[str]
    save: str
    delete: str
    tick: str = ""
    clear: str = ""
    sure: str = ""


def undo(seen: Observation, history: Sequence[Step], things: Things) -> Action | None:
    """Bring back what was deleted last, as long as the phone offers it; None where it does not, or all that was made on the way."""
    action = press(seen, "Undo")
    return None if action is None or deleted_stray(history, things) else action


def deleted_stray(history: Sequence[Step], things: Things) -> bool:
    """Whether all that was deleted last had been made on the way.

    A thing was made on the way if the form for a new one was saved under its name before it was first seen in a list.
    """
    made: set[str] = set()
    first: dict[tuple[str, str], bool] = {}
    fresh = stray = False
    for place, step in enumerate(history):
        look = step.observation
        if look.package != PACKAGES[things.app]:
            continue
        fresh = fresh or on(look, things.form)
        for row in look.elements:
            if _named(row, things.row):
                first.setdefault((row.label, row.detail), row.label in made)
        for _, element in tapped_in([step], things.app):
            if _named(element, things.row) and not isinstance(step.action, LongPress):
                fresh = first[element.label, element.detail]
            elif _named(element, things.save) and fresh:
                made.add(name_of(history[: place + 1], things))
            elif _named(element, things.delete):
                held = selection(look, history[:place], things.row) if selecting(look) else []
                stray = all(first.get((row.label, row.detail), False) for row in held) if held else fresh and not selecting(look)
            elif _clears(look, element, things):
                ticked = _ticked(history[:place], things)
                stray = bool(ticked) and ticked <= made
    return stray


def still_made(history: Sequence[Step], things: Things, name: str, makes: Callable[[Step, Element], bool]) -> bool:
    """Whether a thing was made, and not deleted since: what was brought back by ``Undo`` is there again.

    Args:
        history: the steps so far.
        things: how its app makes and deletes them.
        name: that it has in their list.
        makes: whether a tap saved the form of a new thing as it was wanted.
    """
    there = lost = False
    opened = ""
    for place, step in enumerate(history):
        for _, element in tapped_in([step], things.app):
            clears = _clears(step.observation, element, things)
            if makes(step, element):
                there, lost = True, False
            elif _named(element, things.row):
                opened = element.label
            elif clears or _named(element, things.delete):
                lost = there and name in (_ticked(history[:place], things) if clears else (opened,))
                there = there and not lost
            elif says(element, "Undo"):
                there, lost = there or lost, False
    return there


def _named(element: Element, name: str) -> bool:
    return bool(name) and element.resource_id.endswith(f":id/{name}")


def _clears(look: Observation, element: Element, things: Things) -> bool:
    """Whether a tap on it deletes all that is ticked."""
    if things.sure:
        return on(look, things.sure) and element.resource_id == "android:id/button1"
    return _named(element, things.clear)


def name_of(history: Sequence[Step], things: Things) -> str:
    """What the thing whose form was saved by the last step is called in a list."""
    return next((text for name in things.fields if (text := _text(history, things, name))), "")


def _text(history: Sequence[Step], things: Things, name: str) -> str:
    """The first line that a field of the form held when it was last in sight, and typed into."""
    for step in reversed(history):
        field = find_id(step.observation, name, "field") if step.observation.package == PACKAGES[things.app] else None
        if field is not None:
            typed = isinstance(step.action, TypeText) and step.action.element == field.index
            return clean((step.action.text if typed and isinstance(step.action, TypeText) else field.text).strip().partition("\n")[0])
    return ""


def _ticked(history: Sequence[Step], things: Things) -> set[str]:
    """Names of all that was ticked when last seen, on the list that is up, or lies under a menu or dialog, or in the form."""
    boxes: dict[str, bool] = {}
    title = ""
    for place in range(len(history) - 1, -1, -1):
        look = history[place].observation
        if look.package != PACKAGES[things.app]:
            continue
        if things.tick and any(_named(element, things.save) for _, element in tapped_in(history[place : place + 1], things.app)):
            boxes.setdefault(name_of(history[: place + 1], things), stands(look, history[:place], check_line(things.tick, True)))
        if not find_where(look, lambda e: _named(e, things.row)):
            continue
        if look.title != (title or look.title):
            break
        title = look.title
        for box in look.elements:
            if box.kind in ("switch", "checkbox"):
                boxes.setdefault(box.label, box.checked is True)
    return {name for name, checked in boxes.items() if checked}
