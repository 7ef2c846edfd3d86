"""What builds did on the same trials, read from the store: what every table, test and report of the ranking is made of.

Only runs that may be compared are put side by side: of the very same trials, on the same kind of phone, under the same limits and rules,
and, where a build plays, asked in the same way. What is left out is said, with what differs.
"""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Select, bindparam, exists, func, select
from sqlalchemy.orm import Session, aliased

from agent_eval.agents.baselines import BASELINES
from agent_eval.identity import differing
from agent_eval.outcome import SCORED
from agent_eval.program import program
from agent_eval.store import models
from agent_eval.store.database import Database
from tasks import registry

MISSING = "missing"
"""The outcome of a planned trial that no episode has ended of."""
BASE = "base"
"""The axis of a trial that is not varied."""
UNKNOWN = "unknown"
"""What a task asks for whose template is gone."""
SHORT = 6
"""So many digits of a build's hash tell it from an older one of its name."""


class RankingError(Exception):
    """What was asked to be compared is not there, or cannot be compared. One sentence for the user."""


@dataclass(frozen=True, slots=True)
class Item:
    """One trial as it stands in one run of one build: its last episode that ended.

    Attributes:
        trial, task, app: id of the trial, of its template, and the template's room.
        kind: what the template asks for; `UNKNOWN` where it is gone.
        axis, value: the variation; ``("base", "")`` where there is none.
        base: id of the trial that this one is varied from; its own where it is not varied.
        run, episode: ids; no episode where none has ended.
        outcome: of the episode (`agent_eval.outcome.EpisodeOutcome`), or `MISSING`.
        passed: None unless scored, and so is what follows of the verdict.
        reached: whether the goal held at some time.
        kept: whether it held from then on; None too where it was not reached.
        recognition: how completion was recognised; None too where it was neither reached nor claimed.
        side_effects: whether something changed that was not asked for.
        steps: taken by the agent.
        reference_steps: that the reference solution needs; known without an episode. None where it was never played.
        seconds: the episode's, wall-clock.
        prompt_tokens, output_tokens: over the whole episode; None where it took no step.
    """

    trial: str
    task: str
    app: str
    kind: str
    axis: str
    value: str
    base: str
    run: str
    episode: str | None
    outcome: str
    passed: bool | None
    reached: bool | None
    kept: bool | None
    recognition: str | None
    side_effects: bool | None
    steps: int | None
    reference_steps: int | None
    seconds: float | None
    prompt_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True, slots=True)
class Results:
    """All that one build did in a cohort.

    Attributes:
        build: its name; of two contents under one name the one that played last keeps it, and an older one is ``name@1a2b3c``.
        hash: of its content.
        baseline: whether it is none of a model's builds.
        info: what else is known of it: scheme, base, bits a weight.
        runs: ids, the oldest first.
        items: run by run, each in the order of its plan. Where there are several runs, a trial has an item in each.
    """

    build: str
    hash: str
    baseline: bool
    info: Mapping[str, Any]
    runs: tuple[str, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Cohort:
    """Runs that may be compared.

    Attributes:
        suite, suite_hash: the trials.
        device: kind of phone.
        settings: what the runs have in common beside: ``limits``, ``element_rules``, and ``agent``, how builds are asked.
        results: one for each build, the one that played last first, baselines after the builds.
        left_out: sentences: which runs were left out, and what differs.
    """

    suite: str
    suite_hash: str
    device: str
    settings: Mapping[str, Any]
    results: tuple[Results, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """A run without its trials. ``begun``: whether an episode of it has ended."""

    id: str
    name: str
    hash: str
    info: Mapping[str, Any]
    device: str
    suite: str
    suite_hash: str
    identity: Mapping[str, Any]
    begun: bool

    @property
    def baseline(self) -> bool:
        return self.name in BASELINES

    @property
    def conditions(self) -> dict[str, Any]:
        """What else must be equal for its results to be compared; a baseline is not asked in words."""
        common = {"device": self.device, "limits": self.identity.get("limits"), "element_rules": self.identity.get("element_rules")}
        return common if self.baseline else {**common, "agent": self.identity.get("agent")}


def cohort(database: Database, suite: str, builds: Sequence[str] | None = None, suite_hash: str | None = None) -> Cohort:
    """The builds that have played a suite, as far as they may be compared with the newest run of a build.

    Baselines do not decide what the others are held against, unless nothing else has played.

    Args:
        builds: names (``w4a16``, ``w4a16@1a2b3c``) or beginnings of hashes, of at least six digits; all where None.
        suite_hash: the trials to take; those of the newest run where None.

    Raises:
        RankingError: no run of the suite has ended an episode, or a build that was asked for has none.
    """
    with database.read() as session:
        found = [run for run in _runs(session) if run.suite == suite and suite_hash in (None, run.suite_hash)]
        if not found:
            raise RankingError(
                f"there is no run of the suite {suite}{' with these trials' if suite_hash else ''} yet: {how_to_play(suite)}"
            )
        if builds is not None:
            found = _asked(found, builds, suite)
        return _cohort(session, found)


def cohort_of(database: Database, runs: Sequence[str]) -> Cohort:
    """These very runs, with nothing beside them.

    Raises:
        RankingError: one of them does not exist, or they cannot be compared.
    """
    with database.read() as session:
        known = {run.id: run for run in _runs(session)}
        if gone := [each for each in runs if each not in known]:
            raise RankingError(f"there is no run {gone[0]}: `{program()} runs` lists the runs")
        found = _cohort(session, [run for run in known.values() if run.id in runs])
    if found.left_out:
        raise RankingError(found.left_out[0])
    return found


def how_to_play(suite: str, build: str = "w4a16") -> str:
    """The command that makes what is not there."""
    return f"{program()} run --build {build} --suite {suite}"


def _runs(session: Session) -> list[_Run]:
    """Every run, the newest first."""
    ended = exists().where(models.Episode.trial_id == models.Trial.id, models.Episode.outcome.is_not(None))
    begun = exists().where(models.Trial.run_id == models.Run.id, ended)
    run, build = models.Run, models.Build
    rows = session.execute(
        select(run.id, build.name, build.hash, build.info, run.device, run.suite, run.suite_hash, run.identity, begun)
        .join(run.build)
        .order_by(run.created_at.desc(), run.id)
    )
    return [_Run(*row) for row in rows]


def _asked(runs: Sequence[_Run], builds: Sequence[str], suite: str) -> list[_Run]:
    """The runs of these builds, in the order given.

    Raises:
        RankingError: a build has none.
    """
    kept: set[str] = set()
    for wanted in builds:
        mine = [run.id for run in runs if _is(run, wanted)]
        if not mine:
            known = list(dict.fromkeys(run.name for run in runs))
            near = difflib.get_close_matches(wanted, known, 3, 0.5)
            hint = f"did you mean {' or '.join(near)}?" if near else f"those that have are {', '.join(known)}."
            raise RankingError(f"no build {wanted!r} has played the suite {suite}: {hint}")
        kept.update(mine)
    return [run for run in runs if run.id in kept]


def _is(run: _Run, wanted: str) -> bool:
    name, at, digits = wanted.rpartition("@")
    if at:
        return run.name == name and len(digits) >= SHORT and run.hash.startswith(digits.lower())
    return run.name == wanted or (len(wanted) >= SHORT and run.hash.startswith(wanted.lower()))


def _cohort(session: Session, runs: Sequence[_Run]) -> Cohort:
    """Those of the runs, the newest first, that may be compared with the one that all others are held against."""
    begun = [run for run in runs if run.begun]
    if not begun:
        raise RankingError(f"no run of the suite {runs[0].suite} has ended an episode yet: {program()} run --resume {runs[0].id}")
    anchor = next((run for run in begun if not run.baseline), begun[0])
    kept = [run for run in begun if not _why_not(run, anchor)]
    left_out = [f"Left out {_named([run])}: no episode of it has ended yet." for run in runs if not run.begun]
    others: dict[tuple[str, str], list[_Run]] = {}
    for run in begun:
        if run not in kept:
            others.setdefault((run.suite_hash, ", ".join(_why_not(run, anchor))), []).append(run)
    for (digest, why), group in others.items():
        changed = "" if digest == anchor.suite_hash else _changed_trials(session, group[0], anchor)
        left_out.append(f"Left out {_named(group)}: {changed or why}.")
    hashes: dict[str, str] = {}  # name → the hash that keeps it
    for run in kept:
        hashes.setdefault(run.name, run.hash)
    groups: dict[str, list[_Run]] = {}
    for run in kept:
        groups.setdefault(run.hash, []).append(run)
    items = _items(session, [run.id for run in kept])
    results = [
        Results(
            build=group[0].name if hashes[group[0].name] == digest else f"{group[0].name}@{digest[:SHORT]}",
            hash=digest,
            baseline=group[0].baseline,
            info=group[0].info,
            runs=tuple(run.id for run in reversed(group)),
            items=tuple(item for run in reversed(group) for item in items.get(run.id, ())),
        )
        for digest, group in groups.items()
    ]
    settings = {name: value for name, value in anchor.conditions.items() if name != "device"}
    results.sort(key=lambda one: one.baseline)
    return Cohort(anchor.suite, anchor.suite_hash, anchor.device, settings, tuple(results), tuple(left_out))


def _why_not(run: _Run, anchor: _Run) -> list[str]:
    """What keeps a run from being compared with another, in words; nothing where it may be."""
    common = run.conditions.keys() & anchor.conditions.keys()
    pairs = [*differing({name: anchor.conditions[name] for name in common}, {name: run.conditions[name] for name in common})]
    if run.suite_hash != anchor.suite_hash:
        pairs += differing(_drawn(anchor), _drawn(run), "suite ")
    found = [f"{path} {new!r} in place of {old!r}" for path, old, new in pairs]
    return found or (["other trials"] if run.suite_hash != anchor.suite_hash else [])


def _drawn(run: _Run) -> dict[str, Any]:
    """How a run's trials were drawn from its suite."""
    suite = run.identity.get("suite", {})
    return {"name": run.suite, "seed": suite.get("seed"), "trials": suite.get("trials")}


def _changed_trials(session: Session, run: _Run, anchor: _Run) -> str:
    """Which trials of the same name two runs give differently, in words; empty where there are none."""
    one, other = aliased(models.Trial), aliased(models.Trial)
    changed = session.scalars(
        select(one.task)
        .join(other, (other.name == one.name) & (other.hash != one.hash))
        .where(one.run_id == anchor.id, other.run_id == run.id)
        .order_by(one.position)
    )
    tasks = list(dict.fromkeys(changed))
    if not tasks:
        return ""
    more = f" and {len(tasks) - 3} more" if len(tasks) > 3 else ""
    return f"other versions of {', '.join(tasks[:3])}{more}"


def _named(runs: Sequence[_Run]) -> str:
    """Runs in words, the first few of them by id."""
    more = f" and {len(runs) - 3} more runs" if len(runs) > 3 else ""
    return ", ".join(f"run {run.id} of {run.name}" for run in runs[:3]) + more


def _items(session: Session, runs: Sequence[str]) -> dict[str, list[Item]]:
    """Run → its trials as they stand, in plan order."""
    kinds = {name: task.kind for name, task in registry.tasks().items()}
    tokens = {row[0]: row[1:] for row in session.execute(_tokens(runs))}
    found: dict[str, list[Item]] = {}
    for row in session.execute(_standing(runs)):
        run, name, task, reference_steps, episode, outcome, seconds, reached, kept, recognition, side_effects, steps = row
        base, axis, value = variation_of(name, task)
        scored = outcome in SCORED
        read, written = tokens.get(episode, (None, None))
        found.setdefault(run, []).append(
            Item(
                trial=name,
                task=task,
                app=task.partition(".")[0],
                kind=kinds.get(task, UNKNOWN),
                axis=axis,
                value=value,
                base=base,
                run=run,
                episode=episode,
                outcome=MISSING if outcome is None else outcome,
                passed=outcome == "passed" if scored else None,
                reached=reached is not None if scored else None,
                kept=None if kept is None else bool(kept),
                recognition=recognition,
                side_effects=side_effects > 0 if scored else None,
                steps=steps,
                reference_steps=reference_steps,
                seconds=seconds,
                prompt_tokens=read,
                output_tokens=written,
            )
        )
    return found


def _standing(runs: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Every planned trial of the runs with the last of its episodes that ended, or nothing; the verdict's parts where it was scored."""
    trial, episode, other = models.Trial, models.Episode, aliased(models.Episode)
    last = select(func.max(other.attempt)).where(other.trial_id == trial.id, other.outcome.is_not(None)).scalar_subquery()

    def part(path: str) -> Any:
        return func.json_extract(episode.verdict, f"$.{path}")

    return (
        select(
            trial.run_id,
            trial.name,
            trial.task,
            trial.reference_steps,
            episode.id,
            episode.outcome,
            episode.seconds,
            part("goal_reached_step"),
            part("kept"),
            part("recognition"),
            func.json_array_length(episode.verdict, "$.side_effects"),
            part("steps"),
        )
        .select_from(trial)
        .outerjoin(episode, (episode.trial_id == trial.id) & (episode.attempt == last))
        .where(trial.run_id.in_(bindparam("runs", list(runs), expanding=True)))
        .order_by(trial.run_id, trial.position)
    )


def _tokens(runs: Sequence[str]) -> Select[str, int, int]:
    """Episode → tokens read and written, over its steps."""
    step = models.Step
    mine = select(models.Episode.id).join(models.Trial).where(models.Trial.run_id.in_(bindparam("runs", list(runs), expanding=True)))
    return (
        select(step.episode_id, func.sum(step.prompt_tokens), func.sum(step.output_tokens))
        .where(step.episode_id.in_(mine))
        .group_by(step.episode_id)
    )


def variation_of(trial: str, task: str) -> tuple[str, str, str]:
    """(id of the trial that is not varied, axis, value) of a trial, from its id (`tasks.task.Trial.id`) alone."""
    seed, _, varied = trial[len(task) + 1 :].partition("/")
    axis, _, value = varied.partition("=")
    return f"{task}/{seed}", axis or BASE, value


def outcomes(items: Iterable[Item], part: Callable[[Item], bool | None] = lambda item: item.passed) -> dict[str, tuple[bool, ...]]:
    """Trial → what its repeats came to, for the trials that have any: what `agent_eval.ranking.paired.compare` takes.

    Args:
        part: of an item; None leaves it out.
    """
    found: dict[str, tuple[bool, ...]] = {}
    for item in items:
        value = part(item)
        if value is not None:
            found[item.trial] = (*found.get(item.trial, ()), value)
    return found


def clusters(items: Iterable[Item]) -> dict[str, str]:
    """Trial → template."""
    return {item.trial: item.task for item in items}


def only(results: Results, keep: Callable[[Item], bool]) -> Results:
    """The same build on some of the trials."""
    return replace(results, items=tuple(item for item in results.items if keep(item)))
