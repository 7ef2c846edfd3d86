"""Ways through Clock: to its tabs, through the dialog for a time of day, and what was done to which alarm."""

from collections.abc import Callable, Sequence

from devices.action import Action, Answer, Done, DoubleTap, TypeText
from devices.observation import Element, Observation
from devices.sim.language import DAY_NAMES, DAYS, LOCALES, read_clock, say, wordings
from devices.state import Value
from tasks.navigate import (
    PACKAGES,
    back,
    enter_time,
    entered_time,
    fill,
    find,
    find_where,
    gathered,
    holds_number,
    in_dialog,
    on,
    press,
    says,
    screen_behind,
    seek,
    seen_whole,
    stray_switch,
    tap,
    tap_or_seek,
    tapped_in,
    to_app,
)
from tasks.params import several
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
        # A new alarm is on. It need not be seen for that, unless it was touched since.
        return seek(seen, history) if any(shows(time)(e) for _, e in tapped_in(history, "Clock")) else Done()
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


def pause_timer(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Pause the timer that runs."""
    if action := on_tab(seen, history, "Timer"):
        return action
    if find(seen, "Resume", "button"):
        return Done()
    return tap_or_seek(seen, history, "Pause", "button")


# The editor of an alarm


def _behind(history: Sequence[Step]) -> int | None:
    """The place in the history of the screen that a dialog was opened on."""
    for place in range(len(history) - 1, -1, -1):
        look = history[place].observation
        if look.package == PACKAGES["Clock"] and look.title and not in_dialog(look):
            return place
    return None


def edited_behind(history: Sequence[Step]) -> Time | None:
    """The time of the alarm whose editor a dialog was opened on; None where it was opened elsewhere."""
    place = _behind(history)
    return None if place is None else edited(history[place].observation, history[:place])


def edited_label(seen: Observation, history: Sequence[Step]) -> str | None:
    """The label of the alarm that is edited, as shown or as last shown; None elsewhere."""
    for screen in (seen, *(step.observation for step in reversed(history))):
        if not on(screen, EDITOR):
            return None
        if row := find(screen, "Label", "row"):
            return row.detail
    return None


def labelled(label: str) -> Callable[[Element], bool]:
    """Whether a row of the list is an alarm with this label, which stands after its days."""
    return lambda e: read_clock(e.label) is not None and (e.detail == label or e.detail.endswith(f", {label}"))


def change_time(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Move the alarm at one time to another."""
    now, new = _moved(history, clock(params["old"])), clock(params["time"])
    if to_app(seen, "Clock") is None and in_time_dialog(seen):
        return enter_time(seen, history, *new) if edited_behind(history) == now != new else cancel(seen)
    if now == new:
        if on(seen, EDITOR) and edited(seen, history) == new:
            stray = stray_switch(seen, history)
            return tap(stray) if stray else Done()
        return on_tab(seen, history, "Alarm") or Done()
    return open_alarm(seen, history, now) or tap_or_seek(seen, history, "Time", "row")


def _moved(history: Sequence[Step], old: Time) -> Time:
    """The time at which an alarm stands by now, after all changes of it."""
    now = old
    for place, step in enumerate(history):
        for _, element in tapped_in([step], "Clock"):
            entered = entered_time(step.observation) if says(element, "OK") else None
            if entered is not None and edited_behind(history[:place]) == now:
                now = entered
    return now


def name_alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Give the alarm at this time a label."""
    time, label = clock(params["time"]), str(params["label"])
    if to_app(seen, "Clock") is None and find(seen, "Label", "field"):
        if edited_behind(history) != time:
            return cancel(seen)
        return fill(seen, history, "Label", label) or tap_or_seek(seen, history, "OK", "button")
    if action := open_alarm(seen, history, time):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    row = find(seen, "Label", "row")
    if row is None:
        return seek(seen, history)
    return Done() if row.detail == label else tap(row)


def repeat_on(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Let the alarm at this time repeat on these days and no others."""
    wanted = several(params["days"])
    if action := open_alarm(seen, history, clock(params["time"])):
        return action
    if stray := stray_switch(seen, history, *DAY_NAMES):
        return tap(stray)
    boxes = [(day, find(seen, name, "checkbox")) for day, name in zip(DAYS, DAY_NAMES, strict=True)]
    for day, box in boxes:
        if box is not None and box.checked is not (day in wanted):
            return tap(box)
    known = {e.label for e in gathered(seen, history)}
    return Done() if all(known & wordings(name) for name in DAY_NAMES) else seek(seen, history)


def delete_labelled(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Delete the alarm with this label."""
    label = str(params["label"])
    if to_app(seen, "Clock") is None and on(seen, EDITOR) and edited_label(seen, history) == label:
        return tap_or_seek(seen, history, "Delete", "button")
    if action := on_tab(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    if row := find_where(seen, labelled(label), "row"):
        return tap(row)
    gone = any(
        says(element, "Delete") and edited_label(step.observation, history[:place]) == label
        for place in range(len(history))
        for step, element in tapped_in(history[place : place + 1], "Clock")
    )
    return Done() if gone else seek(seen, history)


# All alarms


def all_off(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Turn every alarm off, from one end of the list to the other."""
    if action := on_tab(seen, history, "Alarm"):
        return action
    if switch := find_where(seen, _rings, "switch"):
        return tap(switch)
    # One that was in sight and on may be out of sight by now: somebody turned the phone.
    known = seen_whole(seen, history) and not any(map(_rings, gathered(seen, history)))
    return Done() if known else seek(seen, history)


def _rings(element: Element) -> bool:
    """Whether it is the switch of an alarm, and on."""
    return bool(element.checked) and read_clock(element.label) is not None


def when_labelled(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with the time of the alarm with this label."""
    if history and isinstance(history[-1].action, Answer):
        return Done()
    if action := on_tab(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    row = find_where(seen, labelled(str(params["label"])), "row")
    time = read_clock(row.label) if row else None
    return Answer(text=f"{time[0]:02}:{time[1]:02}") if time else seek(seen, history)


def count_on(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Answer with how many alarms are on."""
    if history and isinstance(history[-1].action, Answer):
        return Done()
    if action := on_tab(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    if not seen_whole(seen, history):
        return seek(seen, history)
    return Answer(text=str(sum(e.checked is True and read_clock(e.label) is not None for e in gathered(seen, history))))


def look_in_vain(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Look for an alarm that is not there, and say that it cannot be done."""
    if action := on_tab(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    return Done(status="infeasible") if seen_whole(seen, history) else seek(seen, history)


# Stopwatch, cities, settings


def time_laps(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Start the stopwatch, take this many laps, and pause it."""
    wanted = int(params["laps"])
    if action := on_tab(seen, history, "Stopwatch"):
        return action
    taken = 0
    for step, element in tapped_in(history, "Clock"):
        if says(element, "Lap"):
            taken += 2 if isinstance(step.action, DoubleTap) else 1
        elif says(element, "Reset"):
            taken = 0
    if find(seen, "Start", "button"):
        return tap_or_seek(seen, history, "Start", "button")
    if find(seen, "Reset", "button"):
        return Done() if taken == wanted else press(seen, "Reset" if taken > wanted else "Resume") or back()
    return tap_or_seek(seen, history, "Lap" if taken < wanted else "Pause", "button")


def add_city(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Add a city to the world clock. In the list of cities to add, one that is there already cannot be chosen."""
    city = str(params["city"])
    if to_app(seen, "Clock") is None and on(seen, "Add city"):
        if row := find(seen, city, "row"):
            return tap(row) if row.enabled else Done()
        field = find(seen, "Search cities", "field")
        if field is None:
            return seek(seen, history)
        name = next(say(city, locale) for locale in LOCALES if say("Search cities", locale) == field.label)
        return seek(seen, history) if field.text == name else TypeText(element=field.index, text=name)
    if action := on_tab(seen, history, "World clock"):
        return action
    added = [says(e, city) for step, e in tapped_in(history, "Clock") if on(step.observation, "Add city") or says(e, "Remove city")]
    return Done() if find(seen, city, "row") or added[-1:] == [True] else tap_or_seek(seen, history, "Add city", "button")


def set_snooze(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Set how long an alarm snoozes."""
    choice = str(params["snooze"])
    if action := to_app(seen, "Clock"):
        return action
    if on(seen, "Snooze length"):
        return tap_or_seek(seen, history, choice, "radio")
    if find(seen, "Cancel", "button"):
        return cancel(seen)
    if on(seen, "Clock settings"):
        row = find(seen, "Snooze length", "row")
        if row is None:
            return seek(seen, history)
        return Done() if row.detail in wordings(choice) else tap(row)
    if entry := find(seen, "Settings", "row", "button"):
        return tap(entry)
    more = find(seen, "More options", "button")
    return tap(more) if more else back()
