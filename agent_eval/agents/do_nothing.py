"""The do-nothing baseline: says done at once. What it passes measures nothing."""

from agent_eval.agents.policy import Agent
from agent_eval.agents.solver import SolverAgent
from tasks import play


def do_nothing() -> Agent:
    """The agent that says done at once."""
    return SolverAgent(lambda trial: play.do_nothing)
