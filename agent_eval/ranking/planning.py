"""How many trials a question needs, from what is known of how often builds differ and how alike the trials of a template are."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, fsum
from statistics import fmean

from agent_eval.ranking.intervals import clustered_wilson
from agent_eval.ranking.power import detectable, trials_needed
from agent_eval.ranking.results import Cohort, Results, clusters, outcomes
from agent_eval.ranking.runs import is_called
from tasks.suite import FILES, SUITES

FEW = 20
"""Templates in common below which how two builds differed is shown, but not planned by: of one that differs in ten, 20 tell no more than
that it is somewhere from 3 to 30 %, which is all that is assumed where nothing is known."""


@dataclass(frozen=True, slots=True)
class Differing:
    """How two builds differed on the trials that both have a score for.

    Attributes:
        discordance: mean over trials of how often one passed and the other did not.
        interval: of the discordance, 95 %, over templates.
        difference: of their pass rates, B less A.
        estimate: of the correlation of two trials' differences within a template; None where it cannot be known.
        correlation: the estimate, brought into [0, 1], which is what a plan can take.
    """

    a: str
    b: str
    trials: int
    templates: int
    discordance: float
    interval: tuple[float, float]
    difference: float
    estimate: float | None
    correlation: float | None

    @property
    def few(self) -> bool:
        """Whether they have too few templates in common to plan by."""
        return self.templates < FEW


@dataclass(frozen=True, slots=True)
class Shape:
    """What a suite's file holds."""

    name: str
    trials: int
    templates: int

    @property
    def per_template(self) -> float:
        return self.trials / self.templates


def shapes() -> dict[str, Shape]:
    """Every suite by name."""
    found = {}
    for name in SUITES:
        entries = tomllib.loads((FILES / f"{name}.toml").read_text(encoding="utf-8"))["base"]
        found[name] = Shape(name, sum(1 + len(entry["partners"]) for entry in entries), len({entry["task"] for entry in entries}))
    return found


def known(cohort: Cohort, against: str) -> list[Differing]:
    """How each build of a cohort differed from this one; the others among themselves where it is not there.

    Baselines say nothing here, but for one that is asked for by its name.
    """
    yardstick = [one for one in cohort.results if one.build == against or is_called(against, one.build, one.hash)]
    builds = [one for one in cohort.results if not one.baseline]
    pairs = [(a, b) for place, a in enumerate(builds) for b in builds[place + 1 :]]
    if yardstick:
        pairs = [(yardstick[0], other) for other in builds if other is not yardstick[0]]
    return [found for found in (_differing(a, b) for a, b in pairs) if found is not None]


def _differing(a: Results, b: Results) -> Differing | None:
    mine, its, template = outcomes(a.items), outcomes(b.items), clusters(a.items)
    both = [trial for trial in mine if trial in its]
    if not both:
        return None
    gains = {trial: fmean(its[trial]) - fmean(mine[trial]) for trial in both}
    rates = ((fmean(mine[trial]), fmean(its[trial])) for trial in both)
    apart = {trial: one * (1 - other) + other * (1 - one) for trial, (one, other) in zip(both, rates, strict=True)}
    groups: dict[str, list[float]] = defaultdict(list)
    for trial, share in apart.items():
        groups[template[trial]].append(share)
    interval = clustered_wilson([(fsum(group), len(group)) for group in groups.values()])
    assert interval is not None, "there is a template"
    estimate = correlation(gains, template)
    return Differing(
        a=a.build,
        b=b.build,
        trials=len(both),
        templates=len(groups),
        discordance=fmean(apart.values()),
        interval=interval,
        difference=fmean(gains.values()),
        estimate=estimate,
        correlation=None if estimate is None else min(1.0, max(0.0, estimate)),
    )


def correlation(gains: Mapping[str, float], template: Mapping[str, str]) -> float | None:
    """How alike the trials of a template are: the mean product of two of them over the mean square, both about the mean of all.

    Args:
        gains: trial → difference.
        template: trial → template.

    Returns:
        As it comes: an estimate, which may be below 0, or above 1 where templates are of unequal size; None where no template has two
        trials, or all trials are equal, so that nothing tells.
    """
    mean = fmean(gains.values())
    groups: dict[str, list[float]] = defaultdict(list)
    for trial, gain in gains.items():
        groups[template[trial]].append(gain - mean)
    square = fmean(value * value for group in groups.values() for value in group)
    pairs = sum(len(group) * (len(group) - 1) for group in groups.values())
    if not pairs or not square:
        return None
    products = sum(sum(group) ** 2 - sum(value * value for value in group) for group in groups.values())
    return products / pairs / square


def possible(detect: float, discordance: float) -> bool:
    """Whether builds that differ on such a share of the trials can be so far apart: at the most, one of them passes all of these."""
    return detect <= discordance + 1e-9  # a mean of shares may fall short of what it is by a rounding


def needed(detect: float, discordance: float, within: float, shape: Shape, power: float = 0.8) -> int | None:
    """Trials of a suite that find a difference with chance ``power``.

    Up to the length of its file a suite gives each template so many trials as its file does; beyond it, the same templates are given more,
    which tell less and less of how templates differ.

    Args:
        detect: difference of pass rates.
        discordance: how often the builds differ.
        within: correlation of two trials' differences in a template.

    Returns:
        None where no number of them does: the builds cannot be so far apart (`possible`), or the suite's templates are too few.

    Raises:
        ValueError: as `agent_eval.ranking.power.trials_needed`.
    """
    if not possible(detect, discordance):
        return None
    independent = trials_needed(detect, max(detect, discordance), power=power)
    asked = independent * (1 + (shape.per_template - 1) * within)
    if asked > shape.trials:
        left = 1 - independent * within / shape.templates  # N = n(1 + (N/T - 1)·ρ), solved for N
        if left <= 0:
            return None
        asked = independent * (1 - within) / left
    return ceil(asked)


def visible(shape: Shape, discordances: Iterable[float], within: float, power: float = 0.8) -> list[float | None]:
    """The smallest difference that a suite finds, at each discordance; None where it finds none, or builds never differ."""
    return [
        detectable(shape.trials, one, power=power, per_template=shape.per_template, correlation=within) if one else None
        for one in discordances
    ]
