"""Places of many builds: how far each could be off, and which of them the data cannot separate."""

from collections.abc import Mapping, Sequence


def rank_ranges(passes: Mapping[str, Mapping[str, tuple[float, int]]], draws: int = 2000, seed: int = 0) -> dict[str, tuple[int, int]]:
    """Best and worst place that each build may have, 1 being the first; all ranges hold at once with 95 %.

    Args:
        passes: build → template → (passes, scored episodes). A build may lack templates.
        draws: bootstrap samples of templates.

    Raises:
        ValueError: a count is impossible, or a build has no scored episode.
    """
    raise NotImplementedError


def tiers(order: Sequence[str], adjusted: Mapping[tuple[str, str], float], alpha: float = 0.05) -> list[list[str]]:
    """Groups of builds that the data cannot separate: two builds share a group exactly when their adjusted p is above alpha.

    Groups overlap where the data cannot tell a from b, nor b from c, but a from c: [[a, b], [b, c]]. Each is in the given order, and so
    are they.

    Args:
        order: builds, best first.
        adjusted: (build, build) → p adjusted for the family, each pair once, in either order.

    Raises:
        ValueError: a pair of the order has no p.
    """
    raise NotImplementedError
