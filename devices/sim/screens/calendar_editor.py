"""Calendar's editor: for a new event, for one that is there, or for a copy of one."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any, Final

from devices.sim.language import short_date
from devices.sim.screens.calendar_events import CALENDARS, EVENT, REMINDERS, REPEATS, clock
from devices.sim.screens.forms import chooser, leave_form
from devices.sim.system import Page, System
from devices.sim.typed import typed_date, typed_time
from devices.sim.widgets import Button, Field, Row, Screen, Text, Widget
from devices.state import Facts, Value

_CHOICES: Final[Mapping[str, tuple[str, Mapping[Value, str]]]] = {
    "repeat": ("Repeat", REPEATS), "reminder": ("Reminder", REMINDERS), "calendar": ("Calendar", CALENDARS),
}  # fmt: skip


def _new(system: System, day: str) -> Facts:
    """A new event: at the next full hour for an hour, on a day or today."""
    hour = (system.now + timedelta(hours=1)).replace(minute=0)
    held = date.fromisoformat(day) if day else hour.date()
    end = f"{hour.hour + 1:02}:00" if hour.hour < 23 else "23:59"
    return {**EVENT, "date": held.isoformat(), "start": f"{hour.hour:02}:00", "end": end}


def _held(system: System, args: tuple[str, ...]) -> Facts:
    """What the editor begins with."""
    if args and args[0] in system.facts:
        return dict(system.facts[args[0]])
    return _new(system, args[0] if args else "")


def _shown(system: System, facts: Facts) -> dict[str, Any]:
    """Facts as the form holds them: date and times as this phone writes them."""
    day = date.fromisoformat(str(facts["date"]))
    written = {"date": short_date(day, system.locale), "start": clock(system, str(facts["start"])), "end": clock(system, str(facts["end"]))}
    return {**facts, **written}


def _prepare(system: System, page: Page) -> dict[str, Any]:
    """The form's texts and choices; filled when the page is first looked at, beneath what another app handed over."""
    local = page.local
    if "at_first" not in local:
        local["at_first"] = _shown(system, _held(system, page.args))
        for key, value in local["at_first"].items():
            local.setdefault(key, value)
        local["error"] = ""
    return local


def editor(system: System, page: Page) -> Screen:
    """Edits the event given as the page's argument; a new one on the day given, or today; ``(event, "copy")`` begins with a copy of one."""
    local = _prepare(system, page)
    edited = len(page.args) == 1 and page.args[0] in system.facts

    def save() -> None:
        facts, wrong = _read(local)
        if wrong:
            local["error"] = system.say(wrong)
            page.scroll = 0
            return
        system.close()
        if edited:
            for key, value in facts.items():
                system.set(page.args[0], key, value)
        else:
            system.open("event", system.create("event", facts))

    return Screen(
        system.say("Edit event" if edited else "New event"),
        _body(system, page),
        actions=[Button(system.say("Save"), save, "save")],
        worded=frozenset({system.say("Save")}),
        on_back=partial(leave_form, system, page),
    )


def _body(system: System, page: Page) -> list[Widget]:
    local, say = page.local, system.say

    def field(key: str, label: str, multiline: bool = False) -> Field:
        return Field(key, say(label), local[key], lambda text: local.update({key: text}), multiline)

    times: list[Widget] = [] if local["all_day"] else [field("start", "Start"), field("end", "End")]
    choices = [
        Row(say(title), say(labels[local[key]]), partial(system.open, "choose", key), name=key) for key, (title, labels) in _CHOICES.items()
    ]
    return [
        *([Text(local["error"], "error", "error")] if local["error"] else []),
        field("title", "Title"),
        field("date", "Date"),
        *times,
        field("location", "Location"),
        Row(
            say("All day"), on_tap=lambda: local.update(all_day=not local["all_day"]), control="switch", checked=local["all_day"],
            name="all_day",
        ),
        *choices,
        Row(say("Choose a date"), on_tap=partial(system.open, "date_picker", "date"), name="choose_date"),
        field("notes", "Notes", multiline=True),
    ]  # fmt: skip


def _read(local: dict[str, Any]) -> tuple[Facts, str]:
    """(the facts that the form holds, what is wrong with it in English; empty if nothing is)."""
    facts: Facts = {key: local[key] for key in EVENT}
    for key in ("title", "location", "notes"):
        facts[key] = str(local[key]).strip()
    day, start, end = typed_date(local["date"]), typed_time(local["start"]), typed_time(local["end"])
    if not facts["title"]:
        return facts, "Enter a title"
    if day is None:
        return facts, "Enter a valid date"
    facts["date"] = day.isoformat()
    if local["all_day"]:  # the times are out of sight and stay as they were
        start, end = (typed_time(local["at_first"][key]) for key in ("start", "end"))
    if start is None or end is None:
        return facts, "Enter a valid time"
    facts |= {"start": start, "end": end}
    return facts, "The end is before the start" if end < start else ""


def _choices(system: System, key: str) -> tuple[str, Mapping[Value, str]]:
    title, labels = _CHOICES[key]
    return system.say(title), {value: system.say(label) for value, label in labels.items()}


choose = chooser(_choices)
