"""Tasks in Clock: the shortest way, dialogs that the keyboard hides, and alarms told apart by their labels."""

from collections.abc import Sequence

import pytest

from devices.action import Action, Answer, TypeText
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.navigate import find
from tasks.suite import trial
from tasks.task import Params, Variation
from tasks.templates import alarms, clock
from tasks.trace import Step
from tests.tasks.templates.plays import lost, steps_of, verdict_of, wrong

STEPS = {
    "clock.set_alarm": 6, "clock.switch_alarm": 3, "clock.delete_alarm": 4, "clock.start_timer": 5, "clock.pause_timer": 4,
    "clock.time_laps": 8, "clock.add_city": 6, "clock.set_snooze": 6, "alarms.move": 8, "alarms.repeat": 6, "alarms.name": 6,
    "alarms.all_off": 5, "alarms.delete_named": 4, "alarms.when_named": 3, "alarms.count_on": 3, "alarms.delete_missing": 2,
}  # fmt: skip
IDS = [task.id for task in (*clock.TASKS, *alarms.TASKS)]
DELETED = ("alarms.move", "alarms.name", "alarms.repeat", "alarms.when_named", "alarms.count_on", "alarms.all_off", "clock.pause_timer",
           "clock.switch_alarm")  # fmt: skip


@pytest.mark.parametrize("task", IDS)
def test_the_reference_takes_the_shortest_way(task: str) -> None:
    assert steps_of(task) == STEPS[task]


@pytest.mark.parametrize("task", IDS)
@pytest.mark.parametrize("varied", [Variation(), Variation("locale", "zh"), Variation("orientation", "landscape")])
def test_everything_is_proved(task: str, varied: Variation) -> None:
    one = trial(task, 7, varied)
    assert not [case for case in check_trial(registry.task(task), one, SimulatedPhone()) if case.fault]


def test_references_find_their_way_after_blunders() -> None:
    assert not list(lost(IDS, range(6), amiss=DELETED))


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
    solve = registry.task(task).solve

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        found = find(seen, field, "field")
        typed = any(isinstance(step.action, TypeText) and step.action.text == text for step in history)
        return TypeText(element=found.index, text=text) if found and not typed else solve(seen, params, history)

    trace, passed, reason = verdict_of(trial(task, 3), clumsy)
    assert any(isinstance(step.action, TypeText) and step.action.text == text for step in trace.steps)
    assert passed, reason
