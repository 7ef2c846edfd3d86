"""``agent-eval failures``: in which ways builds fail, how often, and which episodes show it."""

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from agent_eval.cli.errors import UsageError
from agent_eval.cli.find import named_builds
from agent_eval.cli.report import console
from agent_eval.home import database_path
from agent_eval.names import shown
from agent_eval.program import program
from agent_eval.ranking.failure_shares import BuildFailures, Share, Told, failed_items, failures_of
from agent_eval.ranking.failures import CLASSES, FAILURES, FailureClass
from agent_eval.ranking.figures import counted
from agent_eval.ranking.results import Cohort, RankingError, Results, cohort
from agent_eval.store.database import Database

COLUMNS = 3
"""Builds side by side: as many as 80 columns hold."""


def failures(
    suite: Annotated[str | None, typer.Option(help="Suite that the builds have played; the newest run's where not given.")] = None,
    builds: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Only these, by name or hash; all but the baselines where not given.")
    ] = None,
    examples: Annotated[int, typer.Option(min=0, help="Episodes to name for each class and build.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")] = False,
) -> None:
    """Tell in which ways builds fail: the share of each class of failure, with episodes to look at."""
    wanted = named_builds(builds)
    with closing(Database(database_path())) as database:
        try:
            found = cohort(database, suite, wanted)
        except RankingError as error:
            raise UsageError(f"{error}.") from error
        told = tell(database, [one for one in found.results if wanted or not one.baseline] or found.results)
    if as_json:
        sys.stdout.write(json.dumps(_json(found, told), ensure_ascii=False, allow_nan=False) + "\n")
        return
    _show(console(markup=False), found, told, examples)


def tell(database: Database, results: Sequence[Results]) -> list[BuildFailures]:
    """How each build's episodes failed, with a bar on a terminal while they are read."""
    err = Console(stderr=True)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        going = bar.add_task("Reading episodes", total=sum(len(failed_items(one)) for one in results))
        return [failures_of(database, one, lambda: bar.advance(going)) for one in results]


def _show(out: Console, found: Cohort, told: Sequence[BuildFailures], examples: int) -> None:
    out.print(Text(f"{found.suite} on {found.device}: how failed episodes failed", "italic"))
    size = COLUMNS if out.is_terminal else len(told)
    for begin in range(0, len(told), size):
        out.print(_table(told[begin : begin + size]))
        out.print()
    for kind in CLASSES:
        _examples(out, kind, told, examples)
    if any(one.told for one in told):
        out.print("A share is of a build's failed episodes, with a 95 % interval clustered by template.")
        if examples:
            out.print(f"Look at one: {program()} replay EPISODE --step N")
    for one in told:
        for why, count in one.untold.items():
            have = "has" if count == 1 else "have"
            out.print(f"{one.build}: {count} of {counted(one.failed, 'failed episode')} {have} no class: {why}.", soft_wrap=True)
    for sentence in found.left_out:
        out.print(sentence, soft_wrap=True)


def _table(told: Sequence[BuildFailures]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    every = zip(*(one.shares() for one in told), strict=True)
    any_told = any(one.told for one in told)
    seen = [row for row in every if any(share.count for share in row) or (row[0].kind == "other" and any_told)]
    rows = [("failed", *(f"{one.failed} of {one.scored}" for one in told)), *((row[0].kind, *map(_cell, row)) for row in seen)]
    table.add_column("", no_wrap=True)
    for place, one in enumerate(told, 1):  # a long name is folded, and leaves the figures whole
        table.add_column(Text(one.build), justify="right", overflow="fold", min_width=max(len(row[place]) for row in rows))
    for row in rows:
        table.add_row(*row)
    return table


def _cell(share: Share) -> str:
    if share.interval is None:
        return "n/a"
    low, high = share.interval
    return f"{share.count}: {100 * share.count / share.of:.0f} % ({100 * low:.0f}\N{EN DASH}{100 * high:.0f})"


def _examples(out: Console, kind: FailureClass, told: Sequence[BuildFailures], examples: int) -> None:
    """What a class means, and for each build the first episodes that are in it, of as many templates as there are."""
    if not any(one.failure.kind == kind for build in told for one in build.told):
        return
    out.print(Text.assemble((kind, "bold"), f": {FAILURES[kind]}"), soft_wrap=True)
    for build in told:
        mine: dict[str, Told] = {}
        for one in build.told:
            if one.failure.kind == kind:
                mine.setdefault(one.task, one)
        for one in list(mine.values())[:examples]:
            where = "" if one.failure.step is None else f" step {one.failure.step}: {one.failure.words}"
            out.print(shown(f"  {build.build} {one.episode} {one.trial}{where}"), soft_wrap=True)  # the words may be the model's own


def _json(found: Cohort, told: Sequence[BuildFailures]) -> dict[str, Any]:
    return {
        "suite": found.suite,
        "suite_hash": found.suite_hash,
        "classes": dict(FAILURES),
        "builds": [
            {
                "build": one.build,
                "scored": one.scored,
                "failed": one.failed,
                "told": len(one.told),
                "shares": [
                    {
                        "class": share.kind,
                        "n": share.count,
                        "share": share.count / share.of if share.of else None,
                        "ci95": None if share.interval is None else list(share.interval),
                    }
                    for share in one.shares()
                ],
                "episodes": [
                    {
                        "episode": each.episode,
                        "trial": each.trial,
                        "class": each.failure.kind,
                        "step": each.failure.step,
                        "words": each.failure.words,
                    }
                    for each in one.told
                ],
                "untold": dict(one.untold),
            }
            for one in told
        ],
        "left_out": list(found.left_out),
    }
