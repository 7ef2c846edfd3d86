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
from scipy.special import stdtr, stdtrit

ALPHA = 0.05
"""A claim that is not true may be made with this chance, over all that is looked at together."""
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
        p_not_worse: one-sided, clustered: the chance of so good a B if it were worse by the margin; below 0.05 where the lower bound is
            above it. 1 where there are no bounds.
        p_not_better: likewise, the chance of so bad a B if it were better by the margin.
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
    p_not_worse: float
    p_not_better: float

    @property
    def p_equivalent(self) -> float:
        """Of both one-sided tests (Schuirmann 1987): the chance of so small a difference if it were the margin, either way."""
        return max(self.p_not_worse, self.p_not_better)

    @property
    def apart(self) -> bool:
        """Whether 0 is outside the interval."""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]

    @property
    def equivalent(self) -> bool:
        """Whether the difference is shown to be smaller than the margin, either way."""
        return self.bounds is not None and -self.margin < self.bounds[0] and self.bounds[1] < self.margin

    @property
    def not_worse(self) -> bool:
        """Whether B is shown to be less than the margin worse than A."""
        return self.bounds is not None and -self.margin < self.bounds[0]


Verdict = Literal["better", "worse", "equivalent", "inconclusive"]


def verdict(paired: Paired, p_adjusted: float, p_equivalent: float | None = None, *, alpha: float = ALPHA) -> Verdict:
    """What may be said of B against A: that it is better or worse only where the test and the interval both say so.

    The test asks whether templates as wholes go either way alike, the interval what the mean of all trials is. Where templates are of very
    unequal size the two can part. By simulation, 1,000 comparisons each:

    - No difference on the mean, but a few templates of 20 trials lose what many of two gain: the test alone tells builds apart in 7 to
      15 %, both together in 4 to 7 %. Where templates are won and lost alike, the test alone does in 2 to 4 %, both in 0 to 3 %.
    - A difference that the test finds with 84 % in 224 templates of two trials both find with 84 %; one that it finds with 70 % in 40
      templates of one to 60 trials both find with 44 %.

    Args:
        p_adjusted: ``paired.p``, adjusted for the family that it was looked at with.
        p_equivalent: ``paired.p_equivalent``, likewise; as it is where None.
    """
    if p_adjusted <= alpha and paired.apart:
        return "better" if paired.difference > 0 else "worse"
    return "equivalent" if (paired.p_equivalent if p_equivalent is None else p_equivalent) <= alpha else "inconclusive"


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
        clusters=len(found.sums),
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
        p_not_worse=beyond(found.sums, -margin),
        p_not_better=beyond([(-value, size) for value, size in found.sums], -margin),
    )


@dataclass(frozen=True, slots=True)
class Contrast:
    """Whether differences, one a trial, are 0 on average; attributes as in `Paired`, and (sum, trials) of each template."""

    sums: tuple[tuple[float, int], ...]
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
        sums=tuple(clusters),
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
    """Interval of the mean of all trials' differences: Tango's, on as many independent trials as the clusters are worth (`independent`).

    For the normal quantile stands Student's, of one degree of freedom less than there are clusters.

    Args:
        clusters: (sum, trials) of each.
        limit: the largest difference that a trial can have.

    Returns:
        (low, high) in [-limit, limit]; None where there are fewer than two clusters.
    """
    if len(clusters) < 2:
        return None
    low, high = tango(*independent(clusters, limit), float(stdtrit(len(clusters) - 1, (1 + confidence) / 2)))
    return limit * low, limit * high


def beyond(clusters: Sequence[tuple[float, int]], least: float) -> float:
    """One-sided p: the chance of a mean at least as high as what was seen if it were ``least``, between -1 and 1.

    It is the test that `clustered_interval` is made of: below 0.05 exactly where the lower end of the interval of 90 % is above ``least``.

    Returns:
        In [0, 1]; 1 where there are fewer than two clusters.
    """
    if len(clusters) < 2:
        return 1.0
    gained, lost, trials = independent(clusters)
    off, error = gained - lost - trials * least, sqrt(_scatter(gained, lost, trials, least))
    if not error:
        return 0.0 if off > 0 else 1.0
    return float(stdtr(len(clusters) - 1, -off / error))


def independent(clusters: Sequence[tuple[float, int]], limit: float = 1.0) -> tuple[float, float, float]:
    """(gained, lost, trials) of as many independent trials as clusters are worth.

    The mean is ``Σ s / Σ m`` over ``G`` clusters of sum ``s`` and size ``m``, and ``G/(G-1) · Σ (s - m · mean)²`` the cluster-robust
    variance of ``Σ s`` (Cameron & Miller 2015, section II; a ratio estimator, Cochran 1977, section 6.3). Divided by
    ``Σ |s| - mean² · Σ m``, which it would be if trials were independent, that is the design effect (Kish 1965); trials, gained and lost
    are divided by it. Into both sums goes one more cluster that differs as much as any can: without it, no difference in 20 clusters would
    be a variance of nothing, and twenty equal differences too.
    """
    count, whole = len(clusters), sum(size for _, size in clusters)
    sums = [value / limit for value, _ in clusters]
    mean, average = sum(sums) / whole, whole / count
    gained, lost = sum(max(value, 0.0) for value in sums), sum(max(-value, 0.0) for value in sums)
    spread = count / (count - 1) * sum((value - size * mean) ** 2 for value, (_, size) in zip(sums, clusters, strict=True))
    effect = (spread + average**2) / (max(0.0, gained + lost - mean**2 * whole) + average)
    return gained / effect, lost / effect, whole / effect


def tango(gained: float, lost: float, trials: float, quantile: float) -> tuple[float, float]:
    """Score interval of ``(gained - lost) / trials`` for paired outcomes (Tango 1998).

    It holds the differences ``d`` that what was seen is within ``quantile`` standard errors of, each as large as it would be if ``d`` were
    true. So it is no point where nothing was gained or lost. Numbers need not be whole.
    """

    def excess(d: float) -> float:
        return (gained - lost - trials * d) ** 2 - quantile**2 * _scatter(gained, lost, trials, d)

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


def _scatter(gained: float, lost: float, trials: float, d: float) -> float:
    """Variance of ``gained - lost`` if ``d`` were the true difference."""
    # The likeliest share that is lost, given d: the larger root of a·q² + b·q + c.
    a, b, c = 2 * trials, (2 * trials - gained + lost) * d - gained - lost, -lost * d * (1 - d)
    q = (sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
    return trials * max(0.0, 2 * q + d * (1 - d))


def holm(values: Sequence[float]) -> list[float]:
    """p values adjusted for having looked at all of them (Holm 1979), in the order given."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    adjusted, floor = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        floor = max(floor, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = floor
    return adjusted
