"""The reference baseline: plays each task's own solution. What it does not pass is a fault of the bench."""

from agent_eval.agents.policy import Agent
from agent_eval.agents.solver import SolverAgent
from tasks import registry


def reference() -> Agent:
    """The agent that knows every task's solution."""
    return SolverAgent(lambda trial: registry.task(trial.task).solve)
