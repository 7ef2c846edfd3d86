"""What holds on the simulated phone whatever is done to it."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devices.action import Action, Answer, Done, DoubleTap, Drag, LongPress, OpenApp, PressKey, Scroll, Swipe, Tap, TypeText, Wait
from devices.device import Layout, Setup
from devices.elements import observe
from devices.observation import Observation
from devices.sim import SimulatedPhone
from devices.state import State, apply, state_hash
from devices.tree import from_xml

directions = st.sampled_from(["up", "down", "left", "right"])
numbers = st.integers(0, 18)
texts = st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(["7", "30", "12", "Anna", "a\nb"])
actions = st.one_of(
    st.builds(Tap, element=numbers),
    st.builds(Tap, element=numbers),
    st.builds(Tap, element=numbers),
    st.builds(LongPress, element=numbers),
    st.builds(DoubleTap, element=numbers),
    st.builds(TypeText, element=numbers, text=texts, enter=st.booleans()),
    st.builds(Swipe, direction=directions),
    st.builds(Scroll, direction=directions),
    st.builds(Drag, element=numbers, to_element=st.none() | numbers, to_percent=st.none() | st.integers(0, 100)),
    st.builds(PressKey, key=st.sampled_from(["back", "home", "enter", "recents"])),
    st.builds(OpenApp, name=st.sampled_from(["Settings", "Clock", "Contacts", "Camera"])),
    st.builds(Wait, seconds=st.integers(1, 60)),
    st.builds(Answer, text=texts),
    st.builds(Done, status=st.sampled_from(["complete", "infeasible"])),
)
layouts = st.builds(
    Layout,
    theme=st.sampled_from(["light", "dark"]),
    font_scale=st.sampled_from([0.85, 1.0, 1.15, 1.3, 2.0]),
    width=st.sampled_from([720, 1080, 1440]),
    height=st.sampled_from([1280, 1608, 2400, 3088]),
    density=st.sampled_from([160, 320, 420, 440, 560, 700]),
    icon_order=st.integers(0, 3),
    list_order=st.sampled_from(["ascending", "descending"]),
)
setups = st.builds(
    Setup,
    layout=layouts,
    front=st.sampled_from(["launcher", "settings", "clock", "contacts"]),
    popup=st.sampled_from([None, None, None, "battery"]),
    clear=st.sampled_from([(), ("alarm",), ("contact",)]),
)
often = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check_look(phone: SimulatedPhone, seen: Observation) -> None:
    """What every look must satisfy."""
    screen = (seen.width, seen.height)
    for position, element in enumerate(seen.elements):
        assert element.index == position
        assert element.bounds.width > 0
        assert element.bounds.height > 0
        assert element.bounds.contains(*element.tap)
        assert 0 <= element.bounds.left < element.bounds.right <= screen[0]
        assert 0 <= element.bounds.top < element.bounds.bottom <= screen[1]
        assert "\n" not in element.label
        assert element.label, f"an element without words: {element}"
        if element.kind != "text":
            assert phone.target(*element.tap) is not None, f"nothing takes a tap on {element}"
    assert len({element.key for element in seen.elements}) == len(seen.elements)
    reached = [phone.target(*element.tap) for element in seen.elements if element.kind != "text"]
    assert len({(target.rect, target.part) for target in reached if target}) == len(reached), "two elements lead to the same thing"


@often
@given(setups, st.lists(actions, max_size=25))
def test_nothing_that_an_agent_asks_for_raises(setup: Setup, asked: list[Action]) -> None:
    phone = SimulatedPhone()
    phone.reset(setup)
    initial = phone.state()
    check_look(phone, phone.observe())
    for step, action in enumerate(asked):
        seen, before = phone.observe(), len(phone.changes())
        outcome = phone.act(action, seen)
        assert bool(outcome.reason) == (outcome.status != "done")
        new = phone.changes()[before:]
        assert all(change.step == step for change in new)
        if outcome.status in ("refused", "stale", "no_effect"):
            assert new == []
        check_look(phone, phone.observe())
    assert apply(initial, phone.changes()) == phone.state()


@often
@given(setups, st.lists(actions, max_size=12), st.lists(actions, max_size=6))
def test_same_actions_same_phone_whatever_went_before(setup: Setup, asked: list[Action], before: list[Action]) -> None:
    used, fresh = SimulatedPhone(), SimulatedPhone()
    for action in before:
        used.act(action, used.observe())
    used.reset(setup)
    fresh.reset(setup)
    assert state_hash(used.state()) == state_hash(fresh.state())
    for action in asked:
        assert used.observe() == fresh.observe()
        assert used.act(action, used.observe()) == fresh.act(action, fresh.observe())
    assert used.changes() == fresh.changes()
    assert used.observe() == fresh.observe()


@often
@given(setups, st.lists(actions, max_size=12))
def test_the_dump_tells_the_same_as_the_tree(setup: Setup, asked: list[Action]) -> None:
    phone = SimulatedPhone()
    phone.reset(setup)
    for action in asked:
        phone.act(action, phone.observe())
    seen = phone.observe()
    read = from_xml(seen.xml)
    assert read == seen.tree
    assert observe(read, seen.width, seen.height) == seen


@often
@given(layouts, st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=60))
def test_typed_text_reads_back_exactly(layout: Layout, text: str) -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(layout=layout, front="contacts"))
    create = next(element for element in phone.observe().elements if element.label == "Create contact")
    phone.act(Tap(element=create.index), phone.observe())
    field = next(element for element in phone.observe().elements if element.label == "First name")
    assert phone.act(TypeText(element=field.index, text=text), phone.observe()).status in ("done", "no_effect")
    assert next(element for element in phone.observe().elements if element.label == "First name").text == text


@often
@given(layouts)
def test_every_row_is_reached_by_scrolling_in_any_layout(layout: Layout) -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(layout=layout, front="settings"))
    wanted = {"Network & internet", "Connected devices", "Display", "Sound & vibration", "System", "About phone"}
    found: set[str] = set()
    for _ in range(60):
        seen = phone.observe()
        found.update(element.label for element in seen.elements)
        if not seen.more_below:
            assert wanted <= found
        if phone.act(Scroll(direction="down"), seen).status == "no_effect":
            break
    assert wanted <= found


def wander(seen: Observation, draw: Random) -> Action:
    """A likely next action: mostly taps on what is there, text into fields, moving about."""
    count = len(seen.elements)
    fields = [element.index for element in seen.elements if element.kind == "field"]
    kind = draw.random()
    if kind < 0.6:
        return Tap(element=draw.randrange(count))
    if kind < 0.72 and fields:
        return TypeText(element=draw.choice(fields), text=draw.choice(["7", "30", "12", "Zoë", "", "5"]))
    if kind < 0.8:
        return Scroll(direction=draw.choice(["down", "down", "up", "left", "right"]))
    if kind < 0.85:
        return Drag(element=draw.randrange(count), to_element=draw.randrange(count))
    if kind < 0.93:
        return PressKey(key=draw.choice(["back", "back", "back", "enter", "recents", "home"]))
    return OpenApp(name=draw.choice(["Settings", "Clock", "Contacts"]))


@pytest.mark.parametrize("seed", range(40))
def test_long_walks_through_full_phones(seed: int) -> None:
    """Deeper than random actions come: many entities, long words, small and large screens."""
    draw = Random(seed)
    words = ["A", "Bo", "A very long first name indeed", "李", "🙂", "X" * 30]
    facts: State = {f"contact/{n}": {"first_name": draw.choice(words), "last_name": draw.choice(words)} for n in range(10, 30)}
    for n in range(10, 20):
        facts[f"alarm/{n}"] = {"hour": draw.randrange(24), "minute": draw.choice([0, 30]), "label": draw.choice(["", "Work " * 12])}
    layout = Layout(
        font_scale=draw.choice([0.85, 1.0, 1.3, 2.0]),
        width=draw.choice([720, 1080, 1440]),
        height=draw.choice([1280, 1608, 2400]),
        density=draw.choice([160, 320, 420, 560, 700]),
        list_order=draw.choice(["ascending", "descending"]),
    )
    phone = SimulatedPhone()
    phone.reset(Setup(layout=layout, facts=facts, front=draw.choice(["launcher", "settings", "clock", "contacts"])))
    initial = phone.state()
    for _ in range(60):
        seen = phone.observe()
        check_look(phone, seen)
        phone.act(wander(seen, draw), seen)
    assert phone.screenshot()
    assert apply(initial, phone.changes()) == phone.state()
