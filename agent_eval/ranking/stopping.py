"""When a run may stop early: as soon as a test that may be asked after every template tells it from another build's stored results."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from agent_eval.ranking.results import MISSING, Item, Results, clusters, outcomes
from agent_eval.ranking.sequential import Decider, Decision

_NOT_ENDED = (MISSING, "cancelled")


class Race:
    """A run of B against what A came to on the same trials.

    Templates are taken in the order of the plan, each when all of its trials have ended: in the order in which they happen to end, what
    takes long would come last, and episodes that fail take longest. A trial that one of the two has no score for says nothing.

    Attributes:
        decider: the test.
    """

    def __init__(self, plan: Iterable[tuple[str, str]], a: Mapping[str, Sequence[bool]]) -> None:
        """Begin before the first trial.

        Args:
            plan: (trial, template) in the order of the plan.
            a: trial → whether A passed, each time that it played it.
        """
        self.decider = Decider()
        self._a = a
        self._template: dict[str, str] = {}
        self._open: dict[str, set[str]] = {}  # template → trials that have not ended; in the order of the plan
        self._gains: dict[str, Fraction] = defaultdict(Fraction)
        for trial, template in plan:
            self._template[trial] = template
            self._open.setdefault(template, set()).add(trial)

    def end(self, trial: str, passed: Sequence[bool]) -> Decision:
        """A trial of B has ended, or all of its repeats have. Gives what is decided now.

        Args:
            passed: one a repeat that has a score; none where the trial has no score.
        """
        template = self._template[trial]
        self._open[template].discard(trial)
        if passed and self._a.get(trial):
            self._gains[template] += _share(passed) - _share(self._a[trial])
        while self._open and not self._open[first := next(iter(self._open))]:
            del self._open[first]
            self.decider.add(float(self._gains.pop(first, Fraction())))
        return self.decider.state


def decide(a: Results, b: Results, part: Callable[[Item], bool | None] = lambda item: item.passed) -> Decider:
    """The same test on what is stored of both, as far as both have played the plan.

    Args:
        part: what is compared, as in `agent_eval.ranking.results.outcomes`.
    """
    ended = _ended(a.items) & _ended(b.items)
    scores = outcomes(b.items, part)
    race = Race(clusters(b.items).items(), outcomes(a.items, part))
    for trial in dict.fromkeys(item.trial for item in b.items):
        if trial in ended:
            race.end(trial, scores.get(trial, ()))
    return race.decider


def _ended(items: Iterable[Item]) -> set[str]:
    """Trials that have been played to their end at least once."""
    return {item.trial for item in items if item.outcome not in _NOT_ENDED}


def _share(passed: Sequence[bool]) -> Fraction:
    return Fraction(sum(passed), len(passed))
