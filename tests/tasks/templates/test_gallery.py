"""Tasks in Gallery: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks import registry
from tasks.templates.gallery import TASKS
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


@pytest.mark.parametrize(("task", "steps"), [("gallery.restore", 5), ("gallery.receipt_total", 4), ("gallery.rename_album", 8)])
def test_the_shortest_way(task: str, steps: int) -> None:
    assert thrown.steps(task, 0) == steps


def test_the_bin_is_not_the_end_of_it() -> None:
    assert not thrown.mistaken("gallery.delete_by_date", 0, "deletes it for good").passed


def test_cash_is_no_total() -> None:
    assert not thrown.mistaken("gallery.receipt_total", 1, "the cash given").passed
