"""What the tests of templates share: the reference's steps, and references that are led astray."""

import random
from collections.abc import Iterable, Iterator, Sequence

from devices.action import Action, Answer, Done
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry, variation
from tasks.oracle import judge
from tasks.play import play, wander
from tasks.suite import trial
from tasks.task import Params, Solver, Trial, Variation
from tasks.trace import Step, Trace


def steps_of(task: str, seed: int = 0, varied: Variation = variation.BASE) -> int:
    """How many steps the reference takes."""
    return len(play(registry.task(task).solve, trial(task, seed, varied), SimulatedPhone()).steps)


def verdict_of(one: Trial, solver: Solver | None = None, limit: int = 60) -> tuple[Trace, bool, str]:
    """(trace, passed, reason) of a solver, the reference where none is given."""
    trace = play(solver or registry.task(one.task).solve, one, SimulatedPhone(), limit)
    verdict = judge(registry.oracle(one), trace)
    return trace, verdict.passed, verdict.reason


def wrong(task: str, name: str) -> Solver:
    """The wrong trajectory of this name."""
    return next(mistake.solver for mistake in registry.task(task).wrong if mistake.name == name)


def mixed(task: str, seed: int) -> Trial:
    """A trial on which several axes are varied at once."""
    known, rng = registry.task(task), random.Random(f"{task} {seed}")
    setup = trial(known, seed).setup
    values = {axis: variation.values_of(known, axis, setup) for axis in variation.axes_of(known) if axis != "met"}
    chosen = [f"{axis}={rng.choice(values[axis])}" for axis in values if values[axis] and rng.random() < 0.3]
    return trial(known, seed, Variation(variation.MIXED, "+".join(chosen))) if chosen else trial(known, seed)


def disturbed(solver: Solver, name: str) -> Solver:
    """Acts at random now and then during its first steps, but answers and says done only when the solver does."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        if len(history) < 12 and len(history) % 3 == 1:
            action = wander(name)(seen, params, history)
            if not isinstance(action, Done | Answer):
                return action
        return solver(seen, params, history)

    return solve


def lost(tasks: Iterable[str], seeds: Iterable[int], amiss: Sequence[str] = ()) -> Iterator[str]:
    """Trials whose reference does not come to its goal after blunders at random.

    Args:
        tasks: ids.
        seeds: of the trials.
        amiss: of those that may fail: what a blunder there deletes cannot be brought back.
    """
    phone = SimulatedPhone()
    for task in tasks:
        for seed in seeds:
            one = mixed(task, seed)
            trace = play(disturbed(registry.task(task).solve, one.id), one, phone, 110)
            verdict = judge(registry.oracle(one), trace)
            if not verdict.passed and task not in amiss and (trace.claim is None or not verdict.goal_at_end):
                yield f"{one.id}: {verdict.reason}"
