"""The alarms on a phone that tasks set up."""

import random

from devices.device import Setup
from devices.state import Facts, State, Value
from tasks.solutions.clock import clock
from tasks.task import Params

PLAIN: Facts = {"enabled": True, "label": "", "days": "", "vibrate": True}
"""A new alarm that nothing else was asked of."""


def spoken(value: Value) -> str:
    """``07:30`` → ``7:30 AM``."""
    hour, minute = clock(value)
    return f"{(hour - 1) % 12 + 1}:{minute:02} {'AM' if hour < 12 else 'PM'}"


def others(params: Params) -> list[str]:
    """The other alarms on the phone: none at the time that the task is about."""
    return [time for time in str(params["others"]).split() if time != params["time"]]


def alarm(time: str, enabled: bool) -> Facts:
    hour, minute = clock(time)
    return {**PLAIN, "hour": hour, "minute": minute, "enabled": enabled}


def alarms(params: Params, on: bool | None, **facts: Value) -> Setup:
    """A phone with the other alarms, every second one on, and the one meant, with these facts, if ``on`` says whether it is on."""
    held: State = {f"alarm/{i}": alarm(time, i % 2 == 1) for i, time in enumerate(others(params), start=11)}
    if on is not None:
        held["alarm/10"] = {**alarm(str(params["time"]), on), **facts}
    return Setup(clear=("alarm",), facts=held)


def similar_alarms(params: Params) -> State:
    """Alarms that are easily taken for the one meant: the other half of the day, an hour later, the minute's tens only."""
    hour, minute = clock(params["time"])
    likely = (f"{(hour + 12) % 24:02}:{minute:02}", f"{(hour + 1) % 24:02}:{minute:02}", f"{hour:02}:{(minute + 33) % 60:02}")
    times = [time for time in likely if time not in others(params)]
    return {f"alarm/{i}": alarm(time, i % 2 == 0) for i, time in enumerate(times, start=100)}


def meant(params: Params) -> dict[str, Value]:
    hour, minute = clock(params["time"])
    return {"hour": hour, "minute": minute}


def more_alarms(params: Params, count: int) -> State:
    """Alarms that no task is about: all are off, and none is at a time that a parameter holds.

    Nobody has as many alarms as people in the address book: there are a third as many as asked for.
    """
    taken = {time for value in params.values() for time in str(value).split()}
    times = [f"{hour:02}:{minute:02}" for hour in range(24) for minute in (7, 22, 38, 53)]
    free = [time for time in times if time not in taken]
    random.Random(repr(sorted(params.items()))).shuffle(free)
    return {f"alarm/{200 + i}": alarm(time, False) for i, time in enumerate(free[: count // 3])}
