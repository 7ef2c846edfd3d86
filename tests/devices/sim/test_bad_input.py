"""What nobody should do to a phone, and what it should not mind: an outcome with a reason, never an exception, never a silent success."""

import math
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from pydantic import BaseModel

from devices.action import ACTIONS, Answer, Done, DoubleTap, Drag, LongPress, OpenApp, PressKey, Scroll, Tap, TypeText, Wait, parse_action
from devices.device import DeviceError, Event, Layout, Setup
from devices.sim import SimulatedPhone
from devices.sim.language import LOCALES
from devices.sim.panels import owners
from devices.state import Facts, State, Value, apply, state_hash
from devices.tree import from_xml
from tests.devices.sim.driver import APPS, Hand, check_look, wander

NASTY = {
    "emoji": "🙂👨‍👩‍👧‍👦🇪🇺",
    "right to left": "שלום עליכם",
    "both ways": "abc אבג 123 \u202eevil\u202c",
    "combining": "e\u0301a\u0308\u0323" + "z" + "\u0301" * 12,
    "format": "100%s %d {name} {} $HOME `id`",
    "quotes": "it's \"quoted\" & <b>bold</b> 'x' \\ end",
    "brackets": "]]> --> <hierarchy rotation='0'>",
    "blanks": "  leading and trailing  ",
    "wide": "ＡＢＣ　漢字",
    "long": "x" * 4000,
    "words": "word " * 800,
    "bell": "a\u0085b\ufdd0c",
}
LINES = {**NASTY, "lines": "one\ntwo\n\n  three"}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_typed_reads_back_or_is_refused(text: str) -> None:
    hand = Hand(Setup(front="contacts", page="editor"))
    outcome = hand.do(TypeText(element=hand.find("First name", "field").index, text=text))
    if outcome.status == "done":
        assert hand.find("First name", "field").text == text
    else:
        assert outcome.status == "refused"
        assert outcome.reason
        assert hand.find("First name", "field").text == ""


@pytest.mark.parametrize("text", LINES.values(), ids=LINES)
@pytest.mark.parametrize("locale", LOCALES)
def test_shown_wherever_it_is_stored(text: str, locale: str) -> None:
    """User data in lists, titles, notifications, toasts and the share sheet."""
    phone = SimulatedPhone()
    setup = Setup(
        layout=Layout(locale=locale),
        facts={
            "contact/200": {"first_name": text, "phone": text, "favourite": True},
            "alarm/200": {"label": text},
            "note/200": {"title": text, "body": text},
            "message/200": {"text": text},
            "notification/200": {"app": "Clock", "title": text, "text": text},
            "clipboard": {"text": text},
            "settings": {"device_name": text},
        },
        events=(Event(1, "Messages", text, text),),
    )
    for app in ("contacts", "clock", "notes", "messages", "settings"):
        draw = random.Random(app)
        phone.reset(replace(setup, front=app))
        initial = phone.state()
        for _ in range(8):
            seen = phone.observe()
            if seen.elements:
                check_look(phone, seen)
            if app == "notes":
                assert [node.bounds for node in from_xml(seen.xml).walk()] == [node.bounds for node in seen.tree.walk()]
            phone.act(wander(seen, draw), seen)
        assert apply(initial, phone.changes()) == phone.state()
    assert phone.screenshot()


@pytest.mark.parametrize("index", [18, 99, 10**6, 2**63])
@pytest.mark.parametrize("app", ["launcher", "settings", "contacts"])
def test_numbers_that_are_not_there(app: str, index: int) -> None:
    hand = Hand(Setup(front=app))
    for action in (Tap(element=index), LongPress(element=index), DoubleTap(element=index), TypeText(element=index, text="x")):
        outcome = hand.do(action)
        assert outcome.status == "refused"
        assert f"no element {index}" in outcome.reason
    assert hand.do(Drag(element=0, to_element=index)).status == "refused"
    assert hand.phone.changes() == []


@pytest.mark.parametrize("name", ["", " ", "settings ", "🙂", "../Clock", "com.android.settings", "x" * 200, "Clock\n"])
def test_apps_that_are_not_there(name: str) -> None:
    outcome = Hand().do(OpenApp(name=name))
    assert outcome.status == "refused"
    assert "\n" not in outcome.reason.replace(repr(name), "")


@pytest.mark.parametrize(
    ("kind", "facts", "app"),
    [
        ("contact", lambda n: {"first_name": f"Person {n:04}"}, "contacts"),
        ("alarm", lambda n: {"hour": n % 24, "minute": n % 60}, "clock"),
        ("note", lambda n: {"title": f"Note {n:04}"}, "notes"),
        ("notification", lambda n: {"app": "Clock", "title": f"T {n}", "text": "x"}, "launcher"),
    ],
)
def test_lists_of_two_thousand(kind: str, facts: Callable[[int], Facts], app: str) -> None:
    phone = SimulatedPhone()
    phone.reset(Setup(front=app, facts={f"{kind}/{n}": facts(n) for n in range(100, 2100)}))
    draw = random.Random(kind)
    for step in range(30):
        seen = phone.observe()
        if seen.elements:
            check_look(phone, seen)
        assert len(seen.elements) < 120, "only what is in sight is listed"
        phone.act(Scroll(direction="down") if step < 20 else wander(seen, draw), seen)


def test_the_last_of_two_thousand_is_reached() -> None:
    hand = Hand(Setup(front="contacts", facts={f"contact/{n}": {"first_name": f"Person {n:04}"} for n in range(100, 2100)}))
    hand.type("Search contacts", "Person 2099")
    assert hand.all("Person 2099")


def test_the_baseline_is_the_same_in_any_order() -> None:
    fresh = state_hash(SimulatedPhone().state())
    for seed in range(4):
        draw, phone = random.Random(seed), SimulatedPhone()
        for app in draw.sample(APPS, len(APPS)):
            phone.reset(Setup(front=app, layout=Layout(locale=draw.choice(LOCALES))))
            for _ in range(12):
                seen = phone.observe()
                phone.act(wander(seen, draw), seen)
            phone.reset(Setup())
            assert state_hash(phone.state()) == fresh
            assert phone.changes() == []
            assert phone.observe() == SimulatedPhone().observe()


def test_two_phones_do_not_touch_each_other() -> None:
    one, other = Hand(Setup(front="settings", page="network")), Hand(Setup(front="settings", page="network"))
    before = other.look
    one.tap("Airplane mode")
    assert other.look == before
    assert other.phone.changes() == []


def facts_of_a_kind(kind: type) -> list[tuple[str, str]]:
    return [(name, key) for owner in owners() for name, facts in owner.kinds.items() for key, value in facts.items() if type(value) is kind]


def try_out(kind: str, key: str, value: Value) -> None:
    """Either the phone refuses to be brought there, in one sentence, or it can be used."""
    owner = next(owner for owner in owners() if kind in owner.kinds)
    entity, phone = kind if kind in owner.baseline else f"{kind}/200", SimulatedPhone()
    try:
        phone.reset(Setup(front=owner.label if owner.label in APPS else "launcher", facts={entity: {key: value}}))
    except DeviceError:
        return
    draw = random.Random(f"{kind} {key} {value}")
    for _ in range(12):
        seen = phone.observe()
        if seen.elements:
            check_look(phone, seen)
        phone.act(wander(seen, draw), seen)


@pytest.mark.parametrize(("kind", "key"), facts_of_a_kind(str))
def test_any_text_in_any_fact_is_shown_or_refused(kind: str, key: str) -> None:
    for name in ("both ways", "format", "long", "lines", "blanks"):
        try_out(kind, key, LINES[name])


@pytest.mark.parametrize(("kind", "key"), [*facts_of_a_kind(int), *facts_of_a_kind(float)])
def test_any_number_in_any_fact_is_shown_or_refused(kind: str, key: str) -> None:
    for value in (-1, 0, 10**12, -(10**18), math.nan, math.inf, -0.5):
        try_out(kind, key, value)


@pytest.mark.parametrize(
    "facts",
    [
        {"file/200": {"modified": "yesterday"}},
        {"playlist/1": {"songs": "one, two"}},
        {"player": {"queue": "4;5"}},
        {"player": {"repeat": "twice"}},
        {"player": {"state": "humming"}},
        {"place/200": {"category": "castle"}},
        {"maps": {"mode": "fly"}},
        {"maps": {"layer": "sea"}},
    ],
)
def test_what_no_app_could_have_made_is_refused(facts: State) -> None:
    with pytest.raises(DeviceError, match="expected"):
        SimulatedPhone().reset(Setup(facts=facts))


ASLEEP = Setup(front="settings", asleep=True)


@pytest.mark.parametrize("tool", [kind for kind in ACTIONS if kind not in (Wait, Answer, Done)])
@pytest.mark.parametrize("key", ["back", "home", "enter", "recents", "notifications", "quick_settings"])
def test_a_sleeping_screen_takes_nothing_but_the_wake_key(tool: type[BaseModel], key: str) -> None:
    given = {"element": 0, "text": "x", "direction": "down", "to_percent": 5, "name": "Clock", "key": key}
    mine = {name: value for name, value in given.items() if name in tool.model_fields}
    hand = Hand(ASLEEP)
    outcome = hand.do(parse_action({**mine, "tool": tool.model_fields["tool"].default}))
    assert outcome.status == "refused"
    assert "screen is off" in outcome.reason
    assert hand.phone.changes() == []
    assert hand.do(PressKey(key="wake")).status == "done"
    assert hand.look.title == "Settings"
