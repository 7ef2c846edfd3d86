"""Every build of a cohort side by side: what it came to, its place, and which builds the data can tell apart."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, Literal, get_args

from agent_eval.outcome import TOLERATED
from agent_eval.ranking.drops import Fragility, differences
from agent_eval.ranking.intervals import effective_size, rate_interval
from agent_eval.ranking.paired import ALPHA, holm
from agent_eval.ranking.ranks import ahead, places, tiers
from agent_eval.ranking.results import OPEN, Cohort, Item, RankingError, Results, clusters, left_open, outcomes
from agent_eval.ranking.verdicts import Pair, Question, judge, unscored

YARDSTICK = "bf16"
"""The build that says what quantisation costs: the one that was not quantised."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One build on the cohort's trials. A trial that was repeated counts once, with the share of its repeats.

    Attributes:
        results: what it is made of.
        planned: trials.
        scored: of them, those that a score is known of.
        passes: of these; a share where repeats differ.
        effective: as many independent trials `scored` are worth; None where it is 0.
        interval: 95 % of the pass rate: Wilson's, clustered by template; of a partial build, one that holds whenever one looks. None where
            nothing was scored.
        repeats: how often the trials were planned, as many as there are runs.
        unscored: outcome → planned episodes that ended so and have no score, be it that a repeat of the trial has one.
        bounds: of the pass rate if all of these had failed, and if all had passed; None where they are few (`TOLERATED`).
        unfinished: where none of its runs is whole, the one that is nearest to it; None otherwise.
        open: trials that are still to be played: of that run, or the few of all runs.
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
    repeats: int
    unscored: Mapping[str, int]
    bounds: tuple[float, float] | None
    unfinished: str | None
    open: int
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
    def partial(self) -> bool:
        """Whether so many trials are open that the rate is not that of the suite."""
        return self.unfinished is not None

    @property
    def rate(self) -> float | None:
        return self.passes / self.scored if self.scored else None


Failing = Literal[
    "never reached the goal",
    "said done without reaching the goal",
    "reached the goal and lost it",
    "changed something else too",
    "reached the goal and ended wrongly",
]
"""Which part of the verdict an episode failed by."""
FAILINGS: tuple[Failing, ...] = get_args(Failing)


@dataclass(frozen=True, slots=True)
class Advice:
    """Which build to ship.

    Attributes:
        build: None where the data do not decide.
        why: ``only`` one build has played; it is the ``best``, and all others are shown to be worse; it is the ``smallest`` that is shown
            to be not worse than the yardstick; ``inconclusive``; ``unscored``, for only one has played and many of its trials have no
            score; or ``none`` has played all trials.
        group: builds that cannot be told from the one with the highest rate, itself among them.
        equal: builds of the same size that would have done as well but for a lower rate, or where that is the same too, their name.
    """

    build: str | None
    why: Literal["only", "best", "smallest", "inconclusive", "unscored", "none"]
    group: tuple[str, ...]
    equal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """A cohort, ranked.

    Attributes:
        builds: that have played all trials, the highest pass rate first.
        partial: builds that have not, or have no score; they have no place.
        baselines: the highest pass rate first.
        ranges: build → (best, worst) place that it may have, all with 95 % at once. Builds that are not told apart have a place in common.
        crossed: pairs of builds that are told apart and may have each other's places, for all places hold at once.
        tiers: groups of builds that the data cannot tell apart, the best first; they may overlap.
        pairs: of builds, baselines aside; in each, a is the yardstick or the one that stands higher.
        yardstick: the build that the others are held against; None where it has not played.
        margin: the largest difference of pass rates that would not matter.
        not_worse: build → p that it is not worse than the yardstick by the margin or more, adjusted (Holm) for all builds that have played
            all trials, of which any could be advised; without the yardstick.
    """

    cohort: Cohort
    builds: tuple[Standing, ...]
    partial: tuple[Standing, ...]
    baselines: tuple[Standing, ...]
    ranges: Mapping[str, tuple[int, int]]
    crossed: tuple[tuple[str, str], ...]
    tiers: Sequence[Sequence[str]]
    pairs: tuple[Pair, ...]
    yardstick: str | None
    margin: float
    not_worse: Mapping[str, float]

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
        if any(one.build == yardstick for one in standings):
            raise RankingError(f"{yardstick} is a baseline, and builds are held against a build that has played these trials: {here}")
        raise RankingError(f"{yardstick} has not played these trials, so nothing can be held against it: {here}")
    comparable = sorted((one.results for one in [*ranked, *partial] if one.scored), key=lambda results: first[results.build])
    pairs = compare_all(comparable, {one.build for one in partial}, margin)
    order = [one.build for one in ranked]
    told = {_better_first(pair) for pair in pairs if pair.verdict in ("better", "worse") and {pair.a, pair.b} <= set(order)}
    bootstrap = ahead({one.build: _by_template(one.results) for one in ranked})
    return Ranking(
        cohort=cohort,
        builds=tuple(ranked),
        partial=tuple(partial),
        baselines=tuple(one for one in standings if one.results.baseline),
        ranges=places(order, bootstrap & told),
        crossed=tuple(sorted(told - bootstrap)),
        tiers=tiers(order, told),
        pairs=tuple(pairs),
        yardstick=yardstick if yardstick in first else None,
        margin=margin,
        not_worse=_not_worse([pair for pair in pairs if pair.a == yardstick and not pair.partial]),
    )


def compare_all(results: Sequence[Results], partial: Iterable[str], margin: float) -> list[Pair]:
    """Every pair of builds that have a scored trial in common, each with its p adjusted for all of them."""
    unfinished = frozenset(partial)
    asked = [Question(a, b, unfinished & {a.build, b.build}) for a, b in combinations(results, 2)]
    return [pair for pair in judge(asked, margin) if pair is not None]


def _better_first(pair: Pair) -> tuple[str, str]:
    return (pair.b, pair.a) if pair.verdict == "better" else (pair.a, pair.b)


def _not_worse(pairs: Sequence[Pair]) -> dict[str, float]:
    adjusted = holm([pair.paired.p_not_worse for pair in pairs])
    return {pair.b: p for pair, p in zip(pairs, adjusted, strict=True)}


def standing(results: Results) -> Standing:
    """What one build came to."""
    shares = {trial: fmean(values) for trial, values in outcomes(results.items).items()}
    groups = list(_by_template(results).values())
    runs: dict[str, list[Item]] = defaultdict(list)
    for item in results.items:
        runs[item.run].append(item)
    still = {run: left_open(items, results.stopped) for run, items in runs.items()}
    unfinished = min(still, key=lambda run: still[run]) if all(still.values()) else None
    episodes = [item for item in results.items if item.passed is not None]
    reached = [item for item in episodes if item.reached]
    paced = [item for item in episodes if item.passed and item.reference_steps and item.steps]
    return Standing(
        results=results,
        planned=len(clusters(results.items)),
        scored=len(shares),
        passes=sum(shares.values()),
        effective=effective_size(groups) if groups else None,
        interval=rate_interval(groups, unfinished is not None),
        repeats=len(runs),
        unscored=Counter(item.outcome for item in results.items if item.passed is None),
        bounds=_bounds(results.items),
        open=sum(item.outcome in OPEN for item in results.items) if unfinished is None else still[unfinished],
        unfinished=unfinished,
        reached=_share(episodes, lambda item: item.reached),
        kept=_share(reached, lambda item: item.kept),
        recognised=_share(reached, lambda item: item.recognition == "in_time"),
        side_effects=_share(episodes, lambda item: item.side_effects),
        steps=sum(item.steps or 0 for item in paced) / sum(item.reference_steps or 0 for item in paced) if paced else None,
        seconds=_mean(item.seconds for item in episodes),
        tokens=_mean(None if item.prompt_tokens is None else item.prompt_tokens + (item.output_tokens or 0) for item in episodes),
    )


def _bounds(items: Sequence[Item]) -> tuple[float, float] | None:
    """Of the pass rate, where many have no score."""
    without, passes = sum(item.passed is None for item in items), sum(item.passed is True for item in items)
    return (passes / len(items), (passes + without) / len(items)) if without > TOLERATED * len(items) else None


def recommend(ranking: Ranking) -> Advice:
    """Which build to ship: the smallest that is not shown to be worse than the best, and shown to be not worse than the yardstick.

    That two builds cannot be told apart is no reason to take the smaller one: the margin must be shown to hold, for as many builds as could
    have been taken. By simulation (five builds worse by exactly the margin, 896 trials of 224 templates) one of them is called not worse in
    2 % of 400 rankings, and would be in 18 % if each were looked at by itself.
    """
    if not ranking.builds:
        return Advice(None, "none", ())
    best = ranking.builds[0]
    group = tuple(ranking.tiers[0])
    if len(ranking.builds) == 1:
        return Advice(None, "unscored", group) if unscored(best.results, partial=False) else Advice(best.build, "only", group)
    if len(group) == 1:
        return Advice(best.build, "best", group)
    yardstick = ranking.yardstick
    shown = [one for one in ranking.builds if one.build in group and (one.build == yardstick or _is_not_worse(ranking, one.build))]
    sizes = [_size(one) for one in shown]
    known = [size for size in sizes if size is not None]
    if yardstick is not None and known and len(known) == len(shown) and [one.build for one in shown] != [yardstick]:
        alike = [one for one, size in zip(shown, sizes, strict=True) if size == min(known)]
        # In the order of the ranking: the highest rate first.
        return Advice(alike[0].build, "smallest", group, tuple(one.build for one in alike[1:]))
    return Advice(None, "inconclusive", group)


def _is_not_worse(ranking: Ranking, build: str) -> bool:
    pair = None if ranking.yardstick is None else ranking.pair(ranking.yardstick, build)
    return pair is not None and (pair.verdict == "better" or (pair.verdict != "worse" and ranking.not_worse.get(build, 1.0) <= ALPHA))


def _size(one: Standing) -> float | None:
    """Bits a weight, to as many places as are shown."""
    bits: float | None = one.results.info.get("bits_per_weight")
    return None if bits is None else round(bits, 2)


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
    return "reached the goal and ended wrongly"


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
