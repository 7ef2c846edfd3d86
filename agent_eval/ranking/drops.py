"""What a variation does to a build: each varied trial against the base trial that it differs from in one value of one axis."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm
from statistics import fmean
from typing import TypeVar

from agent_eval.ranking.paired import ALPHA, Contrast, contrast, holm, units
from agent_eval.ranking.results import BASE, Item, clusters, outcomes

Outcomes = Mapping[str, Sequence[bool]]


@dataclass(frozen=True, slots=True)
class Drop:
    """One build on one axis.

    Attributes:
        pairs: pairs of which both sides have a score. Repeats of a trial are one side, with the share that passed.
        missing: pairs of which one side or both have none; not counted as anything.
        base_rate, varied_rate: pass rates over the pairs; None where there are no pairs.
        difference: varied_rate less base_rate, so negative where the variation costs passes; None where there are no pairs.
        interval: 95 % of it, clustered by template; None where there are fewer than two templates.
        p: two-sided, clustered; 1 where there are no pairs.
        p_adjusted: for all axes that have pairs (Holm).
    """

    axis: str
    pairs: int
    missing: int
    base_rate: float | None
    varied_rate: float | None
    difference: float | None
    interval: tuple[float, float] | None
    p: float
    p_adjusted: float

    @property
    def told(self) -> bool:
        """Whether the variation is shown to make a difference: by the adjusted test and by the interval."""
        return _told(self)


@dataclass(frozen=True, slots=True)
class Fragility:
    """How much more one axis costs B than A. As in `Drop`, but of pairs that both builds have.

    Attributes:
        a, b: each build's difference, varied less base.
        difference: ``b - a``, so negative where the axis costs B more.
    """

    axis: str
    pairs: int
    missing: int
    a: float | None
    b: float | None
    difference: float | None
    interval: tuple[float, float] | None
    p: float
    p_adjusted: float

    @property
    def told(self) -> bool:
        """Whether it is shown to cost one of the two more than the other: by the adjusted test and by the interval."""
        return _told(self)


Row = TypeVar("Row", Drop, Fragility)


def drops(items: Iterable[Item]) -> list[Drop]:
    """One build's drops, one an axis, by the axes' names."""
    items = tuple(items)
    scored, template = outcomes(items), clusters(items)
    rows = []
    for axis, pairs in sorted(_pairs(items).items()):
        whole = _whole(pairs, scored)
        found = _drop(whole, template, scored)
        rows.append(
            Drop(
                axis=axis,
                pairs=len(whole),
                missing=len(pairs) - len(whole),
                base_rate=fmean(fmean(scored[base]) for base in whole.values()) if whole else None,
                varied_rate=fmean(fmean(scored[varied]) for varied in whole) if whole else None,
                difference=found.mean if found else None,
                interval=found.interval if found else None,
                p=found.p if found else 1.0,
                p_adjusted=1.0,
            )
        )
    return _adjusted(rows)


def differences(a: Iterable[Item], b: Iterable[Item]) -> list[Fragility]:
    """The difference of B's drop and A's, one an axis, by the axes' names."""
    a, b = tuple(a), tuple(b)
    scored_a, scored_b, template = outcomes(a), outcomes(b), clusters((*a, *b))
    rows = []
    for axis, pairs in sorted(_pairs((*a, *b)).items()):
        whole = _whole(_whole(pairs, scored_a), scored_b)
        drop_a, drop_b = _drop(whole, template, scored_a), _drop(whole, template, scored_b)
        found = _drop(whole, template, scored_b, scored_a)
        rows.append(
            Fragility(
                axis=axis,
                pairs=len(whole),
                missing=len(pairs) - len(whole),
                a=drop_a.mean if drop_a else None,
                b=drop_b.mean if drop_b else None,
                difference=found.mean if found else None,
                interval=found.interval if found else None,
                p=found.p if found else 1.0,
                p_adjusted=1.0,
            )
        )
    return _adjusted(rows)


def _told(row: Drop | Fragility) -> bool:
    return row.p_adjusted <= ALPHA and row.interval is not None and not row.interval[0] <= 0 <= row.interval[1]


def _pairs(items: Iterable[Item]) -> dict[str, dict[str, str]]:
    """Axis → varied trial → its base trial."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for item in items:
        if item.axis != BASE:
            found[item.axis][item.trial] = item.base
    return found


def _whole(pairs: Mapping[str, str], scored: Outcomes) -> dict[str, str]:
    return {varied: base for varied, base in pairs.items() if varied in scored and base in scored}


def _drop(pairs: Mapping[str, str], template: Mapping[str, str], scored: Outcomes, less: Outcomes | None = None) -> Contrast | None:
    """The mean over pairs of varied less base, and less another build's; None where there are no pairs."""
    if not pairs:
        return None
    builds = [scored] if less is None else [scored, less]
    unit = lcm(*{len(build[trial]) for build in builds for pair in pairs.items() for trial in pair})
    gains = {}
    for varied, base in pairs.items():
        first, *others = (units(build[varied], unit) - units(build[base], unit) for build in builds)
        gains[varied] = first - sum(others)
    return contrast(gains, unit, template, limit=float(len(builds)))


def _adjusted(rows: Sequence[Row]) -> list[Row]:
    family = [row.axis for row in rows if row.pairs]
    adjusted = dict(zip(family, holm([row.p for row in rows if row.pairs]), strict=True))
    return [replace(row, p_adjusted=adjusted.get(row.axis, 1.0)) for row in rows]
