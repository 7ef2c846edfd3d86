"""``agent-eval runs``: what has been run, and how it went."""

import json
from contextlib import closing
from typing import Annotated

import typer
from rich.table import Table

from agent_eval.cli.report import console, head
from agent_eval.home import database_path
from agent_eval.program import program
from agent_eval.store.database import Database
from agent_eval.store.queries import list_runs


def runs(
    limit: Annotated[int, typer.Option(min=1, max=1_000_000, help="Most runs to list, the newest first.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines on standard output.")] = False,
) -> None:
    """List the runs and their pass rates, newest first."""
    with closing(Database(database_path())) as database:
        found = list_runs(database, limit)
    if as_json:
        for run in found:
            numbers = {
                "outcomes": run.tally.to_json(),
                "pass_rate": run.tally.pass_rate,
                "ci95": None if run.interval is None else list(run.interval),
            }
            typer.echo(json.dumps({**head(run), "created_at": run.created_at.isoformat(), **numbers}, ensure_ascii=False))
        return
    out = console()
    if not found:
        out.print(f"No run yet. Begin one with: {program()} run --build w4a16")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))  # fits a terminal of 80 columns
    for title in ("run", "begun (UTC)", "build", "suite", "device", "passed", "pass %", "95 %", "open"):
        table.add_column(title, no_wrap=title != "build", overflow="fold")  # a long name is folded, for it is typed again, never cut
    for run in found:
        tally = run.tally
        between = "n/a" if run.interval is None else "\u2013".join(f"{100 * end:.1f}" for end in run.interval)
        passed, rate = f"{tally.counts['passed']} of {tally.scored}", "n/a" if tally.pass_rate is None else f"{100 * tally.pass_rate:.1f}"
        table.add_row(
            run.id, f"{run.created_at:%m-%d %H:%M}", run.build, run.suite, run.device, passed, rate, between, str(tally.unsettled)
        )
    out.print(table)
    if (left := next((run for run in found if run.tally.unsettled), None)) is not None:
        out.print(f"Open trials are played by a resume: {program()} run --resume {left.id}", soft_wrap=True)
