"""The table of what quantisation cost is made of stored runs, each build on the same trials as bf16."""

import json

import pytest

from agent_eval.agents.baselines import baseline
from agent_eval.agents.policy import Agent
from agent_eval.agents.solver import SolverAgent
from agent_eval.cli.main import main
from agent_eval.cli.run import judge_trial
from agent_eval.episode import Limits
from agent_eval.provenance import provenance
from agent_eval.runner import Stop, Work, run
from agent_eval.spark_nano.cost import CostError, newest_runs, rows
from agent_eval.spark_nano.held_out import SLICES, TEMPLATES, VALUES, slice_of
from agent_eval.store.database import Database
from agent_eval.store.queries import to_do
from agent_eval.store.records import create_run
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.suite import suite, trial
from tasks.task import Variation

SMOKE = suite("smoke")


@pytest.fixture
def database(tmp_path, monkeypatch):
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path))
    opened = Database(tmp_path / "agent-eval.sqlite")
    yield opened
    opened.close()


def played(database: Database, name: str, agent: Agent, base: str | None = "b" * 64, bits: float | None = 4.0, trials: int = 12) -> str:
    """A run of smoke by an agent under a build's name; with fewer trials, one that is not complete."""
    info = {"base_hash": base, "bits_per_weight": bits} if base else {}
    build = {"name": name, "hash": f"{name}{base}"[:64].ljust(64, "0"), **info}
    identity = {"build": {"name": name}}
    run_id = create_run(database, build, "sim", "smoke", SMOKE.hash, identity, {}, [(one, 2) for one in SMOKE.trials])
    record = provenance(build, SMOKE.hash, identity, {})
    run(Work(run_id, to_do(database, run_id)[:trials], agent, SimulatedPhone, judge_trial, Limits(steps=40), record), database, Stop(), 1)
    return run_id


def hasty() -> Agent:
    """Solves the tasks of Settings, and says done at once in all others."""
    reference, nothing = baseline("reference"), baseline("do-nothing")
    assert isinstance(reference, SolverAgent)
    assert isinstance(nothing, SolverAgent)
    return SolverAgent(lambda one: (reference if one.task.startswith("settings.") else nothing).solver_for(one))


def test_each_build_is_held_against_bf16_trial_by_trial(database):
    reference, nothing = baseline("reference"), baseline("do-nothing")
    assert reference is not None
    assert nothing is not None
    runs = {
        "bf16": played(database, "bf16", reference, bits=16.0),
        "w4a16": played(database, "w4a16", hasty()),
        "do-nothing": played(database, "do-nothing", nothing, base=None),
    }
    first, second, third = rows(database, newest_runs(database, "smoke", SMOKE.hash))
    assert [row.build for row in (first, second, third)] == ["bf16", "w4a16", "do-nothing"]
    assert [row.run for row in (first, second, third)] == list(runs.values())
    assert (first.scored.count, first.passed_against, first.p_adjusted) == (12, None, None)
    settings = sum(one.task.startswith("settings.") for one in SMOKE.trials)
    assert second.scored.count == settings
    assert second.passed_against is not None
    assert (second.passed_against.lost, second.passed_against.gained) == (12 - settings, 0)
    assert second.p_adjusted == second.passed_against.p
    assert third.p_adjusted is None
    assert second.recognised_against is not None
    assert second.recognised_against.trials == second.reached.count >= settings
    assert second.recognised.of - second.recognised.count == second.recognised_against.lost
    assert sum(rate.of for rate in second.slices.values()) == 12


def test_runs_that_are_not_whole_or_of_another_checkpoint_are_left_out(database):
    reference = baseline("reference")
    assert reference is not None
    with pytest.raises(CostError, match="no complete run of bf16 on the suite smoke"):
        newest_runs(database, "smoke", SMOKE.hash)
    played(database, "bf16", reference, base="a" * 64)
    kept = played(database, "bf16", reference)
    played(database, "bf16", reference, trials=3)
    played(database, "int8", reference, base="a" * 64)
    assert {name: run.id for name, run in newest_runs(database, "smoke", SMOKE.hash).items()} == {"bf16": kept}
    with pytest.raises(CostError):
        newest_runs(database, "smoke", "0" * 64)


def test_a_run_of_another_adapter_is_taken_when_it_is_named(database):
    reference = baseline("reference")
    assert reference is not None
    played(database, "bf16", reference)
    kept = played(database, "w4a16", reference)
    other = played(database, "w4a16", hasty(), base="a" * 64)
    open_ = played(database, "w4a16", hasty(), base="c" * 64, trials=3)
    found = newest_runs(database, "smoke", SMOKE.hash, [other])
    assert {name: run.id for name, run in found.items() if name != "bf16"} == {"w4a16": kept, "w4a16@w4a16a": other}
    with pytest.raises(CostError, match=f"run {open_} is not a complete run"):
        newest_runs(database, "smoke", SMOKE.hash, [open_])


def test_the_command_writes_the_same_table_as_page_and_as_json(database, tmp_path, capsys):
    reference = baseline("reference")
    assert reference is not None
    played(database, "bf16", reference, bits=16.0)
    played(database, "w4a16", hasty())
    assert main(["nano", "cost", "--suite", "smoke", "--decisions", "0", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["build"] for one in found] == ["bf16", "w4a16"]
    assert main(["nano", "cost", "--suite", "smoke", "--decisions", "0", "--docs", str(tmp_path)]) == 0
    page = (tmp_path / "quantisation.md").read_text(encoding="utf-8")
    assert "| bf16 | 16.00 | 12 of 12 (100.0 %, 75.8 to 100.0 %)" in page
    assert found[1]["run"] in page
    for table in page.split("\n\n"):
        if table.startswith("|"):
            assert len({line.count("|") for line in table.splitlines()}) == 1


def test_without_runs_the_command_says_what_to_play(database, capsys):
    assert main(["nano", "cost"]) == 2
    assert "run --build bf16 --suite core" in capsys.readouterr().err


def test_every_trial_of_core_is_in_one_slice_and_none_is_empty():
    parts = [slice_of(one) for one in suite("core").trials]
    assert all(parts.count(part) >= 20 for part in SLICES), {part: parts.count(part) for part in SLICES}
    assert len(TEMPLATES) >= 8
    assert len(VALUES) >= 2
    assert set(registry.tasks()) > TEMPLATES
    assert slice_of(trial("todo.rename_task", 0, Variation("locale", "ar"))) == "held-out template"
    assert slice_of(trial("clock.set_alarm", 0, Variation("locale", "ar"))) == "held-out value"
    assert slice_of(trial("clock.set_alarm", 0)) == "trained"
