"""Whether two builds have been told apart yet, and an interval, both of which may be asked for as often as one likes.

Who holds that templates are ``d`` on average is staked against. Template for template a stake ``λ`` turns 1 into ``1 + λ (x - d)``, where
``x`` is the mean of the template's trials: on average into 1 again if ``d`` is what the next one is on average, whatever came before. The
evidence against ``d`` is what all stakes that can never go into debt come to on average. As a martingale of mean 1 it ever reaches
``1 / alpha`` with chance alpha at most (Ville 1939; Waudby-Smith & Ramdas 2024, section 4: betting on the means of bounded variables). So
one may look after every template and stop at will, and the means that there is less evidence against are an interval that holds whenever
one looks. The order of templates must not depend on how they went.
"""

from collections.abc import Sequence
from math import exp, log
from typing import Literal

import numpy as np
import numpy.typing as npt
from numpy.polynomial.legendre import leggauss

Decision = Literal["undecided", "better", "worse"]

_nodes, _weights = leggauss(128)
STAKES: npt.NDArray[np.float64] = _nodes
"""Shares of the most that may be staked, on the mean being higher or, where negative, lower. Gauss's points: for ``d = 0`` the mean over
them is that over all stakes, exactly up to 255 templates; in any case it is a mean of stakes, and no more is needed."""
_LOG_WEIGHTS = np.log(_weights / 2)
_LARGEST = 700.0
"""Of what ``exp`` takes."""


class Decider:
    """Fed whole templates one by one; says when B is better or worse than A.

    Where templates differ by all of their trials or not at all, the evidence is that of ``k`` wins in ``m`` flips of a coin against all
    coins alike, ``2^m · B(k + 1, m - k + 1)`` with the beta function (Robbins 1970). For ``alpha = 0.05`` it then takes eight templates one
    way at least, where the test that looks once takes six; it takes more where they differ by less.

    The mean is staked on, and not which of the two did better: of a trial that was played once by B and three times by A, B may do better
    more often than worse though both are alike. By simulation (224 templates of two trials, rates of all kinds) builds that are alike are
    then told apart in 2 % of races, and in 31 % by a test that counts who did better. That costs 10 to 20 % more templates of two trials
    before a difference is told, and up to twice as many of five.

    Attributes:
        alpha: chance that builds that are alike are told apart.
        m: templates in which they differed so far.
        k: of these, how many B won.
        p: anytime-valid and two-sided: 1 over the most evidence so far, 1 at most.
        state: "undecided" until the evidence first reaches ``1 / alpha``; from then on what was decided, whatever comes after.
    """

    def __init__(self, alpha: float = 0.05) -> None:
        """Begin before the first template.

        Raises:
            ValueError: not 0 < alpha < 1.
        """
        if not 0 < alpha < 1:
            raise ValueError(f"alpha {alpha}: expected a chance between 0 and 1")
        self.alpha = alpha
        self.m = 0
        self.k = 0
        self.p = 1.0
        self.state: Decision = "undecided"
        self._capital = np.zeros(len(STAKES))  # logarithms
        self._differences: list[float] = []

    @property
    def e(self) -> float:
        """Evidence so far that the two are not alike: what a stake of 1 has become; inf where that is more than a float holds."""
        evidence = _mean(self._capital)
        return exp(evidence) if evidence < _LARGEST else float("inf")

    def add(self, difference: float) -> Decision:
        """Take one template, give the new state.

        Args:
            difference: of B's share that passed and A's, the mean over the trials that both have a score for.

        Raises:
            ValueError: it is beyond 1.
        """
        if not abs(difference) <= 1:
            raise ValueError(f"a difference of {difference}: expected a mean of shares, between -1 and 1")
        self._differences.append(difference)
        if difference:
            self._capital += np.log1p(STAKES * difference)
            self.m += 1
            self.k += difference > 0
            evidence = _mean(self._capital)
            self.p = min(self.p, exp(-evidence) if evidence > 0 else 1.0)
        if self.state == "undecided" and self.p <= self.alpha:
            # Stakes against the side that the sum is on have lost: the evidence is that side's.
            self.state = "better" if sum(self._differences) > 0 else "worse"
        return self.state

    def interval(self) -> tuple[float, float]:
        """Of the mean difference, as in `anytime_interval`; 0 is outside where the evidence is ``1 / alpha`` now."""
        return anytime_interval(self._differences, -1.0, self.alpha)


def anytime_interval(means: Sequence[float], least: float, alpha: float = 0.05) -> tuple[float, float]:
    """The means of templates that there is less evidence than ``1 / alpha`` against: it holds the true one at all times with ``1 - alpha``.

    Args:
        means: of the trials of each template that was played, in order.
        least: the least that a mean can be; 1 is the most.

    Returns:
        (low, high) in [least, 1], to within 1e-6; all of it where nothing was played.
    """
    if not means:
        return least, 1.0
    unlike, counts = np.unique(np.array(means, dtype=np.float64), return_counts=True)
    return _end(unlike, counts, least, alpha, least), _end(unlike, counts, least, alpha, 1.0)


def _end(unlike: npt.NDArray[np.float64], counts: npt.NDArray[np.intp], least: float, alpha: float, end: float) -> float:
    """The mean nearest to an end of the scale that there is not enough evidence against: at what was seen there is none."""
    inside, outside = float(unlike @ counts / counts.sum()), end
    while abs(outside - inside) > 1e-6:
        middle = (inside + outside) / 2
        # So much on either side is the most that cannot go into debt, whatever comes.
        stakes = STAKES / np.where(STAKES > 0, middle - least, 1 - middle)
        growth = counts @ np.log1p(stakes * (unlike[:, np.newaxis] - middle))
        inside, outside = (middle, outside) if _mean(growth) < -log(alpha) else (inside, middle)
    return end if outside == end else inside


def _mean(capital: npt.NDArray[np.float64]) -> float:
    """The logarithm of the mean over all stakes of capitals whose logarithms these are."""
    weighed = capital + _LOG_WEIGHTS
    most = weighed.max()
    return float(most + np.log(np.exp(weighed - most).sum()))
