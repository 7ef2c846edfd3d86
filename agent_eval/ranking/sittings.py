"""What the processes that worked on a run recorded of its having been played against another build's results (`run --until-decided`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from agent_eval.store import models

STOPPED = "stopped"
"""Where a sitting's provenance has why it left trials open of its own accord."""
RACED = "until_decided"
"""Where it has what the run was held against while it was played."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Of all sittings of a run.

    Attributes:
        stopped: what the last one recorded of having stopped early: ``against``, ``decision``, ``p`` and more. None where it did not, even
            if one before it did: the run has gone on since.
        raced: hashes of the builds that the run was held against while it was played, so that it could have been stopped.
    """

    stopped: Mapping[str, Any] | None = None
    raced: frozenset[str] = frozenset()


def sat(session: Session, runs: Sequence[str]) -> dict[str, Sat]:
    """Run → what its sittings recorded; without those that nobody has worked on."""
    sitting = models.Sitting
    rows = session.execute(
        select(sitting.run_id, sitting.provenance[STOPPED], sitting.provenance[RACED])
        .where(sitting.run_id.in_(bindparam("runs", list(runs), expanding=True)))
        .order_by(sitting.id)
    )
    found: dict[str, Sat] = {}
    for run, stopped, raced in rows:
        against = {one["against_hash"] for one in (stopped, raced) if one and "against_hash" in one}
        found[run] = Sat(stopped, found.get(run, Sat()).raced | against)
    return found
