"""When a run may stop early: as soon as a test that may be asked after every template tells it from another build's stored results."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from agent_eval.ranking.sequential import Decider, Decision

Scores = Mapping[str, Sequence[bool]]
"""Trial → whether it passed, each time that it has a score for (`agent_eval.ranking.results.outcomes`)."""


class Race:
    """A run of B against what A came to on the same trials.

    Templates are taken in the order of the plan, each when all of its trials have ended: in the order in which they happen to end, what
    takes long would come last, and episodes that fail take longest. A trial that one of the two has no score for says nothing.

    Attributes:
        decider: the test.
    """

    def __init__(self, plan: Iterable[tuple[str, str]], a: Scores) -> None:
        """Begin before the first trial.

        Args:
            plan: (trial, template) in the order of the plan.
            a: what A came to.
        """
        self._a = a
        self._template: dict[str, str] = {}
        self._open: dict[str, set[str]] = {}  # template → trials that have not ended; in the order of the plan
        self._gains: dict[str, list[Fraction]] = defaultdict(list)
        self.decider = Decider()
        for trial, template in plan:
            self._template[trial] = template
            self._open.setdefault(template, set()).add(trial)

    def end(self, trial: str, passed: Sequence[bool]) -> Decision:
        """A trial of B has ended, or all of its repeats have. Gives what is decided now.

        Args:
            passed: one a repeat that has a score; none where the trial has no score.
        """
        template = self._template[trial]
        if trial in self._open.get(template, ()):
            self._open[template].discard(trial)
            if passed and self._a.get(trial):
                self._gains[template].append(_share(passed) - _share(self._a[trial]))
        while self._open and not self._open[first := next(iter(self._open))]:
            del self._open[first]
            if gains := self._gains.pop(first, None):
                self.decider.add(float(sum(gains) / len(gains)))
        return self.decider.state


def decide(plan: Mapping[str, str], ended: Iterable[str], a: Scores, b: Scores) -> Decider:
    """The same test on what is stored of both, as far as both have played the plan.

    Args:
        plan: trial → template, in the order of the plan.
        ended: trials that both have played to their end.
        a, b: what each came to.
    """
    race, ended = Race(plan.items(), a), set(ended)
    for trial in plan:
        if trial in ended:
            race.end(trial, b.get(trial, ()))
    return race.decider


def _share(passed: Sequence[bool]) -> Fraction:
    return Fraction(sum(passed), len(passed))
