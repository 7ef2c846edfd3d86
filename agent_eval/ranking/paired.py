"""Two builds on the same trials: how much they differ, and whether that could be chance.

Trials of one template stand and fall together, so a template, not a trial, is what varies independently: the test flips the signs of whole
templates, and the interval is made of their sums. With one trial a template both are the textbook ones.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt

from scipy.stats import t as student


@dataclass(frozen=True, slots=True)
class Paired:
    """What build B does beyond build A on the trials that both have a score for.

    Attributes:
        trials, clusters: how many, and of how many templates.
        gained, lost: trials that only B passed, and that only A passed.
        difference: pass rate of B less that of A.
        interval: 95 % of it, clustered by template; None where fewer than two templates show one, which is too few to see how they vary.
        p: two-sided, clustered: the chance of a difference at least this large if each template might as well have gone the other way.
        mcnemar: two-sided, exact, as if all trials were independent.
    """

    trials: int
    clusters: int
    gained: int
    lost: int
    difference: float
    interval: tuple[float, float] | None
    p: float
    mcnemar: float


def compare(a: Mapping[str, bool], b: Mapping[str, bool], cluster: Mapping[str, str], confidence: float = 0.95) -> Paired:
    """Compare two builds.

    Args:
        a, b: trial → passed. Trials that only one of them has are left out.
        cluster: trial → template.

    Raises:
        ValueError: they have no trial in common.
    """
    both = [name for name in a if name in b]
    if not both:
        raise ValueError("the two builds have no scored trial in common")
    sums: dict[str, int] = defaultdict(int)
    sizes: dict[str, int] = defaultdict(int)
    for name in both:
        sums[cluster[name]] += int(b[name]) - int(a[name])
        sizes[cluster[name]] += 1
    gained = sum(b[name] and not a[name] for name in both)
    lost = sum(a[name] and not b[name] for name in both)
    return Paired(
        trials=len(both),
        clusters=len(sums),
        gained=gained,
        lost=lost,
        difference=(gained - lost) / len(both),
        interval=clustered_interval([(sums[name], sizes[name]) for name in sums], confidence),
        p=sign_flip(list(sums.values())),
        mcnemar=mcnemar(gained, lost),
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


def clustered_interval(clusters: Sequence[tuple[int, int]], confidence: float = 0.95) -> tuple[float, float] | None:
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
