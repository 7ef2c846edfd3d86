"""Tasks about people: the shortest way, long lists by the search, selections, and who is not there."""

from collections.abc import Sequence

import pytest

from devices.action import Action, Done, TypeText
from devices.observation import Observation
from tasks import registry
from tasks.navigate import find, tap
from tasks.solutions.address_book import crowd
from tasks.suite import trial
from tasks.task import Params, Trial, Variation
from tasks.templates import contacts, people
from tasks.trace import Step
from tests.tasks.templates.plays import rights_itself, steps_of, under, unproved, unproved_in, verdict_of, wrong

STEPS = {
    "contacts.create": 7, "contacts.edit_phone": 6, "contacts.delete": 6, "contacts.find_phone": 4, "contacts.create_favourite": 9,
    "contacts.edit_email": 6, "contacts.star_several": 10, "contacts.delete_several": 6, "contacts.delete_duplicate": 6,
    "people.whose_number": 4, "people.count_family": 4, "people.call": 4, "people.call_without_number": 3, "people.delete_missing": 2,
    "people.copy_details": 6,
}  # fmt: skip
IDS = [task.id for task in (*contacts.TASKS, *people.TASKS)]


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize("one", under(IDS, "locale=de", "menu=bottom", seed=7))
def test_everything_is_proved_under_a_variation(one: Trial) -> None:
    assert unproved_in(one) == []


@pytest.mark.parametrize("task", IDS)
def test_the_reference_takes_the_shortest_way(task: str) -> None:
    assert steps_of(task) == STEPS[task]


@pytest.mark.parametrize("task", ["contacts.edit_phone", "contacts.find_phone", "people.call"])
def test_a_person_in_a_long_list_is_searched_for(task: str) -> None:
    trace, passed, reason = verdict_of(trial(task, 0, Variation("list_length", "long")))
    assert passed, reason
    assert len(trace.steps) <= STEPS[task] + 1


def test_all_of_a_selection_made_by_mistake_is_let_go() -> None:
    task = registry.task("contacts.delete_several")

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        button = find(seen, "Select all", "button")
        done = any(find(step.observation, "Select all", "button") for step in history)
        return tap(button) if button and not done else task.solve(seen, params, history)

    trace, passed, reason = verdict_of(trial(task, 0), clumsy)
    assert passed, reason
    assert len(trace.steps) > STEPS[task.id]


def test_somebody_who_is_not_there_is_refused_after_a_look() -> None:
    trace, passed, _ = verdict_of(trial("people.delete_missing", 0, Variation("list_length", "long")))
    assert passed
    assert trace.steps[-1].action == Done(status="infeasible")
    assert any(isinstance(step.action, TypeText) for step in trace.steps)


@pytest.mark.parametrize("name", ["deletes both"])
def test_of_two_who_are_alike_one_is_kept_as_it_was(name: str) -> None:
    assert not verdict_of(trial("contacts.delete_duplicate", 0), wrong("contacts.delete_duplicate", name))[1]


@pytest.mark.parametrize(
    ("task", "field"), [("contacts.create", "First name"), ("contacts.create", "Company"), ("contacts.edit_phone", "Phone")]
)
def test_what_was_typed_wrong_is_put_right(task: str, field: str) -> None:
    assert rights_itself(trial(task, 3), field, "Wrong") == ""


@pytest.mark.parametrize("task", ["contacts.create"])
def test_what_was_made_and_deleted_by_mistake_is_made_again(task: str) -> None:
    known, spoil = registry.task(task), wrong(task, "saves it, then deletes it")

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        deleted = any(change.after is None for step in history for change in step.changes)
        return (known.solve if deleted else spoil)(seen, params, history)

    _, passed, reason = verdict_of(trial(task, 3), clumsy)
    assert passed, reason


def test_a_crowd_is_another_for_other_parameters_and_never_whom_a_task_is_about() -> None:
    one, other = (crowd(trial("contacts.delete", seed).params, 60) for seed in (0, 1))
    assert len(one) == len(other) == 60
    assert one != other
    for seed in range(20):
        params = trial("contacts.delete", seed).params
        assert all(facts["last_name"] != params["last_name"] for facts in one.values())
