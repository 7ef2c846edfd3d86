"""Tasks in To-do: right under variations, near misses told from hits."""

from collections.abc import Sequence

import pytest

from devices.action import Action
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.navigate import find, says, tap, tapped
from tasks.oracle import judge
from tasks.play import play
from tasks.suite import trial
from tasks.task import Params, Trial
from tasks.templates.todo import TASKS
from tasks.trace import Step
from tests.tasks.templates.plays import USUAL, steps_of, under, unproved, verdict_of

IDS = [task.id for task in TASKS]
STEPS = {
    "todo.add_task": 9, "todo.move_task": 7, "todo.rename_task": 6, "todo.set_priority": 7, "todo.postpone": 6, "todo.delete_task": 5,
    "todo.clear_completed": 6, "todo.plan_list": 15, "todo.count_overdue": 6, "todo.complete_missing": 3,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("one", under(IDS, *USUAL, "control=checkbox", "distractors=similar"))
def test_the_reference_passes_under_a_variation(one: Trial) -> None:
    _, passed, reason = verdict_of(one)
    assert passed, reason


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
