"""Whether two builds have been told apart yet, asked as often as one likes."""

from typing import Literal

Decision = Literal["undecided", "better", "worse"]


class Decider:
    """Fed whole templates one by one; says when B is better or worse than A.

    Attributes:
        m: templates in which they differed so far.
        k: of these, how many B won.
        state: "undecided" until ``e`` first reaches ``1 / alpha``; from then on what was decided, whatever comes after.
    """

    m: int
    k: int
    state: Decision

    def __init__(self, alpha: float = 0.05) -> None:
        raise NotImplementedError

    @property
    def e(self) -> float:
        """Evidence so far: what a bettor would own who began with 1 and bet against the null hypothesis. May be inf."""
        raise NotImplementedError

    @property
    def p(self) -> float:
        """Anytime-valid p: ``min(1, 1 / largest e so far)``."""
        raise NotImplementedError

    def add(self, difference: float) -> Decision:
        """Take one template's difference (passes of B less those of A, over all its trials; only its sign counts), give the new state."""
        raise NotImplementedError
