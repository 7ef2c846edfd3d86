"""Whether two builds have been told apart yet, asked as often as one likes."""

from math import exp, lgamma, log
from typing import Literal

Decision = Literal["undecided", "better", "worse"]


class Decider:
    """Fed whole templates one by one; says when B is better or worse than A.

    Under the null hypothesis a template in which the two differ is as likely to go either way, whatever came before. Against that a bettor
    who knows nothing stakes on every chance of B's winning alike (the mixture of Robbins 1970; with a uniform prior, Laplace's rule of
    succession): after ``m`` such templates, of which B won ``k``, a stake of 1 has become ``E = 2^m · B(k + 1, m - k + 1)``. Under the null
    this is a martingale, so it ever reaches ``1 / alpha`` with chance alpha at most (Ville 1939; Ramdas, Grünwald, Vovk & Shafer 2023): one
    may look after every template and stop at will. The price is that at least eight templates are needed at ``alpha = 0.05``, where the
    test that looks once needs six.

    Templates without a difference say nothing and are skipped. The order must not depend on how they went.

    Attributes:
        alpha: chance that builds that are alike are told apart.
        m: templates in which they differed so far.
        k: of these, how many B won.
        state: "undecided" until ``e`` first reaches ``1 / alpha``; from then on what was decided, whatever comes after.
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
        self.state: Decision = "undecided"
        self._largest = 0.0  # log of the largest e so far

    @property
    def e(self) -> float:
        """Evidence so far: what a stake of 1 has become; inf where that is more than a float holds."""
        return exp(self._log_e()) if self._log_e() < 700 else float("inf")

    @property
    def p(self) -> float:
        """Anytime-valid two-sided p: 1 over the largest e so far, 1 at most."""
        return exp(-self._largest)

    def add(self, difference: float) -> Decision:
        """Take one template, give the new state.

        Args:
            difference: what B passed of it less what A passed, over the trials that both have a score for; only its sign counts.
        """
        if difference:
            self.m += 1
            self.k += difference > 0
        self._largest = max(self._largest, self._log_e())
        if self.state == "undecided" and self._largest >= -log(self.alpha):
            self.state = "better" if 2 * self.k > self.m else "worse"
        return self.state

    def _log_e(self) -> float:
        return self.m * log(2) + lgamma(self.k + 1) + lgamma(self.m - self.k + 1) - lgamma(self.m + 2)
