import itertools
from concurrent.futures import CancelledError

import pytest

from agent_eval.agents.policy import Decision, Usage
from agent_eval.engine.protocol import EngineError
from agent_eval.episode import Limits, Played, play
from agent_eval.store.errors import StoreError
from devices.action import Answer, Done, Tap, Wait
from devices.state import StateChange
from tasks.conditions import OracleError
from tests.support.fakes import WIFI_ON, FakePhone, Script, Tape, judge, trial

TOGGLE = Tap(element=0)
USUAL = Limits()


def played(*moves, phone=None, tape=None, limits=USUAL, **options) -> Played:
    return play(trial(), phone or FakePhone(), Script(moves), tape or Tape(), options.pop("judge", judge), limits, **options)


def test_a_right_episode_passes_and_is_recorded_as_it_goes():
    tape = Tape()
    result = played(*WIFI_ON, tape=tape)
    assert (result.outcome, result.ending) == ("passed", "done")
    assert tape.initial == {"settings": {"wifi": False, "bluetooth": False}, "screen": {"app": "fake.settings"}}
    assert tuple(tape.turns) == result.turns
    assert result.turns[0].step.changes == (StateChange(0, "settings", "wifi", False, True),)
    assert result.verdict is not None
    assert result.verdict.steps == 2


def test_a_step_is_recorded_before_the_next_begins():
    events = []

    class Noting(Tape):
        def turn(self, turn):
            events.append(f"recorded {turn.step.index}")

    class Phone(FakePhone):
        def observe(self):
            events.append("look")
            return super().observe()

    played(TOGGLE, Wait(), Done(), phone=Phone(), tape=Noting())
    assert events == ["look", "recorded 0", "look", "recorded 1", "look", "recorded 2"]


def test_words_to_the_user_do_not_touch_the_phone_and_steps_are_counted_all_the_same():
    phone = FakePhone()
    result = played(Answer(text="no"), "eh?", TOGGLE, Done(), phone=phone)
    assert phone.acted == 1
    # The journal of the phone calls this its action 0; in the trace it is step 2.
    assert [change.step for turn in result.turns for change in turn.step.changes] == [2]
    assert result.outcome == "passed"


def test_recoveries_are_recorded():
    result = played(Decision(TOGGLE, "tap(0", recoveries=("closed_bracket",)), Done())
    assert result.turns[0].step.recoveries == ("closed_bracket",)


@pytest.mark.parametrize(
    ("moves", "limits", "ending", "steps"),
    [
        ((TOGGLE,), Limits(steps=7), "step_limit", 7),
        ((TOGGLE,), Limits(), "step_limit", 30),
        (("what?",), Limits(), "unparseable", 3),
        (("what?", "what?", TOGGLE, "what?"), Limits(), "unparseable", 6),
        ((Wait(),), Limits(), "loop", 4),
        ((TOGGLE, Wait()), Limits(), "loop", 5),
        ((Wait(), Wait(seconds=2)) * 3 + (Done(),), Limits(), "done", 7),
        ((TOGGLE,), Limits(tokens=500), "token_limit", 5),
    ],
)
def test_what_the_build_cannot_finish_is_judged_and_fails(moves, limits, ending, steps):
    result = played(*moves, limits=limits)
    assert (result.outcome, result.ending, len(result.turns)) == ("failed", ending, steps)
    assert result.verdict is not None


def test_going_back_and_forth_without_effect_is_a_loop_and_changing_facts_is_not():
    assert played(*itertools.islice(itertools.cycle((Wait(), Wait(seconds=2))), 20)).ending == "loop"
    assert played(TOGGLE, TOGGLE, TOGGLE, TOGGLE, TOGGLE, TOGGLE, TOGGLE, Done()).outcome == "passed"


def test_the_last_allowed_step_may_be_the_closing_one():
    assert played(*WIFI_ON, limits=Limits(steps=2)).outcome == "passed"
    assert played(*WIFI_ON, limits=Limits(steps=1)).ending == "step_limit"


@pytest.mark.parametrize(("reference", "steps"), [(None, 30), (1, 10), (2, 10), (5, 16), (12, 30)])
def test_step_limit_follows_the_reference(reference, steps):
    assert Limits().steps_for(reference) == steps


def test_the_time_limit_is_no_score():
    ticks = itertools.count(0, 10)
    result = played(TOGGLE, limits=Limits(seconds=100), clock=lambda: float(next(ticks)))
    assert (result.outcome, result.ending, result.verdict) == ("timeout", "time_limit", None)
    assert result.final is not None


def test_cancelling_ends_it_before_the_next_step():
    tape = Tape()
    result = played(TOGGLE, tape=tape, cancelled=lambda: len(tape.turns) == 2)
    assert (result.outcome, result.ending, len(result.turns)) == ("cancelled", "cancelled", 2)


@pytest.mark.parametrize("call", ["reset", "observe", "act", "state"])
def test_a_lost_phone_is_not_the_builds_fault(call):
    result = played(*WIFI_ON, phone=FakePhone(broken=(call, 0)))
    assert (result.outcome, result.ending, result.verdict) == ("env_error", "error", None)
    assert result.reason == f"the phone was lost in {call}"


def test_steps_before_an_error_are_kept():
    tape = Tape()
    result = played(TOGGLE, phone=FakePhone(broken=("observe", 2)), tape=tape)
    assert result.outcome == "env_error"
    assert len(tape.turns) == len(result.turns) == 2


def test_a_failing_engine_is_an_agent_error():
    result = played(TOGGLE, EngineError("out of memory"))
    assert (result.outcome, result.reason, len(result.turns)) == ("agent_error", "out of memory", 1)


def test_a_reply_that_is_called_off_is_cancelled_after_a_stop_and_an_agent_error_otherwise():
    asked = iter([False, True])  # stopped while the reply is awaited
    played = play(trial(), FakePhone(), Script((CancelledError(),)), Tape(), judge, cancelled=lambda: next(asked))
    assert (played.outcome, played.ending, played.reason) == ("cancelled", "cancelled", "Stopped from outside before its end.")
    assert play(trial(), FakePhone(), Script((CancelledError(),)), Tape(), judge).outcome == "agent_error"


def test_a_bug_in_an_agent_says_where_it_is():
    result = played(TOGGLE, KeyError("colour"))
    assert result.outcome == "agent_error"
    assert result.reason.startswith("KeyError: 'colour' (fakes.py:")


@pytest.mark.parametrize("error", [OracleError("a fact is missing"), ZeroDivisionError("x")])
def test_an_oracle_that_cannot_judge_is_no_fail(error):
    def broken(*_):
        raise error

    result = played(*WIFI_ON, judge=broken)
    assert (result.outcome, result.ending) == ("oracle_error", "done")
    assert result.final is not None


def test_what_cannot_be_recorded_ends_the_run_and_not_the_episode():
    class Full(Tape):
        def turn(self, turn):
            raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="disk is full"):
        played(*WIFI_ON, tape=Full())


def test_tokens_read_and_written_count_against_the_budget():
    costly = Decision(TOGGLE, "tap", usage=Usage(prompt_tokens=900, output_tokens=100))
    assert len(played(costly, limits=Limits(tokens=3000)).turns) == 3
