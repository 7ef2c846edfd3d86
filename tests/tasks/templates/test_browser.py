"""Tasks in Browser: answers two links deep, forms, downloads and bookmarks; right from wherever one is thrown."""

import pytest

from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.mistakes import in_turn
from tasks.solutions import browser as play
from tasks.suite import trial
from tasks.task import Variation
from tasks.templates.browser import TASKS
from tasks.variation import values_of
from tests.tasks.templates.plays import lost, steps_of, verdict_of, wrong

IDS = [task.id for task in TASKS]
STEPS = {
    "browser.find_price": 5, "browser.find_opening_time": 5, "browser.is_allowed": 5, "browser.add_bookmark": 5, "browser.download": 5,
    "browser.send_form": 9, "browser.delete_bookmark": 6, "browser.rename_bookmark": 8, "browser.clear_history": 6,
}  # fmt: skip


@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    known = registry.task(task)
    assert not [case for case in check_trial(known, trial(known, 7), SimulatedPhone()) if case.fault]


@pytest.mark.parametrize(("task", "steps"), STEPS.items())
def test_reference_takes_the_shortest_way(task: str, steps: int) -> None:
    assert steps_of(task) == steps


@pytest.mark.parametrize("task", IDS)
@pytest.mark.parametrize(
    "value",
    [
        "orientation=landscape",
        "locale=ar",
        "list_length=long",
        "list_order=descending",
        "distractors=similar",
        "met=yes",
        "draft=own",
        "menu=bottom",
    ],
)
def test_reference_passes_under_a_variation(task: str, value: str) -> None:
    known = registry.task(task)
    axis, _, value = value.partition("=")
    if value in values_of(known, axis, trial(known, 5).setup):
        _, passed, reason = verdict_of(trial(known, 5, Variation(axis, value)))
        assert passed, reason


def test_solutions_find_their_way_from_wherever_they_are_thrown() -> None:
    assert not list(lost(IDS, range(4)))


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
