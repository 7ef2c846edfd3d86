"""Tasks in Messages: right under variations, and near misses told from hits."""

from collections.abc import Sequence

import pytest

from devices.action import Action
from devices.observation import Observation
from devices.state import State
from tasks import registry
from tasks.suite import trial
from tasks.task import Params, Solver, Trial
from tasks.templates.messages import TASKS
from tasks.trace import Step
from tests.tasks.templates.plays import USUAL, mistaken, rights_itself, steps_of, under, unproved, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "messages.send_to_contact": 6, "messages.send_to_number": 7, "messages.reply": 5, "messages.forward": 7, "messages.star": 5,
    "messages.delete_message": 6, "messages.delete_conversation": 5, "messages.mute": 4, "messages.pin_unopened": 4,
    "messages.keep_pinned": 2, "messages.find_code": 4, "messages.when_sent": 4, "messages.wrote_today": 4, "messages.reply_to_nobody": 3,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("one", under(IDS, *USUAL, "font_scale=1.3"))
def test_the_reference_passes_under_a_variation(one: Trial) -> None:
    _, passed, reason = verdict_of(one)
    assert passed, reason


def text_of(state: State) -> list[tuple[object, object]]:
    return [(facts["address"], facts["text"]) for entity, facts in state.items() if entity.startswith("message/") and facts["sent"]]


def test_the_text_sent_is_the_text_asked_for_to_the_letter() -> None:
    for seed in range(20):
        one = trial("messages.reply", seed)
        trace, _, _ = verdict_of(one)
        assert (one.params["phone"], one.params["text"]) in text_of(trace.final)
        assert str(one.params["text"]) in one.goal


def test_a_second_text_to_somebody_else_is_a_side_effect() -> None:
    verdict = mistaken("messages.send_to_contact", 1, "to the right person, and to somebody else")
    assert verdict.goal_at_end
    assert not verdict.passed
    assert len(verdict.side_effects) == 1


def test_reading_on_the_way_is_no_side_effect_unless_it_is_forbidden() -> None:
    looks = wrong("messages.pin_unopened", "opens it first")
    for task, passes in (("messages.mute", True), ("messages.pin_unopened", False)):
        solve = registry.task(task).solve

        def first_look(seen: Observation, params: Params, history: Sequence[Step], then: Solver = solve) -> Action:
            return (looks if len(history) < 2 else then)(seen, params, history)

        assert verdict_of(trial(task, 2), first_look)[1] is passes


def test_wrong_words_in_the_field_are_put_right() -> None:
    assert rights_itself(trial("messages.reply", 3), "compose_message_text", "Wrong") == ""
