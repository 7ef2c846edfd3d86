"""Tasks in Maps: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks import registry
from tasks.templates.maps import TASKS
from tests.tasks.templates import thrown

IDS = [task.id for task in TASKS]


@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert not thrown.faults(task, 3)


@pytest.mark.parametrize("task", IDS)
@pytest.mark.parametrize("value", ["orientation=landscape", "locale=ar", "font_scale=1.3", "menu=bottom", "list_length=long", "met=yes"])
def test_right_under_a_variation(task: str, value: str) -> None:
    axis, _, value = value.partition("=")
    known = registry.task(task)
    if (axis == "list_length" and known.filler is None) or (axis == "met" and known.met is None):
        return
    verdict = thrown.varied(task, 2, axis, value)
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize("task", IDS)
def test_finds_its_way_from_wherever_it_is_thrown(task: str) -> None:
    assert not thrown.lost(task, 4)


@pytest.mark.parametrize(
    ("task", "steps"), [("maps.opening_time", 5), ("maps.save_place", 6), ("maps.write_note", 7), ("maps.set_layers", 4)]
)
def test_the_shortest_way(task: str, steps: int) -> None:
    assert thrown.steps(task, 0) == steps


def test_a_rating_that_is_just_so_counts() -> None:
    assert not thrown.mistaken("maps.well_rated", 0, "leaves out the one that has just this rating").passed


def test_the_same_place_in_another_list_is_another_entry() -> None:
    verdict = thrown.mistaken("maps.unsave", 0, "from both lists")
    assert (verdict.passed, verdict.goal_at_end) == (False, True)
