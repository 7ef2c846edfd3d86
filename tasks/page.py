"""The page that tells of every task: what it asks, what decides it, how far it is, and what it looks like."""

import io
import math
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from devices.device import Device
from devices.sim import SimulatedPhone
from tasks import registry, suite, variation
from tasks.oracle import excused
from tasks.play import play
from tasks.suite import possible, trial
from tasks.task import Task, Trial
from tasks.trace import Trace

SEEDS = 3
"""Trials from which a task's steps are taken."""
LARGEST = 10_000
"""Bytes of a picture at most."""
_WIDTH = 240
_PICTURES = "images/tasks"


def write_page(directory: Path) -> int:
    """Write ``tasks.md`` and its pictures into a directory; returns the number of pictures.

    Raises:
        OSError: it cannot be written there.
    """
    pictures = directory / _PICTURES
    pictures.mkdir(parents=True, exist_ok=True)
    known = registry.tasks()
    for old in pictures.glob("*.png"):
        if old.stem not in known:
            old.unlink()
    phone = SimulatedPhone()
    try:
        for task in known.values():
            (pictures / f"{task.id}.png").write_bytes(picture(trial(task, 0), phone))
        (directory / "tasks.md").write_text(text(phone), encoding="utf-8", newline="\n")
    finally:
        phone.close()
    return len(known)


def text(phone: Device) -> str:
    """The page. The same for the same tasks and suites, whatever the host."""
    known = registry.tasks().values()
    rooms = sorted({room for task in known for room in task.apps})
    lines = [
        "# Tasks",
        "",
        f"{len(known)} templates over {len(rooms)} apps. Written by `agent-eval tasks export --docs docs`.",
        "",
        "Each task names its goal in several wordings, of which a trial's seed picks one; the parameters in braces are drawn from the seed "
        "too. *Passes when* shows the first trial's oracle. *Steps* are those of the reference solution, its `done` included.",
        "",
        *_suites(),
        *_axes(),
    ]
    for room in rooms:
        mine = [task for task in known if task.apps[0] == room]
        if mine:
            lines += [f"## {variation.ROOMS[room].label}", ""]
            for task in mine:
                lines += _task(task, phone)
    return "\n".join(lines).rstrip() + "\n"


def _suites() -> list[str]:
    lines = ["## Suites", "", "| suite | trials | pairs | templates |", "|---|---:|---:|---:|"]
    for name in suite.SUITES:
        one = suite.suite(name)
        lines.append(f"| `{name}` | {len(one.trials):,} | {len(one.pairs()):,} | {len({t.task for t in one.trials})} |")
    return [*lines, ""]


def _axes() -> list[str]:
    counted = {name: suite.suite(name).pairs_per_axis() for name in suite.SUITES}
    names = " | ".join(f"pairs in `{name}`" for name in counted)
    lines = ["## Axes", "", f"| axis | values | {names} |", "|---|---|" + "---:|" * len(counted)]
    for axis, values in variation.AXES.items():
        cells = " | ".join(str(pairs[axis]) for pairs in counted.values())
        lines.append(f"| `{axis}` | {', '.join(values)} | {cells} |")
    return [*lines, ""]


def _task(task: Task, phone: Device) -> list[str]:
    example = trial(task, 0)
    steps = [len(play(task.solve, trial(task, seed), phone).steps) for seed in range(SEEDS)]
    span = str(min(steps)) if min(steps) == max(steps) else f"{min(steps)} to {max(steps)}"
    params = [f"`{name}` ({type(param).__name__})" for name, param in task.params.items()]
    axes = [f"`{axis}`" for axis in possible(task, example)]
    return [
        f"### {task.id}",
        "",
        f'<img src="{_PICTURES}/{task.id}.png" width="{_WIDTH // 2}" align="right" alt="A screen on the way">',
        "",
        f"“{_escaped(example.goal)}”",
        "",
        f"- Apps: {', '.join(variation.ROOMS[room].label for room in task.apps)}; kind: {task.kind}",
        f"- Wordings: {'; '.join(_escaped(goal) for goal in task.goals)}",
        f"- Parameters: {', '.join(params) or 'none'}",
        f"- Passes when: {_escaped('; '.join(task.oracle(example.params).words()))}",
        f"- Must fail: {_escaped('; '.join(wrong.name for wrong in task.wrong))}",
        f"- Axes: {', '.join(axes)}",
        f"- Steps: {span}",
        "",
    ]


def _escaped(words: str) -> str:
    """Words that Markdown leaves as they are."""
    for mark in "\\`*_<>#|[]":
        words = words.replace(mark, f"\\{mark}")
    return words.replace("\n", " ")


def picture(example: Trial, phone: Device) -> bytes:
    """A small PNG of the screen on which the trial is decided: before the last change, or before the answer."""
    task = registry.task(example.task)
    trace = play(task.solve, example, phone)
    phone.reset(example.setup)
    for step in trace.steps[: _telling(trace, example)]:
        assert step.action is not None
        phone.act(step.action, phone.observe())
    return shrunk(phone.screenshot())


def _telling(trace: Trace, example: Trial) -> int:
    oracle = registry.oracle(example)
    steps: Sequence[int] = [step.index for step in trace.steps if any(not excused(oracle, c, trace) for c in step.changes)]
    return steps[-1] if steps else len(trace.steps) - 1


def shrunk(png: bytes) -> bytes:
    """The picture, smaller and with a palette of few colours, in at most `LARGEST` bytes.

    Raises:
        ValueError: it cannot be made so small.
    """
    with Image.open(io.BytesIO(png)) as opened:
        whole = opened.convert("RGB")
    for colours in (32, 16, 8, 4):
        small = whole.resize((_WIDTH, math.ceil(whole.height * _WIDTH / whole.width)), Image.Resampling.LANCZOS)
        out = io.BytesIO()
        small.quantize(colours, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        if out.tell() <= LARGEST:
            return out.getvalue()
    raise ValueError(f"a screen of {whole.width}x{whole.height} does not fit into {LARGEST:,} bytes")
