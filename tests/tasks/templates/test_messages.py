"""Tasks in Messages: right from wherever one is thrown, and near misses told from hits."""

from collections.abc import Sequence

import pytest

from devices.action import Action, Answer, Done, TypeText
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.state import State
from tasks import registry
from tasks.check import check_trial
from tasks.oracle import judge
from tasks.play import play, wander
from tasks.suite import trial
from tasks.task import Params, Solver, Variation
from tasks.templates.messages import TASKS
from tasks.trace import Step

IDS = [task.id for task in TASKS]
STEPS = {
    "messages.send_to_contact": 6, "messages.send_to_number": 7, "messages.reply": 5, "messages.forward": 7, "messages.star": 5,
    "messages.delete_message": 6, "messages.delete_conversation": 5, "messages.mute": 4, "messages.pin_unopened": 4,
    "messages.keep_pinned": 2, "messages.find_code": 4, "messages.when_sent": 4, "messages.wrote_today": 4, "messages.reply_to_nobody": 3,
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
@pytest.mark.parametrize("value", ["orientation=landscape", "locale=ar", "list_length=long", "font_scale=1.3"])
def test_reference_passes_under_a_variation(task: str, value: str) -> None:
    known = registry.task(task)
    axis, _, value = value.partition("=")
    if axis == "list_length" and known.filler is None:
        return
    one = trial(known, 5, Variation(axis, value))
    verdict = judge(registry.oracle(one), play(known.solve, one, SimulatedPhone()))
    assert verdict.passed, verdict.reason


def disturbed(solver: Solver, name: str) -> Solver:
    """Acts at random now and then during its first steps, but answers and says done only when the solver does."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if len(history) < 12 and len(history) % 3 == 1:
            action = wander(name)(seen, params, history)
            if not isinstance(action, Done | Answer):
                return action
        return solver(seen, params, history)

    return solve


@pytest.mark.parametrize("task", IDS)
def test_solutions_find_their_way_from_wherever_they_are_thrown(task: str) -> None:
    known, phone, lost = registry.task(task), SimulatedPhone(), []
    for seed in range(8):
        one = trial(known, seed)
        trace = play(disturbed(known.solve, one.id), one, phone, 80)
        verdict = judge(registry.oracle(one), trace)
        if trace.claim is None or not verdict.goal_at_end:
            lost.append(f"{one.id}: {verdict.reason}")
    assert not lost


def text_of(state: State) -> list[tuple[object, object]]:
    return [(facts["address"], facts["text"]) for entity, facts in state.items() if entity.startswith("message/") and facts["sent"]]


def test_the_text_sent_is_the_text_asked_for_to_the_letter() -> None:
    for seed in range(20):
        one = trial("messages.reply", seed)
        final = play(registry.task(one.task).solve, one, SimulatedPhone()).final
        assert (one.params["phone"], one.params["text"]) in text_of(final)
        assert str(one.params["text"]) in one.goal


def test_a_second_text_to_somebody_else_is_a_side_effect() -> None:
    one = trial("messages.send_to_contact", 1)
    task = registry.task(one.task)
    wrong = next(wrong for wrong in task.wrong if wrong.name == "to the right person, and to somebody else")
    verdict = judge(task.oracle(one.params), play(wrong.solver, one, SimulatedPhone()))
    assert verdict.goal_at_end
    assert not verdict.passed
    assert len(verdict.side_effects) == 1


def test_reading_on_the_way_is_no_side_effect_unless_it_is_forbidden() -> None:
    for task, passes in (("messages.mute", True), ("messages.pin_unopened", False)):
        one, known = trial(task, 2), registry.task(task)
        looks = next(wrong.solver for wrong in registry.task("messages.pin_unopened").wrong if wrong.name == "opens it first")

        def first_look(
            seen: Observation, params: Params, history: Sequence[Step], looks: Solver = looks, then: Solver = known.solve
        ) -> Action:
            return looks(seen, params, history) if len(history) < 2 else then(seen, params, history)

        assert judge(known.oracle(one.params), play(first_look, one, SimulatedPhone())).passed is passes


def test_wrong_words_in_the_field_are_put_right() -> None:
    one, solver = trial("messages.reply", 3), registry.task("messages.reply").solve

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        field = next((e for e in seen.elements if e.resource_id.endswith("compose_message_text")), None)
        typed = any(isinstance(step.action, TypeText) for step in history)
        return TypeText(element=field.index, text="Wrong") if field and not typed else solver(seen, params, history)

    assert judge(registry.task("messages.reply").oracle(one.params), play(clumsy, one, SimulatedPhone())).passed
