"""Tasks with notifications and quick settings."""

import pytest

from devices.action import Answer
from tasks.suite import trial
from tasks.task import Trial, Variation
from tasks.templates.system import TASKS
from tests.tasks.templates.plays import steps_of, under, unproved, unproved_in, verdict_of, wrong

STEPS = {
    "system.clear_notifications": 3, "system.dismiss_notification": 3, "system.open_notification": 3, "system.read_notification": 3,
    "system.count_notifications": 3, "system.dismiss_missing": 2, "system.set_tile": 3, "system.slide_brightness": 3,
}  # fmt: skip
IDS = [task.id for task in TASKS]


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize("one", under(IDS, "locale=ar", "asleep=yes", "popup=tips", seed=7))
def test_everything_is_proved_under_a_variation(one: Trial) -> None:
    assert unproved_in(one) == []


@pytest.mark.parametrize("task", IDS)
def test_the_reference_takes_the_shortest_way(task: str) -> None:
    assert steps_of(task) == STEPS[task]


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
