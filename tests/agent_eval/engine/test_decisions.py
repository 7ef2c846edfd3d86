"""An engine against itself: greedy decisions do not depend on what else is being asked."""

from dataclasses import replace

import pytest

from agent_eval.agents.build import AgentConfig, BuildAgent
from agent_eval.agents.policy import Decision
from agent_eval.engine.vllm_engine import VllmEngine
from agent_eval.ranking.decisions import Question, ask, compare_decisions
from devices.action import Tap
from tests.support.fakes import screen, trial

GOALS = ("Turn on Wi-Fi", "Turn on Bluetooth", "Turn both off", "Is Wi-Fi on?")


def asked() -> list[Question]:
    """The four states of a phone of two switches, under a few goals."""
    return [
        Question(
            id=f"{place}:{2 * wifi + bluetooth}",
            trial=replace(trial(place), goal=goal),
            seen=screen({"settings": {"wifi": bool(wifi), "bluetooth": bool(bluetooth)}}),
            history=(),
            right=Tap(element=0),
            answer=None,
        )
        for place, goal in enumerate(GOALS)
        for wifi in (0, 1)
        for bluetooth in (0, 1)
    ]


@pytest.mark.engine
@pytest.mark.parametrize("constrained", [False, True])
def test_an_engine_against_itself_differs_in_no_decision(engine: VllmEngine, constrained: bool) -> None:
    agent, states = BuildAgent(engine, AgentConfig(constrained=constrained, max_tokens=24)), asked()
    alone, together = ask(agent, states, 1), ask(agent, states, 8)
    assert [one.text for one in alone if isinstance(one, Decision)] == [one.text for one in together if isinstance(one, Decision)]
    found = compare_decisions(states, alone, together)
    assert (len(found.asked), found.same, found.unanswered) == (len(states), len(states), (0, 0))
    assert {one.paired.difference for one in found.measures} == {0.0}
    assert not {"better", "worse"} & {one.verdict for one in found.measures}
