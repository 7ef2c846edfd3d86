"""``agent-eval nano evaluate``: spark-nano plays a suite in plain PyTorch, without an engine or a record."""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from agent_eval.builds.scheme import SCHEMES, rounded
from agent_eval.builds.shape import Shape
from agent_eval.cli.errors import UsageError, unknown
from agent_eval.cli.report import console, percent
from agent_eval.ranking.intervals import wilson
from tasks.suite import SUITES, suite

if TYPE_CHECKING:
    from agent_eval.spark_nano.play import Attempt, Score


def evaluate(
    suite_name: Annotated[str, typer.Option("--suite", help="Suite of trials: smoke, core or full.")] = "core",
    trials: Annotated[int | None, typer.Option(help="How many of its trials, from all over it; all where not given.", min=1)] = None,
    adapter: Annotated[Path | None, typer.Option(help="An adapter; the one that ships where none is given.")] = None,
    scheme: Annotated[str | None, typer.Option(help="Round the weights as builds of this scheme do.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    traces: Annotated[Path | None, typer.Option(help="Write what happened in each episode to this file, as JSON lines.")] = None,
) -> None:
    """Play a suite with the model in plain PyTorch; what training never had is told apart, and how failed episodes first went wrong."""
    if suite_name not in SUITES:
        raise unknown("suite", suite_name, SUITES)
    if scheme is not None and scheme not in SCHEMES:
        raise unknown("scheme", scheme, SCHEMES)
    from agent_eval.spark_nano import base, checkpoint
    from agent_eval.spark_nano.model import Nano, fast_type
    from agent_eval.spark_nano.play import play, score, some

    try:
        tensors, metadata = checkpoint.read_adapter(adapter or checkpoint.adapter_path())
        weights = base.tensors(fast_type())
    except (checkpoint.CheckpointError, base.BaseError) as error:
        raise UsageError(str(error)) from error
    rounding = None if scheme is None else partial(rounded, scheme=scheme, shape=Shape.of(base.config()))
    model = Nano(weights, tensors["layers.0.qkv.a"].shape[0], rounding=rounding)
    model.load_adapter(tensors)
    chosen = suite(suite_name).trials
    chosen = tuple(some(chosen, trials or len(chosen)))
    err = Console(stderr=True)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        going = bar.add_task("Playing", total=len(chosen))
        attempts = play(model, chosen, watch=lambda ended: bar.update(going, completed=ended))
    result = score(attempts)
    if traces is not None:
        traces.write_text("".join(json.dumps(_trace(attempt)) + "\n" for attempt in attempts), encoding="utf-8")
    if as_json:
        sys.stdout.write(json.dumps({**asdict(result), "training": json.loads(metadata["training"])}) + "\n")
    else:
        _show(result)


def _show(result: "Score") -> None:
    table = Table("", "passed", "trials", "%", "95 %", box=None)
    groups: list[tuple[str, tuple[int, int]]] = [("all", (result.passed, result.trials)), *result.by_slice.items()]
    groups += [(f"  trained, {kind}", counts) for kind, counts in result.by_kind.items()]
    for name, (passed, count) in groups:
        interval = wilson(passed, count)
        between = "n/a" if interval is None else "\u2013".join(f"{100 * end:.1f}" for end in interval)
        table.add_row(name, str(passed), str(count), f"{100 * passed / count:.1f}", between)
    out = console()
    out.print(table)
    never = [name for name, (passed, _) in result.by_task.items() if not passed]
    if never:
        out.print(f"templates never passed ({len(never)} of {len(result.by_task)}): {', '.join(never)}")
    out.print(f"goal reached in {result.reached}, and of those completion recognised in {result.recognised} ({_share(result)})")
    out.print(f"single decisions as the reference solution: {result.agreed} of {result.decisions}")
    for words, count in result.divergences.items():
        out.print(f"  {count:3} failed after: {words}")


def _share(result: "Score") -> str:
    return percent(result.recognised / result.reached if result.reached else None)


def _trace(attempt: "Attempt") -> Mapping[str, Any]:
    return {
        "trial": attempt.trial.id,
        "goal": attempt.trial.goal,
        "passed": attempt.verdict.passed,
        "reason": attempt.verdict.reason,
        "ending": attempt.ending,
        "divergence": attempt.divergence,
        "steps": [
            {"prompt": prompt, "text": turn.decision.text, "right": right.model_dump()}
            for prompt, turn, right in zip(attempt.prompts, attempt.turns, attempt.right, strict=True)
        ],
    }
