"""Tasks in Calculator: exact results, order of operations, memory; right from wherever one is thrown."""

import pytest

from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.suite import trial
from tasks.task import Variation
from tasks.templates.calculator import TASKS
from tasks.variation import values_of
from tests.tasks.templates.plays import lost, steps_of, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "calculator.compute": 13, "calculator.brackets": 15, "calculator.percent": 11, "calculator.remember": 10, "calculator.clear_history": 5,
}  # fmt: skip


@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    known = registry.task(task)
    assert not [case for case in check_trial(known, trial(known, 7), SimulatedPhone()) if case.fault]


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("task", IDS)
@pytest.mark.parametrize("value", ["orientation=landscape", "locale=ar", "locale=de", "met=yes", "menu=bottom", "notification=message"])
def test_reference_passes_under_a_variation(task: str, value: str) -> None:
    known = registry.task(task)
    axis, _, value = value.partition("=")
    if value in values_of(known, axis, trial(known, 5).setup):
        _, passed, reason = verdict_of(trial(known, 5, Variation(axis, value)))
        assert passed, reason


def test_solutions_find_their_way_from_wherever_they_are_thrown() -> None:
    assert not list(lost(IDS, range(4)))


def test_the_answer_is_exact() -> None:
    _, passed, reason = verdict_of(trial("calculator.percent", 0), wrong("calculator.percent", "a result too large by 1"))
    assert not passed
    assert "amount" in reason


def test_keys_out_of_sight_are_scrolled_to_without_losing_what_was_typed() -> None:
    one = trial("calculator.brackets", 0, Variation("mixed", "density=540+orientation=landscape"))
    trace, passed, reason = verdict_of(one)
    assert passed, reason
    assert len(trace.steps) > 15
