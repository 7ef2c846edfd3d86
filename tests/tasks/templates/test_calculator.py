"""Tasks in Calculator: exact results, order of operations, memory; right under variations."""

from collections.abc import Sequence

import pytest

from devices.action import Action, Answer, Done
from devices.observation import Observation
from devices.sim.screens.arithmetic import evaluate, number_text
from tasks import registry
from tasks.mistakes import in_turn
from tasks.solutions import calculator as play
from tasks.suite import trial
from tasks.task import Params, Solver, Trial, Variation
from tasks.templates.calculator import TASKS
from tasks.trace import Step
from tests.tasks.templates.plays import USUAL, steps_of, under, unproved, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "calculator.compute": 13, "calculator.brackets": 15, "calculator.percent": 11, "calculator.remember": 10, "calculator.clear_history": 5,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("one", under(IDS, *USUAL, "locale=de", "met=yes", "menu=bottom", "notification=message"))
def test_the_reference_passes_under_a_variation(one: Trial) -> None:
    _, passed, reason = verdict_of(one)
    assert passed, reason


def test_the_answer_is_exact() -> None:
    _, passed, reason = verdict_of(trial("calculator.percent", 0), wrong("calculator.percent", "a result too large by 1"))
    assert not passed
    assert "amount" in reason


@pytest.mark.parametrize("task", ["calculator.compute", "calculator.brackets", "calculator.percent"])
@pytest.mark.parametrize("varied", [Variation(), Variation("front", "Calculator")])
def test_the_right_answer_counts_only_if_calculator_gave_it(task: str, varied: Variation) -> None:
    _, passed, reason = verdict_of(trial(task, 0, varied), wrong(task, "works it out without Calculator"))
    assert not passed
    assert "new calculation" in reason


@pytest.mark.parametrize(("first", "second"), [("{a}×{b}", "+{c}"), ("{c}+{a}×{b}", "")])
def test_parts_and_another_order_will_do(first: str, second: str) -> None:
    one = trial("calculator.compute", 0)
    parts = [first.format_map(one.params)] + (
        [number_text(evaluate(first.format_map(one.params))) + second.format_map(one.params)] * bool(second)
    )

    def by(expression: str, last: bool) -> Solver:
        result = number_text(evaluate(expression))

        def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
            action = play.compute(seen, {"expression": expression, "result": result}, history)
            return Done() if isinstance(action, Answer) and not last else action

        return solve

    _, passed, reason = verdict_of(one, in_turn(*(by(part, part is parts[-1]) for part in parts)))
    assert passed, reason


def test_past_calculations_may_not_be_cleared_on_the_way() -> None:
    one = trial("calculator.compute", 0)
    _, passed, reason = verdict_of(one, in_turn(play.clear_history, registry.task(one.task).solve))
    assert not passed
    assert "calculation/1 was deleted" in reason


@pytest.mark.parametrize(
    "task", ["shopping.cost_left", "shopping.category_total", "across.note_costs", "music.playlist_length", "todo.count_overdue"]
)
def test_reckoning_with_calculator_spoils_no_other_task(task: str) -> None:
    def reckon(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return play.compute(seen, {"expression": "12+34", "result": "46"}, history)

    def quietly(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        action = reckon(seen, params, history)
        return Done() if isinstance(action, Answer) else action

    one = trial(task, 0)
    trace, passed, reason = verdict_of(one, in_turn(quietly, registry.task(task).solve))
    assert passed, reason
    assert any(change.entity.startswith("calculation/") for step in trace.steps for change in step.changes)


def test_keys_out_of_sight_are_scrolled_to_without_losing_what_was_typed() -> None:
    one = trial("calculator.brackets", 0, Variation("mixed", "density=540+orientation=landscape"))
    trace, passed, reason = verdict_of(one)
    assert passed, reason
    assert len(trace.steps) > 15
