"""Repeats: what a build does when it is given the very same trial again.

Playing a trial again says how much of a result is chance on that trial. It says nothing of other trials: that is what more trials are for,
and more templates. Greedy decoding should leave nothing to chance at all, so whatever comes out both ways at temperature 0 is a fault of
the bench: an engine whose answers depend on what else it is asked, a phone that does not do the same twice. Sampling does leave something
to chance: with the same seed it draws alike, so that repeats that shall tell of chance are runs of other sampling seeds.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any

from agent_eval.ranking.intervals import clustered_wilson
from agent_eval.ranking.results import Item, Results


@dataclass(frozen=True, slots=True)
class Flaky:
    """A trial that the same build passed at one time and failed at another.

    Attributes:
        trial, task: ids of the trial and its template.
        passed, failed: ids of the episodes, the oldest first.
    """

    trial: str
    task: str
    passed: tuple[str, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repeatability:
    """How far a build does the same when it is given the same trial again.

    Attributes:
        trials: that were scored more than once; `episodes`, how many scored episodes these have.
        flaky: those of them that came out both ways, those that did so most evenly first.
        interval: 95 % of their share: Wilson's, clustered by template; None where no trial was repeated.
        chance: of the variance of a single outcome, the share that is chance on the same trial; the rest is which trial it is. None where
            no trial was repeated, or all outcomes are the same, so that there is no variance to share.
    """

    trials: int
    episodes: int
    flaky: tuple[Flaky, ...]
    interval: tuple[float, float] | None
    chance: float | None


def flaky(results: Results) -> tuple[Flaky, ...]:
    """The trials that a build passed at one time and failed at another, those that came out both ways most evenly first."""
    found = []
    for trial, items in _repeated(results).items():
        passed = tuple(item.episode or "" for item in items if item.passed)
        failed = tuple(item.episode or "" for item in items if not item.passed)
        if passed and failed:
            found.append(Flaky(trial, items[0].task, passed, failed))
    return tuple(sorted(found, key=lambda one: -min(len(one.passed), len(one.failed)) / (len(one.passed) + len(one.failed))))


def repeatability(results: Results) -> Repeatability:
    """What a build's repeats say.

    The variance of an outcome is that of one attempt at a trial drawn at random, ``m (1 - m)`` with the mean rate ``m``; within a trial of
    rate ``p`` it is ``p (1 - p)``. Both are estimated without bias: from ``k`` attempts the latter as ``k / (k - 1) · p (1 - p)``, and the
    former with the mean's own variance added back.
    """
    repeated = _repeated(results)
    found = flaky(results)
    both_ways = {one.trial for one in found}
    clusters: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for trial, items in repeated.items():
        clusters[items[0].task][0] += trial in both_ways
        clusters[items[0].task][1] += 1
    return Repeatability(
        trials=len(repeated),
        episodes=sum(map(len, repeated.values())),
        flaky=found,
        interval=clustered_wilson([(count, size) for count, size in clusters.values()]),
        chance=_chance([(sum(item.passed is True for item in items), len(items)) for items in repeated.values()]),
    )


def words(found: Repeatability, agent: Mapping[str, Any] | None) -> str:
    """What repeats say, in a sentence; empty where no trial was repeated.

    Args:
        agent: how the build was asked (`agent_eval.agents.build.AgentConfig`); None for a baseline, which leaves nothing to chance.
    """
    if not found.trials:
        return ""
    both_ways = f"{len(found.flaky)} of {found.trials} repeated trials came out both ways"
    if agent is None or agent["temperature"] == 0:
        fault = "which greedy decoding should not do: the bench leaves something to chance" if found.flaky else "as it should be"
        return f"At temperature 0, {both_ways}, {fault}."
    share = "" if found.chance is None else f"; {100 * found.chance:.0f} % of an outcome's variance is chance on the same trial"
    return f"At temperature {agent['temperature']:g}, {both_ways}{share}."


def _repeated(results: Results) -> dict[str, list[Item]]:
    """Trial → its scored items, where there are at least two."""
    found: dict[str, list[Item]] = defaultdict(list)
    for item in results.items:
        if item.passed is not None:
            found[item.trial].append(item)
    return {trial: items for trial, items in found.items() if len(items) > 1}


def _chance(trials: list[tuple[int, int]]) -> float | None:
    """The share of an outcome's variance that lies within trials of (passed, attempts)."""
    rates = [passed / count for passed, count in trials]
    if len(set(rates)) < 2 and set(rates) <= {0.0, 1.0}:
        return None
    within = fmean(count / (count - 1) * rate * (1 - rate) for rate, (_, count) in zip(rates, trials, strict=True))
    mean = fmean(rates)
    whole = mean * (1 - mean) + (variance(rates) / len(rates) if len(rates) > 1 else 0.0)
    return min(1.0, within / whole)
