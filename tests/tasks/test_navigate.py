"""The helpers that every reference solution goes by: past whatever a phone puts in the way, in every language."""

from collections.abc import Sequence

import pytest

from devices.action import Action, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText, Wait
from devices.device import Event, Layout, Setup
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.sim.language import LOCALES
from devices.sim.panels import POPUPS
from devices.state import State
from tasks import navigate
from tasks.trace import Step

CROWD: State = {f"contact/{i}": {"first_name": f"A{i:02}"} for i in range(10, 60)}


class Walk:
    """A phone with its history."""

    def __init__(self, setup: Setup | None = None) -> None:
        self.phone = SimulatedPhone()
        self.phone.reset(setup or Setup())
        self.history: list[Step] = []

    @property
    def seen(self) -> Observation:
        return self.phone.observe()

    def do(self, action: Action) -> "Walk":
        seen = self.seen
        outcome = self.phone.act(action, seen)
        self.history.append(Step(len(self.history), seen, "", action, (), outcome, ()))
        return self

    def tap(self, label: str) -> "Walk":
        element = navigate.find(self.seen, label)
        assert element is not None, f"{label!r} is not among {[e.label for e in self.seen.elements]}"
        return self.do(Tap(element=element.index))

    def to_app(self, app: str) -> Sequence[Action]:
        """Goes to an app; the actions that it took."""
        start = len(self.history)
        while action := navigate.in_app(self.seen, self.history, app):
            self.do(action)
            assert len(self.history) - start < 6, "no way to the app"
        return [step.action for step in self.history[start:] if step.action is not None]


def texts(walk: Walk) -> list[str]:
    return [element.label for element in walk.seen.elements]


@pytest.mark.parametrize("locale", LOCALES)
def test_things_are_found_in_every_language(locale: str) -> None:
    walk = Walk(Setup(front="Contacts", layout=Layout(locale=locale)))
    assert navigate.on(walk.seen, "Contacts")
    assert navigate.find(walk.seen, "Search contacts", "field")
    assert navigate.find_id(walk.seen, "floating_action_button", "button") == navigate.find(walk.seen, "Create contact", "button")
    assert navigate.find(walk.seen, "Search contacts", "button") is None


@pytest.mark.parametrize("control", ["switch", "checkbox"])
def test_a_switch_is_found_as_it_is_drawn(control: str) -> None:
    walk = Walk(Setup(front="Settings", page="network", layout=Layout(control=control)))
    found = navigate.find(walk.seen, "Wi-Fi", "switch")
    assert found is not None
    assert found.kind == control


@pytest.mark.parametrize("popup", POPUPS)
@pytest.mark.parametrize("locale", LOCALES)
def test_popups_are_sent_away(popup: str, locale: str) -> None:
    walk = Walk(Setup(popup=popup, layout=Layout(locale=locale)))
    assert [action.tool for action in walk.to_app("Clock")] == ["tap", "open_app"]
    assert walk.phone.changes()
    assert all(change.entity == "screen" for change in walk.phone.changes())


def test_a_phone_that_sleeps_is_woken() -> None:
    walk = Walk(Setup(asleep=True, front="Clock"))
    assert walk.to_app("Clock") == [PressKey(key="wake")]


@pytest.mark.parametrize("key", ["notifications", "quick_settings"])
def test_what_is_drawn_down_is_left_by_opening_the_app(key: str) -> None:
    walk = Walk(Setup(front="Contacts")).do(PressKey.model_validate({"key": key}))
    assert walk.to_app("Contacts") == [OpenApp(name="Contacts")]
    assert walk.do(PressKey.model_validate({"key": key})).to_app("Clock") == [OpenApp(name="Clock")]


def test_the_share_sheet_is_left() -> None:
    walk = Walk(Setup(front="Contacts", page="contact", args=("contact/1",))).tap("More options").tap("Share")
    assert "Copy" in texts(walk)
    assert walk.to_app("Contacts") == [OpenApp(name="Contacts")]


def test_a_permission_is_granted_to_the_app_that_is_wanted_and_to_no_other() -> None:
    asking = Setup(facts={"permissions": {"camera": "ask"}})
    walk = Walk(asking).do(OpenApp(name="Camera"))
    if not navigate.find(walk.seen, "While using the app", "button"):
        walk.tap("Take photo")
    assert [action.tool for action in walk.to_app("Camera")] == ["tap"]
    assert walk.phone.state()["permissions"]["camera"] == "granted"
    other = Walk(asking).do(OpenApp(name="Camera"))
    if not navigate.find(other.seen, "While using the app", "button"):
        other.tap("Take photo")
    assert other.to_app("Clock") == [OpenApp(name="Clock")]
    assert other.phone.state()["permissions"]["camera"] == "ask"


def test_an_app_that_cannot_be_opened_is_gone_to_by_the_home_screen() -> None:
    walk = Walk(Setup(front="Contacts"))
    walk.do(OpenApp(name="Contacts"))
    assert walk.history[-1].outcome is not None
    assert walk.history[-1].outcome.status == "no_effect"
    shade = Walk(Setup()).do(PressKey(key="notifications")).seen
    assert navigate.in_app(shade, walk.history, "Contacts") == PressKey(key="home")


def test_banners_are_not_looked_at_and_waited_for() -> None:
    walk = Walk(Setup(front="Clock", events=(Event(1, "Messages", "Alarm", "Alarm"),)))
    walk.tap("Timer")
    assert any(e.package == navigate.SYSTEM_UI for e in walk.seen.elements)
    found = navigate.find_where(walk.seen, lambda e: "Messages" in e.label)
    assert found is None
    assert navigate.seek(walk.seen, walk.history) == Wait(seconds=5)
    walk.do(Wait(seconds=5))
    assert not any(e.package == navigate.SYSTEM_UI for e in walk.seen.elements)


def test_seeking_goes_down_then_up_then_leaves() -> None:
    walk = Walk(Setup(front="Contacts", facts=CROWD))
    walk.do(Scroll(direction="down")).do(Wait())
    walk.history.clear()
    ways: list[Action] = []
    while (action := navigate.seek(walk.seen, walk.history)) != navigate.back():
        ways.append(action)
        walk.do(action)
        assert len(ways) < 30
    turn = ways.index(Scroll(direction="up"))
    assert set(ways[:turn]) == {Scroll(direction="down")}
    assert set(ways[turn:]) == {Scroll(direction="up")}
    assert navigate.seen_whole(walk.seen, walk.history)
    names = {e.label for e in navigate.gathered(walk.seen, walk.history) if e.kind == "row"}
    assert {f"A{i:02}" for i in range(10, 60)} <= names


def test_a_list_that_was_not_scrolled_through_is_not_seen_whole() -> None:
    walk = Walk(Setup(front="Contacts", facts=CROWD))
    assert not navigate.seen_whole(walk.seen, walk.history)
    walk.do(Scroll(direction="down"))
    assert not navigate.seen_whole(walk.seen, walk.history)
    field = Walk(Setup(front="Contacts"))
    assert navigate.seen_whole(field.seen, field.history)


def test_a_search_begins_a_new_visit() -> None:
    walk = Walk(Setup(front="Contacts"))
    everybody = len(navigate.gathered(walk.seen, walk.history))
    search = navigate.find(walk.seen, "Search contacts", "field")
    assert search is not None
    walk.do(TypeText(element=search.index, text="Hana"))
    assert len(navigate.gathered(walk.seen, walk.history)) < everybody


def test_the_keyboard_is_put_away_before_anything_is_scrolled() -> None:
    walk = Walk(Setup(front="Contacts", page="editor"))
    field = navigate.find(walk.seen, "First name", "field")
    assert field is not None
    walk.do(TypeText(element=field.index, text="Anna"))
    assert walk.seen.keyboard
    assert navigate.seek(walk.seen, walk.history) == navigate.back()


def test_fields_are_filled_once() -> None:
    walk = Walk(Setup(front="Contacts", page="editor"))
    action = navigate.fill_all(walk.seen, walk.history, {"First name": "Anna", "Last name": "Lee"})
    assert isinstance(action, TypeText)
    assert action.text == "Anna"
    walk.do(action)
    action = navigate.fill_all(walk.seen, walk.history, {"First name": "Anna", "Last name": "Lee"})
    assert isinstance(action, TypeText)
    assert action.text == "Lee"
    assert navigate.fill_all(walk.do(action).seen, walk.history, {"First name": "Anna", "Last name": "Lee"}) is None


def test_a_password_is_known_from_what_was_typed() -> None:
    facts: State = {"network/9": {"name": "Attic", "password": "cherry-tree"}}
    walk = Walk(Setup(front="Settings", page="network_password", args=("network/9",), facts=facts))
    action = navigate.fill(walk.seen, walk.history, "Password", "cherry-tree")
    assert isinstance(action, TypeText)
    walk.do(action)
    assert navigate.fill(walk.seen, walk.history, "Password", "cherry-tree") is None
    assert navigate.fill(walk.seen, walk.history, "Password", "cherry-trea") is not None


@pytest.mark.parametrize("locale", LOCALES)
def test_leaving_an_editor_keeps_nothing(locale: str) -> None:
    setup = Setup(front="Contacts", page="editor", args=("contact/1",), draft={"first_name": "Zoe"}, layout=Layout(locale=locale))
    walk = Walk(setup)
    for _ in range(4):
        if navigate.find(walk.seen, "Save", "button") or navigate.in_dialog(walk.seen):
            walk.do(navigate.leave(walk.seen))
    assert navigate.on(walk.seen, "Contacts") or navigate.find(walk.seen, "Edit", "button")
    assert walk.phone.state()["contact/1"]["first_name"] == "Amara"


def test_a_dialog_is_one_even_where_the_keyboard_hides_its_buttons() -> None:
    walk = Walk(Setup(front="Clock", page="time", layout=Layout(width=2400, height=1080)))
    assert navigate.in_dialog(walk.seen)
    field = navigate.find(walk.seen, "Hour", "field")
    assert field is not None
    walk.do(TypeText(element=field.index, text="7"))
    assert walk.seen.keyboard
    assert navigate.in_dialog(walk.seen)
    assert not navigate.in_dialog(Walk(Setup(front="Clock")).seen)


@pytest.mark.parametrize("menu", ["top", "bottom"])
def test_an_entry_is_picked_from_a_menu(menu: str) -> None:
    walk = Walk(Setup(front="Contacts", page="contact", args=("contact/1",), layout=Layout(menu=menu)))
    for _ in range(2):
        walk.do(navigate.pick(walk.seen, walk.history, "Delete"))
    assert navigate.press(walk.seen, "Nothing", "Cancel") is not None
    assert walk.phone.state()["contact/1"]


@pytest.mark.parametrize("full_day", [False, True])
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", [(1080, 2400), (2400, 1080)])
@pytest.mark.parametrize("time", [(0, 5), (12, 0), (19, 45)])
def test_a_time_is_entered_however_it_is_asked_for(full_day: bool, locale: str, size: tuple[int, int], time: tuple[int, int]) -> None:
    look = Layout(width=size[0], height=size[1], locale=locale)
    walk = Walk(Setup(front="Clock", page="time", layout=look, facts={"settings": {"use_24_hour": full_day}}, clear=("alarm",)))
    for _ in range(12):
        if not navigate.in_dialog(walk.seen):
            break
        walk.do(navigate.enter_time(walk.seen, walk.history, *time))
    (alarm,) = (facts for entity, facts in walk.phone.state().items() if entity.startswith("alarm/"))
    assert (alarm["hour"], alarm["minute"]) == time


def test_the_time_in_a_dialog_is_read() -> None:
    walk = Walk(Setup(front="Clock", page="time", now="2026-03-02T21:05:00"))
    assert navigate.entered_time(walk.seen) == (21, 5)
    assert navigate.entered_time(Walk().seen) is None


def test_settings_are_found_under_either_maker() -> None:
    for maker, pages in (("stock", ["Network & internet"]), ("vendor", ["Connections", "Data usage"])):
        walk, titles = Walk(Setup(layout=Layout(maker=maker))), []
        while action := navigate.to_setting(walk.seen, walk.history, "Mobile data"):
            walk.do(action)
            titles.append(walk.seen.title)
            assert len(titles) < 6
        assert titles == ["Settings", *pages]


def test_what_was_searched_in_settings_is_cleared() -> None:
    walk = Walk(Setup(front="Settings"))
    search = navigate.find(walk.seen, "Search settings", "field")
    assert search is not None
    walk.do(TypeText(element=search.index, text="zzz"))
    for _ in range(4):
        if action := navigate.to_setting(walk.seen, walk.history, "Mobile data"):
            walk.do(action)
    assert navigate.find(walk.seen, "Mobile data", "switch")


def test_a_stray_switch_is_one_that_stands_as_it_was_flipped() -> None:
    walk = Walk(Setup(front="Settings", page="network")).tap("Wi-Fi")
    stray = navigate.stray_switch(walk.seen, walk.history)
    assert stray is not None
    assert stray.label == "Wi-Fi"
    assert navigate.stray_switch(walk.seen, walk.history, "Wi-Fi") is None
    assert navigate.stray_switch(walk.tap("Wi-Fi").seen, walk.history) is None


def test_taps_are_told_apart_by_app() -> None:
    walk = Walk(Setup(front="Settings", page="network")).tap("Wi-Fi").do(OpenApp(name="Clock"))
    element = navigate.find(walk.seen, "Timer", "tab")
    assert element is not None
    walk.do(LongPress(element=element.index))
    assert [e.label for _, e in navigate.tapped_in(walk.history, "Settings")] == ["Wi-Fi"]


def test_what_lies_behind_a_menu_is_remembered() -> None:
    walk = Walk(Setup(front="Contacts", page="contact", args=("contact/1",))).tap("More options")
    behind = navigate.screen_behind(walk.history, "Contacts", lambda seen: bool(seen.title))
    assert behind is not None
    assert behind.title == "Amara Okafor"
    assert navigate.screen_before(walk.history, "Contacts", lambda title: title.endswith("r")) == "Amara Okafor"
    assert navigate.screen_before(walk.history, "Clock", bool) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_panels_are_drawn_down_past_popups(locale: str) -> None:
    walk = Walk(Setup(popup="battery", asleep=True, layout=Layout(locale=locale)))
    while action := navigate.to_panel(walk.seen, "notifications"):
        walk.do(action)
        assert len(walk.history) < 5
    assert walk.seen.package == navigate.SYSTEM_UI
    assert len(walk.history) == 3
