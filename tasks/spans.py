"""Days and times that goals speak of: from one time of day to another, and words such as ``tomorrow``."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from devices.sim.language import short_date
from devices.state import Value
from tasks.params import Split, TimeOfDay
from tasks.solutions.forms import spoken


@dataclass(frozen=True, slots=True)
class Daytime:
    """A time of day (``HH:MM``) between 7 AM and half past 8 PM."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        while not "07:00" <= (time := str(TimeOfDay().draw(rng, split))) <= "20:29":
            pass
        return time


@dataclass(frozen=True, slots=True)
class Span:
    """From one time of day to a later one: ``"09:30-10:15"``. It begins as `Daytime` and lasts 30 to 90 minutes."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        start = str(Daytime().draw(rng, split))
        return f"{start}-{later(start, rng.choice((30, 45, 60, 90)))}"


def later(time: str, minutes: int) -> str:
    """A time of day so many minutes later, at most a minute before midnight."""
    hour, _, minute = time.partition(":")
    total = min(int(hour) * 60 + int(minute) + minutes, 24 * 60 - 1)
    return f"{total // 60:02}:{total % 60:02}"


def span(value: Value) -> dict[str, str]:
    """``start`` and ``end`` of a value of `Span`."""
    start, _, end = str(value).partition("-")
    return {"start": start, "end": end}


def shown_span(value: Value) -> str:
    """``9:30 AM to 10:15 AM``."""
    return f"{spoken(span(value)['start'])} to {spoken(span(value)['end'])}"


def shown_day(value: Value) -> str:
    """``Mar 5, 2026``."""
    return short_date(date.fromisoformat(str(value)))


def days_on(day: Value, days: int) -> str:
    """The date so many days after another."""
    return (date.fromisoformat(str(day)) + timedelta(days)).isoformat()


WHENS: dict[str, Callable[[date], date]] = {
    "today": lambda today: today,
    "tomorrow": lambda today: today + timedelta(1),
    "the day after tomorrow": lambda today: today + timedelta(2),
    "two weeks from today": lambda today: today + timedelta(14),
    "the first Friday after today": lambda today: today + timedelta((4 - today.weekday() - 1) % 7 + 1),
    "the last day of next month": lambda today: ((today.replace(day=1) + timedelta(62)).replace(day=1)) - timedelta(1),
}
"""Words for a day, and the day that they mean from another."""


def now(params: Mapping[str, Value]) -> datetime:
    """The phone's time: where the task says so ten minutes before midnight, when tomorrow is near."""
    moment = datetime.fromisoformat(str(params["now"]))
    return moment.replace(hour=23, minute=50) if params["late"] else moment


def when(params: Mapping[str, Value]) -> str:
    """The date that the goal's words mean."""
    return WHENS[str(params["when"])](now(params).date()).isoformat()


_SHOWN: Mapping[str, Callable[[Value], str]] = {
    "day": shown_day,
    "due": shown_day,
    "new_day": shown_day,
    "span": shown_span,
    "new_span": shown_span,
    "time": spoken,
}


def shown(*names: str) -> dict[str, Callable[[Value], str]]:
    """How parameters of these names are written in goals."""
    return {name: _SHOWN[name] for name in names}
