"""Tasks in Clock: the shortest way, dialogs that the keyboard hides, and alarms told apart by their labels."""

import pytest

from devices.action import Answer
from tasks.suite import trial
from tasks.task import Trial, Variation
from tasks.templates import alarms, clock
from tests.tasks.templates.plays import rights_itself, steps_of, under, unproved, unproved_in, verdict_of, wrong

STEPS = {
    "clock.set_alarm": 6, "clock.switch_alarm": 3, "clock.delete_alarm": 4, "clock.start_timer": 5, "clock.pause_timer": 4,
    "clock.time_laps": 8, "clock.add_city": 6, "clock.set_snooze": 6, "alarms.move": 8, "alarms.repeat": 6, "alarms.name": 6,
    "alarms.all_off": 5, "alarms.delete_named": 4, "alarms.when_named": 3, "alarms.count_on": 3, "alarms.delete_missing": 2,
}  # fmt: skip
IDS = [task.id for task in (*clock.TASKS, *alarms.TASKS)]


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize("one", under(IDS, "locale=zh", "orientation=landscape", seed=7))
def test_everything_is_proved_under_a_variation(one: Trial) -> None:
    assert unproved_in(one) == []


@pytest.mark.parametrize("task", IDS)
def test_the_reference_takes_the_shortest_way(task: str) -> None:
    assert steps_of(task) == STEPS[task]


@pytest.mark.parametrize("locale", ["de", "zh", "ar"])
def test_a_time_is_answered_as_a_time_whatever_the_phone_writes(locale: str) -> None:
    trace, passed, reason = verdict_of(trial("alarms.when_named", 3, Variation("locale", locale)))
    assert passed, reason
    (answer,) = (step.action.text for step in trace.steps if isinstance(step.action, Answer))
    assert answer == trial("alarms.when_named", 3).params["time"]


def test_two_alarms_at_one_time_are_told_apart_by_their_labels() -> None:
    one = trial("alarms.delete_named", 1, Variation("distractors", "similar"))
    trace, passed, reason = verdict_of(one)
    assert passed, reason
    assert len(trace.steps) <= 5


@pytest.mark.parametrize("name", ["a new alarm beside the old one", "deletes it and makes a new one"])
def test_an_alarm_that_was_to_be_moved_stays_the_same_one(name: str) -> None:
    assert not verdict_of(trial("alarms.move", 0), wrong("alarms.move", name))[1]


@pytest.mark.parametrize(
    ("task", "field", "text"), [("clock.set_alarm", "Hour", "99"), ("clock.start_timer", "Hours", "3"), ("alarms.name", "Label", "x")]
)
def test_what_was_typed_wrong_is_put_right(task: str, field: str, text: str) -> None:
    assert rights_itself(trial(task, 3), field, text) == ""
