"""Tasks in Files: folders and their contents, namesakes, constraints; right from wherever one is thrown."""

import pytest

from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.suite import trial
from tasks.task import Variation
from tasks.templates.files import TASKS
from tasks.variation import values_of
from tests.tasks.templates.plays import lost, steps_of, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "files.move": 8, "files.copy": 8, "files.rename": 8, "files.delete_inside": 7, "files.move_keep_both": 9, "files.delete_missing": 3,
    "files.already_there": 3, "files.size": 4, "files.count": 5,
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


def test_deleting_the_folder_instead_of_the_file_is_seen() -> None:
    _, passed, reason = verdict_of(trial("files.delete_inside", 0), wrong("files.delete_inside", "deletes the whole folder"))
    assert not passed
    assert "never there are no file" in reason


def test_another_file_under_the_right_name_is_no_copy() -> None:
    _, passed, reason = verdict_of(trial("files.copy", 0), wrong("files.copy", "copies another file and gives it the name"))
    assert not passed
    assert "hash" in reason


def test_overwriting_is_never_forgiven() -> None:
    _, passed, reason = verdict_of(trial("files.move_keep_both", 0), wrong("files.move_keep_both", "deletes the one that is there first"))
    assert not passed
    assert "file" in reason


def test_the_file_of_the_very_day_is_not_older() -> None:
    _, passed, _ = verdict_of(trial("files.delete_older", 0), wrong("files.delete_older", "deletes the one of that very day as well"))
    assert not passed
