"""``agent-eval nano cost``: what quantisation cost spark-nano, from the stored runs of its builds."""

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agent_eval.cli.errors import UsageError, unknown
from agent_eval.cli.find import find_id
from agent_eval.home import database_path
from agent_eval.program import program
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.queries import sittings
from tasks.suite import SUITES, suite

if TYPE_CHECKING:
    from agent_eval.ranking.paired import Paired
    from agent_eval.spark_nano.cost import Rate, Row
    from agent_eval.spark_nano.fidelity import Fidelity

FILE = "quantisation.md"


def cost(
    suite_name: Annotated[str, typer.Option("--suite", help="Suite that the builds have played: smoke, core or full.")] = "core",
    decisions: Annotated[int, typer.Option(help="Decisions to compare token by token with bf16; 0 for none.", min=0)] = 200,
    also: Annotated[
        list[str] | None, typer.Option(metavar="RUN", help="A further run, of a build from another adapter; may be given several times.")
    ] = None,
    docs: Annotated[Path | None, typer.Option(metavar="DIR", help=f"Write the tables to {FILE} in this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a build on standard output.")] = False,
) -> None:
    """Show what quantisation cost: the newest complete run of every build on a suite, against bf16 on the same trials."""
    if suite_name not in SUITES:
        raise unknown("suite", suite_name, SUITES)
    from agent_eval.spark_nano.cost import CostError, newest_runs, rows

    with closing(Database(database_path())) as database:
        try:
            further = [find_id(database, models.Run, one) for one in also or ()]
            runs = newest_runs(database, suite_name, suite(suite_name).hash, further)
        except CostError as error:
            raise UsageError(str(error)) from error
        measured = _fidelities({name: run.build_hash for name, run in runs.items()}, decisions) if decisions else {}
        found = rows(database, runs, lambda name, digest: measured.get(name))
        made = {row.build: sittings(database, row.run)[-1] for row in found}
    if as_json:
        for row in found:
            sys.stdout.write(json.dumps(asdict(row)) + "\n")
        return
    text = page(suite_name, len(suite(suite_name).trials), found, made)
    if docs is None:
        sys.stdout.write(text)
        return
    (docs / FILE).write_text(text, encoding="utf-8")
    sys.stderr.write(f"Written: {docs / FILE}.\n")


def _fidelities(hashes: dict[str, str], count: int) -> "dict[str, Fidelity]":
    """Of every build that is still there; bf16 is what the others are held against."""
    from agent_eval.builds.registry import made
    from agent_eval.engine.reference import load_reference
    from agent_eval.spark_nano.fidelity import answers, decisions, fidelity

    paths = {build.hash: build.path for build in made()[0]}
    if hashes["bf16"] not in paths:
        raise UsageError("the build bf16 that played is no longer there to be compared with; play it again, or give --decisions 0")
    asked = decisions(count)
    base = answers(load_reference(paths[hashes["bf16"]]), asked)
    result = {}
    for name, digest in hashes.items():
        if digest in paths:
            sys.stderr.write(f"Comparing {count} decisions of {name} with bf16 …\n")
            result[name] = fidelity(base if name == "bf16" else answers(load_reference(paths[digest]), asked), base, asked)
    return result


def page(suite_name: str, planned: int, found: "Sequence[Row]", made: dict[str, dict[str, Any]]) -> str:
    """The tables as Markdown, with what they were made from."""
    from agent_eval.spark_nano.held_out import SLICES

    compared = sum(row.p_adjusted is not None for row in found)
    passes = [["build", "bits a weight", "passed", *SLICES, "less bf16, points", "p", f"p, Holm over {compared}"]]
    reaching = [["build", "goal reached", "less bf16, points", "p", "of those recognised", "less bf16 where both reached it, points", "p"]]
    nearness = [["build", "decisions as the reference solution", "decisions changed", "KL, nats a token"]]
    origin = [["build", "run", "build hash", "commit", "played", "processor"]]
    for row in found:
        name = row.build
        passes.append(
            [
                name,
                "" if row.bits is None else f"{row.bits:.2f}",
                _with_interval(row.scored),
                *(_of(row.slices[part]) for part in SLICES),
                *_difference(row.passed_against),
                "" if row.p_adjusted is None else _p(row.p_adjusted),
            ]
        )
        reaching.append(
            [name, _of(row.reached), *_difference(row.reached_against), _of(row.recognised), *_difference(row.recognised_against)]
        )
        if row.fidelity is not None:
            near = row.fidelity
            nearness.append([name, f"{near.exact} of {near.decisions}", str(near.changed), f"{near.kl:.4f}"])
        about = made[name]
        source = about["agent_eval"]
        commit = f"{(source['commit'] or 'unknown')[:8]}{', changed' if source['dirty'] else ''}"
        origin.append([name, row.run, row.hash[:8], commit, about["at"][:10], about["cpu"]["name"]])
    missing = [f"{row.build} {planned - row.scored.of}" for row in found if row.scored.of < planned]
    parts = [
        f"# What quantisation costs spark-nano, on `{suite_name}`",
        f"Made by `{program()} nano cost --suite {suite_name} --docs docs` from stored runs; not edited by hand. What it means is said in "
        "[spark-nano.md](spark-nano.md).",
        f"Each build played the same {planned} trials once, greedily. Intervals are 95 %: Wilson's for a rate; for a difference to bf16 on "
        "the same trials, clustered by template. p is two-sided, from the exact sign-flip test on templates; Holm's adjustment is for all "
        "builds in the table, baselines aside. A template or an axis value that is held out was never trained on.",
        _table(passes),
        "## Reaching the goal, and knowing it",
        _table(reaching),
    ]
    if len(nearness) > 1:
        parts += ["## Answers, token by token", _table(nearness)]
    parts += ["## Where the figures come from", _table(origin)]
    if missing:
        parts.append(f"Not scored, for errors of the bench or time limits: {', '.join(missing)}.")
    return "\n\n".join(parts) + "\n"


def _table(lines: Sequence[Sequence[str]]) -> str:
    head, *body = lines
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *body))


def _of(rate: "Rate") -> str:
    return f"{rate.count} of {rate.of} ({100 * rate.count / rate.of:.1f} %)" if rate.of else "none"


def _with_interval(rate: "Rate") -> str:
    if rate.interval is None:
        return "none"
    low, high = (100 * end for end in rate.interval)
    return f"{rate.count} of {rate.of} ({100 * rate.count / rate.of:.1f} %, {low:.1f} to {high:.1f} %)"


def _difference(found: "Paired | None") -> tuple[str, str]:
    """(points with interval and what was gained and lost, p)."""
    if found is None:
        return "", ""
    points = f"{100 * found.difference:+.1f}"
    between = "" if found.interval is None else " ({:+.1f} to {:+.1f})".format(*(100 * end for end in found.interval))
    return f"{points}{between}; +{found.gained} −{found.lost}", _p(found.p)


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
