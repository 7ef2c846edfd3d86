"""Tasks in Shopping: right from wherever one is thrown, near misses told from hits."""

import pytest

from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.oracle import judge
from tasks.play import play
from tasks.suite import trial
from tasks.task import Variation
from tasks.templates.shopping import TASKS
from tests.tasks.templates.disturbed import disturbed

IDS = [task.id for task in TASKS]
STEPS = {
    "shopping.add_item": 9, "shopping.add_several": 22, "shopping.set_quantity": 5, "shopping.set_price": 5, "shopping.buy_under": 7,
    "shopping.remove_item": 4, "shopping.clear_bought": 4, "shopping.category_total": 5, "shopping.cost_left": 3,
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
