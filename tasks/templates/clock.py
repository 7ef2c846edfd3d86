"""Tasks in Clock: alarms, the timer, the stopwatch and cities of the world."""

from collections.abc import Callable, Sequence

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Observation
from devices.state import Facts, State, Value
from tasks.conditions import all_of, created, deleted, edited, fact, the
from tasks.mistakes import in_turn, usual
from tasks.navigate import back, fill, find, find_where, on, press, says, seek, tap, tap_or_seek, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, Integer, TimeOfDay, TimesOfDay
from tasks.solutions import clock as go
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

_PLAIN: Facts = {"enabled": True, "label": "", "days": "", "vibrate": True}
"""A new alarm that nothing else was asked of."""


def _spoken(value: Value) -> str:
    """``07:30`` → ``7:30 AM``."""
    hour, minute = go.clock(value)
    return f"{(hour - 1) % 12 + 1}:{minute:02} {'AM' if hour < 12 else 'PM'}"


# Going wrong


def _other(change: Callable[[int, int], tuple[int, int]], solver: Solver) -> Solver:
    """Plays the solution for another time than the one asked for."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        hour, minute = change(*go.clock(params["time"]))
        return solver(seen, params | {"time": f"{hour:02}:{minute:02}"}, history)

    return solve


def _types_hour(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Types the hour somewhere, and leaves it at that."""
    hour = find(seen, "Hour", "field")
    wanted = str((go.clock(params["time"])[0] - 1) % 12 + 1)
    if any(step.action is not None and step.action.tool == "type_text" for step in history):
        return Done()
    if hour:
        return fill(seen, history, "Hour", wanted) or Done()
    return go.set_alarm(seen, params, history)


def _never_saves(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if any(says(e, "Cancel") for _, e in tapped(history)):
        return Done()
    action = go.set_alarm(seen, params, history)
    return go.cancel(seen) if action == press(seen, "OK") else action


def _undo_switch(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.switch_alarm(seen, params | {"on": not params.get("on", True)}, history)


def _silences(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens the alarm and switches its vibration off."""
    if any(e.kind in ("switch", "checkbox") and says(e, "Vibrate") for _, e in tapped(history)):
        return Done()
    return go.open_alarm(seen, history, go.clock(params["time"])) or tap_or_seek(seen, history, "Vibrate", "switch")


def _first_other(solver: Solver) -> Solver:
    """Plays the solution on another alarm that is there."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return solver(seen, params | {"time": _others(params)[0]}, history)

    return solve


def _leaves_editor(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Opens the alarm and goes back without deleting it."""
    if history and not on(seen, go.EDITOR) and any(on(step.observation, go.EDITOR) for step in history):
        return Done()
    return back() if on(seen, go.EDITOR) else go.delete_alarm(seen, params, history)


def _switches_off(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Flips the alarm's switch instead of deleting it."""
    shows = go.shows(go.clock(params["time"]))
    if any(e.kind in ("switch", "checkbox") and shows(e) for _, e in tapped(history)):
        return Done()
    if action := go.on_tab(seen, history, "Alarm"):
        return action
    switch = find_where(seen, shows, "switch")
    return tap(switch) if switch else seek(seen, history)


def _timer_of(minutes: Callable[[int], int]) -> Solver:
    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return go.start_timer(seen, {"minutes": minutes(int(params["minutes"]))}, history)

    return solve


def _alarm_instead(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_alarm(seen, {"time": f"00:{params['minutes']:02}"}, history)


def _never_starts(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    action = go.start_timer(seen, params, history)
    return Done() if action == press(seen, "Start") else action


def _stops_timer(button: str) -> Solver:
    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(e, button) for _, e in tapped(history)):
            return Done()
        return go.on_tab(seen, history, "Timer") or tap_or_seek(seen, history, button, "button")

    return solve


def _others(params: Params) -> list[str]:
    """The other alarms on the phone: none at the time that the task is about."""
    return [time for time in str(params["others"]).split() if time != params["time"]]


def _alarm_facts(time: str, enabled: bool) -> Facts:
    hour, minute = go.clock(time)
    return {**_PLAIN, "hour": hour, "minute": minute, "enabled": enabled}


def _alarms(params: Params, meant: bool | None) -> Setup:
    """A phone with the other alarms, every second one on, and the one meant if ``meant`` says whether it is on."""
    alarms: State = {f"alarm/{i}": _alarm_facts(time, i % 2 == 1) for i, time in enumerate(_others(params), start=11)}
    if meant is not None:
        alarms["alarm/10"] = _alarm_facts(str(params["time"]), meant)
    return Setup(clear=("alarm",), facts=alarms)


def _similar_alarms(params: Params) -> State:
    """Alarms that are easily taken for the one meant: the other half of the day, an hour later, the minute's tens only."""
    hour, minute = go.clock(params["time"])
    likely = (f"{(hour + 12) % 24:02}:{minute:02}", f"{(hour + 1) % 24:02}:{minute:02}", f"{hour:02}:{(minute + 33) % 60:02}")
    times = [time for time in likely if time not in _others(params)]
    return {f"alarm/{i}": _alarm_facts(time, i % 2 == 0) for i, time in enumerate(times, start=100)}


def _meant(params: Params) -> dict[str, Value]:
    hour, minute = go.clock(params["time"])
    return {"hour": hour, "minute": minute}


_NEW_TIMES = (
    Wrong("types the hour somewhere and says done", _types_hour),
    Wrong("the other half of the day", _other(lambda hour, minute: ((hour + 12) % 24, minute), go.set_alarm)),
    Wrong("a wrong minute, as 7:03 for 7:30", _other(lambda hour, minute: (hour, (minute + 33) % 60), go.set_alarm)),
    Wrong("never saves it", _never_saves),
    Wrong("saves it, then deletes it", in_turn(go.set_alarm, go.delete_alarm)),
    Wrong("saves a second one as well", in_turn(go.set_alarm, _other(lambda hour, minute: (hour, (minute + 1) % 60), go.set_alarm))),
    Wrong("saves it, then turns it off", in_turn(go.set_alarm, _undo_switch)),
    Wrong("saves it, then turns its vibration off", in_turn(go.set_alarm, _silences)),
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
        solve=go.set_alarm,
        wrong=(*_NEW_TIMES, *usual("Clock", go.set_alarm)),
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
        solve=go.switch_alarm,
        wrong=(
            Wrong("on, then off again", in_turn(go.switch_alarm, _undo_switch)),
            Wrong("another alarm", _first_other(_switches_off)),
            Wrong("the right one, and another", in_turn(go.switch_alarm, _first_other(_switches_off))),
            Wrong("deletes it", go.delete_alarm),
            *usual("Clock", go.switch_alarm),
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
        solve=go.delete_alarm,
        wrong=(
            Wrong("deletes another", _first_other(go.delete_alarm)),
            Wrong("deletes it and another", in_turn(go.delete_alarm, _first_other(go.delete_alarm))),
            Wrong("opens it and goes back", _leaves_editor),
            Wrong("turns it off instead", _switches_off),
            *usual("Clock", go.delete_alarm),
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
        solve=go.start_timer,
        wrong=(
            Wrong("one minute more", _timer_of(lambda minutes: minutes + 1)),
            Wrong("types it and never starts it", _never_starts),
            Wrong("starts it, then deletes it", in_turn(go.start_timer, _stops_timer("Delete"))),
            Wrong("starts it, then pauses it", in_turn(go.start_timer, _stops_timer("Pause"))),
            Wrong(
                "sets an alarm instead", lambda seen, params, history: go.set_alarm(seen, {"time": f"00:{params['minutes']:02}"}, history)
            ),
            *usual("Clock", go.start_timer),
        ),
    ),
)
