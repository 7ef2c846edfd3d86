"""How a phone looks: languages, mirrored, on its side, check boxes, bars below; in each look every thing can be tapped where it says."""

from itertools import product
from random import Random

import pytest

from devices.action import Drag, OpenApp, PressKey, Scroll, Swipe, Tap
from devices.device import Layout, Setup
from devices.sim import SimulatedPhone
from devices.sim.language import LOCALES, say
from tests.devices.sim.driver import APPS, Hand, check_look, wander

SIDEWAYS = Layout(width=2400, height=1080)


@pytest.mark.parametrize("app", ["launcher", *APPS])
@pytest.mark.parametrize("locale", LOCALES)
def test_every_tap_reaches_its_thing_in_every_look(locale: str, app: str) -> None:
    phone = SimulatedPhone()
    for sizes, menu, control, font_scale in product(
        [(1080, 2400, 420), (1600, 720, 280)], ["top", "bottom"], ["switch", "checkbox"], [0.85, 1.3, 2.0]
    ):
        draw = Random(f"{app} {locale} {sizes} {menu} {font_scale}")
        look = Layout(
            width=sizes[0], height=sizes[1], density=sizes[2], locale=locale, menu=menu, control=control, font_scale=font_scale,
            maker=draw.choice(["stock", "vendor"]),
        )  # fmt: skip
        phone.reset(Setup(layout=look, front=app))
        for _ in range(10):
            seen = phone.observe()
            if seen.elements:
                check_look(phone, seen)
            phone.act(wander(seen, draw), seen)


class TestLanguages:
    @pytest.mark.parametrize("locale", LOCALES[1:])
    def test_an_app_goes_by_its_own_name_and_by_its_english_one(self, locale: str) -> None:
        for name in ("Settings", say("Settings", locale)):
            hand = Hand(Setup(layout=Layout(locale=locale)))
            hand.sure(OpenApp(name=name))
            assert hand.look.package == "com.android.settings"

    @pytest.mark.parametrize("locale", LOCALES)
    def test_the_launcher_shows_the_phones_names(self, locale: str) -> None:
        hand = Hand(Setup(layout=Layout(locale=locale)))
        assert hand.labels == sorted(say(app, locale) for app in APPS) or locale == "ar"
        assert set(hand.labels) == {say(app, locale) for app in APPS}

    def test_other_languages_names_are_unknown(self) -> None:
        assert Hand().do(OpenApp(name="Einstellungen")).status == "refused"

    @pytest.mark.parametrize("locale", LOCALES[1:])
    def test_the_systems_own_pages_are_translated(self, locale: str) -> None:
        english = Hand()
        other = Hand(Setup(layout=Layout(locale=locale)))
        for key in ("notifications", "quick_settings", "recents"):
            for hand in (english, other):
                hand.sure(PressKey(key=key))
            assert other.look.title == say(english.look.title, locale) != english.look.title


class TestMirrored:
    ARABIC = Layout(locale="ar")

    def test_everything_is_at_the_other_side(self) -> None:
        there, here = Hand(Setup(front="contacts")).look, Hand(Setup(front="contacts", layout=self.ARABIC)).look
        for element in there.elements:
            mirrored = [e for e in here.elements if e.resource_id == element.resource_id and e.bounds.top == element.bounds.top]
            assert [e.bounds.left for e in mirrored if e.bounds.left == 1080 - element.bounds.right], element

    def test_the_keyboard_is_not(self) -> None:
        hand = Hand(Setup(front="contacts", layout=self.ARABIC))
        hand.sure(Tap(element=next(e.index for e in hand.look.elements if e.kind == "field")))
        keys = {node.content_desc: node.bounds for node in hand.look.tree.children[-1].walk() if node.content_desc}
        assert keys["q"][0] < keys["p"][0]

    @pytest.mark.parametrize("locale", ["en", "ar"])
    def test_a_slider_begins_where_words_do(self, locale: str) -> None:
        hand = Hand(Setup(layout=Layout(locale=locale)))
        hand.sure(PressKey(key="quick_settings"))
        slider = next(e for e in hand.look.elements if e.kind == "slider")
        hand.sure(Drag(element=slider.index, to_percent=80))
        assert hand.fact("settings", "brightness") == 80
        x = slider.bounds.left + slider.bounds.width // 10
        hand.phone.touch(x, slider.tap[1])
        assert hand.fact("settings", "brightness") == (90 if locale == "ar" else 10)

    @pytest.mark.parametrize(("locale", "onwards"), [("en", "left"), ("ar", "right")])
    def test_the_next_tab_lies_where_reading_goes(self, locale: str, onwards: str) -> None:
        hand = Hand(Setup(front="clock", layout=Layout(locale=locale)))
        hand.sure(Swipe(direction=onwards))  # type: ignore[arg-type]
        assert hand.look.title == say("Timer", locale)
        hand.sure(Scroll(direction=onwards))  # type: ignore[arg-type]
        assert hand.look.title == say("Alarm", locale)


class TestOnItsSide:
    def test_the_dump_says_so(self) -> None:
        hand = Hand(Setup(front="settings", layout=SIDEWAYS))
        assert '<hierarchy rotation="1">' in hand.look.xml
        assert (hand.look.width, hand.look.height) == (2400, 1080)
        assert '<hierarchy rotation="0">' in Hand().look.xml

    def test_the_keyboard_covers_most_and_leaves_the_field(self) -> None:
        hand = Hand(Setup(front="contacts", page="editor", layout=SIDEWAYS))
        hand.tap("Last name")
        keyboard = hand.look.tree.children[-1].bounds
        assert keyboard[3] - keyboard[1] > 1080 // 2
        assert hand.find("Last name").bounds.bottom <= keyboard[1]
        assert hand.find("Last name").focused

    @pytest.mark.parametrize("size", [(2400, 1080, 420), (1280, 720, 320), (1600, 720, 280)])
    @pytest.mark.parametrize("font_scale", [1.0, 2.0])
    def test_a_dialogs_field_stays_in_sight_and_its_buttons_come_back(self, size: tuple[int, int, int], font_scale: float) -> None:
        look = Layout(width=size[0], height=size[1], density=size[2], font_scale=font_scale)
        hand = Hand(Setup(front="settings", page="device_name", layout=look))
        (field,) = [e for e in hand.look.elements if e.kind == "field"]
        hand.type(field.label, "My phone")
        assert hand.find(field.label).text == "My phone"
        hand.back()
        hand.tap("OK")
        assert hand.fact("settings", "device_name") == "My phone"

    def test_more_icons_stand_on_a_line(self) -> None:
        def first_line(look: Layout) -> int:
            icons = [e for e in Hand(Setup(layout=look)).look.elements if e.kind == "app"]
            return sum(e.bounds.top == icons[0].bounds.top for e in icons)

        assert first_line(Layout()) == 4
        assert first_line(SIDEWAYS) == 7

    @pytest.mark.parametrize("size", [(1280, 720, 320), (800, 480, 240), (720, 1280, 700), (2400, 1080, 560)])
    def test_every_icon_is_reached(self, size: tuple[int, int, int]) -> None:
        hand = Hand(Setup(layout=Layout(width=size[0], height=size[1], density=size[2], font_scale=1.3)))
        for app in APPS:
            hand.sure(PressKey(key="home")) if hand.look.package != "com.android.launcher3" else None
            hand.scroll_to(app)
            hand.tap(app)
            hand.sure(PressKey(key="home"))


class TestControls:
    def test_check_boxes_stand_for_switches(self) -> None:
        hand = Hand(Setup(front="settings", page="network", layout=Layout(control="checkbox")))
        assert not [e for e in hand.look.elements if e.kind == "switch"]
        hand.tap("Airplane mode", kind="checkbox")
        assert hand.fact("settings", "airplane_mode") is True

    def test_one_that_takes_taps_of_its_own_still_does(self) -> None:
        hand = Hand(Setup(front="clock", layout=Layout(control="checkbox")))
        hand.tap("9:00 AM", kind="checkbox")
        assert hand.fact("alarm/2", "enabled") is True


class TestBelow:
    LOW = Layout(menu="bottom")

    def test_actions_stand_below_the_list(self) -> None:
        hand = Hand(Setup(front="contacts", page="contact", args=("contact/1",), layout=self.LOW))
        assert hand.find("More options").bounds.top > 2000
        assert hand.find("Navigate up").bounds.top < 300
        hand.tap("More options")
        assert all(e.bounds.top > 1500 for e in hand.look.elements)
        hand.back()
        assert hand.look.title == "Amara Okafor"

    def test_the_floating_button_keeps_clear(self) -> None:
        hand = Hand(Setup(front="notes", layout=self.LOW))
        boxes = [e.bounds for e in hand.look.elements if e.kind in ("button", "tab")]
        for number, box in enumerate(boxes):
            assert not [other for other in boxes[number + 1 :] if box.clip(other)]

    def test_saving_while_the_keyboard_is_up_takes_it_away_first(self) -> None:
        hand = Hand(Setup(front="contacts", page="editor", layout=self.LOW))
        hand.type("First name", "Ann")
        assert not hand.all("Save")
        hand.back()
        hand.tap("Save")
        assert "Ann" in {facts.get("first_name") for facts in hand.phone.state().values()}


class TestShade:
    TOLD = Setup(
        front="settings",
        facts={
            "notification/1": {"app": "Clock", "title": "Alarm", "text": "Soon"},
            "notification/2": {"app": "messages", "title": "Anna", "text": "Where?"},
        },
    )

    def test_the_latest_stands_on_top(self) -> None:
        hand = Hand(self.TOLD)
        hand.sure(PressKey(key="notifications"))
        assert (hand.look.title, hand.look.package) == ("Notifications", "com.android.systemui")
        assert hand.labels == ["Monday, March 2", "Messages", "Dismiss Anna", "Clock", "Dismiss Alarm", "Clear all"]
        assert hand.find("Messages").detail == "Anna, Where?"
        assert hand.do(PressKey(key="notifications")).status == "no_effect"
        hand.back()
        assert hand.look.title == "Settings"

    def test_one_is_dismissed(self) -> None:
        hand = Hand(self.TOLD)
        hand.sure(PressKey(key="notifications"))
        hand.tap("Dismiss Anna")
        assert "notification/2" not in hand.phone.state()
        assert hand.all("Clock")

    def test_all_are_cleared(self) -> None:
        hand = Hand(self.TOLD)
        hand.sure(PressKey(key="notifications"))
        hand.tap("Clear all")
        assert hand.look.title == "Settings"
        hand.sure(PressKey(key="notifications"))
        assert "No notifications" in hand.labels

    def test_one_is_followed(self) -> None:
        hand = Hand(self.TOLD)
        hand.sure(PressKey(key="notifications"))
        hand.tap("Clock")
        assert hand.look.package == "com.android.deskclock"
        assert "notification/1" not in hand.phone.state()

    def test_a_swipe_down_on_the_home_screen_opens_it_and_scrolling_does_not(self) -> None:
        hand = Hand()
        assert hand.do(Scroll(direction="up")).status == "no_effect"
        hand.sure(Swipe(direction="down"))
        assert hand.look.title == "Notifications"

    @pytest.mark.parametrize("leave", ["home", "recents"])
    def test_it_closes(self, leave: str) -> None:
        hand = Hand(self.TOLD)
        hand.sure(PressKey(key="notifications"))
        hand.sure(PressKey(key=leave))  # type: ignore[arg-type]
        assert hand.look.package == "com.android.launcher3"

    def test_quick_settings_change_settings(self) -> None:
        hand = Hand()
        hand.sure(PressKey(key="quick_settings"))
        for label, key in {
            "Wi-Fi": "wifi", "Bluetooth": "bluetooth", "Do Not Disturb": "do_not_disturb", "Dark theme": "dark_theme",
            "Auto-rotate": "auto_rotate", "Hotspot": "hotspot",
        }.items():  # fmt: skip
            before = hand.fact("settings", key)
            hand.tap(label, kind="switch")
            assert hand.fact("settings", key) is (not before)
        hand.slide("Brightness level", 20)
        assert hand.fact("settings", "brightness") == 20

    def test_airplane_mode_takes_the_radios_with_it(self) -> None:
        hand = Hand()
        hand.sure(PressKey(key="quick_settings"))
        hand.tap("Airplane mode")
        state = hand.phone.state()["settings"]
        assert (state["airplane_mode"], state["wifi"], state["bluetooth"], state["mobile_data"]) == (True, False, False, False)

    def test_recent_apps_are_cleared(self) -> None:
        hand = Hand(Setup(front="contacts", page="editor", draft={"first_name": "Ann"}))
        hand.sure(PressKey(key="recents"))
        hand.tap("Clear all")
        assert hand.look.package == "com.android.launcher3"
        hand.sure(PressKey(key="recents"))
        assert hand.labels == ["No recent items"]
        hand.open("Contacts")
        assert hand.look.title == "Contacts"
