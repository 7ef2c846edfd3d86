"""The depth of Settings, under both makers and in every language."""

import pytest

from devices.action import Tap
from devices.device import DeviceError, Layout, Setup
from devices.sim.app import LAUNCHER, apps
from devices.sim.language import LOCALES, MAKERS, say
from devices.sim.screens.settings_apps import PERMISSIONS
from devices.sim.screens.settings_places import CONTENTS, LABELS, TITLES, WAYS, maker_of
from devices.sim.screens.settings_rows import switch
from devices.sim.setup import prepare
from devices.sim.sheets import PERMISSIONS as ASKED
from devices.sim.zones import CITIES, offset
from tests.devices.sim.driver import Hand


def settings(maker: str = "stock", locale: str = "en", **facts: object) -> Hand:
    return Hand(Setup(front="settings", layout=Layout(maker=maker, locale=locale), facts={"settings": facts} if facts else {}))  # type: ignore[dict-item]


def walk(hand: Hand, *titles: str, maker: str, locale: str = "en") -> None:
    """Go down the pages of these titles, scrolling to each row."""
    for title in titles:
        label = say(title, locale, maker)
        hand.scroll_to(label)
        hand.tap(label, kind="row")


class TestMakers:
    @pytest.mark.parametrize("locale", LOCALES)
    @pytest.mark.parametrize("maker", MAKERS)
    def test_every_setting_stands_where_the_way_to_it_leads(self, maker: str, locale: str) -> None:
        for name, way in WAYS[maker].items():
            hand = settings(maker, locale)
            walk(hand, *way, maker=maker, locale=locale)
            assert hand.look.title == say(way[-1] if way else "Settings", locale, maker)
            assert hand.scroll_to(say(LABELS[name], locale, maker))

    def test_both_have_the_same_settings(self) -> None:
        own = {"stock": {"devices", "device_name_shown"}, "vendor": {"care", "data", "volume"}}
        assert set(WAYS["stock"]) - own["stock"] == set(WAYS["vendor"]) - own["vendor"]

    def test_what_stands_on_a_page_has_a_name_and_each_page_a_title(self) -> None:
        for contents in CONTENTS.values():
            assert set(contents) - {"main"} <= set(TITLES)
            assert {name for page in contents.values() for name in page} <= set(LABELS)

    @pytest.mark.parametrize("maker", MAKERS)
    def test_switches_change_the_same_facts(self, maker: str) -> None:
        for name in ("airplane_mode", "bluetooth", "dark_theme", "do_not_disturb", "mobile_data", "use_24_hour", "wifi"):
            hand = settings(maker)
            walk(hand, *WAYS[maker][name], maker=maker)
            before = hand.fact("settings", name)
            hand.tap(say(LABELS[name], maker=maker), kind="switch")
            assert hand.fact("settings", name) is not before

    @pytest.mark.parametrize("locale", LOCALES)
    @pytest.mark.parametrize("maker", MAKERS)
    def test_the_maker_is_known_by_its_words(self, maker: str, locale: str) -> None:
        hand = settings(maker, locale)
        assert maker_of(hand.labels) == maker
        for name, way in WAYS[maker].items():
            assert maker_of([say(title, locale, maker) for title in (*way, LABELS[name])]) in (maker, None)
        assert maker_of(["Settings", "Wi-Fi"]) is None

    def test_names_differ_where_they_are_to_differ(self) -> None:
        hand = settings("vendor")
        assert hand.labels[1:4] == ["About phone", "Connections", "Sounds and vibration"]
        hand.tap("Connections")
        assert [e.label for e in hand.look.elements if e.kind in ("row", "switch")] == [
            "Wi-Fi", "Wi-Fi", "Bluetooth", "Bluetooth", "Flight mode", "Mobile hotspot and tethering", "Data usage",
        ]  # fmt: skip

    def test_the_row_for_wifi_leads_on_and_its_switch_switches(self) -> None:
        hand = settings("vendor")
        hand.tap("Connections")
        hand.tap("Wi-Fi", kind="switch")
        assert hand.fact("settings", "wifi") is False
        assert hand.find("Wi-Fi", "row").detail == "Off"
        hand.tap("Wi-Fi", kind="row")
        assert (hand.look.title, hand.find("Wi-Fi", "switch").checked) == ("Wi-Fi", False)


class TestSearch:
    def test_finds_settings_and_pages_and_opens_them(self) -> None:
        hand = settings()
        hand.type("Search settings", "dark")
        assert [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"] == [("Dark theme", "Display")]
        hand.tap("Dark theme")
        assert hand.look.title == "Display"
        hand.back()
        assert hand.find("Search settings").text == "dark"
        hand.back()
        assert hand.find("Search settings").text == ""
        assert hand.find("Network & internet")

    def test_finds_nothing(self) -> None:
        hand = settings()
        hand.type("Search settings", "zzz")
        assert "No results" in hand.labels

    def test_finds_in_the_phones_language(self) -> None:
        hand = settings("vendor", "de")
        hand.type("In Einstellungen suchen", "flug")
        assert "No results" not in hand.labels
        hand.type("In Einstellungen suchen", "offline")
        assert [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"] == [("Offline-Modus", "Verbindungen")]


class TestWifi:
    def open(self) -> Hand:
        hand = settings()
        hand.tap("Network & internet", "Wi-Fi networks")
        return hand

    def rows(self, hand: Hand) -> list[tuple[str, str]]:
        return [(e.label, e.detail) for e in hand.look.elements if e.kind == "row"]

    def test_networks(self) -> None:
        assert self.rows(self.open()) == [
            ("Home", "Connected"), ("Cafe Luna", "Not secured"), ("Office", "Saved"), ("Home Guest", "Secured"),
        ]  # fmt: skip

    def test_a_saved_network_is_connected_to_at_once(self) -> None:
        hand = self.open()
        hand.tap("Office")
        assert hand.changed() == {"settings.wifi_network": ("Home", "Office")}
        assert self.rows(hand)[:2] == [("Office", "Connected"), ("Home", "Saved")]

    def test_an_open_network_is_saved_when_it_is_connected_to(self) -> None:
        hand = self.open()
        hand.tap("Cafe Luna")
        assert hand.changed() == {"settings.wifi_network": ("Home", "Cafe Luna"), "network/2.saved": (False, True)}

    def test_a_password_is_asked_for_and_checked(self) -> None:
        hand = self.open()
        hand.tap("Home Guest")
        assert (hand.look.title, hand.find("Connect").enabled) == ("Home Guest", False)
        hand.type("Password", "welcome")
        hand.tap("Connect")
        assert "Check password and try again" in hand.labels
        assert hand.changed() == {}
        hand.type("Password", "welcome123")
        hand.tap("Connect")
        assert hand.look.title == "Wi-Fi networks"
        assert hand.changed() == {"settings.wifi_network": ("Home", "Home Guest"), "network/4.saved": (False, True)}

    def test_forget(self) -> None:
        hand = self.open()
        hand.tap("Home")
        assert [hand.find(label).detail for label in ("Status", "Security")] == ["Connected", "WPA2"]
        hand.tap("Forget")
        assert hand.changed() == {"settings.wifi_network": ("Home", ""), "network/1.saved": (True, False)}
        assert self.rows(hand)[0] == ("Home", "Secured")
        hand.back()
        assert hand.find("Wi-Fi networks").detail == "Not connected"

    def test_disconnect_and_connect(self) -> None:
        hand = self.open()
        hand.tap("Home", "Disconnect")
        assert hand.fact("settings", "wifi_network") == ""
        hand.tap("Connect")
        assert hand.fact("settings", "wifi_network") == "Home"

    def test_off(self) -> None:
        hand = self.open()
        hand.tap("Wi-Fi")
        assert self.rows(hand) == []
        assert "To see available networks, turn Wi-Fi on." in hand.labels


class TestBluetooth:
    def open(self, maker: str = "stock") -> Hand:
        hand = settings(maker)
        walk(hand, *WAYS[maker]["bluetooth_devices"], "Bluetooth devices", maker=maker)
        return hand

    @pytest.mark.parametrize("maker", MAKERS)
    def test_pair(self, maker: str) -> None:
        hand = self.open(maker)
        hand.tap("Pair new device", "Headphones X3")
        assert hand.look.title == "Pair with Headphones X3?"
        hand.tap("Pair")
        assert hand.find("Headphones X3").detail == "Connected"
        assert hand.changed() == {"bluetooth_device/4.paired": (False, True), "bluetooth_device/4.connected": (False, True)}
        hand.back()
        assert hand.find(say("Bluetooth devices", maker=maker), "row").detail == "Headphones X3"

    def test_connect_and_forget(self) -> None:
        hand = self.open()
        hand.tap("Car", "Connect")
        assert hand.find("Status").detail == "Connected"
        hand.tap("Disconnect", "Forget")
        assert not hand.all("Car")
        assert hand.changed()["bluetooth_device/2.paired"] == (True, False)
        hand.tap("Pair new device")
        assert hand.find("Car")

    def test_off(self) -> None:
        hand = self.open()
        hand.tap("Use Bluetooth")
        assert "To see your devices, turn Bluetooth on." in hand.labels
        assert not hand.all("Pair new device")


class TestApps:
    def test_every_app_but_the_launcher_is_listed(self) -> None:
        hand = settings()
        hand.scroll_to("Apps")
        hand.tap("Apps")
        for app in apps().values():
            if app.package != LAUNCHER:
                assert hand.scroll_to(app.label).kind == "row"

    def test_an_app_is_opened(self) -> None:
        hand = settings()
        hand.scroll_to("Apps")
        hand.tap("Apps", "Clock", "Open app")
        assert hand.look.title == "Alarm"

    def test_notifications_are_switched_for_one_app(self) -> None:
        hand = settings()
        hand.scroll_to("Notifications")
        hand.tap("Notifications", "Clock")
        assert hand.changed() == {"app_notifications.clock": (True, False)}
        hand.back()
        hand.scroll_to("Apps")
        hand.tap("Apps", "Clock")
        assert hand.find("Notifications", "switch").checked is False

    def test_permissions(self) -> None:
        hand = settings()
        hand.scroll_to("Apps")
        hand.tap("Apps", "Camera")
        assert hand.find("Permissions").detail == "1 of 1 allowed"
        hand.tap("Permissions")
        hand.tap("Camera", kind="row")
        hand.tap("Don't allow")
        assert hand.changed() == {"permissions.camera": ("granted", "denied")}
        assert hand.find("Camera", "row").detail == "Not allowed"
        hand.back()
        assert hand.find("Permissions").detail == "0 of 1 allowed"

    def test_every_permission_has_a_name(self) -> None:
        assert set(ASKED) <= set(PERMISSIONS)
        assert {permission for app in apps().values() for permission in app.permissions} <= set(PERMISSIONS)

    def test_only_installed_apps_notify(self) -> None:
        assert set(apps()["com.android.settings"].kinds["app_notifications"]) <= {app.key for app in apps().values()}


class TestOthers:
    def test_time_zone(self) -> None:
        hand = settings()
        hand.tap("System", "Date & time")
        assert hand.find("Time zone").detail == "London, GMT+00:00"
        hand.tap("Time zone")
        hand.type("Search time zones", "del")
        hand.tap("Delhi")
        assert hand.changed() == {"settings.time_zone": ("London", "Delhi")}
        assert hand.find("Time zone").detail == "Delhi, GMT+05:30"

    def test_no_time_zone_found(self) -> None:
        hand = settings()
        hand.tap("System", "Date & time", "Time zone")
        hand.type("Search time zones", "zzz")
        assert "No results" in hand.labels

    def test_storage_adds_up(self) -> None:
        hand = settings()
        assert hand.scroll_to("Storage").detail == "52 GB of 128 GB used"
        hand.tap("Storage")
        assert "52 GB of 128 GB used" in hand.labels
        sizes = [int(e.detail.removesuffix(" GB")) for e in hand.look.elements if e.detail.endswith(" GB")]
        assert sum(sizes) == 52

    def test_battery(self) -> None:
        hand = settings(battery_level=31)
        assert hand.scroll_to("Battery").detail == "31%"
        hand.tap("Battery", "Battery saver")
        assert hand.changed() == {"settings.battery_saver": (False, True)}

    def test_font_size_is_on_two_pages(self) -> None:
        hand = settings()
        hand.scroll_to("Accessibility")
        hand.tap("Accessibility", "Font size", "Large")
        hand.back()
        assert hand.find("Font size").detail == "Large"

    def test_touch_delay(self) -> None:
        hand = settings()
        hand.scroll_to("Accessibility")
        hand.tap("Accessibility")
        assert hand.find("Touch and hold delay").detail == "Short"
        hand.tap("Touch and hold delay", "Long")
        assert hand.changed() == {"settings.touch_delay": (400, 1500)}

    def test_hotspot_name(self) -> None:
        hand = settings()
        hand.tap("Network & internet", "Hotspot & tethering", "Hotspot name")
        hand.type("Hotspot name", " ")
        assert hand.do(Tap(element=hand.find("OK").index)).status == "refused"
        hand.type("Hotspot name", "Tent")
        hand.tap("OK")
        assert hand.changed() == {"settings.hotspot_name": ("Virtual Hotspot", "Tent")}

    def test_language_is_shown_in_itself(self) -> None:
        hand = settings(locale="de")
        hand.tap("System")
        assert hand.find("Sprache").detail == "Deutsch (Deutschland)"

    def test_every_switch_turns_a_fact_of_the_settings(self) -> None:
        system = prepare(Setup())
        for name in ("hotspot_on", "use_location", "auto_time"):
            assert switch(system, name).name == name


def test_a_time_zone_that_there_is_not() -> None:
    with pytest.raises(DeviceError, match=r'settings\.time_zone is "Atlantis": expected one of Auckland'):
        settings(time_zone="Atlantis")


def test_offsets() -> None:
    assert [offset(city) for city in ("London", "Delhi", "Los Angeles", "Kathmandu")] == [
        "GMT+00:00",
        "GMT+05:30",
        "GMT-08:00",
        "GMT+05:45",
    ]
    assert all(-720 <= minutes <= 840 for minutes in CITIES.values())
