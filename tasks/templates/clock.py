"""Tasks in Clock: an alarm, the timer, the stopwatch, cities of the world, and how long alarms snooze."""

from collections.abc import Callable, Sequence

from devices.action import Action, Done
from devices.device import Setup
from devices.observation import Observation
from devices.sim.zones import CITIES
from devices.state import Facts, State
from tasks.conditions import all_of, created, deleted, edited, fact, the
from tasks.mistakes import in_turn, usual
from tasks.navigate import back, fill, find, find_where, on, press, says, seek, tap, tap_or_seek, tapped
from tasks.oracle import Oracle
from tasks.params import Choice, Integer, TimeOfDay, TimesOfDay
from tasks.solutions import clock as go
from tasks.solutions.alarm_list import PLAIN, alarms, meant, more_alarms, others, similar_alarms, spoken
from tasks.task import Params, Solver, Task, Wrong
from tasks.trace import Step

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
        return solver(seen, params | {"time": others(params)[0]}, history)

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


def _laps(change: Callable[[int], int]) -> Solver:
    """Takes another number of laps."""
    return lambda seen, params, history: go.time_laps(seen, {"laps": change(int(params["laps"]))}, history)


def _stops_stopwatch(button: str) -> Solver:
    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if any(says(e, button) for _, e in tapped(history)):
            return Done()
        return go.on_tab(seen, history, "Stopwatch") or tap_or_seek(seen, history, button, "button")

    return solve


def _timer_too(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.start_timer(seen, {"minutes": 1}, history)


# Cities, and how long an alarm snoozes


_HELD = ("Cairo", "Lima")
_CITIES = tuple(city for city in CITIES if city not in (*_HELD, "London"))
_SNOOZES = {1: "1 minute", 5: "5 minutes", 10: "10 minutes", 15: "15 minutes", 20: "20 minutes", 30: "30 minutes"}


def _minutes(params: Params) -> int:
    return next(minutes for minutes, label in _SNOOZES.items() if label == params["snooze"])


def _cities(params: Params) -> Setup:
    return Setup(clear=("city",), facts={f"city/{i}": _city(name) for i, name in enumerate(_HELD, start=10)})


def _city(name: str) -> Facts:
    return {"name": name, "offset": CITIES[name]}


def _more_cities(params: Params, count: int) -> State:
    """Other cities: a third as many as asked for, there are no more in the world."""
    names = [name for name in _CITIES if name != params["city"]][: count // 3]
    return {f"city/{200 + i}": _city(name) for i, name in enumerate(names)}


def _other_city(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    """Another one, which is not there yet."""
    other = next(city for city in reversed(_CITIES) if city != params["city"])
    return go.add_city(seen, {"city": other}, history)


def _removes_city(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    if any(says(e, "Remove city") for _, e in tapped(history)):
        return Done()
    if button := press(seen, "Remove city"):
        return button
    return go.on_tab(seen, history, "World clock") or tap_or_seek(seen, history, str(params["city"]), "row")


def _other_snooze(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    other = next(label for minutes, label in _SNOOZES.items() if label != params["snooze"] and minutes != params["before"])
    return go.set_snooze(seen, {"snooze": other}, history)


def _old_snooze(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return go.set_snooze(seen, {"snooze": _SNOOZES[int(params["before"])]}, history)


def _looks_at_snooze(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
    return Done() if on(seen, "Snooze length") else go.set_snooze(seen, params, history)


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
_TIME = {"time": spoken}

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
        setup=lambda params: alarms(params, None),
        oracle=lambda params: Oracle(goal=created("alarm", {**meant(params), **PLAIN})),
        solve=go.set_alarm,
        wrong=(*_NEW_TIMES, *usual("Clock", go.set_alarm)),
        shown=_TIME,
        distractors=similar_alarms,
        filler=more_alarms,
    ),
    Task(
        id="clock.switch_alarm",
        apps=("clock",),
        kind="toggle",
        goals=("Turn {on} the {time} alarm.", "Switch {on} the alarm set for {time}.", "Turn the alarm at {time} {on}."),
        params={"time": TimeOfDay(), "others": TimesOfDay(2, 4), "on": Choice((True, False))},
        setup=lambda params: alarms(params, not params["on"]),
        oracle=lambda params: Oracle(goal=edited(the("alarm", **meant(params)), enabled=params["on"])),
        solve=go.switch_alarm,
        wrong=(
            Wrong("on, then off again", in_turn(go.switch_alarm, _undo_switch)),
            Wrong("another alarm", _first_other(_switches_off)),
            Wrong("the right one, and another", in_turn(go.switch_alarm, _first_other(_switches_off))),
            Wrong("deletes it", go.delete_alarm),
            *usual("Clock", go.switch_alarm),
        ),
        shown=_TIME | {"on": lambda value: "on" if value else "off"},
        distractors=similar_alarms,
        met=lambda params: {"alarm/10": {"enabled": params["on"]}},
        filler=more_alarms,
    ),
    Task(
        id="clock.delete_alarm",
        apps=("clock",),
        kind="delete",
        goals=("Delete the {time} alarm.", "Remove the alarm set for {time}.", "Delete my alarm at {time} in Clock."),
        params={"time": TimeOfDay(), "others": TimesOfDay(2, 4)},
        setup=lambda params: alarms(params, True),
        oracle=lambda params: Oracle(goal=deleted(the("alarm", **meant(params)))),
        solve=go.delete_alarm,
        wrong=(
            Wrong("deletes another", _first_other(go.delete_alarm)),
            Wrong("deletes it and another", in_turn(go.delete_alarm, _first_other(go.delete_alarm))),
            Wrong("opens it and goes back", _leaves_editor),
            Wrong("turns it off instead", _switches_off),
            *usual("Clock", go.delete_alarm),
        ),
        shown=_TIME,
        distractors=similar_alarms,
        filler=more_alarms,
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
            Wrong("sets an alarm instead", _alarm_instead),
            *usual("Clock", go.start_timer),
        ),
    ),
    Task(
        id="clock.pause_timer",
        apps=("clock",),
        kind="toggle",
        goals=("Pause the timer.", "A timer is running: pause it.", "Stop the running timer for now, without deleting it."),
        params={"minutes": Integer(20, 59)},
        setup=lambda params: Setup(facts={"timer": {"state": "running", "duration": int(params["minutes"]) * 60, "label": ""}}),
        oracle=lambda params: Oracle(goal=fact("timer", "state", "paused")),
        solve=go.pause_timer,
        wrong=(
            Wrong("deletes it", _stops_timer("Delete")),
            Wrong("pauses it, and lets it run on", in_turn(go.pause_timer, _stops_timer("Resume"))),
            Wrong("adds a minute and pauses it", in_turn(_stops_timer("Add 1 minute"), go.pause_timer)),
            *usual("Clock", go.pause_timer),
        ),
        met=lambda params: {"timer": {"state": "paused"}},
    ),
    Task(
        id="clock.time_laps",
        apps=("clock",),
        kind="create",
        goals=(
            "Start the stopwatch, take {laps} laps, then pause it.",
            "Use the stopwatch: start it, press Lap {laps} times, and pause it.",
            "Time {laps} laps with the stopwatch, and stop it afterwards without resetting it.",
        ),
        params={"laps": Choice((2, 3, 4))},
        setup=lambda params: Setup(facts={"stopwatch": {"state": "idle", "elapsed": 0, "laps": 0}}),
        oracle=lambda params: Oracle(
            goal=all_of(fact("stopwatch", "state", "paused"), fact("stopwatch", "laps", params["laps"])),
            milestones={"running": fact("stopwatch", "state", "running"), "laps": fact("stopwatch", "laps", params["laps"])},
            allowed=("stopwatch.elapsed",),
        ),
        solve=go.time_laps,
        wrong=(
            Wrong("a lap too few", _laps(lambda laps: laps - 1)),
            Wrong("a lap too many", _laps(lambda laps: laps + 1)),
            Wrong("pauses it and resets it", in_turn(go.time_laps, _stops_stopwatch("Reset"))),
            Wrong("pauses it and lets it run on", in_turn(go.time_laps, _stops_stopwatch("Resume"))),
            Wrong("starts the timer as well", in_turn(go.time_laps, _timer_too)),
            *usual("Clock", go.time_laps),
        ),
    ),
    Task(
        id="clock.add_city",
        apps=("clock",),
        kind="create",
        goals=(
            "Add {city} to the world clock.",
            "Show the time in {city} in the world clock of the Clock app.",
            "I want to see what time it is in {city}: add it to the cities in Clock.",
        ),
        params={"city": Choice(_CITIES)},
        setup=_cities,
        oracle=lambda params: Oracle(goal=created("city", {"name": params["city"], "offset": CITIES[str(params["city"])]})),
        solve=go.add_city,
        wrong=(
            Wrong("another city", _other_city),
            Wrong("that one and another", in_turn(go.add_city, _other_city)),
            Wrong("adds it and removes it", in_turn(go.add_city, _removes_city)),
            *usual("Clock", go.add_city),
        ),
        met=lambda params: {"city/50": {"name": params["city"], "offset": CITIES[str(params["city"])]}},
        filler=_more_cities,
    ),
    Task(
        id="clock.set_snooze",
        apps=("clock",),
        kind="choice",
        goals=(
            "Set the snooze length of alarms to {snooze}.",
            "Make alarms snooze for {snooze}.",
            "In the settings of Clock, change the snooze length to {snooze}.",
        ),
        params={"snooze": Choice(tuple(_SNOOZES.values())), "before": Choice(tuple(_SNOOZES))},
        setup=lambda params: Setup(facts={"clock": {"snooze": params["before"], "silence_after": 10}}),
        oracle=lambda params: Oracle(goal=fact("clock", "snooze", _minutes(params))),
        solve=go.set_snooze,
        wrong=(
            Wrong("another length", _other_snooze),
            Wrong("the right one, then the old one", in_turn(go.set_snooze, _old_snooze)),
            Wrong("only looks", _looks_at_snooze),
            *usual("Clock", go.set_snooze),
        ),
        met=lambda params: {"clock": {"snooze": _minutes(params)}},
    ),
)
