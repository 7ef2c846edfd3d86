"""What holds on the simulated phone whatever is done to it."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devices.action import Action, Answer, Done, DoubleTap, Drag, LongPress, OpenApp, PressKey, Scroll, Swipe, Tap, TypeText, Wait
from devices.device import Event, Layout, Setup
from devices.elements import observe
from devices.sim import SimulatedPhone
from devices.sim.language import LOCALES, say
from devices.state import State, apply, state_hash
from devices.tree import from_xml
from tests.devices.sim.driver import APPS, check_look, wander

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
    st.builds(PressKey, key=st.sampled_from(["back", "home", "enter", "recents", "notifications", "quick_settings", "wake"])),
    st.builds(OpenApp, name=st.sampled_from([*APPS, "Nothing"])),
    st.builds(Wait, seconds=st.integers(1, 60)),
    st.builds(Answer, text=texts),
    st.builds(Done, status=st.sampled_from(["complete", "infeasible"])),
)
screens = st.sampled_from(
    [
        *[
            (width, height, density)
            for width in (720, 1080, 1440)
            for height in (1280, 2400, 3088)
            for density in (160, 320, 420, 560, 700)
        ],
        *[(2400, 1080, 420), (1600, 720, 280), (1280, 720, 320), (3120, 1440, 560), (2000, 1200, 240)],
    ]
)
layouts = st.builds(
    lambda screen, **axes: Layout(width=screen[0], height=screen[1], density=screen[2], **axes),
    screens,
    theme=st.sampled_from(["light", "dark"]),
    font_scale=st.sampled_from([0.85, 1.0, 1.15, 1.3, 2.0]),
    icon_order=st.integers(0, 3),
    list_order=st.sampled_from(["ascending", "descending"]),
    locale=st.sampled_from(LOCALES),
    maker=st.sampled_from(["stock", "vendor"]),
    control=st.sampled_from(["switch", "checkbox"]),
    menu=st.sampled_from(["top", "bottom"]),
)
events = st.builds(Event, st.integers(0, 30), st.sampled_from(APPS), st.sampled_from(["Anna", "🙂"]), st.just("Where?")) | st.builds(
    Event, st.integers(0, 30), popup=st.sampled_from(["battery", "tips"])
)
setups = st.builds(
    Setup,
    layout=layouts,
    front=st.sampled_from(["launcher", *APPS]),
    popup=st.sampled_from([None, None, None, "battery"]),
    clear=st.sampled_from([(), ("alarm",), ("contact",), ("message", "note")]),
    events=st.lists(events, max_size=3).map(tuple),
    facts=st.sampled_from(
        [{}, {"permissions": {"camera": "ask", "location": "denied"}}, {"notification/7": {"app": "Clock", "title": "A"}}]
    ),
    asleep=st.booleans(),
)
often = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@often
@given(setups, st.lists(actions, max_size=25))
def test_nothing_that_an_agent_asks_for_raises(setup: Setup, asked: list[Action]) -> None:
    phone = SimulatedPhone()
    phone.reset(setup)
    initial = phone.state()
    for step, action in enumerate(asked):
        seen, before = phone.observe(), len(phone.changes())
        outcome = phone.act(action, seen)
        assert bool(outcome.reason) == (outcome.status != "done")
        new = phone.changes()[before:]
        assert all(change.step == step for change in new)
        if outcome.status in ("refused", "stale", "no_effect"):
            # What the phone does by itself goes on.
            assert [change for change in new if not change.entity.startswith(("notification", "timer", "song", "player", "photo"))] == []
        if phone.observe().elements:
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
    phone.reset(Setup(layout=layout, front="contacts", page="editor"))
    field = next(element for element in phone.observe().elements if element.resource_id.endswith("first_name"))
    assert phone.act(TypeText(element=field.index, text=text), phone.observe()).status in ("done", "no_effect")
    assert next(element for element in phone.observe().elements if element.resource_id.endswith("first_name")).text == text


@often
@given(layouts)
def test_every_app_is_reached_by_scrolling_in_any_layout(layout: Layout) -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(layout=layout))
    wanted = {say(label, layout.locale, layout.maker) for label in APPS}
    found: set[str] = set()
    for _ in range(60):
        seen = phone.observe()
        found.update(element.label for element in seen.elements if element.kind == "app")
        if phone.act(Scroll(direction="down"), seen).status == "no_effect":
            break
    assert wanted == found


@pytest.mark.parametrize("seed", range(120))
def test_long_walks_through_full_phones(seed: int) -> None:
    """Deeper than random actions come: many entities, long words, small and large screens."""
    draw = Random(seed)
    words = ["A", "Bo", "A very long first name indeed", "李", "🙂", "X" * 30]
    facts: State = {f"contact/{n}": {"first_name": draw.choice(words), "last_name": draw.choice(words)} for n in range(10, 30)}
    for n in range(10, 20):
        facts[f"alarm/{n}"] = {"hour": draw.randrange(24), "minute": draw.choice([0, 30]), "label": draw.choice(["", "Work " * 12])}
    width, height, density = draw.choice(
        [(1080, 2400, 420), (720, 1280, 320), (1440, 2400, 700), (720, 1608, 160), (2400, 1080, 420), (1600, 720, 280)]
    )
    layout = Layout(
        font_scale=draw.choice([0.85, 1.0, 1.3, 2.0]),
        width=width,
        height=height,
        density=density,
        list_order=draw.choice(["ascending", "descending"]),
        locale=draw.choice(LOCALES),
        maker=draw.choice(["stock", "vendor"]),
        control=draw.choice(["switch", "checkbox"]),
        menu=draw.choice(["top", "bottom"]),
    )
    happening = (Event(draw.randrange(20), draw.choice(APPS), "Anna", "Where are you?"), Event(draw.randrange(40), popup="tips"))
    facts["permissions"] = {"camera": "ask"}
    phone = SimulatedPhone()
    phone.reset(Setup(layout=layout, facts=facts, front=draw.choice(["launcher", *APPS]), events=happening))
    initial = phone.state()
    for _ in range(60):
        seen = phone.observe()
        if seen.elements:
            check_look(phone, seen)
        phone.act(wander(seen, draw), seen)
    assert phone.screenshot()
    assert apply(initial, phone.changes()) == phone.state()
