"""Tasks in Calendar: days meant by words, right under variations, near misses told from hits."""

from datetime import date

import pytest

from devices.sim import SimulatedPhone
from tasks import registry
from tasks.oracle import judge
from tasks.play import play
from tasks.spans import WHENS, days_on, later, shown_span, span, when
from tasks.suite import trial, trial_with
from tasks.task import Params, Trial
from tasks.templates import calendar, calendar_questions
from tests.tasks.templates.plays import USUAL, rights_itself, steps_of, under, unproved, verdict_of

IDS = [task.id for task in (*calendar.TASKS, *calendar_questions.TASKS)]
STEPS = {
    "calendar.create_event": 9, "calendar.create_weekly": 13, "calendar.create_all_day": 9, "calendar.copy_event": 9,
    "calendar.keep_reminder": 5, "calendar.delete_missing": 5, "calendar_questions.count_events": 3, "calendar_questions.which_date": 5,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("one", under(IDS, *USUAL, "list_order=descending", "distractors=similar"))
def test_the_reference_passes_under_a_variation(one: Trial) -> None:
    _, passed, reason = verdict_of(one)
    assert passed, reason


@pytest.mark.parametrize(
    ("words", "today", "day"),
    [
        ("today", "2026-12-31", "2026-12-31"),
        ("tomorrow", "2026-12-31", "2027-01-01"),
        ("tomorrow", "2026-03-28", "2026-03-29"),
        ("tomorrow", "2026-02-28", "2026-03-01"),
        ("the day after tomorrow", "2028-02-28", "2028-03-01"),
        ("two weeks from today", "2026-03-20", "2026-04-03"),
        ("the first Friday after today", "2026-03-05", "2026-03-06"),
        ("the first Friday after today", "2026-03-06", "2026-03-13"),
        ("the first Friday after today", "2026-03-07", "2026-03-13"),
        ("the last day of next month", "2026-01-31", "2026-02-28"),
        ("the last day of next month", "2026-11-01", "2026-12-31"),
        ("the last day of next month", "2026-12-15", "2027-01-31"),
    ],
)
def test_words_for_days(words: str, today: str, day: str) -> None:
    assert WHENS[words](date.fromisoformat(today)).isoformat() == day


def test_tomorrow_is_told_from_the_phones_own_clock_ten_minutes_before_midnight() -> None:
    assert when({"now": "2026-03-28T10:00:00", "late": True, "when": "tomorrow"}) == "2026-03-29"
    known = registry.task("calendar.create_relative")
    params: Params = {
        "title": "Choir",
        "span": "09:00-10:00",
        "now": "2026-03-28T10:00:00",
        "late": True,
        "when": "tomorrow",
        "others": "[]",
    }
    one = trial_with(known, params)
    assert one.setup.now == "2026-03-28T23:50:00"
    trace = play(known.solve, one, SimulatedPhone())
    assert judge(registry.oracle(one), trace).passed
    assert [facts["date"] for facts in trace.final.values() if facts.get("title") == "Choir"] == ["2026-03-29"]


def test_spans() -> None:
    assert span("09:30-10:15") == {"start": "09:30", "end": "10:15"}
    assert shown_span("09:30-14:00") == "9:30 AM to 2:00 PM"
    assert later("23:40", 30) == "23:59"
    assert days_on("2026-02-28", 1) == "2026-03-01"


@pytest.mark.parametrize("field", ["title", "date", "start", "end", "location", "notes"])
def test_what_was_typed_wrong_is_put_right(field: str) -> None:
    assert rights_itself(trial("calendar.create_event", 3), field, "7") == ""


def test_a_form_in_which_something_else_was_changed_is_begun_anew() -> None:
    assert rights_itself(trial("calendar.set_repeat", 3), "location", "7") == ""
