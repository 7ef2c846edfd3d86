"""What the simulated phone does with every kind of action."""

import pytest

from devices.action import (
    Answer,
    Direction,
    Done,
    DoubleTap,
    Drag,
    LongPress,
    OpenApp,
    PressKey,
    Scroll,
    Swipe,
    Tap,
    TypeText,
    Wait,
)
from devices.device import Setup
from devices.state import apply, state_hash
from tests.devices.sim.driver import Hand

MANY = Setup(facts={f"contact/{n}": {"first_name": f"Person {n:02}"} for n in range(10, 60)}, front="contacts")


def test_begins_on_the_home_screen() -> None:
    hand = Hand()
    assert {"Clock", "Contacts", "Settings"} < set(hand.labels)
    assert hand.labels == sorted(hand.labels)
    assert {element.kind for element in hand.look.elements} == {"app"}
    assert hand.phone.name == "sim"
    assert hand.fact("screen", "app") == "com.android.launcher3"
    assert hand.phone.changes() == []


class TestApps:
    def test_open_by_exact_name(self) -> None:
        hand = Hand()
        hand.open("Settings")
        assert hand.look.title == "Settings"
        assert hand.look.package == hand.fact("screen", "app") == "com.android.settings"

    @pytest.mark.parametrize("name", ["settings", "Setting", "Clok", "S", "", "Home", "Calculators"])
    def test_any_other_name_is_refused(self, name: str) -> None:
        hand = Hand()
        outcome = hand.do(OpenApp(name=name))
        assert outcome.status == "refused"
        assert hand.look.package == "com.android.launcher3"

    def test_near_names_are_offered(self) -> None:
        assert "'Clock'" in Hand().do(OpenApp(name="Clok")).reason

    def test_opening_what_is_in_front_has_no_effect(self) -> None:
        hand = Hand()
        hand.open("Clock")
        assert hand.do(OpenApp(name="Clock")).status == "no_effect"

    def test_an_app_is_found_as_it_was_left(self) -> None:
        hand = Hand()
        hand.open("Settings", "Display")
        hand.open("Clock")
        hand.open("Settings")
        assert hand.look.title == "Display"

    def test_back_closes_pages_and_then_the_app(self) -> None:
        hand = Hand()
        hand.open("Settings", "Network & internet", "Hotspot & tethering")
        titles = []
        for _ in range(3):
            hand.back()
            titles.append(hand.look.title)
        assert titles[:2] == ["Network & internet", "Settings"]
        assert hand.look.package == "com.android.launcher3"
        assert hand.do(PressKey(key="back")).status == "no_effect"

    def test_navigate_up_is_back(self) -> None:
        hand = Hand()
        hand.open("Settings", "Display", "Navigate up")
        assert hand.look.title == "Settings"

    def test_home_and_recents(self) -> None:
        hand = Hand()
        hand.open("Settings", "Display")
        hand.open("Clock")
        hand.sure(PressKey(key="home"))
        assert hand.do(PressKey(key="home")).status == "no_effect"
        hand.sure(PressKey(key="recents"))
        assert hand.labels == ["Clock", "Settings", "Clear all"]
        hand.tap("Settings")
        assert hand.look.title == "Display"


class TestOutcomes:
    def test_number_that_is_not_there(self) -> None:
        assert Hand().do(Tap(element=99)).status == "refused"

    def test_thing_that_is_gone(self) -> None:
        hand = Hand()
        hand.open("Settings")
        seen = hand.look
        hand.open("Clock")
        assert hand.phone.act(Tap(element=0), seen).status == "stale"

    def test_thing_that_moved_is_followed(self) -> None:
        hand = Hand(Setup(front="clock"))
        seen, nine = hand.look, hand.find("9:00 AM", "switch").index
        hand.tap("Add alarm")
        hand.type("Hour", "1")
        hand.tap("OK")
        assert hand.phone.act(Tap(element=nine), seen).status == "done"
        assert hand.fact("alarm/2", "enabled") is True

    def test_disabled(self) -> None:
        hand = Hand(Setup(facts={"settings": {"airplane_mode": True}}))
        hand.open("Settings", "Network & internet")
        outcome = hand.do(Tap(element=hand.find("Mobile data").index))
        assert outcome.status == "refused"
        assert "disabled" in outcome.reason

    def test_tap_on_a_text_has_no_effect(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("About phone")
        assert hand.do(Tap(element=hand.find("Model").index)).status == "no_effect"

    def test_answer_wait_and_done_leave_the_phone_alone(self) -> None:
        hand = Hand()
        before = state_hash(hand.phone.state())
        for action in (Answer(text="42"), Wait(seconds=60), Done()):
            hand.sure(action)
        assert state_hash(hand.phone.state()) == before

    def test_every_refusal_has_a_reason(self) -> None:
        hand = Hand(Setup(front="clock"))
        for action in (
            Tap(element=50),
            TypeText(element=0, text="x"),
            Drag(element=0, to_percent=5),
            Drag(element=0),
            Drag(element=0, to_percent=5, to_element=1),
            Drag(element=0, to_element=77),
        ):
            outcome = hand.do(action)
            assert outcome.status == "refused", action
            assert outcome.reason

    def test_steps_are_counted_in_the_journal(self) -> None:
        hand = Hand()
        hand.do(OpenApp(name="Nothing"))
        hand.open("Settings", "Network & internet", "Wi-Fi")
        assert [(change.step, change.key) for change in hand.phone.changes()] == [(1, "app"), (3, "wifi")]


class TestText:
    def editor(self) -> Hand:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Create contact")
        return hand

    @pytest.mark.parametrize(
        "text",
        [
            "Zoë 你好 €5 עברית 🙂",
            "100%s & $HOME `id` 'x'",
            'it\'s "ok" \\ end',
            "* ? ~ [ { ! &",
            " leading and trailing ",
            "",
            "First name",
            "a" * 500,
        ],
    )
    def test_reads_back_exactly(self, text: str) -> None:
        hand = self.editor()
        hand.type("Last name", "before")
        hand.type("Last name", text)
        assert hand.find("Last name").text == text

    def test_line_break_in_a_field_of_one_line_is_refused(self) -> None:
        hand = self.editor()
        outcome = hand.do(TypeText(element=hand.find("Phone").index, text="1\n2"))
        assert outcome.status == "refused"
        assert "one line" in outcome.reason
        assert hand.find("Phone").text == ""

    @pytest.mark.parametrize("text", ["\x07", "a\tb", "\ud800"])
    def test_what_no_keyboard_types_is_refused(self, text: str) -> None:
        hand = self.editor()
        assert (
            hand.do(TypeText.model_construct(tool="type_text", element=hand.find("Phone").index, text=text, enter=False)).status
            == "refused"
        )

    def test_typing_into_something_else_is_refused(self) -> None:
        hand = self.editor()
        outcome = hand.do(TypeText(element=hand.find("Save").index, text="x"))
        assert outcome.status == "refused"
        assert "not a field" in outcome.reason

    def test_keyboard_shows_and_back_hides_it_first(self) -> None:
        hand = self.editor()
        hand.tap("Email")
        assert hand.look.keyboard
        assert hand.find("Email").focused
        hand.back()
        assert not hand.look.keyboard
        assert hand.look.title == "Create contact"

    def test_keyboard_covers_the_floating_button(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.tap("Search contacts")
        assert "Create contact" not in hand.labels
        assert all(element.bounds.bottom <= 2400 - 288 * 420 / 160 for element in hand.look.elements)

    def test_a_focused_field_stays_in_sight(self) -> None:
        layout = Setup().layout
        hand = Hand(Setup(front="contacts", layout=type(layout)(width=720, height=1280, density=320, font_scale=1.3)))
        hand.tap("Create contact")
        hand.tap("Email")
        assert hand.look.keyboard
        assert hand.find("Email").bounds.height > 60

    def test_enter_only_when_asked(self) -> None:
        hand = Hand(Setup(front="contacts"))
        hand.type("Search contacts", "rossi")
        assert hand.look.keyboard
        hand.type("Search contacts", "rossi", enter=True)
        assert not hand.look.keyboard
        assert hand.find("Search contacts").text == "rossi"


class TestMoving:
    @pytest.mark.parametrize(
        ("action", "moves"),
        [
            (Scroll(direction="down"), "down"),
            (Swipe(direction="up"), "down"),
            (Scroll(direction="up"), "up"),
            (Swipe(direction="down"), "up"),
            (Scroll(direction="right"), "right"),
            (Swipe(direction="left"), "right"),
            (Scroll(direction="left"), "left"),
            (Swipe(direction="right"), "left"),
        ],
    )
    def test_scroll_is_the_contents_direction_and_swipe_the_fingers(self, action: Scroll | Swipe, moves: Direction) -> None:
        if moves in ("up", "down"):
            hand = Hand(MANY)
            hand.sure(Scroll(direction="down"))
            before = [element.label for element in hand.look.elements if element.kind == "row"]
            hand.sure(action)
            first, last = before[0], before[-1]
            # What is asked for is at the other end of what was seen.
            assert (last in hand.labels) == (moves == "down")
            assert (first in hand.labels) == (moves == "up")
        else:
            hand = Hand(Setup(front="clock"))
            if moves == "left":
                hand.tap("Timer")
            hand.sure(action)
            assert hand.look.title == ("Timer" if moves == "right" else "Alarm")

    @pytest.mark.parametrize("direction", ["up", "left", "right"])
    def test_nothing_there_has_no_effect(self, direction: Direction) -> None:
        hand = Hand(Setup(front="settings"))
        assert hand.do(Scroll(direction=direction)).status == "no_effect"

    def test_a_list_ends(self) -> None:
        hand = Hand(MANY)
        assert (hand.look.more_above, hand.look.more_below) == (False, True)
        names: set[str] = set()
        steps = 0
        while hand.look.more_below:
            names.update(hand.labels)
            hand.sure(Scroll(direction="down"))
            assert hand.look.more_above
            steps += 1
            assert steps < 30
        names.update(hand.labels)
        # What is left is the empty place under the button that floats over the list.
        hand.do(Scroll(direction="down"))
        assert hand.do(Scroll(direction="down")).status == "no_effect"
        assert {f"Person {n:02}" for n in range(10, 60)} <= names

    def test_drag_between_elements_moves_a_list(self) -> None:
        hand = Hand(MANY)
        rows = [element for element in hand.look.elements if element.kind == "row"]
        hand.sure(Drag(element=rows[6].index, to_element=rows[2].index))
        assert rows[0].label not in hand.labels

    @pytest.mark.parametrize("percent", [0, 37, 100])
    def test_slider_is_dragged_to_a_share(self, percent: int) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Display")
        hand.slide("Brightness level", percent)
        assert hand.fact("settings", "brightness") == percent
        assert hand.find("Brightness level").detail == f"{percent}%"

    def test_tap_on_a_slider_takes_its_middle(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Display", "Brightness level")
        assert hand.fact("settings", "brightness") == 50

    def test_every_volume_can_be_set(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Sound & vibration")
        for value in range(16):
            hand.do(Drag(element=hand.find("Media volume").index, to_percent=round(100 * value / 15)))
            assert hand.fact("settings", "volume_media") == value


class TestPresses:
    def test_long_press_is_a_tap_where_nothing_listens_for_it(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.sure(LongPress(element=hand.find("Display").index))
        assert hand.look.title == "Display"

    def test_double_tap_switches_twice(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.tap("Network & internet")
        hand.sure(DoubleTap(element=hand.find("Wi-Fi").index))
        assert [change.after for change in hand.phone.changes()] == [False, True]

    def test_double_tap_does_not_reach_the_page_that_it_opens(self) -> None:
        hand = Hand(Setup(front="settings"))
        hand.sure(DoubleTap(element=hand.find("Network & internet").index))
        assert hand.look.title == "Network & internet"
        assert hand.phone.changes() == []


class TestPopups:
    @pytest.mark.parametrize("front", ["launcher", "settings", "clock", "contacts"])
    def test_hides_what_is_in_front_until_dismissed(self, front: str) -> None:
        hand = Hand(Setup(front=front, popup="battery"))
        assert hand.look.title == "Battery low"
        assert hand.labels == ["15% remaining. Plug in your phone soon.", "OK"]
        hand.tap("OK")
        assert hand.labels == Hand(Setup(front=front)).labels
        assert hand.phone.changes() == []

    def test_back_dismisses_it(self) -> None:
        hand = Hand(Setup(front="clock", popup="update"))
        hand.back()
        assert hand.look.title == "Alarm"

    def test_stays_over_an_app_that_is_opened(self) -> None:
        hand = Hand(Setup(popup="battery"))
        hand.do(OpenApp(name="Clock"))
        assert hand.look.title == "Battery low"
        hand.tap("OK")
        assert hand.look.title == "Alarm"


def test_journal_leads_from_the_first_state_to_the_last() -> None:
    hand = Hand()
    initial = hand.phone.state()
    hand.open("Settings", "Network & internet", "Airplane mode")
    hand.open("Clock", "Add alarm", "OK")
    hand.open("Contacts", "Hana Sato", "More options", "Delete", "Delete")
    assert apply(initial, hand.phone.changes()) == hand.phone.state()


def test_state_is_a_copy() -> None:
    hand = Hand()
    hand.phone.state()["settings"]["wifi"] = False
    assert hand.fact("settings", "wifi") is True


def test_reset_forgets_everything() -> None:
    hand = Hand()
    fresh, first = state_hash(hand.phone.state()), hand.look
    hand.open("Settings", "Network & internet", "Airplane mode")
    hand.open("Clock", "9:00 AM", "Delete", "Timer")
    hand.type("Seconds", "9")
    hand.phone.reset(Setup())
    assert state_hash(hand.phone.state()) == fresh
    assert hand.look == first
    assert hand.phone.changes() == []
    hand.open("Settings")
    assert hand.look.title == "Settings"
    hand.open("Clock")
    assert hand.look.title == "Alarm"
