import signal
import threading
from collections import Counter
from concurrent.futures import Future

import pytest
from sqlalchemy import select

from agent_eval.agents.policy import Agent
from agent_eval.outcome import Tally
from agent_eval.runner import MOST_ERRORS, Stop, run
from agent_eval.store import models
from agent_eval.store.errors import StoreError
from agent_eval.store.queries import tally, to_do
from devices.action import Done, Tap, Wait
from devices.device import DeviceError
from tests.support.fakes import WIFI_ON, FakePhone, Script
from tests.support.runs import database_in, plan, work


@pytest.fixture
def database(tmp_path):
    with database_in(tmp_path) as opened:
        yield opened


def script(by_seed: dict[int, tuple], usual=WIFI_ON) -> Agent:
    return Script((), moves_for=lambda trial: by_seed.get(trial.seed, usual))


@pytest.mark.parametrize("concurrency", [1, 3, 8, 40])
def test_every_trial_is_played_once_whatever_the_number_of_workers(database, concurrency):
    run_id = plan(database, 12)
    ended = []
    result = run(work(database, run_id, script({3: (Done(),)})), database, Stop(), concurrency, ended.append)
    assert result == Tally.of(["passed"] * 11 + ["failed"], 12)
    assert Counter(progress.trial.seed for progress in ended) == dict.fromkeys(range(12), 1)
    assert ended[-1].tally == result
    assert ended[-1].eta_s == 0
    with database.read() as session:
        assert len(session.scalars(select(models.Episode)).all()) == 12
        assert session.scalar(select(models.Sitting)).ended_at is not None


def test_trials_are_claimed_in_plan_order(database):
    run_id = plan(database, 9)
    agent = Script(WIFI_ON)
    run(work(database, run_id, agent), database, Stop(), 1)
    assert agent.started == [f"fake.wifi/{seed}" for seed in range(9)]


def test_workers_really_play_at_once(database):
    run_id = plan(database, 4)
    together = threading.Barrier(4, timeout=30)

    def meet():
        together.wait()
        return Tap(element=0)

    result = run(work(database, run_id, Script((meet, Done()))), database, Stop(), 4)
    assert result.counts["passed"] == 4


def test_errors_are_told_apart_and_a_resume_does_exactly_those(database):
    run_id = plan(database, 6)
    broken = {1: (ValueError("bug"),), 4: (Tap(element=0), KeyError("x"))}
    first = run(work(database, run_id, script(broken)), database, Stop(), 2)
    assert first == Tally.of(["passed"] * 4 + ["agent_error"] * 2, 6)
    agent = Script(WIFI_ON)
    again = work(database, run_id, agent)
    assert run(again, database, Stop(), 2) == Tally.of(["passed"] * 6, 6)
    assert sorted(agent.started) == ["fake.wifi/1", "fake.wifi/4"]
    assert to_do(database, run_id) == []
    with database.read() as session:
        attempts = {
            episode.trial.position: episode.attempt for episode in session.scalars(select(models.Episode).order_by(models.Episode.attempt))
        }
    assert attempts == {0: 1, 1: 2, 2: 1, 3: 1, 4: 2, 5: 1}


def test_a_lost_phone_is_replaced(database):
    run_id = plan(database, 4)
    phones = []

    def make():
        phones.append(FakePhone(broken=("act", 0)) if not phones else FakePhone())
        return phones[-1]

    result = run(work(database, run_id, Script(WIFI_ON), make), database, Stop(), 1)
    assert result == Tally.of(["env_error"] + ["passed"] * 3, 4)
    assert len(phones) == 2
    assert all(phone.closed for phone in phones)


def test_a_bench_that_keeps_failing_is_stopped(database):
    run_id = plan(database, 40)
    stop = Stop()
    result = run(work(database, run_id, Script((ValueError("engine gone"),))), database, stop, 1)
    assert result == Tally.of(["agent_error"] * MOST_ERRORS, 40)
    assert "in a row" in stop.reason
    assert "engine gone" in stop.reason


def test_a_phone_that_cannot_be_had_stops_the_run(database):
    def none():
        raise DeviceError("no such phone")

    run_id, stop = plan(database, 3), Stop()
    assert run(work(database, run_id, Script(WIFI_ON), none), database, stop, 2).missing == 3
    assert stop.reason == "no phone could be had: no such phone"


def test_a_stop_finishes_the_step_records_it_and_claims_nothing_more(database):
    run_id, stop, heard = plan(database, 10), Stop(), threading.Event()

    def interrupt():
        stop("interrupted")
        assert heard.wait(30)
        return Wait()

    agent = script({2: (Tap(element=0), interrupt, Done())})
    result = run(work(database, run_id, agent), database, stop, 1, on_stop=heard.set)
    assert result == Tally.of(["passed", "passed", "cancelled"], 10)
    stop("too late")
    assert stop.reason == "interrupted"
    with database.read() as session:
        cancelled = session.scalar(select(models.Episode).where(models.Episode.outcome == "cancelled"))
        assert [step.index for step in cancelled.steps] == [0, 1]
    assert [planned.trial.seed for planned in to_do(database, run_id)] == list(range(2, 10))
    assert run(work(database, run_id, Script(WIFI_ON)), database, Stop(), 3) == Tally.of(["passed"] * 10, 10)


def test_a_second_ctrl_c_calls_the_replies_off_and_records_the_episodes_as_cancelled(database):
    run_id, stop, reply = plan(database, 3), Stop(), Future()

    class Slow(Script):
        def close(self):
            reply.cancel()

    def wait_for_reply():
        signal.raise_signal(signal.SIGINT)  # taken by the main thread, which waits for the workers
        return reply.result(30)

    with pytest.raises(KeyboardInterrupt):
        run(work(database, run_id, Slow((wait_for_reply,))), database, stop, 1)
    assert stop.reason == "interrupted"
    assert tally(database, run_id) == Tally.of(["cancelled"], 3)


def test_cancelling_while_episodes_end_never_counts_one_twice(database):
    for round_ in range(8):
        run_id, stop = plan(database, 12), Stop()
        seen = []

        def ended(progress, stop=stop, seen=seen, after=round_):
            seen.append(progress.played.outcome)
            if len(seen) > after:
                stop("interrupted")

        result = run(work(database, run_id, Script(WIFI_ON)), database, stop, 6, ended)
        assert sum(result.counts.values()) == len(seen)
        assert sum(result.to_json().values()) == 12


def test_a_full_disk_ends_the_run_and_keeps_what_was_recorded(database):
    run_id = plan(database, 30)

    def fill(session):
        pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar()
        session.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages + 6}")

    database.write(fill)
    stop = Stop()
    with pytest.raises(StoreError, match="disk is full"):
        run(work(database, run_id, Script(WIFI_ON)), database, stop, 3)
    kept = tally(database, run_id)
    assert 0 < kept.counts["passed"] < 30
    database.write(lambda session: session.connection().exec_driver_sql("PRAGMA max_page_count = 1000000"))
    assert run(work(database, run_id, Script(WIFI_ON)), database, Stop(), 3) == Tally.of(["passed"] * 30, 30)


def test_a_report_that_fails_ends_the_run_with_its_error(database):
    def broken(_):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        run(work(database, plan(database, 3), Script(WIFI_ON)), database, Stop(), 1, broken)
