"""What builds did on the same trials, read from the store: what every table, test and report of the ranking is made of.

Only runs that may be compared are put side by side (`agent_eval.ranking.runs`). What is left out is said, with what differs.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.orm import Session, aliased

from agent_eval.outcome import SCORED, TOLERATED
from agent_eval.program import program
from agent_eval.ranking.figures import counted
from agent_eval.ranking.runs import CHECKPOINT, SHORT, PlayedRun, comparable, how_to_play, named, newest, played, unknown_build, why_not
from agent_eval.ranking.runs import RankingError as RankingError
from agent_eval.ranking.sittings import Sat, sat
from agent_eval.store import models
from agent_eval.store.database import Database
from tasks import registry

MISSING = "missing"
"""The outcome of a planned trial that no episode has ended of."""
OPEN = (MISSING, "cancelled")
"""Outcomes of trials that nothing is known of, because they were not played, or not to their end."""
BASE = "base"
"""The axis of a trial that is not varied."""
UNKNOWN = "unknown"
"""What a task asks for whose template is gone."""


@dataclass(frozen=True, slots=True)
class Item:
    """One trial as it stands in one run of one build: its last episode that ended.

    Attributes:
        trial, task, app: id of the trial, of its template, and the app that the template counts for (`tasks.registry.app`).
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
        runs: ids, the oldest first. Where one is whole, those that were broken off are not among them: how far they got may have been
            decided by what they came to.
        items: run by run, each in the order of its plan. Where there are several runs, a trial has an item in each.
        stopped: where a run of it stands as it was left by the test that tells two builds apart early, what that recorded of it:
            ``against``, ``decision``, ``p`` and more; of the last such run. None where none was, or has been played on.
        raced: hashes of the builds that a run of it was held against while it was played: whether it was stopped early or not, it could
            have been.
        left_out: sentences: which of its runs were broken off and are not among these.
    """

    build: str
    hash: str
    baseline: bool
    info: Mapping[str, Any]
    runs: tuple[str, ...]
    items: tuple[Item, ...]
    stopped: Mapping[str, Any] | None = None
    raced: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cohort:
    """Runs that may be compared.

    Attributes:
        suite, suite_hash: the trials.
        device: kind of phone.
        settings: what the runs have in common beside: ``limits``, ``element_rules``, and ``agent``, how builds are asked.
        results: one for each build, the one that played last first, baselines after the builds.
        left_out: sentences on what limits it: which run decided what is held against each other, where any was left out for that; which
            runs were left out, and what differs; that two builds are not of the same checkpoint.
    """

    suite: str
    suite_hash: str
    device: str
    settings: Mapping[str, Any]
    results: tuple[Results, ...]
    left_out: tuple[str, ...]


def cohort(database: Database, suite: str | None = None, builds: Sequence[str] | None = None, suite_hash: str | None = None) -> Cohort:
    """The builds that have played a suite, as far as they may be compared with the newest run of a build.

    Baselines do not decide what the others are held against, unless nothing else has played. Where builds are named, it is the newest run
    of one of them that runs of all the others may be compared with.

    Args:
        suite: that of the newest run where None.
        builds: names (``w4a16``, ``w4a16@1a2b3c``) or beginnings of hashes, of at least six digits; all where None.
        suite_hash: the trials to take; those of the newest run where None.

    Raises:
        RankingError: no run of the suite has ended an episode, a build that was asked for has none, or two of these cannot be compared.
    """
    with database.read() as session:
        found = [run for run in played(session) if suite in (None, run.suite) and suite_hash in (None, run.suite_hash)]
        if not found:
            what = f"there is no run of the suite {suite}" if suite else "there is no run"
            raise RankingError(f"{what}{' with these trials' if suite_hash else ''} yet: {how_to_play(suite or 'core')}")
        for wanted in builds or ():
            if not any(run.is_of(wanted) for run in found):
                raise unknown_build(wanted, found, f"the suite {suite}" if suite else "any suite")
        asked = [run for run in found if builds is None or any(run.is_of(wanted) for wanted in builds)]
        anchor = newest(asked) if builds is None else _newest_of_all(session, asked, builds)
        if anchor is None:
            raise _not_begun(asked)
        here = [run for run in asked if run.suite == anchor.suite]
        kept = [run for run in here if run.begun and comparable(run, anchor)]
        groups: dict[str, list[PlayedRun]] = {}
        for run in kept:
            groups.setdefault(run.hash, []).append(run)
        results = _results(session, _labelled(list(groups.values())))
        rest = [run for run in here if run not in kept]
        left_out = _left_out(session, rest, anchor)
        if any(run.begun for run in rest):
            trials = len({item.trial for one in results for item in one.items})
            left_out = [_decided_by(anchor, trials, builds is not None), *left_out]
    return _cohort(anchor, sorted(results, key=lambda one: one.baseline), left_out)


def _newest_of_all(session: Session, asked: Sequence[PlayedRun], builds: Sequence[str]) -> PlayedRun:
    """The newest run of one of these builds that runs of all the others may be compared with.

    Raises:
        RankingError: there is none, and why.
    """
    sides = {wanted: [run for run in asked if run.begun and run.is_of(wanted)] for wanted in builds}
    if idle := [wanted for wanted, side in sides.items() if not side]:
        raise _not_begun([run for run in asked if run.is_of(idle[0])])
    candidates = sorted((run for run in asked if run.begun), key=lambda run: run.baseline)
    found = next((one for one in candidates if all(any(comparable(run, one) for run in side) for side in sides.values())), None)
    if found is not None:
        return found
    first = candidates[0]
    other = next(side[0] for side in sides.values() if not any(comparable(run, first) for run in side))
    raise RankingError(
        f"{named([other])} cannot be held against {named([first])}, for it has {why_not(session, other, first)}: leave one of the two out, "
        "or let both play the same trials in the same way"
    )


def _not_begun(runs: Sequence[PlayedRun]) -> RankingError:
    return RankingError(f"no episode of {named(runs)} has ended yet: {program()} run --resume {runs[0].id}")


def _decided_by(anchor: PlayedRun, trials: int, chosen: bool) -> str:
    """Which run the others had to match."""
    which = "the newest that a run of every build asked for can be held against" if chosen else "the newest of a build"
    others = "" if chosen else "; name the builds to hold against each other what they have all played"
    what = f"runs of its {counted(trials, 'trial')}, played in the same way"
    return f"Run {anchor.id} of {anchor.name}, {which}, decides which others count: {what}{others}."


def two(database: Database, a: str, b: str, suite: str | None = None) -> Cohort:
    """Two builds or runs that may be compared, a first.

    Of a build, all runs are taken together that may be compared with the other side; of several contents under its name, the one that
    played last. Two runs that are named themselves may be of builds from different checkpoints, which is said.

    Args:
        a, b: a build's name, the beginning of its hash (six digits or more), or the beginning of a run's id.
        suite: that of the newest runs that may be compared where None.

    Raises:
        RankingError: one of them is not there, both are the same, or none of their runs can be compared; then it says what differs.
    """
    with database.read() as session:
        known = [run for run in played(session) if run.begun and suite in (None, run.suite)]
        where = f"the suite {suite}" if suite else "any suite"
        mine, its = _side(known, a, where), _side(known, b, where)
        if len(mine) == 1:  # one run of a build is compared with its others
            its = [run for run in its if run not in mine] or its
        if len(its) == 1:
            mine = [run for run in mine if run not in its] or mine
        if any(run in its for run in mine):
            raise RankingError(f"{a} and {b} are the same: give two builds, or two runs of one (`{program()} runs` lists them)")
        pair = next(((one, other) for one in mine for other in its if comparable(one, other)), None)
        whatever = ""
        if pair is None and comparable(mine[0], its[0], CHECKPOINT):
            if any(run.is_of(given) for run, given in ((mine[0], a), (its[0], b))):
                raise RankingError(_other_checkpoint(mine[0], its[0]))
            pair, whatever = (mine[0], its[0]), CHECKPOINT
        if pair is None:
            why = why_not(session, its[0], mine[0])
            raise RankingError(f"{named(its[:1])} cannot be compared with {named(mine[:1])}, for it has {why}")
        one, other = pair
        sides = [
            [run for run in runs if run.hash == chosen.hash and comparable(run, one, whatever) and comparable(run, other, whatever)]
            for runs, chosen in ((mine, one), (its, other))
        ]
        labels = _labelled(sides)
        if one.hash == other.hash:
            labels = {f"{side[0].name}, run {side[0].id}": side for side in sides}
        kept = [*sides[0], *sides[1]]
        anchor = one if other.baseline else other
        left_out = _left_out(session, [run for run in (*mine, *its) if run not in kept and run.suite == anchor.suite], anchor)
        if whatever:
            left_out = [f"{_of_checkpoints(one, other)}: by what they differ is not what quantisation cost.", *left_out]
        return _cohort(anchor, _results(session, labels), left_out)


def _other_checkpoint(one: PlayedRun, other: PlayedRun) -> str:
    return f"{_of_checkpoints(one, other)}; to compare them all the same, name the runs: {program()} compare {one.id} {other.id}"


def _of_checkpoints(one: PlayedRun, other: PlayedRun) -> str:
    return f"{one.name} and {other.name} are not quantisations of one checkpoint, but made from {one.checkpoint} and {other.checkpoint}"


def on_same_trials(database: Database, build: str, as_in: PlayedRun) -> Results:
    """What a build has come to on the trials of a run that may not be stored yet, under its conditions; that run itself aside.

    Raises:
        RankingError: it has not played them.
    """
    with database.read() as session:
        known = [run for run in played(session) if run.begun and run.id != as_in.id]
        mine = [run for run in known if run.is_of(build)]
        kept = [run for run in mine if comparable(run, as_in)]
        if kept:
            return _results(session, {kept[0].name: [run for run in kept if run.hash == kept[0].hash]})[0]
        if not mine:
            raise (
                unknown_build(build, known, "any suite")
                if known
                else RankingError(f"{build} has not played: {how_to_play(as_in.suite, build)}")
            )
        why = why_not(session, mine[0], as_in)
        raise RankingError(f"{build} has not played these trials under these conditions; its last run, {mine[0].id}, has {why}")


def items_of(database: Database, run_id: str) -> list[Item]:
    """A run's trials as they stand, in plan order."""
    with database.read() as session:
        return _items(session, [run_id]).get(run_id, [])


def _side(runs: Sequence[PlayedRun], given: str, where: str) -> list[PlayedRun]:
    """The runs that one side of a comparison may be.

    Raises:
        RankingError: there are none, or the beginning of an id is that of several runs.
    """
    if of_build := [run for run in runs if run.is_of(given)]:
        return of_build
    by_id = [run for run in runs if given and run.id.startswith(given.lower())]
    if len(by_id) > 1:
        raise RankingError(f"{given!r} could be {named(by_id)}: give more of its id")
    if not by_id:
        raise unknown_build(given, runs, where) if runs else RankingError(f"nothing has been played on {where} yet: {how_to_play('core')}")
    return by_id


def _labelled(groups: Sequence[list[PlayedRun]]) -> dict[str, list[PlayedRun]]:
    """Name → runs of one content, the newest first; of contents under one name the first keeps it."""
    found: dict[str, list[PlayedRun]] = {}
    for group in groups:
        name = group[0].name
        found[name if name not in found else f"{name}@{group[0].hash[:SHORT]}"] = group
    return found


def _cohort(anchor: PlayedRun, results: Sequence[Results], left_out: Sequence[str]) -> Cohort:
    broken_off = [sentence for one in results for sentence in one.left_out]
    return Cohort(anchor.suite, anchor.suite_hash, anchor.device, anchor.settings, tuple(results), (*left_out, *broken_off))


_NOT_BEGUN = "no episode of it has ended yet"
_OLDER = "an older content of this name"


def _left_out(session: Session, runs: Sequence[PlayedRun], anchor: PlayedRun) -> list[str]:
    """Why these runs are not held against the others: a sentence for all that have the same reason."""
    groups: dict[str, list[PlayedRun]] = {}
    for run in runs:
        same = f"{run.suite_hash} {json.dumps(run.conditions, sort_keys=True)}"
        groups.setdefault(_NOT_BEGUN if not run.begun else _OLDER if comparable(run, anchor) else same, []).append(run)
    return [
        f"Left out {named(group)}: {why if why in (_NOT_BEGUN, _OLDER) else why_not(session, group[0], anchor)}."
        for why, group in groups.items()
    ]


def _results(session: Session, groups: Mapping[str, Sequence[PlayedRun]]) -> list[Results]:
    """What each group of runs, the newest first, came to."""
    ids = [run.id for group in groups.values() for run in group]
    items, sittings = _items(session, ids), sat(session, ids)
    return [_together(label, group, items, sittings) for label, group in groups.items()]


def _together(label: str, group: Sequence[PlayedRun], items: Mapping[str, Sequence[Item]], sittings: Mapping[str, Sat]) -> Results:
    """All whole runs of one content; all its runs where none is whole."""
    played = {run.id: items.get(run.id, ()) for run in group}
    stopped = {run.id: found.stopped for run in group if (found := sittings.get(run.id)) and found.stopped}
    still = {run: count for run, of in played.items() if (count := left_open(of, stopped.get(run)))}
    kept = [run for run in group if len(still) == len(group) or run.id not in still]
    return Results(
        build=label,
        hash=group[0].hash,
        baseline=group[0].baseline,
        info=group[0].info,
        runs=tuple(run.id for run in reversed(kept)),
        items=tuple(item for run in reversed(kept) for item in played[run.id]),
        stopped=next((stopped[run.id] for run in kept if run.id in stopped and run.id in still), None),
        raced=frozenset(against for run in kept for against in sittings.get(run.id, Sat()).raced),
        left_out=tuple(
            f"Left out run {run.id} of {run.name}, a repeat that was broken off with {still[run.id]:,} of "
            f"{counted(len(played[run.id]), 'trial')} open: to count it, go on with {program()} run --resume {run.id}."
            for run in group
            if run not in kept
        ),
    )


def left_open(items: Sequence[Item], stopped: Mapping[str, Any] | None) -> int:
    """Trials of a run that are still to be played; 0 where they are so few that it counts as whole.

    Args:
        stopped: what was recorded of its having been stopped early: then no trial is few.
    """
    still = sum(item.outcome in OPEN for item in items)
    return still if still > TOLERATED * len(items) or stopped is not None else 0


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
                app=registry.app(task),
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
