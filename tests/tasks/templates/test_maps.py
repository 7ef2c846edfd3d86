"""Tasks in Maps: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks.task import Trial
from tasks.templates.maps import TASKS
from tests.tasks.templates.plays import USUAL, mistaken, steps_of, under, unproved, verdict_of

IDS = [task.id for task in TASKS]
STEPS = {"maps.opening_time": 5, "maps.save_place": 6, "maps.write_note": 7, "maps.set_layers": 4}


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


def test_a_rating_that_is_just_so_counts() -> None:
    assert not mistaken("maps.well_rated", 0, "leaves out the one that has just this rating").passed


def test_the_same_place_in_another_list_is_another_entry() -> None:
    verdict = mistaken("maps.unsave", 0, "from both lists")
    assert (verdict.passed, verdict.goal_at_end) == (False, True)
