"""Tasks in Calendar: days meant by words, right from wherever one is thrown, near misses told from hits."""

from collections.abc import Sequence
from datetime import date

import pytest

from devices.action import Action, TypeText
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.oracle import judge
from tasks.play import play
from tasks.spans import WHENS, days_on, later, shown_span, span, when
from tasks.suite import trial, trial_with
from tasks.task import Params, Variation
from tasks.templates import calendar, calendar_questions
from tasks.trace import Step
from tests.tasks.templates.disturbed import disturbed

IDS = [task.id for task in (*calendar.TASKS, *calendar_questions.TASKS)]
STEPS = {
    "calendar.create_event": 9, "calendar.create_weekly": 13, "calendar.create_all_day": 9, "calendar.copy_event": 9,
    "calendar.keep_reminder": 5, "calendar.delete_missing": 5, "calendar_questions.count_events": 3, "calendar_questions.which_date": 5,
}  # fmt: skip


@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    known = registry.task(task)
    assert not [case for case in check_trial(known, trial(known, 7), SimulatedPhone()) if case.fault]


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    known = registry.task(task)
    assert len(play(known.solve, trial(known, 0), SimulatedPhone()).steps) == steps


@pytest.mark.parametrize("task", IDS)
@pytest.mark.parametrize(
    "value", ["orientation=landscape", "locale=ar", "list_length=long", "list_order=descending", "distractors=similar"]
)
def test_reference_passes_under_a_variation(task: str, value: str) -> None:
    known = registry.task(task)
    axis, _, value = value.partition("=")
    if (axis == "list_length" and known.filler is None) or (axis == "distractors" and known.distractors is None):
        return
    one = trial(known, 5, Variation(axis, value))
    verdict = judge(registry.oracle(one), play(known.solve, one, SimulatedPhone()))
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize("task", IDS)
def test_solutions_find_their_way_from_wherever_they_are_thrown(task: str) -> None:
    known, phone, lost = registry.task(task), SimulatedPhone(), []
    for seed in range(4):
        one = trial(known, seed)
        trace = play(disturbed(known.solve, one.id), one, phone, 80)
        verdict = judge(registry.oracle(one), trace)
        if trace.claim is None or not (verdict.goal_at_end or registry.oracle(one).demand == "infeasible"):
            lost.append(f"{one.id}: {verdict.reason}")
    assert not lost


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
    one, task = trial("calendar.create_event", 3), registry.task("calendar.create_event")

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        found = next((e for e in seen.elements if e.kind == "field" and e.resource_id.endswith(f":id/{field}")), None)
        typed = any(isinstance(step.action, TypeText) and step.action.text == "7" for step in history)
        return TypeText(element=found.index, text="7") if found and not typed else task.solve(seen, params, history)

    trace = play(clumsy, one, SimulatedPhone())
    assert any(isinstance(step.action, TypeText) and step.action.text == "7" for step in trace.steps)
    assert judge(task.oracle(one.params), trace).passed


def test_a_form_in_which_something_else_was_changed_is_begun_anew() -> None:
    one, task = trial("calendar.set_repeat", 3), registry.task("calendar.set_repeat")

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        found = next((e for e in seen.elements if e.kind == "field" and e.resource_id.endswith(":id/location")), None)
        typed = any(isinstance(step.action, TypeText) and step.action.text == "7" for step in history)
        return TypeText(element=found.index, text="7") if found and not typed else task.solve(seen, params, history)

    assert judge(task.oracle(one.params), play(clumsy, one, SimulatedPhone())).passed
