"""``agent-eval compare``: one build or run against another, trial by trial."""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agent_eval.cli.errors import UsageError, check_between
from agent_eval.cli.figures import columns
from agent_eval.cli.report import console
from agent_eval.home import database_path
from agent_eval.program import program
from agent_eval.ranking.answers import repeats_set_before
from agent_eval.ranking.comparison import Comparison, Discordant, Row
from agent_eval.ranking.comparison import compare as compare_cohort
from agent_eval.ranking.figures import between, chance, counted, points, share, spread, whole
from agent_eval.ranking.plain import comparison_json
from agent_eval.ranking.results import RankingError, two
from agent_eval.store.database import Database

T = TypeVar("T")
FEW = 3
"""Rows of a family that are shown beside the significant ones, the largest differences first; `--all` shows all."""
TRIALS = 8
"""Trials that are listed; `--all` lists all."""


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="Build, beginning of its hash, or run: what B is held against.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Likewise.")],
    suite: Annotated[str | None, typer.Option(help="Suite; the newest that both have played where not given.")] = None,
    margin: Annotated[float, typer.Option(help="Points that would not matter, 0.1 to 50.")] = 3.0,
    show_all: Annotated[bool, typer.Option("--all", help="Show every app, axis and trial.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")] = False,
) -> None:
    """Compare B with A on the same trials: how much better or worse, how sure that is, and where."""
    check_between("--margin", margin, 0.1, 50)
    with closing(Database(database_path())) as database:
        try:
            found = compare_cohort(two(database, a, b, suite), margin / 100)
        except RankingError as error:
            raise UsageError(f"{error}.") from error
    if as_json:
        sys.stdout.write(json.dumps(comparison_json(found), ensure_ascii=False, allow_nan=False) + "\n")
        return
    show(console(markup=False), found, show_all)


def show(out: Console, found: Comparison, everything: bool) -> None:
    """The verdict, and the figures that it rests on."""
    cohort, margin = found.cohort, found.margin
    out.print(Text(f"B = {found.b.build} against A = {found.a.build}, {cohort.suite} on {cohort.device}", "italic"))
    out.print(_sides(found))
    out.print()
    for title, text in (
        ("Verdict", _verdict(found)),
        (f"Not worse by {100 * margin:g} points", _not_worse(found)),
        ("Partial", _caution(found)),
        ("Note", " ".join(repeats_set_before((found.a, found.b)))),
    ):
        if text:
            out.print(Text.assemble((f"{title}: ", "bold"), text))
    out.print()
    out.print(_families(found, everything))
    more = "" if everything else " --all shows every row and trial."
    alone = " Intervals are not adjusted: one may leave out 0 beside inconclusive." if _alone(found) else ""
    out.print(f"Kept and recognised: of the trials in which both reached the goal. Every p is adjusted for its list (Holm).{alone}{more}")
    out.print()
    _fragile(out, found, everything)
    _trials(out, found, everything)
    for sentence in cohort.left_out:
        out.print(sentence)


def _sides(found: Comparison) -> Table:
    table = columns("", "build", "passed", "%", "95 %", "runs", left=2)
    table.columns[-1].justify = "left"
    for name, one in (("A", found.a), ("B", found.b)):
        passed = f"{whole(one.passes)} of {one.scored:,}"
        *earlier, last = one.results.runs
        runs = f"{last} and {len(earlier)} earlier" if len(earlier) > 1 else ", ".join(one.results.runs)
        table.add_row(name, one.build, passed, share(one.rate), between(one.interval), runs)
    return table


def _verdict(found: Comparison) -> str:
    pair, paired = found.overall.pair, found.overall.pair.paired
    test = "by a test that may be asked at any time" if pair.anytime else f"McNemar's {chance(found.mcnemar)}" if found.mcnemar else ""
    return (
        f"{pair.verdict}. B less A is {points(paired.difference)} points (95 % {spread(paired.interval)}), p {chance(pair.p)}"
        f"{f' ({test})' if test else ''}, on {counted(paired.trials, 'trial')} of {counted(paired.clusters, 'template')}: gained "
        f"{paired.gained:,}, lost {paired.lost:,}.{f' {pair.reason}' if pair.reason else ''}"
    )


def _not_worse(found: Comparison) -> str:
    if found.overall.pair.partial:
        return "cannot be said before all trials are played."
    paired = found.overall.pair.paired
    if paired.bounds is None:
        return "cannot be said of one template."
    low, high = paired.bounds
    within = f"90 % {points(low)} to {points(high)}"
    if paired.equivalent:
        return f"shown, nor better by as much: they are equivalent ({within})."
    if paired.not_worse:
        return f"shown; that it is not better by as much is not ({within})."
    return f"not shown ({within})."


def _caution(found: Comparison) -> str:
    open_trials = [f"{one.open:,} of {one.planned:,} trials of {one.build}" for one in (found.a, found.b) if one.partial]
    if not open_trials:
        return ""
    early = next((one.results.stopped for one in (found.a, found.b) if one.results.stopped), None)
    more = " It was stopped for a difference, which is likely to be exaggerated here." if early else ""
    return f"{' and '.join(open_trials)} are still to be played, and nothing here is final.{more}"


def _alone(found: Comparison) -> bool:
    """Whether an interval seems to say what the adjusted test does not."""
    return any(row.pair.verdict == "inconclusive" and row.pair.paired.apart for row in found.rows)


def _families(found: Comparison, everything: bool) -> Table:
    table = columns("", "n", "A %", "B %", "B−A", "95 %", "p", "")
    table.columns[-1].justify = "left"
    titles = {"verdict": "the verdict", "app": "apps", "axis": "axes"}
    for family, title in titles.items():
        rows = [row for row in found.rows if row.family == family]
        notable = [] if everything or family == "verdict" else _notable(rows, lambda row: row.pair.p_adjusted, _difference)
        kept = notable or rows
        rest = f" ({len(rows) - len(kept)} more)" if len(kept) < len(rows) else ""
        if rows:
            table.add_row(Text(f"{title}{rest}", "italic"))
        for row in kept:
            table.add_row(*_row(row))
    return table


def _difference(row: Row) -> float:
    return row.pair.paired.difference


def _row(row: Row) -> tuple[str, ...]:
    paired = row.pair.paired
    figures = share(row.a_rate), share(row.b_rate), points(paired.difference), spread(paired.interval), chance(row.pair.p_adjusted)
    return f" {row.name}", f"{paired.trials:,}", *figures, row.pair.verdict


def _fragile(out: Console, found: Comparison, everything: bool) -> None:
    played = [one for one in found.fragility if one.difference is not None]
    if not played:
        return
    table = columns("", "pairs", "A", "B", "B beyond A", "95 %", "p")
    kept = played if everything else _notable(played, lambda one: one.p_adjusted, lambda one: one.difference or 0.0)
    for one in kept:
        figures = points(one.a), points(one.b), points(one.difference), spread(one.interval), chance(one.p_adjusted)
        table.add_row(f" {one.axis}", f"{one.pairs:,}", *figures)
    rest = f" ({len(played) - len(kept)} more axes)" if len(kept) < len(played) else ""
    out.print(Text(f"what a variation costs each, from the base trial to its partner, in points{rest}", "italic"))
    out.print(table)
    fragile = [one.axis for one in played if one.told]
    told = (
        f"Told apart in how they bear it: {', '.join(fragile)}." if fragile else "On no axis is B shown to be more or less fragile than A."
    )
    out.print(f"{told} These are for what has been played, as if no more had been planned." if found.overall.pair.partial else told)
    out.print()


def _trials(out: Console, found: Comparison, everything: bool) -> None:
    shown = found.discordant if everything else _few(found.discordant)
    if shown:
        rest = f" ({len(shown)} of {len(found.discordant):,})" if len(shown) < len(found.discordant) else ""
        out.print(Text(f"trials that they did not do alike{rest}", "italic"))
        table = columns("", "trial", "A's episode", "B's episode", left=2)
        table.columns[1].no_wrap = False
        for one in shown:
            table.add_row("gained" if one.gained else "lost", one.trial, one.a_episode, one.b_episode)
        out.print(table)
        first = shown[0]
        out.print(f"Look at both: {program()} replay {first.a_episode}, {program()} replay {first.b_episode}", soft_wrap=True)
    if found.unpaired:
        few = found.unpaired if everything else found.unpaired[:FEW]
        named = ", ".join(f"{one.trial} (A {one.a}, B {one.b})" for one in few)
        more = f" and {len(found.unpaired) - len(few):,} more" if len(few) < len(found.unpaired) else ""
        out.print(f"In no figure, for want of a score: {named}{more}.")


def _notable(rows: Sequence[T], p: Callable[[T], float], difference: Callable[[T], float]) -> list[T]:
    """The significant ones, and the few that differ most; in their order."""
    most = sorted(rows, key=lambda row: -abs(difference(row)))[:FEW]
    return [row for row in rows if p(row) <= 0.05 or row in most]


def _few(found: Sequence[Discordant]) -> list[Discordant]:
    """Some of each kind, more of that of which there are more."""
    lost, gained = ([one for one in found if one.gained is kind] for kind in (False, True))
    return [*lost[: TRIALS - min(len(gained), TRIALS // 2)], *gained[: TRIALS - min(len(lost), TRIALS // 2)]]
