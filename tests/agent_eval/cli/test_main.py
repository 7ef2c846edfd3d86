import os
import subprocess
import sys

import pytest

from agent_eval.builds.errors import BuildError, StorageError
from agent_eval.cli import main as entry
from agent_eval.cli.errors import BenchError, UsageError, unknown
from agent_eval.engine.protocol import EngineError
from agent_eval.store.errors import StoreError
from tasks.errors import SuiteError, TaskError


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (UsageError("no such thing: name another."), 2, "no such thing: name another."),
        (BuildError("no such build"), 2, "no such build"),
        (BenchError("the phone is gone"), 3, "the phone is gone"),
        (EngineError("no memory"), 3, "no memory"),
        (StoreError("the disk is full"), 3, "the disk is full"),
        (StorageError("the disk is full"), 3, "the disk is full"),
        (KeyError("x"), 3, "internal error, KeyError: 'x'. Set AGENT_EVAL_DEBUG=1 to see where, and please report it."),
        (ValueError("No such."), 3, "internal error, ValueError: No such. Set AGENT_EVAL_DEBUG=1 to see where, and please report it."),
        (TaskError("clock.py:3: task 'x' has no goal"), 2, "clock.py:3: task 'x' has no goal"),
        (SuiteError("smoke.toml:3: not TOML"), 2, "smoke.toml:3: not TOML"),
        (UsageError("two\nlines"), 2, "two lines"),
    ],
)
def test_each_failure_is_one_sentence_and_its_code(agent_eval, monkeypatch, error, code, words):
    def fails() -> None:
        raise error

    monkeypatch.setattr("agent_eval.cli.runs.runs", fails)
    said = agent_eval("runs")
    assert (said.code, said.out, said.sentence()) == (code, "", words)


def test_an_interrupt_is_130_without_words(agent_eval, monkeypatch):
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("agent_eval.cli.runs.runs", interrupted)
    assert agent_eval("runs").code == 130


def test_the_traceback_is_there_when_asked_for(agent_eval, monkeypatch):
    def fails() -> None:
        raise UsageError("no")

    monkeypatch.setattr("agent_eval.cli.runs.runs", fails)
    monkeypatch.setenv("AGENT_EVAL_DEBUG", "1")
    said = agent_eval("runs")
    assert "Traceback" in said.err
    assert said.code == 2


def test_an_unknown_command_names_the_near_one(agent_eval):
    said = agent_eval("rnu")
    assert (said.code, said.sentence()) == (2, "No such command 'rnu'. Did you mean 'run'?")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--bogus",),
        ("run", "--bogus"),
        ("run", "--trials", "0"),
        ("run", "--trials", "many"),
        ("replay",),
        ("runs", "--limit", "9" * 20),
        ("run", "--trials", "9" * 20),
    ],
)
def test_wrong_arguments_are_one_sentence(agent_eval, arguments):
    said = agent_eval(*arguments)
    assert said.code == 2
    assert said.sentence()


def test_help_names_every_command_and_loads_none_of_them():
    code = (
        "import sys; from agent_eval.cli.main import main; code = main(['--help']);"
        "heavy = {'torch', 'vllm', 'transformers', 'sqlalchemy', 'lxml', 'numpy'} & set(sys.modules); sys.exit(f'{code} {heavy}')"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert said.stderr.strip() == "0 set()"
    assert all(name in said.stdout for name in entry.COMMANDS)


@pytest.mark.parametrize("name", ["run", "runs", "replay", "tasks", "doctor"])
def test_every_command_has_help_without_loading_torch(name):
    code = "import sys; from agent_eval.cli.main import main; sys.exit(f\"{main([sys.argv[1], '--help'])} {'torch' in sys.modules}\")"
    said = subprocess.run([sys.executable, "-c", code, name], capture_output=True, text=True, check=False)
    assert said.stderr.strip() == "0 False"


@pytest.mark.parametrize("command", [(), ("run",), ("replay",), ("builds",), ("builds", "create"), ("tasks", "list")])
def test_h_asks_for_help_everywhere(agent_eval, command):
    short, long = agent_eval(*command, "-h"), agent_eval(*command, "--help")
    assert (short.code, short.err) == (0, "")
    assert "Usage: agent-eval" in short.out
    assert short.out == long.out


def test_version(agent_eval):
    assert agent_eval("--version").out.startswith("agent-eval ")


def test_names_near_and_far():
    assert str(unknown("device", "simm", ["sim", "adb"])) == "unknown device 'simm': did you mean sim?"
    assert str(unknown("device", "phone", ["sim", "adb"])) == "unknown device 'phone': known are sim, adb."
    assert str(unknown("run", "x", [])) == "unknown run 'x': there is none yet."


@pytest.mark.parametrize(
    ("redirect", "environment", "code", "words"),
    [
        (">/dev/full", {}, 3, "agent-eval: the output cannot be read or written: No space left on device.\n"),
        (">&-", {}, 0, ""),
        ("2>&- | cat", {}, 0, ""),
        (">/dev/null", {"PYTHONIOENCODING": "ascii"}, 0, ""),
        (">/dev/null", {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, 0, ""),
        ("| head -c 9 >/dev/null", {"PYTHONUNBUFFERED": "1"}, 0, ""),
    ],
)
def test_whatever_standard_output_is(redirect, environment, code, words):
    command = f"set -o pipefail; {sys.executable} -m agent_eval.cli.main tasks list {redirect}"
    said = subprocess.run(["bash", "-c", command], env=os.environ | environment, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (code, words)
