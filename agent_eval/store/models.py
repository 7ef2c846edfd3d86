"""The tables. `migrations/` builds them; a test holds the two together.

A run plans trials; each attempt at a trial is an episode; each turn of an episode is a step. A sitting is one process working on a run:
the first, and one for each resume, with the provenance of what it records.
"""

import json
import zlib
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Dialect, ForeignKey, Index, LargeBinary, String, Text, TypeDecorator, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from agent_eval.outcome import OUTCOMES, SETTLED, EpisodeOutcome
from tasks.trace import Ending

SCHEMA = "0001"
"""The newest migration: the version of the database that these models are of."""


def dumps(value: object) -> str:
    """JSON as it is stored. NaN and infinity are refused: they would not come back from every reader as what they were."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class Utc(TypeDecorator[datetime]):
    """A moment, kept as ISO 8601 text in UTC with microseconds, so that text order is time order."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone: expected an aware datetime")
        return value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


class PlainText(TypeDecorator[str]):
    """Text that can be read in the database itself. A lone surrogate, for which UTF-8 has no bytes, becomes U+FFFD."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        return value


class ZippedText(TypeDecorator[str]):
    """Long text, kept as zlib-compressed UTF-8: a screen's XML shrinks to about a tenth."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        return None if value is None else zlib.compress(value.encode("utf-8", "surrogatepass"), 6)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        return None if value is None else zlib.decompress(value).decode("utf-8", "surrogatepass")


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON, str: PlainText, datetime: Utc}


class Build(Base):
    """A build or a baseline that has played; one row for each content hash."""

    __tablename__ = "builds"

    id: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(200), index=True)
    info: Mapped[dict[str, Any]]


class Run(Base):
    """One build, one suite, one kind of device.

    ``identity`` holds everything that decides what the run's numbers mean (build and suite hash, device, agent, limits): a resume must
    match it. ``request`` holds what was asked for on the command line, so that a resume need not repeat it.
    """

    __tablename__ = "runs"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    build_id: Mapped[int] = mapped_column(ForeignKey("builds.id"), index=True)
    device: Mapped[str] = mapped_column(String(100))
    suite: Mapped[str] = mapped_column(String(100))
    suite_hash: Mapped[str] = mapped_column(String(64))
    planned: Mapped[int]
    identity: Mapped[dict[str, Any]]
    request: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(index=True)
    build: Mapped[Build] = relationship()
    trials: Mapped[list["Trial"]] = relationship(order_by="Trial.position", back_populates="run")
    sittings: Mapped[list["Sitting"]] = relationship(order_by="Sitting.id")


class Sitting(Base):
    """One process working on a run. ``ended_at`` is empty while it works, and for ever if it was killed."""

    __tablename__ = "sittings"

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"), index=True)
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    provenance: Mapped[dict[str, Any]]


class Trial(Base):
    """A trial that a run plans. ``spec`` is the whole of `tasks.task.Trial` as plain data."""

    __tablename__ = "trials"
    __table_args__ = (UniqueConstraint("run_id", "position"), UniqueConstraint("run_id", "name"))

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(String(300))
    task: Mapped[str] = mapped_column(String(200), index=True)
    hash: Mapped[str] = mapped_column(String(64))
    spec: Mapped[dict[str, Any]]
    reference_steps: Mapped[int | None]
    run: Mapped[Run] = relationship(back_populates="trials")
    episodes: Mapped[list["Episode"]] = relationship(order_by="Episode.attempt", back_populates="trial")


class Episode(Base):
    """One attempt at a trial. ``outcome`` is empty while it is played, and once set it is final."""

    __tablename__ = "episodes"
    __table_args__ = (
        UniqueConstraint("trial_id", "attempt"),
        CheckConstraint(f"outcome IN ({', '.join(repr(name) for name in OUTCOMES)})", name="known_outcome"),
        # No trial is settled twice, whatever the code above does.
        Index(
            "one_settled_episode", "trial_id", unique=True, sqlite_where=text(f"outcome IN ({', '.join(repr(name) for name in SETTLED)})")
        ),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    trial_id: Mapped[int] = mapped_column(ForeignKey("trials.id"))
    attempt: Mapped[int]
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sittings.id"))
    started_at: Mapped[datetime] = mapped_column(index=True)
    ended_at: Mapped[datetime | None]
    outcome: Mapped[EpisodeOutcome | None] = mapped_column(String(20))
    ending: Mapped[Ending | None] = mapped_column(String(20))
    reason: Mapped[str]
    seconds: Mapped[float | None]
    initial: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    final: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    verdict: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    trial: Mapped[Trial] = relationship(back_populates="episodes")
    steps: Mapped[list["Step"]] = relationship(order_by="Step.index")


class Step(Base):
    """One turn. With the episode's states this is all that its trace is rebuilt from, and judged again.

    Seconds are wall-clock: ``observe_s`` reading the screen, ``decide_s`` the agent, ``act_s`` doing the action and reading the journal.
    """

    __tablename__ = "steps"
    __table_args__ = (UniqueConstraint("episode_id", "index"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    episode_id: Mapped[str] = mapped_column(ForeignKey("episodes.id"))
    index: Mapped[int]
    at: Mapped[datetime]
    screen: Mapped[str] = mapped_column(ZippedText)
    width: Mapped[int]
    height: Mapped[int]
    rules: Mapped[str] = mapped_column(String(40))
    prompt: Mapped[str] = mapped_column(ZippedText)
    text: Mapped[str]
    action: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    recoveries: Mapped[list[Any]]
    error: Mapped[str]
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    changes: Mapped[list[Any]]
    prompt_tokens: Mapped[int]
    cached_tokens: Mapped[int]
    output_tokens: Mapped[int]
    observe_s: Mapped[float]
    decide_s: Mapped[float]
    act_s: Mapped[float]
