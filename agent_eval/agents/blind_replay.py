"""The blind-replay baseline: a macro. It does what the reference solution did in another trial of the template, and looks at nothing.

The trial that was recorded has other names, times and texts, drawn from those that scored suites never hold. What this passes neither asks
for reading the goal nor for looking at the screen.
"""

import functools
from collections.abc import Sequence

from agent_eval.agents.policy import Agent
from agent_eval.agents.solver import SolverAgent
from devices.action import Action, Done
from devices.observation import Observation
from tasks import registry
from tasks.play import play
from tasks.suite import trial
from tasks.task import Params, Solver, Trial
from tasks.trace import Step


def blind_replay() -> Agent:
    """The agent that replays one recording a template."""
    return SolverAgent(_replay)


def _replay(asked: Trial) -> Solver:
    recorded = _recording(asked.task)

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        return recorded[len(history)] if len(history) < len(recorded) else Done()

    return solve


@functools.cache
def _recording(task: str) -> tuple[Action, ...]:
    from devices.sim import SimulatedPhone

    steps = play(registry.task(task).solve, trial(task, 0, split="train"), SimulatedPhone()).steps
    return tuple(step.action for step in steps if step.action is not None)
