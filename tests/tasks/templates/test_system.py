"""Tasks with notifications and quick settings."""

import pytest

from devices.action import Answer
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.check import check_trial
from tasks.suite import trial
from tasks.task import Variation
from tasks.templates.system import TASKS
from tests.tasks.templates.plays import lost, steps_of, verdict_of, wrong

STEPS = {
    "system.clear_notifications": 3, "system.dismiss_notification": 3, "system.open_notification": 3, "system.read_notification": 3,
    "system.count_notifications": 3, "system.dismiss_missing": 2, "system.set_tile": 3, "system.slide_brightness": 3,
}  # fmt: skip
IDS = [task.id for task in TASKS]
OPENED = ("system.open_notification", "system.read_notification", "system.count_notifications", "system.dismiss_notification")
"""A blunder that opens or dismisses a notification takes away what these are about."""


@pytest.mark.parametrize("task", IDS)
def test_the_reference_takes_the_shortest_way(task: str) -> None:
    assert steps_of(task) == STEPS[task]


@pytest.mark.parametrize("task", IDS)
@pytest.mark.parametrize("varied", [Variation(), Variation("locale", "ar"), Variation("asleep", "yes"), Variation("popup", "tips")])
def test_everything_is_proved(task: str, varied: Variation) -> None:
    one = trial(task, 7, varied)
    assert not [case for case in check_trial(registry.task(task), one, SimulatedPhone()) if case.fault]


def test_references_find_their_way_after_blunders() -> None:
    assert not list(lost(IDS, range(8), amiss=OPENED))


def test_settings_may_not_be_opened_even_where_the_switch_is_right_in_the_end() -> None:
    _, passed, reason = verdict_of(trial("system.set_tile", 0), wrong("system.set_tile", "on its page in Settings"))
    assert not passed
    assert "never" in reason


def test_the_brightness_is_set_in_the_quick_settings_alone() -> None:
    trace, passed, reason = verdict_of(trial("system.slide_brightness", 0), wrong("system.slide_brightness", "by the slider in Settings"))
    assert not passed
    assert "never" in reason
    assert trace.claim == "complete"


@pytest.mark.parametrize("app", ["Messages", "Mail"])
def test_a_notification_opens_what_it_is_about(app: str) -> None:
    one = next(found for seed in range(20) if (found := trial("system.open_notification", seed)).params["app"] == app)
    trace, passed, reason = verdict_of(one)
    assert passed, reason
    assert str(one.params["text"]) in [element.label for element in trace.steps[-1].observation.elements]
    for way in ("dismisses it, then opens by hand what it is about", "opens by hand what it is about, then dismisses it"):
        trace, passed, reason = verdict_of(one, wrong(one.task, way))
        assert not passed
        assert "never" in reason
        assert trace.claim == "complete"


def test_a_notification_that_is_cut_off_is_read_to_its_end() -> None:
    for size in ("1080x1920@480", "720x1600@280"):
        one = trial("system.read_notification", 0, Variation("screen", size))
        trace, passed, reason = verdict_of(one)
        assert passed, reason
        assert [step.action.text for step in trace.steps if isinstance(step.action, Answer)] == [one.params["text"]]
