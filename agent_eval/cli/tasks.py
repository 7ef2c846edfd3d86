"""``agent-eval tasks``: list and show the tasks, and prove that their oracles judge rightly."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from agent_eval.cli.errors import CHECK_FAILED, UsageError
from agent_eval.cli.report import console
from tasks import registry, suite, variation
from tasks.check import Case, check_trial, trials_to_check
from tasks.registry import TaskError
from tasks.task import Task

app = typer.Typer(no_args_is_help=True, add_completion=False, help="List tasks and suites, and prove that their oracles judge rightly.")
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines on standard output.")]


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


@app.command("list")
def list_tasks(as_json: Json = False) -> None:
    """List every task."""
    known = registry.tasks().values()
    if as_json:
        typer.echo(json.dumps([describe(task) for task in known], ensure_ascii=False))
        return
    table = Table(box=None)
    for title in ("task", "kind", "example", "wrong trajectories"):
        table.add_column(title, no_wrap=title == "task")  # an id cut short could not be given to `tasks show`
    for task in known:
        table.add_row(task.id, task.kind, suite.trial(task, 0).goal, str(len(task.wrong)))
    console().print(table)


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
        typer.echo(json.dumps({**describe(known), "trial": example.to_json()}, ensure_ascii=False))
        return
    oracle = known.oracle(example.params)
    table = Table(box=None, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, words in (
        ("task", f"{known.id} (version {example.version})"),
        ("goals", "\n".join(known.goals)),
        ("axes", ", ".join(variation.axes_of(known))),
        (f"trial {example.id}", example.goal),
        ("parameters", json.dumps(example.params, ensure_ascii=False)),
        ("passes when", oracle.goal.words if oracle.goal else oracle.answer.expected if oracle.answer else "it is refused"),
        ("must fail", "\n".join(wrong.name for wrong in known.wrong)),
    ):
        table.add_row(name, words)
    Console().print(table)


@app.command("check")
def check(
    seeds: Annotated[int, typer.Option(min=1, help="Seeds for each task and axis.")] = 2,
    prefix: Annotated[str, typer.Option("--task", metavar="PREFIX", help="Only tasks whose id begins so.")] = "",
    as_json: Json = False,
) -> None:
    """Prove for every task, seed and axis that the solution passes and that everything else fails."""
    from devices.sim import SimulatedPhone

    trials = list(trials_to_check(seeds, prefix))
    if not trials:
        raise UsageError(f"no task's id begins with {prefix!r}: there are {', '.join(registry.tasks())}.")
    cases: list[Case] = []
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description:30}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    device = SimulatedPhone()
    try:
        with bar:
            progress = bar.add_task("", total=len(trials))
            for task, trial in trials:
                bar.update(progress, description=task.id)
                cases += check_trial(task, trial, device)
                bar.advance(progress)
    finally:
        device.close()
    wrong = [{"trial": case.trial, "who": case.who, "fault": case.fault} for case in cases if case.fault]
    known = [task for task in registry.tasks().values() if task.id.startswith(prefix)]
    rooms = {room for task in known for room in task.apps}
    try:
        if as_json:
            done = {"event": "done", "templates": len(known), "apps": len(rooms), "cases": len(cases), "wrong": wrong}
            typer.echo(json.dumps(done, ensure_ascii=False))
        else:
            _report(cases)
    finally:  # whether or not anybody reads it to the end
        if wrong:
            raise typer.Exit(CHECK_FAILED)


def _report(cases: list[Case]) -> None:
    table = Table("task", "cases", "wrong", "steps of the solution", box=None)
    for name in registry.tasks():
        mine = [case for case in cases if case.trial.startswith(f"{name}/")]
        steps = sorted(case.steps for case in mine if case.who == "reference")
        if not mine:
            continue
        span = f"{steps[0]} to {steps[-1]}" if steps[0] != steps[-1] else str(steps[0])
        table.add_row(name, str(len(mine)), str(sum(bool(case.fault) for case in mine)), span)
    console = Console()
    console.print(table)
    for case in cases:
        if case.fault:
            console.print(f"wrong: {case.trial}, {case.who}: {case.fault}", style="red", highlight=False, markup=False)
    faults = sum(bool(case.fault) for case in cases)
    console.print(f"{len(cases)} cases: {f'{faults} wrong' if faults else 'all as they must be'}.", highlight=False)
