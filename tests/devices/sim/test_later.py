"""What the phone is told to do later, it does when its own clock has gone on so far."""

from datetime import datetime
from io import BytesIO

import pytest
from PIL import Image

from devices.device import DeviceError, Event, Setup
from devices.sim.setup import prepare
from tests.devices.sim.driver import Hand


def test_in_order_and_at_its_time() -> None:
    system, done = prepare(Setup(now="2026-03-02T09:41:00")), []
    system.after(5, lambda: done.append(("late", system.now)))
    system.after(2, lambda: done.append(("early", system.now)))
    assert not system.pass_time(1)
    assert system.pass_time(60)
    assert done == [("early", datetime(2026, 3, 2, 9, 41, 2)), ("late", datetime(2026, 3, 2, 9, 41, 5))]
    assert system.now == datetime(2026, 3, 2, 9, 42, 1)


def test_one_thing_may_lead_to_the_next() -> None:
    system, done = prepare(Setup()), []

    def again() -> None:
        done.append(system.now.second)
        system.after(10, again)

    system.after(10, again)
    system.pass_time(35)
    assert done == [10, 20, 30]


def test_called_off() -> None:
    system, done = prepare(Setup()), []
    order = system.after(2, lambda: done.append("called off"))
    system.after(3, lambda: done.append("kept"))
    system.call_off(order)
    system.pass_time(5)
    system.call_off(order)
    assert done == ["kept"]


@pytest.mark.parametrize("follows", [True, False])
def test_a_phone_that_is_turned_shows_the_same_on_its_side(follows: bool) -> None:
    hand = Hand(Setup(facts={"settings": {"auto_rotate": follows}}, front="Contacts", events=(Event(3, turn=True),)))
    upright = hand.look
    hand.type("Search contacts", "Ha")
    hand.wait(2)
    turned = hand.look
    assert ((turned.width, turned.height) == (upright.height, upright.width)) is follows
    assert turned.tree.rotation == int(follows)
    assert turned.title == upright.title == "Contacts"
    assert turned.keyboard
    assert hand.find("Search contacts").text == "Ha"
    assert Image.open(BytesIO(hand.phone.screenshot())).size == (turned.width, turned.height)
    assert set(hand.changed()) == set()  # it is no fact


def test_an_event_is_one_thing() -> None:
    for event in (Event(1), Event(1, "Messages", popup="battery"), Event(1, popup="battery", turn=True)):
        with pytest.raises(DeviceError, match="a notification of an app, a pop-up or a turn"):
            prepare(Setup(events=(event,)))
