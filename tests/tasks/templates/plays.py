"""What the tests of templates share: their proof, the reference's steps and verdicts, and references that are led astray."""

import random
from collections.abc import Iterable, Iterator, Sequence

import pytest
from _pytest.mark import ParameterSet

from devices.action import Action, Answer, Done, TypeText
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks import registry, variation
from tasks.check import check, check_trial
from tasks.navigate import find, find_id
from tasks.oracle import judge
from tasks.play import play, wander
from tasks.suite import trial
from tasks.task import Params, Solver, Trial, Variation
from tasks.trace import Step, Trace
from tasks.verdict import Verdict

USUAL = ("orientation=landscape", "locale=ar", "list_length=long")
"""Values under which the references of most rooms are played once more."""
SEEDS = 20
"""On which every template is proved."""
_ALWAYS = frozenset({"reference", "do-nothing", "refuses at once", "random", "forged: not said done"})
_LEAST = 10
"""Exhibits that every base trial has at least, those of `_ALWAYS` among them."""


def unproved(task: str) -> list[str]:
    """What of a task cannot be proved on twenty seeds, over which every value of every axis is dealt out."""
    cases = list(check(task, SEEDS, SimulatedPhone()))
    found = [f"{case.trial}, {case.who}: {case.fault}" for case in cases if case.fault]
    for base in (f"{task}/{seed}" for seed in range(SEEDS)):
        shown = [case.who for case in cases if case.trial == base]
        if not set(shown) >= _ALWAYS or len(shown) < _LEAST:
            found.append(f"{base}: only {shown} were tried")
    return found


def unproved_in(one: Trial) -> list[str]:
    """What of a single trial cannot be proved, with every wrong trajectory."""
    return [f"{case.who}: {case.fault}" for case in check_trial(registry.task(one.task), one, SimulatedPhone()) if case.fault]


def under(tasks: Iterable[str], *varied: str, seed: int = 5) -> list[ParameterSet]:
    """Trials of these tasks under each of these values (``locale=ar``), by their ids; none in which a value would change nothing."""
    found = []
    for task in tasks:
        known = registry.task(task)
        setup = trial(known, seed).setup
        for axis, _, value in (each.partition("=") for each in varied):
            if value in variation.values_of(known, axis, setup):
                one = trial(known, seed, Variation(axis, value))
                found.append(pytest.param(one, id=one.id))
    return found


def steps_of(task: str, seed: int = 0, varied: Variation = variation.BASE) -> int:
    """How many steps the reference takes."""
    return len(play(registry.task(task).solve, trial(task, seed, varied), SimulatedPhone()).steps)


def judged(one: Trial, solver: Solver | None = None, limit: int = 60) -> tuple[Trace, Verdict]:
    """(trace, verdict) of a solver, the reference where none is given."""
    trace = play(solver or registry.task(one.task).solve, one, SimulatedPhone(), limit)
    return trace, judge(registry.oracle(one), trace)


def verdict_of(one: Trial, solver: Solver | None = None, limit: int = 60) -> tuple[Trace, bool, str]:
    """(trace, passed, reason) of a solver, the reference where none is given."""
    trace, verdict = judged(one, solver, limit)
    return trace, verdict.passed, verdict.reason


def mistaken(task: str, seed: int, name: str) -> Verdict:
    """What becomes of the wrong trajectory of this name."""
    return judged(trial(task, seed), wrong(task, name))[1]


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


def mistyped(solver: Solver, field: str, text: str) -> Solver:
    """Types a text into a field, given by its label or its resource name, when it first sees it, and otherwise plays as the solver does."""

    def solve(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        found = find(seen, field, "field") or find_id(seen, field, "field")
        return TypeText(element=found.index, text=text) if found and not _typed(history, text) else solver(seen, params, history)

    return solve


def rights_itself(one: Trial, field: str, text: str) -> str:
    """Why the reference does not pass that finds, on its way, a text typed into a field; empty where it does."""
    trace, passed, reason = verdict_of(one, mistyped(registry.task(one.task).solve, field, text))
    assert _typed(trace.steps, text), f"{field} never came into sight"
    return "" if passed else reason


def _typed(steps: Sequence[Step], text: str) -> bool:
    return any(isinstance(step.action, TypeText) and step.action.text == text for step in steps)


def lost(task: str, seeds: Iterable[int]) -> Iterator[str]:
    """Trials, varied on several axes at once, whose reference does not come to its goal after blunders at random."""
    for seed in seeds:
        one = mixed(task, seed)
        trace, verdict = judged(one, disturbed(registry.task(task).solve, one.id), 110)
        if not verdict.passed and (trace.claim is None or not verdict.goal_at_end):
            yield f"{one.id}: {verdict.reason}"
