"""Every build of a cohort side by side: what it came to, its place, and which builds the data can tell apart."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, Literal, get_args

from agent_eval.outcome import SCORED
from agent_eval.ranking.drops import Fragility, differences
from agent_eval.ranking.intervals import clustered_wilson, effective_size
from agent_eval.ranking.paired import Paired, Verdict, compare, holm, verdict
from agent_eval.ranking.ranks import rank_ranges, tiers
from agent_eval.ranking.results import MISSING, Cohort, Item, RankingError, Results, clusters, outcomes
from agent_eval.ranking.sequential import Decider
from agent_eval.ranking.stopping import decide

YARDSTICK = "bf16"
"""The build that says what quantisation costs: the one that was not quantised."""
TOLERATED = 0.02
"""Where a larger share of the planned trials has no score, the rate is shown with bounds; a run with so many still to play is partial."""
OPEN = (MISSING, "cancelled")
"""Outcomes of trials that nothing is known of, because they were not played, or not to their end."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One build on the cohort's trials. A trial that was repeated counts once, with the share of its repeats.

    Attributes:
        results: what it is made of.
        planned: trials.
        scored: of them, those that a score is known of.
        passes: of these; a share where repeats differ.
        effective: as many independent trials `scored` are worth; None where it is 0.
        interval: 95 % of the pass rate: Wilson's, clustered by template; None where nothing was scored.
        unscored: outcome → trials that ended so and have no score.
        bounds: of the pass rate if all trials without a score had failed, and if all had passed; None where they are few (`TOLERATED`).
        open: trials that were never played to their end.
        partial: whether so many are open that the rate is not that of the suite.
        reached: share of the scored episodes in which the goal held at some time.
        kept, recognised: of those, in which it held from then on, and in which the build said so in time.
        side_effects: share of the scored episodes that changed what they were not asked to.
        steps: the passed episodes' steps over the reference solution's.
        seconds, tokens: means of the scored episodes; tokens read and written.
    """

    results: Results
    planned: int
    scored: int
    passes: float
    effective: float | None
    interval: tuple[float, float] | None
    unscored: Mapping[str, int]
    bounds: tuple[float, float] | None
    open: int
    partial: bool
    reached: float | None
    kept: float | None
    recognised: float | None
    side_effects: float | None
    steps: float | None
    seconds: float | None
    tokens: float | None

    @property
    def build(self) -> str:
        return self.results.build

    @property
    def rate(self) -> float | None:
        return self.passes / self.scored if self.scored else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Build b against build a.

    Attributes:
        p: of the exact test on whole templates; where `anytime`, of the test that may be asked as often as one likes.
        p_adjusted: Holm's, for all pairs of the ranking.
        anytime: whether one of the two has not played all trials, so that when to stop may have been chosen by what was seen.
    """

    a: str
    b: str
    paired: Paired
    p: float
    p_adjusted: float
    verdict: Verdict
    anytime: bool


Failing = Literal[
    "never reached the goal",
    "said done without reaching the goal",
    "reached the goal and lost it",
    "changed something else too",
    "did not say that it was done",
]
"""Which part of the verdict an episode failed by."""
FAILINGS: tuple[Failing, ...] = get_args(Failing)


@dataclass(frozen=True, slots=True)
class Advice:
    """Which build to ship.

    Attributes:
        build: None where the data do not decide.
        why: ``only`` one build has played; it is the ``best``, and all others are shown to be worse; it is the ``smallest`` that is shown
            to be not worse than the yardstick; ``inconclusive``; or ``none`` has played all trials.
        group: builds that cannot be told from the one with the highest rate, itself among them.
    """

    build: str | None
    why: Literal["only", "best", "smallest", "inconclusive", "none"]
    group: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """A cohort, ranked.

    Attributes:
        builds: that have played all trials, the highest pass rate first.
        partial: builds that have not, or have no score; they have no place.
        baselines: the highest pass rate first.
        ranges: build → (best, worst) place that it may have, all with 95 % at once.
        tiers: groups of builds that the data cannot tell apart, the best first; they may overlap.
        pairs: of builds, baselines aside; in each, a is the yardstick or the one that stands higher.
        yardstick: the build that the others are held against; None where it has not played.
        margin: the largest difference of pass rates that would not matter.
    """

    cohort: Cohort
    builds: tuple[Standing, ...]
    partial: tuple[Standing, ...]
    baselines: tuple[Standing, ...]
    ranges: Mapping[str, tuple[int, int]]
    tiers: Sequence[Sequence[str]]
    pairs: tuple[Pair, ...]
    yardstick: str | None
    margin: float

    def pair(self, a: str, b: str) -> Pair | None:
        """The pair of these two, in whichever order it is."""
        return next((pair for pair in self.pairs if {pair.a, pair.b} == {a, b}), None)


def rank(cohort: Cohort, yardstick: str = YARDSTICK, margin: float = 0.03) -> Ranking:
    """Rank a cohort.

    Raises:
        RankingError: the yardstick is not the usual one, and there is no such build here.
    """
    standings = sorted((standing(results) for results in cohort.results), key=lambda one: (-(one.rate or 0), one.build))
    ranked = [one for one in standings if not one.results.baseline and one.scored and not one.partial]
    partial = [one for one in standings if not one.results.baseline and (one.partial or not one.scored)]
    first = {one.build: (one.build != yardstick, place) for place, one in enumerate([*ranked, *partial])}
    if yardstick not in first and yardstick != YARDSTICK:
        here = f"those that have are {', '.join(first)}" if first else "no build has"
        raise RankingError(f"{yardstick} has not played these trials, so nothing can be held against it: {here}")
    comparable = sorted((one.results for one in [*ranked, *partial] if one.scored), key=lambda results: first[results.build])
    pairs = compare_all(comparable, {one.build for one in partial}, margin)
    order = [one.build for one in ranked]
    # Two builds without a trial that both have a score for cannot be told apart.
    adjusted = dict.fromkeys(combinations(order, 2), 1.0) | {
        _in_order(pair, order): pair.p_adjusted for pair in pairs if _within(pair, order)
    }
    return Ranking(
        cohort=cohort,
        builds=tuple(ranked),
        partial=tuple(partial),
        baselines=tuple(one for one in standings if one.results.baseline),
        ranges=rank_ranges({one.build: _by_template(one.results) for one in ranked}),
        tiers=tiers(order, adjusted),
        pairs=tuple(pairs),
        yardstick=yardstick if yardstick in first else None,
        margin=margin,
    )


def compare_all(results: Sequence[Results], partial: Iterable[str], margin: float) -> list[Pair]:
    """Every pair of builds that have a scored trial in common, each with its p adjusted for all of them."""
    unfinished = set(partial)
    scores = {one.build: outcomes(one.items) for one in results}
    template = {trial: task for one in results for trial, task in clusters(one.items).items()}
    found: list[tuple[Results, Results, Paired, Decider | None]] = []
    for a, b in combinations(results, 2):
        if scores[a.build].keys() & scores[b.build].keys():
            paired = compare(scores[a.build], scores[b.build], template, margin=margin)
            anytime = a.build in unfinished or b.build in unfinished
            found.append((a, b, paired, decide(a, b) if anytime else None))
    adjusted = holm([paired.p if decider is None else decider.p for _, _, paired, decider in found])
    return [
        Pair(a.build, b.build, paired, paired.p if decider is None else decider.p, q, said(paired, q, decider), decider is not None)
        for (a, b, paired, decider), q in zip(found, adjusted, strict=True)
    ]


def said(paired: Paired, p_adjusted: float, decider: Decider | None) -> Verdict:
    """What may be said of b.

    Before all trials were played it is what the test that may be asked at any time decided. That one counts templates by their sign: where
    the mean points the other way, nothing is said. Nor is it said then that two builds are alike, for its test has one look.

    Args:
        decider: that test, None where all trials were played.
    """
    if decider is None:
        return verdict(paired, p_adjusted)
    if decider.state == "undecided" or p_adjusted > 0.05 or (decider.state == "better") != (paired.difference > 0):
        return "inconclusive"
    return decider.state


def standing(results: Results) -> Standing:
    """What one build came to."""
    shares = {trial: fmean(values) for trial, values in outcomes(results.items).items()}
    template = clusters(results.items)
    groups = list(_by_template(results).values())
    ended = {item.trial: item.outcome for item in results.items if item.trial not in shares}
    planned, scored, passes = len(template), len(shares), sum(shares.values())
    still = sum(outcome in OPEN for outcome in ended.values())
    episodes = [item for item in results.items if item.outcome in SCORED]
    reached = [item for item in episodes if item.reached]
    paced = [item for item in episodes if item.passed and item.reference_steps and item.steps]
    return Standing(
        results=results,
        planned=planned,
        scored=scored,
        passes=passes,
        effective=effective_size(groups) if groups else None,
        interval=clustered_wilson(groups),
        unscored=Counter(ended.values()),
        bounds=(passes / planned, (passes + len(ended)) / planned) if len(ended) > TOLERATED * planned else None,
        open=still,
        partial=still > TOLERATED * planned or (results.stopped is not None and still > 0),
        reached=_share(episodes, lambda item: item.reached),
        kept=_share(reached, lambda item: item.kept),
        recognised=_share(reached, lambda item: item.recognition == "in_time"),
        side_effects=_share(episodes, lambda item: item.side_effects),
        steps=sum(item.steps or 0 for item in paced) / sum(item.reference_steps or 0 for item in paced) if paced else None,
        seconds=_mean(item.seconds for item in episodes),
        tokens=_mean(None if item.prompt_tokens is None else item.prompt_tokens + (item.output_tokens or 0) for item in episodes),
    )


def recommend(ranking: Ranking) -> Advice:
    """Which build to ship: the smallest that is not shown to be worse than the best, and shown to be not worse than the yardstick.

    That two builds cannot be told apart is no reason to take the smaller one: the margin must be shown to hold.
    """
    if not ranking.builds:
        return Advice(None, "none", ())
    best = ranking.builds[0].build
    group = tuple(ranking.tiers[0])
    if len(ranking.builds) == 1:
        return Advice(best, "only", group)
    if len(group) == 1:
        return Advice(best, "best", group)
    yardstick = ranking.yardstick
    if yardstick is not None:
        shown = [build for build in group if build == yardstick or _is_not_worse(ranking.pair(yardstick, build))]
        sizes = {one.build: one.results.info.get("bits_per_weight") for one in ranking.builds}
        known = sorted((sizes[build], build) for build in shown if sizes[build] is not None)
        if len(known) == len(shown) > 1 or (known and len(shown) == 1 and shown[0] != yardstick):
            return Advice(known[0][1], "smallest", group)
    return Advice(None, "inconclusive", group)


def _is_not_worse(pair: Pair | None) -> bool:
    return pair is not None and not pair.anytime and (pair.verdict == "better" or (pair.verdict != "worse" and pair.paired.not_worse))


def _within(pair: Pair, order: Sequence[str]) -> bool:
    return pair.a in order and pair.b in order


def _in_order(pair: Pair, order: Sequence[str]) -> tuple[str, str]:
    first, second = sorted((pair.a, pair.b), key=order.index)
    return first, second


def fragilities(ranking: Ranking) -> dict[str, list[Fragility]]:
    """Build → how much more each axis costs it than the yardstick; empty where that has not played."""
    ranked = [*ranking.builds, *ranking.partial]
    yardstick = next((one for one in ranked if one.build == ranking.yardstick), None)
    if yardstick is None:
        return {}
    return {one.build: differences(yardstick.results.items, one.results.items) for one in ranked if one is not yardstick}


def failings(results: Results) -> dict[Failing, int]:
    """How the failed episodes failed, by their verdicts alone; each is counted once, under the first that holds."""
    found: Counter[Failing] = Counter(_failing(item) for item in results.items if item.outcome == "failed")
    return {name: found[name] for name in FAILINGS if found[name]}


def _failing(item: Item) -> Failing:
    if not item.reached:
        return "said done without reaching the goal" if item.recognition == "early" else "never reached the goal"
    if not item.kept:
        return "reached the goal and lost it"
    if item.side_effects:
        return "changed something else too"
    return "did not say that it was done"


def _by_template(results: Results) -> dict[str, tuple[float, int]]:
    """Template → (passes, trials) of its scored trials, a repeated one counted once."""
    template = clusters(results.items)
    found: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for trial, values in outcomes(results.items).items():
        passes, count = found[template[trial]]
        found[template[trial]] = (passes + fmean(values), count + 1)
    return dict(found)


def _share(items: Sequence[Item], holds: Callable[[Item], Any]) -> float | None:
    return sum(bool(holds(item)) for item in items) / len(items) if items else None


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
