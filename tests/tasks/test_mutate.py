from dataclasses import replace

import pytest

from devices.sim import SimulatedPhone
from tasks import registry
from tasks.conditions import all_of, count_of
from tasks.mutate import mutants, mutants_of, survivors
from tasks.oracle import Oracle
from tasks.suite import trial_with
from tasks.task import Params

FEW = (
    "clock.set_alarm",
    "contacts.edit_phone",
    "contacts.delete",
    "contacts.find_phone",
    "settings.set_connection",
    "calendar.delete_missing",
)


@pytest.mark.parametrize("task", FEW)
def test_every_broken_task_is_noticed(task: str) -> None:
    found = mutants(task, SimulatedPhone())
    assert survivors(found) == []
    assert len({mutant.name for mutant in found}) == len(found) >= 2
    names = {mutant.name for mutant in found}
    assert {"lets side effects pass", "believes whatever the agent says"} <= names


def test_mutants_break_the_set_up_and_each_part_of_the_oracle() -> None:
    names = {mutant.name for mutant in mutants("contacts.edit_phone", SimulatedPhone())}
    assert {"the goal is met at the start", "what the goal is about is missing"} <= names
    assert any(name.startswith("another phone in goal") for name in names)
    assert any(name.startswith(("without goal, entity", "without goal, which")) for name in names), names
    asked = {mutant.name for mutant in mutants("contacts.find_phone", SimulatedPhone())}
    assert {"accepts any answer", "another number in answer", "what the question is about is missing"} <= asked


def test_a_condition_that_follows_from_another_survives() -> None:
    task = registry.task("clock.set_alarm")

    def padded(params: Params) -> Oracle:
        goal = task.oracle(params).goal
        assert goal is not None
        there = sum(entity.startswith("alarm/") for entity in trial_with(task, params).setup.facts)
        return Oracle(goal=all_of(goal, count_of("alarm", there + 1)))

    left = survivors(mutants_of(replace(task, oracle=padded, filler=None, distractors=None), SimulatedPhone()))
    assert {mutant.name for mutant in left} >= {"without goal, parts 2"}


def test_a_task_whose_oracle_looks_away_is_caught_without_any_wrong_trajectory() -> None:
    """The forged traces alone tell a right oracle from a blind one."""
    task = registry.task("contacts.edit_phone")
    assert survivors(mutants_of(replace(task, wrong=()), SimulatedPhone())) == []
