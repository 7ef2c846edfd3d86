"""An agent that plays a `tasks.task.Solver`: what the baselines have in common."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from agent_eval.agents.policy import Decision, Policy, Usage
from devices.action import describe
from devices.observation import Observation
from tasks.task import Params, Solver, Trial
from tasks.trace import Step


@dataclass(frozen=True, slots=True)
class _SolverPolicy:
    solver: Solver
    params: Params

    def decide(self, observation: Observation, history: tuple[Step, ...]) -> Decision:
        began = time.perf_counter()
        action = self.solver(observation, self.params, history)
        return Decision(action, describe(action), usage=Usage(seconds=time.perf_counter() - began))


@dataclass(frozen=True, slots=True)
class SolverAgent:
    """Plays the solver that it makes for each trial.

    Attributes:
        solver_for: makes it.
    """

    solver_for: Callable[[Trial], Solver]

    def start(self, trial: Trial) -> Policy:
        return _SolverPolicy(self.solver_for(trial), trial.params)

    def close(self) -> None:
        """Nothing is held."""
