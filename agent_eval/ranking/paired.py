"""Two builds on the same trials: how much they differ, and whether that could be chance.

Trials of one template stand and fall together, so a template, not a trial, is what varies independently: the test flips the signs of whole
templates, and the interval is made of their sums. With one trial a template both are the textbook ones.

Not to be told apart is not to be equal: that is a verdict of its own (two one-sided tests, Schuirmann 1987), and so is "neither".
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, gcd, lcm, sqrt
from typing import Literal

import numpy as np
from scipy.special import stdtrit

GRID = 1 << 20


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
    unit = lcm(*{len(side[name]) for side in (a, b) for name in both})
    gains = {name: units(b[name], unit) - units(a[name], unit) for name in both}
    gained, lost = sum(gain > 0 for gain in gains.values()), sum(gain < 0 for gain in gains.values())
    found = contrast(gains, unit, cluster, confidence)
    return Paired(
        trials=len(both),
        clusters=found.clusters,
        only_a=len(a) - len(both),
        only_b=len(b) - len(both),
        gained=gained,
        lost=lost,
        difference=found.mean,
        interval=found.interval,
        bounds=found.bounds,
        p=found.p,
        mcnemar=mcnemar(gained, lost),
        margin=margin,
    )


@dataclass(frozen=True, slots=True)
class Contrast:
    """Whether differences, one a trial, are 0 on average; attributes as in `Paired`."""

    clusters: int
    mean: float
    interval: tuple[float, float] | None
    bounds: tuple[float, float] | None
    p: float


def contrast(gains: Mapping[str, int], unit: int, cluster: Mapping[str, str], confidence: float = 0.95, limit: float = 1.0) -> Contrast:
    """The mean of differences, one or more, with its interval and p, clustered.

    Args:
        gains: trial → its difference, in whole units: the test counts them exactly.
        unit: so many units are a difference of 1.
        cluster: trial → template.
        limit: the largest difference that a trial can have.
    """
    sums: dict[str, int] = defaultdict(int)
    sizes: dict[str, int] = defaultdict(int)
    for name, gain in gains.items():
        sums[cluster[name]] += gain
        sizes[cluster[name]] += 1
    clusters = [(sums[name] / unit, sizes[name]) for name in sums]
    p, interval = sign_flip(list(sums.values())), clustered_interval(clusters, confidence, limit)
    if interval is not None and p > 1 - confidence:
        # The test is exact and the interval is not: five templates one way would look like a difference in one and not in the other.
        interval = min(interval[0], 0.0), max(interval[1], 0.0)
    return Contrast(
        clusters=len(sums),
        mean=sum(gains.values()) / unit / len(gains),
        interval=interval,
        bounds=clustered_interval(clusters, 0.9, limit),
        p=p,
    )


def units(outcomes: Sequence[bool], unit: int) -> int:
    """The share of outcomes that hold, in units of which ``unit``, a multiple of their number, are 1."""
    return unit // len(outcomes) * sum(outcomes)


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
    clusters one by one, so hundreds of them cost nothing. Where every difference is 1, 0 or -1 it is McNemar's exact test. Where the two
    builds were repeated unequally often the signs are not exactly even under the null; the test then holds for many clusters (Canay, Romano
    & Shaikh 2017).

    Sums of more than ``GRID`` in all (repeats of many different counts) are rounded to that grid, and p is then an upper bound.
    """
    sizes = [abs(value) for value in sums if value]
    exact = gcd(*sums)
    step = max(exact, sum(sizes) / GRID, 1)
    steps = [round(size / step) for size in sizes]
    # Rounding moves a sum by half a step a cluster at most: with so much slack nothing that is beyond is missed.
    observed = abs(sum(sums)) / step - (0 if step == exact else len(sizes) / 2)
    total = sum(steps)
    # chance[x] that the clusters with a plus sign come to x; the whole sum is then 2x - total.
    chance = np.zeros(total + 1)
    chance[0], reach = 1.0, 0
    for size in steps:
        reach += size
        chance[size : reach + 1] += chance[: reach + 1 - size].copy()
        chance[: reach + 1] /= 2
    beyond = np.abs(2 * np.arange(total + 1) - total) >= observed
    return min(1.0, float(chance[beyond].sum()))


def clustered_interval(clusters: Sequence[tuple[float, int]], confidence: float = 0.95, limit: float = 1.0) -> tuple[float, float] | None:
    """Interval of the mean of all trials' differences: Tango's, on as many independent trials as the clusters are worth.

    The mean is ``Σ s / Σ m`` over ``G`` clusters of sum ``s`` and size ``m``, and ``G/(G-1) · Σ (s - m · mean)²`` the cluster-robust
    variance of ``Σ s`` (Cameron & Miller 2015, section II; a ratio estimator, Cochran 1977, section 6.3). Divided by
    ``Σ |s| - mean² · Σ m``, which it would be if trials were independent, that is the design effect (Kish 1965); trials, gained and lost
    are divided by it. Into both sums goes one more cluster that differs as much as any can: without it, no difference in 20 clusters would
    be a variance of nothing, and twenty equal differences too. For the normal quantile stands Student's, of ``G - 1`` degrees of freedom.

    Args:
        limit: the largest difference that a trial can have.

    Returns:
        (low, high) in [-limit, limit]; None where there are fewer than two clusters.
    """
    count, whole = len(clusters), sum(size for _, size in clusters)
    if count < 2:
        return None
    sums = [value / limit for value, _ in clusters]
    mean, average = sum(sums) / whole, whole / count
    gained, lost = sum(max(value, 0.0) for value in sums), sum(max(-value, 0.0) for value in sums)
    spread = count / (count - 1) * sum((value - size * mean) ** 2 for value, (_, size) in zip(sums, clusters, strict=True))
    effect = (spread + average**2) / (max(0.0, gained + lost - mean**2 * whole) + average)
    low, high = tango(gained / effect, lost / effect, whole / effect, float(stdtrit(count - 1, (1 + confidence) / 2)))
    return limit * low, limit * high


def tango(gained: float, lost: float, trials: float, quantile: float) -> tuple[float, float]:
    """Score interval of ``(gained - lost) / trials`` for paired outcomes (Tango 1998).

    It holds the differences ``d`` that what was seen is within ``quantile`` standard errors of, each as large as it would be if ``d`` were
    true. So it is no point where nothing was gained or lost. Numbers need not be whole.
    """

    def excess(d: float) -> float:
        # The likeliest share that is lost, given d: the larger root of a·q² + b·q + c.
        a, b, c = 2 * trials, (2 * trials - gained + lost) * d - gained - lost, -lost * d * (1 - d)
        q = (sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
        return (gained - lost - trials * d) ** 2 - quantile**2 * trials * max(0.0, 2 * q + d * (1 - d))

    ends = []
    for end in (-1.0, 1.0):
        inside, outside = (gained - lost) / trials, end
        if excess(end) <= 0:
            inside = end
        while abs(outside - inside) > 1e-10:
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if excess(middle) <= 0 else (inside, middle)
        ends.append(inside)
    return ends[0], ends[1]


def holm(values: Sequence[float]) -> list[float]:
    """p values adjusted for having looked at all of them (Holm 1979), in the order given."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    adjusted, floor = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        floor = max(floor, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = floor
    return adjusted
