"""Bad input to ``agent-eval nano`` is one sentence and exit code 2; a run can be made, cut and gone on with."""

import signal
import time
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import torch
from torch.multiprocessing.spawn import start_processes

from agent_eval.cli.main import main
from agent_eval.cli.nano import Plan, _interrupts_noted, _wait
from agent_eval.prompt import PROMPT_VERSION
from agent_eval.spark_nano.base import tokenizer_hash
from agent_eval.spark_nano.train import write_state

PLAN = Plan(Path(), None, 1, False, 0, 16, 1e-3, 0)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["nano", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_how_long_to_train_must_be_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--minutes or --steps" in refused(capsys, "train")
    assert "--minutes or --steps" in refused(capsys, "train", "--minutes", "3", "--steps", "3")


def test_a_run_is_neither_overwritten_nor_made_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no run to resume" in refused(capsys, "train", "--steps", "1", "--resume", "--folder", str(tmp_path))
    (tmp_path / "state.pt").write_bytes(b"")
    assert "--resume" in refused(capsys, "train", "--steps", "1", "--folder", str(tmp_path))
    assert "not a whole training state" in refused(capsys, "train", "--steps", "1", "--resume", "--folder", str(tmp_path))


def test_a_run_is_not_gone_on_with_under_another_configuration(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    begun = replace(PLAN, seed=1).config
    write_state({"prompt": PROMPT_VERSION, "tokenizer": tokenizer_hash(), "config": asdict(begun)}, tmp_path / "state.pt")
    assert "seed 1, now 0" in refused(capsys, "train", "--steps", "1", "--resume", "--folder", str(tmp_path))


def test_an_adapter_that_is_missing_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "cannot be read" in refused(capsys, "evaluate", "--adapter", str(tmp_path / "none.safetensors"))


def until_interrupted(number: int, folder: str) -> None:
    with _interrupts_noted() as interrupted:
        (Path(folder) / f"ready {number}").touch()
        while not interrupted():
            time.sleep(0.01)
        (Path(folder) / f"stopped {number}").touch()


def test_an_interrupt_of_the_command_alone_reaches_its_workers(tmp_path: Path) -> None:
    running = start_processes(until_interrupted, (str(tmp_path),), 2, join=False, start_method="spawn")
    _wait(running, lambda: len(list(tmp_path.glob("ready *"))) == 2)
    assert {path.name for path in tmp_path.glob("stopped *")} == {"stopped 0", "stopped 1"}


@pytest.mark.slow
def test_a_run_is_made_and_gone_on_with(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    threads, handler = torch.get_num_threads(), signal.getsignal(signal.SIGINT)
    common = ["nano", "train", "--folder", str(tmp_path), "--workers", "2", "--rank", "2", "--held-out", "0"]
    assert main([*common, "--steps", "1"]) == 0
    first = (tmp_path / "adapter.safetensors").read_bytes()
    assert main([*common, "--steps", "2", "--resume"]) == 0
    assert (tmp_path / "adapter.safetensors").read_bytes() != first
    assert {path.name for path in tmp_path.iterdir()} == {"state.pt", "adapter.safetensors", "curve.json", "curve.png"}
    assert torch.get_num_threads() == threads
    assert signal.getsignal(signal.SIGINT) is handler
