"""``agent-eval replay``: an episode as it was recorded, step by step, or the list of a run's episodes."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agent_eval.cli.errors import BenchError, UsageError
from agent_eval.cli.find import find_any
from agent_eval.cli.report import console, steps
from agent_eval.home import database_path
from agent_eval.names import shown_name
from agent_eval.program import program
from agent_eval.prompt import name_of
from agent_eval.store import models
from agent_eval.store.database import Database
from agent_eval.store.queries import EpisodeRecord, episodes_of, load_run
from agent_eval.store.rebuild import step_of, trial_of
from devices.action import Action, Answer, Done, describe
from devices.observation import Element, Observation
from devices.state import kind_of
from tasks.task import Trial
from tasks.trace import Step
from tasks.verdict import Verdict

_COLOURS = {"passed": "green", "failed": "red"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A step, and what was recorded beside it."""

    step: Step
    prompt: str
    error: str
    tokens: tuple[int, int, int]
    seconds: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Recorded:
    """An episode as the database holds it."""

    id: str
    run: str
    build: str
    device: str
    trial: Trial
    attempt: int
    outcome: str | None
    ending: str | None
    reason: str
    verdict: Verdict | None
    steps: tuple[Shown, ...]


def replay(
    given: Annotated[
        str,
        typer.Argument(metavar="EPISODE|RUN", help="The id of an episode or a run, or the beginning of it. A run's episodes are listed."),
    ],
    step: Annotated[int | None, typer.Option(min=0, help="Show this step only, with what the build was shown.")] = None,
    screenshots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write each step's screen as a PNG into this folder.")
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write all screens side by side into this PNG, tapped places marked.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines: one a step and the verdict last, or one an episode.")] = False,
) -> None:
    """Show an episode, step by step: screen, the build's words, action, outcome, state changes, and the verdict.

    Given a run, list its episodes instead, those that did not pass first.
    """
    with closing(Database(database_path())) as database:
        table, found = find_any(database, (models.Episode, models.Run), given)
        if table is models.Run:
            if step is not None or screenshots is not None or sheet is not None:
                raise UsageError(
                    f"{found} is a run: --step, --screenshots and --sheet need one of its episodes, which are listed without them."
                )
            list_episodes(database, found, as_json)
            return
        recorded = load(database, found)
    shown = recorded.steps
    if step is not None:
        if step >= len(shown):
            raise UsageError(f"episode {recorded.id} has {steps(len(shown))}, counted from 0: there is no step {step}.")
        shown = shown[step : step + 1]
    if as_json:
        for one in shown:
            typer.echo(json.dumps(step_json(one), ensure_ascii=False))
        typer.echo(json.dumps(end_json(recorded), ensure_ascii=False))
    else:
        write(recorded, shown, console(), prompt=step is not None)
    if screenshots is not None:
        wanted = {one.step.index for one in shown}
        save_screens(recorded, screenshots, wanted)
        if not as_json:
            console().print(f"{len(wanted)} screens written to {screenshots}", markup=False)
    if sheet is not None:
        save_sheet(recorded, sheet)
        if not as_json:
            console().print(f"the episode in one picture: {sheet}", markup=False)


def list_episodes(database: Database, run_id: str, as_json: bool) -> None:
    """Every episode of a run and how it ended, those that did not pass first."""
    episodes = episodes_of(database, run_id)
    if as_json:
        for one in episodes:
            typer.echo(json.dumps(listed_json(one, run_id), ensure_ascii=False))
        return
    out, run = console(), load_run(database, run_id)
    out.print(f"[bold]run {run.id}[/bold]: {escape(run.build)} plays {run.suite} on {run.device}", soft_wrap=True)
    if not episodes:
        out.print(f"No episode yet. Go on with: {program()} run --resume {run.id}", soft_wrap=True)
        return
    if not out.is_terminal:
        out.width = 1000  # one line an episode
    table = Table(box=None, pad_edge=False)
    for title in ("episode", "trial", "outcome", "steps", "reason"):
        table.add_column(title, no_wrap=title in ("episode", "outcome"), overflow="fold", justify="right" if title == "steps" else "left")
    for one in episodes:
        colour = _COLOURS.get(one.outcome or "", "yellow")
        trial = one.trial if one.attempt == 1 else f"{one.trial} (attempt {one.attempt})"
        outcome = f"[{colour}]{one.outcome or 'not ended'}[/{colour}]"
        table.add_row(one.id, escape(trial), outcome, str(one.steps), escape(" ".join(one.reason.split())))
    out.print(table)


def listed_json(one: EpisodeRecord, run_id: str) -> dict[str, Any]:
    """An episode of a run as an event, without its steps."""
    return {
        "event": "episode",
        "episode": one.id,
        "run": run_id,
        "trial": one.trial,
        "attempt": one.attempt,
        "steps": one.steps,
        "outcome": one.outcome,
        "ending": one.ending,
        "reason": one.reason,
    }


def load(database: Database, episode_id: str) -> Recorded:
    """The episode of this id, however far it came.

    Raises:
        StoreError: a step was recorded under other rules for elements.
    """
    with database.read() as session:
        row = session.get_one(models.Episode, episode_id)
        run = row.trial.run
        return Recorded(
            row.id,
            run.id,
            shown_name(run.build.name),
            run.device,
            trial_of(row.trial),
            row.attempt,
            row.outcome,
            row.ending,
            row.reason,
            None if row.verdict is None else Verdict.model_validate(row.verdict),
            tuple(
                Shown(
                    step_of(kept),
                    kept.prompt,
                    kept.error,
                    (kept.prompt_tokens, kept.cached_tokens, kept.output_tokens),
                    (kept.observe_s, kept.decide_s, kept.act_s),
                )
                for kept in row.steps
            ),
        )


def write(recorded: Recorded, shown: tuple[Shown, ...], out: Console, prompt: bool) -> None:
    """For a person."""

    def line(words: str) -> None:
        out.print(words, soft_wrap=True)

    line(f"[bold]{escape(recorded.trial.goal)}[/bold]")
    played = f"played by {escape(recorded.build)} on {recorded.device}"
    line(f"{escape(recorded.trial.id)} · {played} · run {recorded.run} · episode {recorded.id}")
    if recorded.attempt > 1:
        line(f"attempt {recorded.attempt} at this trial")
    for one in shown:
        step, seen = one.step, one.step.observation
        line(f"\n[bold]step {step.index}[/bold] · {escape(seen.title or seen.package)}{' · keyboard up' if seen.keyboard else ''}")
        for element in seen.elements:
            marked = step.action is not None and getattr(step.action, "element", None) == element.index
            line(f"  {'[green]→[/green]' if marked else ' '} {escape(element_line(element))}")
        for more, words in ((seen.more_above, "more above"), (seen.more_below, "more below")):
            if more:
                line(f"    ({words})")
        if prompt and one.prompt:
            line(f"  [bold]shown[/bold]\n{escape(_indented(one.prompt))}")
        line(f"  [bold]said[/bold]    {escape(step.text).replace(chr(10), chr(10) + 10 * ' ') or '(nothing)'}")
        for recovery in step.recoveries:
            line(f"  [yellow]repaired[/yellow] {escape(recovery)}")
        if step.action is None:
            line(f"  [red]unreadable[/red] {escape(one.error)}")
        else:
            said = "" if step.outcome is None else f" → {step.outcome.status}" + (f": {step.outcome.reason}" if step.outcome.reason else "")
            line(f"  [bold]did[/bold]     {escape(action_line(step.action, seen) + said)}")
        for change in step.changes:
            if kind_of(change.entity) != "screen":
                line(f"  [bold]changed[/bold] {escape(str(change))}")
        read, cached, written = one.tokens
        tokens = f" · {read} tokens read ({cached} cached), {written} written" if read else ""
        line(f"  [dim]{1000 * one.seconds[1]:,.1f} ms to decide{tokens}[/dim]")
    line("")
    colour = _COLOURS.get(recorded.outcome or "", "yellow")
    line(f"[bold {colour}]{recorded.outcome or 'not ended'}[/bold {colour}] {escape(recorded.reason)}")
    if recorded.verdict is not None:
        for finding in recorded.verdict.findings:
            where = "" if finding.step is None else f" (step {finding.step})"
            got = "" if finding.holds else f": expected {finding.expected}; got {finding.got}{where}"
            line(f"  {'[green]✓[/green]' if finding.holds else '[red]✗[/red]'} {escape(finding.condition + got)}")


def action_line(action: Action, seen: Observation) -> str:
    """An action in one line, with what its elements are called on the screen that it was taken on: ``tap #5 OK``."""
    # The elements come first among the arguments, so that a number in a text that is typed is not taken for one.
    elements = sum(getattr(action, name, None) is not None for name in ("element", "to_element"))

    def named(number: re.Match[str]) -> str:
        index = int(number[1])
        return f"{number[0]} {name_of(seen, index)}" if index < len(seen.elements) else number[0]

    return re.sub(r"#(\d+)", named, describe(action), count=elements) if elements else describe(action)


def element_line(element: Element) -> str:
    """An element in one line: ``#7 switch Wi-Fi (on)``."""
    notes = [element.detail] if element.detail else []
    if element.checked is not None:
        notes.append("on" if element.checked else "off")
    notes += [
        name for name, holds in (("selected", element.selected), ("focused", element.focused), ("disabled", not element.enabled)) if holds
    ]
    text = f' = "{element.text}"' if element.text else ""
    return f"#{element.index} {element.kind} {element.label}{text}{' (' + ', '.join(notes) + ')' if notes else ''}"


def step_json(one: Shown) -> dict[str, Any]:
    """A step as an event."""
    step = one.step
    return {
        "event": "step",
        "step": step.index,
        "package": step.observation.package,
        "title": step.observation.title,
        "elements": [element_line(element) for element in step.observation.elements],
        "prompt": one.prompt,
        "text": step.text,
        "action": None if step.action is None else step.action.model_dump(mode="json"),
        "recoveries": list(step.recoveries),
        "error": one.error,
        "outcome": None if step.outcome is None else step.outcome.model_dump(mode="json"),
        "changes": [
            {"entity": change.entity, "key": change.key, "before": change.before, "after": change.after} for change in step.changes
        ],
        "tokens": dict(zip(("prompt", "cached", "output"), one.tokens, strict=True)),
        "seconds": dict(zip(("observe", "decide", "act"), one.seconds, strict=True)),
    }


def end_json(recorded: Recorded) -> dict[str, Any]:
    """The episode's end as an event."""
    return {
        "event": "episode",
        "episode": recorded.id,
        "run": recorded.run,
        "build": recorded.build,
        "trial": recorded.trial.id,
        "goal": recorded.trial.goal,
        "attempt": recorded.attempt,
        "steps": len(recorded.steps),
        "outcome": recorded.outcome,
        "ending": recorded.ending,
        "reason": recorded.reason,
        "verdict": None if recorded.verdict is None else recorded.verdict.model_dump(mode="json"),
    }


def save_screens(recorded: Recorded, folder: Path, wanted: set[int]) -> None:
    """Write ``step-000.png`` and so on into a folder, made where it is missing.

    Raises:
        UsageError: the folder cannot be written.
        BenchError: the simulated phone does not show what was recorded.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for index, picture in screens(recorded):
            if index in wanted:
                (folder / f"step-{index:03d}.png").write_bytes(picture)
    except OSError as error:
        raise UsageError(f"cannot write the screens to {folder}: {error.strerror}. Name a folder that can be written.") from error


def save_sheet(recorded: Recorded, file: Path) -> None:
    """Write all screens of an episode into one picture.

    Raises:
        UsageError: the episode has no steps, or the file cannot be written.
        BenchError: the simulated phone does not show what was recorded.
    """
    from agent_eval.cli.sheet import sheet

    if not recorded.steps:
        raise UsageError(f"episode {recorded.id} ended before its first step: there is nothing to draw.")
    pictures = [picture for _, picture in screens(recorded)]
    verdict = f"{recorded.outcome or 'not ended'}. {recorded.reason}"
    try:
        file.write_bytes(sheet([one.step for one in recorded.steps], pictures, f"“{recorded.trial.goal}”", verdict))
    except OSError as error:
        raise UsageError(f"cannot write the picture {file}: {error.strerror}. Name a file in a folder that can be written.") from error


def screens(recorded: Recorded) -> Iterator[tuple[int, bytes]]:
    """(step, PNG) of every step. Pictures are not recorded: the simulated phone is taken through the same actions once more.

    Raises:
        BenchError: it does not show what was recorded: this version's phone is another one.
    """
    from devices.sim import SimulatedPhone

    with closing(SimulatedPhone()) as phone:
        phone.reset(recorded.trial.setup)
        for one in recorded.steps:
            seen = phone.observe()
            if seen.xml != one.step.observation.xml:
                raise BenchError(f"the simulated phone has changed since episode {recorded.id}: step {one.step.index} looks different now.")
            yield one.step.index, phone.screenshot()
            if one.step.action is not None and not isinstance(one.step.action, (Answer, Done)):
                phone.act(one.step.action, seen)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
