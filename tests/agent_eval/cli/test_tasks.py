import json
from dataclasses import replace

import pytest

from agent_eval.cli.main import main
from tasks import registry


def test_list_names_every_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [entry["task"] for entry in listed] == list(registry.tasks())
    assert {"task", "version", "apps", "kind", "goals", "params", "axes", "wrong", "example"} <= listed[0].keys()
    assert main(["tasks", "list"]) == 0
    assert "clock.set_alarm" in capsys.readouterr().out


def test_show_tells_what_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "show", "contacts.find_phone", "--seed", "2", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["trial"]["seed"] == 2
    assert shown["trial"]["params"]["first_name"] in shown["trial"]["goal"]
    assert main(["tasks", "show", "clock.set_alarm"]) == 0
    assert "1 new alarm with hour" in capsys.readouterr().out


def test_an_unknown_task_is_a_usage_error_with_near_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "show", "clock.set_alram"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "did you mean clock.set_alarm" in printed.err


def test_check_ends_with_one_line_that_says_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "check", "--seeds", "1", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    done = json.loads(line)
    assert done.pop("cases") > 1500
    assert done == {"event": "done", "templates": 14, "apps": 3, "wrong": []}


def test_check_exits_1_and_names_what_is_wrong(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    task = registry.task("settings.turn_on_wifi")
    lazy = replace(task, solve=task.wrong[0].solver)
    monkeypatch.setattr(registry, "tasks", lambda: {lazy.id: lazy})
    assert main(["tasks", "check", "--seeds", "1", "--json"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    wrong = json.loads(line)["wrong"]
    assert (wrong[0]["who"], wrong[0]["trial"]) == ("reference", "settings.turn_on_wifi/0")
    assert wrong[0]["fault"].startswith("must pass: Expected settings: wifi on")
    assert main(["tasks", "check", "--seeds", "1"]) == 1
    assert "wrong: settings.turn_on_wifi/0, reference: must pass" in " ".join(capsys.readouterr().out.split())


def test_check_needs_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "check", "--seeds", "0"]) == 2
    assert "seeds" in capsys.readouterr().err
