"""Tasks in Camera: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks import registry
from tasks.templates.camera import TASKS
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
    ("task", "steps"), [("camera.take_photo", 3), ("camera.set_flash", 4), ("camera.set_up", 6), ("camera.selfie_album", 16)]
)
def test_the_shortest_way(task: str, steps: int) -> None:
    assert thrown.steps(task, 0) == steps


def test_a_video_that_is_too_short_is_told_by_its_length() -> None:
    verdict = thrown.mistaken("camera.record_video", 0, "stops it halfway")
    assert not verdict.passed
    assert "seconds at least" in verdict.reason


def test_a_photo_that_is_still_to_come_does_not_count() -> None:
    assert not thrown.mistaken("camera.front_timer", 0, "does not wait for the photo").passed


def test_a_photo_breaks_the_prohibition() -> None:
    verdict = thrown.mistaken("camera.set_flash", 0, "sets it, and takes a photo")
    assert (verdict.passed, verdict.goal_at_end) == (False, True)
