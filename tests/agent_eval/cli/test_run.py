import json
import signal
import sqlite3
import time
from concurrent.futures import CancelledError

import pytest

from agent_eval.agents.baselines import BASELINES
from agent_eval.builds.scheme import SCHEMES
from agent_eval.cli.run import differences
from agent_eval.outcome import OUTCOMES
from agent_eval.store.database import Database
from agent_eval.store.rebuild import load_trace
from devices.action import Wait
from tasks import registry
from tasks.oracle import judge
from tests.support.fakes import Script
from tests.support.runs import plan


def test_the_reference_passes_everything_and_the_last_line_says_so(agent_eval):
    said = agent_eval("run", "--build", "reference", "--trials", "14", "--json")
    assert said.code == 0
    first, *episodes, last = said.lines
    assert (first["event"], last["event"]) == ("begin", "done")
    assert [line["event"] for line in episodes] == ["episode"] * 14
    assert {"run", "build", "suite", "planned", "outcomes", "pass_rate", "ci95"} <= last.keys()
    assert (last["build"], last["suite"], last["planned"], last["pass_rate"], last["complete"]) == ("reference", "smoke", 14, 1.0, True)
    assert last["outcomes"] == {**dict.fromkeys((*OUTCOMES, "missing"), 0), "passed": 14}
    assert last["ci95"][1] == 1.0
    assert 0.68 < last["ci95"][0] < 0.69, "some of the 14 trials share a template"


@pytest.mark.parametrize("name", ["do-nothing", "random"])
def test_the_other_baselines_pass_nothing(agent_eval, name):
    last = agent_eval("run", "--build", name, "--trials", "14", "--json").lines[-1]
    assert last["pass_rate"] == 0.0
    assert sum(last["outcomes"].values()) == last["planned"] == 14


def test_what_is_stored_is_judged_again_and_the_same(agent_eval, data_folder):
    last = agent_eval("run", "--build", "random", "--trials", "14", "--json").lines[-1]
    with Database(data_folder / "agent-eval.sqlite") as database:
        with sqlite3.connect(database.path) as connection:
            stored = dict(connection.execute("SELECT id, verdict FROM episodes").fetchall())
        assert len(stored) == last["planned"]
        for episode, verdict in stored.items():
            trial, trace, steps = load_trace(database, episode)
            assert judge(registry.oracle(trial), trace, steps).model_dump(mode="json") == json.loads(verdict)


def test_the_same_suite_and_seed_give_the_same_trials_and_steps_whatever_the_concurrency(agent_eval):
    def steps(*options):
        lines = agent_eval("run", "--build", "random", "--trials", "12", "--json", *options).lines
        return lines[-1]["suite_hash"], sorted(
            (line["trial"], line["outcome"], line["steps"]) for line in lines if line["event"] == "episode"
        )

    assert steps("--concurrency", "1") == steps("--concurrency", "7")
    assert steps("--seed", "1")[0] != steps()[0]


def test_the_table_tells_it_all(agent_eval):
    said = agent_eval("run", "--build", "reference", "--trials", "3")
    assert said.code == 0
    rows = (
        "pass rate",
        "95 % interval",
        "goal reached",
        "kept",
        "completion recognised",
        "side effects",
        "reference",
        "a step",
        "outcomes",
    )
    for row in (*rows, "3 passed = 3 planned", "agent-eval replay "):
        assert row in said.out
    assert said.out.count("passed settings.") + said.out.count("passed clock.") + said.out.count("passed contacts.") == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--build", "referense"), "unknown build 'referense': did you mean reference?"),
        (("--build", "w4a61"), "did you mean w4a16"),
        (("--build", "zzz"), f"unknown build 'zzz': known are {', '.join([*SCHEMES, *BASELINES])}."),
        (("--build", "reference", "--device", "simm"), "unknown device 'simm': did you mean sim?"),
        (("--build", "reference", "--device", "adb:ABC"), "this version plays on the simulated one only"),
        (("--build", "reference", "--suite", "smoek"), "unknown suite 'smoek': did you mean smoke?"),
        (("--build", "reference", "--model", "somewhere"), "plays without a model"),
        (("--build", "random", "--temperature", "0.5"), "is not asked in words"),
        (("--build", "reference", "--time-limit", "inf"), "--time-limit is inf, expected a finite number"),
        (("--build", "w4a16", "--temperature", "inf"), "--temperature is inf, expected a finite number"),
        (("--build", "w4a16", "--temperature", "50"), "temperature must be from 0 to 2"),
        ((), "say who plays"),
        (("--resume", "abc"), "there is no run of the id 'abc'"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(agent_eval, arguments, words):
    said = agent_eval("run", *arguments)
    assert (said.code, said.out) == (2, "")
    assert words in said.sentence()


def test_a_data_folder_that_cannot_be_written_is_said(agent_eval, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path / "file" / "below"))
    said = agent_eval("run", "--build", "reference", "--trials", "1")
    assert said.code == 3
    assert "cannot make the data folder" in said.sentence()


def test_a_resume_of_a_complete_run_plays_nothing_and_shows_it(agent_eval):
    run = agent_eval("run", "--build", "reference", "--trials", "3", "--json").lines[-1]
    said = agent_eval("run", "--resume", run["run"][:6], "--json")
    assert said.code == 0
    assert said.lines == [run]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seed", "5"), "the suite hash differs; suite seed was 0 and is 5"),
        (("--trials", "4"), "suite trials was 3 and is 4"),
        (("--build", "random"), "build name was 'reference' and is 'random'"),
        (("--max-steps", "9"), "limits steps was None and is 9"),
    ],
)
def test_a_resume_of_something_else_is_refused(agent_eval, options, words):
    run = agent_eval("run", "--build", "reference", "--trials", "3", "--json").lines[-1]["run"]
    said = agent_eval("run", "--resume", run, *options)
    assert said.code == 2
    assert words in said.sentence()
    assert agent_eval("run", "--resume", run, "--seed", "0").code == 0  # said again as it was: nothing differs


def test_errors_of_the_bench_leave_the_run_open_and_a_resume_closes_it(agent_eval, monkeypatch):
    from devices.device import DeviceError
    from devices.sim import SimulatedPhone

    def lost(self, action, seen):
        raise DeviceError("the phone was lost")

    with monkeypatch.context() as patch:
        patch.setattr("agent_eval.cli.run.reference_steps", lambda trial, phone: 5)
        patch.setattr(SimulatedPhone, "act", lost)
        said = agent_eval("run", "--build", "reference", "--trials", "3", "--json")
    assert said.code == 3
    assert said.lines[-1]["outcomes"]["env_error"] == 3
    assert (said.lines[-1]["pass_rate"], said.lines[-1]["complete"]) == (None, False)
    assert f"Go on with: agent-eval run --resume {said.lines[-1]['run']}" in said.err
    again = agent_eval("run", "--resume", said.lines[-1]["run"], "--json")
    assert again.code == 0
    assert again.lines[-1]["outcomes"]["passed"] == 3


def test_ctrl_c_finishes_the_writes_and_says_how_to_go_on(start, agent_eval):
    process = start("run", "--build", "random", "--trials", "600", "--concurrency", "2", "--json")
    began = json.loads(process.stdout.readline())
    process.stdout.readline()  # the first episode has ended; hundreds are left, and the pipe holds few of their lines
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    last = json.loads(out.splitlines()[-1])
    assert (last["event"], last["complete"]) == ("done", False)
    assert sum(last["outcomes"].values()) == 600
    assert last["outcomes"]["missing"] > 0
    assert f"agent-eval run --resume {began['run']}" in err
    assert "Traceback" not in err
    listed = agent_eval("runs", "--json").lines
    assert [(run["run"], run["outcomes"]) for run in listed] == [(began["run"], last["outcomes"])]


def test_an_interruption_while_loading_says_that_nothing_was_begun(agent_eval, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("agent_eval.cli.run.plan", interrupted)
    said = agent_eval("run", "--build", "reference", "--trials", "3")
    assert (said.code, said.out) == (130, "Interrupted before the first episode: nothing was begun.\n")
    assert agent_eval("runs", "--json").lines == []
    monkeypatch.setattr("agent_eval.cli.run.choose", interrupted)
    said = agent_eval("run", "--build", "w4a16")
    assert (said.code, said.err) == (130, "Interrupted before the first episode: nothing was begun.\n")


def test_an_interruption_between_plan_and_first_episode_leaves_no_run(agent_eval, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("agent_eval.cli.run.provenance", interrupted)
        said = agent_eval("run", "--build", "reference", "--trials", "3")
    assert (said.code, said.out.splitlines()[-1]) == (130, "Interrupted before the first episode: nothing was begun.")
    assert agent_eval("runs", "--json").lines == []
    run = agent_eval("run", "--build", "reference", "--trials", "3", "--json").lines[-1]
    with monkeypatch.context() as patch:
        patch.setattr("agent_eval.cli.run.load_run", interrupted)
        assert agent_eval("run", "--resume", run["run"]).code == 130
    assert [one["run"] for one in agent_eval("runs", "--json").lines] == [run["run"]]  # one that was begun is kept


def test_runs_with_open_trials_are_listed_with_the_way_to_go_on(agent_eval, data_folder):
    with Database(data_folder / "agent-eval.sqlite") as database:
        run_id = plan(database)
    assert agent_eval("runs").out.splitlines()[-1] == f"Open trials are played by a resume: agent-eval run --resume {run_id}"


def test_help_names_what_is_taken_where_nothing_is_said(agent_eval):
    words = agent_eval("run", "--help").out.replace("│", " ").split()  # the column may be too narrow for a line
    assert "smoke (the default)" in " ".join(words)


def test_an_interruption_is_said_before_the_engine_is_unloaded(agent_eval, monkeypatch):
    class Slow(Script):
        def close(self):
            raise KeyboardInterrupt  # a second Ctrl-C

    def interrupt():
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.5)  # the main thread takes it
        return Wait()

    monkeypatch.setitem(BASELINES, "reference", lambda: Slow((interrupt,)))
    said = agent_eval("run", "--build", "reference", "--trials", "2", "--concurrency", "1")
    assert said.code == 130
    assert "Interrupted with 2 of 2 trials open. Go on with: agent-eval run --resume " in said.out


def test_planning_that_takes_long_is_said(agent_eval, monkeypatch):
    monkeypatch.setattr("agent_eval.cli.run.MANY", 2)
    assert agent_eval("run", "--build", "reference", "--trials", "3").out.startswith("Planning 3 trials …\nRun ")


def test_a_second_ctrl_c_says_how_to_go_on_and_shows_no_table_of_nothing(agent_eval, monkeypatch):
    from agent_eval.agents.policy import Decision

    class Waits:
        def start(self, trial):
            return self

        def decide(self, observation, history) -> Decision:
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.5)
            signal.raise_signal(signal.SIGINT)
            raise CancelledError

        def close(self):
            pass

    monkeypatch.setitem(BASELINES, "reference", Waits)
    said = agent_eval("run", "--build", "reference", "--trials", "3", "--concurrency", "1")
    assert said.code == 130
    began, stopping, ended, why, last = said.out.splitlines()
    run = began.split()[1].rstrip(":")
    assert stopping == "Stopping after the step in progress; Ctrl-C again ends at once."
    assert "cancelled" in ended
    assert "Error" not in why
    assert last == f"Interrupted. Go on with: agent-eval run --resume {run}"


@pytest.mark.parametrize("options", [("--json",), ()])
def test_a_reader_that_goes_away_stops_the_run_in_good_order(start, agent_eval, options):
    process = start("run", "--build", "random", "--trials", "600", "--concurrency", "2", *options)
    for _ in range(3):
        process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(60) == 130
    (run,) = agent_eval("runs", "--json").lines
    assert 0 < run["outcomes"]["missing"] < 600
    assert f"of 600 trials open. Go on with: agent-eval run --resume {run['run']}" in err
    assert "Traceback" not in err
    assert "Exception" not in err


def test_a_run_that_another_process_works_on_is_left_to_it(start, agent_eval):
    process = start("run", "--build", "random", "--trials", "600", "--json")
    run = json.loads(process.stdout.readline())["run"]
    process.stdout.readline()
    process.send_signal(signal.SIGSTOP)
    said = agent_eval("run", "--resume", run)
    process.send_signal(signal.SIGCONT)
    assert said.code == 3
    assert "is being worked on by another process" in said.err


def test_differences_name_every_leaf():
    assert differences({"a": {"b": 1, "hash": "x"}, "c": 2}, {"a": {"b": 1, "hash": "y"}, "d": 2}) == [
        "the a hash differs",
        "c was 2 and is None",
        "d was None and is 2",
    ]


def test_a_disk_that_fills_up_is_said_with_the_way_to_go_on(agent_eval, monkeypatch):
    from agent_eval.store.errors import StoreError
    from agent_eval.store.records import EpisodeRecorder

    recorded = []

    def full(self, turn):
        if len(recorded) > 4:
            raise StoreError("the disk is full.")
        recorded.append(turn)

    monkeypatch.setattr(EpisodeRecorder, "turn", full)
    said = agent_eval("run", "--build", "reference", "--trials", "6", "--concurrency", "1", "--json")
    run = said.lines[0]["run"]
    assert said.code == 3
    assert f"the disk is full. Go on with: agent-eval run --resume {run}" in said.err
