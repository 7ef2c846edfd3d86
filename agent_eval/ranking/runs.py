"""Which runs may be put side by side: of the very same trials, on the same kind of phone, under the same limits and rules, asked alike."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, aliased

from agent_eval.agents.baselines import BASELINES
from agent_eval.identity import differing
from agent_eval.program import program
from agent_eval.store import models

SHORT = 6
"""So many digits of a build's hash tell it from an older one of its name."""


class RankingError(Exception):
    """What was asked to be compared is not there, or cannot be compared. One sentence for the user."""


@dataclass(frozen=True, slots=True)
class PlayedRun:
    """A run without its trials.

    Attributes:
        id: the run's.
        name, hash, info: the build's.
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
        """What must be equal beside the trials for two results to be compared; a baseline is not asked in words.

        Another sampling seed is no other condition: runs that differ in it alone are repeats of one another.
        """
        common = {"device": self.device, "limits": self.identity.get("limits"), "element_rules": self.identity.get("element_rules")}
        agent = self.identity.get("agent")
        if isinstance(agent, Mapping):
            agent = {name: value for name, value in agent.items() if name != "seed"}
        return common if self.baseline else {**common, "agent": agent}

    @property
    def settings(self) -> dict[str, Any]:
        """The conditions but for the phone."""
        return {name: value for name, value in self.conditions.items() if name != "device"}

    def is_of(self, build: str) -> bool:
        """Whether a build of this name (``w4a16``, ``w4a16@1a2b3c``) or beginning of a hash, of at least six digits, played it."""
        name, at, digits = build.rpartition("@")
        if at:
            return self.name == name and len(digits) >= SHORT and self.hash.startswith(digits.lower())
        return self.name == build or (len(build) >= SHORT and self.hash.startswith(build.lower()))


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
    return [PlayedRun(*row) for row in rows]


def comparable(run: PlayedRun, other: PlayedRun) -> bool:
    """Whether the results of two runs may be held against each other."""
    common = run.conditions.keys() & other.conditions.keys()
    return run.suite_hash == other.suite_hash and all(run.conditions[name] == other.conditions[name] for name in common)


def why_not(session: Session, run: PlayedRun, other: PlayedRun) -> str:
    """What keeps a run from being compared with another, in words; empty where it may be.

    Where both play trials of the same names that are not the same, their tasks are of other versions, and the first of them are named.
    """
    found = []
    if run.suite_hash != other.suite_hash:
        found = [_changed_trials(session, run, other) or ", ".join(_words(_drawn(run), _drawn(other))) or "other trials"]
    common = run.conditions.keys() & other.conditions.keys()
    found += _words({name: run.conditions[name] for name in common}, {name: other.conditions[name] for name in common})
    return ", ".join(found)


def named(runs: Sequence[PlayedRun]) -> str:
    """Runs in words, the first few of them by id."""
    more = f" and {len(runs) - 3} more runs" if len(runs) > 3 else ""
    return ", ".join(f"run {run.id} of {run.name}" for run in runs[:3]) + more


def unknown_build(wanted: str, runs: Sequence[PlayedRun], where: str) -> RankingError:
    """The error for a build that has no run among these."""
    known = list(dict.fromkeys(run.name for run in runs))
    near = difflib.get_close_matches(wanted, known, 3, 0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"those that have are {', '.join(known)}."
    return RankingError(f"no build {wanted!r} has played {where}: {hint}")


def how_to_play(suite: str, build: str = "w4a16") -> str:
    """The command that makes what is not there."""
    return f"{program()} run --build {build} --suite {suite}"


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
