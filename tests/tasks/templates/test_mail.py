"""Tasks in Mail: right from wherever one is thrown, and near misses told from hits."""

from collections.abc import Sequence

import pytest

from devices.action import Action, Answer, Done, TypeText
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.oracle import judge
from tasks.play import play, wander
from tasks.suite import trial
from tasks.task import Params, Solver, Variation
from tasks.templates.mail import TASKS
from tasks.trace import Step

IDS = [task.id for task in TASKS]
STEPS = {
    "mail.compose": 7, "mail.compose_with_copy": 10, "mail.save_draft": 9, "mail.reply": 6, "mail.forward": 7, "mail.star": 4,
    "mail.delete_before": 6, "mail.restore": 6, "mail.empty_bin": 6, "mail.invoice_total": 4, "mail.forward_missing_file": 3,
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


@pytest.mark.parametrize("field", ["to", "cc", "subject", "body"])
def test_what_was_typed_wrong_is_put_right(field: str) -> None:
    one, task = trial("mail.compose", 3), registry.task("mail.compose")

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        found = next((e for e in seen.elements if e.kind == "field" and e.resource_id.endswith(f":id/{field}")), None)
        typed = any(isinstance(step.action, TypeText) and step.action.text == "wrong" for step in history)
        return TypeText(element=found.index, text="wrong") if found and not typed else task.solve(seen, params, history)

    trace = play(clumsy, one, SimulatedPhone())
    assert any(isinstance(step.action, TypeText) and step.action.text == "wrong" for step in trace.steps)
    assert judge(task.oracle(one.params), trace).passed


def test_a_draft_that_was_sent_in_between_breaks_the_prohibition() -> None:
    one, task = trial("mail.save_draft", 1), registry.task("mail.save_draft")
    wrong = next(wrong for wrong in task.wrong if wrong.name == "saves it, and sends one like it")
    verdict = judge(task.oracle(one.params), play(wrong.solver, one, SimulatedPhone()))
    assert not verdict.passed


def test_a_new_mail_is_no_reply() -> None:
    one, task = trial("mail.reply", 1), registry.task("mail.reply")
    wrong = next(wrong for wrong in task.wrong if wrong.name == "writes a new email instead")
    trace = play(wrong.solver, one, SimulatedPhone())
    sent = [facts for entity, facts in trace.final.items() if entity.startswith("mail/") and entity not in trace.initial]
    assert [facts["subject"] for facts in sent] == [f"Re: {one.params['subject']}"]
    assert not judge(task.oracle(one.params), trace).passed
