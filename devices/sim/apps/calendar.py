"""Calendar: agenda, day and month, a page for each event, search; the editor stands in `devices.sim.screens.calendar_editor`."""

from datetime import date, timedelta
from functools import partial
from typing import Final

from devices.device import DeviceError
from devices.sim.app import App
from devices.sim.language import long_date, month_title, short_date
from devices.sim.screens.calendar_editor import choose, editor
from devices.sim.screens.calendar_events import CALENDARS, EVENT, REMINDERS, REPEATS, by_day, days_from, time_range
from devices.sim.screens.date_picker import date_picker, month_before, month_grid, next_month
from devices.sim.screens.forms import discard
from devices.sim.system import Page, System
from devices.sim.typed import typed_time
from devices.sim.widgets import Button, Cell, Dialog, Field, Menu, Row, Screen, Text, Widget
from devices.state import Facts, State

_AHEAD: Final = 31
"""Days that the agenda shows, from today on."""
_AGENDA, _DAY, _MONTH = range(3)
_IDS: Final = ("event_title", "event_time", "event_place")


def main(system: System, page: Page) -> Screen:
    local = page.local
    today = system.now.date()
    if "tab" not in local:
        local.update(tab=_AGENDA, day=today, month=today.replace(day=1))

    def select(tab: int) -> None:
        system.unfocus()
        local["tab"] = tab
        page.scroll = 0

    tabs = [
        Button(system.say(label), partial(select, tab), f"tab_{name}")
        for tab, (label, name) in enumerate((("Agenda", "agenda"), ("Day", "day"), ("Month", "month")))
    ]
    title, body, actions = (_agenda, _day, _month)[local["tab"]](system, page, today)
    on_day = (local["day"].isoformat(),) if local["tab"] == _DAY else ()
    return Screen(
        title,
        body,
        up=False,
        actions=[*actions, Button(system.say("Search"), lambda: system.open("search"), "search")],
        float=Button(system.say("New event"), lambda: system.open("editor", *on_day), "new_event"),
        tabs=tabs,
        tab=local["tab"],
        on_back=None if local["tab"] == _AGENDA else partial(select, _AGENDA),
    )


_Part = tuple[str, list[Widget], list[Button]]
"""Title, body and buttons of one tab."""


def _agenda(system: System, page: Page, today: date) -> _Part:
    body: list[Widget] = [Text(system.say("Today: {date}", date=long_date(today, system.locale)), "caption", "today")]
    days = days_from(today, _AHEAD)
    found = by_day(system, days if system.ascending else reversed(days))
    for day, events in found.items():
        body.append(Text(_heading(system, day, today), "headline", "day_heading"))
        body += [_row(system, event) for event in (events if system.ascending else reversed(events))]
    body.append(Text(system.say("Shown until {date}", date=short_date(days[-1], system.locale)), "caption", "until"))
    return system.say("Calendar"), body, []


def _heading(system: System, day: date, today: date) -> str:
    return long_date(day, system.locale) if day.year == today.year else short_date(day, system.locale)


def _row(system: System, event: str) -> Row:
    facts = system.facts[event]
    return Row(
        str(facts["title"]), time_range(system, facts), partial(system.open, "event", event), more=str(facts["location"]), name="event",
        ids=_IDS,
    )  # fmt: skip


def _day(system: System, page: Page, today: date) -> _Part:
    day: date = page.local["day"]

    def go(days: int) -> None:
        page.local["day"] = day + timedelta(days)
        page.scroll = 0

    events = by_day(system, [day]).get(day, [])
    rows: list[Widget] = [_row(system, event) for event in (events if system.ascending else reversed(events))]
    arrows = [
        Button(system.say("Previous day"), partial(go, -1), "previous"),
        Button(system.say("Next day"), partial(go, 1), "next"),
    ]
    return _heading(system, day, today), rows or [Text(system.say("No events"), name="empty")], arrows


def _month(system: System, page: Page, today: date) -> _Part:
    local = page.local
    first: date = local["month"]
    found = by_day(system, days_from(first, (next_month(first) - first).days))

    def show(day: date) -> None:
        local.update(tab=_DAY, day=day)
        page.scroll = 0

    def cell(day: date) -> Cell:
        words, count = long_date(day, system.locale), len(found.get(day, ()))
        if count:
            words = system.say("{date}, 1 event" if count == 1 else "{date}, {count} events", date=words, count=count)
        return Cell(words, partial(show, day), selected=day == today, text=str(day.day))

    arrows = [
        Button(system.say("Previous month"), lambda: local.update(month=month_before(first)), "previous"),
        Button(system.say("Next month"), lambda: local.update(month=next_month(first)), "next"),
    ]
    return month_title(first, system.locale), [month_grid(first, cell)], arrows


def search(system: System, page: Page) -> Screen:
    query: str = page.local.setdefault("query", "")

    def change(text: str) -> None:
        page.local["query"] = text
        page.scroll = 0

    events = sorted(
        (event for event in system.entities("event") if query and query.casefold() in str(system.facts[event]["title"]).casefold()),
        key=lambda event: (system.facts[event]["date"], system.facts[event]["start"], event),
        reverse=not system.ascending,
    )
    rows: list[Widget] = [
        Row(
            str(system.facts[event]["title"]),
            short_date(date.fromisoformat(str(system.facts[event]["date"])), system.locale),
            partial(system.open, "event", event),
            more=time_range(system, system.facts[event]),
            name="event",
            ids=_IDS,
        )
        for event in events
    ]
    nothing = [Text(system.say("No events found"), name="empty")] if query and not rows else []
    field = Field("search_text", system.say("Search events"), query, change, on_enter=system.unfocus)
    return Screen(system.say("Search"), [field, *rows, *nothing])


def event(system: System, page: Page) -> Screen:
    (entity,) = page.args
    facts, say = system.facts[entity], system.say
    lines = [
        ("date", "Date", short_date(date.fromisoformat(str(facts["date"])), system.locale)),
        ("time", "Time", time_range(system, facts)),
        ("location", "Location", str(facts["location"])),
        ("repeat", "Repeat", say(REPEATS[str(facts["repeat"])])),
        ("reminder", "Reminder", say(REMINDERS[int(facts["reminder"])])),
        ("calendar", "Calendar", say(CALENDARS[str(facts["calendar"])])),
    ]
    notes = [Text(str(facts["notes"]), name="notes", selectable=True)] if facts["notes"] else []
    return Screen(
        str(facts["title"]),
        [*(Row(say(label), value, name=f"event_{name}") for name, label, value in lines if value), *notes],
        actions=[
            Button(say("Edit"), lambda: system.open("editor", entity), "edit"),
            Button(say("More options"), lambda: system.open("menu", entity), "more"),
        ],
    )


def menu(system: System, page: Page) -> Menu:
    (entity,) = page.args

    def leave_for(name: str, *args: str) -> None:
        system.close()
        system.open(name, *args)

    def share() -> None:
        system.close()
        facts = system.facts[entity]
        when = f"{short_date(date.fromisoformat(str(facts['date'])), system.locale)}, {time_range(system, facts)}"
        system.share("\n".join(part for part in (str(facts["title"]), when, str(facts["location"])) if part), str(facts["title"]))

    return Menu(
        [
            Button(system.say("Duplicate"), partial(leave_for, "editor", entity, "copy"), "duplicate"),
            Button(system.say("Share"), share, "share"),
            Button(system.say("Delete"), partial(leave_for, "delete", entity), "delete"),
        ]
    )


def delete(system: System, page: Page) -> Dialog:
    def confirm() -> None:
        system.close()
        system.close()
        system.delete(page.args[0])

    return Dialog(
        system.say("Delete this event?"),
        buttons=[
            Button(system.say("Cancel"), system.close, "android:id/button2"),
            Button(system.say("Delete"), confirm, "android:id/button1"),
        ],
    )


def receive(system: System, text: str, subject: str) -> None:
    """A text becomes the notes of a new event, its subject or first line the title."""
    system.open("editor").local.update(title=subject or text.partition("\n")[0].strip(), notes=text)


def settle(system: System, given: State) -> None:
    """Refuse events whose facts no editor could have made."""
    for entity in system.entities("event"):
        facts = system.facts[entity]
        try:
            date.fromisoformat(str(facts["date"]))
        except ValueError:
            raise DeviceError(f"{entity}.date is {facts['date']!r}: expected a date such as 2026-03-05") from None
        for key in ("start", "end"):
            if typed_time(str(facts[key])) != facts[key]:
                raise DeviceError(f"{entity}.{key} is {facts[key]!r}: expected a time such as 09:30")
        for key, known in (("repeat", REPEATS), ("reminder", REMINDERS), ("calendar", CALENDARS)):
            if facts[key] not in known:
                raise DeviceError(f"{entity}.{key} is {facts[key]!r}: expected one of {', '.join(map(str, known))}")


def _event(title: str, day: str, start: str, end: str, **facts: str | int | bool) -> Facts:
    return {**EVENT, "title": title, "date": day, "start": start, "end": end, **facts}


APP = App(
    "com.android.calendar",
    "Calendar",
    {
        "main": main, "search": search, "event": event, "menu": menu, "delete": delete, "editor": editor, "choose": choose,
        "date_picker": date_picker, "discard": discard,
    },
    kinds={"event": EVENT},
    baseline={
        "event/1": _event("Team meeting", "2026-03-02", "10:00", "10:30", repeat="weekly", calendar="work", location="Room 4"),
        "event/2": _event("Dentist", "2026-03-04", "15:30", "16:15", location="12 Mill Lane", reminder=60),
        "event/3": _event("Lunch with Amara", "2026-03-06", "12:30", "13:30"),
        "event/4": _event("Hana's birthday", "2026-03-14", "09:00", "10:00", all_day=True, reminder=1440),
    },
    settle=settle,
    colour="#1967d2",
    draft=("editor", {"title": "Call", "location": "Home"}),
    receive=receive,
)  # fmt: skip
