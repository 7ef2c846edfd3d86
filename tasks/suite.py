"""Trials and the suites made of them: plain data, the same byte for byte whatever the host, its time zone, its date or its hash seed.

A suite is a file in ``tasks/suites``: base trials, each with the partners that differ from it in one value of one axis.
"""

import difflib
import functools
import hashlib
import itertools
import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from devices.device import Setup
from devices.sim.panels import owners
from devices.state import State, Value, kind_of
from tasks import registry, variation
from tasks.conditions import OracleError
from tasks.errors import SuiteError as SuiteError
from tasks.errors import TaskError
from tasks.oracle import Oracle, holds_at_start
from tasks.params import Several, Split, several
from tasks.task import Params, Task, Trial, Variation

SUITES = ("smoke", "core", "full")
"""Every suite, the shortest first."""
FILES = Path(__file__).parent / "suites"
TURN = 1000
"""The seeds of a file's base trials are below this: a suite that is asked for more trials than its file has goes on with higher ones."""
_TRIES = 50


@dataclass(frozen=True, slots=True)
class Pair:
    """Two trials of one task, goal and parameters that differ in one value of one axis."""

    base: Trial
    partner: Trial

    @property
    def axis(self) -> str:
        return self.partner.variation.axis

    @property
    def value(self) -> str:
        return self.partner.variation.value


@dataclass(frozen=True, slots=True)
class Suite:
    """A named list of trials.

    Attributes:
        name: such as ``smoke``.
        seed: that its trials were drawn from.
        trials: in order: a base trial, then its partners.
    """

    name: str
    seed: int
    trials: tuple[Trial, ...]

    @property
    def hash(self) -> str:
        """SHA-256 (hex) over the trials' hashes: equal for equal trials in equal order."""
        return hashlib.sha256("\n".join(trial.hash for trial in self.trials).encode()).hexdigest()

    def pairs(self) -> tuple[Pair, ...]:
        """Every base trial with each of its partners, in order."""
        bases = {(trial.task, trial.seed): trial for trial in self.trials if trial.variation == variation.BASE}
        return tuple(Pair(bases[trial.task, trial.seed], trial) for trial in self.trials if trial.variation != variation.BASE)

    def pairs_per_axis(self) -> dict[str, int]:
        """How many pairs there are on each axis, 0 included."""
        counted = Counter(pair.axis for pair in self.pairs())
        return {axis: counted[axis] for axis in variation.AXES}


@dataclass(frozen=True, slots=True)
class Entry:
    """A base trial of a suite's file.

    Attributes:
        task: id.
        seed: below `TURN`.
        partners: what differs, one for each.
    """

    task: str
    seed: int
    partners: tuple[Variation, ...]


def generator(*parts: str | int) -> random.Random:
    """A random generator seeded from these parts alone."""
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))


def trial(task: Task | str, seed: int, varied: Variation = variation.BASE, split: Split = "test") -> Trial:
    """One trial. Parameters and wording depend on task, seed and split only, so that trials which differ in the variation are a pair.

    Raises:
        TaskError: no such task, or one that in many draws has a goal that holds before anything was done, or parameters that are alike.
        ValueError: an axis or value that there is not.
    """
    known = registry.task(task) if isinstance(task, str) else task
    for attempt in range(_TRIES):
        params = {name: param.draw(generator(known.id, seed, split, attempt, name), split) for name, param in known.params.items()}
        if not _are_apart(known, params):
            continue
        # Two parameters may be drawn alike (the old font size and the new one): such a trial would ask for nothing.
        oracle = known.oracle(params)
        if oracle.demand == "already_done" or not _met(oracle, known.setup(params), known):
            return trial_with(known, params, seed, varied, split)
    raise TaskError(
        f"{registry.where(known)}: in {_TRIES} draws of seed {seed} the goal of task {known.id!r} holds before anything is done, or "
        "parameters are alike that it keeps apart: its set-up must make the goal false, and parameters need more values than that"
    )


def _are_apart(task: Task, params: Params) -> bool:
    """Whether the parameters that a task keeps apart hold no value in common."""
    for group in task.apart:
        held = [several(params[name]) if isinstance(task.params[name], Several) else [params[name]] for name in group]
        values = list(itertools.chain.from_iterable(held))
        if len(values) > len(set(values)):
            return False
    return True


def trial_with(task: Task, params: Params, seed: int = 0, varied: Variation = variation.BASE, split: Split = "test") -> Trial:
    """A trial with these very parameters.

    Raises:
        TaskError: its goal holds before anything was done.
        ValueError: an axis or value that there is not.
    """
    setup = variation.apply(varied, task, params, task.setup(params))
    oracle = variation.judged(varied, task, task.oracle(params))
    if oracle.demand == "complete" and _met(oracle, setup, task):
        raise TaskError(
            f"{registry.where(task)}: the goal of task {task.id!r} holds before anything is done: its set-up must make it false"
        )
    if oracle.demand == "already_done" and not _met(oracle, setup, task):
        raise TaskError(f"{registry.where(task)}: the goal of task {task.id!r} does not hold at the start, though it is declared to be met")
    wording = generator(task.id, seed, split, "goal").choice(task.goals)
    goal = wording.format_map({name: _words(task, name, value) for name, value in params.items()})
    goal = goal[0].upper() + goal[1:]
    return Trial(task.id, registry.version(task.id), seed, split, params, goal, varied, setup)


def _words(task: Task, name: str, value: Value) -> str:
    return task.shown[name](value) if name in task.shown else str(value)


def _met(oracle: Oracle, setup: Setup, task: Task) -> bool:
    """Whether the goal holds at the start.

    A set-up must itself state every setting that the goal is about. Things of which there are many are those that it states, completed with
    what is usual for their kind, and those of a phone as delivered.
    """
    start: State = {}
    for app in owners():
        start |= {entity: facts for entity, facts in app.baseline.items() if "/" in entity and kind_of(entity) not in setup.clear}
        for entity, facts in setup.facts.items():
            if "/" in entity and kind_of(entity) in app.kinds:
                start[entity] = {**app.kinds[kind_of(entity)], **app.baseline.get(entity, {}), **facts}
    try:
        return holds_at_start(oracle, {**setup.facts, **start})
    except OracleError as error:
        raise TaskError(
            f"{registry.where(task)}: the set-up of task {task.id!r} leaves open whether its goal holds already: {error}"
        ) from error


def possible(task: Task, base: Trial) -> dict[str, tuple[str, ...]]:
    """Axis → values that would change something about a trial that is not varied, for the axes that have any."""
    setup = task.setup(base.params)
    values = {axis: variation.values_of(task, axis, setup) for axis in variation.axes_of(task)}
    return {axis: found for axis, found in values.items() if found}


def suite(name: str, trials: int | None = None, seed: int = 0) -> Suite:
    """A suite of this many trials, or of those in its file where None.

    Fewer are the first of them. Where more are asked for, the file is gone through again with other parameters, as it is for another seed.

    Raises:
        SuiteError: no such suite, fewer trials than 1, or a fault in its file.
        TaskError: a fault in a template.
    """
    if name not in SUITES:
        near = difflib.get_close_matches(name, SUITES, 1, 0.4)
        raise SuiteError(f"There is no suite {name!r}: " + (f"did you mean {near[0]}?" if near else f"there are {', '.join(SUITES)}."))
    entries = entries_of(name)
    wanted = sum(1 + len(entry.partners) for entry in entries) if trials is None else trials
    if wanted < 1:
        raise SuiteError(f"A suite needs at least 1 trial, not {wanted}.")
    return Suite(name, seed, tuple(itertools.islice(_endless(entries, seed), wanted)))


def _endless(entries: Sequence[Entry], seed: int) -> Iterator[Trial]:
    for turn in itertools.count(seed * 1_000_000, TURN):
        for entry in entries:
            template = registry.task(entry.task)
            base = trial(template, turn + entry.seed)
            yield base
            values = possible(template, base)
            for varied in entry.partners:
                # With other parameters an axis may change nothing: a task that itself sets the theme has no dark partner.
                if varied.value in values.get(varied.axis, ()):
                    yield trial(template, base.seed, varied)


@functools.cache
def entries_of(name: str) -> tuple[Entry, ...]:
    """What the file of a suite holds.

    Raises:
        SuiteError: a fault in it, with file and line.
    """
    return read_entries(FILES / f"{name}.toml")


_HEAD = re.compile(r"\s*\[\[\s*base\s*\]\]")
_AT_LINE = re.compile(r"at line (\d+)")
_FIELDS = {"task": str, "seed": int, "partners": list}


def read_entries(path: Path) -> tuple[Entry, ...]:
    """The base trials of a suite's file, in order.

    Raises:
        SuiteError: a fault in it, with file and line.
    """
    text, data = _toml(path)
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines, 1) if _HEAD.match(line)]
    if data.keys() != {"base"} or not isinstance(data["base"], list) or len(heads) != len(data["base"]) or not heads:
        other = next((name for name in data if name != "base"), "base")  # what else is there, or base trials written in another way
        line = next((number for number, line in enumerate(lines, 1) if other in line), 1)
        raise SuiteError(f"{path}:{line}: expected base trials, each under a line [[base]], and nothing else")
    entries: list[Entry] = []
    for head, stop, given in zip(heads, [*heads[1:], len(lines) + 1], data["base"], strict=True):
        within = {number: lines[number - 1] for number in range(head, stop)}
        fault = _fault(given, {(entry.task, entry.seed) for entry in entries})
        if fault is not None:
            words, at = fault
            line = next((number for number, text in within.items() if at and at in text), head)
            raise SuiteError(f"{path}:{line}: {words}")
        partners = tuple(Variation(axis, value) for axis, _, value in (partner.partition("=") for partner in given["partners"]))
        entries.append(Entry(given["task"], given["seed"], partners))
    return tuple(entries)


def _toml(path: Path) -> tuple[str, dict[str, Any]]:
    """(text, what it holds) of a file.

    Raises:
        SuiteError: it cannot be read or is no TOML, with file and line.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise SuiteError(f"{path}: the suite cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SuiteError(f"{path}:{line}: not TOML: it holds the byte {error.object[error.start]:#04x}, which is no UTF-8") from error
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        raise SuiteError(f"{path}:{found[1] if found else len(text.splitlines())}: not TOML: {error}") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, thousands of brackets
        raise SuiteError(f"{path}: not TOML that can be read: {error}") from error


def _fault(given: dict[str, Any], known: set[tuple[str, int]]) -> tuple[str, str] | None:
    """What is wrong with a base trial of a file, and the text that stands where it is; None for nothing."""
    for name, kind in _FIELDS.items():
        if type(given.get(name)) is not kind:
            return f"a base trial needs {name} ({kind.__name__})", name
    if unknown := sorted(given.keys() - _FIELDS.keys()):
        return f"a base trial has no {unknown[0]!r}: it has {', '.join(_FIELDS)}", unknown[0]
    if not 0 <= given["seed"] < TURN:
        return f"the seed is {given['seed']}: expected 0 to {TURN - 1}", "seed"
    registry.tasks()  # a fault of a template is no fault of this file
    try:
        template = registry.task(given["task"])
    except TaskError as error:
        return str(error), "task"
    if (template.id, given["seed"]) in known:
        return f"{template.id} with seed {given['seed']} is in this suite already", "task"
    values = possible(template, trial(template, given["seed"]))
    for place, partner in enumerate(given["partners"]):
        if not isinstance(partner, str) or "=" not in partner:
            return f"{partner!r} is no partner: expected axis=value", partner if isinstance(partner, str) else "partners"
        axis, _, value = partner.partition("=")
        if axis not in variation.AXES:
            near = difflib.get_close_matches(axis, variation.AXES, 1, 0.5)
            return f"there is no axis {axis!r}: " + (f"did you mean {near[0]!r}?" if near else _names(variation.AXES)), partner
        if value not in variation.AXES[axis]:
            return f"there is no value {value!r} on the axis {axis!r}: {_names(variation.AXES[axis])}", partner
        if value not in values.get(axis, ()):
            return f"{partner} changes nothing about {template.id} with seed {given['seed']}", partner
        if partner in given["partners"][:place]:
            return f"{partner} is a partner of {template.id} with seed {given['seed']} already", partner
    return None


def _names(known: Iterable[str]) -> str:
    return f"there are {', '.join(known)}"


def sample_trial(seed: int, split: Split = "train") -> Trial:
    """A random template with random parameters under a random mixture of variations, for training.

    Half of the trials are the phone as delivered but for one or no axis; in the others each axis is varied with a chance of a third.
    """
    rng = generator("sample", seed, split)
    template = rng.choice(list(registry.tasks().values()))
    base = trial(template, rng.getrandbits(31), split=split)
    values = possible(template, base)
    chosen = [axis for axis in values if rng.random() < 1 / 3] if rng.random() < 0.5 else rng.sample(list(values), rng.randint(0, 1))
    if not chosen:
        return base
    value = "+".join(f"{axis}={rng.choice(values[axis])}" for axis in chosen)
    return trial(template, base.seed, Variation(variation.MIXED, value), split)


def training_trials(seed: int) -> Iterator[Trial]:
    """Trials of the training split without end, the same for the same seed."""
    rng = generator("training", seed)
    while True:
        yield sample_trial(rng.getrandbits(48))
