"""How an episode can end, and how many of a run's trials ended so.

Every trial planned is in exactly one place: one of the seven outcomes, or `missing` while it has none. The pass rate is
``passed / (passed + failed)``: only these two say something of the build. What the bench got wrong (`agent_error`, `env_error`,
`oracle_error`), what ran out of wall-clock time and what was cancelled stand beside the rate, never in it, and never out of sight.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

EpisodeOutcome = Literal["passed", "failed", "agent_error", "env_error", "oracle_error", "timeout", "cancelled"]
"""
passed, failed: the oracle judged. Running out of steps or tokens, looping, and words that cannot be read as a call are the build's own
    failings, and are judged.
agent_error: the agent could not decide: its engine failed, or its code did.
env_error: the phone could not be set up, read or driven.
oracle_error: the trace could not be judged.
timeout: the wall-clock limit. It depends on the machine as much as on the build, so it is not scored; nor is it tried again.
cancelled: stopped from outside before its end.
"""

OUTCOMES: tuple[EpisodeOutcome, ...] = get_args(EpisodeOutcome)
SCORED: tuple[EpisodeOutcome, ...] = ("passed", "failed")
SETTLED: tuple[EpisodeOutcome, ...] = ("passed", "failed", "timeout")
"""Final for a trial: `--resume` leaves these alone and tries all others again."""
ERRORS: tuple[EpisodeOutcome, ...] = ("agent_error", "env_error", "oracle_error")

TOLERATED = 0.02
"""A run of which a larger share is still to be played is not whole; where a larger share has no score, it may change what is said."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A run's trials, counted by where each stands.

    Attributes:
        planned: how many there are.
        counts: of every outcome, zeros included.
    """

    planned: int
    counts: dict[EpisodeOutcome, int]

    @classmethod
    def of(cls, outcomes: Iterable[EpisodeOutcome | None], planned: int) -> "Tally":
        """Count the outcome of each trial; None is a trial without one.

        Raises:
            ValueError: more outcomes than trials planned.
        """
        found = Counter(outcome for outcome in outcomes if outcome is not None)
        if found.total() > planned:
            raise ValueError(f"{found.total()} outcomes for {planned} trials planned")
        return cls(planned, {outcome: found[outcome] for outcome in OUTCOMES})

    @property
    def missing(self) -> int:
        """Trials without an outcome yet."""
        return self.planned - sum(self.counts.values())

    @property
    def scored(self) -> int:
        """Trials that say something of the build: the pass rate's denominator."""
        return sum(self.counts[outcome] for outcome in SCORED)

    @property
    def unsettled(self) -> int:
        """Trials that `--resume` would do."""
        return self.planned - sum(self.counts[outcome] for outcome in SETTLED)

    @property
    def partial(self) -> bool:
        """Whether more is open than could be left out of account."""
        return self.unsettled > TOLERATED * self.planned

    @property
    def pass_rate(self) -> float | None:
        """Passed over scored; None when nothing was scored."""
        return self.counts["passed"] / self.scored if self.scored else None

    def to_json(self) -> dict[str, int]:
        """Every outcome and ``missing``; the values add up to the trials planned."""
        return {**{str(outcome): count for outcome, count in self.counts.items()}, "missing": self.missing}
