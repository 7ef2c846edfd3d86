import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from agent_eval.cli.replay import action_line
from agent_eval.episode import play
from agent_eval.store.database import Database
from agent_eval.store.queries import to_do
from agent_eval.store.records import EpisodeRecorder, begin_sitting
from devices.action import Done, Drag, OpenApp, Tap, TypeText
from devices.sim import SimulatedPhone
from tests.support.fakes import FakePhone, Script, Tape, judge, screen, trial
from tests.support.runs import plan


@pytest.fixture
def episode(agent_eval):
    return agent_eval("run", "--build", "reference", "--trials", "1", "--json").lines[-1]["episode"]


def test_it_shows_screen_words_action_outcome_change_and_verdict(agent_eval, episode):
    said = agent_eval("replay", episode[:5])
    assert said.code == 0
    for words in (
        "step 0",
        "app Settings",
        "→",
        'did     open_app "Settings" → done',
        "changed settings.wifi: off → on",
        "passed The goal holds",
        "✓",
    ):
        assert words in said.out


def test_what_was_done_is_told_with_the_names_of_its_elements():
    seen = screen({"settings": {"wifi": False, "bluetooth": False}})
    assert action_line(Tap(element=1), seen) == "tap #1 Bluetooth"
    assert action_line(TypeText(element=0, text="see #1"), seen) == 'type_text #0 Wi-Fi "see #1"'
    assert action_line(Drag(element=1, to_element=0), seen) == "drag #1 Bluetooth #0 Wi-Fi"
    assert action_line(Tap(element=12), seen) == "tap #12"
    assert action_line(OpenApp(name="Room #1"), seen) == 'open_app "Room #1"'


def test_json_lines_hold_every_step_and_the_verdict(agent_eval, episode):
    *steps, last = agent_eval("replay", episode, "--json").lines
    assert [step["step"] for step in steps] == list(range(last["steps"]))
    assert (last["event"], last["outcome"], last["verdict"]["passed"]) == ("episode", "passed", True)
    assert {"elements", "text", "action", "outcome", "changes", "recoveries", "prompt", "tokens", "seconds"} <= steps[0].keys()


def test_one_step(agent_eval, episode):
    said = agent_eval("replay", episode, "--step", "1")
    assert "step 1" in said.out
    assert "step 0" not in said.out
    said = agent_eval("replay", episode, "--step", "99")
    assert (said.code, said.out) == (2, "")
    assert "there is no step 99" in said.sentence()


def test_screens_are_drawn_again_and_are_those_recorded(agent_eval, episode, tmp_path):
    folder = tmp_path / "new" / "screens"
    said = agent_eval("replay", episode, "--screenshots", str(folder), "--json")
    files = sorted(file.name for file in folder.iterdir())
    assert files == [f"step-{step:03d}.png" for step in range(said.lines[-1]["steps"])]
    assert all((folder / name).read_bytes().startswith(b"\x89PNG\r\n\x1a\n") for name in files)


def test_a_phone_that_has_changed_is_noticed(agent_eval, episode, tmp_path, monkeypatch):
    reset = SimulatedPhone.reset
    monkeypatch.setattr(SimulatedPhone, "reset", lambda self, setup: reset(self, replace(setup, now="2027-01-01T00:00:00")))
    said = agent_eval("replay", episode, "--screenshots", str(tmp_path), "--json")
    assert said.code == 3
    assert "has changed since" in said.sentence()


def test_a_folder_that_cannot_be_written_is_said(agent_eval, episode, tmp_path):
    (tmp_path / "file").write_text("")
    said = agent_eval("replay", episode, "--screenshots", str(tmp_path / "file"), "--json")
    assert said.code == 2
    assert "Name a folder that can be written" in said.sentence()


def test_an_unknown_id_is_of_no_episode_and_no_run(agent_eval, episode):
    wrong = episode[:-1] + ("0" if episode[-1] != "0" else "1")
    said = agent_eval("replay", wrong)
    assert (said.code, said.out) == (2, "")
    assert said.sentence() == f"there is no episode or run of the id '{wrong}'. `agent-eval runs` lists the runs."


@pytest.mark.parametrize("given", ["", "%", "_", "é", "\udcff", "\n", "0'; --"])
def test_what_can_be_no_id_is_an_unknown_one(agent_eval, episode, given):
    said = agent_eval("replay", given)
    assert said.code == 2
    assert "there is no episode or run of the id" in said.sentence()


def test_the_id_of_a_run_is_answered_with_its_episodes_those_that_did_not_pass_first(agent_eval, monkeypatch):
    from agent_eval.agents.baselines import BASELINES

    nothing, reference = BASELINES["do-nothing"](), BASELINES["reference"]()

    class Late(Script):
        """Plays the first five trials rightly, and then does nothing."""

        def __init__(self):
            self.begun = 0

        def start(self, trial):
            self.begun += 1
            return (reference if self.begun <= 5 else nothing).start(trial)

        def close(self):
            pass

    monkeypatch.setitem(BASELINES, "reference", Late)
    first, *played, _ = agent_eval("run", "--build", "reference", "--trials", "14", "--concurrency", "1", "--json").lines
    ordered = [*played[5:], *played[:5]]
    assert {line["outcome"] for line in ordered[:9]} == {"failed"}
    said = agent_eval("replay", first["run"][:8])
    assert (said.code, said.err) == (0, "")
    head, titles, *rows = said.out.splitlines()
    assert first["run"] in head
    assert titles.split() == ["episode", "trial", "outcome", "steps", "reason"]
    assert [row.split(maxsplit=4) for row in rows] == [
        [line["episode"], line["trial"], line["outcome"], str(line["steps"]), row.split(maxsplit=4)[4]]
        for line, row in zip(ordered, rows, strict=True)
    ]
    assert all(line["reason"] in row for line, row in zip(ordered, rows, strict=True))
    listed = agent_eval("replay", first["run"], "--json").lines
    assert [(one["episode"], one["outcome"], one["steps"], one["reason"]) for one in listed] == [
        (line["episode"], line["outcome"], line["steps"], line["reason"]) for line in ordered
    ]


def test_a_step_of_a_run_is_refused(agent_eval):
    run = agent_eval("run", "--build", "do-nothing", "--trials", "1", "--json").lines[0]["run"]
    said = agent_eval("replay", run, "--step", "0")
    assert (said.code, said.out) == (2, "")
    assert f"{run} is a run: --step" in said.sentence()


def test_a_run_without_episodes_says_how_to_go_on(agent_eval, data_folder):
    with Database(data_folder / "agent-eval.sqlite") as database:
        run_id = plan(database)
    said = agent_eval("replay", run_id)
    assert (said.code, said.out.splitlines()[-1]) == (0, f"No episode yet. Go on with: agent-eval run --resume {run_id}")


def test_a_beginning_that_several_share_is_refused(agent_eval):
    run = agent_eval("run", "--build", "do-nothing", "--trials", "40", "--json").lines
    first = [line["episode"][0] for line in run if line["event"] == "episode"]
    shared = next(letter for letter in first if first.count(letter) > 1)
    said = agent_eval("replay", shared)
    assert said.code == 2
    assert "give more of its id" in said.sentence()


def test_an_episode_that_was_cut_off_is_shown_as_far_as_it_came(agent_eval, data_folder):
    with Database(data_folder / "agent-eval.sqlite") as database:
        run_id = plan(database)
        recorder = EpisodeRecorder(database, begin_sitting(database, run_id, {}), to_do(database, run_id)[0])
        tape = Tape()
        play(trial(), FakePhone(), Script(("[eh?]", Done())), tape, judge)
        recorder.turn(tape.turns[0])
    said = agent_eval("replay", recorder.id)
    assert said.code == 0
    assert "said    [eh?]" in said.out
    assert "unreadable no tool call found" in said.out
    assert "not ended" in said.out
    last = agent_eval("replay", recorder.id, "--json").lines[-1]
    assert (last["outcome"], last["verdict"], last["steps"]) == (None, None, 1)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE steps SET screen = x'0011'",
        "UPDATE steps SET action = 'garbage'",
        'UPDATE steps SET action = \'{"tool": "fly"}\'',
        "UPDATE steps SET changes = '[[1]]'",
        "UPDATE episodes SET verdict = '{}'",
        "UPDATE trials SET spec = '{}'",
        "UPDATE runs SET created_at = 'nonsense'",
    ],
)
def test_a_record_that_cannot_be_read_back_is_the_databases_fault_and_no_internal_error(agent_eval, episode, data_folder, damage):
    with closing(sqlite3.connect(data_folder / "agent-eval.sqlite")) as connection:
        connection.execute(damage)
        connection.commit()
    said = agent_eval("replay", episode)
    assert said.code == 3
    assert "agent-eval.sqlite holds what cannot be read back (" in said.sentence()
