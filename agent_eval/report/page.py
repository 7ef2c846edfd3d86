"""The page: a ranking, what failed and how, and where the numbers come from, rendered as one HTML file.

What stands on it was computed elsewhere (`agent_eval.ranking`) and is only laid out here. Names of builds, ids of tasks and what a model
wrote are other people's text: the template escapes all of it, what would turn the direction of writing in a name or in a model's words
is shown by its escape, and the page's own policy lets a browser load and run nothing.
"""

import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from agent_eval.names import shown
from agent_eval.ranking import answers, figures
from agent_eval.ranking.drops import Drop, drops
from agent_eval.ranking.failure_shares import BuildFailures, Share
from agent_eval.ranking.failures import CLASSES, FAILURES
from agent_eval.ranking.paired import ALPHA, Verdict
from agent_eval.ranking.standings import YARDSTICK, Ranking, Standing, recommend
from agent_eval.ranking.verdicts import Pair
from agent_eval.report import plots
from agent_eval.report.origin import Origins, leaves
from agent_eval.report.trial_map import trial_map

SIGNS: Mapping[Verdict, str] = {"better": "▲", "worse": "▼", "equivalent": "≈", "inconclusive": "?"}
"""Beside the word and its colour."""
_FOLDER = Path(__file__).parent
_WIDE = 260
"""Pixels of a plot that has a table to itself."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that the page is made of.

    Attributes:
        failures: how failed episodes failed, a build each.
        made: when, with a time zone.
    """

    ranking: Ranking
    failures: Sequence[BuildFailures]
    origins: Origins
    made: datetime


def render(report: Report) -> str:
    """The whole page, as HTML 5."""
    environment = Environment(
        loader=FileSystemLoader(_FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    filters = (figures.points, figures.spread, figures.between, figures.share, figures.chance, figures.whole, figures.counted, shown)
    environment.filters.update({one.__name__: one for one in filters} | {"quote": shlex.quote})
    ranking = report.ranking
    standings = [*ranking.builds, *ranking.partial]
    everyone = [*standings, *ranking.baselines]
    first = ranking.cohort.results[0]
    mapped = standings or everyone
    order = [one.build for one in everyone]
    failures = sorted(report.failures, key=lambda one: order.index(one.build))
    page = environment.get_template("page.html").render(
        style=Markup((_FOLDER / "page.css").read_text(encoding="utf-8")),  # noqa: S704  # a file of ours
        ranking=ranking,
        cohort=ranking.cohort,
        standings=standings,
        trials=len({item.trial for item in first.items}),
        templates=len({item.task for item in first.items}),
        made=report.made,
        answers=_answers(ranking),
        failing=answers.failing(standings),
        rates=_Rates(ranking),
        differences=_Differences(ranking, standings),
        axes=_Axes(standings),
        fragile=answers.fragile(ranking),
        columns=mapped,
        apps=trial_map([one.results for one in mapped]),
        cell=plots.marks,
        failures=failures,
        classes=_Classes(failures),
        repeats=answers.repeated(ranking),
        limits=[
            *(answers.partial(one) for one in everyone if one.partial),
            *map(answers.Answer, [*answers.unscored(everyone), *answers.notes(ranking)]),
        ],
        origins=report.origins,
        runs=sorted(report.origins.runs, key=lambda one: order.index(one.build)),
        settings=list(leaves(ranking.cohort.settings)),
        signs=SIGNS,
        nothing=figures.NOTHING,
    )
    return f"{page.strip()}\n"


@dataclass(frozen=True, slots=True)
class _Question:
    """One of those that the page opens with: the answer in a word, and in a sentence."""

    question: str
    headline: str
    answer: answers.Answer | None


def _answers(ranking: Ranking) -> list[_Question]:
    ship, cost, advice = answers.ship(ranking), answers.cost(ranking), recommend(ranking)
    said = "inconclusive"
    nothing = {said: said, "only": "no advice yet"}
    headline = nothing.get(advice.why, advice.build or "no build yet")
    names = [YARDSTICK, *(one.build for one in (*ranking.builds, *ranking.partial))]
    shown = answers.Answer(ship.words.removeprefix(f"{said}. "), ship.command)
    return [
        _Question("Which build do I ship?", headline, _opened(shown, names)),
        _Question("What did quantisation cost?", _price(ranking), None if cost is None else _opened(cost, names)),
    ]


def _price(ranking: Ranking) -> str:
    """The verdicts against the yardstick, counted."""
    if ranking.yardstick is None:
        return "not known"
    found = Counter(pair.verdict for pair in ranking.pairs if ranking.yardstick in (pair.a, pair.b))
    verdicts: dict[Verdict, str] = {"worse": "worse", "better": "better", "equivalent": "equivalent", "inconclusive": "not decided"}
    return ", ".join(f"{found[verdict]} {word}" for verdict, word in verdicts.items() if found[verdict]) or "nothing to compare"


def _opened(answer: answers.Answer, names: Iterable[str]) -> answers.Answer:
    """The answer with a capital, unless it opens with the name of a build."""
    if any(answer.words.startswith(name) for name in names):
        return answer
    return answers.Answer(answer.words[:1].upper() + answer.words[1:], answer.command)


class _Rates:
    """Pass rates: a plot each on one scale, places, and groups."""

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking
        self._scale = plots.of_rates(_WIDE)
        self.axis = plots.axis(self._scale)
        self._groups = {
            one.build: " ".join(_letter(number) for number, group in enumerate(ranking.tiers) if one.build in group)
            for one in ranking.builds
        }

    def plot(self, one: Standing) -> Markup:
        if one.rate is None:
            return Markup("")
        said = f"{one.build}: {figures.share(one.rate)} % passed, 95 % interval {figures.between(one.interval)}"
        marker: plots.Marker = "baseline" if one.results.baseline else "partial" if one.partial else "whole"
        return plots.dot(self._scale, one.rate, one.interval, said, marker)

    def place(self, one: Standing) -> str:
        low, high = self._ranking.ranges.get(one.build, (0, 0))
        return "" if not low else str(low) if low == high else f"{low}\N{EN DASH}{high}"

    def group(self, one: Standing) -> str:
        return self._groups.get(one.build, "")

    def bits(self, one: Standing) -> str:
        bits = one.results.info.get("bits_per_weight")
        return "" if bits is None else f"{bits:.2f}"


def _letter(number: int) -> str:
    """``a`` to ``z``, then ``aa``."""
    more, last = divmod(number, 26)
    return (_letter(more - 1) if more else "") + chr(ord("a") + last)


class _Differences:
    """Each build against the yardstick, on one scale with the margin as a band."""

    def __init__(self, ranking: Ranking, standings: Sequence[Standing]) -> None:
        self.rows: list[Pair] = []
        if ranking.yardstick is not None:
            found = (ranking.pair(ranking.yardstick, one.build) for one in standings if one.build != ranking.yardstick)
            self.rows = [pair for pair in found if pair is not None]
        self._margin, self._not_worse = ranking.margin, ranking.not_worse
        ends = [abs(end) for pair in self.rows for end in (*(pair.paired.interval or ()), pair.paired.difference)]
        self._scale = plots.of_differences(max((*ends, 1.5 * ranking.margin)), _WIDE)
        self.axis = plots.axis(self._scale, signed=True)

    def plot(self, pair: Pair) -> Markup:
        paired = pair.paired
        interval = f", 95 % interval {figures.spread(paired.interval)}"
        said = f"{pair.b} less {pair.a}: {figures.points(paired.difference)} points{interval}; {pair.verdict}"
        return plots.dot(self._scale, paired.difference, paired.interval, said, "partial" if pair.partial else "whole", self._margin)

    def not_worse(self, pair: Pair) -> str:
        p = self._not_worse.get(pair.b)
        if p is None or pair.paired.bounds is None:
            return "cannot be said"
        return "shown" if p <= ALPHA else "not shown"


class _Axes:
    """What each variation costs each build: a row an axis, the costliest first; a cell a build, all on one scale."""

    def __init__(self, standings: Sequence[Standing]) -> None:
        found = {one.build: {drop.axis: drop for drop in drops(one.results.items)} for one in standings}
        every = [drop for of in found.values() for drop in of.values()]
        names = dict.fromkeys(drop.axis for drop in every)
        self.rows = [(axis, [of.get(axis) for of in found.values()]) for axis in names]
        self.rows.sort(key=lambda row: (_mean(row[1]), row[0]))
        ends = [abs(end) for drop in every for end in (*(drop.interval or ()), drop.difference or 0.0)]
        self._scale = plots.of_differences(max(ends, default=0.1), _narrow(len(standings)))
        self.axis = plots.axis(self._scale, signed=True)

    def pairs(self, row: Sequence[Drop | None]) -> str:
        counts = sorted({drop.pairs for drop in row if drop is not None})
        return "\N{EN DASH}".join(map(str, counts[:1] + counts[1:][-1:]))

    def plot(self, build: str, drop: Drop) -> Markup:
        if drop.difference is None:
            return Markup("")
        said = (
            f"{drop.axis}, {build}: {figures.points(drop.difference)} points from base to varied, 95 % interval "
            f"{figures.spread(drop.interval)}, p {figures.chance(drop.p_adjusted)} after Holm, {drop.pairs} pairs"
        )
        return plots.dot(self._scale, drop.difference, drop.interval, said)


def _mean(row: Sequence[Drop | None]) -> float:
    known = [drop.difference for drop in row if drop is not None and drop.difference is not None]
    return sum(known) / len(known) if known else 0.0


def _narrow(count: int) -> int:
    """Pixels of a plot of which so many stand side by side."""
    return max(84, min(180, 540 // max(count, 1)))


class _Classes:
    """The classes of failure that any episode is in: a row each, a cell a build, all on one scale."""

    def __init__(self, failures: Sequence[BuildFailures]) -> None:
        shares = [{share.kind: share for share in one.shares()} for one in failures]
        rows = ((kind, [of[kind] for of in shares]) for kind in CLASSES)
        self.rows = [(kind, row) for kind, row in rows if any(share.count for share in row)]
        self.meanings = [(kind, FAILURES[kind]) for kind, _ in self.rows]
        ends = [share.interval[1] for _, row in self.rows for share in row if share.interval is not None]
        self._scale = plots.of_shares(max(ends, default=1.0), _narrow(len(failures)))
        self.axis = plots.axis(self._scale)

    def plot(self, build: str, share: Share) -> Markup:
        if not share.of:
            return Markup("")
        rate, interval = share.count / share.of, figures.between(share.interval)
        said = f"{build}, {share.kind}: {share.count} of {share.of}, {figures.share(rate)} %, 95 % interval {interval}"
        return plots.bar(self._scale, rate, share.interval, said)
