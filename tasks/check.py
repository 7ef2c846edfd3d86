"""Proof that the tasks can tell right from wrong.

For every task, seed and axis: the reference solution passes, doing nothing fails, acting at random fails, and every listed wrong
trajectory fails. Beyond that the oracles are tried on mutations of the reference's own trace, none of which may pass.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from devices.action import Done
from devices.device import Device, DeviceError
from devices.state import StateChange, Value
from tasks import registry, variation
from tasks.conditions import OracleError
from tasks.oracle import Oracle, judge
from tasks.play import do_nothing, play, wander
from tasks.suite import trial
from tasks.task import Solver, Task, Trial, Variation
from tasks.trace import Trace
from tasks.verdict import Verdict

RANDOM_STEPS = 15
"""Steps that are given to acting at random."""
SPARE_STEPS = 12
"""Steps that a wrong trajectory is given beyond twice those of the reference."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that was to be proved.

    Attributes:
        trial: its id.
        who: ``reference``, ``do-nothing``, ``random``, ``mutation: …`` or the name of a wrong trajectory.
        fault: what is wrong, empty when it was proved.
        steps: of the trace that was judged.
    """

    trial: str
    who: str
    fault: str
    steps: int


def trials_to_check(seeds: int, prefix: str = "") -> Iterator[tuple[Task, Trial]]:
    """Every task whose id begins so, with these many seeds on every axis that makes sense; each seed takes the next value of an axis."""
    for task in (task for task in registry.tasks().values() if task.id.startswith(prefix)):
        for seed in range(seeds):
            base = trial(task, seed)
            yield task, base
            for axis in variation.axes_of(task):
                if variation.applies(task, axis, base.setup):
                    values = variation.AXES[axis]
                    yield task, trial(task, seed, Variation(axis, values[seed % len(values)]))


def check(seeds: int, device: Device, progress: Callable[[Task, Trial], None] = lambda task, trial: None) -> Iterator[Case]:
    """Prove every case, one after the other.

    Args:
        seeds: for each task, from 0 on.
        device: that the trajectories are played on.
        progress: called before each trial.
    """
    for task, case in trials_to_check(seeds):
        progress(task, case)
        yield from check_trial(task, case, device)


def check_trial(task: Task, case: Trial, device: Device) -> Iterator[Case]:
    """Prove all that is to be proved for one trial."""
    oracle = task.oracle(case.params)
    right, fault = _judged(oracle, task.solve, case, device, 60)
    if right is None:
        yield Case(case.id, "reference", fault, 0)
        return
    trace, verdict = right
    if not verdict.passed:
        yield Case(case.id, "reference", f"must pass: {verdict.reason}", len(trace.steps))
        return
    doubt = (
        "" if verdict.kept and verdict.recognition == "in_time" else f"passes, but kept={verdict.kept}, recognised {verdict.recognition}"
    )
    yield Case(case.id, "reference", doubt, len(trace.steps))
    limit = 2 * len(trace.steps) + SPARE_STEPS
    yield _must_fail(oracle, "do-nothing", do_nothing, case, device, 1)
    yield _random_must_fail(oracle, case, device)
    for wrong in task.wrong:
        yield _must_fail(oracle, wrong.name, wrong.solver, case, device, limit)
    for name, mutant in _mutations(trace):
        faulty = judge(oracle, mutant).passed
        yield Case(case.id, f"mutation: {name}", "must fail, and passes" if faulty else "", len(mutant.steps))


def _judged(oracle: Oracle, solver: Solver, case: Trial, device: Device, limit: int) -> tuple[tuple[Trace, Verdict] | None, str]:
    try:
        trace = play(solver, case, device, limit)
        return (trace, judge(oracle, trace)), ""
    except (DeviceError, OracleError) as error:
        return None, f"{type(error).__name__}: {error}"


def _must_fail(oracle: Oracle, who: str, solver: Solver, case: Trial, device: Device, limit: int) -> Case:
    result, fault = _judged(oracle, solver, case, device, limit)
    if result is None:
        return Case(case.id, who, fault, 0)
    trace, verdict = result
    return Case(case.id, who, "must fail, and passes" if verdict.passed else "", len(trace.steps))


def _random_must_fail(oracle: Oracle, case: Trial, device: Device) -> Case:
    """A walk may blunder into a pass once in a thousand times. A task at fault lets a second, independent one through as well."""
    first = _must_fail(oracle, "random", wander(f"{case.id} 1"), case, device, RANDOM_STEPS)
    return _must_fail(oracle, "random", wander(f"{case.id} 2"), case, device, RANDOM_STEPS) if first.fault else first


def _mutations(trace: Trace) -> Iterator[tuple[str, Trace]]:
    """Traces that differ from a right one in one thing that must not be forgiven."""
    yield "not said done", replace(trace, steps=trace.steps[:-1], ending="step_limit")
    last = trace.steps[-1]
    refused = replace(last, action=Done(status="infeasible"))
    yield "said infeasible", replace(trace, steps=(*trace.steps[:-1], refused))
    for entity, key in (("settings", "volume_media"), ("settings", "device_name")):
        before = trace.final[entity][key]
        after: Value = f"{before} " if isinstance(before, str) else before + 1
        change = StateChange(last.index, entity, key, before, after)
        final = {**trace.final, entity: {**trace.final[entity], key: after}}
        yield (
            f"{key} changed as well",
            replace(trace, steps=(*trace.steps[:-1], replace(last, changes=(*last.changes, change))), final=final),
        )
