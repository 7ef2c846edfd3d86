"""How many trials a difference needs, and how small a difference so many trials can show."""

from math import ceil, floor, isfinite, sqrt
from statistics import NormalDist

import numpy as np
from scipy.stats import binom

LEAST = 1e-4
"""The smallest difference that is planned for."""
RAREST = 1e-6
"""The smallest alpha, and the smallest chance to miss a difference: the exact sums leave out what is less likely than 1e-12."""
MOST = 200_000
"""Trials up to which the exact power is summed. So many more would take minutes, and there the approximation is right to 1 %."""


def trials_needed(
    detect: float, discordance: float, alpha: float = 0.05, power: float = 0.8, per_template: float = 1.0, correlation: float = 0.0
) -> int:
    """Trials after which the exact paired test finds a difference of ``detect`` with chance ``power``.

    Connor's formula (1987), ``n = (z·√ψ + z'·√(ψ - δ²))² / δ²`` with ``δ`` the difference, ``ψ`` the discordance, ``z`` and ``z'`` the
    normal quantiles at ``1 - α/2`` and ``power``, is of the approximate test; from there the exact power is searched, up to `MOST` trials
    (it rises by small steps with smaller falls between them: a few trials more or less may do as well). Trials of one template tell less
    than as many of their own: times ``1 + (m - 1)·ρ`` (the design effect, Kish 1965).

    Args:
        detect: difference of pass rates, in [`LEAST`, 1].
        discordance: share of trials that only one of the two passes, in [detect, 1].
        alpha, power: from `RAREST` to as much below 1, alpha the smaller one.
        per_template: trials a template, on average, 1 or more.
        correlation: of two trials' differences within a template, in [0, 1].

    Raises:
        ValueError: an argument is outside its range.
    """
    _check(discordance, alpha, power)
    if not LEAST <= detect <= discordance:
        raise ValueError(
            f"a difference of {detect} with {discordance} of all trials discordant: expected {LEAST:g} <= difference <= discordance"
        )
    effect = design_effect(per_template, correlation)
    normal = NormalDist()
    spread = normal.inv_cdf(1 - alpha / 2) * sqrt(discordance) + normal.inv_cdf(power) * sqrt(discordance - detect**2)
    low = max(1, floor(spread**2 / detect**2))
    if low > MOST:
        return ceil(low * effect)
    while exact_power(low, detect, discordance, alpha) >= power and low > 1:
        low //= 2
    high = 2 * low
    while exact_power(high, detect, discordance, alpha) < power:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if exact_power(middle, detect, discordance, alpha) >= power else (middle, high)
    return ceil(high * effect)


def detectable(
    trials: int, discordance: float, alpha: float = 0.05, power: float = 0.8, per_template: float = 1.0, correlation: float = 0.0
) -> float | None:
    """Smallest difference that so many trials find with chance ``power``, to four places, rounded up; None where they are too few for any.

    Raises:
        ValueError: an argument is outside its range.
    """
    _check(discordance, alpha, power)
    if not 1 <= trials <= MOST:
        raise ValueError(f"{trials} trials: expected 1 to {MOST:,}")
    count = floor(trials / design_effect(per_template, correlation))
    low, high = 0.0, discordance
    if exact_power(count, high, discordance, alpha) < power:
        return None
    while high - low > 1e-5:
        middle = (low + high) / 2
        low, high = (low, middle) if exact_power(count, middle, discordance, alpha) >= power else (middle, high)
    return min(discordance, ceil(high * 1e4) / 1e4)


def exact_power(trials: int, difference: float, discordance: float, alpha: float = 0.05) -> float:
    """Chance that McNemar's exact two-sided test finds a difference, either way, in so many independent trials.

    The number of discordant trials is binomial, and so is, among them, that of those which go one way (Schork & Williams 1980).
    """
    likely = 1e-12
    counts = np.arange(int(binom.ppf(likely, trials, discordance)), int(binom.isf(likely, trials, discordance)) + 1)
    # The largest number of the rarer kind that is still significant; -1 where there is none.
    critical = binom.ppf(alpha / 2, counts, 0.5) - 1
    critical += binom.cdf(critical + 1, counts, 0.5) <= alpha / 2
    one_way = (1 + difference / discordance) / 2
    found = binom.cdf(critical, counts, one_way) + binom.cdf(critical, counts, 1 - one_way)
    return float((binom.pmf(counts, trials, discordance) * found).sum())


def design_effect(per_template: float, correlation: float) -> float:
    """By how much trials must be multiplied because those of one template are alike: ``1 + (m - 1)·ρ``.

    Raises:
        ValueError: per_template is not from 1 up, or correlation not from 0 to 1.
    """
    if not (per_template >= 1 and isfinite(per_template)):
        raise ValueError(f"{per_template} trials a template: expected a number from 1")
    if not 0 <= correlation <= 1:
        raise ValueError(f"a correlation of {correlation} within templates: expected 0 to 1")
    return 1 + (per_template - 1) * correlation


def _check(discordance: float, alpha: float, power: float) -> None:
    if not 0 < discordance <= 1:
        raise ValueError(f"a discordance of {discordance}: expected more than 0 and at most 1")
    if not RAREST <= alpha < power <= 1 - RAREST:
        raise ValueError(f"alpha {alpha} and power {power}: expected {RAREST:g} <= alpha < power <= 1 - {RAREST:g}")
