"""Trials and the suites made of them: plain data, the same byte for byte whatever the host, its time zone, its date or its hash seed."""

import difflib
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

from devices.device import Setup
from devices.state import Value
from tasks import registry, variation
from tasks.conditions import OracleError
from tasks.oracle import Oracle, holds_at_start
from tasks.params import Split
from tasks.registry import TaskError
from tasks.task import Params, Task, Trial, Variation

SUITES = {"smoke": 12}
"""Name → number of trials where none is given."""
_TRIES = 50


class SuiteError(ValueError):
    """A suite that there is not, or a size that cannot be. One sentence for the user."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A named list of trials.

    Attributes:
        name: such as ``smoke``.
        seed: that its trials were drawn from.
        trials: in order.
    """

    name: str
    seed: int
    trials: tuple[Trial, ...]

    @property
    def hash(self) -> str:
        """SHA-256 (hex) over the trials' hashes: equal for equal trials in equal order."""
        return hashlib.sha256("\n".join(trial.hash for trial in self.trials).encode()).hexdigest()


def generator(*parts: str | int) -> random.Random:
    """A random generator seeded from these parts alone."""
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))


def trial(task: Task | str, seed: int, varied: Variation = variation.BASE, split: Split = "test") -> Trial:
    """One trial. Parameters and wording depend on task, seed and split only, so that trials which differ in the variation are a pair.

    Raises:
        TaskError: no such task, or one whose goal holds before anything was done.
        ValueError: an axis or value that there is not.
    """
    known = registry.task(task) if isinstance(task, str) else task
    for attempt in range(_TRIES):
        params = {name: param.draw(generator(known.id, seed, split, attempt, name), split) for name, param in known.params.items()}
        # Two parameters may be drawn alike (the old font size and the new one): such a trial would ask for nothing.
        if not _met(known.oracle(params), known.setup(params), known.id):
            return trial_with(known, params, seed, varied, split)
    raise TaskError(
        f"The goal of task {known.id!r} holds before anything is done in {_TRIES} draws of seed {seed}: its set-up must make it false."
    )


def trial_with(task: Task, params: Params, seed: int = 0, varied: Variation = variation.BASE, split: Split = "test") -> Trial:
    """A trial with these very parameters.

    Raises:
        TaskError: its goal holds before anything was done.
        ValueError: an axis or value that there is not.
    """
    setup = variation.apply(varied, task, params, task.setup(params))
    oracle = task.oracle(params)
    if oracle.demand == "complete" and _met(oracle, setup, task.id):
        raise TaskError(f"The goal of task {task.id!r} holds before anything is done: its set-up must make it false.")
    wording = generator(task.id, seed, split, "goal").choice(task.goals)
    goal = wording.format_map({name: _words(task, name, value) for name, value in params.items()})
    goal = goal[0].upper() + goal[1:]
    return Trial(task.id, registry.version(task.id), seed, split, params, goal, varied, setup)


def _words(task: Task, name: str, value: Value) -> str:
    return task.shown[name](value) if name in task.shown else str(value)


def _met(oracle: Oracle, setup: Setup, task: str) -> bool:
    """Whether the goal holds at the start, by what the set-up itself states: it must state all that the goal is about."""
    try:
        return holds_at_start(oracle, setup.facts)
    except OracleError as error:
        raise TaskError(f"The set-up of task {task!r} leaves open whether its goal holds already: {error}.") from error


def suite(name: str, trials: int | None = None, seed: int = 0) -> Suite:
    """A suite of this many trials (its own number, where None), in turn over templates and axes.

    Every template comes once before any comes again; every second one is followed by its pair, the same trial varied on one axis.

    Raises:
        SuiteError: no such suite, or fewer trials than 1.
    """
    if name not in SUITES:
        near = difflib.get_close_matches(name, SUITES, 1, 0.4)
        raise SuiteError(f"There is no suite {name!r}: " + (f"did you mean {near[0]}?" if near else f"there is {', '.join(SUITES)}."))
    wanted = SUITES[name] if trials is None else trials
    if wanted < 1:
        raise SuiteError(f"A suite needs at least 1 trial, not {wanted}.")
    source = _endless(seed)
    return Suite(name, seed, tuple(next(source) for _ in range(wanted)))


def _endless(seed: int) -> Iterator[Trial]:
    templates = _interleaved()
    axes = list(variation.AXES)
    used = 0
    for turn in range(1 << 32):
        for place, template in enumerate(templates):
            base = trial(template, seed * 1_000_000 + turn)
            yield base
            if (place + turn) % 2:
                continue
            axis = next(a for a in axes[used % len(axes) :] + axes if variation.applies(template, a, base.setup))
            values = variation.AXES[axis]
            used = axes.index(axis) + 1
            yield trial(template, base.seed, Variation(axis, values[(turn + place // 2) % len(values)]))


def _interleaved() -> list[Task]:
    """Templates in an order in which the apps take turns, so that a short suite passes through every app."""
    rooms: dict[str, list[Task]] = {}
    for known in registry.tasks().values():
        rooms.setdefault(known.apps[0], []).append(known)
    longest = max(len(room) for room in rooms.values())
    return [room[i] for i in range(longest) for room in rooms.values() if i < len(room)]


def sample_trial(seed: int, split: Split = "train") -> Trial:
    """A random template with random parameters under a random mixture of variations, for training.

    Half of the trials are the phone as delivered but for one or no axis; in the others each axis is varied with a chance of a third.
    """
    rng = generator("sample", seed, split)
    template = rng.choice(list(registry.tasks().values()))
    base = trial(template, rng.getrandbits(31), split=split)
    axes = [axis for axis in variation.axes_of(template) if variation.applies(template, axis, base.setup)]
    chosen = [axis for axis in axes if rng.random() < 1 / 3] if rng.random() < 0.5 else rng.sample(axes, rng.randint(0, 1))
    if not chosen:
        return base
    value = "+".join(f"{axis}={rng.choice(variation.AXES[axis])}" for axis in chosen)
    return trial(template, base.seed, Variation(variation.MIXED, value), split)


def training_trials(seed: int) -> Iterator[Trial]:
    """Trials of the training split without end, the same for the same seed."""
    rng = generator("training", seed)
    while True:
        yield sample_trial(rng.getrandbits(48))
