"""Runs whose outcomes a test chooses, written to the store as runs that were played."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.records import begin_sitting, create_run, end_sitting
from devices.device import Setup
from tasks.task import Trial, Variation
from tasks.verdict import Verdict

Outcome = bool | str | Verdict | None
"""Passed or failed, another outcome by name, a verdict of its own, or no episode at all."""
AGENT = {"prompt": "compact-1", "temperature": 0.0}


def trial_named(name: str, version: str = "v1") -> Trial:
    """The trial of an id such as ``notes.pin/0/theme=dark``."""
    task, seed, *varied = name.split("/")
    axis, _, value = varied[0].partition("=") if varied else ("base", "", "")
    return Trial(task, version, int(seed), "test", {}, f"Do {task}", Variation(axis, value), Setup())


def verdict(passed: bool, **parts: Any) -> Verdict:
    """A verdict of one who reached the goal and said so, or did neither; ``parts`` are otherwise."""
    usual: dict[str, Any] = {
        "reason": "as the test has it",
        "goal_at_end": passed,
        "goal_reached_step": 2 if passed else None,
        "kept": True if passed else None,
        "recognition": "in_time" if passed else None,
        "side_effects": (),
        "milestones": {},
        "steps": 4,
        "reference_steps": 4,
        "findings": (),
    }
    return Verdict(passed=passed, **{**usual, **parts})


def store(
    database: Database,
    build: str,
    outcomes: Mapping[str, Outcome],
    *,
    suite: str = "core",
    content: str = "",
    versions: Mapping[str, str] | None = None,
    identity: Mapping[str, Any] | None = None,
    info: Mapping[str, Any] | None = None,
    stopped: Mapping[str, Any] | None = None,
) -> str:
    """Store a run, and give its id.

    Args:
        outcomes: of each trial by its id, in the order of the plan.
        content: what tells this build from others of its name.
        versions: task → version, where it is not ``v1``.
        identity: what differs from the usual one.
        info: of the build.
        stopped: what its sitting recorded of having been stopped early.
    """
    trials = [trial_named(name, (versions or {}).get(name.split("/")[0], "v1")) for name in outcomes]
    digest = hashlib.sha256("\n".join(trial.hash for trial in trials).encode()).hexdigest()
    usual = {
        "build": {"name": build},
        "suite": {"name": suite, "seed": 0, "trials": len(trials), "hash": digest},
        "agent": AGENT,
        "limits": {"steps": None, "tokens": 250_000},
        "element_rules": "elements-2",
    }
    made = {"name": build, "hash": hashlib.sha256(f"{build}{content}".encode()).hexdigest(), **(info or {})}
    run_id = create_run(database, made, "sim", suite, digest, {**usual, **(identity or {})}, {}, [(trial, 4) for trial in trials])
    sitting = begin_sitting(database, run_id, {"command": "test"})

    def work(session: Session) -> None:
        rows = {row.name: row.id for row in session.scalars(select(models.Trial).where(models.Trial.run_id == run_id))}
        for place, (name, outcome) in enumerate(outcomes.items()):
            if outcome is not None:
                session.add(_episode(f"{run_id}{place}"[-10:], rows[name], sitting, outcome))

    database.write(work)
    end_sitting(database, sitting, stopped)
    return run_id


def _episode(name: str, trial: int, sitting: int, outcome: Outcome) -> models.Episode:
    now = datetime.now(UTC)
    judged = outcome if isinstance(outcome, Verdict) else verdict(outcome) if isinstance(outcome, bool) else None
    ended = str(outcome) if judged is None else "passed" if judged.passed else "failed"
    steps = [
        models.Step(
            index=index, at=now, screen="<hierarchy/>", width=1080, height=2400, rules="elements-2", prompt="", text="tap", error="",
            recoveries=[], changes=[], prompt_tokens=100, cached_tokens=0, output_tokens=10, observe_s=0.0, decide_s=1.0, act_s=0.0,
            action={"tool": "tap", "element": index}, outcome={"status": "done", "reason": ""},
        )
        for index in range(2)
    ]  # fmt: skip
    return models.Episode(
        id=name, trial_id=trial, attempt=1, sitting_id=sitting, started_at=now, ended_at=now, outcome=ended, ending="done",
        reason="as the test has it", seconds=2.5, initial={}, final={}, verdict=None if judged is None else judged.model_dump(mode="json"),
        steps=steps,
    )  # fmt: skip


def trials(count: int, axis: str = "theme=dark") -> list[str]:
    """So many templates, each with a base trial and a varied one, over four apps."""
    apps = ("notes", "mail", "clock", "maps")
    names = [f"{apps[number % 4]}.task_{number}/0" for number in range(count)]
    return [name for base in names for name in (base, f"{base}/{axis}")]


def passing(names: list[str], failed: set[str] | frozenset[str] = frozenset()) -> dict[str, Outcome]:
    """All of these passed but for some."""
    return {name: name not in failed for name in names}
