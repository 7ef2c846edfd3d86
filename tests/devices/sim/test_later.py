"""What the phone is told to do later, it does when its own clock has gone on so far."""

from datetime import datetime

from devices.device import Setup
from devices.sim.setup import prepare


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
