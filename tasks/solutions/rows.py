"""Ways through lists whose rows are searched by a field and selected by a long press, such as those of Notes and Files."""

from collections.abc import Callable, Sequence

from devices.action import Action, DoubleTap, LongPress, Tap, TypeText
from devices.observation import Element, Observation
from devices.sim.language import read
from tasks.navigate import back, find_id, find_where, hold, seek, seen_whole, tap, visit
from tasks.trace import Step

Test = Callable[[Element], bool]
"""Whether a row is the one meant."""


def put(seen: Observation, history: Sequence[Step], name: str, text: str) -> Action | None:
    """Make the field of this resource name hold exactly this text; None when it does."""
    field = find_id(seen, name, "field")
    if field is None:
        return seek(seen, history)
    return None if field.text == text else TypeText(element=field.index, text=text)


def row_of(seen: Observation, name: str, test: Test) -> Element | None:
    """The first row of this resource name that passes the test."""
    return find_where(seen, lambda e: e.resource_id.endswith(f":id/{name}") and test(e))


def searched(seen: Observation, words: str) -> Action | None:
    """Type words into the page's search; None where it holds them, or there is no search in sight."""
    field = find_id(seen, "search_view", "field")
    return None if field is None or field.text == words else TypeText(element=field.index, text=words)


def nowhere(seen: Observation, history: Sequence[Step], words: str, name: str, test: Test) -> bool:
    """Whether a row was not there when the list was seen from end to end on this visit: all of it, or what was found by these words."""
    field = find_id(seen, "search_view", "field")
    if (field is not None and field.text not in ("", words)) or not seen_whole(seen, history):
        return False
    return not any(row_of(look, name, test) for look in visit(seen, history))


def selecting(seen: Observation) -> int:
    """How many rows the page says are selected; 0 where it is not about selecting."""
    values = read(seen.title, "{count} selected")
    return int(values["count"]) if values and values["count"].isdecimal() else 0


def selection(seen: Observation, history: Sequence[Step], *names: str) -> list[Element] | None:
    """The rows that are selected now, each as it was seen when it was; None where the steps do not tell.

    Args:
        seen, history: the screen, and the steps so far.
        names: resource names of the rows of this app.
    """
    count, held = selecting(seen), list[Element]()
    if not count:
        return held
    for step in history:
        look, action = step.observation, step.action
        if look.package != seen.package:
            continue
        choosing = selecting(look) > 0
        if not choosing and any(_named(e, names) for e in look.elements):
            held.clear()
        if step.outcome is None or step.outcome.status != "done" or not isinstance(action, Tap | LongPress | DoubleTap):
            continue
        element = look.elements[action.element]
        if _named(element, names) and (isinstance(action, LongPress) or (choosing and isinstance(action, Tap))):
            kept = [other for other in held if _identity(other) != _identity(element)]
            held = kept if len(kept) < len(held) else [*held, element]
    return held if len(held) == count else None


def _named(element: Element, names: Sequence[str]) -> bool:
    return element.resource_id.rpartition(":id/")[2] in names


def _identity(element: Element) -> tuple[str, str]:
    return element.label, element.detail


def select(
    seen: Observation, history: Sequence[Step], names: Sequence[str], wanted: Sequence[Test], search: Callable[[int], Action]
) -> Action | None:
    """Select exactly the rows meant; None when they are.

    Args:
        seen, history: the screen, a list, and the steps so far.
        names: resource names of the list's rows.
        wanted: for each row meant, a test that it alone passes.
        search: the next action towards a row that is not in sight, by its place in ``wanted``.
    """
    held = selection(seen, history, *names)
    if held is None:
        return back()
    wrong = next((element for element in held if not any(test(element) for test in wanted)), None)
    if wrong is not None:
        row = find_where(seen, lambda e: _named(e, names) and _identity(e) == _identity(wrong))
        return tap(row) if row else back()
    missing = [place for place, test in enumerate(wanted) if not any(test(element) for element in held)]
    row = next((row for place in missing for name in names if (row := row_of(seen, name, wanted[place]))), None)
    if row is not None:
        return tap(row) if held else hold(row)
    return search(missing[0]) if missing else None
