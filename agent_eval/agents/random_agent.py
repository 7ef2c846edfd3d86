"""The random baseline: valid actions, drawn from what the screen offers. What it passes is luck."""

from agent_eval.agents.policy import Agent
from agent_eval.agents.solver import SolverAgent
from tasks.play import wander


def random_agent() -> Agent:
    """The agent that acts at random, in the same way whenever it is given the same trial."""
    return SolverAgent(lambda trial: wander(trial.id))
