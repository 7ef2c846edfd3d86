"""Tasks in Browser: answers two links deep, forms, downloads and bookmarks; right under variations."""

import pytest

from tasks import registry
from tasks.mistakes import in_turn
from tasks.solutions import browser as play
from tasks.suite import trial
from tasks.task import Trial
from tasks.templates.browser import TASKS
from tests.tasks.templates.plays import USUAL, steps_of, under, unproved, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "browser.find_price": 5, "browser.find_opening_time": 5, "browser.is_allowed": 5, "browser.add_bookmark": 5, "browser.download": 5,
    "browser.send_form": 9, "browser.delete_bookmark": 6, "browser.rename_bookmark": 8, "browser.clear_history": 6,
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


def test_looking_at_pages_is_no_side_effect_but_a_bookmark_is() -> None:
    one = trial("browser.find_price", 0)
    trace, passed, reason = verdict_of(one)
    assert passed, reason
    assert any(change.entity.startswith("visit/") for step in trace.steps for change in step.changes)
    _, passed, reason = verdict_of(one, wrong("browser.find_price", "bookmarks the page as well"))
    assert not passed
    assert "bookmark" in reason


@pytest.mark.parametrize("task", ["browser.find_price", "browser.add_bookmark", "across_text.send_opening_time"])
def test_the_history_may_grow_but_not_be_cleared(task: str) -> None:
    solve = registry.task(task).solve
    cleared = in_turn(solve, play.clear_history) if task == "browser.add_bookmark" else in_turn(play.clear_history, solve)
    _, passed, reason = verdict_of(trial(task, 0), cleared)
    assert not passed
    assert "visit/1 was deleted" in reason


def test_pages_say_what_the_parameters_say() -> None:
    prices = {str(trial("browser.find_price", seed).setup.facts) for seed in range(5)}
    assert len(prices) == 5
