"""What a ranking comes to, in sentences: which build to ship, what quantisation cost, where builds fail, and what limits all that.

A terminal and a page say the same, so both take their words from here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent_eval.ranking.figures import chance, counted, listed, points, share, spread
from agent_eval.ranking.paired import Verdict
from agent_eval.ranking.repeats import Repeatability, repeatability, words
from agent_eval.ranking.results import Item
from agent_eval.ranking.standings import YARDSTICK, Advice, Ranking, Standing, failings, fragilities, recommend
from agent_eval.ranking.verdicts import Pair, remedy, without_score
from agent_eval.ranking.verdicts import unscored as many_unscored

FEWEST = 3
"""Apps that are named, those with the fewest passes first; of more that are like the last of them, only the number is told."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, and what would tell more.

    Attributes:
        words: a sentence or two; where a command follows, they end in what it is for.
        command: arguments of ``agent-eval``; empty where there is nothing to type.
    """

    words: str
    command: str = ""


def ship(found: Ranking) -> Answer:
    """Which build to ship."""
    advice = recommend(found)
    match advice.why:
        case "none":
            if found.partial:
                return Answer("no build has played all trials.")
            what = "only baselines have played: they say what the suite demands, and not which build to ship. Let a build play"
            return Answer(what, f"run --build w4a16 --suite {found.cohort.suite}")
        case "only":
            return Answer(
                f"no advice yet: {advice.build} is the only build that has played all trials and has scores to hold against others."
            )
        case "unscored":
            (only,) = found.builds
            return Answer(f"no build can be advised. The only one has played all trials, but {_to_know(only)}.")
        case "best":
            who = "every other build that has played all trials" if found.partial else "every other build"
            return Answer(f"{advice.build}: {who} is shown to be worse.")
        case "smallest":
            return Answer(_smallest(found, advice))
    margin = f"{100 * found.margin:g} points"
    undecided = (
        f"inconclusive. {listed(advice.group)} cannot be told apart on these trials, and no smaller one is shown to be within {margin} of "
        f"{found.yardstick or 'another'}"
    )
    if lacking := [_to_know(one) for one in found.builds if one.build in advice.group and many_unscored(one.results, partial=False)]:
        return Answer(f"{undecided}. {'; '.join(lacking)}.")
    return Answer(f"{undecided}. How many trials would decide", f"plan --detect {100 * found.margin:g} --suite {found.cohort.suite}")


def _smallest(found: Ranking, advice: Advice) -> str:
    p = found.not_worse.get(advice.build or "")
    others = [build for build in advice.group if build != advice.build]
    sure = "" if p is None else f"p {chance(p)}, adjusted for {counted(len(found.not_worse), 'build')}; "
    margin = f"{100 * found.margin:g} points or more"
    rate = {one.build: one.rate or 0.0 for one in found.builds}
    less = [build for build in advice.equal if rate[build] < rate[advice.build or ""]]
    as_much = [build for build in advice.equal if build not in less]
    alike = [
        f" {listed(builds)} {'is' if len(builds) == 1 else 'are'} of the same size and passed {how}."
        for builds, how in ((less, "less often"), (as_much, "as often"))
        if builds
    ]
    return (
        f"{advice.build}, the smallest build that is shown not to be worse than {found.yardstick} by {margin} ({sure}not told from "
        f"{listed(others, 'or')}).{''.join(alike)}"
    )


def _to_know(one: Standing) -> str:
    items = _without(one)
    return f"{without_score(one.results, items)}; {remedy(items)}"


def _without(one: Standing) -> list[Item]:
    return [item for item in one.results.items if item.passed is None]


def cost(found: Ranking) -> Answer | None:
    """What quantisation cost; None where there is no build that it could have cost anything."""
    if found.yardstick is None:
        if not (found.builds or found.partial):
            return None
        return Answer(
            f"{YARDSTICK} has not played these trials, so its cost is not known", f"run --build {YARDSTICK} --suite {found.cohort.suite}"
        )
    builds: dict[Verdict, list[str]] = {"worse": [], "better": [], "equivalent": [], "inconclusive": []}
    for one in (*found.builds, *found.partial):
        pair = found.pair(found.yardstick, one.build)
        if one.build != found.yardstick and pair is not None:
            builds[pair.verdict].append(_priced(pair))
    told = {
        "worse": f"worse than {found.yardstick}: ",
        "better": f"better than {found.yardstick}: ",
        "equivalent": f"within {100 * found.margin:g} points of {found.yardstick}: ",
        "inconclusive": "not decided: ",
    }
    words = "; ".join(told[verdict] + ", ".join(priced) for verdict, priced in builds.items() if priced)
    reasons = [f" {pair.b}: {pair.reason}" for pair in found.pairs if pair.a == found.yardstick and pair.reason]
    return Answer(f"{words}.{''.join(reasons)}") if words else None


def _priced(pair: Pair) -> str:
    return f"{pair.b} ({points(pair.paired.difference)}; gained {pair.paired.gained}, lost {pair.paired.lost})"


def failing(standings: Sequence[Standing]) -> list[tuple[str, str]]:
    """For each build that fails: how many episodes, and in which ways and where. By the verdicts alone."""
    found = []
    for one in standings:
        failed = sum(item.outcome == "failed" for item in one.results.items)
        if failed:
            ways = sorted(failings(one.results).items(), key=lambda entry: -entry[1])
            words = f"{', '.join(f'{count:,} {way}' for way, count in ways)}{_fewest_passes(one.results.items)}."
            found.append((f"{one.build} fails {failed:,}", words))
    return found


def _fewest_passes(items: Sequence[Item]) -> str:
    """Where the smallest shares of trials were passed; nothing where there are so few apps that all of them would be named."""
    scored = Counter(item.app for item in items if item.passed is not None)
    if len(scored) <= FEWEST:
        return ""
    passed = Counter(item.app for item in items if item.passed)
    rate = {app: passed[app] / count for app, count in scored.items() if passed[app] < count}
    lowest = sorted(rate, key=lambda app: (rate[app], -scored[app], app))
    named, others = lowest[:FEWEST], lowest[FEWEST:]
    alike = sum(rate[app] == rate[named[-1]] for app in others)
    more = f" and {alike} more alike" if alike else ""
    return f"; fewest passes in {', '.join(f'{app} {passed[app]}/{scored[app]}' for app in named)}{more}"


def partial(one: Standing) -> Answer:
    """What of a build's suite is still to be played."""
    stopped = one.results.stopped
    why = f", stopped early for being {stopped['decision']} than {stopped['against']}" if stopped else ""
    more = ", but the difference that it was stopped for is likely to be exaggerated" if stopped else ""
    return Answer(
        f"{one.build} is partial: it has played {one.planned - one.open:,} of {counted(one.planned, 'trial')}{why}. It has no place; its "
        f"intervals and p hold however often one looks{more}. Go on with",
        f"run --resume {one.unfinished}",
    )


def unscored(standings: Sequence[Standing]) -> list[str]:
    """Trials without a score: with bounds of the rate where they are many, by their number alone where they are few."""
    found = []
    for one in standings:
        if one.unscored and one.bounds is not None:
            either = "" if one.partial else ", and of its differences only that is said which holds either way"
            found.append(
                f"{one.build}: {without_score(one.results, _without(one), named=False)}; its pass rate is between {share(one.bounds[0])} % "
                f"had they all failed and {share(one.bounds[1])} % had they all passed{either}."
            )
    few = [f"{one.build} {sum(one.unscored.values())}" for one in standings if one.unscored and one.bounds is None]
    return [*found, f"Trials without a score, which are in no rate: {', '.join(few)}."] if few else found


def notes(found: Ranking) -> list[str]:
    """What a reader of the figures must know so as not to take them for more than they are."""
    said = [
        f"{worse} is told from {better} as a pair, and not where all places are to hold at once, by a bootstrap over templates: they may "
        "have each other's place."
        for better, worse in found.crossed
    ]
    return [*said, *repeats_set_before((*found.builds, *found.partial))]


def repeats_set_before(standings: Sequence[Standing]) -> list[str]:
    """What p means where runs were repeated: it does not know how their number came about."""
    repeated = [f"{one.build} {one.repeats} times" for one in standings if one.repeats > 1]
    if not repeated:
        return []
    return [
        f"Played more than once: {', '.join(repeated)}. p is for that many repeats, settled beforehand: who adds repeats until a verdict "
        "comes out finds differences by chance more often than p says."
    ]


def repeated(found: Ranking) -> list[tuple[str, str, Repeatability]]:
    """(build, in a sentence, all of it) where trials were played more than once by the same build."""
    agent = found.cohort.settings.get("agent")
    everyone = (*found.builds, *found.partial, *found.baselines)
    repeats = [(one, repeatability(one.results)) for one in everyone]
    return [(one.build, words(of, None if one.results.baseline else agent), of) for one, of in repeats if of.trials]


def fragile(found: Ranking) -> list[str]:
    """On which axes a build is shown to be more or less fragile than the yardstick; empty where that has not played."""
    if found.yardstick is None:
        return []
    shown = [(build, one) for build, of in fragilities(found).items() for one in of if one.told]
    if not shown:
        return [f"On no axis is a build shown to be more or less fragile than {found.yardstick}."] if _others(found) else []
    return [
        f"{one.axis} costs {build} {'more' if (one.difference or 0) < 0 else 'less'} than {found.yardstick}: "
        f"{points(one.difference)} points ({spread(one.interval)}; p {chance(one.p_adjusted)} after Holm)."
        for build, one in shown
    ]


def _others(found: Ranking) -> bool:
    return len(found.builds) + len(found.partial) > 1
