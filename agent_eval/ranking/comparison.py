"""Build B against build A on the same trials: overall, by parts of the verdict, by apps, by axes, and trial by trial."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, get_args

from agent_eval.ranking.drops import Fragility, differences
from agent_eval.ranking.results import BASE, Cohort, Item, RankingError, Results, clusters, only, outcomes
from agent_eval.ranking.standings import Standing, standing
from agent_eval.ranking.verdicts import Pair, Part, Question, judge, unscored

Family = Literal["overall", "verdict", "app", "axis"]
"""What is compared together, so that p is adjusted for having looked at all of it (Holm)."""
FAMILIES: tuple[Family, ...] = get_args(Family)
PARTS: dict[str, Part] = {
    "goal reached": lambda item: item.reached,
    "kept": lambda item: item.kept,
    "recognised": lambda item: item.recognition == "in_time" if item.reached else None,
    "no side effects": lambda item: None if item.side_effects is None else not item.side_effects,
}
"""Parts of a verdict. ``kept`` and ``recognised`` are over the trials in which both builds reached the goal; others have no such part."""


@dataclass(frozen=True, slots=True)
class Row:
    """A and B on some of the trials, or by a part of the verdict.

    Attributes:
        family, name: ``axis``, ``locale``. The axis ``base`` is the phone as delivered.
        a_rate, b_rate: over the trials that both have a score for.
        pair: what may be said of B against A there, p adjusted for the family.
    """

    family: Family
    name: str
    a_rate: float
    b_rate: float
    pair: Pair


@dataclass(frozen=True, slots=True)
class Discordant:
    """A trial of which B passed a larger share of its repeats than A (``gained``), or a smaller one, and an episode of each that shows it.

    Attributes:
        a_rate, b_rate: shares of the repeats that passed; 0 or 1 where there are none.
    """

    trial: str
    task: str
    gained: bool
    a_rate: float
    b_rate: float
    a_episode: str
    b_episode: str


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A trial that one of the builds, or both, have no score for: what it ended as with each, ``passed`` and ``failed`` among them."""

    trial: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """B against A.

    Attributes:
        overall: all trials.
        rows: the families beside it, in the order of `FAMILIES`.
        fragility: on each axis, how much more the variation costs B than A.
        mcnemar: McNemar's exact p where each template has one trial that was played once by each, and few have no score; None otherwise,
            for it takes trials as independent, and as all there are.
        discordant: lost trials first.
        unpaired: trials that are in no figure.
        margin: the largest difference of pass rates that would not matter.
    """

    cohort: Cohort
    a: Standing
    b: Standing
    overall: Row
    rows: tuple[Row, ...]
    fragility: tuple[Fragility, ...]
    mcnemar: float | None
    discordant: tuple[Discordant, ...]
    unpaired: tuple[Unpaired, ...]
    margin: float


def compare(cohort: Cohort, margin: float = 0.03) -> Comparison:
    """Hold the second build of a cohort of two against the first.

    Raises:
        RankingError: they have no scored trial in common.
    """
    left, right = cohort.results
    a, b = standing(left), standing(right)
    partial = frozenset(one.build for one in (a, b) if one.partial)
    whole = _family("overall", {"passed": Question(left, right, partial)}, margin)
    if not whole:
        raise RankingError(f"{a.build} and {b.build} have no trial in common that both have a score for")
    overall = whole[0]
    families: dict[Family, dict[str, Question]] = {"verdict": {name: Question(left, right, partial, part) for name, part in PARTS.items()}}
    keys: dict[Family, Callable[[Item], str]] = {"app": lambda item: item.app, "axis": lambda item: item.axis}
    for family, key in keys.items():
        names = sorted({key(item) for item in left.items}, key=lambda name: (name != BASE, name))
        families[family] = {name: Question(only(left, _is(key, name)), only(right, _is(key, name)), partial) for name in names}
    paired = overall.pair.paired
    once = all(len(values) == 1 for side in (left, right) for values in outcomes(side.items).values())
    all_scored = not any(unscored(one.results, one.partial) for one in (a, b))
    return Comparison(
        cohort=cohort,
        a=a,
        b=b,
        overall=overall,
        rows=tuple(row for family, asked in families.items() for row in _family(family, asked, margin)),
        fragility=tuple(differences(left.items, right.items)),
        mcnemar=paired.mcnemar if once and all_scored and paired.trials == paired.clusters else None,
        discordant=tuple(_discordant(left, right)),
        unpaired=tuple(_unpaired(left, right)),
        margin=margin,
    )


def _family(family: Family, asked: Mapping[str, Question], margin: float) -> list[Row]:
    """A row for each of these that the two have a trial in common of, p adjusted for all of them."""
    found = zip(asked.items(), judge(list(asked.values()), margin), strict=True)
    return [Row(family, name, *_rates(question), pair) for (name, question), pair in found if pair is not None]


def _rates(question: Question) -> tuple[float, float]:
    """Of both, over the trials that both have a score for."""
    mine, its = (outcomes(side.items, question.part) for side in (question.a, question.b))
    both = [trial for trial in mine if trial in its]
    return fmean(fmean(mine[trial]) for trial in both), fmean(fmean(its[trial]) for trial in both)


def _discordant(a: Results, b: Results) -> list[Discordant]:
    scores = [outcomes(side.items) for side in (a, b)]
    task = clusters(a.items)
    found = []
    for trial in scores[0]:
        if trial in scores[1]:
            mine, its = (fmean(side[trial]) for side in scores)
            if mine != its:
                shown = _episode(a, trial, mine > its), _episode(b, trial, its > mine)
                found.append(Discordant(trial, task[trial], its > mine, mine, its, *shown))
    return sorted(found, key=lambda one: one.gained)


def _episode(results: Results, trial: str, passed: bool) -> str:
    """The last episode of a trial that ended so; one there is, for its build did better or worse than the other."""
    found = [item.episode for item in results.items if item.trial == trial and item.passed is passed and item.episode is not None]
    return found[-1]


def _unpaired(a: Results, b: Results) -> list[Unpaired]:
    """Trials without a score on one side, in the order of the plan."""
    sides = []
    for results in (a, b):
        ended: dict[str, str] = {}
        for item in results.items:
            if item.passed is not None or item.trial not in ended:
                ended[item.trial] = item.outcome
        sides.append(ended)
    return [
        Unpaired(trial, mine, its)
        for trial, mine in sides[0].items()
        if not {mine, its := sides[1].get(trial, "missing")} <= {"passed", "failed"}
    ]


def _is(key: Callable[[Item], str], name: str) -> Callable[[Item], bool]:
    return lambda item: key(item) == name
