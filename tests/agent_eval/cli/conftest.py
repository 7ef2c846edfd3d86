import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agent_eval.cli.main import main

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Said:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        import json

        return [json.loads(line) for line in self.out.splitlines()]

    def sentence(self) -> str:
        """The one line on standard error, after the program's name; no traceback, nothing else."""
        (line,) = self.err.splitlines()
        assert line.startswith("agent-eval: ")
        return line.removeprefix("agent-eval: ")


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """A data folder of its own for each test."""
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("AGENT_EVAL_DEBUG", raising=False)
    return tmp_path / "home"


@pytest.fixture
def agent_eval(capsys) -> Callable[..., Said]:
    """Runs a command in this process."""

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        code = main(arguments)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return call


@pytest.fixture
def start(data_folder) -> Callable[..., "subprocess.Popen[str]"]:
    """Starts a command in a process of its own."""
    begun = []

    def call(*arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "agent_eval.cli.main", *arguments]
        environment = {**os.environ, "AGENT_EVAL_HOME": str(data_folder), "PYTHONUNBUFFERED": "1"}
        begun.append(subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        return begun[-1]

    yield call
    for process in begun:
        process.kill()
        process.communicate()
