"""Tasks in Notes: exact text, look-alikes told apart, right under variations."""

import pytest

from tasks.suite import trial
from tasks.task import Trial, Variation
from tasks.templates.notes import TASKS
from tests.tasks.templates.plays import USUAL, steps_of, under, unproved, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "notes.create": 6, "notes.edit_line": 5, "notes.rename": 5, "notes.move": 5, "notes.pin_several": 5, "notes.delete": 4,
    "notes.delete_newest": 4, "notes.read_number": 4, "notes.count_lines": 4,
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
