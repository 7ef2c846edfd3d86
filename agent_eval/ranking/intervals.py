"""Intervals for one rate."""

from math import sqrt
from statistics import NormalDist


def wilson(passed: int, scored: int, confidence: float = 0.95) -> tuple[float, float] | None:
    """Wilson's score interval for a proportion, without continuity correction.

    ``(p + z²/2n ± z·sqrt(p(1 - p)/n + z²/4n²)) / (1 + z²/n)``, where ``z`` is the normal quantile at ``(1 + confidence)/2``
    (Wilson 1927; Newcombe 1998, method 3). Unlike Wald's it is not empty at 0 and 1.

    Returns:
        (low, high) in [0, 1]; None when nothing was scored.

    Raises:
        ValueError: not 0 <= passed <= scored, or not 0 < confidence < 1.
    """
    if not 0 <= passed <= scored:
        raise ValueError(f"{passed} passed of {scored} scored: expected 0 <= passed <= scored")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence}: expected a number between 0 and 1")
    if scored == 0:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = passed / scored, z * z / scored
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / scored + spread / (4 * scored))
    # The ends are 0 and 1 exactly when all failed or passed; rounding would leave 1e-17 there.
    return (0.0 if passed == 0 else centre - half), (1.0 if passed == scored else centre + half)
