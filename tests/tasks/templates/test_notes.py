"""Tasks in Notes: exact text, look-alikes told apart, right from wherever one is thrown."""

import pytest

from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.suite import trial
from tasks.task import Variation
from tasks.templates.notes import TASKS
from tasks.variation import values_of
from tests.tasks.templates.plays import lost, steps_of, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "notes.create": 6, "notes.edit_line": 5, "notes.rename": 5, "notes.move": 5, "notes.pin_several": 5, "notes.delete": 4,
    "notes.delete_newest": 4, "notes.read_number": 4, "notes.count_lines": 4,
}  # fmt: skip


@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    known = registry.task(task)
    assert not [case for case in check_trial(known, trial(known, 7), SimulatedPhone()) if case.fault]


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("task", IDS)
@pytest.mark.parametrize(
    "value",
    [
        "orientation=landscape",
        "locale=ar",
        "list_length=long",
        "list_order=descending",
        "distractors=similar",
        "met=yes",
        "draft=own",
        "menu=bottom",
    ],
)
def test_reference_passes_under_a_variation(task: str, value: str) -> None:
    known = registry.task(task)
    axis, _, value = value.partition("=")
    if value in values_of(known, axis, trial(known, 5).setup):
        _, passed, reason = verdict_of(trial(known, 5, Variation(axis, value)))
        assert passed, reason


def test_solutions_find_their_way_from_wherever_they_are_thrown() -> None:
    assert not list(lost(IDS, range(4)))


@pytest.mark.parametrize("name", ["ends the text with a line break", "puts all on one line", "swaps two lines"])
def test_text_that_is_nearly_right_is_wrong(name: str) -> None:
    trace, passed, reason = verdict_of(trial("notes.create", 3), wrong("notes.create", name))
    assert trace.claim == "complete"
    assert not passed
    assert "body" in reason


def test_the_namesake_in_another_folder_must_stay() -> None:
    _, passed, reason = verdict_of(trial("notes.delete", 1), wrong("notes.delete", "deletes both"))
    assert not passed
    assert "was deleted" in reason


def test_the_newest_is_found_at_the_end_of_a_list_that_is_turned_round() -> None:
    one = trial("notes.delete_newest", 2, Variation("mixed", "list_order=descending+list_length=long"))
    trace, passed, reason = verdict_of(one)
    assert passed, reason
    assert len(trace.steps) > 8
