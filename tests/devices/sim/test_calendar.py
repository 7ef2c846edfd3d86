"""Calendar, used as a person would."""

from datetime import date

import pytest

from devices.device import DeviceError, Layout, Setup
from devices.sim import SimulatedPhone
from devices.sim.language import LOCALES
from devices.sim.screens.calendar_events import EVENT, takes_place
from devices.state import State
from tests.devices.sim.driver import Hand


def _events(*events: tuple[str, str, str, str], **facts: str) -> State:
    return {
        f"event/{number}": {"title": title, "date": day, "start": start, "end": end, **facts}
        for number, (title, day, start, end) in enumerate(events, start=1)
    }


def _hand(*events: tuple[str, str, str, str], layout: Layout | None = None, now: str = "2026-03-02T09:41:00", **facts: str) -> Hand:
    return Hand(Setup(front="calendar", clear=("event",), facts=_events(*events, **facts), layout=layout or Layout(), now=now))


class TestAgenda:
    def test_days_in_order_with_their_events(self) -> None:
        hand = _hand(
            ("Late", "2026-03-04", "18:00", "19:00"), ("Early", "2026-03-04", "08:00", "09:00"), ("First", "2026-03-02", "10:00", "11:00")
        )
        words = [e.label for e in hand.look.elements if e.kind in ("row", "text")]
        assert words == [
            "Today: Monday, March 2",
            "Monday, March 2",
            "First",
            "Wednesday, March 4",
            "Early",
            "Late",
            "Shown until Apr 1, 2026",
        ]
        assert hand.find("Early").detail == "8:00 AM – 9:00 AM"

    def test_what_is_past_or_far_is_not_shown(self) -> None:
        hand = _hand(
            ("Past", "2026-03-01", "08:00", "09:00"), ("Far", "2026-04-02", "08:00", "09:00"), ("Near", "2026-04-01", "08:00", "09:00")
        )
        assert [e.label for e in hand.look.elements if e.kind == "row"] == ["Near"]

    def test_descending(self) -> None:
        hand = _hand(
            ("One", "2026-03-04", "08:00", "09:00"), ("Two", "2026-03-05", "08:00", "09:00"), layout=Layout(list_order="descending")
        )
        assert [e.label for e in hand.look.elements if e.kind == "row"] == ["Two", "One"]

    def test_it_follows_the_clock_over_midnight(self) -> None:
        hand = _hand(("Today", "2026-03-02", "23:00", "23:30"), now="2026-03-02T23:59:30")
        assert hand.all("Today")
        hand.wait(40)
        assert not hand.all("Today")
        assert hand.find("Today: Tuesday, March 3")

    @pytest.mark.parametrize("locale", LOCALES)
    def test_every_language(self, locale: str) -> None:
        hand = _hand(("Mine", "2026-03-04", "08:00", "09:00"), layout=Layout(locale=locale))
        hand.tap("Mine")
        assert hand.look.title == "Mine"
        assert any(e.detail for e in hand.look.elements if e.kind == "text")


class TestDays:
    def test_month_leads_to_a_day(self) -> None:
        hand = _hand(("There", "2026-05-31", "08:00", "09:00"))
        hand.tap("Month", "Next month", "Next month")
        assert (hand.look.title, hand.find("31").detail) == ("May 2026", "Sunday, May 31, 1 event")
        hand.tap("31")
        assert hand.look.title == "Sunday, May 31"
        hand.tap("Next day")
        assert hand.find("No events")
        hand.tap("Previous day", "There")
        assert hand.look.title == "There"

    def test_month_before(self) -> None:
        hand = _hand()
        hand.tap("Month", "Previous month")
        assert hand.look.title == "February 2026"
        assert hand.all("28")
        assert not hand.all("29")

    def test_back_leads_from_a_tab_to_the_agenda(self) -> None:
        hand = _hand()
        hand.tap("Day")
        hand.back()
        assert hand.look.title == "Calendar"

    def test_a_new_event_is_on_the_day_that_is_shown(self) -> None:
        hand = _hand()
        hand.tap("Day", "Next day", "New event")
        assert hand.find("Date").text == "Mar 3, 2026"


@pytest.mark.parametrize(
    ("repeat", "day", "expected"),
    [
        ("never", "2026-03-02", True),
        ("never", "2026-03-09", False),
        ("daily", "2026-03-03", True),
        ("daily", "2026-03-01", False),
        ("weekly", "2026-03-16", True),
        ("weekly", "2026-03-17", False),
        ("weekly", "2026-03-30", True),  # over the day on which clocks change
        ("monthly", "2026-05-02", True),
        ("monthly", "2026-05-03", False),
        ("monthly", "2026-02-02", False),
    ],
)
def test_takes_place(repeat: str, day: str, expected: bool) -> None:
    assert takes_place({**EVENT, "date": "2026-03-02", "repeat": repeat}, date.fromisoformat(day)) is expected


def test_the_31st_skips_short_months() -> None:
    facts = {**EVENT, "date": "2026-01-31", "repeat": "monthly"}
    assert not takes_place(facts, date(2026, 2, 28))
    assert takes_place(facts, date(2026, 3, 31))


class TestEditor:
    def test_create(self) -> None:
        hand = _hand()
        hand.tap("New event")
        for field, text in (
            ("Title", " Dentist "),
            ("Date", "Mar 31, 2026"),
            ("Start", "9:15 AM"),
            ("End", "10:00 AM"),
            ("Location", "Mill %s 'Lane'"),
        ):
            hand.type(field, text)
        hand.back()
        hand.tap("Repeat", "Weekly")
        hand.tap("Reminder", "1 day before")
        hand.tap("Calendar", "Work", "Save")
        facts = hand.phone.state()["event/1"]
        assert facts == {
            "title": "Dentist", "date": "2026-03-31", "start": "09:15", "end": "10:00", "all_day": False, "location": "Mill %s 'Lane'",
            "notes": "", "repeat": "weekly", "reminder": 1440, "calendar": "work",
        }  # fmt: skip
        assert hand.look.title == "Dentist"

    def test_a_new_event_begins_at_the_next_hour_even_over_midnight(self) -> None:
        for now, day, start, end in (
            ("2026-03-02T09:41:00", "Mar 2, 2026", "10:00 AM", "11:00 AM"),
            ("2026-12-31T23:50:00", "Jan 1, 2027", "12:00 AM", "1:00 AM"),
            ("2026-03-02T22:10:00", "Mar 2, 2026", "11:00 PM", "11:59 PM"),
        ):
            hand = _hand(now=now)
            hand.tap("New event")
            assert [hand.find(label).text for label in ("Date", "Start", "End")] == [day, start, end]

    @pytest.mark.parametrize(
        ("field", "text", "words"),
        [
            ("Title", "  ", "Enter a title"),
            ("Date", "Feb 30, 2026", "Enter a valid date"),
            ("Start", "25:00", "Enter a valid time"),
            ("End", "8:59 AM", "The end is before the start"),
        ],
    )
    def test_mistakes_are_refused(self, field: str, text: str, words: str) -> None:
        hand = _hand(("Old", "2026-03-04", "09:00", "10:00"))
        hand.tap("Old", "Edit")
        hand.type(field, text)
        hand.tap("Save")
        assert hand.find(words)
        assert hand.changed() == {}

    def test_the_picker_writes_the_date(self) -> None:
        hand = _hand(("Old", "2026-03-31", "09:00", "10:00"))
        hand.tap("Old", "Edit", "Choose a date")
        assert (hand.look.title, hand.find("31").selected) == ("March 2026", True)
        hand.tap("Next month", "5", "OK")
        assert hand.find("Date").text == "Apr 5, 2026"
        hand.tap("Choose a date", "7", "Cancel", "Save")
        assert hand.changed() == {"event/1.date": ("2026-03-31", "2026-04-05")}

    def test_all_day_hides_the_times_and_keeps_them(self) -> None:
        hand = _hand(("Old", "2026-03-04", "09:00", "10:00"))
        hand.tap("Old", "Edit", "All day")
        assert not hand.all("Start")
        hand.tap("Save")
        assert hand.changed() == {"event/1.all_day": (False, True)}
        assert hand.find("Time").detail == "All day"

    def test_leaving_asks_once_something_changed(self) -> None:
        hand = _hand(("Old", "2026-03-04", "09:00", "10:00"))
        hand.tap("Old", "Edit")
        hand.back()
        assert hand.look.title == "Old"
        hand.tap("Edit", "All day")
        hand.back()
        hand.tap("Keep editing")
        hand.back()
        hand.tap("Discard")
        assert (hand.look.title, hand.changed()) == ("Old", {})

    def test_duplicate_leaves_the_first_one_alone(self) -> None:
        hand = _hand(("Old", "2026-03-04", "09:00", "10:00"), location="Room 4")
        hand.tap("Old", "More options", "Duplicate")
        hand.type("Date", "2026-03-09")
        hand.tap("Save")
        state = hand.phone.state()
        assert state["event/2"] == {**state["event/1"], "date": "2026-03-09"}

    def test_delete_asks_first(self) -> None:
        hand = _hand(("Old", "2026-03-04", "09:00", "10:00"))
        hand.tap("Old", "More options", "Delete", "Cancel")
        assert hand.look.title == "Old"
        hand.tap("More options", "Delete", "Delete")
        assert hand.look.title == "Calendar"
        assert "event/1" not in hand.phone.state()


class TestSearch:
    def test_past_and_far_events_are_found_by_part_of_their_title(self) -> None:
        hand = _hand(
            ("Choir night", "2025-01-02", "18:00", "19:00"),
            ("Piano", "2026-03-04", "18:00", "19:00"),
            ("CHOIR", "2027-01-02", "18:00", "19:00"),
        )
        hand.tap("Search")
        assert [e.label for e in hand.look.elements if e.kind == "row"] == []
        hand.type("Search events", "choir")
        assert [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"] == [
            ("Choir night", "Jan 2, 2025, 6:00 PM – 7:00 PM"),
            ("CHOIR", "Jan 2, 2027, 6:00 PM – 7:00 PM"),
        ]
        hand.type("Search events", "zz")
        assert hand.find("No events found")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"date": "2026-02-30"}, "event/1.date is '2026-02-30': expected a date such as 2026-03-05"),
        ({"start": "9:00"}, "event/1.start is '9:00': expected a time such as 09:30"),
        ({"repeat": "yearly"}, "event/1.repeat is 'yearly': expected one of never, daily, weekly, monthly"),
        ({"reminder": 7}, "event/1.reminder is 7: expected one of -1, 0, 5, 10, 30, 60, 1440"),
    ],
)
def test_events_that_no_editor_makes_are_refused(facts: dict[str, str | int], words: str) -> None:
    with pytest.raises(DeviceError, match=words.replace("(", r"\(")):
        SimulatedPhone().reset(Setup(clear=("event",), facts={"event/1": {"title": "X", **facts}}))
