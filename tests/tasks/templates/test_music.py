"""Tasks in Music: proved, quoted with the shortest way, right under variations, and near misses told from hits."""

import pytest

from tasks import registry
from tasks.templates.music import TASKS
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


@pytest.mark.parametrize(("task", "steps"), [("music.remove_from_playlist", 6), ("music.playlist_length", 5), ("music.play_missing", 4)])
def test_the_shortest_way(task: str, steps: int) -> None:
    assert thrown.steps(task, 0) == steps


def test_a_song_that_played_meanwhile_breaks_the_prohibition() -> None:
    verdict = thrown.mistaken("music.play_next", 0, "plays it")
    assert not verdict.passed
    assert any("at no time" in finding.condition and not finding.holds for finding in verdict.findings)


def test_the_order_of_a_playlist_counts() -> None:
    assert not thrown.mistaken("music.create_playlist", 0, "in another order").passed
