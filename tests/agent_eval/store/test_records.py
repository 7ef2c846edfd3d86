import json

import pytest
from sqlalchemy import select

from agent_eval.agents.policy import Decision, Usage
from agent_eval.episode import play
from agent_eval.outcome import Tally
from agent_eval.store import models
from agent_eval.store.errors import StoreError
from agent_eval.store.lock import run_lock
from agent_eval.store.queries import list_runs, load_run, matching_ids, summarise, tally, to_do
from agent_eval.store.rebuild import load_trace, trial_from_json
from agent_eval.store.records import EpisodeRecorder, begin_sitting, forget_run
from devices.action import Done, Tap
from devices.device import Event, Layout, Setup
from devices.state import State
from tasks.task import Trial, Variation
from tests.support.fakes import FakePhone, Script, judge, trial
from tests.support.runs import database_in, plan


@pytest.fixture
def database(tmp_path):
    with database_in(tmp_path) as opened:
        yield opened


def attempt(database, run_id, sitting, position, *moves, phone=None):
    with database.read() as session:
        row = session.scalar(select(models.Trial.id).where(models.Trial.run_id == run_id, models.Trial.position == position))
    planned = next(p for p in to_do(database, run_id) if p.row == row)
    recorder = EpisodeRecorder(database, sitting, planned)
    played = play(planned.trial, phone or FakePhone(), Script(moves), recorder, judge, reference_steps=planned.reference_steps)
    recorder.end(played)
    return recorder, played


def test_a_trace_comes_back_as_it_was_and_is_judged_the_same(database):
    run_id = plan(database)
    sitting = begin_sitting(database, run_id, {})
    odd = Decision(Tap(element=1), "tap \x00 三 😀", prompt="a lone \ud83d", recoveries=("unquoted",), usage=Usage(10, 5, 3, 0.25))
    recorder, played = attempt(database, run_id, sitting, 0, "eh?", odd, Tap(element=0), Tap(element=1), Done())
    restored, trace, reference = load_trace(database, recorder.id)
    assert restored == trial(0)
    assert reference == 2
    assert trace.steps == tuple(turn.step for turn in played.turns)
    assert (trace.initial, trace.final, trace.ending) == (played.initial, played.final, "done")
    assert judge(restored, trace, reference) == played.verdict


def test_half_a_character_in_a_reply_does_not_break_the_record(database):
    run_id = plan(database)
    recorder, _ = attempt(database, run_id, begin_sitting(database, run_id, {}), 0, "half \ud83d", Done())
    assert load_trace(database, recorder.id)[1].steps[0].text.startswith("half \ufffd")


def test_a_trial_survives_json():
    facts: State = {"settings": {"wifi": True, "n": 1, "x": 1.0}}
    setup = Setup(
        layout=Layout(font_scale=1.0, theme="dark"),
        clear=("alarm",),
        facts=facts,
        popup="rate us",
        page="editor",
        args=("note/1",),
        draft={"title": "half"},
        events=(Event(3, "Messages", "Ines", "Hi"), Event(5, popup="battery")),
        asleep=True,
    )
    whole = Trial("a.b", "v", 3, "train", {"on": True, "n": 1, "x": 1.0, "s": "1"}, "Do", Variation("theme", "dark"), setup)
    restored = trial_from_json(json.loads(json.dumps(whole.to_json())))
    assert restored == whole
    assert restored.hash == whole.hash


def test_an_outcome_is_final(database):
    run_id = plan(database)
    sitting = begin_sitting(database, run_id, {})
    recorder, played = attempt(database, run_id, sitting, 0, Tap(element=0), Done())
    with pytest.raises(StoreError, match="the first one stands"):
        recorder.end(played)
    assert tally(database, run_id).counts["passed"] == 1


def test_no_trial_is_settled_twice(database):
    run_id = plan(database)
    sitting = begin_sitting(database, run_id, {})
    planned = to_do(database, run_id)[0]
    one, two = EpisodeRecorder(database, sitting, planned), EpisodeRecorder(database, sitting, planned)
    played = play(planned.trial, FakePhone(), Script([Done()]), one, judge)
    one.end(played)
    with pytest.raises(StoreError, match="UNIQUE"):
        two.end(played)


def test_no_step_is_recorded_twice(database):
    run_id = plan(database)
    recorder, played = attempt(database, run_id, begin_sitting(database, run_id, {}), 0, Done())
    with pytest.raises(StoreError, match="UNIQUE"):
        recorder.turn(played.turns[0])


def test_the_last_attempt_that_ended_counts_and_errors_are_done_again(database):
    run_id = plan(database, 4)
    sitting = begin_sitting(database, run_id, {})
    attempt(database, run_id, sitting, 0, Tap(element=0), Done())
    attempt(database, run_id, sitting, 1, Done())
    attempt(database, run_id, sitting, 2, Done(), phone=FakePhone(broken=("reset", 0)))
    assert [p.trial.seed for p in to_do(database, run_id)] == [2, 3]
    assert tally(database, run_id) == Tally.of(["passed", "failed", "env_error"], 4)
    attempt(database, run_id, sitting, 2, Tap(element=0), Done())
    assert tally(database, run_id) == Tally.of(["passed", "failed", "passed"], 4)
    EpisodeRecorder(database, sitting, to_do(database, run_id)[0])  # begun and not ended
    assert tally(database, run_id).missing == 1
    assert [p.trial.seed for p in to_do(database, run_id)] == [3]


def test_what_a_dead_process_left_open_is_closed_by_the_next(database):
    run_id = plan(database, 2)
    planned = to_do(database, run_id)
    orphan = EpisodeRecorder(database, begin_sitting(database, run_id, {}), planned[0])
    begin_sitting(database, run_id, {})
    assert tally(database, run_id).counts["cancelled"] == 1
    with pytest.raises(StoreError, match="the first one stands"):  # it was not dead after all: too late
        orphan.end(play(planned[0].trial, FakePhone(), Script([Done()]), EpisodeRecorder(database, 1, planned[1]), judge))
    assert [p.trial.seed for p in to_do(database, run_id)] == [0, 1]


def test_a_stored_trial_that_was_tampered_with_is_noticed(database):
    run_id = plan(database)

    def tamper(session):
        row = session.scalar(select(models.Trial))
        row.spec = {**row.spec, "goal": "Turn off Wi-Fi"}

    database.write(tamper)
    with pytest.raises(StoreError, match="does not have the hash"):
        to_do(database, run_id)


def test_screens_read_by_other_rules_are_not_passed_off_as_ours(database):
    run_id = plan(database)
    recorder, _ = attempt(database, run_id, begin_sitting(database, run_id, {}), 0, Done())
    database.write(lambda session: setattr(session.scalar(select(models.Step)), "rules", "elements-0"))
    with pytest.raises(StoreError, match="under the rules elements-0"):
        load_trace(database, recorder.id)


def test_an_episode_without_an_end_cannot_be_judged(database):
    run_id = plan(database)
    recorder = EpisodeRecorder(database, begin_sitting(database, run_id, {}), to_do(database, run_id)[0])
    with pytest.raises(StoreError, match="did not come to its end"):
        load_trace(database, recorder.id)
    with pytest.raises(StoreError, match="there is no episode 00"):
        load_trace(database, "00")


def test_the_summary_is_of_the_stored_episodes(database):
    run_id = plan(database, 6)
    sitting = begin_sitting(database, run_id, {})
    assert summarise(database, run_id).seconds_per_step is None
    attempt(database, run_id, sitting, 0, Tap(element=0), Done())
    attempt(database, run_id, sitting, 1, Decision(Tap(element=0), "x", recoveries=("quotes",)), Tap(element=0), Done())  # on, then off
    attempt(database, run_id, sitting, 2, Tap(element=1), Tap(element=0), Done())  # and Bluetooth
    attempt(database, run_id, sitting, 3, Done())
    attempt(database, run_id, sitting, 4, Tap(element=0), "", phone=FakePhone(broken=("observe", 1)))
    summary = summarise(database, run_id)
    assert summary.tally == Tally.of(["passed", "failed", "failed", "failed", "env_error"], 6)
    assert (summary.goal_reached, summary.kept, summary.with_side_effects) == (3, 2, 1)
    assert summary.recognition == {"in_time": 2, "early": 2}
    assert (summary.steps, summary.reference_steps) == (2.0, 2.0)
    assert (summary.all_steps, summary.recovered_steps) == (9, 1)
    assert summary.interval is not None
    with database.read() as session:
        assert session.get_one(models.Episode, summary.last_episode).trial.position == 3


def test_runs_and_episodes_are_found_by_the_beginning_of_their_ids(database):
    ids = [plan(database) for _ in range(3)]
    assert [run.id for run in list_runs(database)] == ids[::-1]
    assert matching_ids(database, models.Run, ids[0]) == [ids[0]]
    assert ids[0] in matching_ids(database, models.Run, ids[0][:4])
    assert matching_ids(database, models.Run, "%") == []
    assert load_run(database, ids[1]).planned == 6
    with pytest.raises(StoreError, match="there is no run zz"):
        load_run(database, "zz")


def test_only_a_run_that_nobody_has_begun_is_forgotten(database):
    kept, gone = plan(database), plan(database)
    begin_sitting(database, kept, {})
    forget_run(database, gone)
    with pytest.raises(StoreError, match="has been begun, and is kept"):
        forget_run(database, kept)
    assert [run.id for run in list_runs(database)] == [kept]
    assert len(to_do(database, kept)) == 6


def test_one_process_at_a_time_works_on_a_run(tmp_path):
    with (
        run_lock(tmp_path, "a"),
        run_lock(tmp_path, "b"),
        pytest.raises(StoreError, match="run a is being worked on"),
        run_lock(tmp_path, "a"),
    ):
        pass
    with run_lock(tmp_path, "a"):
        pass
