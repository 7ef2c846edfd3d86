"""Tasks in Files: folders and their contents, namesakes, constraints; right under variations."""

import pytest

from tasks.suite import trial
from tasks.task import Trial
from tasks.templates.files import TASKS
from tests.tasks.templates.plays import USUAL, steps_of, under, unproved, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "files.move": 8, "files.copy": 8, "files.rename": 8, "files.delete_inside": 7, "files.move_keep_both": 9, "files.delete_missing": 3,
    "files.already_there": 3, "files.size": 4, "files.count": 5,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize(
    "one",
    under(IDS, *USUAL, "list_order=descending", "distractors=similar", "met=yes", "draft=own", "menu=bottom"),
)
def test_the_reference_passes_under_a_variation(one: Trial) -> None:
    _, passed, reason = verdict_of(one)
    assert passed, reason


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
