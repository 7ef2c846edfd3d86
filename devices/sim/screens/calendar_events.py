"""Calendar's events: what each fact of one means, the days on which it takes place, and how it is written."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final

from devices.sim.language import clock_time
from devices.sim.system import System
from devices.state import Facts, Value

EVENT: Final[Facts] = {
    "title": "", "date": "2026-01-01", "start": "09:00", "end": "10:00", "all_day": False, "location": "", "notes": "", "repeat": "never",
    "reminder": 10, "calendar": "personal",
}  # fmt: skip
"""``date`` is that of the first occurrence; ``reminder`` is minutes before the start, -1 for none."""
REPEATS: Final[Mapping[Value, str]] = {"never": "Does not repeat", "daily": "Daily", "weekly": "Weekly", "monthly": "Monthly"}
REMINDERS: Final[Mapping[Value, str]] = {
    -1: "No reminder", 0: "When the event starts", 5: "5 minutes before", 10: "10 minutes before", 30: "30 minutes before",
    60: "1 hour before", 1440: "1 day before",
}  # fmt: skip
CALENDARS: Final[Mapping[Value, str]] = {"personal": "Personal", "work": "Work"}


def takes_place(facts: Facts, day: date) -> bool:
    """Whether an event has an occurrence on a day. One that repeats monthly on the 31st skips the months that have none."""
    first = date.fromisoformat(str(facts["date"]))
    match facts["repeat"]:
        case "daily":
            return day >= first
        case "weekly":
            return day >= first and day.weekday() == first.weekday()
        case "monthly":
            return day >= first and day.day == first.day
    return day == first


def by_day(system: System, days: Iterable[date]) -> dict[date, list[str]]:
    """The events of each of these days, those of the whole day first, then by their start; without the days that have none."""
    events = sorted(system.entities("event"), key=lambda event: _order(system, event))
    once: dict[str, list[str]] = {}
    repeated: list[str] = []
    for event in events:
        facts = system.facts[event]
        if facts["repeat"] == "never":
            once.setdefault(str(facts["date"]), []).append(event)
        else:
            repeated.append(event)
    found: dict[date, list[str]] = {}
    for day in days:
        held = once.get(day.isoformat(), [])
        if again := [event for event in repeated if takes_place(system.facts[event], day)]:
            held = sorted((*held, *again), key=lambda event: _order(system, event))
        if held:
            found[day] = held
    return found


def _order(system: System, event: str) -> tuple[object, ...]:
    facts = system.facts[event]
    return not facts["all_day"], facts["start"], str(facts["title"]).casefold(), int(event.partition("/")[2])


def clock(system: System, time: str) -> str:
    """``HH:MM`` as this phone writes a time of day."""
    hour, _, minute = time.partition(":")
    return clock_time(int(hour), int(minute), bool(system.settings()["use_24_hour"]), system.locale)


def time_range(system: System, facts: Facts) -> str:
    """``9:00 AM – 10:00 AM``, or that it takes the whole day."""
    if facts["all_day"]:
        return system.say("All day")
    return f"{clock(system, str(facts['start']))} – {clock(system, str(facts['end']))}"


def days_from(first: date, count: int) -> list[date]:
    """This many days from one on."""
    return [first + timedelta(n) for n in range(count)]
