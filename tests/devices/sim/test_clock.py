"""Clock's stopwatch, world clock and settings, and what the timer and the alarms have beside the usual."""

import pytest

from devices.device import DeviceError, Layout, Setup
from devices.sim.screens.clock_world import difference
from devices.state import Facts
from tests.devices.sim.driver import Hand


class TestStopwatch:
    def open(self, **facts: int | str) -> Hand:
        hand = Hand(Setup(front="clock", facts={"stopwatch": {**facts}}))
        hand.tap("Stopwatch")
        return hand

    def test_runs_on_the_phones_clock(self) -> None:
        hand = self.open()
        assert "00:00" in hand.labels
        hand.tap("Start")
        assert hand.changed() == {"stopwatch.state": ("idle", "running")}
        hand.wait(30)
        assert "00:31" in hand.labels

    def test_pause_holds_the_time_and_resume_goes_on(self) -> None:
        hand = self.open()
        hand.tap("Start")
        hand.wait(20)
        hand.tap("Pause")
        assert (hand.fact("stopwatch", "state"), hand.fact("stopwatch", "elapsed")) == ("paused", 21)
        hand.wait(20)
        assert "00:21" in hand.labels
        hand.tap("Resume")
        hand.wait(9)
        assert "00:31" in hand.labels

    def test_laps(self) -> None:
        hand = self.open()
        hand.tap("Start")
        hand.wait(9)
        hand.tap("Lap")
        hand.wait(4)
        hand.tap("Lap")
        assert hand.fact("stopwatch", "laps") == 2
        assert [(e.label, e.detail) for e in hand.look.elements if e.label.startswith("Lap ")] == [
            ("Lap 2", "00:05 (00:15 in all)"), ("Lap 1", "00:10 (00:10 in all)"),
        ]  # fmt: skip

    def test_reset_leaves_nothing(self) -> None:
        hand = self.open()
        before = hand.phone.state()["stopwatch"]
        hand.tap("Start", "Lap", "Pause", "Reset")
        assert hand.phone.state()["stopwatch"] == before
        assert not [label for label in hand.labels if label.startswith("Lap ")]

    def test_set_up_paused_with_laps(self) -> None:
        hand = self.open(state="paused", elapsed=90, laps=3)
        assert "01:30" in hand.labels
        assert [e.detail for e in hand.look.elements if e.label.startswith("Lap ")] == [
            "00:30 (01:30 in all)",
            "00:30 (01:00 in all)",
            "00:30 (00:30 in all)",
        ]

    def test_runs_while_another_app_is_in_front(self) -> None:
        hand = self.open()
        hand.tap("Start")
        hand.open("Contacts")
        hand.wait(30)
        hand.open("Clock")
        assert "00:33" in hand.labels


class TestTimer:
    def start(self, minutes: int = 5) -> Hand:
        hand = Hand(Setup(front="clock"))
        hand.tap("Timer")
        hand.type("Minutes", str(minutes))
        hand.tap("Start")
        return hand

    def test_a_minute_is_added(self) -> None:
        hand = self.start()
        hand.tap("Add 1 minute")
        assert hand.fact("timer", "duration") == 360
        assert "05:58" in hand.labels

    def test_a_minute_is_added_to_a_paused_one(self) -> None:
        hand = self.start()
        hand.tap("Pause", "Add 1 minute")
        hand.wait(20)
        assert "05:59" in hand.labels

    def test_label(self) -> None:
        hand = self.start()
        hand.tap("Label")
        hand.type("Label", "Tea")
        hand.tap("OK")
        assert hand.find("Label").detail == "Tea"
        hand.tap("Delete")
        assert hand.phone.state()["timer"] == {"state": "idle", "duration": 0, "label": ""}

    @pytest.mark.parametrize(("paused", "told"), [(False, 1), (True, 0)])
    def test_notifies_when_its_time_is_up(self, paused: bool, told: int) -> None:
        hand = self.start(1)
        if paused:
            hand.tap("Pause")
        hand.wait(40)
        hand.tap("Label", "Cancel")
        hand.wait(40)
        assert [facts["title"] for entity, facts in hand.phone.state().items() if entity.startswith("notification/")] == [
            "Time's up"
        ] * told

    def test_does_not_notify_where_clock_may_not(self) -> None:
        hand = Hand(Setup(front="clock", facts={"timer": {"state": "running", "duration": 5}, "app_notifications": {"clock": False}}))
        hand.wait(10)
        assert hand.changed() == {}


class TestAlarms:
    def test_a_deleted_one_comes_back_as_it_was(self) -> None:
        hand = Hand(Setup(front="clock"))
        before = hand.phone.state()["alarm/2"]
        hand.tap("9:00 AM", "Delete")
        assert "Alarm deleted" in hand.labels
        hand.tap("Undo")
        assert hand.phone.state()["alarm/2"] == before

    def test_in_german(self) -> None:
        hand = Hand(Setup(front="clock", layout=Layout(locale="de")))
        assert hand.look.title == "Wecker"
        assert hand.find("8:30 AM").detail == "Mo, Di, Mi, Do, Fr"
        hand.tap("Wecker hinzufügen")
        hand.type("Stunde", "7")
        hand.type("Minute", "5")
        hand.tap("OK")
        assert (hand.fact("alarm/3", "hour"), hand.fact("alarm/3", "minute")) == (7, 5)

    def test_in_chinese(self) -> None:
        hand = Hand(Setup(front="clock", layout=Layout(locale="zh")))
        assert hand.find("上午8:30").detail == "周一、周二、周三、周四、周五"
        hand.tap("上午9:00")
        assert [e.label for e in hand.look.elements if e.kind == "checkbox"][:2] == ["星期一", "星期二"]


class TestWorldClock:
    def open(self, now: str = "2026-03-02T20:00:00", **settings: str) -> Hand:
        facts: dict[str, Facts] = {"settings": {**settings}}
        hand = Hand(Setup(front="clock", now=now, facts=facts))
        hand.tap("World clock")
        return hand

    def rows(self, hand: Hand) -> list[tuple[str, str]]:
        return [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"]

    def test_cities(self) -> None:
        assert self.rows(self.open()) == [("New York", "3:00 PM, Today, -5 hours"), ("Tokyo", "5:00 AM, Tomorrow, +9 hours")]

    def test_goes_by_the_phones_time_zone(self) -> None:
        assert self.rows(self.open(time_zone="Delhi"))[0] == ("New York", "9:30 AM, Today, -10:30 hours")

    def test_add(self) -> None:
        hand = self.open()
        hand.tap("Add city")
        hand.type("Search cities", "ber")
        hand.tap("Berlin")
        assert hand.changed() == {"city/3.name": (None, "Berlin"), "city/3.offset": (None, 60)}
        assert [label for label, _ in self.rows(hand)] == ["Berlin", "New York", "Tokyo"]

    def test_a_city_is_not_added_twice(self) -> None:
        hand = self.open()
        hand.tap("Add city")
        hand.type("Search cities", "tok")
        assert not hand.find("Tokyo").enabled
        hand.type("Search cities", "zzz")
        assert "No cities found" in hand.labels

    def test_remove_and_undo(self) -> None:
        hand = self.open()
        hand.tap("Tokyo")
        assert "Tuesday, March 3" in hand.labels
        hand.tap("Remove city")
        assert [label for label, _ in self.rows(hand)] == ["New York"]
        hand.tap("Undo")
        assert hand.phone.state()["city/1"] == {"name": "Tokyo", "offset": 540}

    def test_none(self) -> None:
        hand = Hand(Setup(front="clock", clear=("city",)))
        hand.tap("World clock")
        assert "No cities" in hand.labels

    def test_difference(self) -> None:
        assert [difference(minutes) for minutes in (0, 540, -330, 345)] == ["+0", "+9", "-5:30", "+5:45"]


class TestClockSettings:
    def open(self) -> Hand:
        hand = Hand(Setup(front="clock"))
        hand.tap("More options", "Settings")
        return hand

    def test_snooze(self) -> None:
        hand = self.open()
        assert hand.look.title == "Clock settings"
        assert hand.find("Snooze length").detail == "10 minutes"
        hand.tap("Snooze length", "15 minutes")
        assert hand.changed() == {"clock.snooze": (10, 15)}
        assert hand.find("Snooze length").detail == "15 minutes"
        hand.back()
        assert hand.look.title == "Alarm"

    def test_silence(self) -> None:
        hand = self.open()
        hand.tap("Silence after", "Never")
        assert hand.changed() == {"clock.silence_after": (10, 0)}


@pytest.mark.parametrize("entity", ["timer", "stopwatch"])
def test_a_state_that_there_is_not(entity: str) -> None:
    with pytest.raises(DeviceError, match=f'{entity}.state is "stopped": expected one of idle, running, paused'):
        Hand(Setup(facts={entity: {"state": "stopped"}}))


def test_half_finished_alarm() -> None:
    hand = Hand(Setup(front="clock", page="time", draft={"input_hour": "11", "input_minute": "1"}))
    assert (hand.find("Hour").text, hand.find("Minute").text) == ("11", "1")
    hand.tap("Cancel")
    assert hand.changed() == {}
