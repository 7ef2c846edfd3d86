"""Set-ups: what a phone is brought to, and what it refuses in one sentence."""

from typing import Any

import pytest

from devices.device import DeviceError, Event, Layout, Setup
from devices.sim import SimulatedPhone
from devices.state import kind_of, state_hash
from tests.devices.sim.driver import Hand


def test_baseline_never_changes() -> None:
    """Trials are hashed over what they set up, not over the baseline: whoever changes it changes every score."""
    phone = SimulatedPhone()
    state = phone.state()
    assert {"alarm", "clipboard", "contact", "permissions", "screen", "settings", "timer"} <= {kind_of(entity) for entity in state}
    assert not any(kind_of(entity) == "notification" for entity in state)
    assert set(state["permissions"].values()) == {"granted"}
    assert state["settings"]["wifi"] is True
    assert state["alarm/1"] == {"hour": 8, "minute": 30, "enabled": True, "label": "", "days": "mon,tue,wed,thu,fri", "vibrate": True}
    assert state["alarm/2"] == {"hour": 9, "minute": 0, "enabled": False, "label": "", "days": "", "vibrate": True}
    assert state_hash(SimulatedPhone().state()) == state_hash(state)


def test_facts_are_laid_over_the_baseline() -> None:
    setup = Setup(clear=("alarm",), facts={"settings": {"wifi": False}, "alarm/7": {"hour": 6}, "contact/1": {"phone": "1"}})
    state = Hand(setup).phone.state()
    assert state["settings"]["wifi"] is False
    assert [entity for entity in state if entity.startswith("alarm/")] == ["alarm/7"]
    assert state["alarm/7"] == {"hour": 6, "minute": 0, "enabled": True, "label": "", "days": "", "vibrate": True}
    assert state["contact/1"]["first_name"] == "Amara"
    assert state["contact/1"]["phone"] == "1"


def test_layout_sets_theme_and_text_size_unless_facts_do() -> None:
    layout = Layout(theme="dark", font_scale=1.3)
    assert Hand(Setup(layout=layout)).fact("settings", "dark_theme") is True
    assert Hand(Setup(layout=layout)).fact("settings", "font_scale") == 1.3
    hand = Hand(Setup(layout=layout, facts={"settings": {"dark_theme": False, "font_scale": 1}}))
    assert hand.fact("settings", "dark_theme") is False
    assert hand.fact("settings", "font_scale") == 1.0
    assert type(hand.fact("settings", "font_scale")) is float


def test_airplane_mode_in_a_set_up_switches_radios_off_that_it_does_not_name() -> None:
    state = Hand(Setup(facts={"settings": {"airplane_mode": True, "bluetooth": True}})).phone.state()["settings"]
    assert (state["wifi"], state["mobile_data"], state["bluetooth"]) == (False, False, True)


@pytest.mark.parametrize("front", ["clock", "Clock", "com.android.deskclock"])
def test_front(front: str) -> None:
    hand = Hand(Setup(front=front))
    assert hand.look.package == hand.fact("screen", "app") == "com.android.deskclock"
    assert hand.phone.changes() == []


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (Setup(front="clok"), "did you mean 'Clock'"),
        (Setup(popup="batery"), "did you mean 'battery'"),
        (Setup(now="yesterday"), "ISO 8601"),
        (Setup(clear=("alarms",)), "did you mean 'alarm'"),
        (Setup(clear=("settings",)), "cannot be cleared"),
        (Setup(facts={"setting": {}}), "did you mean 'settings'"),
        (Setup(facts={"settings/1": {}}), "names no entity"),
        (Setup(facts={"alarm": {}}), "'alarm/1'"),
        (Setup(facts={"alarm/x": {}}), "names no entity"),
        (Setup(facts={"alarm/01": {}}), "names no entity"),
        (Setup(facts={"settings": {"wi_fi": True}}), "did you mean 'wifi'"),
        (Setup(facts={"settings": {"wifi": 1}}), "expected a bool"),
        (Setup(facts={"settings": {"brightness": True}}), "expected a int"),
        (Setup(facts={"settings": {"brightness": 101}}), "expected 0 to 100"),
        (Setup(facts={"alarm/1": {"hour": 24}}), "expected 0 to 23"),
        (Setup(layout=Layout(theme="blue")), "expected 'light' or 'dark'"),
        (Setup(layout=Layout(list_order="random")), "expected 'ascending' or 'descending'"),
        (Setup(layout=Layout(locale="fr")), "expected 'en' or 'de' or 'zh' or 'ar'"),
        (Setup(layout=Layout(maker="other")), "expected 'stock' or 'vendor'"),
        (Setup(layout=Layout(control="lever")), "expected 'switch' or 'checkbox'"),
        (Setup(layout=Layout(menu="left")), "expected 'top' or 'bottom'"),
        (Setup(layout=Layout(font_scale=3)), "expected 0.5 to 2"),
        (Setup(layout=Layout(width=0)), "no phone has that"),
        (Setup(layout=Layout(width=1200, height=400)), "no phone has that"),
        (Setup(layout=Layout(density=1000)), "no phone has that"),
        (Setup(front="contacts", page="editors"), "Contacts has no page 'editors'; did you mean 'editor'?"),
        (Setup(front="contacts", page="contact"), "cannot open the page 'contact' with []"),
        (Setup(front="contacts", page="contact", args=("contact/99",)), "cannot open the page 'contact' with ['contact/99']"),
        (Setup(front="contacts", args=("contact/1",)), "arguments for a page that it does not name"),
        (Setup(front="contacts", page="editor", draft={"first": "A"}), "did you mean 'first_name'"),
        (Setup(events=(Event(5),)), "a notification of an app, a pop-up or a turn of the phone"),
        (Setup(events=(Event(5, "Clock", "A", "B", popup="battery"),)), "a notification of an app, a pop-up or a turn of the phone"),
        (Setup(events=(Event(-1, "Clock", "A", "B"),)), "1 seconds before the start"),
        (Setup(events=(Event(5, "Clok", "A", "B"),)), "did you mean 'Clock'"),
        (Setup(events=(Event(5, popup="batery"),)), "did you mean 'battery'"),
        (Setup(facts={"permissions": {"camera": "maybe"}}), "expected one of granted, ask, denied"),
        (Setup(facts={"permissions": {"kamera": "ask"}}), "did you mean 'camera'"),
        (Setup(facts={"notification/1": {"app": "Clok"}}), "did you mean 'Clock'"),
        (Setup(facts={"screen": {"app": "x"}}), "no kind 'screen'"),
    ],
)
def test_refuses_what_this_phone_does_not_have(setup: Setup, said: str) -> None:
    phone = SimulatedPhone()
    before: Any = phone.observe()
    with pytest.raises(DeviceError) as caught:
        phone.reset(setup)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert phone.observe() == before
