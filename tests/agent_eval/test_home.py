from pathlib import Path

import pytest

from agent_eval.home import database_path, home
from agent_eval.store.errors import StoreError


def test_the_users_choice_comes_first(monkeypatch, tmp_path):
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path))
    assert home() == tmp_path
    assert database_path() == tmp_path / "agent-eval.sqlite"
    monkeypatch.setenv("AGENT_EVAL_HOME", "~/somewhere")
    assert home() == Path.home() / "somewhere"


def test_without_a_choice_it_is_the_platforms_folder(monkeypatch):
    monkeypatch.setenv("AGENT_EVAL_HOME", "")
    assert home().is_absolute()
    assert home().name == "agent-eval"


def test_a_user_that_there_is_not_is_said(monkeypatch):
    monkeypatch.setenv("AGENT_EVAL_HOME", "~nobody-of-this-name/data")
    with pytest.raises(StoreError, match="no user of that name"):
        home()
