import sys

import pytest

from agent_eval.program import program


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A program in a virtual environment that is not on the path, started by its full path."""
    found = tmp_path / "my work" / ".venv" / "bin" / "agent-eval"
    found.parent.mkdir(parents=True)
    found.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", [str(found)])
    return found


def test_its_name_is_enough_where_the_shell_finds_it(installed, monkeypatch):
    monkeypatch.setenv("PATH", str(installed.parent))
    assert program() == "agent-eval"


@pytest.mark.parametrize(
    ("below", "typed"),
    [("my work", ".venv/bin/agent-eval"), ("my work/.venv/bin", "./agent-eval"), (".", "'my work/.venv/bin/agent-eval'")],
)
def test_elsewhere_it_is_a_path_from_the_working_directory(installed, monkeypatch, tmp_path, below, typed):
    monkeypatch.chdir(tmp_path / below)
    assert program() == typed


def test_a_path_from_the_root_is_taken_where_it_is_shorter(installed, monkeypatch, tmp_path):
    far = tmp_path.joinpath(*"abcdefghijklmnopqrstuvwxyz")
    far.mkdir(parents=True)
    monkeypatch.chdir(far)
    assert program() == f"'{installed}'"


def test_started_as_a_module_it_is_the_one_beside_the_interpreter(installed, monkeypatch):
    monkeypatch.chdir(installed.parents[2])
    monkeypatch.setattr(sys, "argv", ["/somewhere/main.py"])
    monkeypatch.setattr(sys, "executable", str(installed.with_name("python")))
    assert program() == ".venv/bin/agent-eval"
    installed.unlink()
    assert program() == "agent-eval"
