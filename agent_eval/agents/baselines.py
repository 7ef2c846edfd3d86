"""Baselines by name. They are chosen like builds, and need no model."""

from collections.abc import Callable, Mapping

from agent_eval.agents.blind_replay import blind_replay
from agent_eval.agents.do_nothing import do_nothing
from agent_eval.agents.policy import Agent
from agent_eval.agents.random_agent import random_agent
from agent_eval.agents.reference import reference

BASELINES: Mapping[str, Callable[[], Agent]] = {
    "reference": reference,
    "do-nothing": do_nothing,
    "random": random_agent,
    "blind-replay": blind_replay,
}


def baseline(name: str) -> Agent | None:
    """The baseline of this name, None where it is none."""
    make = BASELINES.get(name)
    return make() if make else None
