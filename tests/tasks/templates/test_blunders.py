"""References that take over, on phones varied on several axes at once, after blunders at random: they come to their goal all the same."""

import pytest

from tasks import registry
from tests.tasks.templates.plays import lost

IRRETRIEVABLE = {
    "alarms.all_off", "alarms.count_on", "alarms.move", "alarms.name", "alarms.repeat", "alarms.when_named", "camera.record_video",
    "clock.pause_timer", "clock.switch_alarm", "music.play_next", "system.count_notifications", "system.dismiss_notification",
    "system.open_notification", "system.read_notification",
}  # fmt: skip
"""Where a blunder takes away for good what these are about: an alarm deleted, a video too many, a queue or a notification that is gone."""


@pytest.mark.parametrize("task", [task for task in registry.tasks() if task not in IRRETRIEVABLE])
def test_references_find_their_way_after_blunders(task: str) -> None:
    assert list(lost(task, range(8))) == []
