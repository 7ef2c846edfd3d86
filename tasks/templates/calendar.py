"""Tasks in Calendar: add, move, copy, repeat and delete events. Those that only ask stand in ``calendar_questions``."""

from collections.abc import Callable, Mapping
from datetime import datetime

from devices.device import Setup
from devices.sim.screens.calendar_events import EVENT, REMINDERS
from devices.state import Facts, State, Value
from tasks.conditions import count_of, created, deleted, deleted_all, edited, none, the
from tasks.mistakes import claims, in_turn, usual
from tasks.oracle import Oracle
from tasks.params import Choice, Day, Moment, Param, Place, Several, TimeOfDay, Title, several
from tasks.solutions import calendar as go
from tasks.solutions import calendar_plays as does
from tasks.spans import WHENS, Span, days_on, later, now, shown, span, when
from tasks.task import Params, Task, Wrong

DAYS = Day("2026-01-05", "2027-02-28")

# Setting up


def event(title: Value, day: Value, start: Value, end: Value, **facts: Value) -> Facts:
    return {**EVENT, "title": title, "date": day, "start": start, "end": end, **facts}


def _meant(params: Params, **facts: Value) -> Facts:
    return event(params["title"], params["day"], **span(params["span"]), location=params["place"], **facts)


def calendar(params: Params, *events: Facts, day: str = "", now: datetime | None = None) -> Setup:
    """A phone with these events and the others."""
    facts = {f"event/{10 + i}": facts for i, facts in enumerate(events)}
    for i, (title, each) in enumerate(does.others(params, day or str(params["day"]))):
        facts[f"event/{20 + i}"] = event(title, each, f"{9 + 2 * i:02}:15", f"{10 + 2 * i:02}:00")
    return Setup(clear=("event",), facts=facts, now=now.isoformat()) if now else Setup(clear=("event",), facts=facts)


def _full_day(params: Params) -> list[Facts]:
    """The events of the day that the goal means, each at a time of its own."""
    times = zip(several(params["titles"]), several(params["starts"]), strict=False)
    return [event(title, when(params), start, later(start, 25)) for title, start in times]


def one(params: Params) -> Setup:
    return calendar(params, _meant(params))


def similar(params: Params) -> State:
    """Events easily taken for the one meant: the same title two days later and a month later, nearly the same title on the same day."""
    title, day, times = params["title"], params["day"], span(params["span"])
    found = {
        "event/100": event(title, days_on(day, 3), **times, location="Room 7"),
        "event/101": event(title, days_on(day, 30), **times, location="Room 8"),
        "event/102": event(f"{title} 2", day, "21:00", "21:45", location="Room 9"),
    }
    # Where the one meant moves to, there is none of its title yet.
    return {entity: facts for entity, facts in found.items() if facts["date"] != params.get("new_day")}


def similar_days(day: Callable[[Params], str]) -> Callable[[Params], State]:
    """Events on the days beside the one meant, and on the same day of another month."""

    def make(params: Params) -> State:
        days = (days_on(day(params), 1), days_on(day(params), -1), days_on(day(params), 30))
        return {f"event/{100 + i}": event(f"Review {i + 1}", each, "07:15", "07:45") for i, each in enumerate(days)}

    return make


_TITLES = ("Commute", "Gym", "Payroll", "Retrospective", "Walk", "Call home", "Backup", "Choir")


def crowded(day: Callable[[Params], str]) -> Callable[[Params, int], State]:
    """Events that no task is about, spread over the weeks before and after the day meant, none on it."""

    def make(params: Params, count: int) -> State:
        return {
            f"event/{200 + i}": event(
                f"{_TITLES[i % len(_TITLES)]} {i + 1}", days_on(day(params), (i // 2 + 1) * (1 - 2 * (i % 2))), f"{7 + i % 13:02}:20",
                f"{8 + i % 13:02}:05",
            )
            for i in range(count)
        }  # fmt: skip

    return make


def _day(params: Params) -> str:
    return str(params["day"])


FEW: Mapping[str, Param] = {"title": Title(), "day": DAYS, "span": Span(), "place": Place(), "others": Several(Title(), 2, 4)}
_NEW: Facts = {key: value for key, value in EVENT.items() if key not in ("title", "date", "start", "end")}
RELATIVE: Mapping[str, Param] = {"now": Moment(), "late": Choice((False, False, True)), "others": Several(Title(), 2, 4)}


def _the(params: Params) -> Facts:
    return {"title": params["title"], "date": params["day"]}


TASKS = (
    Task(
        id="calendar.create_event",
        apps=("calendar",),
        kind="create",
        goals=(
            "Add an event “{title}” to my calendar on {day} from {span} at {place}.",
            "Create a calendar event: “{title}”, {day}, {span}, location {place}.",
            "Put “{title}” into the Calendar app for {day}, {span}. It takes place at {place}.",
        ),
        params=FEW,
        setup=calendar,
        oracle=lambda params: Oracle(goal=created("event", {**_NEW, **does.facts(params)})),
        solve=does.create,
        wrong=(
            Wrong("a day late", does.with_(does.create, day=does.a_day_late("day"))),
            Wrong("an hour late", does.with_(does.create, span=does.an_hour_late("span"))),
            Wrong("a letter too many in the title", does.with_(does.create, title=does.misnamed)),
            Wrong("adds it, then deletes it", in_turn(does.create, does.delete)),
            Wrong("adds it twice", in_turn(does.create, does.with_(does.create, day=does.a_day_late("day")))),
            *usual("Calendar", does.create),
        ),
        shown=shown("day", "span"),
        distractors=similar,
        filler=crowded(_day),
    ),
    Task(
        id="calendar.create_relative",
        apps=("calendar",),
        kind="create",
        goals=(
            "Add “{title}” to my calendar for {when}, from {span}.",
            "Create an event called “{title}” for {when}. It lasts from {span}.",
            "I have “{title}” {when}, {span}. Put it into my calendar.",
        ),
        params={"title": Title(), "when": Choice(tuple(WHENS)), "span": Span(), **RELATIVE},
        setup=lambda params: calendar(params, day=when(params), now=now(params)),
        oracle=lambda params: Oracle(
            goal=created("event", {**_NEW, "title": params["title"], "date": when(params), **span(params["span"])}),
        ),
        solve=does.create_relative,
        wrong=(
            Wrong("a day late", lambda seen, params, history: go.create(seen, history, does.relative(params, 1))),
            Wrong("a week late", lambda seen, params, history: go.create(seen, history, does.relative(params, 7))),
            Wrong("an hour late", does.with_(does.create_relative, span=does.an_hour_late("span"))),
            Wrong("a letter too many in the title", does.with_(does.create_relative, title=does.misnamed)),
            *usual("Calendar", does.create_relative),
        ),
        without=("clock",),
        shown=shown("span"),
        filler=crowded(when),
    ),
    Task(
        id="calendar.create_weekly",
        apps=("calendar",),
        kind="create",
        goals=(
            "Add “{title}” to my work calendar: every week, beginning on {day}, from {span} at {place}.",
            "Create a weekly event “{title}” in the calendar Work. It starts on {day}, {span}, location {place}.",
            "Put a weekly “{title}” at {place} into my Work calendar, {span}, for the first time on {day}.",
        ),
        params=FEW,
        setup=calendar,
        oracle=lambda params: Oracle(goal=created("event", {**_NEW, **does.facts(params), "repeat": "weekly", "calendar": "work"})),
        solve=does.create_weekly,
        wrong=(
            Wrong(
                "forgets that it repeats",
                lambda seen, params, history: go.create(seen, history, {**does.facts(params), "calendar": "work"}),
            ),
            Wrong("the wrong calendar", lambda seen, params, history: go.create(seen, history, {**does.facts(params), "repeat": "weekly"})),
            Wrong(
                "repeats it daily",
                lambda seen, params, history: go.create(seen, history, {**does.facts(params), "repeat": "daily", "calendar": "work"}),
            ),
            Wrong("a day late", does.with_(does.create_weekly, day=does.a_day_late("day"))),
            *usual("Calendar", does.create_weekly),
        ),
        shown=shown("day", "span"),
        distractors=similar,
        filler=crowded(_day),
    ),
    Task(
        id="calendar.create_all_day",
        apps=("calendar",),
        kind="create",
        goals=(
            "Add “{title}” on {day} as an event that takes all day, with a reminder 1 day before.",
            "Create an all-day event “{title}” on {day} and let me be reminded 1 day before.",
            "Put “{title}” into my calendar for the whole day of {day}. Set its reminder to 1 day before.",
        ),
        params={"title": Title(), "day": DAYS, "others": Several(Title(), 2, 4)},
        setup=calendar,
        oracle=lambda params: Oracle(goal=created("event", {**_NEW, **_the(params), "all_day": True, "reminder": 1440})),
        solve=does.create_all_day,
        wrong=(
            Wrong("with times", lambda seen, params, history: go.create(seen, history, {**_the(params), "reminder": 1440})),
            Wrong("with the usual reminder", lambda seen, params, history: go.create(seen, history, {**_the(params), "all_day": True})),
            Wrong("a day late", does.with_(does.create_all_day, day=does.a_day_late("day"))),
            Wrong("adds it, then deletes it", in_turn(does.create_all_day, does.delete)),
            *usual("Calendar", does.create_all_day),
        ),
        shown=shown("day"),
        filler=crowded(_day),
    ),
    Task(
        id="calendar.move_day",
        apps=("calendar",),
        kind="edit",
        goals=(
            "Move the event “{title}” on {day} to {new_day}. Leave everything else as it is.",
            "“{title}” does not take place on {day} but on {new_day}, at the same time. Change the event.",
            "Change the date of my event “{title}” from {day} to {new_day}.",
        ),
        params={**FEW, "new_day": Day("2026-02-10", "2026-12-20")},
        setup=one,
        oracle=lambda params: Oracle(
            goal=edited(the("event", title=params["title"], location=params["place"]), date=params["new_day"]),
        ),
        solve=does.move_day,
        wrong=(
            Wrong("a day too late", does.with_(does.move_day, new_day=does.a_day_late("new_day"))),
            Wrong("another event", does.on_other(does.move_day)),
            Wrong("moves it there and back", in_turn(does.move_day, does.moves_back)),
            Wrong("makes a copy instead", does.copy),
            *usual("Calendar", does.move_day),
        ),
        shown=shown("day", "span", "new_day"),
        distractors=similar,
        met=lambda params: {"event/10": {"date": params["new_day"]}},
        filler=crowded(_day),
    ),
    Task(
        id="calendar.move_time",
        apps=("calendar",),
        kind="edit",
        goals=(
            "Change the time of “{title}” on {day} to {new_span}, without changing its reminder.",
            "“{title}” on {day} now takes place from {new_span}. Update the event and do not touch its reminder at any time.",
            "Move “{title}” on {day} to {new_span} of the same day. Its reminder must not be changed on the way.",
        ),
        params={**FEW, "new_span": Span()},
        setup=lambda params: calendar(params, _meant(params, reminder=30)),
        oracle=lambda params: Oracle(
            goal=edited(the("event", **_the(params)), **span(params["new_span"])),
            never=(none("event", title=params["title"], location=params["place"], reminder=30),),
        ),
        solve=does.move_time,
        wrong=(
            Wrong("an hour too late", does.with_(does.move_time, new_span=does.an_hour_late("new_span"))),
            Wrong("another event", does.on_other(does.move_time)),
            Wrong("changes the reminder on the way, and puts it back", does.reminder_there_and_back),
            Wrong("moves the day as well", in_turn(does.move_time, does.with_(does.move_day, new_day=does.a_day_late("day")))),
            *usual("Calendar", does.move_time),
        ),
        shown=shown("day", "span", "new_span"),
        distractors=similar,
        met=lambda params: {"event/10": {**span(params["new_span"])}},
        filler=crowded(_day),
    ),
    Task(
        id="calendar.copy_event",
        apps=("calendar",),
        kind="copy",
        goals=(
            "Copy the event “{title}” on {day} to {new_day}: the same times, place and reminder. Keep the first one.",
            "“{title}” on {day} takes place once more on {new_day}. Make a copy of the event for that day.",
            "Duplicate my event “{title}” on {day} and give the copy the date {new_day}.",
        ),
        params={**FEW, "new_day": Day("2026-02-10", "2026-12-20"), "reminder": Choice((0, 5, 30, 60))},
        setup=lambda params: calendar(params, _meant(params, reminder=params["reminder"])),
        oracle=lambda params: Oracle(
            goal=created("event", {**_meant(params, reminder=params["reminder"]), "date": params["new_day"]}),
        ),
        solve=does.copy,
        wrong=(
            Wrong("a copy on the same day", does.with_(does.copy, new_day=lambda params: params["day"])),
            Wrong("a day too late", does.with_(does.copy, new_day=does.a_day_late("new_day"))),
            Wrong("moves it instead", does.move_day),
            Wrong("a copy of another event", does.on_other(does.copy)),
            *usual("Calendar", does.copy),
        ),
        shown=shown("day", "span", "new_day"),
        distractors=similar,
        filler=crowded(_day),
    ),
    Task(
        id="calendar.set_repeat",
        apps=("calendar",),
        kind="edit",
        goals=(
            "Let the event “{title}” on {day} repeat {repeat}.",
            "“{title}” on {day} takes place {repeat} from now on. Set that in the event.",
            "Change the repetition of my event “{title}” on {day}: it happens {repeat}.",
        ),
        params={**FEW, "repeat": Choice(("daily", "weekly", "monthly"))},
        setup=one,
        oracle=lambda params: Oracle(goal=edited(the("event", **_the(params)), repeat=params["repeat"])),
        solve=does.set_repeat,
        wrong=(
            Wrong(
                "another repetition",
                does.with_(does.set_repeat, repeat=lambda params: "daily" if params["repeat"] != "daily" else "weekly"),
            ),
            Wrong("another event", does.on_other(does.set_repeat)),
            Wrong("repeats it, then not", in_turn(does.set_repeat, does.with_(does.set_repeat, repeat=lambda params: "never"))),
            Wrong("this event, and another", in_turn(does.set_repeat, does.on_other(does.set_repeat))),
            *usual("Calendar", does.set_repeat),
        ),
        shown=shown("day", "span"),
        distractors=similar,
        met=lambda params: {"event/10": {"repeat": params["repeat"]}},
        filler=crowded(_day),
    ),
    Task(
        id="calendar.set_reminder",
        apps=("calendar",),
        kind="edit",
        goals=(
            "Set the reminder of “{title}” on {day} to this: {reminder}.",
            "Change the reminder of my event “{title}” on {day}. New reminder: {reminder}.",
            "For “{title}” on {day} choose the reminder “{reminder}”.",
        ),
        params={**FEW, "reminder": Choice(tuple(minutes for minutes in REMINDERS if minutes != EVENT["reminder"]))},
        setup=one,
        oracle=lambda params: Oracle(goal=edited(the("event", **_the(params)), reminder=params["reminder"])),
        solve=does.set_reminder,
        wrong=(
            Wrong("another reminder", does.with_(does.set_reminder, reminder=lambda params: 5 if params["reminder"] != 5 else 30)),
            Wrong("another event", does.on_other(does.set_reminder)),
            Wrong("sets it, then sets it back", in_turn(does.set_reminder, does.with_(does.set_reminder, reminder=lambda params: 10))),
            Wrong("this event, and another", in_turn(does.set_reminder, does.on_other(does.set_reminder))),
            *usual("Calendar", does.set_reminder),
        ),
        shown=shown("day", "span") | {"reminder": lambda value: REMINDERS[value]},
        distractors=similar,
        met=lambda params: {"event/10": {"reminder": params["reminder"]}},
        filler=crowded(_day),
    ),
    Task(
        id="calendar.keep_reminder",
        apps=("calendar",),
        kind="already_done",
        goals=(
            "Make sure that “{title}” on {day} has the reminder “{reminder}”.",
            "See to it that I am reminded of “{title}” on {day} like this: {reminder}.",
            "“{title}” on {day} must have this reminder: {reminder}. Check that it does, and set it only if it does not.",
        ),
        params={**FEW, "reminder": Choice(tuple(minutes for minutes in REMINDERS if int(minutes) > 0))},
        setup=lambda params: calendar(params, _meant(params, reminder=params["reminder"])),
        oracle=lambda params: Oracle(
            goal=edited(the("event", **_the(params)), reminder=params["reminder"]),
            demand="already_done",
        ),
        solve=does.set_reminder,
        wrong=(
            Wrong("changes it all the same", does.with_(does.set_reminder, reminder=lambda params: 0)),
            Wrong(
                "changes it and puts it back",
                in_turn(does.with_(does.set_reminder, reminder=lambda params: 0), does.set_reminder),
            ),
            Wrong("changes another event", does.on_other(does.set_repeat_daily)),
            Wrong("deletes it", does.delete),
            *usual("Calendar", does.set_reminder)[1:],
        ),
        shown=shown("day", "span") | {"reminder": lambda value: REMINDERS[value]},
        distractors=similar,
        filler=crowded(_day),
    ),
    Task(
        id="calendar.delete_event",
        apps=("calendar",),
        kind="delete",
        goals=(
            "Delete the event “{title}” on {day} from my calendar.",
            "“{title}” on {day} is cancelled. Remove the event.",
            "Remove my event “{title}” of {day} in the Calendar app.",
        ),
        params=FEW,
        setup=one,
        oracle=lambda params: Oracle(goal=deleted(the("event", **_the(params)))),
        solve=does.delete,
        wrong=(
            Wrong("deletes another event", does.on_other(does.delete)),
            Wrong("deletes it and another event", in_turn(does.delete, does.on_other(does.delete))),
            Wrong("says no when asked whether to delete", does.says_no(does.delete)),
            Wrong("moves it to another day instead", does.with_(does.move_day, new_day=does.a_day_late("day"))),
            *usual("Calendar", does.delete),
        ),
        shown=shown("day", "span"),
        distractors=similar,
        filler=crowded(_day),
    ),
    Task(
        id="calendar.delete_day",
        apps=("calendar",),
        kind="delete_several",
        goals=(
            "Delete all my events of {when}, and no others.",
            "I am ill: remove every event that I have {when} from my calendar.",
            "Clear my calendar for this one day: {when}.",
        ),
        params={
            "when": Choice(("today", "tomorrow", "the day after tomorrow")),
            "titles": Several(Title(), 2, 3),
            "starts": Several(TimeOfDay(), 3, 3),
            **RELATIVE,
        },
        setup=lambda params: calendar(params, *_full_day(params), day=when(params), now=now(params)),
        oracle=lambda params: Oracle(goal=deleted_all("event", date=when(params))),
        solve=does.clear,
        wrong=(
            Wrong("deletes one of them only", does.stops_after_one(does.clear)),
            Wrong("the next day", lambda seen, params, history: go.clear_day(seen, history, days_on(when(params), 1), "")),
            Wrong(
                "the next day as well",
                in_turn(does.clear, lambda seen, params, history: go.clear_day(seen, history, days_on(when(params), 1), "")),
            ),
            Wrong("says no when asked whether to delete", does.says_no(does.clear)),
            *usual("Calendar", does.clear),
        ),
        without=("clock",),
        distractors=similar_days(when),
        filler=crowded(when),
    ),
    Task(
        id="calendar.delete_duplicates",
        apps=("calendar",),
        kind="delete_duplicates",
        goals=(
            "The event “{title}” on {day} was entered {copies} times. Delete the copies, so that it is there once.",
            "“{title}” stands in my calendar {copies} times on {day}. Keep one and delete the rest.",
            "Remove the duplicates of “{title}” on {day}: one event must remain.",
        ),
        params={**FEW, "copies": Choice((2, 3))},
        setup=lambda params: calendar(params, *[_meant(params)] * int(params["copies"])),
        oracle=lambda params: Oracle(goal=count_of("event", 1, **_the(params))),
        solve=does.keep_one,
        wrong=(
            Wrong("deletes all of them", in_turn(does.keep_one, does.delete)),
            Wrong("deletes another event", does.on_other(does.delete)),
            Wrong("deletes another event as well", in_turn(does.keep_one, does.on_other(does.delete))),
            Wrong("says no when asked whether to delete", does.says_no(does.keep_one)),
            *usual("Calendar", does.keep_one),
        ),
        shown=shown("day", "span"),
        distractors=similar,
        filler=crowded(_day),
    ),
    Task(
        id="calendar.delete_missing",
        apps=("calendar",),
        kind="infeasible",
        goals=(
            "Delete the event “{title}” from my calendar. If there is no such event, say that it cannot be done.",
            "Remove “{title}” from the Calendar app, if it is there; otherwise say that the task is infeasible.",
            "Cancel my event “{title}”: delete it. Say that it is impossible if no event is called exactly that.",
        ),
        params=FEW,
        setup=lambda params: calendar(params, event(does.misnamed(params), params["day"], **span(params["span"]))),
        oracle=lambda params: Oracle(demand="infeasible"),
        solve=does.miss,
        wrong=(
            Wrong("deletes one with nearly that title", does.with_(does.delete, title=does.misnamed)),
            Wrong("creates it", does.create),
            Wrong("says that it is complete", claims(does.miss)),
            Wrong("creates and deletes it, and says complete", in_turn(does.create, does.delete)),
            *(wrong for wrong in usual("Calendar", does.miss) if "cannot" not in wrong.name),
        ),
        filler=crowded(_day),
    ),
)
