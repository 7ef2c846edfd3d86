"""``agent-eval run --until-decided``: stops a run as soon as it is told from another build's stored results, and says what was decided."""

from collections.abc import Callable, Iterable

from agent_eval.outcome import SCORED, SETTLED
from agent_eval.ranking.figures import chance
from agent_eval.ranking.results import Item, Results, outcomes
from agent_eval.ranking.stopping import Race
from agent_eval.runner import Progress, Stop

DECIDED = "decided"
"""Why a run stops that need not go on."""


class Duel:
    """A run, and the build that it is held against while it is played."""

    def __init__(self, against: Results, build: str, plan: Iterable[tuple[str, str]]) -> None:
        """Begin before the first episode.

        Args:
            against: of the same trials.
            build: name of the one that plays.
            plan: its (trial, template), in order.
        """
        self._against, self._build = against, build
        self._race = Race(plan, outcomes(against.items))

    @property
    def decided(self) -> bool:
        return self._race.decider.state != "undecided"

    def resume(self, items: Iterable[Item]) -> None:
        """Take what an earlier sitting has settled; what it left open is played again, and is waited for."""
        for item in items:
            if item.outcome in SETTLED:
                self._race.end(item.trial, () if item.passed is None else (item.passed,))

    def watch(self, told: Callable[[Progress], None], stop: Stop) -> Callable[[Progress], None]:
        """Passes each episode's end on, and stops the run when it is decided."""

        def ended(progress: Progress) -> None:
            told(progress)
            outcome = progress.played.outcome
            if outcome != "cancelled":
                self._race.end(progress.trial.id, (outcome == "passed",) if outcome in SCORED else ())
            if self.decided:
                stop(DECIDED, self.facts())

        return ended

    def facts(self) -> dict[str, object]:
        """What the store keeps of it, and JSON lines tell."""
        decider = self._race.decider
        return {
            "build": self._build,
            "against": self._against.build,
            "against_hash": self._against.hash,
            "against_runs": list(self._against.runs),
            "decision": decider.state,
            "templates_that_differed": decider.m,
            "won": decider.k,
            "p": decider.p,
            "alpha": decider.alpha,
        }

    def words(self, played: int, planned: int) -> str:
        """The same in a sentence."""
        decider = self._race.decider
        why = f"of {decider.m} templates that differed it won {decider.k}; p {chance(decider.p)}, however often one looks"
        after, against = f"after {played:,} of {planned:,} trials", self._against.build
        if not self.decided:
            return f"Not decided {after}: {self._build} is not told to be better or worse than {against} ({why})."
        return f"Decided {after}: {self._build} is {decider.state} than {against} ({why})."
