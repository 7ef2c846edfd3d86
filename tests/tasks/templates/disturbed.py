"""A solution that blunders at its beginning."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done
from devices.observation import Observation
from tasks.play import wander
from tasks.task import Params, Solver
from tasks.trace import Step


def disturbed(solver: Solver, name: str) -> Solver:
    """Acts at random now and then during its first steps, but answers and says done only when the solver does."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if len(history) < 12 and len(history) % 3 == 1:
            action = wander(name)(seen, params, history)
            if not isinstance(action, Done | Answer):
                return action
        return solver(seen, params, history)

    return solve
