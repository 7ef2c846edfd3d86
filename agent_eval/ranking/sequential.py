"""Whether two builds have been told apart yet, asked as often as one likes."""

from typing import Literal

Decision = Literal["undecided", "better", "worse"]


class Decider:
    """Fed whole templates one by one; says when B is better or worse than A.

    Under the null hypothesis a template in which the two differ is as likely to go either way, whatever came before. Against that a bettor
    stakes all there is, split by Laplace's rule of succession: after ``m`` such templates, ``k`` of them won by B, ``(k + 1)/(m + 2)``
    on B, the rest on A, each paid back double. A stake of 1 then becomes ``E = 2^m · B(k + 1, m - k + 1)``, B the beta function: the
    mixture of Robbins (1970) over all chances alike. Under the null this is a martingale, so it ever reaches ``1 / alpha`` with chance
    alpha at most (Ville 1939; Ramdas, Grünwald, Vovk & Shafer 2023): one may look after every template and stop at will. The price is that
    eight templates are needed at least for ``alpha = 0.05``, where the test that looks once needs six.

    Templates without a difference say nothing and are skipped. The order must not depend on how they went.

    Attributes:
        alpha: chance that builds that are alike are told apart.
        m: templates in which they differed so far.
        k: of these, how many B won.
        e: evidence so far: what the stake of 1 has become; inf where that is more than a float holds.
        p: anytime-valid and two-sided: 1 over the largest e so far, 1 at most.
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
        self.e = 1.0
        self.p = 1.0

    def add(self, difference: float) -> Decision:
        """Take one template, give the new state.

        Args:
            difference: what B passed of it less what A passed, over the trials that both have a score for; only its sign counts.
        """
        if difference:
            won = difference > 0
            self.e *= 2 * ((self.k if won else self.m - self.k) + 1) / (self.m + 2)
            self.m += 1
            self.k += won
            self.p = min(self.p, 1 / self.e)
        if self.state == "undecided" and self.p <= self.alpha:
            self.state = "better" if 2 * self.k > self.m else "worse"
        return self.state
