"""What the tests of several rooms' templates share."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.oracle import judge
from tasks.play import play, wander
from tasks.suite import trial
from tasks.task import Params, Solver, Variation
from tasks.trace import Step
from tasks.verdict import Verdict


def faults(task: str, seed: int) -> list[str]:
    """What of one trial could not be proved."""
    known = registry.task(task)
    return [f"{case.who}: {case.fault}" for case in check_trial(known, trial(known, seed), SimulatedPhone()) if case.fault]


def steps(task: str, seed: int) -> int:
    """How many steps the reference takes."""
    known = registry.task(task)
    return len(play(known.solve, trial(known, seed), SimulatedPhone()).steps)


def varied(task: str, seed: int, axis: str, value: str) -> Verdict:
    """What becomes of the reference under a variation."""
    known = registry.task(task)
    one = trial(known, seed, Variation(axis, value))
    return judge(registry.oracle(one), play(known.solve, one, SimulatedPhone()))


def mistaken(task: str, seed: int, wrong: str) -> Verdict:
    """What becomes of one of the wrong trajectories."""
    known, one = registry.task(task), trial(task, seed)
    solver = next(mistake.solver for mistake in known.wrong if mistake.name == wrong)
    return judge(known.oracle(one.params), play(solver, one, SimulatedPhone()))


def disturbed(solver: Solver, name: str) -> Solver:
    """Acts at random now and then during its first steps, but answers and says done only when the solver does."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if len(history) < 12 and len(history) % 3 == 1:
            action = wander(name)(seen, params, history)
            if not isinstance(action, Done | Answer):
                return action
        return solver(seen, params, history)

    return solve


def lost(task: str, seeds: int) -> list[str]:
    """Trials in which the solution, disturbed, did not come to an end."""
    known, phone = registry.task(task), SimulatedPhone()
    traces = [(one, play(disturbed(known.solve, one.id), one, phone, 90)) for one in (trial(known, seed) for seed in range(seeds))]
    return [one.id for one, trace in traces if trace.claim is None]
