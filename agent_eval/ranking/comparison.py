"""Build B against build A on the same trials: overall, by parts of the verdict, by apps, by axes, and trial by trial."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, get_args

from agent_eval.ranking.drops import Fragility, differences
from agent_eval.ranking.paired import Paired, Verdict, holm
from agent_eval.ranking.paired import compare as paired_compare
from agent_eval.ranking.results import BASE, Cohort, Item, RankingError, Results, clusters, only, outcomes
from agent_eval.ranking.standings import Standing, said, standing
from agent_eval.ranking.stopping import decide

Family = Literal["overall", "verdict", "app", "axis"]
"""What is compared together, so that p is adjusted for having looked at all of it (Holm)."""
FAMILIES: tuple[Family, ...] = get_args(Family)
Part = Callable[[Item], bool | None]
Asked = tuple[str, Results, Results, Part]
"""(name, a, b, what is compared of them)."""

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
        a_rate, b_rate: over the trials that both have.
        paired: the difference of B to A.
        p: of the exact test on whole templates; of the one that may be asked at any time where one of the builds is partial.
        p_adjusted: for the family.
        verdict: by that.
    """

    family: Family
    name: str
    a_rate: float
    b_rate: float
    paired: Paired
    p: float
    p_adjusted: float
    verdict: Verdict


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
        mcnemar: McNemar's exact p where each template has one trial that was played once by each; None otherwise, for it takes trials as
            independent.
        anytime: whether one of the two is partial, so that p is of the test that may be asked at any time.
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
    anytime: bool
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
    anytime = a.partial or b.partial
    whole = _family("overall", [("passed", left, right, _passed)], margin, anytime)
    if not whole:
        raise RankingError(f"{a.build} and {b.build} have no trial in common that both have a score for")
    overall = whole[0]
    families: dict[Family, list[Asked]] = {"verdict": [(name, left, right, part) for name, part in PARTS.items()]}
    keys: dict[Family, Callable[[Item], str]] = {"app": lambda item: item.app, "axis": lambda item: item.axis}
    for family, key in keys.items():
        names = sorted({key(item) for item in left.items}, key=lambda name: (name != BASE, name))
        families[family] = [(name, only(left, _is(key, name)), only(right, _is(key, name)), _passed) for name in names]
    once = all(len(values) == 1 for side in (left, right) for values in outcomes(side.items).values())
    return Comparison(
        cohort=cohort,
        a=a,
        b=b,
        overall=overall,
        rows=tuple(row for family, asked in families.items() for row in _family(family, asked, margin, anytime)),
        fragility=tuple(differences(left.items, right.items)),
        mcnemar=overall.paired.mcnemar if once and overall.paired.trials == overall.paired.clusters else None,
        anytime=anytime,
        discordant=tuple(_discordant(left, right)),
        unpaired=tuple(_unpaired(left, right)),
        margin=margin,
    )


def _family(family: Family, asked: Sequence[Asked], margin: float, anytime: bool) -> list[Row]:
    """A row for each of these that the two have a trial in common of, p adjusted for all of them."""
    found = []
    for name, a, b, part in asked:
        mine, its = outcomes(a.items, part), outcomes(b.items, part)
        both = mine.keys() & its.keys()
        if both:
            paired = paired_compare(mine, its, clusters(a.items) | clusters(b.items), margin=margin)
            rates = [fmean(fmean(side[trial]) for trial in both) for side in (mine, its)]
            found.append((name, rates, paired, decide(a, b, part) if anytime else None))
    chances = [paired.p if decider is None else decider.p for _, _, paired, decider in found]
    return [
        Row(family, name, rates[0], rates[1], paired, p, q, said(paired, q, decider))
        for (name, rates, paired, decider), p, q in zip(found, chances, holm(chances), strict=True)
    ]


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


def _passed(item: Item) -> bool | None:
    return item.passed


def _is(key: Callable[[Item], str], name: str) -> Callable[[Item], bool]:
    return lambda item: key(item) == name
