"""Calls are read as written; damaged ones are read where that needs no guess, and each rule that was needed is told."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_eval.prompt import target
from agent_eval.reply import grammar, parse, write_answer, write_call
from devices.action import (
    Action,
    Answer,
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
from tests.agent_eval.test_prompt import element, screen

numbers = st.integers(0, 200)
texts = st.text(max_size=60) | st.sampled_from(
    ("</arg_value>", "&lt;/arg_value>", "a</arg_value></tool_call>", "&amp;lt;/arg_value>", "<tool_call>", "</think>", "</arg_valu")
)
actions = st.one_of(
    st.builds(Tap, element=numbers),
    st.builds(DoubleTap, element=numbers),
    st.builds(LongPress, element=numbers),
    st.builds(TypeText, element=numbers, text=texts, enter=st.booleans()),
    st.builds(Swipe, direction=st.sampled_from(("up", "down", "left", "right"))),
    st.builds(Scroll, direction=st.sampled_from(("up", "down"))),
    st.builds(Drag, element=numbers, to_element=st.none() | numbers, to_percent=st.none() | st.integers(0, 100)),
    st.builds(PressKey, key=st.sampled_from(("back", "home", "enter", "recents"))),
    st.builds(OpenApp, name=texts),
    st.builds(Wait, seconds=st.integers(1, 60)),
    st.builds(Answer, text=texts),
    st.builds(Done, status=st.sampled_from(("complete", "infeasible"))),
)


@given(actions)
def test_what_is_written_is_read_back_and_needs_no_recovery(action: Action) -> None:
    parsed = parse(write_call(action))
    assert (parsed.action, parsed.recoveries, parsed.error) == (action, (), "")


@given(actions)
def test_a_target_line_or_a_thought_before_the_call_is_part_of_the_form(action: Action) -> None:
    seen = screen(*(element(index, "switch", f"Switch {index}", checked=True) for index in range(5)))
    assert parse(write_answer(action, seen)) == parse(write_call(action))
    assert parse(f"<think>It is off: tap(3).</think>\n\n{write_call(action)}") == parse(write_call(action))


fragments = st.sampled_from(
    (
        "<tool_call>",
        "</tool_call>",
        "<arg_key>",
        "</arg_key>",
        "<arg_value>",
        "</arg_value>",
        "<think>",
        "</think>",
        "tap",
        "done",
        "element",
        "text",
        "7",
        "{",
        "}",
        '"',
        ":",
        ",",
        "[",
        "]",
        "(",
        ")",
        "```json",
        "```",
        "\\",
        "\n",
        " ",
        "name",
        "arguments",
        "\0",
        "#",
        "null",
        "1e999",
    )
)


@given(st.text() | st.lists(fragments, max_size=40).map("".join))
def test_no_text_raises_and_every_answer_is_an_action_or_a_sentence(text: str) -> None:
    parsed = parse(text)
    assert (parsed.action is None) == bool(parsed.error)
    assert "\n" not in parsed.error


@pytest.mark.parametrize(
    ("text", "action", "recoveries"),
    [
        ("<tool_call>tap\n<arg_key>element</arg_key>\n<arg_value>7</arg_value>\n</tool_call>", Tap(element=7), ()),
        ("switch Wi-Fi #7\n<tool_call>tap<arg_key>element</arg_key><arg_value>7</arg_value></tool_call>", Tap(element=7), ()),
        ("<tool_call>tap<arg_key>element<arg_value>7", Tap(element=7), ("missing_tags",)),
        ("<tool_call>tap<arg_key>element</arg_key><arg_value>7</arg_value>", Tap(element=7), ("missing_tags",)),
        ("tap<arg_key>element</arg_key><arg_value>3</arg_value></tool_call>", Tap(element=3), ("missing_tags",)),
        ("<tool_call>done", Done(), ("missing_tags",)),
        ('<tool_call>{"name": "tap", "arguments": {"element": 3}}</tool_call>', Tap(element=3), ("json_in_tags",)),
        ('[tap] {"tool": "tap", "parameters": {"index": 1}', Tap(element=1), ("bracketed", "closed_json", "argument_alias")),
        ('{"name": "tap", "arguments": {"element": 3', Tap(element=3), ("bare_json", "closed_json")),
        ('{"tool": "type_text", "element": 2, "text": "An', TypeText(element=2, text="An"), ("bare_json", "closed_json")),
        ('```json\n{"tool": "type_text", "element": 2, "text": "x"}\n```', TypeText(element=2, text="x"), ("fenced_json",)),
        ('{"function": {"name": "open_app", "arguments": "{\\"name\\": \\"Clock\\"}"}}', OpenApp(name="Clock"), ("bare_json",)),
        ('{"tap": {"element": 4}}', Tap(element=4), ("bare_json",)),
        ("tap(7)", Tap(element=7), ("function_call",)),
        ('type_text(3, "Anna, B")', TypeText(element=3, text="Anna, B"), ("function_call",)),
        ('type_text(3, "(415) 555-0142", true)', TypeText(element=3, text="(415) 555-0142", enter=True), ("function_call",)),
        ("type_text(3, it's)", TypeText(element=3, text="it's"), ("function_call",)),
        (
            f"{write_call(Tap(element=1))[:-12]}<arg_key>element</arg_key><arg_value>2</arg_value></tool_call>",
            Tap(element=2),
            ("repeated_argument",),
        ),
        ("press_key(key='back')", PressKey(key="back"), ("function_call",)),
        ("back()", PressKey(key="back"), ("function_call", "tool_alias")),
        ("click(element=2)", Tap(element=2), ("function_call", "tool_alias")),
        ("<tool_call>tap<arg_key>index</arg_key><arg_value>#7</arg_value></tool_call>", Tap(element=7), ("argument_alias", "number_marks")),
        (f"{write_call(Tap(element=1))}{write_call(Tap(element=2))}", Tap(element=1), ("first_of_several",)),
        (f"I see it.\nIt is off.\n{write_call(Done())}", Done(), ("text_before_call",)),
        (f"<think>It is off.\n{write_call(Done())}", Done(), ("unclosed_thought",)),
    ],
)
def test_damaged_calls_are_read_and_the_rules_told(text: str, action: Action, recoveries: tuple[str, ...]) -> None:
    parsed = parse(text)
    assert (parsed.action, parsed.recoveries) == (action, recoveries)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("Wi-Fi is now on.", "no tool call"),
        ("<think>It is off, so", "never ended"),
        ("<tool_call>fly</tool_call>", "unknown tool"),
        ("<tool_call>tap</tool_call>", "wrong in element"),
        ('{"tool": "tap", "element": true}', "wrong in element"),
        ('{"tool": "tap", "element": ' + "9" * 5000 + "}", "no tool call"),
        ("<tool_call>tap<arg_key>element</arg_key><arg_value>-1</arg_value></tool_call>", "wrong in element"),
        ("<tool_call>tap<arg_key>where</arg_key><arg_value>7</arg_value></tool_call>", "tap is wrong"),
        ("<tool_call>press_key<arg_key>key</arg_key><arg_value>volume</arg_value></tool_call>", "wrong in key"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(text: str, words: str) -> None:
    parsed = parse(text)
    assert parsed.action is None
    assert words in parsed.error


@pytest.mark.parametrize(
    "text",
    ['{"a":' * 20_000, "[tap] {" * 10_000, "```{" * 10_000, "tap(a" + " " * 50_000 + "b", "tap(" + '\\"' * 20_000, '[tap]{"a":' * 5_000],
    ids=lambda text: text[:9],
)
def test_a_model_that_loops_is_read_at_once(text: str) -> None:
    began = time.process_time()
    assert parse(text).action is None
    assert time.process_time() - began < 2  # each took minutes once


SEEN = screen(
    element(0, "text", "Wi-Fi (5 GHz)"),
    element(1, "switch", "Wi-Fi [a+b]*", checked=False),
    element(2, "field", "Name"),
    element(3, "slider", "Volume"),
)


@pytest.mark.parametrize(
    "action",
    [
        Tap(element=1),
        LongPress(element=2),
        TypeText(element=2, text="Anna Lee"),
        TypeText(element=2, text="a", enter=True),
        Drag(element=3, to_percent=40),
        Scroll(direction="down"),
        PressKey(key="back"),
        OpenApp(name="Clock"),
        Wait(),
        Wait(seconds=5),
        Answer(text="555-0142"),
        Done(),
        Done(status="infeasible"),
    ],
)
def test_the_grammar_admits_what_can_be_done_on_this_screen(action: Action) -> None:
    pattern = re.compile(grammar(SEEN))
    assert pattern.fullmatch(write_call(action))
    assert pattern.fullmatch(write_answer(action, SEEN))


@pytest.mark.parametrize(
    "text",
    [
        write_call(Tap(element=0)),
        write_call(Tap(element=4)),
        write_call(TypeText(element=1, text="x")),
        write_call(Drag(element=1, to_percent=3)),
        "tap(1)",
        "",
        "x" + write_call(Done()),
        f"{target(SEEN.elements[2])}\n{write_call(Tap(element=1))}",
    ],
)
def test_the_grammar_admits_nothing_else(text: str) -> None:
    assert not re.fullmatch(grammar(SEEN), text)
