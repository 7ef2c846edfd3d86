"""Which runs may be put side by side: of the very same trials, on the same kind of phone, under the same limits and rules, asked alike.

Builds are made from a checkpoint, and only those of the same one differ by how they are quantised.
"""

import difflib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, aliased

from agent_eval.agents.baselines import BASELINES
from agent_eval.identity import differing
from agent_eval.names import shown_name
from agent_eval.program import program
from agent_eval.ranking.figures import listed
from agent_eval.store import models

SHORT = 6
"""So many digits of a build's hash tell it from an older one of its name."""
CHECKPOINT = "base_hash"
"""The condition that two builds are made from the same checkpoint."""


class RankingError(Exception):
    """What was asked to be compared is not there, or cannot be compared. One sentence for the user, without its full stop."""


@dataclass(frozen=True, slots=True)
class PlayedRun:
    """A run without its trials.

    Attributes:
        id: the run's.
        name: the build's, as it is shown (`agent_eval.names.shown_name`).
        hash, info: the build's.
        device, suite, suite_hash, identity: as stored.
        begun: whether an episode of it has ended.
    """

    id: str
    name: str
    hash: str
    info: Mapping[str, Any]
    device: str
    suite: str
    suite_hash: str
    identity: Mapping[str, Any]
    begun: bool = True

    @property
    def baseline(self) -> bool:
        return self.name in BASELINES

    @property
    def conditions(self) -> dict[str, Any]:
        """What must be equal beside the trials for two results to be compared; a baseline is made from none and not asked in words.

        Another sampling seed is no other condition: runs that differ in it alone are repeats of one another.
        """
        common = {"device": self.device, "limits": self.identity.get("limits"), "element_rules": self.identity.get("element_rules")}
        agent = self.identity.get("agent")
        if isinstance(agent, Mapping):
            agent = {name: value for name, value in agent.items() if name != "seed"}
        return common if self.baseline else {**common, "agent": agent, CHECKPOINT: self.info.get(CHECKPOINT)}

    @property
    def settings(self) -> dict[str, Any]:
        """The conditions but for the phone."""
        return {name: value for name, value in self.conditions.items() if name != "device"}

    @property
    def checkpoint(self) -> str:
        """The one that the build is made from, in words: ``spark-nano@1a2b3c``."""
        digits = self.info.get(CHECKPOINT)
        return "not recorded" if digits is None else f"{shown_name(str(self.info.get('base', '')))}@{str(digits)[:SHORT]}"

    def is_of(self, build: str) -> bool:
        """Whether a build that is called so played it (`is_called`)."""
        return is_called(build, self.name, self.hash)


def is_called(given: str, name: str, digits: str) -> bool:
    """Whether a build goes by what was given: its name (``w4a16``), that with the beginning of its hash (``w4a16@1a2b3c``), or that alone.

    Args:
        given: a name as it is shown or as it is; the beginning of a hash has at least six digits.
        name: the build's, as it is shown.
        digits: of the hash of its content.
    """
    if shown_name(given) == name:
        return True
    before, at, after = given.rpartition("@")
    if at:
        return shown_name(before) == name and len(after) >= SHORT and digits.startswith(after.lower())
    return len(given) >= SHORT and digits.startswith(given.lower())


def played(session: Session) -> list[PlayedRun]:
    """Every run, the newest first."""
    ended = exists().where(models.Episode.trial_id == models.Trial.id, models.Episode.outcome.is_not(None))
    begun = exists().where(models.Trial.run_id == models.Run.id, ended)
    run, build = models.Run, models.Build
    rows = session.execute(
        select(run.id, build.name, build.hash, build.info, run.device, run.suite, run.suite_hash, run.identity, begun)
        .join(run.build)
        .order_by(run.created_at.desc(), run.id)
    )
    return [PlayedRun(row[0], shown_name(row[1]), *row[2:]) for row in rows]


def newest(runs: Sequence[PlayedRun]) -> PlayedRun | None:
    """Of runs, the newest first, the one that says which suite and trials are meant where nothing does; None where none has begun.

    Baselines do not decide what builds are held against, unless nothing else has played.
    """
    begun = [run for run in runs if run.begun]
    return next((run for run in begun if not run.baseline), begun[0] if begun else None)


def comparable(run: PlayedRun, other: PlayedRun, whatever: str = "") -> bool:
    """Whether the results of two runs may be held against each other.

    Args:
        whatever: a condition that need not be equal.
    """
    mine, its = run.conditions, other.conditions
    return run.suite_hash == other.suite_hash and all(mine[name] == its[name] for name in (mine.keys() & its.keys()) - {whatever})


def why_not(session: Session, run: PlayedRun, other: PlayedRun) -> str:
    """What keeps a run from being compared with another, in words; empty where it may be.

    Where both play trials of the same names that are not the same, their tasks are of other versions, and the first of them are named.
    """
    found = []
    if run.suite_hash != other.suite_hash:
        found = [_changed_trials(session, run, other) or ", ".join(_words(_drawn(run), _drawn(other))) or "other trials"]
    mine, its = run.conditions, other.conditions
    common = (mine.keys() & its.keys()) - {CHECKPOINT}
    found += _words({name: mine[name] for name in common}, {name: its[name] for name in common})
    if CHECKPOINT in mine.keys() & its.keys() and mine[CHECKPOINT] != its[CHECKPOINT]:
        found.append(f"checkpoint {run.checkpoint} in place of {other.checkpoint}")
    return ", ".join(found)


def named(runs: Sequence[PlayedRun]) -> str:
    """Runs in words, the first few of them by id."""
    more = f" and {len(runs) - 3} more runs" if len(runs) > 3 else ""
    return ", ".join(f"run {run.id} of {run.name}" for run in runs[:3]) + more


def unknown_build(wanted: str, runs: Sequence[PlayedRun], where: str) -> RankingError:
    """The error for a build that has no run among these."""
    known = list(dict.fromkeys(run.name for run in runs))
    near = difflib.get_close_matches(wanted, known, 3, 0.5)
    hint = f"the nearest that has is {listed(near, 'or')}" if near else f"those that have are {', '.join(known)}"
    return RankingError(f"no build {wanted!r} has played {where}: {hint}")


def how_to_play(suite: str, build: str = "w4a16") -> str:
    """The command that makes what is not there."""
    return f"{program()} run --build {shlex.quote(build)} --suite {shlex.quote(suite)}"


def _words(run: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return [f"{path} {mine!r} in place of {its!r}" for path, its, mine in differing(other, run)]


def _drawn(run: PlayedRun) -> dict[str, Any]:
    """How a run's trials were drawn."""
    suite = run.identity.get("suite", {})
    return {"suite": run.suite, "seed": suite.get("seed"), "trials": suite.get("trials")}


def _changed_trials(session: Session, run: PlayedRun, other: PlayedRun) -> str:
    """Of which tasks two runs have trials of the same name that are not the same, in words; empty where there are none."""
    one, its = aliased(models.Trial), aliased(models.Trial)
    changed = session.scalars(
        select(one.task)
        .join(its, (its.name == one.name) & (its.hash != one.hash))
        .where(one.run_id == run.id, its.run_id == other.id)
        .order_by(one.position)
    )
    tasks = list(dict.fromkeys(changed))
    more = f" and {len(tasks) - 3} more" if len(tasks) > 3 else ""
    return f"other versions of {', '.join(tasks[:3])}{more}" if tasks else ""
