"""Tasks in Settings and with its connections: the shortest way, both makers, and what must not happen on the way."""

from collections.abc import Sequence

import pytest

from devices.action import Action, Drag, Tap
from devices.observation import Observation
from tasks import registry
from tasks.navigate import find
from tasks.suite import trial
from tasks.task import Params, Trial, Variation
from tasks.templates import connections, settings
from tasks.trace import Step
from tests.tasks.templates.plays import rights_itself, steps_of, under, unproved, unproved_in, verdict_of, wrong

STEPS = {
    "settings.turn_on_wifi": 4, "settings.set_connection": 4, "settings.set_display_switch": 4, "settings.set_sound_switch": 4,
    "settings.set_font_size": 5, "settings.set_screen_timeout": 5, "settings.set_brightness": 4, "settings.set_volume": 4,
    "settings.rename_device": 6, "settings.switch_off_several": 13, "settings.deny_permission": 7, "settings.ask_brightness": 4,
    "connections.hotspot_without_bluetooth": 5, "connections.fly_with_wifi": 5, "connections.join_network": 7,
    "connections.join_saved_network": 6, "connections.is_bluetooth_on": 4, "connections.turn_on_nfc": 3,
    "connections.bluetooth_stays_off": 3,
}  # fmt: skip
IDS = [task.id for task in (*settings.TASKS, *connections.TASKS)]


@pytest.mark.slow
@pytest.mark.parametrize("task", IDS)
def test_everything_is_proved(task: str) -> None:
    assert unproved(task) == []


@pytest.mark.parametrize("one", under(IDS, "maker=vendor", "locale=ar", seed=7))
def test_everything_is_proved_under_a_variation(one: Trial) -> None:
    assert unproved_in(one) == []


@pytest.mark.parametrize("task", IDS)
def test_the_reference_takes_the_shortest_way(task: str) -> None:
    assert steps_of(task) == STEPS[task]


def test_bluetooth_may_not_be_on_for_a_moment() -> None:
    task = "connections.hotspot_without_bluetooth"
    _, passed, reason = verdict_of(trial(task, 0), wrong(task, "Bluetooth on for a moment"))
    assert not passed
    assert "never" in reason


def test_airplane_mode_takes_wifi_along_when_it_comes_last() -> None:
    task = "connections.fly_with_wifi"
    _, passed, reason = verdict_of(trial(task, 0), wrong(task, "Wi-Fi first, which airplane mode then takes along"))
    assert not passed
    assert "wifi" in reason


@pytest.mark.parametrize("maker", ["stock", "vendor"])
def test_what_was_flipped_on_another_page_is_flipped_back(maker: str) -> None:
    task = registry.task("settings.set_brightness")
    one = trial(task, 0) if maker == "stock" else trial(task, 0, Variation("maker", maker))

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        flipped = any(change.key == "vibrate_for_calls" for step in history for change in step.changes)
        switch = find(seen, "Vibrate for calls", "switch")
        if switch is not None and not flipped:
            return Tap(element=switch.index)
        page = find(seen, "Sound & vibration", "row")
        return Tap(element=page.index) if page is not None and not flipped else task.solve(seen, params, history)

    trace, passed, reason = verdict_of(one, clumsy)
    assert any(change.key == "vibrate_for_calls" for step in trace.steps for change in step.changes)
    assert passed, reason


def test_a_slider_that_was_moved_is_moved_back_before_it_is_asked_about() -> None:
    task = registry.task("settings.ask_brightness")

    def clumsy(seen: Observation, params: Params, history: Sequence[Step]) -> Action:
        slider = find(seen, "Brightness level", "slider")
        moved = any(isinstance(step.action, Drag) for step in history)
        return Drag(element=slider.index, to_percent=3) if slider and not moved else task.solve(seen, params, history)

    _, passed, reason = verdict_of(trial(task, 0), clumsy)
    assert passed, reason


def test_a_wrong_password_is_typed_anew() -> None:
    assert rights_itself(trial("connections.join_network", 0), "Password", "letmein") == ""


@pytest.mark.parametrize(
    "task",
    [
        "settings.turn_on_wifi",
        "settings.set_connection",
        "settings.set_display_switch",
        "settings.set_sound_switch",
        "settings.switch_off_several",
        "settings.set_brightness",
        "connections.is_bluetooth_on",
    ],
)
def test_where_the_quick_settings_will_do_the_goal_does_not_ask_for_settings(task: str) -> None:
    assert not [goal for goal in registry.task(task).goals if "Settings" in goal]
