"""Two builds on the same trials: how much they differ, and whether that could be chance.

Trials of one template stand and fall together, so a template, not a trial, is what varies independently: the test flips the signs of whole
templates, and the interval is made of their sums. With one trial a template both are the textbook ones.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, lcm, sqrt
from typing import Literal

from scipy.stats import t as student


@dataclass(frozen=True, slots=True)
class Paired:
    """What build B does beyond build A on the trials that both have a score for.

    Attributes:
        trials, clusters: how many, and of how many templates.
        only_a, only_b: trials that only one of them has a score for; left out.
        gained, lost: trials of which B passed a larger, and a smaller, share of its repeats.
        difference: mean over trials of B's share less A's.
        interval: of the difference, clustered by template; None where there is only one template, which cannot show how templates vary.
            It holds 0 wherever p is above 1 - confidence.
        bounds: lower and upper 95 % one-sided bound of the difference, the interval of 90 %; None where the interval is.
        p: two-sided, clustered: the chance of a difference at least this large if each template might as well have gone the other way.
        mcnemar: two-sided, exact, as if all trials were independent.
        margin: the largest difference that would not matter.
    """

    trials: int
    clusters: int
    only_a: int
    only_b: int
    gained: int
    lost: int
    difference: float
    interval: tuple[float, float] | None
    bounds: tuple[float, float] | None
    p: float
    mcnemar: float
    margin: float

    @property
    def equivalent(self) -> bool:
        """Whether the difference is shown to be smaller than the margin, either way."""
        return self.bounds is not None and -self.margin < self.bounds[0] and self.bounds[1] < self.margin

    @property
    def not_worse(self) -> bool:
        """Whether B is shown to be less than the margin worse than A."""
        return self.bounds is not None and -self.margin < self.bounds[0]


Verdict = Literal["better", "worse", "equivalent", "inconclusive"]


def verdict(paired: Paired, p_adjusted: float, *, alpha: float = 0.05) -> Verdict:
    """What may be said of B against A.

    Args:
        p_adjusted: ``paired.p``, adjusted for the family that it was looked at with.
    """
    if p_adjusted <= alpha:
        return "better" if paired.difference > 0 else "worse"
    return "equivalent" if paired.equivalent else "inconclusive"


def compare(
    a: Mapping[str, Sequence[bool]],
    b: Mapping[str, Sequence[bool]],
    cluster: Mapping[str, str],
    confidence: float = 0.95,
    margin: float = 0.03,
) -> Paired:
    """Compare two builds.

    Args:
        a, b: trial → whether it passed, each time it was played. Trials that only one of them has a score for are left out.
        cluster: trial → template.
        margin: the largest difference of pass rates that would not matter.

    Raises:
        ValueError: they have no trial in common.
    """
    a, b = ({name: outcomes for name, outcomes in side.items() if outcomes} for side in (a, b))
    both = [name for name in a if name in b]
    if not both:
        raise ValueError("the two builds have no scored trial in common")
    unit = lcm(*{len(outcomes) for side in (a, b) for outcomes in side.values()})
    gains = {name: unit // len(b[name]) * sum(b[name]) - unit // len(a[name]) * sum(a[name]) for name in both}
    sums: dict[str, int] = defaultdict(int)
    sizes: dict[str, int] = defaultdict(int)
    for name, gain in gains.items():
        sums[cluster[name]] += gain
        sizes[cluster[name]] += 1
    gained, lost = sum(gain > 0 for gain in gains.values()), sum(gain < 0 for gain in gains.values())
    clusters = [(sums[name] / unit, sizes[name]) for name in sums]
    p = sign_flip(list(sums.values()))
    return Paired(
        trials=len(both),
        clusters=len(sums),
        only_a=len(a) - len(both),
        only_b=len(b) - len(both),
        gained=gained,
        lost=lost,
        difference=sum(gains.values()) / unit / len(both),
        interval=clustered_interval(clusters, confidence),
        bounds=clustered_interval(clusters, 0.9),
        p=p,
        mcnemar=mcnemar(gained, lost),
        margin=margin,
    )


def mcnemar(gained: int, lost: int) -> float:
    """Exact two-sided p of McNemar's test (McNemar 1947, in its binomial form): discordant trials go either way with chance one half.

    Raises:
        ValueError: a count is negative.
    """
    if gained < 0 or lost < 0:
        raise ValueError(f"{gained} gained and {lost} lost: expected counts")
    n = gained + lost
    tail = sum(comb(n, k) for k in range(min(gained, lost) + 1))
    return min(1.0, 2 * tail / (1 << n))


def sign_flip(sums: Sequence[int]) -> float:
    """Exact two-sided p of the sign-flip test (Fisher's randomisation test for pairs) on whole-number differences, one a cluster.

    Under the null hypothesis each cluster's difference has either sign with chance one half. All sign patterns are counted by adding the
    clusters one by one, so hundreds of them cost nothing. Where every difference is 1, 0 or -1 it is McNemar's exact test.
    """
    ways: dict[int, int] = {0: 1}
    for size in (abs(value) for value in sums if value):
        added: dict[int, int] = defaultdict(int)
        for total, count in ways.items():
            added[total + size] += count
            added[total - size] += count
        ways = added
    observed = abs(sum(sums))
    beyond = sum(count for total, count in ways.items() if abs(total) >= observed)
    return beyond / sum(ways.values())


def clustered_interval(clusters: Sequence[tuple[float, int]], confidence: float = 0.95) -> tuple[float, float] | None:
    """Interval of the mean of all trials' differences, by the linearised cluster-robust variance with Student's t.

    The mean is ``Σ s / Σ m`` over clusters of sum ``s`` and size ``m``; its variance ``G/(G-1) · Σ (s - m · mean)² / (Σ m)²`` with ``G``
    clusters and as many degrees of freedom less one (Cameron & Miller 2015, section II; a ratio estimator, Cochran 1977, section 6.3).

    Returns:
        (low, high) in [-1, 1]; None where fewer than two clusters show a difference: their spread is not known then.
    """
    count, whole = len(clusters), sum(size for _, size in clusters)
    if sum(value != 0 for value, _ in clusters) < 2:
        return None
    mean = sum(value for value, _ in clusters) / whole
    variance = count / (count - 1) * sum((value - size * mean) ** 2 for value, size in clusters) / whole**2
    half = float(student.ppf((1 + confidence) / 2, count - 1)) * sqrt(variance)
    return max(-1.0, mean - half), min(1.0, mean + half)


def holm(values: Sequence[float]) -> list[float]:
    """p values adjusted for having looked at all of them (Holm 1979), in the order given."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    adjusted, floor = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        floor = max(floor, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = floor
    return adjusted
