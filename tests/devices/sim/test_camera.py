"""Camera, and how what it takes reaches Gallery."""

import pytest

from devices.action import OpenApp, Tap
from devices.device import Layout, Setup
from tests.devices.sim.driver import Hand

START = Setup(now="2026-03-02T09:41:00", front="camera")


def photos(hand: Hand) -> list[dict[str, object]]:
    """What was taken since the start."""
    return [dict(facts) for entity, facts in hand.phone.state().items() if entity.startswith("photo/") and int(entity[6:]) > 9]


def test_a_photo_is_taken_at_once() -> None:
    hand = Hand(START)
    hand.tap("Take photo")
    (photo,) = photos(hand)
    assert (photo["kind"], photo["album"], photo["lens"], photo["flash"], photo["taken"]) == (
        "photo", "Camera", "back", "auto", "2026-03-02T09:41:00",
    )  # fmt: skip
    assert "Last photo: IMG_20260302_094100.jpg" in hand.labels


@pytest.mark.parametrize(("timer", "seconds"), [("Timer 3 seconds", 3), ("Timer 10 seconds", 10)])
def test_the_self_timer_takes_it_when_the_clock_has_gone_on_so_far(timer: str, seconds: int) -> None:
    hand = Hand(START)
    hand.tap("Timer off", timer, "Take photo")
    assert "Cancel timer" in hand.labels
    hand.wait(seconds - 2)
    assert photos(hand) == []
    hand.wait(1)
    (photo,) = photos(hand)
    assert (photo["timer"], photo["taken"]) == (seconds, f"2026-03-02T09:41:{2 + seconds:02}")
    assert "Take photo" in hand.labels


def test_a_timer_that_is_cancelled_takes_nothing() -> None:
    hand = Hand(START)
    hand.tap("Timer off", "Timer 3 seconds", "Take photo", "Cancel timer")
    hand.wait(20)
    assert photos(hand) == []


def test_the_timer_runs_on_behind_another_app() -> None:
    hand = Hand(START)
    hand.tap("Timer off", "Timer 10 seconds", "Take photo")
    hand.sure(OpenApp(name="Gallery"))
    hand.wait(10)
    assert len(photos(hand)) == 1
    assert "A room with a window" in hand.labels


def test_a_video_is_as_long_as_it_was_recorded() -> None:
    hand = Hand(START)
    hand.tap("Video", "Start recording")
    assert hand.fact("camera", "recording") is True
    hand.wait(14)
    assert "00:15" in hand.labels
    hand.tap("Stop recording")
    (video,) = photos(hand)
    assert (video["kind"], video["seconds"], video["size"], video["name"]) == ("video", 15, "1080p", "VID_20260302_094116.mp4")
    assert hand.fact("camera", "recording") is False


def test_the_screen_stays_on_while_it_records() -> None:
    hand = Hand(START)
    hand.tap("Video", "Start recording")
    for _ in range(4):
        hand.wait(60)
    assert "04:01" in hand.labels


def test_nothing_else_is_touched_while_it_records() -> None:
    hand = Hand(START)
    hand.tap("Video", "Start recording")
    for label in ("Flash auto", "Timer off", "Camera settings", "Switch to front camera"):
        assert not hand.find(label).enabled
    assert hand.do(Tap(element=hand.find("Photo", "tab").index)).status == "no_effect"


def test_modes_lenses_and_flash() -> None:
    hand = Hand(START)
    hand.tap("Switch to front camera", "Flash auto", "Flash on", "Portrait", "Take portrait")
    (portrait,) = photos(hand)
    assert (portrait["kind"], portrait["lens"], portrait["flash"]) == ("portrait", "front", "on")
    assert "Switch to back camera" in hand.labels


def test_settings() -> None:
    hand = Hand(START)
    hand.tap("Camera settings", "Photo size", "8 MP", "Grid lines")
    assert hand.changed() == {"camera.size": ("12 MP", "8 MP"), "camera.grid": (False, True)}
    hand.back()
    hand.tap("Take photo")
    assert photos(hand)[0]["size"] == "8 MP"


def test_the_last_photo_opens_in_gallery() -> None:
    hand = Hand(START)
    hand.tap("Take photo", "Last photo: IMG_20260302_094100.jpg")
    assert (hand.look.package, hand.look.title) == ("com.android.gallery3d", "IMG_20260302_094100.jpg")


def test_no_photo_without_the_permission() -> None:
    hand = Hand(Setup(front="camera", facts={"permissions": {"camera": "ask"}}))
    hand.tap("Take photo", "Don't allow")
    assert photos(hand) == []
    hand.tap("Take photo")
    assert photos(hand) == []


@pytest.mark.parametrize("locale", ["de", "zh", "ar"])
def test_sideways_and_in_every_language_the_shutter_is_in_reach(locale: str) -> None:
    hand = Hand(Setup(front="camera", layout=Layout(width=2400, height=1080, locale=locale)))
    shutter = next(element for element in hand.look.elements if element.resource_id.endswith("shutter_button"))
    hand.tap(shutter.label)
    assert len(photos(hand)) == 1
