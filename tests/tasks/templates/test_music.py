"""Tasks in Music: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks.task import Trial
from tasks.templates.music import TASKS
from tests.tasks.templates.plays import USUAL, mistaken, steps_of, under, unproved, verdict_of

IDS = [task.id for task in TASKS]
STEPS = {"music.remove_from_playlist": 6, "music.playlist_length": 5, "music.play_missing": 4}


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


def test_a_song_that_played_meanwhile_breaks_the_prohibition() -> None:
    verdict = mistaken("music.play_next", 0, "plays it")
    assert not verdict.passed
    assert any("at no time" in finding.condition and not finding.holds for finding in verdict.findings)


def test_the_order_of_a_playlist_counts() -> None:
    assert not mistaken("music.create_playlist", 0, "in another order").passed
