"""Proof that the tasks can tell right from wrong.

For every task, seed and axis: the reference solution passes, also from a screen that it was led away to; doing nothing, refusing and acting
at random fail; every listed wrong trajectory fails, and so does every forged trace. How often the base's actions, replayed blindly, still
pass under a variation is told beside it.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

from devices.device import Device, DeviceError
from tasks import registry, variation
from tasks.conditions import OracleError
from tasks.oracle import Oracle, judge
from tasks.proof import REFERENCE, REPLAY, Exhibit, exhibits
from tasks.registry import TaskError
from tasks.suite import possible, trial
from tasks.task import Task, Trial, Variation
from tasks.trace import Trace
from tasks.verdict import Verdict

Judge = Callable[[Oracle, Trace, int | None], Verdict]
"""(oracle, trace, steps of the reference solution) → verdict."""
_WRONGS_OF_A_PARTNER = 3
"""Wrong trajectories played in a varied trial; over the seeds, each comes to its turn."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that was to be proved.

    Attributes:
        trial: its id.
        axis: on which the trial is varied, ``base`` for none.
        who: ``reference``, ``do-nothing``, ``random``, ``blind replay``, ``forged: …``, or the name of a wrong trajectory.
        fault: what is wrong, empty when it was proved.
        steps: of the trace that was judged, 0 where there is none.
        passed: whether that trace passed.
    """

    trial: str
    axis: str
    who: str
    fault: str
    steps: int = 0
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """One task with one seed: its base trial, and what it is varied by."""

    task: str
    seed: int
    varied: tuple[Variation, ...]


def jobs(seeds: int, prefix: str = "", every: bool = False) -> list[Job]:
    """What is to be checked: each task whose id begins so, with these many seeds.

    Every value of every axis is met once, dealt out over the seeds, and by every seed where ``every`` is set.
    """
    return [job for task in registry.tasks().values() if task.id.startswith(prefix) for job in _dealt(task, seeds, every)]


def _dealt(task: Task, seeds: int, every: bool = False) -> list[Job]:
    """One task with these many seeds, and the axes dealt out over them."""
    bases = [trial(task, seed) for seed in range(seeds)]
    allowed = [possible(task, base) for base in bases]
    hands: list[list[Variation]] = [[] for _ in bases]
    places = dict.fromkeys(Variation(axis, value) for values in allowed for axis in values for value in values[axis])
    for varied in places:
        able = [seed for seed, values in enumerate(allowed) if varied.value in values.get(varied.axis, ())]
        for seed in able if every else [min(able, key=lambda seed: len(hands[seed]))]:
            hands[seed].append(varied)
    return [Job(task.id, seed, tuple(hand)) for seed, hand in enumerate(hands)]


def check_job(job: Job, device: Device) -> Iterator[Case]:
    """Prove the base trial of a job, and then each of its variations."""
    task = registry.task(job.task)
    base = yield from check_trial(task, trial(task, job.seed), device)
    for number, varied in enumerate(job.varied):
        first = (job.seed + number) * _WRONGS_OF_A_PARTNER
        wrongs = [(first + place) % len(task.wrong) for place in range(min(_WRONGS_OF_A_PARTNER, len(task.wrong)))]
        try:
            partner = trial(task, job.seed, varied)
        except TaskError as error:
            yield Case(f"{task.id}/{job.seed}/{varied.axis}={varied.value}", varied.axis, REFERENCE, str(error))
            continue
        yield from check_trial(task, partner, device, base, wrongs)


def check(task: str, seeds: int, device: Device) -> Iterator[Case]:
    """Prove every case of one task, one after the other.

    Args:
        task: its id.
        seeds: how many, from 0 on.
        device: that the trajectories are played on.

    Raises:
        TaskError: there is no such task.
    """
    for job in _dealt(registry.task(task), seeds):
        yield from check_job(job, device)


def check_trial(
    task: Task,
    case: Trial,
    device: Device,
    base: Trace | None = None,
    wrongs: Sequence[int] | None = None,
) -> Generator[Case, None, Trace | None]:
    """Prove all that is to be proved for one trial.

    Args:
        base: the reference's trace in the trial's base, to be replayed blindly.
        wrongs: places of the wrong trajectories to play; all where None.

    Returns:
        The reference's trace, None where it does not pass: nothing else is tried then.
    """
    oracle = variation.judged(case.variation, task, task.oracle(case.params))
    right: Trace | None = None
    try:
        for exhibit in exhibits(task, case, device, base, wrongs):
            proved = prove(oracle, exhibit, case)
            yield proved
            if exhibit.who == REFERENCE:
                if not proved.passed:
                    return None
                right = exhibit.traces[0]
    except (DeviceError, OracleError) as error:
        yield Case(case.id, case.variation.axis, REFERENCE, f"{type(error).__name__}: {error}")
    return right


def prove(oracle: Oracle, exhibit: Exhibit, case: Trial, judge: Judge = judge) -> Case:
    """Whether the oracle says of an exhibit what it must say."""
    name, axis, steps = case.id, case.variation.axis, len(exhibit.traces[-1].steps)
    try:
        # The reference is its own measure only where it has to look before it knows that all is done.
        looks = exhibit.who == REFERENCE and (oracle.demand != "complete" or axis != "base")
        verdicts = [judge(oracle, trace, len(trace.steps) if looks else None) for trace in exhibit.traces]
    except OracleError as error:
        return Case(name, axis, exhibit.who, f"OracleError: {error}", steps)
    passed = all(verdict.passed for verdict in verdicts)
    fault = ""
    if exhibit.must == "pass" and not passed:
        fault = f"must pass: {verdicts[0].reason}"
    elif exhibit.must == "fail" and passed:
        fault = "must fail, and passes"
    elif exhibit.lost:
        fault = "proves nothing: it ran out of steps before it had done what its name says"
    elif exhibit.who == REFERENCE and (verdicts[0].kept, verdicts[0].recognition) != (True, "in_time"):
        fault = f"passes, but kept={verdicts[0].kept}, recognised {verdicts[0].recognition}"
    return Case(name, axis, exhibit.who, fault, steps, passed)


def replays(cases: Sequence[Case]) -> dict[str, tuple[int, int]]:
    """Axis → (how often the base's actions, replayed blindly, passed; how often they were replayed)."""
    found: dict[str, tuple[int, int]] = {}
    for axis in variation.AXES:
        mine = [case.passed for case in cases if case.who == REPLAY and case.axis == axis]
        if mine:
            found[axis] = (sum(mine), len(mine))
    return found
