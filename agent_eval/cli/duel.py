"""``agent-eval run --until-decided``: stops a run as soon as it is told from another build's stored results, and says what was decided."""

from collections.abc import Callable, Iterable

from agent_eval.outcome import SCORED, SETTLED, TOLERATED
from agent_eval.ranking.figures import chance, counted
from agent_eval.ranking.results import Item, Results, outcomes
from agent_eval.ranking.sequential import Decider, Decision
from agent_eval.ranking.sittings import RACED
from agent_eval.ranking.stopping import Race
from agent_eval.ranking.verdicts import filled, unscored
from agent_eval.runner import Progress, Stop

DECIDED = "decided"
"""Why a run stops that need not go on."""


class Duel:
    """A run, and the build that it is held against while it is played.

    It is decided when the test says so; where many trials of either build have no score, when it would also say so had all of these failed,
    and had all of them passed.
    """

    def __init__(self, against: Results, build: str, plan: Iterable[tuple[str, str]]) -> None:
        """Begin before the first episode.

        Args:
            against: of the same trials.
            build: name of the one that plays.
            plan: its (trial, template), in order.
        """
        self._against, self._build = against, build
        plan, scores, without = list(plan), outcomes(against.items), unscored(against, partial=True)
        self._race = Race(plan, scores)
        self._if = {passed: Race(plan, filled(scores, without, not passed)) for passed in (False, True)}
        self._doubted = bool(without)
        self._ended = self._unscored = 0

    @property
    def decision(self) -> Decision:
        """What may be said now."""
        states = {decider.state for decider in self._deciders()}
        return states.pop() if len(states) == 1 else "undecided"

    @property
    def decided(self) -> bool:
        return self.decision != "undecided"

    @property
    def p(self) -> float:
        """Of what is said: the largest where trials without a score may change it."""
        return max(decider.p for decider in self._deciders())

    def _deciders(self) -> list[Decider]:
        doubted = self._doubted or self._unscored > TOLERATED * self._ended
        return [race.decider for race in (self._race, *(self._if.values() if doubted else ()))]

    def record(self) -> dict[str, object]:
        """What a sitting keeps of being played against another build: it could have been stopped, whether it is or not."""
        return {RACED: {"against": self._against.build, "against_hash": self._against.hash, "against_runs": list(self._against.runs)}}

    def resume(self, items: Iterable[Item]) -> None:
        """Take what an earlier sitting has settled; what it left open is played again, and is waited for."""
        for item in items:
            if item.outcome in SETTLED:
                self._end(item.trial, item.passed)

    def watch(self, told: Callable[[Progress], None], stop: Stop) -> Callable[[Progress], None]:
        """Passes each episode's end on, and stops the run when it is decided."""

        def ended(progress: Progress) -> None:
            told(progress)
            outcome = progress.played.outcome
            if outcome != "cancelled":
                self._end(progress.trial.id, outcome == "passed" if outcome in SCORED else None)
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
            "decision": self.decision,
            "templates_that_differed": decider.m,
            "won": decider.k,
            "p": self.p,
            "alpha": decider.alpha,
        }

    def words(self, played: int, planned: int) -> str:
        """The same in a sentence."""
        decider = self._race.decider
        why = f"of {counted(decider.m, 'template')} that differed it won {decider.k}; p {chance(self.p)}, however often one looks"
        after, against = f"after {played:,} of {counted(planned, 'trial')}", self._against.build
        if not self.decided:
            return f"Not decided {after}: {self._build} is not told to be better or worse than {against} ({why})."
        much = " How much is exaggerated by having stopped for it." if played < planned else ""
        return f"Decided {after}: {self._build} is {self.decision} than {against} ({why}).{much}"

    def _end(self, trial: str, passed: bool | None) -> None:
        self._ended += 1
        self._unscored += passed is None
        self._race.end(trial, () if passed is None else (passed,))
        for passes, race in self._if.items():
            race.end(trial, (passes if passed is None else passed,))
