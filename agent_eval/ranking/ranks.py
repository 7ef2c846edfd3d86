"""Places of many builds: how far each could be off, and which of them the data cannot separate."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]


def places(builds: Sequence[str], apart: Collection[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """Build → (best, worst) place: those that are left by the builds that are apart from it.

    Args:
        apart: (better, worse) pairs of builds.
    """
    behind, before = Counter(worse for _, worse in apart), Counter(better for better, _ in apart)
    return {build: (1 + behind[build], len(builds) - before[build]) for build in builds}


def ahead(passes: Mapping[str, Mapping[str, tuple[float, int]]], draws: int = 2000, seed: int = 0) -> set[tuple[str, str]]:
    """(better, worse) of the builds that are apart, all at once with 95 %.

    Two builds are apart where the difference of their pass rates is more standard errors than, in 95 % of bootstrap samples of whole
    templates, any difference of any two builds moves away from what was seen (Mogstad, Romano, Shaikh & Wilhelm 2024, section 3: the range
    of the places that builds take in the samples themselves, which is often shown, is too narrow where builds are equal). Standard errors
    are clustered by template, with two templates added in which everything that can happen happens a little (Agresti & Min 2005): half a
    one that only one of the two passes, half a one that only the other does, and one that both do or neither. Fewer than six templates in
    which two builds differ set nobody apart: all five going one way is no rarer than 1 in 16.

    Args:
        passes: build → template → (passes, scored episodes). A build may lack templates.
        draws: bootstrap samples.

    Raises:
        ValueError: a count is impossible, or a build has no scored episode.
    """
    if not passes:
        return set()
    builds = list(passes)
    passed, scored = _table(passes)
    rates = passed.sum(0) / scored.sum(0)
    gaps = _gaps(rates)
    # What each template adds to a build's rate beyond its share.
    pull = (passed - rates * scored) / scored.sum(0)
    played = (scored > 0).sum(0)
    count = np.minimum.outer(played, played).astype(float)
    spread = count**2 * ((pull[:, :, None] - pull[:, None, :]) ** 2).sum(0) + 1 + 2 * count * gaps**2 / (count + 2)
    error = np.sqrt((count + 2) / (count + 1) * spread) / (count + 2)

    drawn = np.random.default_rng(seed).multinomial(len(passed), np.full(len(passed), 1 / len(passed)), size=draws)
    with np.errstate(invalid="ignore"):
        moved = np.abs(_gaps((drawn @ passed) / (drawn @ scored)) - gaps) / error
    # A sample without any episode of a build may have moved it anywhere.
    farthest = np.nan_to_num(moved, nan=np.inf).max((1, 2))
    critical = np.quantile(farthest, 0.95, method="higher")
    share = passed[:, :, None] * scored[:, None, :]
    differing = (np.abs(share - share.swapaxes(1, 2)) > 1e-9).sum(0)
    apart = (gaps * count / (count + 2) > critical * error) & (differing >= 6)
    return {(builds[better], builds[worse]) for better, worse in np.argwhere(apart)}


def _table(passes: Mapping[str, Mapping[str, tuple[float, int]]]) -> tuple[Matrix, Matrix]:
    """Passes and scored episodes, [template, build]."""
    for build, own in passes.items():
        for template, (passed, scored) in own.items():
            if not 0 <= passed <= scored:
                raise ValueError(f"{build} passed {passed} of {scored} episodes of {template}: expected 0 <= passed <= scored")
        if not any(scored for _, scored in own.values()):
            raise ValueError(f"{build} has no scored episode: leave it out of the ranking")
    templates = sorted({template for own in passes.values() for template in own})
    cells = np.array([[own.get(template, (0, 0)) for own in passes.values()] for template in templates], dtype=np.float64)
    return cells[:, :, 0], cells[:, :, 1]


def _gaps(rates: Matrix) -> Matrix:
    """[..., build] → [..., build, build]: the row's rate less the column's."""
    return np.asarray(rates[..., :, None] - rates[..., None, :])


def tiers(order: Sequence[str], apart: Collection[tuple[str, str]]) -> list[list[str]]:
    """Groups of builds that the data cannot separate: two builds share a group exactly when they are not told apart.

    Groups overlap where the data cannot tell a from b, nor b from c, but a from c: [[a, b], [b, c]]. Each is in the given order, and so are
    they. (Piepho 2004, insert and absorb; what tables of means mark with letters.)

    Args:
        order: builds, best first.
        apart: pairs of builds that are told apart, in either order.
    """
    groups = {frozenset(order)} if order else set()
    for first, second in apart:
        torn = {group for group in groups if {first, second} <= group}
        parts = groups - torn | {group - {build} for group in torn for build in (first, second)}
        groups = {part for part in parts if not any(part < other for other in parts)}
    return [[order[place] for place in group] for group in sorted(sorted(map(order.index, one)) for one in groups)]
