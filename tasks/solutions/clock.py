"""Ways through Clock: to its tabs, through the dialog for a time of day, and what was done to which alarm."""

from collections.abc import Callable, Sequence

from devices.action import Action, Done
from devices.observation import Element, Observation
from devices.sim.language import read_clock
from devices.state import Value
from tasks.navigate import (
    PACKAGES,
    back,
    enter_time,
    entered_time,
    fill,
    find,
    find_where,
    holds_number,
    in_dialog,
    on,
    press,
    says,
    screen_behind,
    seek,
    stray_switch,
    tap,
    tap_or_seek,
    tapped_in,
    to_app,
)
from tasks.task import Params
from tasks.trace import Step

Time = tuple[int, int]
"""Hour and minute."""
EDITOR = "Edit alarm"


def clock(value: Value) -> Time:
    """(hour, minute) of ``HH:MM``."""
    hour, _, minute = str(value).partition(":")
    return int(hour), int(minute)


def shows(time: Time) -> Callable[[Element], bool]:
    """Whether an element's label is this time, as any phone writes it."""
    return lambda element: read_clock(element.label) == time


def in_time_dialog(seen: Observation) -> bool:
    if find(seen, "Hour", "field"):
        return True
    return find(seen, "Minute", "field") is not None and find(seen, "OK", "button") is not None


def cancel(seen: Observation) -> Action:
    return press(seen, "Cancel") or back()


def on_tab(seen: Observation, history: Sequence[Step], tab: str) -> Action | None:
    """The next action towards a tab of Clock from anywhere but its own dialogs; None when it is up."""
    if action := to_app(seen, "Clock"):
        return action
    if find(seen, "Cancel", "button"):
        return cancel(seen)
    if on(seen, tab):
        return None
    if on(seen, EDITOR) and (stray := stray_switch(seen, history)):
        return tap(stray)
    # The tab that is chosen takes no taps, and is no tab to the eye of an agent: the other ones are.
    button = find(seen, tab, "tab")
    return tap(button) if button else back()


# Alarms


def labels(seen: Observation, time: Time) -> tuple[str, ...]:
    """The labels in sight that are this time."""
    return tuple(e.label for e in seen.elements if read_clock(e.label) == time)


def edited(seen: Observation, history: Sequence[Step]) -> Time | None:
    """The time of the alarm that is edited: as shown, or as last shown before it was scrolled out of sight. None elsewhere."""
    for screen in (seen, *(step.observation for step in reversed(history))):
        if not on(screen, EDITOR):
            return None
        if row := find(screen, "Time", "row"):
            return read_clock(row.detail)
    return None


def changes_alarm(history: Sequence[Step]) -> bool:
    """Whether the dialog for a time that is up was opened from an alarm's editor, and not to make a new one."""
    screen = screen_behind(history, "Clock", lambda seen: bool(seen.title) and not in_dialog(seen))
    return screen is not None and on(screen, EDITOR)


def confirmed(history: Sequence[Step], time: Time) -> bool:
    """Whether a dialog that showed this time was confirmed, and no alarm at this time was deleted again."""
    times = sum(says(e, "OK") and entered_time(step.observation) == time for step, e in tapped_in(history, "Clock"))
    return times > deletions(history, time)


def deletions(history: Sequence[Step], time: Time) -> int:
    """How often an alarm at this time was deleted, less those that were undone."""
    count, last = 0, None
    for place, step in enumerate(history):
        for _, element in tapped_in([step], "Clock"):
            if says(element, "Delete") and on(step.observation, EDITOR):
                last = edited(step.observation, history[:place])
                count += last == time
            elif says(element, "Undo") and step.observation.package == PACKAGES["Clock"]:
                count -= last == time
    return count


def set_alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Create an alarm at the time asked for, and see that it is on."""
    time = clock(params["time"])
    if to_app(seen, "Clock") is None and in_time_dialog(seen):
        # The same dialog changes the time of an alarm that is there already: that is not what was asked for.
        return cancel(seen) if changes_alarm(history) or confirmed(history, time) else enter_time(seen, history, *time)
    if action := on_tab(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history, *labels(seen, time)):
        return tap(stray)
    switch = find_where(seen, shows(time), "switch")
    if switch:
        return Done() if switch.checked else tap(switch)
    if confirmed(history, time):
        return seek(seen, history)
    return tap_or_seek(seen, history, "Add alarm", "button")


def switch_alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turn the alarm at this time on or off."""
    time = clock(params["time"])
    if action := on_tab(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history, *labels(seen, time)):
        return tap(stray)
    switch = find_where(seen, shows(time), "switch")
    if switch is None:
        return seek(seen, history)
    return Done() if switch.checked is params["on"] else tap(switch)


def delete_alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete the alarm at this time."""
    time = clock(params["time"])
    if to_app(seen, "Clock") is None and on(seen, EDITOR) and edited(seen, history) == time:
        return tap_or_seek(seen, history, "Delete", "button")
    if action := on_tab(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    if row := find_where(seen, shows(time), "row"):
        return tap(row)
    return Done() if deletions(history, time) else seek(seen, history)


def open_alarm(seen: Observation, history: Sequence[Step], time: Time) -> Action | None:
    """The next action towards the editor of the alarm at this time; None when it is up."""
    if to_app(seen, "Clock") is None and on(seen, EDITOR) and edited(seen, history) == time:
        return None
    if action := on_tab(seen, history, "Alarm"):
        return action
    row = find_where(seen, shows(time), "row")
    return tap(row) if row else seek(seen, history)


# The timer


def start_timer(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Start a timer of this many minutes."""
    wanted = (("Hours", 0), ("Minutes", int(params["minutes"])), ("Seconds", 0))
    if action := on_tab(seen, history, "Timer"):
        return action
    if find(seen, "Pause", "button") or find(seen, "Resume", "button"):
        named = find(seen, "Label", "row")
        if not started(history, wanted) or (named and named.detail):
            return tap_or_seek(seen, history, "Delete", "button")
        return press(seen, "Resume") or Done()
    for label, number in wanted:
        field = find(seen, label, "field")
        if field is None:
            return seek(seen, history)
        if not _holds(field, number):
            return fill(seen, history, label, str(number)) or back()
    return tap_or_seek(seen, history, "Start", "button")


def _holds(field: Element, number: int) -> bool:
    """Whether a field reads as this number; an empty one reads as 0."""
    return holds_number(field, number) or (not field.text and number == 0)


def started(history: Sequence[Step], wanted: Sequence[tuple[str, int]]) -> bool:
    """Whether the timer that runs was started with these numbers."""
    right = False
    for step, element in tapped_in(history, "Clock"):
        if says(element, "Add 1 minute"):
            right = False
        elif says(element, "Start") and on(step.observation, "Timer"):
            fields = [find(step.observation, label, "field") for label, _ in wanted]
            right = all(field is not None and _holds(field, number) for field, (_, number) in zip(fields, wanted, strict=True))
    return right
