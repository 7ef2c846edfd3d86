"""What is written: a run with its plan, sittings, episodes, steps. Each function returns when what it wrote is committed."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from agent_eval.episode import Played, Turn
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.errors import StoreError
from devices.state import State
from tasks.task import Trial


@dataclass(frozen=True, slots=True)
class Planned:
    """A trial of a run that is to be done. ``row`` is its key in the database."""

    row: int
    trial: Trial
    reference_steps: int | None


def create_run(
    database: Database,
    build: Mapping[str, Any],
    device: str,
    suite: str,
    suite_hash: str,
    identity: Mapping[str, Any],
    request: Mapping[str, Any],
    trials: Sequence[tuple[Trial, int | None]],
) -> str:
    """Plan a run: all of its trials, in order, each with the steps of its reference solution where known. Returns its id.

    Args:
        build: ``hash`` and ``name``, and whatever else is known of it.
        identity: what a resume must match.
        request: what was asked for, so that a resume need not repeat it.
    """

    def work(session: Session) -> str:
        row = session.scalar(select(models.Build).where(models.Build.hash == build["hash"]))
        if row is None:
            row = models.Build(hash=build["hash"], name=build["name"], info=dict(build))
            session.add(row)
            session.flush()
        run = models.Run(
            id=_new_id(session, models.Run),
            build_id=row.id,
            device=device,
            suite=suite,
            suite_hash=suite_hash,
            planned=len(trials),
            identity=dict(identity),
            request=dict(request),
            created_at=datetime.now(UTC),
        )
        session.add(run)
        session.flush()
        session.add_all(
            models.Trial(
                run_id=run.id,
                position=position,
                name=trial.id,
                task=trial.task,
                hash=trial.hash,
                spec=trial.to_json(),
                reference_steps=reference_steps,
            )
            for position, (trial, reference_steps) in enumerate(trials)
        )
        return run.id

    return database.write(work)


def forget_run(database: Database, run_id: str) -> None:
    """Take back a run that nobody has begun to work on, with its plan.

    Raises:
        StoreError: a process has worked on it: what it recorded stays.
    """

    def work(session: Session) -> None:
        if session.scalar(select(func.count(models.Sitting.id)).where(models.Sitting.run_id == run_id)):
            raise StoreError(f"run {run_id} has been begun, and is kept")
        session.execute(delete(models.Trial).where(models.Trial.run_id == run_id))
        session.execute(delete(models.Run).where(models.Run.id == run_id))

    database.write(work)


def begin_sitting(database: Database, run_id: str, provenance: Mapping[str, Any]) -> int:
    """A process begins to work on a run; its key. What an earlier process left without an outcome was cancelled when that one died.

    The caller holds the run's lock, so no other process can be playing those episodes.
    """

    def work(session: Session) -> int:
        now = datetime.now(UTC)
        own = select(models.Trial.id).where(models.Trial.run_id == run_id)
        session.execute(
            update(models.Episode)
            .where(models.Episode.trial_id.in_(own), models.Episode.outcome.is_(None))
            .values(outcome="cancelled", ending="cancelled", ended_at=now, reason="The process that played it ended before it did.")
        )
        sitting = models.Sitting(run_id=run_id, started_at=now, provenance=dict(provenance))
        session.add(sitting)
        session.flush()
        return sitting.id

    return database.write(work)


def end_sitting(database: Database, sitting: int, stopped: Mapping[str, Any] | None = None) -> None:
    """The process has done what it could.

    Args:
        stopped: why it left trials open of its own accord, kept with the sitting's provenance; None where it did not.
    """

    def work(session: Session) -> None:
        row = session.get_one(models.Sitting, sitting)
        row.ended_at = datetime.now(UTC)
        if stopped is not None:
            row.provenance = {**row.provenance, "stopped": dict(stopped)}

    database.write(work)


class EpisodeRecorder:
    """Records one episode as it is played: a `agent_eval.episode.Recorder`. Making one begins the next attempt at the trial."""

    def __init__(self, database: Database, sitting: int, planned: Planned) -> None:
        self._database = database

        def work(session: Session) -> str:
            last = session.scalar(select(func.max(models.Episode.attempt)).where(models.Episode.trial_id == planned.row))
            episode = models.Episode(
                id=_new_id(session, models.Episode),
                trial_id=planned.row,
                attempt=1 if last is None else last + 1,
                sitting_id=sitting,
                started_at=datetime.now(UTC),
                reason="",
            )
            session.add(episode)
            return episode.id

        self.id: str = database.write(work)

    def begin(self, initial: State) -> None:
        """The phone is set up."""
        self._database.write(
            lambda session: session.execute(update(models.Episode).where(models.Episode.id == self.id).values(initial=initial))
        )

    def turn(self, turn: Turn) -> None:
        """A step was taken."""
        step, decision = turn.step, turn.decision
        row = models.Step(
            episode_id=self.id,
            index=step.index,
            at=datetime.now(UTC),
            screen=step.observation.xml,
            width=step.observation.width,
            height=step.observation.height,
            rules=step.observation.rules,
            prompt=decision.prompt,
            text=step.text,
            action=None if step.action is None else step.action.model_dump(mode="json"),
            recoveries=list(step.recoveries),
            error=decision.error,
            outcome=None if step.outcome is None else step.outcome.model_dump(mode="json"),
            changes=[[change.entity, change.key, change.before, change.after] for change in step.changes],
            prompt_tokens=decision.usage.prompt_tokens,
            cached_tokens=decision.usage.cached_tokens,
            output_tokens=decision.usage.output_tokens,
            observe_s=turn.observe_s,
            decide_s=turn.decide_s,
            act_s=turn.act_s,
        )
        self._database.write(lambda session: session.add(row))

    def end(self, played: Played) -> None:
        """The episode is over. Its outcome is final.

        Raises:
            StoreError: it had an outcome already.
        """

        def work(session: Session) -> None:
            changed = session.execute(
                update(models.Episode)
                .where(models.Episode.id == self.id, models.Episode.outcome.is_(None))
                .values(
                    outcome=played.outcome,
                    ending=played.ending,
                    reason=played.reason,
                    seconds=played.seconds,
                    final=played.final,
                    verdict=None if played.verdict is None else played.verdict.model_dump(mode="json"),
                    ended_at=datetime.now(UTC),
                )
            )
            if changed.rowcount != 1:  # type: ignore[attr-defined]  # an UPDATE's result has it
                raise StoreError(f"episode {self.id} has its outcome already; the first one stands")

        self._database.write(work)


def _new_id(session: Session, table: type[models.Run] | type[models.Episode]) -> str:
    """Ten hexadecimal digits that no row of the table has."""
    while True:
        name = secrets.token_hex(5)
        if session.get(table, name) is None:
            return name
