"""Ways through Calculator: key by key, by what the display shows."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done, LongPress, Tap
from devices.observation import Observation
from devices.sim.apps.calculator import KEYS
from devices.sim.screens.arithmetic import press as pressed
from tasks.navigate import back, find_id, in_app, in_dialog, leave, on, press, seek, tap, tapped_in
from tasks.task import Params
from tasks.trace import Step

_NAMES = {label: name for line in KEYS for label, name in line}
_LABELS = {name: label for label, name in _NAMES.items()}
_TYPED = frozenset("0123456789.()%+−×÷")


def shown(seen: Observation) -> str | None:
    """The expression on the display; None where it is out of sight."""
    formula = find_id(seen, "formula", "text")
    return None if formula is None else "" if formula.label == "0" else formula.label


def _display(seen: Observation, history: Sequence[Step]) -> str | None:
    """The display, or where it is scrolled away what was on it with the keys that were pressed since; None where that is unknown."""
    keys: list[str] = []
    look = seen
    for step in (*reversed(history), None):
        text = shown(look) if on(look, "Calculator") else None
        if text is not None:
            for key in reversed(keys):
                text = "" if key == "C" else pressed(text, key)
            return text
        if step is None or not on(step.observation, "Calculator"):
            return None
        look = step.observation
        if isinstance(step.action, Tap | LongPress):
            key = _LABELS.get(look.elements[step.action.element].resource_id.rpartition(":id/")[2], "")
            if key not in _TYPED and key != "C":
                return None
            keys.append(key)
    return None


def _to_keys(seen: Observation, history: Sequence[Step]) -> Action | None:
    """The next action towards the keys from anywhere; None when they are up."""
    if action := in_app(seen, history, "Calculator"):
        return action
    if in_dialog(seen):
        return press(seen, "Cancel") or back()
    return None if on(seen, "Calculator") else leave(seen)


def _key(seen: Observation, history: Sequence[Step], label: str) -> Action:
    key = find_id(seen, _NAMES[label], "button")
    return tap(key) if key else seek(seen, history)


def _enter(seen: Observation, history: Sequence[Step], expression: str) -> Action | None:
    """Bring an expression onto the display; None when it is there. Whatever else is there is cleared first."""
    now = _display(seen, history)
    if now is None:
        return seek(seen, history)
    if now == expression:
        return None
    return _key(seen, history, expression[len(now)] if expression.startswith(now) else "C")


def compute(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Work out ``expression`` and answer with its value ``result``, as the display shows it."""
    result = str(params["result"])
    said = [step.action.text for step in history if isinstance(step.action, Answer)]
    if said and said[-1] == result:
        return Done()
    if action := _to_keys(seen, history):
        return action
    if shown(seen) == result and _is_worked_out(history):
        return Answer(text=result)
    if _equals_pressed(seen, history):
        return seek(seen, history)  # the result is out of sight
    return _enter(seen, history, str(params["expression"])) or _key(seen, history, "=")


def _is_worked_out(history: Sequence[Step]) -> bool:
    """Whether what the display shows was worked out: an expression may begin with what it comes to."""
    last = next(
        (e for step in reversed(history) for _, e in tapped_in([step], "Calculator") if e.resource_id.rpartition(":id/")[2] in _LABELS),
        None,
    )
    return last is not None and last.resource_id.endswith(":id/eq")


def _equals_pressed(seen: Observation, history: Sequence[Step]) -> bool:
    """Whether the display is out of sight since the = key was pressed."""
    if shown(seen) is not None:
        return False
    for step in reversed(history):
        if isinstance(step.action, Tap | LongPress) and step.observation.elements[step.action.element].resource_id.endswith(":id/eq"):
            return True
        if shown(step.observation) is not None:
            return False
    return False


def remember(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Work out ``expression`` and leave its value ``result`` in the memory and nothing else."""
    if action := _to_keys(seen, history):
        return action
    memory = _memory(seen, history)
    if memory is None:
        return seek(seen, history)
    if memory == params["result"]:
        return Done()
    if memory != "0":
        return _key(seen, history, "MC")
    return _enter(seen, history, str(params["expression"])) or _key(seen, history, "M+")


def _memory(seen: Observation, history: Sequence[Step]) -> str | None:
    """What is in the memory: as the page says, or said when it was last seen from its top, if no key for it was pressed since."""
    look = seen
    for step in (*reversed(history), None):
        if on(look, "Calculator"):
            line = find_id(look, "memory", "text")
            if line is not None:
                return line.label.removeprefix("M = ")
            if not look.more_above:
                return "0"
        if step is None:
            return None
        look = step.observation
        if isinstance(step.action, Tap | LongPress) and ":id/mem_" in look.elements[step.action.element].resource_id:
            return "0" if look.elements[step.action.element].resource_id.endswith("mem_clear") else None
    return None


def clear_history(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Clear the list of what was calculated."""
    if action := in_app(seen, history, "Calculator"):
        return action
    if in_dialog(seen):
        return (press(seen, "Clear") if on(seen, "Clear history?") else None) or press(seen, "Cancel") or back()
    if on(seen, "Calculator"):
        button = find_id(seen, "menu_history")
        return tap(button) if button else seek(seen, history)
    if not on(seen, "History"):
        return leave(seen)
    if find_id(seen, "empty"):
        return Done()
    clear = find_id(seen, "menu_clear")
    return tap(clear) if clear else seek(seen, history)
