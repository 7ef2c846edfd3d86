"""``agent-eval nano``: train and evaluate spark-nano, the demonstration model that ships."""

import json
import os
import random
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent_eval.builds.artefact import file_hash
from agent_eval.builds.scheme import SCHEMES, rounded
from agent_eval.builds.shape import Shape
from agent_eval.cli.errors import BenchError, UsageError, unknown
from agent_eval.cli.nano_cost import cost
from agent_eval.cli.nano_evaluate import evaluate
from agent_eval.engine.cpu import usable_cores
from agent_eval.home import home
from agent_eval.program import program

if TYPE_CHECKING:
    from torch.multiprocessing.spawn import ProcessContext

    from agent_eval.spark_nano.train import TrainConfig

app = typer.Typer(no_args_is_help=True, help="Train and evaluate spark-nano, the demonstration model that ships.")

# For the workers. Large activations come and go at every step; left alone, the C library gives each back to the system, and zeroing fresh
# pages then costs a third of the time.
_WORKER_ENVIRONMENT = {
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=17179869184",
    "OMP_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "passive",
}


@app.command()
def train(
    minutes: Annotated[float | None, typer.Option(help="Wall-clock time to train for.", min=0.1)] = None,
    steps: Annotated[int | None, typer.Option(help="Steps to train for; exactly repeatable, unlike minutes.", min=1)] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    folder: Annotated[Path | None, typer.Option(help="Where state, curve and adapter are kept.")] = None,
    seed: Annotated[int, typer.Option(help="Of all that is drawn.")] = 0,
    rank: Annotated[int, typer.Option(help="Of the adapter.", min=1)] = 16,
    learning_rate: Annotated[float, typer.Option(help="Of AdamW, at its height.")] = 1e-3,
    held_out: Annotated[int, typer.Option(help="Trials of the suite core to play at the end, for the curve; 0 for none.", min=0)] = 56,
    start: Annotated[Path | None, typer.Option(help="An adapter to begin with, instead of one that changes nothing.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes, one thread each; one per core where none is given.", min=1)] = None,
    scheme: Annotated[str | None, typer.Option(help="Train for builds of this scheme: with weights rounded as theirs are.")] = None,
    data: Annotated[Path | None, typer.Option(help="Decisions in a file of `nano data`, instead of playing for them.")] = None,
    device: Annotated[str, typer.Option(help="cpu, cuda, or auto: a GPU where there is one. A GPU takes one worker.")] = "auto",
) -> None:
    """Train by cloning the reference solutions on the simulated phone; hours on two cores, in pieces that resume.

    With --start and --resume, the adapter is what the run is said to have begun with; its weights are those of the run.
    """
    if (minutes is None) == (steps is None):
        raise UsageError("say how long to train: either --minutes or --steps")
    if scheme is not None and scheme not in SCHEMES:
        raise unknown("scheme", scheme, SCHEMES)
    place = folder or home() / "training" / "spark-nano"
    plan = Plan(place, minutes, steps, resume, seed, rank, learning_rate, held_out, start, _device(device, workers), data, scheme)
    state_path = plan.place / "state.pt"
    if not resume and state_path.exists():
        raise UsageError(f"{plan.place} holds a run already; resume it with --resume, or choose another --folder")
    from torch.multiprocessing.spawn import ProcessException, start_processes

    from agent_eval.spark_nano.data import trained_tasks
    from agent_eval.spark_nano.dataset import DatasetError, Recorded, read_dataset
    from agent_eval.spark_nano.train import TrainError, check_fit, read_state

    try:
        if data is not None:
            Recorded(read_dataset(data), trained_tasks(), random.Random())
        if resume:
            check_fit(read_state(state_path), plan.config)
    except (TrainError, DatasetError) as error:
        raise UsageError(str(error)) from error
    os.environ.update(_WORKER_ENVIRONMENT)
    size = 1 if plan.device == "cuda" else workers or usable_cores()
    with tempfile.TemporaryDirectory() as meeting, _interrupts_noted() as interrupted:
        running = start_processes(_work, (size, meeting, plan), size, join=False, start_method="spawn")  # type: ignore[no-untyped-call]
        try:
            _wait(running, interrupted)
        except ProcessException as error:
            # The worker's traceback ends with what it raised.
            raise BenchError(str(error).strip().splitlines()[-1].partition(": ")[2]) from error
        stopped = interrupted()
    if stopped:
        sys.stderr.write(f"Stopped. What was done is in {plan.place}; go on with --resume.\n")
        raise KeyboardInterrupt


def _wait(running: "ProcessContext", interrupted: Callable[[], bool]) -> None:
    """Until every worker has ended. An interrupt is passed on: a terminal's Ctrl-C reaches them too, a signal to this process does not."""
    told = False
    while not running.join(timeout=1.0):
        if interrupted() and not told:
            told = True
            for process in running.processes:
                if process.is_alive() and process.pid is not None:
                    os.kill(process.pid, signal.SIGINT)


@dataclass(frozen=True, slots=True)
class Plan:
    """What `train` was asked for."""

    place: Path
    minutes: float | None
    steps: int | None
    resume: bool
    seed: int
    rank: int
    learning_rate: float
    held_out: int
    start: Path | None = None
    device: str = "cpu"
    data: Path | None = None
    scheme: str | None = None

    @property
    def config(self) -> "TrainConfig":
        from agent_eval.spark_nano.train import TrainConfig

        digest = None if self.data is None else file_hash(self.data)
        return TrainConfig(seed=self.seed, rank=self.rank, learning_rate=self.learning_rate, scheme=self.scheme, data=digest)


def _device(asked: str, workers: int | None) -> str:
    """Where to train: ``cpu`` or ``cuda``.

    Raises:
        UsageError: an unknown device, one that is not there, or several workers for one GPU.
    """
    import torch

    there = torch.cuda.is_available()
    if asked not in ("auto", "cpu", "cuda"):
        raise unknown("device", asked, ["auto", "cpu", "cuda"])
    if asked == "cuda" and not there:
        raise UsageError("--device cuda was given, but PyTorch finds no CUDA device here: leave it out to train on the processor")
    if asked == "cpu" or not there:
        return "cpu"
    if workers not in (None, 1):
        if asked == "auto":
            return "cpu"
        raise UsageError(f"--workers {workers} was given, but a GPU takes one worker: leave it out, or give --device cpu")
    return "cuda"


@contextmanager
def _interrupts_noted() -> Iterator[Callable[[], bool]]:
    """Ctrl-C does not raise in here: it is only noted, so that the step in hand is finished and saved."""
    noted = threading.Event()
    before = signal.signal(signal.SIGINT, lambda number, frame: noted.set())
    try:
        yield noted.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def _work(number: int, size: int, meeting: str, plan: Plan) -> None:
    """One worker of a run; the first one reports and writes."""
    with _interrupts_noted() as interrupted:
        _train(number, size, meeting, plan, interrupted)


def _train(number: int, size: int, meeting: str, plan: Plan, interrupted: Callable[[], bool]) -> None:
    from rich.console import Console

    from agent_eval.spark_nano import base, checkpoint, curve
    from agent_eval.spark_nano.data import Source, trained_tasks, training_trial
    from agent_eval.spark_nano.dataset import Recorded, read_dataset
    from agent_eval.spark_nano.held_out import TEMPLATES, VALUES
    from agent_eval.spark_nano.model import Nano, fast_type
    from agent_eval.spark_nano.play import own_examples, play, score, some
    from agent_eval.spark_nano.team import join, leave
    from agent_eval.spark_nano.train import AT_ONCE, Report, Trainer, read_state, write_state
    from devices.sim import SimulatedPhone
    from tasks.suite import suite

    console = Console(stderr=True, soft_wrap=True)
    state_path, config = plan.place / "state.pt", plan.config
    rng = random.Random(plan.seed)
    source: Source | Recorded
    if plan.data is None:
        source = Source(trained_tasks(), training_trial, SimulatedPhone(), rng)
    else:
        source = Recorded(read_dataset(plan.data), trained_tasks(), rng)
    team = join(number, size, f"{meeting}/meeting")
    weights = {name: tensor.to(plan.device) for name, tensor in base.tensors(fast_type(plan.device)).items()}
    shape = Shape.of(base.config())
    rounding = None if plan.scheme is None else partial(rounded, scheme=plan.scheme, shape=shape)
    trainer = Trainer(Nano(weights, plan.rank, plan.seed, rounding), config, source, own_examples, team, AT_ONCE[plan.device])
    if plan.start is not None:
        adapter, about = checkpoint.read_adapter(plan.start)
        trainer.model.load_adapter(adapter)
        trainer.origin = {"adapter": file_hash(plan.start), "training": json.loads(about["training"])}
    if plan.resume:
        trainer.restore(read_state(state_path))

    def save(current: Trainer) -> None:
        write_state(current.state(), state_path)
        errors = {name: round(value, 3) for name, value in current.errors.items()}
        notes = {
            "config": asdict(config),
            "progress": asdict(current.progress),
            "errors": errors,
            "workers": size,
            "device": plan.device,
            "held_out": {"templates": sorted(TEMPLATES), "values": sorted(f"{axis}={value}" for axis, value in VALUES)},
            "began_with": current.origin,
        }
        checkpoint.write_adapter(current.model.adapter(), plan.place / "adapter.safetensors", notes)
        (plan.place / "curve.json").write_text(json.dumps({**notes, "curve": current.curve}, indent=1) + "\n", encoding="utf-8")
        curve.draw(current.curve, plan.place / "curve.png")

    latest: list[Report] = []

    def report(entry: Report) -> None:
        latest.append(entry)
        del latest[:-20]
        progress = entry.progress
        if number == 0 and (console.is_terminal or progress.step % 10 == 0):
            loss, exact = (sum(values) / len(latest) for values in zip(*((each.loss, each.exact) for each in latest), strict=True))
            console.print(
                f"step {progress.step}/{progress.steps}  {progress.seconds / 60:.1f} min  decisions {progress.decisions}  "
                f"{progress.tokens / progress.seconds:.0f} tok/s  loss {loss:.4f}  exact {exact:.3f}  lr {entry.learning_rate:.1e}",
                end="\r" if console.is_terminal else "\n",
                highlight=False,
            )

    try:
        trainer.run(plan.steps, plan.minutes, report, save if number == 0 else None, interrupted)
        finished = trainer.progress.step >= trainer.progress.steps
        if plan.held_out and finished:
            # Told, and never used: the values of these trials are not trained on, nor is anything chosen by them.
            result = score(team.gather(play(trainer.model, team.share(some(suite("core").trials, plan.held_out)))))
            trainer.note(held_out=result.passed / result.trials, trials=result.trials, divergences=result.divergences)
            if number == 0:
                save(trainer)
        team.wait()
    except OSError as error:
        raise BenchError(
            f"the run cannot be saved in {plan.place}: {error.strerror or error}; what was saved last is intact, go on with --resume"
        ) from error
    finally:
        leave()
    if number == 0 and finished:
        written = plan.place / "adapter.safetensors"
        console.print(f"\nWrote {written}; play it with {checkpoint.OVERRIDE}, measure it with `{program()} nano evaluate --adapter`.")


@app.command()
def data(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write them, as JSON lines.")],
    decisions: Annotated[int, typer.Option(help="How many.", min=1)] = 20_000,
    seed: Annotated[int, typer.Option(help="Of all that is drawn.")] = 0,
) -> None:
    """Write decisions of the reference solutions to a file: chats and right answers of the training split, to train on anywhere."""
    from agent_eval.spark_nano.data import trained_tasks, training_trial
    from agent_eval.spark_nano.dataset import write_dataset
    from devices.sim import SimulatedPhone

    write_dataset(file, decisions, trained_tasks(), training_trial, SimulatedPhone(), seed)
    sys.stderr.write(f"Written: {decisions} decisions in {file}.\n")


app.command()(evaluate)
app.command()(cost)
