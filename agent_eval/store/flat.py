"""Episodes and steps as flat rows, for tables outside of the database. They are read as they are written: a store is larger than memory."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import aliased

from agent_eval.store import models
from agent_eval.store.database import Database

Kind = Literal["episodes", "steps"]
Type = Literal["text", "integer", "number", "truth"]

_AT_ONCE = 1000

_RUN: Mapping[str, tuple[Type, Any]] = {
    "run": ("text", models.Run.id),
    "build": ("text", models.Build.name),
    "build_hash": ("text", models.Build.hash),
    "suite": ("text", models.Run.suite),
    "suite_hash": ("text", models.Run.suite_hash),
    "device": ("text", models.Run.device),
    "trial": ("text", models.Trial.name),
    "task": ("text", models.Trial.task),
}


def _verdict(part: str) -> ColumnElement[Any]:
    return func.json_extract(models.Episode.verdict, f"$.{part}")


def _spec(part: str) -> ColumnElement[Any]:
    return func.json_extract(models.Trial.spec, f"$.{part}")


def _tokens(column: Any) -> Any:
    return select(func.sum(column)).where(models.Step.episode_id == models.Episode.id).scalar_subquery()


_later = aliased(models.Episode)
_LAST = select(func.max(_later.attempt)).where(_later.trial_id == models.Episode.trial_id, _later.outcome.is_not(None)).scalar_subquery()

_EPISODES: Mapping[str, tuple[Type, Any]] = {
    "episode": ("text", models.Episode.id),
    **_RUN,
    "trial_hash": ("text", models.Trial.hash),
    "seed": ("integer", _spec("seed")),
    "axis": ("text", _spec("variation.axis")),
    "value": ("text", _spec("variation.value")),
    "goal": ("text", _spec("goal")),
    "attempt": ("integer", models.Episode.attempt),
    "counts": ("truth", models.Episode.attempt == _LAST),
    "started_at": ("text", models.Episode.started_at),
    "ended_at": ("text", models.Episode.ended_at),
    "outcome": ("text", models.Episode.outcome),
    "ending": ("text", models.Episode.ending),
    "reason": ("text", models.Episode.reason),
    "seconds": ("number", models.Episode.seconds),
    "passed": ("truth", _verdict("passed")),
    "goal_at_end": ("truth", _verdict("goal_at_end")),
    "goal_reached_step": ("integer", _verdict("goal_reached_step")),
    "kept": ("truth", _verdict("kept")),
    "recognition": ("text", _verdict("recognition")),
    "side_effects": ("integer", func.json_array_length(models.Episode.verdict, "$.side_effects")),
    "steps": ("integer", _verdict("steps")),
    "reference_steps": ("integer", models.Trial.reference_steps),
    "prompt_tokens": ("integer", _tokens(models.Step.prompt_tokens)),
    "cached_tokens": ("integer", _tokens(models.Step.cached_tokens)),
    "output_tokens": ("integer", _tokens(models.Step.output_tokens)),
}

_STEPS: Mapping[str, tuple[Type, Any]] = {
    "episode": ("text", models.Step.episode_id),
    **_RUN,
    "step": ("integer", models.Step.index),
    "at": ("text", models.Step.at),
    "tool": ("text", func.json_extract(models.Step.action, "$.tool")),
    "action": ("text", func.json(models.Step.action)),
    "text": ("text", models.Step.text),
    "error": ("text", models.Step.error),
    "repaired": ("integer", func.json_array_length(models.Step.recoveries)),
    "status": ("text", func.json_extract(models.Step.outcome, "$.status")),
    "status_reason": ("text", func.json_extract(models.Step.outcome, "$.reason")),
    "changes": ("integer", func.json_array_length(models.Step.changes)),
    "prompt_tokens": ("integer", models.Step.prompt_tokens),
    "cached_tokens": ("integer", models.Step.cached_tokens),
    "output_tokens": ("integer", models.Step.output_tokens),
    "observe_s": ("number", models.Step.observe_s),
    "decide_s": ("number", models.Step.decide_s),
    "act_s": ("number", models.Step.act_s),
}

_COLUMNS: Mapping[Kind, Mapping[str, tuple[Type, Any]]] = {"episodes": _EPISODES, "steps": _STEPS}


def columns(kind: Kind) -> dict[str, Type]:
    """Name → type of every column, in order.

    Of an episode, ``counts`` says whether it is what its trial counts as: the last attempt that ended. ``passed`` and what else the verdict
    says is empty unless the episode was scored. Times are ISO 8601 in UTC, seconds wall-clock, indices from 0.
    """
    return {name: type_ for name, (type_, _) in _COLUMNS[kind].items()}


def rows(database: Database, kind: Kind, suite: str, run: str | None = None) -> Iterator[Sequence[Any]]:
    """Every episode of a suite's runs, or every step of them, in the order in which they were planned and tried.

    Args:
        run: only this one.
    """
    types = list(columns(kind).values())
    with database.read() as session:
        for row in session.execute(_select(kind, suite, run).execution_options(yield_per=_AT_ONCE)):
            yield [_plain(value, type_) for value, type_ in zip(row, types, strict=True)]


def _select(kind: Kind, suite: str, run: str | None) -> Select[*tuple[Any, ...]]:
    chosen = select(*(column for _, column in _COLUMNS[kind].values())).select_from(models.Episode)
    chosen = chosen.join(models.Trial, models.Trial.id == models.Episode.trial_id)
    chosen = chosen.join(models.Run, models.Run.id == models.Trial.run_id).join(models.Build, models.Build.id == models.Run.build_id)
    order = [models.Run.created_at, models.Run.id, models.Trial.position, models.Episode.attempt]
    if kind == "steps":
        chosen = chosen.join(models.Step, models.Step.episode_id == models.Episode.id)
        order.append(models.Step.index)
    chosen = chosen.where(models.Run.suite == suite)
    return (chosen if run is None else chosen.where(models.Run.id == run)).order_by(*order)


def _plain(value: Any, type_: Type) -> Any:
    if value is None:
        return None
    if type_ == "truth":
        return bool(value)
    return value.isoformat(timespec="microseconds") if hasattr(value, "isoformat") else value
