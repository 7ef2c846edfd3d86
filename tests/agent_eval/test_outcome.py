import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_eval.outcome import OUTCOMES, Tally


@given(st.lists(st.sampled_from([*OUTCOMES, None])), st.integers(0, 20))
def test_every_trial_is_counted_once(outcomes, unplayed):
    tally = Tally.of(outcomes, len(outcomes) + unplayed)
    assert sum(tally.to_json().values()) == tally.planned
    assert tally.missing == unplayed + outcomes.count(None)
    assert set(tally.to_json()) == {*OUTCOMES, "missing"}


def test_only_passed_and_failed_make_the_rate():
    tally = Tally.of(["passed", "failed", "failed", "agent_error", "env_error", "oracle_error", "timeout", "cancelled"], 10)
    assert tally.pass_rate == pytest.approx(1 / 3)
    assert tally.scored == 3
    assert tally.unsettled == 6  # four errors and the cancelled one, less the timeout that stands, and two never played


def test_no_score_is_no_rate():
    assert Tally.of(["env_error"], 3).pass_rate is None


def test_more_outcomes_than_trials_is_an_error():
    with pytest.raises(ValueError, match="2 outcomes for 1 trials"):
        Tally.of(["passed", "failed"], 1)
