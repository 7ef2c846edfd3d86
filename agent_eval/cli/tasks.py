"""``agent-eval tasks``: list, show and export the tasks and suites, and prove that their oracles judge rightly."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from agent_eval.cli.errors import CHECK_FAILED, UsageError, unknown
from agent_eval.cli.report import console
from agent_eval.program import program
from devices.device import Device
from tasks import plan, registry, suite, variation
from tasks.check import Case, Job, check_job, jobs, replays
from tasks.mutate import mutants, survivors
from tasks.suite import TURN
from tasks.task import Task, Trial, Variation
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
def list_tasks(
    prefix: Annotated[str, typer.Argument(metavar="[PREFIX]", help="Only tasks whose id begins so, without the suites.")] = "",
    as_json: Json = False,
) -> None:
    """List every task, and the suites with their pairs on each axis."""
    known = _chosen(prefix)
    suites = {} if prefix else _suites()
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
    apps = _rooms(known)
    counted = f"{_counted(len(known), 'template')} over {_counted(len(apps), 'app')}"
    out.print(f"\n{counted}: {', '.join(apps)}.", highlight=False)
    if prefix:
        return
    out.print()
    table = Table("axis", "values", *(f"{name} pairs" for name in suites), box=None)
    for axis, values in variation.AXES.items():
        table.add_row(axis, ", ".join(values), *(str(one["axes"][axis]) for one in suites.values()))
    table.add_section()
    table.add_row("pairs", "", *(str(one["pairs"]) for one in suites.values()))
    table.add_row("trials", "", *(str(one["trials"]) for one in suites.values()))
    out.print(table)


@app.command("show")
def show(
    task: Annotated[
        str, typer.Argument(metavar="TASK|TRIAL", help="The id of a task, such as clock.set_alarm, or of a trial, as `run` prints it.")
    ],
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the task's trial to show; 0 where not given.")] = None,
    as_json: Json = False,
) -> None:
    """Show one task, and one of its trials."""
    example = _trial(task, seed)
    known = registry.task(example.task)
    demands = registry.oracle(example).words()
    if as_json:
        typer.echo(json.dumps({**describe(known), "demands": demands, "trial": example.to_json()}, ensure_ascii=False))
        return
    table = Table(box=None, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    axes = suite.possible(known, suite.trial(known, example.seed))
    for name, words in (
        ("task", f"{known.id} (version {example.version})"),
        ("apps", ", ".join(known.apps)),
        ("goals", "\n".join(known.goals)),
        ("axes", "\n".join(f"{axis}: {', '.join(values)}" for axis, values in axes.items())),
        (f"trial {example.id}", example.goal),
        ("parameters", json.dumps(example.params, ensure_ascii=False)),
        ("passes when", "\n".join(demands)),
        ("must fail", "\n".join(wrong.name for wrong in known.wrong)),
    ):
        table.add_row(name, words)
    Console().print(table)


def _trial(given: str, seed: int | None) -> Trial:
    """The trial of a task with a seed, or of an id as `Trial.id` makes it.

    Raises:
        UsageError: there is no such trial.
    """
    task, _, rest = given.partition("/")
    known = registry.task(task)
    if not rest:
        return suite.trial(known, seed or 0)
    number, _, varied = rest.partition("/")
    axis, _, value = varied.partition("=")
    if not (number.isascii() and number.isdecimal()):
        raise UsageError(f"{given!r} is no trial: expected TASK/SEED or TASK/SEED/AXIS=VALUE, such as {task}/0/theme=dark.")
    if seed is not None:
        raise UsageError(f"{given} names its seed already: leave out --seed.")
    base = suite.trial(known, int(number))
    chosen, values = Variation(axis, value) if varied else variation.BASE, suite.possible(known, base)
    for one in variation.parts(chosen):
        if varied and one.value not in values.get(one.axis, ()):
            what = one.axis if one.axis not in values else f"{one.axis}={one.value}"
            raise UsageError(
                f"{given!r} is no trial: {what} changes nothing about {base.id}. `{program()} tasks show {base.id}` lists its axes."
            )
    return suite.trial(known, base.seed, chosen)


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

    def plan() -> list[Job]:
        _chosen(prefix)  # a prefix that no task has is refused
        return jobs(seeds, prefix, every)

    found = _watched(_check, plan, processes, lambda job: job.task, "trials and their variations")
    cases = [case for cases in found for case in cases]
    known = _chosen(prefix)
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
    batches = _watched(mutants, lambda: [task.id for task in _chosen(prefix)], processes, str, "tasks")
    found = [mutant for batch in batches for mutant in batch]
    known = _chosen(prefix)
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


def _watched(
    work: Work[_Job, _Found], plan: Callable[[], Sequence[_Job]], processes: int | None, name: Callable[[_Job], str], things: str
) -> Iterator[_Found]:
    """What the work finds for each job of a plan, with a bar on a terminal, and a word of how far it came where it is interrupted.

    Args:
        plan: makes the plan, which takes a while.
        name: of a job, beside the bar.
        things: what the jobs are.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:30}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    done, planned = 0, None
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
            progress = bar.add_task("Planning", total=None)
            planned = plan()
            bar.update(progress, total=len(planned))
            for job, found in zip(planned, spread(work, planned, processes or cores()), strict=True):
                done += 1
                bar.update(progress, description=name(job), completed=done)
                yield found
    except KeyboardInterrupt:
        how_far = "before anything was done" if planned is None else f"with {done:,} of {len(planned):,} {things} done"
        sys.stderr.write(f"Interrupted {how_far}.\n")
        raise


def told(cases: Sequence[Case]) -> list[str]:
    """Every fault in a sentence; the same one of a task under many variations once, with a count."""
    tried: Counter[tuple[str, str]] = Counter()
    found: dict[tuple[str, str, str], list[str]] = {}
    for case in cases:
        task = case.trial.partition("/")[0]
        tried[task, case.who] += 1
        if case.fault:
            found.setdefault((task, case.who, case.fault), []).append(case.trial)
    sentences = []
    for (task, who, fault), trials in found.items():
        of = tried[task, who]
        many = f"in all {of} variations" if len(trials) == of else f"in {len(trials)} of {of} variations, {trials[0]} the first"
        sentences.append(f"{trials[0]}, {who}: {fault}" if len(trials) == 1 else f"{task}, {who}: {fault} ({many})")
    return sentences


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


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
    for words in told(cases):
        console.print(f"wrong: {words}", style="red", highlight=False, markup=False)
    faults = sum(bool(case.fault) for case in cases)
    console.print(f"{len(cases):,} cases: {f'{faults} wrong' if faults else 'all as they must be'}.", highlight=False)
