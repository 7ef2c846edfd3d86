"""Tasks in Shopping: right under variations, near misses told from hits."""

import pytest

from tasks.task import Trial
from tasks.templates.shopping import TASKS
from tests.tasks.templates.plays import USUAL, steps_of, under, unproved, verdict_of

IDS = [task.id for task in TASKS]
STEPS = {
    "shopping.add_item": 9, "shopping.add_several": 22, "shopping.set_quantity": 5, "shopping.set_price": 5, "shopping.buy_under": 7,
    "shopping.remove_item": 4, "shopping.clear_bought": 4, "shopping.category_total": 5, "shopping.cost_left": 3,
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
