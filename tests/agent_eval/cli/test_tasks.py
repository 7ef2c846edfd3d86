import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent_eval.cli.main import main
from agent_eval.cli.tasks import told
from tasks import mistakes, plan, registry
from tasks import suite as suites
from tasks.check import Case
from tasks.errors import TaskError
from tasks.mutate import Mutant
from tasks.suite import suite, trial
from tasks.task import Variation


def test_list_tells_of_apps_axes_templates_and_suites(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [entry["task"] for entry in listed["templates"]] == list(registry.tasks())
    assert {"task", "version", "apps", "kind", "goals", "params", "axes", "wrong", "example"} <= listed["templates"][0].keys()
    assert len(listed["apps"]) >= 12
    assert listed["axes"]["locale"] == ["de", "zh", "ar"]
    core = listed["suites"]["core"]
    assert core["trials"] >= 200
    assert core["pairs"] == sum(core["axes"].values())
    assert main(["tasks", "list"]) == 0
    printed = capsys.readouterr().out
    assert "clock.set_alarm" in printed
    assert "core pairs" in printed


def test_show_tells_what_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "show", "contacts.find_phone", "--seed", "2", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["trial"]["seed"] == 2
    assert shown["trial"]["params"]["first_name"] in shown["trial"]["goal"]
    assert shown["demands"][-1] == "nothing else changed"
    assert main(["tasks", "show", "clock.set_alarm"]) == 0
    printed = capsys.readouterr().out
    assert "1 new alarm with hour" in printed
    assert "locale: de, zh, ar" in printed


def test_export_prints_a_suite_as_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "export", "smoke"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    smoke = suite("smoke")
    assert [(line["trial"], line["hash"]) for line in lines] == [(trial.id, trial.hash) for trial in smoke.trials]
    assert {line["trial"]: line["pair"] for line in lines if line["pair"]} == {pair.partner.id: pair.base.id for pair in smoke.pairs()}
    assert main(["tasks", "export", "smok"]) == 2
    assert "did you mean smoke?" in capsys.readouterr().err


def test_suites_says_which_files_are_stale(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(suites, "FILES", tmp_path)
    monkeypatch.setattr(plan, "write", lambda name: f"# {name}\n")
    assert main(["tasks", "suites"]) == 1
    assert "Stale: smoke, core, full" in capsys.readouterr().out
    assert main(["tasks", "suites", "--write"]) == 0
    assert (tmp_path / "core.toml").read_text(encoding="utf-8") == "# core\n"
    assert main(["tasks", "suites"]) == 0
    assert "Every file stands" in capsys.readouterr().out


def test_an_unknown_task_is_a_usage_error_with_near_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "show", "clock.set_alram"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "did you mean clock.set_alarm" in printed.err


def test_a_seed_below_0_is_refused_as_run_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "show", "clock.set_alarm", "--seed", "-1"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "--seed" in printed.err


def test_check_ends_with_one_line_that_says_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "check", "--seeds", "1", "--task", "settings.turn_on_wifi", "--jobs", "2", "--json"]) == 0
    *lines, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert last.pop("cases") > 200
    assert last == {"event": "done", "templates": 1, "apps": 1, "wrong": []}
    (replayed,) = lines
    assert replayed["event"] == "blind replay"
    assert replayed["axes"]["theme"] == {"passed": 1, "of": 1}


def test_check_exits_1_and_names_what_is_wrong(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    task = registry.task("settings.turn_on_wifi")
    lazy = replace(task, solve=mistakes.early("Settings"))
    monkeypatch.setattr(registry, "tasks", lambda: {lazy.id: lazy})
    assert main(["tasks", "check", "--seeds", "1", "--json", "--jobs", "1"]) == 1
    wrong = json.loads(capsys.readouterr().out.splitlines()[-1])["wrong"]
    assert (wrong[0]["who"], wrong[0]["trial"]) == ("reference", "settings.turn_on_wifi/0")
    assert wrong[0]["fault"].startswith("must pass: Expected settings: wifi on")
    assert main(["tasks", "check", "--seeds", "1", "--jobs", "1"]) == 1
    assert "wrong: settings.turn_on_wifi, reference: must pass: Expected settings: wifi on" in " ".join(capsys.readouterr().out.split())


def test_mutate_names_the_broken_tasks_that_were_not_noticed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["tasks", "mutate", "--task", "clock.set_alarm", "--jobs", "1", "--json"]) == 0
    done = json.loads(capsys.readouterr().out)
    assert done.pop("mutants") > 5
    assert done == {"event": "done", "templates": 1, "survivors": []}
    monkeypatch.setattr(
        "agent_eval.cli.tasks.mutants", lambda task, phone: [Mutant(task, "without its oracle", ""), Mutant(task, "x", "seen")]
    )
    assert main(["tasks", "mutate", "--task", "clock.set_alarm", "--jobs", "1"]) == 1
    assert "survives: clock.set_alarm, without its oracle\n2 broken tasks: 1 not noticed." in capsys.readouterr().out


@pytest.mark.parametrize("command", ["check", "mutate"])
def test_a_prefix_that_no_task_has_is_a_usage_error(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", command, "--task", "clok"]) == 2
    assert "no task's id begins with 'clok'" in capsys.readouterr().err


def test_check_needs_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "check", "--seeds", "0"]) == 2
    assert "seeds" in capsys.readouterr().err


def test_list_takes_the_beginning_of_an_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "list", "clock.set_", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {entry["task"] for entry in listed["templates"]} == {name for name in registry.tasks() if name.startswith("clock.set_")}
    assert main(["tasks", "list", "clock.set_alarm"]) == 0
    printed = capsys.readouterr().out
    assert "1 template over 1 app: clock." in printed
    assert "core pairs" not in printed
    assert main(["tasks", "list", "clok"]) == 2
    assert "no task's id begins with 'clok'" in capsys.readouterr().err


@pytest.mark.parametrize("varied", ["", "/theme=dark", "/mixed=theme=dark+front=Settings"])
def test_show_takes_the_id_of_a_trial(varied: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"clock.set_alarm/1000000{varied}"
    assert main(["tasks", "show", name, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    axis, _, value = varied.removeprefix("/").partition("=")
    assert shown["trial"] == json.loads(json.dumps(trial("clock.set_alarm", 1_000_000, Variation(axis or "base", value)).to_json()))
    assert main(["tasks", "show", name]) == 0
    assert "trial clock.set_alarm/1000000" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["clock.set_alram/0"], "did you mean clock.set_alarm"),
        (["clock.set_alarm/x"], "expected TASK/SEED or TASK/SEED/AXIS=VALUE"),
        (
            ["clock.set_alarm/0/them=dark"],
            "them changes nothing about clock.set_alarm/0. `agent-eval tasks show clock.set_alarm/0` lists its axes",
        ),
        (["clock.set_alarm/0/theme=drak"], "theme=drak changes nothing about"),
        (["clock.set_alarm/0/theme"], "theme= changes nothing about"),
        (["clock.set_alarm/0/met=yes"], "met changes nothing about"),
        (["clock.set_alarm/0", "--seed", "1"], "names its seed already"),
    ],
)
def test_show_of_no_trial_is_a_usage_error(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "show", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["list"], ["check"], ["mutate"], ["show", "clock.set_alarm"], ["export", "smoke"], ["suites"]])
def test_a_fault_of_a_template_is_one_sentence_for_every_command(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty() -> None:
        raise TaskError("clock.py:3: task 'clock.x' has no goal")

    suites.entries_of.cache_clear()
    monkeypatch.setattr(registry, "tasks", faulty)
    assert main(["tasks", *arguments]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "agent-eval: clock.py:3: task 'clock.x' has no goal\n")


def test_one_fault_under_many_variations_is_told_once() -> None:
    def case(trial: str, who: str, fault: str) -> Case:
        return Case(trial, "base", who, fault)

    cases = [
        case("a.b/0", "reference", "must pass"),
        case("a.b/0/theme=dark", "reference", "must pass"),
        case("a.b/0", "random", ""),
        case("a.b/0/theme=dark", "random", "must fail"),
        case("a.c/0", "refuse", ""),
        case("a.c/1", "refuse", "must fail"),
        case("a.c/1/theme=dark", "refuse", "must fail"),
    ]
    assert told(cases) == [
        "a.b, reference: must pass (in all 2 variations)",
        "a.b/0/theme=dark, random: must fail",
        "a.c, refuse: must fail (in 2 of 3 variations, a.c/1 the first)",
    ]


@pytest.mark.parametrize(
    ("command", "words"), [("check", "with 1 of 2 trials and their variations done"), ("mutate", "with 1 of 1 tasks done")]
)
def test_an_interruption_says_how_far_it_was(
    command: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> Iterator[list[object]]:
        yield []
        raise KeyboardInterrupt

    monkeypatch.setattr("agent_eval.cli.tasks.spread", interrupted)
    assert main(["tasks", command, "--task", "clock.set_alarm"]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"Interrupted {words}.\n")
