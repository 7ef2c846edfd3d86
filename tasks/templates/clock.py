"""Tasks in Clock: alarms and the timer."""

from collections.abc import Callable, Sequence

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Element, Observation
from devices.state import Facts, State, Value
from tasks.answers import read_time
from tasks.conditions import all_of, created, deleted, edited, fact, the
from tasks.mistakes import in_turn, usual
from tasks.navigate import back, fill, find, find_where, screen_before, seek, stray_switch, tap, tap_or_seek, tapped, to_app
from tasks.oracle import Oracle
from tasks.params import Choice, Integer, TimeOfDay, TimesOfDay
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_EDITOR = "Edit alarm"
_PLAIN: Facts = {"enabled": True, "label": "", "days": "", "vibrate": True}
"""A new alarm that nothing else was asked of."""


def _clock(value: Value) -> tuple[int, int]:
    """(hour, minute) of ``HH:MM``."""
    hour, _, minute = str(value).partition(":")
    return int(hour), int(minute)


def _spoken(value: Value) -> str:
    """``07:30`` → ``7:30 AM``."""
    hour, minute = _clock(value)
    return f"{(hour - 1) % 12 + 1}:{minute:02} {'AM' if hour < 12 else 'PM'}"


def _shows(time: tuple[int, int]) -> Callable[[Element], bool]:
    """Whether an element's label is this time, in either format."""
    return lambda element: read_time(element.label) == time


def _in_time_dialog(seen: Observation) -> bool:
    return find(seen, "Hour", "field") is not None or (find(seen, "Minute", "field") is not None and find(seen, "OK", "button") is not None)


def _in_dialog(seen: Observation) -> bool:
    return find(seen, "Cancel", "button") is not None


def _cancel(seen: Observation) -> Action:
    button = find(seen, "Cancel", "button")
    return tap(button) if button else back()


def _on_list(seen: Observation, history: Sequence[Step], tab: str) -> Action | None:
    """The next action towards a tab of Clock from anywhere but its own dialogs; None when it is up."""
    if action := to_app(seen, "Clock"):
        return action
    if _in_dialog(seen):
        return _cancel(seen)
    if seen.title == tab:
        return None
    if seen.title == _EDITOR and (stray := stray_switch(seen, history)):
        return tap(stray)
    # The tab that is chosen takes no taps, and is no tab to the eye of an agent: the other one is.
    button = find(seen, tab, "tab")
    return tap(button) if button else back()


def _enter_time(seen: Observation, history: Sequence[Step], time: tuple[int, int]) -> Action:
    """Fill in the dialog for a time of day, in 12 or 24 hours, and confirm it."""
    hour, minute = time
    halves = [e for e in seen.elements if e.kind == "radio" and e.label in ("AM", "PM")]
    wanted = hour if not halves else (hour - 1) % 12 + 1
    for label, number in (("Hour", wanted), ("Minute", minute)):
        field = find(seen, label, "field")
        # A field that holds the number in any writing (7, 07) is right as it stands.
        if field is None or not (field.text.isascii() and field.text.isdigit() and int(field.text) == number):
            return fill(seen, history, label, str(number) if label == "Hour" else f"{number:02}") or back()
    for half in halves:
        if half.label == ("AM" if hour < 12 else "PM") and not half.checked:
            return tap(half)
    return tap_or_seek(seen, history, "OK", "button")


def _confirmed(history: Sequence[Step], time: tuple[int, int]) -> bool:
    """Whether a dialog that showed this time was confirmed, and no alarm at this time was deleted again."""
    confirmed = sum(e.label == "OK" and read_dialog(step.observation) == time for step, e in tapped(history))
    return confirmed > _deletions(history, time)


def read_dialog(seen: Observation) -> tuple[int, int] | None:
    """(hour, minute) that the dialog for a time of day shows; None where it shows none."""
    hour, minute = find(seen, "Hour", "field"), find(seen, "Minute", "field")
    half = find_where(seen, lambda e: e.label in ("AM", "PM") and e.checked is True, "radio")
    if hour is None or minute is None:
        return None
    return read_time(f"{hour.text}:{minute.text:0>2}" + (f" {half.label}" if half else ""))


def _alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    time = _clock(params["time"])
    if to_app(seen, "Clock") is None and _in_time_dialog(seen):
        # The same dialog changes the time of an alarm that is there already: that is not what was asked for.
        editing = screen_before(history, "Clock", lambda title: title in ("Alarm", "Clock", _EDITOR)) == _EDITOR
        return _cancel(seen) if editing else _enter_time(seen, history, time)
    if action := _on_list(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history, *_labels(seen, time)):
        return tap(stray)
    switch = find_where(seen, _shows(time), "switch")
    if switch:
        return Done() if switch.checked else tap(switch)
    if _confirmed(history, time):
        return seek(seen, history)
    return tap_or_seek(seen, history, "Add alarm", "button")


def _labels(seen: Observation, time: tuple[int, int]) -> tuple[str, ...]:
    """The labels in sight that are this time."""
    return tuple(e.label for e in seen.elements if read_time(e.label) == time)


def _switch_alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    time = _clock(params["time"])
    if action := _on_list(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history, *_labels(seen, time)):
        return tap(stray)
    switch = find_where(seen, _shows(time), "switch")
    if switch is None:
        return seek(seen, history)
    return Done() if switch.checked is params["on"] else tap(switch)


def _edited(seen: Observation, history: Sequence[Step]) -> tuple[int, int] | None:
    """The time of the alarm that is edited: as shown, or as last shown before it was scrolled out of sight. None elsewhere."""
    for screen in (seen, *(step.observation for step in reversed(history))):
        if screen.title != _EDITOR:
            return None
        if row := find(screen, "Time", "row"):
            return read_time(row.detail)
    return None


def _delete_alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    time = _clock(params["time"])
    if to_app(seen, "Clock") is None and seen.title == _EDITOR and _edited(seen, history) == time:
        return tap_or_seek(seen, history, "Delete", "button")
    if action := _on_list(seen, history, "Alarm"):
        return action
    if stray := stray_switch(seen, history):
        return tap(stray)
    if row := find_where(seen, _shows(time), "row"):
        return tap(row)
    return Done() if _deletions(history, time) else seek(seen, history)


def _deletions(history: Sequence[Step], time: tuple[int, int]) -> int:
    """How often an alarm at this time was deleted."""
    return sum(
        element.label == "Delete" and _edited(step.observation, history[:place]) == time
        for place in range(len(history))
        for step, element in tapped(history[place : place + 1])
    )


def _timer(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    wanted = (("Hours", 0), ("Minutes", int(params["minutes"])), ("Seconds", 0))
    if action := _on_list(seen, history, "Timer"):
        return action
    if find(seen, "Pause", "button") or find(seen, "Resume", "button"):
        if not _started(history, wanted):
            return tap_or_seek(seen, history, "Delete", "button")
        resume = find(seen, "Resume", "button")
        return tap(resume) if resume else Done()
    for label, number in wanted:
        field = find(seen, label, "field")
        if field is None:
            return seek(seen, history)
        if not _holds(field, number):
            return fill(seen, history, label, str(number)) or back()
    return tap_or_seek(seen, history, "Start", "button")


def _holds(field: Element, number: int) -> bool:
    """Whether a field reads as this number; an empty one reads as 0."""
    return (field.text.isascii() and field.text.isdigit() and int(field.text) == number) or (not field.text and number == 0)


def _started(history: Sequence[Step], wanted: Sequence[tuple[str, int]]) -> bool:
    """Whether the timer that runs was started with these numbers."""
    right = False
    for step, element in tapped(history):
        if element.label == "Start":
            fields = [find(step.observation, label, "field") for label, _ in wanted]
            right = all(field is not None and _holds(field, number) for field, (_, number) in zip(fields, wanted, strict=True))
    return right


def _other(change: Callable[[int, int], tuple[int, int]], solver: Solver) -> Solver:
    """Plays the solution for another time than the one asked for."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        hour, minute = change(*_clock(params["time"]))
        return solver(seen, params | {"time": f"{hour:02}:{minute:02}"}, history)

    return solve


def _types_hour(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Types the hour somewhere, and leaves it at that."""
    hour = find(seen, "Hour", "field")
    wanted = str((_clock(params["time"])[0] - 1) % 12 + 1)
    if any(step.action is not None and step.action.tool == "type_text" for step in history):
        return Done()
    if hour:
        return fill(seen, history, "Hour", wanted) or Done()
    return _alarm(seen, params, history)


def _never_saves(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if any(e.label == "Cancel" for _, e in tapped(history)):
        return Done()
    action = _alarm(seen, params, history)
    button = find(seen, "OK", "button")
    return _cancel(seen) if button and action == tap(button) else action


def _undo_switch_alarm(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return _switch_alarm(seen, params | {"on": not params.get("on", True)}, history)


def _silences(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens the alarm and switches its vibration off."""
    time = _clock(params["time"])
    if any(e.kind == "switch" and e.label == "Vibrate" for _, e in tapped(history)):
        return Done()
    if to_app(seen, "Clock") is None and seen.title == _EDITOR and _edited(seen, history) == time:
        return tap_or_seek(seen, history, "Vibrate", "switch")
    if action := _on_list(seen, history, "Alarm"):
        return action
    row = find_where(seen, _shows(time), "row", "switch")
    return tap(row) if row else seek(seen, history)


def _first_other(solver: Solver) -> Solver:
    """Plays the solution on another alarm that is there."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | {"time": _others(params)[0]}, history)

    return solve


def _leaves_editor(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens the alarm and goes back without deleting it."""
    if history and seen.title != _EDITOR and any(step.observation.title == _EDITOR for step in history):
        return Done()
    return back() if seen.title == _EDITOR else _delete_alarm(seen, params, history)


def _switches_off(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Flips the alarm's switch instead of deleting it."""
    time = _clock(params["time"])
    if any(e.kind == "switch" and read_time(e.label) == time for _, e in tapped(history)):
        return Done()
    if action := _on_list(seen, history, "Alarm"):
        return action
    switch = find_where(seen, _shows(time), "switch")
    return tap(switch) if switch else seek(seen, history)


def _timer_of(minutes: Callable[[int], int]) -> Solver:
    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return _timer(seen, {"minutes": minutes(int(params["minutes"]))}, history)

    return solve


def _never_starts(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = _timer(seen, params, history)
    start = find(seen, "Start", "button")
    return Done() if start and action == tap(start) else action


def _stops_timer(button: str) -> Solver:
    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(e.label == button for _, e in tapped(history)):
            return Done()
        return _on_list(seen, history, "Timer") or tap_or_seek(seen, history, button, "button")

    return solve


def _others(params: Params) -> list[str]:
    """The other alarms on the phone: none at the time that the task is about."""
    return [time for time in str(params["others"]).split() if time != params["time"]]


def _alarm_facts(time: str, enabled: bool) -> Facts:
    hour, minute = _clock(time)
    return {**_PLAIN, "hour": hour, "minute": minute, "enabled": enabled}


def _alarms(params: Params, meant: bool | None) -> Setup:
    """A phone with the other alarms, every second one on, and the one meant if ``meant`` says whether it is on."""
    alarms: State = {f"alarm/{i}": _alarm_facts(time, i % 2 == 1) for i, time in enumerate(_others(params), start=11)}
    if meant is not None:
        alarms["alarm/10"] = _alarm_facts(str(params["time"]), meant)
    return Setup(clear=("alarm",), facts=alarms)


def _similar_alarms(params: Params) -> State:
    """Alarms that are easily taken for the one meant: the other half of the day, an hour later, the minute's tens only."""
    hour, minute = _clock(params["time"])
    likely = (f"{(hour + 12) % 24:02}:{minute:02}", f"{(hour + 1) % 24:02}:{minute:02}", f"{hour:02}:{(minute + 33) % 60:02}")
    times = [time for time in likely if time not in _others(params)]
    return {f"alarm/{i}": _alarm_facts(time, i % 2 == 0) for i, time in enumerate(times, start=30)}


def _meant(params: Params) -> dict[str, Value]:
    hour, minute = _clock(params["time"])
    return {"hour": hour, "minute": minute}


_NEW_TIMES = (
    Wrong("types the hour somewhere and says done", _types_hour),
    Wrong("the other half of the day", _other(lambda hour, minute: ((hour + 12) % 24, minute), _alarm)),
    Wrong("a wrong minute, as 7:03 for 7:30", _other(lambda hour, minute: (hour, (minute + 33) % 60), _alarm)),
    Wrong("never saves it", _never_saves),
    Wrong("saves it, then deletes it", in_turn(_alarm, _delete_alarm)),
    Wrong("saves a second one as well", in_turn(_alarm, _other(lambda hour, minute: (hour, (minute + 1) % 60), _alarm))),
    Wrong("saves it, then turns it off", in_turn(_alarm, _undo_switch_alarm)),
    Wrong("saves it, then turns its vibration off", in_turn(_alarm, _silences)),
)
_TIME = {"time": _spoken}

TASKS = (
    Task(
        id="clock.set_alarm",
        apps=("clock",),
        kind="create",
        goals=(
            "Set an alarm for {time}.",
            "Create a new alarm at {time}.",
            "Add an alarm for {time} in the Clock app.",
            "I need an alarm at {time}.",
        ),
        params={"time": TimeOfDay(), "others": TimesOfDay(1, 3)},
        setup=lambda params: _alarms(params, None),
        oracle=lambda params: Oracle(goal=created("alarm", {**_meant(params), **_PLAIN})),
        solve=_alarm,
        wrong=(*_NEW_TIMES, *usual("Clock", _alarm)),
        shown=_TIME,
        distractors=_similar_alarms,
    ),
    Task(
        id="clock.switch_alarm",
        apps=("clock",),
        kind="toggle",
        goals=("Turn {on} the {time} alarm.", "Switch {on} the alarm set for {time}.", "Turn the alarm at {time} {on}."),
        params={"time": TimeOfDay(), "others": TimesOfDay(2, 4), "on": Choice((True, False))},
        setup=lambda params: _alarms(params, not params["on"]),
        oracle=lambda params: Oracle(goal=edited(the("alarm", **_meant(params)), enabled=params["on"])),
        solve=_switch_alarm,
        wrong=(
            Wrong("on, then off again", in_turn(_switch_alarm, _undo_switch_alarm)),
            Wrong("another alarm", _first_other(_switches_off)),
            Wrong("the right one, and another", in_turn(_switch_alarm, _first_other(_switches_off))),
            Wrong("deletes it", _delete_alarm),
            *usual("Clock", _switch_alarm),
        ),
        shown=_TIME | {"on": lambda value: "on" if value else "off"},
        distractors=_similar_alarms,
    ),
    Task(
        id="clock.delete_alarm",
        apps=("clock",),
        kind="delete",
        goals=("Delete the {time} alarm.", "Remove the alarm set for {time}.", "Delete my alarm at {time} in Clock."),
        params={"time": TimeOfDay(), "others": TimesOfDay(2, 4)},
        setup=lambda params: _alarms(params, True),
        oracle=lambda params: Oracle(goal=deleted(the("alarm", **_meant(params)))),
        solve=_delete_alarm,
        wrong=(
            Wrong("deletes another", _first_other(_delete_alarm)),
            Wrong("deletes it and another", in_turn(_delete_alarm, _first_other(_delete_alarm))),
            Wrong("opens it and goes back", _leaves_editor),
            Wrong("turns it off instead", _switches_off),
            *usual("Clock", _delete_alarm),
        ),
        shown=_TIME,
        distractors=_similar_alarms,
    ),
    Task(
        id="clock.start_timer",
        apps=("clock",),
        kind="create",
        goals=(
            "Start a timer for {minutes} minutes.",
            "Set a {minutes} minute timer and start it.",
            "Start a countdown of {minutes} minutes.",
        ),
        params={"minutes": Integer(2, 59)},
        setup=lambda params: Setup(facts={"timer": {"state": "idle", "duration": 0}}),
        oracle=lambda params: Oracle(
            goal=all_of(fact("timer", "state", "running"), fact("timer", "duration", int(params["minutes"]) * 60)),
        ),
        solve=_timer,
        wrong=(
            Wrong("one minute more", _timer_of(lambda minutes: minutes + 1)),
            Wrong("types it and never starts it", _never_starts),
            Wrong("starts it, then deletes it", in_turn(_timer, _stops_timer("Delete"))),
            Wrong("starts it, then pauses it", in_turn(_timer, _stops_timer("Pause"))),
            Wrong("sets an alarm instead", lambda seen, params, history: _alarm(seen, {"time": f"00:{params['minutes']:02}"}, history)),
            *usual("Clock", _timer),
        ),
    ),
)
