"""Tasks in To-do: right from wherever one is thrown, near misses told from hits."""

from collections.abc import Sequence

import pytest

from devices.action import Action
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.navigate import find, says, tap, tapped
from tasks.oracle import judge
from tasks.play import play
from tasks.suite import trial
from tasks.task import Params, Variation
from tasks.templates.todo import TASKS
from tasks.trace import Step
from tests.tasks.templates.disturbed import disturbed

IDS = [task.id for task in TASKS]
STEPS = {
    "todo.add_task": 9, "todo.move_task": 7, "todo.rename_task": 6, "todo.set_priority": 7, "todo.postpone": 6, "todo.delete_task": 5,
    "todo.clear_completed": 6, "todo.plan_list": 15, "todo.count_overdue": 6, "todo.complete_missing": 3,
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
@pytest.mark.parametrize("value", ["orientation=landscape", "locale=ar", "list_length=long", "control=checkbox", "distractors=similar"])
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


@pytest.mark.parametrize("task", ["todo.complete_missing", "todo.tick_several", "todo.rename_task", "todo.read_notes"])
def test_a_filter_that_was_set_by_mistake_is_taken_off(task: str) -> None:
    one, known = trial(task, 3), registry.task(task)

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        for button in ("Filter", "Overdue"):
            found = find(seen, button, "button", "row")
            if found and not any(says(element, button) for _, element in tapped(history)):
                return tap(found)
        return known.solve(seen, params, history)

    trace = play(clumsy, one, SimulatedPhone())
    assert any(says(element, "Overdue") for _, element in tapped(trace.steps))
    assert judge(registry.oracle(one), trace).passed
