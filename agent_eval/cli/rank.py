"""``agent-eval rank``: builds side by side, what quantisation cost, where they fail, and how sure that is."""

import json
import shlex
import sys
from contextlib import closing
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agent_eval.cli.errors import UsageError, check_between
from agent_eval.cli.figures import columns
from agent_eval.cli.find import named_builds
from agent_eval.cli.report import console
from agent_eval.home import database_path
from agent_eval.program import program
from agent_eval.ranking.answers import Answer, cost, failing, fragile, notes, partial, repeated, ship, unscored
from agent_eval.ranking.drops import Drop, drops
from agent_eval.ranking.figures import NOTHING, between, chance, counted, points, share, spread
from agent_eval.ranking.plain import ranking_json
from agent_eval.ranking.results import RankingError, cohort
from agent_eval.ranking.standings import YARDSTICK, Ranking, Standing
from agent_eval.ranking.standings import rank as rank_cohort
from agent_eval.store.database import Database

SHOWN = 4
"""Builds whose failures are told, the best first."""
AXES_COLUMNS = 2
"""Builds side by side in a table of axes: as many as 80 columns hold."""


def rank(
    suite: Annotated[str | None, typer.Option(help="Suite that the builds have played; the newest run's where not given.")] = None,
    builds: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Only these, by name or hash; all that may be compared where not given.")
    ] = None,
    against: Annotated[str, typer.Option(metavar="BUILD", help="Build that the others are held against.")] = YARDSTICK,
    margin: Annotated[float, typer.Option(help="Points that would not matter, 0.1 to 50.")] = 3.0,
    axes: Annotated[bool, typer.Option("--axes", help="Show what each variation costs each build, pair by pair.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")] = False,
) -> None:
    """Rank the builds that have played a suite: which to ship, what quantisation cost, where they fail."""
    check_between("--margin", margin, 0.1, 50)
    wanted = named_builds(builds)
    with closing(Database(database_path())) as database:
        try:
            found = rank_cohort(cohort(database, suite, wanted), against, margin / 100)
        except RankingError as error:
            raise UsageError(f"{error}.") from error
    if as_json:
        sys.stdout.write(json.dumps(ranking_json(found, axes), ensure_ascii=False, allow_nan=False) + "\n")
        return
    out = console(markup=False)
    show_axes(out, found) if axes else show(out, found)


def show(out: Console, found: Ranking) -> None:
    """The three answers, and the figures that they rest on."""
    _head(out, found)
    out.print(_places(found))
    out.print()
    out.print(_parts(found))
    out.print()
    answers = (("Ship", ship(found)), ("Quantisation", cost(found)))
    told = [(title, _told(answer)) for title, answer in answers if answer is not None]
    for title, text in (*told, *failing((*found.builds, *found.partial)[:SHOWN])):
        out.print(Text.assemble((f"{title}: ", "bold"), text))
    _foot(out, found)


def show_axes(out: Console, found: Ranking) -> None:
    """What each variation costs each build."""
    _head(out, found)
    ranked = [*found.builds, *found.partial]
    rows = {one.build: drops(one.results.items) for one in ranked}
    if not any(rows.values()):
        out.print("These trials hold no pairs: no variation can be told from the phone as delivered.")
        return
    size = AXES_COLUMNS if out.is_terminal else len(ranked)
    for begin in range(0, len(ranked), size):
        out.print(_axes_table({one.build: rows[one.build] for one in ranked[begin : begin + size]}))
        out.print()
    out.print(
        "Points from a base trial to its varied partner, with a 95 % interval clustered by template; * where the drop is significant after "
        "Holm's adjustment for the build's axes."
    )
    if found.partial:
        out.print("Drops of a partial run are of what it has played, as if no more had been planned.")
    for sentence in fragile(found):
        out.print(sentence)
    _foot(out, found, axes=True)


def _head(out: Console, found: Ranking) -> None:
    first = found.cohort.results[0]
    trials, templates = len({item.trial for item in first.items}), len({item.task for item in first.items})
    of = f"{counted(trials, 'trial')} of {counted(templates, 'template')}"
    out.print(Text(f"{found.cohort.suite} on {found.cohort.device}: {of}, the same for every build", "italic"))


def _places(found: Ranking) -> Table:
    against = found.yardstick
    versus = [f"to {against}, points", "p", "verdict"] if against else []
    table = columns("place", "build", "passed, %", *versus, left=2)
    for one in (*found.builds, *found.partial):
        low, high = found.ranges.get(one.build, (0, 0))
        place = NOTHING if not low else str(low) if low == high else f"{low}\N{EN DASH}{high}"
        table.add_row(place, one.build, _rate(one), *(_against(found, against, one) if against else ()))
    if found.baselines:
        table.add_row(_LINE, "baselines")
        for one in found.baselines:
            table.add_row("", one.build, _rate(one))
    return table


_LINE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}" * 5


def _rate(one: Standing) -> str:
    return f"{share(one.rate)} ({between(one.interval)})"


def _against(found: Ranking, yardstick: str, one: Standing) -> tuple[str, ...]:
    if one.build == yardstick:
        return ("",)
    pair = found.pair(yardstick, one.build)
    if pair is None:
        return NOTHING, NOTHING, NOTHING
    return f"{points(pair.paired.difference)} ({spread(pair.paired.interval)})", chance(pair.p_adjusted), pair.verdict


def _parts(found: Ranking) -> Table:
    table = columns("build", "reached", "kept", "said so", "side effects", "steps", "seconds", "tokens")
    for one in (*found.builds, *found.partial):
        table.add_row(*_part(one))
    if found.baselines:
        table.add_row("baselines")
        for one in found.baselines:
            table.add_row(*_part(one))
    return table


def _part(one: Standing) -> tuple[str, ...]:
    steps = NOTHING if one.steps is None else f"{one.steps:.2f}"
    seconds = NOTHING if one.seconds is None else f"{one.seconds:.1f}" if one.seconds >= 1 else f"{one.seconds:.3f}"
    tokens = NOTHING if one.tokens is None else f"{one.tokens:,.0f}"
    return one.build, share(one.reached), share(one.kept), share(one.recognised), share(one.side_effects), steps, seconds, tokens


def _told(answer: Answer) -> str:
    return f"{answer.words}: {program()} {answer.command}" if answer.command else answer.words


def _foot(out: Console, found: Ranking, axes: bool = False) -> None:
    """What limits what was said."""
    everyone = (*found.builds, *found.partial, *found.baselines)
    for one in everyone:
        if one.partial:
            out.print(_told(partial(one)), soft_wrap=not out.is_terminal)
    for sentence in unscored(everyone):
        out.print(sentence)
    for build, words, _ in repeated(found):
        out.print(f"{build}, played more than once: {words}")
    if len(found.tiers) > 1:
        groups = " | ".join(", ".join(group) for group in found.tiers)
        over = f" (Holm over {len(found.pairs)} pairs)" if len(found.pairs) > 1 else ""
        out.print(f"Groups that cannot be told apart within{over}: {groups}")
    for sentence in notes(found):
        out.print(sentence)
    for sentence in found.cohort.left_out:
        out.print(sentence)
    if not axes:
        early = ", and where a run is partial or was played against another of one that holds whenever one looks" if _early(found) else ""
        holm = f", adjusted for {len(found.pairs)} pairs (Holm)" if len(found.pairs) > 1 else ""
        out.print(
            "Intervals hold with 95 % each, by template, and places all at once; p is of the exact sign-flip test on "
            f"templates{early}{holm}. "
            "Reached and side effects: % of episodes; kept, and said so in time: % of those that reached the goal; steps: of passed "
            "episodes, over those of the reference solution."
        )
    if any(item.outcome == "failed" for one in (*found.builds, *found.partial) for item in one.results.items):
        out.print(f"In which ways they failed: {program()} failures --suite {found.cohort.suite}", soft_wrap=True)
    worse = next((pair for pair in found.pairs if pair.verdict == "worse"), None) or next(iter(found.pairs), None)
    if worse is not None:
        out.print(f"Trial by trial: {program()} {shlex.join(['compare', worse.a, worse.b, '--suite', found.cohort.suite])}", soft_wrap=True)


def _early(found: Ranking) -> bool:
    return any(pair.anytime for pair in found.pairs)


def _axes_table(rows: dict[str, list[Drop]]) -> Table:
    table = columns("axis", "pairs", *rows)
    by_axis = {build: {drop.axis: drop for drop in found} for build, found in rows.items()}
    for axis in dict.fromkeys(drop.axis for found in rows.values() for drop in found):
        mine = [by_axis[build].get(axis) for build in rows]
        pairs = sorted({drop.pairs for drop in mine if drop is not None})
        table.add_row(axis, "\N{EN DASH}".join(map(str, pairs[:1] + pairs[1:][-1:])), *map(_drop, mine))
    return table


def _drop(drop: Drop | None) -> str:
    if drop is None or drop.difference is None:
        return NOTHING
    star = "*" if drop.told else ""
    return f"{points(drop.difference)}{star} ({spread(drop.interval)})"
