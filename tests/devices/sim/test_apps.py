"""Settings, Clock and Contacts, used as a person would."""

from datetime import datetime

import pytest

from devices.action import Tap
from devices.device import Layout, Setup
from devices.sim.app import LAUNCHER, apps
from devices.sim.language import LOCALES, clock_time, time_left
from devices.sim.screens.clock_alarms import ALARM, rings
from tests.devices.sim.driver import Hand


def test_each_app_is_registered_by_its_file() -> None:
    assert {"Clock", "Contacts", "Settings"} < {app.label for app in apps().values() if app.package != LAUNCHER}


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_icon_order_only_moves_icons(order: int) -> None:
    hand = Hand(Setup(layout=Layout(icon_order=order)))
    assert sorted(hand.labels) == sorted(app.label for app in apps().values() if app.package != LAUNCHER)
    assert hand.labels == Hand(Setup(layout=Layout(icon_order=order))).labels


def test_icon_orders_differ() -> None:
    assert len({tuple(Hand(Setup(layout=Layout(icon_order=order))).labels) for order in range(12)}) > 2


class TestSettings:
    SWITCHES = [
        ("Network & internet", "Wi-Fi", "wifi"),
        ("Network & internet", "Mobile data", "mobile_data"),
        ("Connected devices", "Use Bluetooth", "bluetooth"),
        ("Display", "Adaptive brightness", "adaptive_brightness"),
        ("Display", "Dark theme", "dark_theme"),
        ("Display", "Auto-rotate screen", "auto_rotate"),
        ("Sound & vibration", "Vibrate for calls", "vibrate_for_calls"),
        ("Sound & vibration", "Do Not Disturb", "do_not_disturb"),
        ("Sound & vibration", "Touch sounds", "touch_sounds"),
        ("System", "Use 24-hour format", "use_24_hour"),
    ]

    @pytest.mark.parametrize(("page", "label", "key"), SWITCHES)
    @pytest.mark.parametrize("on", [True, False])
    def test_switches(self, page: str, label: str, key: str, on: bool) -> None:
        hand = Hand(Setup(front="settings", facts={"settings": {key: on}}))
        hand.tap(page)
        (switch,) = hand.all(label)
        assert (switch.kind, switch.checked) == ("switch", on)
        hand.tap(label)
        assert hand.changed() == {f"settings.{key}": (on, not on)}
        assert hand.find(label).checked is (not on)

    def test_airplane_mode_takes_the_radios_along_and_brings_them_back(self) -> None:
        hand = Hand(Setup(front="settings", facts={"settings": {"mobile_data": False}}))
        hand.tap("Network & internet", "Airplane mode")
        radios = ("wifi", "mobile_data", "bluetooth")
        assert [hand.fact("settings", key) for key in radios] == [False, False, False]
        hand.tap("Airplane mode")
        assert [hand.fact("settings", key) for key in radios] == [True, False, True]

    def test_wifi_can_be_switched_on_in_airplane_mode(self) -> None:
        hand = Hand(Setup(front="settings", facts={"settings": {"airplane_mode": True}}))
        assert hand.fact("settings", "wifi") is False
        hand.tap("Network & internet", "Wi-Fi")
        assert hand.fact("settings", "wifi") is True

    def test_a_radio_switched_on_in_airplane_mode_stays_on_after_it(self) -> None:
        hand = Hand(Setup(front="settings", facts={"settings": {"wifi": False}}))
        hand.tap("Network & internet", "Airplane mode", "Wi-Fi", "Airplane mode")
        assert hand.fact("settings", "wifi") is True

    def test_hotspot(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Network & internet", "Hotspot & tethering", "Wi-Fi hotspot")
        hand.back()
        assert hand.find("Hotspot & tethering").detail == "On"

    def test_device_name(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Connected devices", "Device name")
        assert hand.find("Device name").text == "Virtual Phone"
        hand.type("Device name", "")
        assert hand.do(Tap(element=hand.find("OK").index)).status == "refused"
        hand.type("Device name", "Käthe's phone")
        hand.tap("OK")
        assert hand.changed() == {"settings.device_name": ("Virtual Phone", "Käthe's phone")}
        assert hand.find("Device name").detail == "Käthe's phone"

    def test_device_name_cancelled(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Connected devices", "Device name")
        hand.type("Device name", "Other")
        hand.tap("Cancel")
        assert hand.changed() == {}

    def test_font_size(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Display")
        before = hand.find("Font size").bounds.height
        hand.tap("Font size")
        assert [(element.kind, element.label, element.checked) for element in hand.look.elements if element.kind == "radio"] == [
            ("radio", "Small", False),
            ("radio", "Default", True),
            ("radio", "Large", False),
            ("radio", "Largest", False),
        ]
        hand.tap("Largest")
        assert hand.fact("settings", "font_scale") == 1.3
        hand.back()
        assert hand.find("Font size").detail == "Largest"
        assert hand.find("Font size").bounds.height >= before

    def test_screen_timeout_closes_when_chosen(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Display")
        assert hand.find("Screen timeout").detail == "1 minute"
        hand.tap("Screen timeout")
        assert hand.look.title == "Screen timeout"
        assert [element.label for element in hand.look.elements if element.checked] == ["1 minute"]
        hand.tap("10 minutes")
        assert hand.look.title == "Display"
        assert hand.changed() == {"settings.screen_timeout": (60, 600)}

    def test_about_phone_is_only_read(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("About phone")
        assert [(e.kind, e.label, e.detail) for e in hand.look.elements[1:]] == [
            ("text", "Device name", "Virtual Phone"),
            ("text", "Model", "Virtual Phone"),
            ("text", "Android version", "15"),
        ]


class TestAlarms:
    def add(self, hand: Hand, hour: str, minute: str, half: str | None = None) -> None:
        hand.tap("Add alarm")
        hand.type("Hour", hour)
        hand.type("Minute", minute)
        if half:
            radio = hand.find(half, "radio")
            if not radio.checked:
                hand.tap(half)
        hand.tap("OK")

    @pytest.mark.parametrize(
        ("hour", "minute", "half", "stored"),
        [
            ("7", "30", "AM", (7, 30)),
            ("7", "30", "PM", (19, 30)),
            ("12", "00", "AM", (0, 0)),
            ("12", "5", "PM", (12, 5)),
            ("07", "03", "AM", (7, 3)),
        ],
    )
    def test_add(self, hour: str, minute: str, half: str, stored: tuple[int, int]) -> None:
        hand = Hand(Setup(front="clock"))
        self.add(hand, hour, minute, half)
        assert (hand.fact("alarm/3", "hour"), hand.fact("alarm/3", "minute")) == stored
        assert hand.fact("alarm/3", "enabled") is True
        label = clock_time(*stored, full_day=False)
        assert [element.kind for element in hand.all(label)] == ["row", "switch"]

    @pytest.mark.parametrize(
        ("hour", "minute"), [("13", "00"), ("0", "30"), ("7", "60"), ("", "30"), ("7", ""), ("seven", "30"), ("-1", "0"), ("٧", "30")]
    )
    def test_invalid_time_stays(self, hour: str, minute: str) -> None:
        hand = Hand(Setup(front="clock"))
        hand.tap("Add alarm")
        hand.type("Hour", hour)
        hand.type("Minute", minute)
        hand.tap("OK")
        assert hand.look.title == "Set time"
        assert "Enter a valid time" in hand.labels
        assert hand.changed() == {}

    def test_prefilled_with_the_time_it_is(self) -> None:
        hand = Hand(Setup(front="clock", now="2026-03-02T15:04:00"))
        hand.tap("Add alarm")
        assert (hand.find("Hour").text, hand.find("Minute").text, hand.find("PM").checked) == ("3", "04", True)

    def test_full_day_format_has_no_halves(self) -> None:
        hand = Hand(Setup(front="clock", facts={"settings": {"use_24_hour": True}}))
        assert hand.find("08:30").kind == "row"
        hand.tap("Add alarm")
        assert not hand.all("AM")
        hand.type("Hour", "23")
        hand.type("Minute", "15")
        hand.tap("OK")
        assert hand.fact("alarm/3", "hour") == 23
        assert hand.find("23:15").detail == "Today"

    def test_cancel_and_back_add_nothing(self) -> None:
        hand = Hand(Setup(front="clock"))
        hand.tap("Add alarm", "Cancel", "Add alarm")
        hand.back()
        assert hand.look.title == "Alarm"
        assert hand.changed() == {}

    def test_switch_and_row_are_apart(self) -> None:
        hand = Hand(Setup(front="clock"))
        hand.tap("9:00 AM", kind="switch")
        assert hand.changed() == {"alarm/2.enabled": (False, True)}
        hand.tap("9:00 AM", kind="row")
        assert hand.look.title == "Edit alarm"

    def test_edit(self) -> None:
        hand = Hand(Setup(front="clock"))
        hand.tap("9:00 AM", "Time")
        assert (hand.find("Hour").text, hand.find("Minute").text) == ("9", "00")
        hand.type("Hour", "10")
        hand.tap("OK", "Label")
        hand.type("Label", "Gym")
        hand.tap("OK", "Saturday", "Sunday", "Vibrate")
        assert hand.find("Label").detail == "Gym"
        assert hand.changed() == {
            "alarm/2.hour": (9, 10),
            "alarm/2.label": ("", "Gym"),
            "alarm/2.days": ("sat", "sat,sun"),
            "alarm/2.vibrate": (True, False),
        }
        hand.tap("Navigate up")
        assert hand.find("10:00 AM").detail == "Sat, Sun, Gym"

    def test_days_are_kept_in_the_weeks_order(self) -> None:
        hand = Hand(Setup(front="clock"))
        hand.tap("9:00 AM", "Sunday", "Monday", "Friday", "Sunday")
        assert hand.fact("alarm/2", "days") == "mon,fri"

    def test_delete(self) -> None:
        hand = Hand(Setup(front="clock"))
        hand.tap("9:00 AM", "Delete")
        assert hand.look.title == "Alarm"
        assert "alarm/2" not in hand.phone.state()
        self.add(hand, "5", "00")
        assert "alarm/3" in hand.phone.state()

    def test_numbers_are_never_used_twice(self) -> None:
        hand = Hand(Setup(front="clock"))
        self.add(hand, "5", "00", "AM")
        hand.tap("5:00 AM", "Delete")
        self.add(hand, "6", "00", "AM")
        assert "alarm/3" not in hand.phone.state()
        assert "alarm/4" in hand.phone.state()

    @pytest.mark.parametrize("order", ["ascending", "descending"])
    def test_sorted_by_time(self, order: str) -> None:
        hand = Hand(Setup(front="clock", layout=Layout(list_order=order)))
        self.add(hand, "11", "00", "PM")
        times = [element.label for element in hand.look.elements if element.kind == "row"]
        assert times == sorted(
            ["8:30 AM", "9:00 AM", "11:00 PM"], key=["8:30 AM", "9:00 AM", "11:00 PM"].index, reverse=order == "descending"
        )

    def test_cleared(self) -> None:
        assert "No alarms" in Hand(Setup(front="clock", clear=("alarm",))).labels


class TestTimer:
    def start(self, **units: str) -> Hand:
        hand = Hand(Setup(front="clock"))
        hand.tap("Timer")
        for unit, text in units.items():
            hand.type(unit, text)
        hand.tap("Start")
        return hand

    def test_runs_on_the_phones_clock(self) -> None:
        hand = self.start(Hours="1", Minutes="2", Seconds="3")
        assert (hand.fact("timer", "state"), hand.fact("timer", "duration")) == ("running", 3723)
        assert "1:02:02" in hand.labels
        hand.wait(30)
        assert "1:01:32" in hand.labels

    def test_pause_and_resume(self) -> None:
        hand = self.start(Minutes="5")
        hand.tap("Pause")
        hand.wait(30)
        assert "04:59" in hand.labels
        assert hand.fact("timer", "state") == "paused"
        hand.tap("Resume")
        hand.wait(58)
        assert "04:00" in hand.labels

    def test_delete_leaves_no_trace(self) -> None:
        hand = self.start(Minutes="5")
        hand.tap("Delete")
        assert (hand.fact("timer", "state"), hand.fact("timer", "duration")) == ("idle", 0)
        assert hand.find("Minutes").text == ""

    def test_keeps_running_past_its_time(self) -> None:
        hand = self.start(Seconds="5")
        hand.wait(10)
        assert "-00:06" in hand.labels
        assert hand.fact("timer", "state") == "running"

    @pytest.mark.parametrize("minutes", ["0", "x", "100"])
    def test_invalid_time_does_not_start(self, minutes: str) -> None:
        hand = self.start(Minutes=minutes)
        assert "Enter a valid time" in hand.labels
        assert hand.fact("timer", "state") == "idle"

    def test_set_up_running(self) -> None:
        hand = Hand(Setup(front="clock", facts={"timer": {"state": "running", "duration": 90}}))
        hand.tap("Timer")
        assert "01:29" in hand.labels


class TestContacts:
    def test_list_and_page(self) -> None:
        hand = Hand(Setup(front="contacts"))
        assert hand.look.title == "Contacts"
        assert [element.label for element in hand.look.elements if element.kind == "row"] == [
            "Amara Okafor", "Bruno Keller", "Chloé Martin", "Dmitri Volkov", "Elena Rossi", "Hana Sato",
        ]  # fmt: skip
        hand.tap("Elena Rossi")
        assert hand.look.title == "Elena Rossi"
        assert hand.find("Phone").detail == "555-0188"
        assert hand.find("Email").detail == "elena.rossi@example.com"

    def test_search(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.type("Search contacts", "ROS")
        assert [element.label for element in hand.look.elements if element.kind == "row"] == ["Elena Rossi"]
        hand.type("Search contacts", "nobody")
        assert "No contacts found" in hand.labels

    def test_create(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Create contact")
        assert hand.look.title == "Create contact"
        for label, text in (("First name", "Zoë"), ("Last name", "Núñez"), ("Phone", "+44 20 7946 0000"), ("Email", "z@example.com")):
            hand.type(label, text)
        hand.tap("Save")
        assert hand.look.title == "Zoë Núñez"
        assert hand.phone.state()["contact/7"] == {
            "first_name": "Zoë", "last_name": "Núñez", "phone": "+44 20 7946 0000", "email": "z@example.com", "favourite": False,
            "company": "", "notes": "",
        }  # fmt: skip
        hand.back()
        assert hand.look.title == "Contacts"
        assert "Zoë Núñez" in hand.labels

    def test_a_name_is_needed(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Create contact")
        hand.type("Phone", "1")
        hand.tap("Save")
        assert hand.look.title == "Create contact"
        assert "Enter a first or last name" in hand.labels
        assert hand.changed() == {}

    def test_edit_changes_only_what_was_edited(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Bruno Keller", "Edit")
        assert hand.find("First name").text == "Bruno"
        hand.type("Phone", "555-0000")
        hand.tap("Save")
        assert hand.look.title == "Bruno Keller"
        assert hand.changed() == {"contact/2.phone": ("555-0134", "555-0000")}

    def test_back_asks_before_it_discards(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Create contact")
        hand.type("First name", "X")
        hand.tap("Navigate up")  # hides the keyboard first
        hand.tap("Navigate up")
        assert hand.look.title == "Discard your changes?"
        hand.tap("Keep editing")
        assert hand.find("First name").text == "X"
        hand.back()
        hand.tap("Discard")
        assert hand.look.title == "Contacts"
        assert hand.changed() == {}

    def test_back_without_changes_does_not_ask(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Create contact")
        hand.back()
        assert hand.look.title == "Contacts"

    def test_favourite(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Hana Sato", "Add to favourites")
        assert hand.changed() == {"contact/6.favourite": (False, True)}
        hand.tap("Remove from favourites")
        assert hand.fact("contact/6", "favourite") is False

    def test_delete_asks_first(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Hana Sato", "More options", "Delete")
        assert hand.look.title == "Delete this contact?"
        hand.tap("Cancel")
        assert hand.look.title == "Hana Sato"
        hand.tap("More options", "Delete", "Delete")
        assert hand.look.title == "Contacts"
        assert "contact/6" not in hand.phone.state()

    def test_names_are_sorted_either_way(self) -> None:
        rows = [e.label for e in Hand(Setup(front="contacts", layout=Layout(list_order="descending"))).look.elements if e.kind == "row"]
        assert rows[0] == "Hana Sato"

    def test_contact_without_a_name(self) -> None:
        hand = Hand(Setup(front="contacts", clear=("contact",), facts={"contact/1": {"phone": "12"}, "contact/2": {}}))
        assert [element.label for element in hand.look.elements if element.kind == "row"] == ["(No name)", "12"]


@pytest.mark.parametrize(
    ("hour", "minute", "full_day", "written"),
    [(0, 5, False, "12:05 AM"), (12, 0, False, "12:00 PM"), (23, 59, False, "11:59 PM"), (7, 30, True, "07:30"), (0, 0, True, "00:00")],
)
def test_clock_time(hour: int, minute: int, full_day: bool, written: str) -> None:
    assert clock_time(hour, minute, full_day) == written


def test_when_an_alarm_rings() -> None:
    now = datetime(2026, 3, 2, 9, 41)

    def shown(days: str, hour: int, minute: int, enabled: bool, locale: str = "en") -> str:
        return rings({**ALARM, "days": days, "hour": hour, "minute": minute, "enabled": enabled}, now, locale)

    assert shown("", 9, 40, True) == "Tomorrow"
    assert shown("", 9, 42, True) == "Today"
    assert shown("", 9, 42, False) == "Not scheduled"
    assert [shown("sun,mon", 1, 1, False, locale) for locale in LOCALES] == ["Mon, Sun", "Mo, So", "周一、周日", "الاثنين، الأحد"]
    assert shown("mon,tue,wed,thu,fri,sat,sun", 1, 1, True) == "Every day"


def test_time_left() -> None:
    assert [time_left(seconds) for seconds in (0, 59, 3600, -61)] == ["00:00", "00:59", "1:00:00", "-01:01"]
