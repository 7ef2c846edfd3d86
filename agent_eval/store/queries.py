"""What is asked of the database. Every number is computed from the stored episodes, never from what a process remembers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, aliased

from agent_eval.names import shown_name
from agent_eval.outcome import SCORED, SETTLED, Tally
from agent_eval.ranking.intervals import rate_interval
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.errors import StoreError
from agent_eval.store.rebuild import trial_of
from agent_eval.store.records import Planned
from tasks.task import Trial
from tasks.verdict import Recognition, Verdict


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as it was planned, and where its trials stand.

    Attributes:
        interval: 95 % of the pass rate, clustered by template; of a partial run, one that holds whenever one looks.
    """

    id: str
    build: str
    build_hash: str
    device: str
    suite: str
    suite_hash: str
    planned: int
    identity: dict[str, Any]
    request: dict[str, Any]
    created_at: datetime
    tally: Tally
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """An episode without its steps, of which it has this many. ``outcome`` and ``ending`` are None where it has not ended."""

    id: str
    trial: str
    attempt: int
    outcome: str | None
    ending: str | None
    reason: str
    steps: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What the closing table shows. Counts are over scored episodes; means are None where there is nothing to take them of.

    Attributes:
        tally: every trial, by where it stands.
        interval: as in `RunRecord`.
        goal_reached: episodes in which the goal held at some time.
        kept: those of them in which it held from then on.
        recognition: how completion was recognised; the episodes in which it was neither reached nor claimed are under ``none``.
        with_side_effects: episodes that changed what they were not asked to.
        steps, reference_steps: means over the episodes that passed and whose reference is known.
        seconds_per_step, model_seconds_per_step, prompt_tokens_per_step, output_tokens_per_step: means over all steps.
        recovered_steps: steps whose action was read only after a repair.
        all_steps: of the scored episodes.
        last_episode: of the last failed trial, else of the last trial; None before the first has ended.
    """

    tally: Tally
    interval: tuple[float, float] | None
    goal_reached: int
    kept: int
    recognition: dict[Recognition | str, int]
    with_side_effects: int
    steps: float | None
    reference_steps: float | None
    seconds_per_step: float | None
    model_seconds_per_step: float | None
    prompt_tokens_per_step: float | None
    output_tokens_per_step: float | None
    recovered_steps: int
    all_steps: int
    last_episode: str | None


def matching_ids(database: Database, table: type[models.Run] | type[models.Episode], prefix: str, limit: int = 5) -> list[str]:
    """Ids that begin with the prefix, at most ``limit``."""
    with database.read() as session:
        return list(session.scalars(select(table.id).where(table.id.startswith(prefix, autoescape=True)).order_by(table.id).limit(limit)))


def episodes_of(database: Database, run_id: str) -> list[EpisodeRecord]:
    """Every episode of a run, those that did not pass first, and among them in the order of the plan."""
    one = models.Episode
    steps = select(func.count(models.Step.id)).where(models.Step.episode_id == one.id).scalar_subquery()
    found = select(one.id, models.Trial.name, one.attempt, one.outcome, one.ending, one.reason, steps)
    mine = found.join(models.Trial).where(models.Trial.run_id == run_id)
    with database.read() as session:
        rows = session.execute(mine.order_by(one.outcome.is_not_distinct_from("passed"), models.Trial.position, one.attempt))
        return [EpisodeRecord(*row) for row in rows]


def load_run(database: Database, run_id: str) -> RunRecord:
    """One run.

    Raises:
        StoreError: there is none of this id.
    """
    with database.read() as session:
        run = session.get(models.Run, run_id)
        if run is None:
            raise StoreError(f"there is no run {run_id}")
        return _record(session, run)


def list_runs(database: Database, limit: int = 50) -> list[RunRecord]:
    """The newest runs, newest first."""
    with database.read() as session:
        return [_record(session, run) for run in session.scalars(select(models.Run).order_by(models.Run.created_at.desc()).limit(limit))]


def to_do(database: Database, run_id: str) -> list[Planned]:
    """The trials of a run that are not settled, in plan order: never played, interrupted, or ended by an error of the bench.

    Raises:
        StoreError: a stored trial is not what its hash says.
    """
    settled = select(models.Episode.trial_id).where(models.Episode.outcome.in_(SETTLED))
    with database.read() as session:
        rows = session.scalars(
            select(models.Trial).where(models.Trial.run_id == run_id, models.Trial.id.not_in(settled)).order_by(models.Trial.position)
        )
        return [Planned(row.id, trial_of(row), row.reference_steps) for row in rows]


def _standing(run_id: str, *columns: Any) -> Select[Any]:
    """For each trial of a run that has one, the last episode that ended: what the trial counts as. In plan order."""
    other = aliased(models.Episode)
    last = select(func.max(other.attempt)).where(other.trial_id == models.Episode.trial_id, other.outcome.is_not(None)).scalar_subquery()
    chosen = select(*columns).select_from(models.Episode).join(models.Trial)
    return chosen.where(models.Trial.run_id == run_id, models.Episode.attempt == last).order_by(models.Trial.position)


def tally(database: Database, run_id: str) -> Tally:
    """Where a run's trials stand."""
    with database.read() as session:
        return _tally(session, session.get_one(models.Run, run_id))


def _tally(session: Session, run: models.Run) -> Tally:
    return Tally.of(session.scalars(_standing(run.id, models.Episode.outcome)), run.planned)


def summarise(database: Database, run_id: str) -> Summary:
    """The numbers of a run, over all of its sittings."""
    with database.read() as session:
        run = session.get_one(models.Run, run_id)
        rows = list(session.execute(_standing(run_id, models.Episode, models.Trial.task)))
        episodes = [episode for episode, _ in rows]
        scored = [episode for episode in episodes if episode.outcome in ("passed", "failed")]
        verdicts = [Verdict.model_validate(episode.verdict) for episode in scored]
        counted = Tally.of([episode.outcome for episode in episodes], run.planned)
        measured = [verdict for verdict in verdicts if verdict.passed and verdict.reference_steps is not None]
        costs = _costs(session, [episode.id for episode in scored])
        worst: Sequence[models.Episode] = [e for e in episodes if e.outcome == "failed"] or episodes
        return Summary(
            tally=counted,
            interval=_interval([(task, episode.outcome) for episode, task in rows], counted),
            goal_reached=sum(verdict.goal_reached_step is not None for verdict in verdicts),
            kept=sum(verdict.kept is True for verdict in verdicts),
            recognition=dict(Counter(verdict.recognition or "none" for verdict in verdicts)),
            with_side_effects=sum(bool(verdict.side_effects) for verdict in verdicts),
            steps=_mean([verdict.steps for verdict in measured]),
            reference_steps=_mean([verdict.reference_steps or 0 for verdict in measured]),
            last_episode=worst[-1].id if worst else None,
            **costs,
        )


def _costs(session: Session, episodes: list[str]) -> dict[str, Any]:
    step = models.Step
    chosen = step.episode_id.in_(episodes)
    columns = (func.avg(step.observe_s + step.decide_s + step.act_s), func.avg(step.decide_s), func.avg(step.prompt_tokens))
    row = session.execute(select(func.count(step.id), *columns, func.avg(step.output_tokens)).where(chosen)).one()
    recovered = session.scalar(select(func.count(step.id)).where(chosen, func.json_array_length(step.recoveries) > 0))
    return {
        "all_steps": row[0],
        "seconds_per_step": row[1],
        "model_seconds_per_step": row[2],
        "prompt_tokens_per_step": row[3],
        "output_tokens_per_step": row[4],
        "recovered_steps": recovered or 0,
    }


@dataclass(frozen=True, slots=True)
class Scored:
    """A trial that a build passed or failed, and what the oracle said."""

    trial: Trial
    verdict: Verdict


def scored(database: Database, run_id: str) -> list[Scored]:
    """Every scored trial of a run, in plan order.

    Raises:
        StoreError: a stored trial is not what its hash says.
    """
    with database.read() as session:
        rows = session.execute(_standing(run_id, models.Trial, models.Episode.verdict).where(models.Episode.outcome.in_(SCORED)))
        return [Scored(trial_of(trial), Verdict.model_validate(verdict)) for trial, verdict in rows]


def sittings(database: Database, run_id: str) -> list[dict[str, Any]]:
    """The provenance of each sitting of a run, the first one first."""
    with database.read() as session:
        return [sitting.provenance for sitting in session.get_one(models.Run, run_id).sittings]


def build_info(database: Database, run_id: str) -> dict[str, Any]:
    """What is known of the build that played a run: scheme, base, bits a weight; nothing for a baseline."""
    with database.read() as session:
        return session.get_one(models.Run, run_id).build.info


def _mean(values: list[int]) -> float | None:
    return sum(values) / len(values) if values else None


def _interval(standing: Iterable[tuple[str, str | None]], counted: Tally) -> tuple[float, float] | None:
    """Of the pass rate.

    Args:
        standing: (template, outcome) of each trial that has one, in plan order.
    """
    clusters: dict[str, tuple[int, int]] = {}
    for task, outcome in standing:
        if outcome in SCORED:
            passes, count = clusters.get(task, (0, 0))
            clusters[task] = passes + (outcome == "passed"), count + 1
    return rate_interval(list(clusters.values()), counted.partial)


def _record(session: Session, run: models.Run) -> RunRecord:
    standing = [(task, outcome) for task, outcome in session.execute(_standing(run.id, models.Trial.task, models.Episode.outcome))]
    counted = Tally.of((outcome for _, outcome in standing), run.planned)
    return RunRecord(
        id=run.id,
        build=shown_name(run.build.name),
        build_hash=run.build.hash,
        device=run.device,
        suite=run.suite,
        suite_hash=run.suite_hash,
        planned=run.planned,
        identity=run.identity,
        request=run.request,
        created_at=run.created_at,
        tally=counted,
        interval=_interval(standing, counted),
    )
