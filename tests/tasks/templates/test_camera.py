"""Tasks in Camera: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks.task import Trial
from tasks.templates.camera import TASKS
from tests.tasks.templates.plays import USUAL, mistaken, steps_of, under, unproved, verdict_of

IDS = [task.id for task in TASKS]
STEPS = {"camera.take_photo": 3, "camera.set_flash": 4, "camera.set_up": 6, "camera.selfie_album": 16}


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


def test_a_video_that_is_too_short_is_told_by_its_length() -> None:
    verdict = mistaken("camera.record_video", 0, "stops it halfway")
    assert not verdict.passed
    assert "seconds at least" in verdict.reason


def test_a_photo_that_is_still_to_come_does_not_count() -> None:
    assert not mistaken("camera.front_timer", 0, "does not wait for the photo").passed


def test_a_photo_breaks_the_prohibition() -> None:
    verdict = mistaken("camera.set_flash", 0, "sets it, and takes a photo")
    assert (verdict.passed, verdict.goal_at_end) == (False, True)
