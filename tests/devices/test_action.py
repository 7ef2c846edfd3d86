"""Reading actions, and writing them for a person."""

import pytest
from pydantic import ValidationError

from devices.action import ACTIONS, TOOLS, Done, Drag, Tap, TypeText, describe, parse_action


def test_every_action_is_a_tool_by_its_name() -> None:
    assert list(TOOLS) == [
        "tap", "double_tap", "long_press", "type_text", "swipe", "scroll", "drag", "press_key", "open_app", "wait", "answer", "done",
    ]  # fmt: skip
    assert tuple(TOOLS.values()) == ACTIONS


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"tool": "tap", "element": 3}, Tap(element=3)),
        ({"tool": "tap", "element": "3"}, Tap(element=3)),
        ({"tool": "type_text", "element": 1, "text": "a\nb"}, TypeText(element=1, text="a\nb")),
        ({"tool": "drag", "element": 1, "to_percent": 40}, Drag(element=1, to_percent=40)),
        ({"tool": "done"}, Done(status="complete")),
    ],
)
def test_reads(fields: dict[str, object], action: object) -> None:
    assert parse_action(fields) == action


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tool": "jump"},
        {"tool": "tap"},
        {"tool": "tap", "element": -1},
        {"tool": "tap", "element": 1.5},
        {"tool": "tap", "element": 1, "speed": 3},
        {"tool": "swipe", "direction": "north"},
        {"tool": "drag", "element": 1, "to_percent": 101},
        {"tool": "wait", "seconds": 0},
        {"tool": "done", "status": "maybe"},
    ],
)
def test_refuses(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        parse_action(fields)


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Tap(element=7), "tap #7"),
        (TypeText(element=3, text="Anna Lee"), 'type_text #3 "Anna Lee"'),
        (TypeText(element=3, text="x", enter=True), 'type_text #3 "x" then Enter'),
        (Drag(element=1, to_percent=40), "drag #1 40"),
        (Done(), "done"),
    ],
)
def test_describes(action: Tap | TypeText | Drag | Done, written: str) -> None:
    assert describe(action) == written
