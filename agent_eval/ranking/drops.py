"""What a variation does to a build: each varied trial against its base trial, axis by axis."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent_eval.ranking.results import Item


@dataclass(frozen=True, slots=True)
class Drop:
    """One build on one axis.

    Attributes:
        pairs: pairs of which both sides have a score.
        missing: pairs of which one side or both have none; not counted as anything.
        base_rate, varied_rate: pass rates over the pairs.
        difference: varied_rate less base_rate; negative where the variation costs passes. None where there are no pairs.
        interval: 95 %, clustered by template; None where there are fewer than two templates.
        p: two-sided, clustered sign flip; p_adjusted: for all axes (Holm).
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


@dataclass(frozen=True, slots=True)
class Fragility:
    """Two builds on one axis: how much more B loses than A. ``a`` and ``b`` are the differences of each on the pairs that both have."""

    axis: str
    pairs: int
    missing: int
    a: float | None
    b: float | None
    difference: float | None
    interval: tuple[float, float] | None
    p: float
    p_adjusted: float


def drops(items: "Iterable[Item]") -> list[Drop]:
    """One build's drops, an axis each, by name."""
    raise NotImplementedError


def differences(a: "Iterable[Item]", b: "Iterable[Item]") -> list[Fragility]:
    """Difference of differences, an axis each, by name: negative where the axis costs B more than A."""
    raise NotImplementedError
