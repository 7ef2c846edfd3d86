"""How the forms of Calendar, To-do and Shopping are filled in: line by line, by the resource names of their fields and rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain, islice
from typing import NamedTuple

from devices.action import Action, DoubleTap, LongPress, Tap, TypeText
from devices.observation import Element, Observation
from devices.sim.language import short_date, wordings
from devices.sim.typed import typed_date, typed_time
from tasks.navigate import back, find_id, in_dialog, leave, on, press, says, seek, tap, tap_or_seek, tapped_in, to_app
from tasks.trace import Step


class Line(NamedTuple):
    """One line of a form.

    Attributes:
        name: its resource name.
        holds: whether it stands as it shall; None where what is in sight of it does not tell.
        act: what changes it.
        must: whether the form may only be saved once it was seen; else it matters where it is in sight.
    """

    name: str
    holds: Callable[[Element], bool | None]
    act: Callable[[Element], Action]
    must: bool = True


def text_line(name: str, text: str, must: bool = True, same: Callable[[str], bool] | None = None) -> Line:
    """A field that shall hold a text, or one that is the ``same``."""
    return Line(name, lambda e: e.text == text or (same is not None and same(e.text)), lambda e: TypeText(element=e.index, text=text), must)


def date_line(name: str, day: str, must: bool = True) -> Line:
    """A field that shall hold a date (``2026-03-05``), in whatever form."""
    wanted = date.fromisoformat(day)
    return text_line(name, short_date(wanted), must, lambda text: typed_date(text) == wanted)


def time_line(name: str, time: str, must: bool = True) -> Line:
    """A field that shall hold a time of day (``HH:MM``), in whatever form."""
    return text_line(name, spoken(time), must, lambda text: typed_time(text) == time)


def choice_line(name: str, label: str, must: bool = True) -> Line:
    """A row that opens a dialog and shall show this choice; the list may cut off its name or what it shows."""

    def holds(element: Element) -> bool | None:
        if element.detail:
            return element.detail in wordings(label)
        return True if element.label in wordings(label) else None

    return Line(name, holds, tap, must)


def check_line(name: str, on_: bool, must: bool = True) -> Line:
    """A row that shall be ticked or not."""
    return Line(name, lambda e: e.checked is on_, tap, must)


def spoken(time: object) -> str:
    """``07:30`` → ``7:30 AM``."""
    hour, _, minute = str(time).partition(":")
    return f"{(int(hour) - 1) % 12 + 1}:{minute} {'AM' if int(hour) < 12 else 'PM'}"


def save_form(seen: Observation, history: Sequence[Step], lines: Sequence[Line], name: str = "save") -> Action:
    """Fill in the form in front, looking for lines that are out of sight, and save it.

    A form in which something else was changed on the way is left: what that line held before is not known.

    Args:
        seen, history: the screen, and the steps so far.
        lines: of the form, as they shall be.
        name: resource name of the button that saves it.
    """
    if is_spoilt(seen, history, lines):
        return leave(seen)
    missing = False
    for line in lines:
        element = find_id(seen, line.name)
        if element is not None and line.holds(element) is False:
            return line.act(element)
        missing = missing or ((line.must or _touched(seen, history, line)) and not stands(seen, history, line))
    button = find_id(seen, name, "button")
    return tap(button) if button and not missing else seek(seen, history)


def is_spoilt(seen: Observation, history: Sequence[Step], lines: Sequence[Line]) -> bool:
    """Whether a line that is none of these was changed since the form came up, or the form holds what another app shared."""
    return _is_shared(seen, history) or not _changed_lines(seen, history) <= {line.name for line in lines}


def _is_shared(seen: Observation, history: Sequence[Step]) -> bool:
    """Whether the form in front came up from the share sheet."""
    looks = [step for step in _session(seen, history) if (step.observation.title, step.observation.package) == (seen.title, seen.package)]
    first = looks[-1].index if looks else len(history)
    return first > 0 and on(history[first - 1].observation, "Share")


def was_taken(seen: Observation, history: Sequence[Step], save: Step) -> bool:
    """Whether a form that was saved was closed by that: one with a mistake in it stays."""
    looks = chain((step.observation for step in islice(history, save.index + 1, None)), (seen,))
    after = next((look for look in looks if look.package == save.observation.package), None)
    return after is None or after.title != save.observation.title


def _touched(seen: Observation, history: Sequence[Step], line: Line) -> bool:
    """Whether a line was changed since the form came up."""
    return line.name in _changed_lines(seen, history)


def _changed_lines(seen: Observation, history: Sequence[Step]) -> set[str]:
    """Names of the lines that were typed into, or tapped where that changes them, since the form came up."""
    names: set[str] = set()
    for step in _session(seen, history):
        if not isinstance(step.action, TypeText | Tap | LongPress | DoubleTap) or step.observation.title != seen.title:
            continue
        if step.outcome is None or step.outcome.status != "done" or step.action.element >= len(step.observation.elements):
            continue
        element = step.observation.elements[step.action.element]
        name = element.resource_id.rpartition(":id/")[2]
        if name and name not in _LEAVING and element.kind != "text" and (element.kind != "field" or isinstance(step.action, TypeText)):
            names.add(name)
    return names


_LEAVING = ("save", "delete", "remove", "editor_menu_save_button")


def _session(seen: Observation, history: Sequence[Step]) -> Iterator[Step]:
    """The steps since the form in front came up, latest first: on it, and in its dialogs."""
    for step in reversed(history):
        look = step.observation
        if look.package == seen.package and look.title != seen.title and not in_dialog(look):
            return
        yield step


def stands(seen: Observation, history: Sequence[Step], line: Line) -> bool:
    """Whether a line of the form in front is as it shall be; one that is out of sight, as it was left since the form came up."""
    element = find_id(seen, line.name)
    holds = line.holds(element) if element is not None else None
    for step in _session(seen, history) if holds is None else ():
        look = step.observation
        if look.title != seen.title or look.package != seen.package:
            continue
        element = find_id(look, line.name)
        if element is not None:
            if isinstance(step.action, TypeText) and step.action.element == element.index:
                element = replace(element, text=step.action.text)
            elif isinstance(step.action, Tap | LongPress) and step.action.element == element.index:
                return False
            holds = line.holds(element)
            if holds is not None:
                break
    return holds is True


def choose(seen: Observation, history: Sequence[Step], title: str, label: str) -> Action | None:
    """In the dialog of this title choose a label; None where it is not up."""
    return tap_or_seek(seen, history, label, "radio") if in_dialog(seen) and on(seen, title) else None


def past_overlays(seen: Observation, app: str) -> Action | None:
    """Bring an app to the front and close its dialogs and menus without doing what they offer; None when one of its pages is up."""
    if action := to_app(seen, app):
        return action
    if in_dialog(seen):
        return press(seen, "Discard", "Cancel") or back()
    return back() if is_menu(seen) else None


def is_menu(seen: Observation) -> bool:
    """Whether one of these apps' menus is up: every other surface has a title."""
    return not seen.title


def taken_away(history: Sequence[Step], app: str, did: Callable[[Step, Element], bool]) -> int:
    """How many deletions stand: ``Undo`` brings back what was deleted last, whether that was meant or not.

    Args:
        history: the steps so far.
        app: its label in English.
        did: whether a tap deleted what is meant.
    """
    stand, meant = 0, False
    for step, element in tapped_in(history, app):
        if did(step, element):
            stand, meant = stand + 1, True
        elif says(element, "Undo"):
            stand, meant = stand - meant, False
        elif element.resource_id.endswith((":id/delete", ":id/remove")):
            meant = False
    return stand
