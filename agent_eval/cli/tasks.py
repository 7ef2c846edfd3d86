"""``agent-eval tasks``: list, show and export the tasks and suites, and prove that their oracles judge rightly."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from agent_eval.cli.errors import CHECK_FAILED, UsageError, unknown
from agent_eval.cli.report import console
from devices.device import Device
from tasks import plan, registry, suite, variation
from tasks.check import Case, Job, check_job, jobs, replays
from tasks.mutate import mutants, survivors
from tasks.registry import TaskError
from tasks.suite import TURN
from tasks.task import Task
from tasks.workers import Work, cores, spread

app = typer.Typer(no_args_is_help=True, add_completion=False, help="List tasks and suites, and prove that their oracles judge rightly.")
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines on standard output.")]
Prefix = Annotated[str, typer.Option("--task", metavar="PREFIX", help="Only tasks whose id begins so.")]
Processes = Annotated[
    int | None, typer.Option("--jobs", min=1, max=256, help="Processes at once; as many as there are cores where not given.")
]
_Job = TypeVar("_Job")
_Found = TypeVar("_Found")


def describe(task: Task) -> dict[str, Any]:
    """A task as plain data, with an example of it."""
    example = suite.trial(task, 0)
    return {
        "task": task.id,
        "version": example.version,
        "apps": list(task.apps),
        "kind": task.kind,
        "goals": list(task.goals),
        "params": {name: type(param).__name__ for name, param in task.params.items()},
        "axes": list(variation.axes_of(task)),
        "wrong": [wrong.name for wrong in task.wrong],
        "example": example.goal,
    }


def _rooms(tasks: Iterable[Task]) -> list[str]:
    return sorted({room for task in tasks for room in task.apps})


def _suites() -> dict[str, Any]:
    """Every suite: how many trials and pairs it has, and how many pairs on each axis."""
    found = {}
    for name in suite.SUITES:
        one = _suite(name)
        axes = one.pairs_per_axis()
        found[name] = {"trials": len(one.trials), "pairs": sum(axes.values()), "axes": axes, "hash": one.hash}
    return found


def _suite(name: str, seed: int = 0) -> suite.Suite:
    if name not in suite.SUITES:
        raise unknown("suite", name, suite.SUITES)
    try:
        return suite.suite(name, seed=seed)
    except suite.SuiteError as error:
        raise UsageError(str(error)) from error


@app.command("list")
def list_tasks(as_json: Json = False) -> None:
    """List every task, and the suites with their pairs on each axis."""
    known = registry.tasks().values()
    suites = _suites()
    if as_json:
        listed = {
            "apps": _rooms(known),
            "axes": {axis: list(values) for axis, values in variation.AXES.items()},
            "templates": [describe(task) for task in known],
            "suites": suites,
        }
        typer.echo(json.dumps(listed, ensure_ascii=False))
        return
    table = Table(box=None)
    for title in ("task", "kind", "example", "axes", "wrong"):
        table.add_column(
            title, no_wrap=title == "task", justify="right" if title in ("axes", "wrong") else "left"
        )  # an id cut short could not be given to `tasks show`
    for task in known:
        table.add_row(task.id, task.kind, suite.trial(task, 0).goal, str(len(variation.axes_of(task))), str(len(task.wrong)))
    out = console()
    out.print(table)
    out.print(f"\n{len(known)} templates over {len(_rooms(known))} apps: {', '.join(_rooms(known))}.\n", highlight=False)
    table = Table("axis", "values", *(f"{name} pairs" for name in suites), box=None)
    for axis, values in variation.AXES.items():
        table.add_row(axis, ", ".join(values), *(str(one["axes"][axis]) for one in suites.values()))
    table.add_section()
    table.add_row("pairs", "", *(str(one["pairs"]) for one in suites.values()))
    table.add_row("trials", "", *(str(one["trials"]) for one in suites.values()))
    out.print(table)


@app.command("show")
def show(
    task: Annotated[str, typer.Argument(help="The task's id, such as clock.set_alarm.")],
    seed: Annotated[int, typer.Option(help="Seed of the trial to show.")] = 0,
    as_json: Json = False,
) -> None:
    """Show one task, and the trial that a seed makes of it."""
    try:
        known = registry.task(task)
    except TaskError as error:
        raise UsageError(str(error)) from error
    example = suite.trial(known, seed)
    if as_json:
        typer.echo(
            json.dumps({**describe(known), "demands": known.oracle(example.params).words(), "trial": example.to_json()}, ensure_ascii=False)
        )
        return
    table = Table(box=None, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    axes = suite.possible(known, example)
    for name, words in (
        ("task", f"{known.id} (version {example.version})"),
        ("apps", ", ".join(known.apps)),
        ("goals", "\n".join(known.goals)),
        ("axes", "\n".join(f"{axis}: {', '.join(values)}" for axis, values in axes.items())),
        (f"trial {example.id}", example.goal),
        ("parameters", json.dumps(example.params, ensure_ascii=False)),
        ("passes when", "\n".join(known.oracle(example.params).words())),
        ("must fail", "\n".join(wrong.name for wrong in known.wrong)),
    ):
        table.add_row(name, words)
    Console().print(table)


@app.command("suites")
def suites(
    write: Annotated[bool, typer.Option("--write", help="Write the files of the suites anew, from the templates as they are.")] = False,
) -> None:
    """Say whether the files of the suites are as they would be written now, or write them.

    Exit code 1 when a file is stale and is not written.
    """
    if write:
        changed = plan.write_all()
        typer.echo(f"Written: {', '.join(changed)}." if changed else "Every file stands as it would be written.")
        return
    stale = plan.stale()
    typer.echo(f"Stale: {', '.join(stale)}. Write them with --write." if stale else "Every file stands as it would be written.")
    if stale:
        raise typer.Exit(CHECK_FAILED)


@app.command("export")
def export(
    name: Annotated[str, typer.Argument(metavar="SUITE", help="smoke, core or full.")] = "core",
    seed: Annotated[int, typer.Option(min=0, help="Seed that the trials are drawn from.")] = 0,
    docs: Annotated[Path | None, typer.Option(metavar="DIR", help="Write tasks.md and its pictures there instead.")] = None,
) -> None:
    """Print the trials of a suite, one JSON object a line, or write the page that tells of every task."""
    if docs is not None:
        from tasks.page import write_page

        written = write_page(docs)
        typer.echo(f"Written: {docs / 'tasks.md'} and {written} pictures.")
        return
    one = _suite(name, seed)
    partner_of = {pair.partner.id: pair.base.id for pair in one.pairs()}
    for trial in one.trials:
        typer.echo(
            json.dumps({"trial": trial.id, "hash": trial.hash, "pair": partner_of.get(trial.id), **trial.to_json()}, ensure_ascii=False)
        )


@app.command("check")
def check(
    seeds: Annotated[int, typer.Option(min=1, max=TURN, help="Seeds for each task; the axes are dealt out over them.")] = 2,
    prefix: Prefix = "",
    every: Annotated[bool, typer.Option("--all", help="Every value of every axis with every seed.")] = False,
    processes: Processes = None,
    as_json: Json = False,
) -> None:
    """Prove for every task, seed and axis that the solution passes and that everything else fails.

    Each task meets every value of every axis that makes sense for it. Exit code 1 when anything is not as it must be.
    """
    known = _chosen(prefix)
    planned = jobs(seeds, prefix, every)
    cases = [case for found in _watched(_check, planned, processes, lambda job: job.task) for case in found]
    wrong = [{"trial": case.trial, "who": case.who, "fault": case.fault} for case in cases if case.fault]
    try:
        if as_json:
            shares = {axis: {"passed": passed, "of": count} for axis, (passed, count) in replays(cases).items()}
            done = {"event": "done", "templates": len(known), "apps": len(_rooms(known)), "cases": len(cases), "wrong": wrong}
            for line in ({"event": "blind replay", "axes": shares}, done):
                typer.echo(json.dumps(line, ensure_ascii=False))
        else:
            _report(known, cases)
    finally:  # whether or not anybody reads it to the end
        if wrong:
            raise typer.Exit(CHECK_FAILED)


@app.command("mutate")
def mutate(prefix: Prefix = "", processes: Processes = None, as_json: Json = False) -> None:
    """Break the set-up and the oracle of each task in every way that matters, and see whether the check notices.

    Exit code 1 when a broken task survives.
    """
    known = _chosen(prefix)
    found = [mutant for batch in _watched(mutants, [task.id for task in known], processes, str) for mutant in batch]
    left = survivors(found)
    try:
        if as_json:
            survived = [{"task": mutant.task, "mutant": mutant.name} for mutant in left]
            typer.echo(
                json.dumps({"event": "done", "templates": len(known), "mutants": len(found), "survivors": survived}, ensure_ascii=False)
            )
        else:
            for mutant in left:
                typer.echo(f"survives: {mutant.task}, {mutant.name}")
            typer.echo(f"{len(found):,} broken tasks: {f'{len(left)} not noticed' if left else 'every one was noticed'}.")
    finally:
        if left:
            raise typer.Exit(CHECK_FAILED)


def _chosen(prefix: str) -> list[Task]:
    found = [task for task in registry.tasks().values() if task.id.startswith(prefix)]
    if not found:
        raise UsageError(f"no task's id begins with {prefix!r}. `agent-eval tasks list` shows them.")
    return found


def _check(job: Job, device: Device) -> list[Case]:
    return list(check_job(job, device))


def _watched(work: Work[_Job, _Found], planned: Sequence[_Job], processes: int | None, name: Callable[[_Job], str]) -> Iterator[_Found]:
    """What the work finds, with a bar on a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:30}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        progress = bar.add_task("", total=len(planned))
        for job, found in zip(planned, spread(work, planned, processes or cores()), strict=True):
            bar.update(progress, description=name(job))
            bar.advance(progress)
            yield found


def _report(known: Sequence[Task], cases: Sequence[Case]) -> None:
    table = Table("task", "cases", "wrong", "steps of the solution", box=None)
    for task in known:
        mine = [case for case in cases if case.trial.startswith(f"{task.id}/")]
        steps = sorted(case.steps for case in mine if case.who == "reference")
        span = f"{steps[0]} to {steps[-1]}" if steps[0] != steps[-1] else str(steps[0])
        table.add_row(task.id, str(len(mine)), str(sum(bool(case.fault) for case in mine)), span)
    console = Console()
    console.print(table)
    table = Table("axis", "base's actions, replayed blindly, pass", box=None)
    for axis, (passed, count) in replays(cases).items():
        table.add_row(axis, f"{passed} of {count}")
    console.print(table)
    for case in cases:
        if case.fault:
            console.print(f"wrong: {case.trial}, {case.who}: {case.fault}", style="red", highlight=False, markup=False)
    faults = sum(bool(case.fault) for case in cases)
    console.print(f"{len(cases):,} cases: {f'{faults} wrong' if faults else 'all as they must be'}.", highlight=False)
