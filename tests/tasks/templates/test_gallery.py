"""Tasks in Gallery: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks.task import Trial
from tasks.templates.gallery import TASKS
from tests.tasks.templates.plays import USUAL, mistaken, steps_of, under, unproved, verdict_of

IDS = [task.id for task in TASKS]
STEPS = {"gallery.restore": 5, "gallery.receipt_total": 4, "gallery.rename_album": 8}


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_the_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("one", under(IDS, *USUAL, "font_scale=1.3", "menu=bottom", "met=yes"))
def test_the_reference_passes_under_a_variation(one: Trial) -> None:
    _, passed, reason = verdict_of(one)
    assert passed, reason


def test_the_bin_is_not_the_end_of_it() -> None:
    assert not mistaken("gallery.delete_by_date", 0, "deletes it for good").passed


def test_cash_is_no_total() -> None:
    assert not mistaken("gallery.receipt_total", 1, "the cash given").passed
