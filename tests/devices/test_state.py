"""Facts, changes between them, and their hash."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.state import State, StateChange, apply, diff, kind_of, show, state_hash

values = st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 1.5]) | st.text(max_size=3)
facts = st.dictionaries(st.sampled_from(["a", "b", "c"]), values, min_size=1)
states = st.dictionaries(st.sampled_from(["settings", "alarm/1", "alarm/2", "timer"]), facts)


@given(states, states)
def test_a_difference_leads_from_one_state_to_the_other(before: State, after: State) -> None:
    assert state_hash(apply(before, diff(before, after, step=4))) == state_hash(after)


@given(states)
def test_no_difference_to_itself(state: State) -> None:
    assert diff(state, {entity: dict(held) for entity, held in state.items()}, step=0) == []


@given(states)
def test_the_hash_does_not_depend_on_order(state: State) -> None:
    other = {entity: dict(reversed(held.items())) for entity, held in reversed(state.items())}
    assert state_hash(state) == state_hash(other)


def test_a_change_of_type_is_a_change() -> None:
    assert diff({"s": {"a": True}}, {"s": {"a": 1}}, step=2) == [StateChange(2, "s", "a", True, 1)]
    assert state_hash({"s": {"a": True}}) != state_hash({"s": {"a": 1}})


def test_a_journal_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="does not apply"):
        apply({"s": {"a": 1}}, [StateChange(0, "s", "a", 2, 3)])


def test_words() -> None:
    assert [show(value) for value in (None, True, False, 7, "é")] == ["absent", "on", "off", "7", '"é"']
    assert (kind_of("alarm/3"), kind_of("settings")) == ("alarm", "settings")
    assert str(StateChange(0, "settings", "wifi", True, False)) == "settings.wifi: on → off"
