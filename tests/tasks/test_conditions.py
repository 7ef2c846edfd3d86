"""Conditions about whole sets of things, and what each of them permits to change."""

from collections.abc import Sequence

import pytest

from devices.state import State, Value
from tasks.conditions import (
    Condition,
    OracleError,
    all_of,
    count_of,
    created,
    deleted,
    deleted_all,
    each,
    edited,
    fact,
    none,
    standing,
    the,
)
from tasks.oracle import Oracle, judge
from tests.tasks.traces import Move, gone, trace

PHONE: State = {
    "settings": {"wifi": False, "volume_media": 9},
    "todo/1": {"title": "Milk", "list": "Home", "done": False},
    "todo/2": {"title": "Tea", "list": "Home", "done": True},
    "todo/3": {"title": "Call", "list": "Work", "done": False},
}


def todo(number: int, title: str, inside: str = "Home", done: bool = False) -> list[Move]:
    facts: dict[str, Value] = {"title": title, "list": inside, "done": done}
    return [(f"todo/{number}", key, value) for key, value in facts.items()]


def leave(*entities: str) -> list[Move]:
    return [move for entity in entities for move in gone(entity, PHONE)]


ALL_GONE = deleted_all("todo", list="Home")
ALL_DONE = each("todo", {"list": "Home"}, done=True)
NONE_OPEN = none("todo", list="Home", done=False)
THREE_HOME = count_of("todo", 3, list="Home")
ONE_HOME = count_of("todo", 1, list="Home")


@pytest.mark.parametrize(
    ("condition", "moves", "passes", "words"),
    [
        (ALL_GONE, leave("todo/1", "todo/2"), True, ""),
        (ALL_GONE, leave("todo/1"), False, "1 of 2 still there: todo/2"),
        (ALL_GONE, leave("todo/1", "todo/2", "todo/3"), False, "todo/3 was deleted"),
        (ALL_DONE, [("todo/1", "done", True)], True, ""),
        (ALL_DONE, [], False, "todo/1: done off"),
        (ALL_DONE, [("todo/1", "done", True), ("todo/3", "done", True)], False, "todo/3.done: off → on"),
        (ALL_DONE, [("todo/1", "done", True), ("todo/2", "title", "Coffee")], False, "todo/2.title"),
        (ALL_DONE, leave("todo/1"), False, "todo/1: it is gone"),
        (NONE_OPEN, [("todo/1", "done", True)], True, ""),
        (NONE_OPEN, leave("todo/1"), True, ""),
        (NONE_OPEN, [("todo/1", "list", "Work")], True, ""),
        (NONE_OPEN, [("todo/1", "done", True), ("todo/1", "title", "Cream")], False, "todo/1.title"),
        (NONE_OPEN, leave("todo/1", "todo/2"), False, "todo/2 was deleted"),
        (THREE_HOME, todo(4, "Bread"), True, ""),
        (THREE_HOME, todo(4, "Bread", "Work"), False, "Expected 3 todo with list"),
        (THREE_HOME, [*todo(4, "Bread"), *todo(5, "Jam")], False, "4: todo/1, todo/2, todo/4, todo/5"),
        (THREE_HOME, [*todo(4, "Bread"), *todo(5, "Jam", "Work")], False, "todo/5 was created"),
        (ONE_HOME, leave("todo/2"), True, ""),
        (ONE_HOME, leave("todo/1", "todo/3"), False, "todo/3 was deleted"),
        (ONE_HOME, [("todo/1", "list", "Work")], True, ""),
    ],
)
def test_sets_are_judged_whole(condition: Condition, moves: Sequence[Move], passes: bool, words: str) -> None:
    verdict = judge(Oracle(goal=condition), trace(list(moves), initial=PHONE))
    assert verdict.passed is passes, verdict.reason
    assert words in verdict.reason


@pytest.mark.parametrize("condition", [deleted_all("todo", list="Garden"), each("todo", {"list": "Garden"}, done=True)])
def test_a_condition_on_every_one_of_none_is_no_evidence(condition: Condition) -> None:
    with pytest.raises(OracleError, match="holds no todo with list"):
        judge(Oracle(goal=condition), trace([], initial=PHONE))


@pytest.mark.parametrize("condition", [none("todo", colour="red"), count_of("todo", 1, colour="red"), each("todo", {}, colour="red")])
def test_a_fact_that_nothing_has_is_no_evidence(condition: Condition) -> None:
    with pytest.raises(OracleError, match="does not tell 'colour'"):
        judge(Oracle(goal=condition), trace([], initial=PHONE))


def test_what_a_goal_says_of_a_state_by_itself() -> None:
    there = {**PHONE, "todo/9": {"title": "Jam", "list": "Home", "done": False}}
    without = {"settings": PHONE["settings"], "todo/3": PHONE["todo/3"]}
    cases: Sequence[tuple[Condition, State, State]] = (
        (created("todo", {"title": "Jam"}), there, PHONE),
        (deleted(the("todo", title="Jam")), PHONE, there),
        (deleted_all("todo", list="Home"), without, PHONE),
        (all_of(fact("settings", "wifi", False), created("todo", {"title": "Jam"})), there, PHONE),
        (edited(the("todo", title="Tea"), done=True), PHONE, {**PHONE, "todo/2": {**PHONE["todo/2"], "done": False}}),
    )
    for condition, met, unmet in cases:
        assert standing(condition).check(met, met).holds, condition.words
        assert not standing(condition).check(unmet, unmet).holds, condition.words


def test_every_condition_tells_what_it_names() -> None:
    condition = all_of(edited(the("todo", title="Tea"), done=True), created("todo", {"list": "Home"}), none("alarm"))
    assert ("todo", "title", "Tea") in condition.named
    assert ("todo", "done", True) in condition.named
    assert ("todo", "list", "Home") in condition.named
    assert ("alarm", "", None) in condition.named


@pytest.mark.parametrize("condition", [ALL_GONE, ALL_DONE, NONE_OPEN, THREE_HOME, ONE_HOME, none("todo")])
def test_every_condition_explains_itself(condition: Condition) -> None:
    result = condition.check(PHONE, PHONE)
    assert condition.words
    assert result.expected
    assert result.got
