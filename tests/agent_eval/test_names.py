"""Names that others gave are shown so that nothing in them acts, and can be typed as they are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_eval.names import LONGEST, LONGEST_BASE, shown, shown_name, unfit

HOSTILE = {
    "\x1b[31mred": "\\x1b[31mred",
    "two\nlines": "two\\nlines",
    "\u202elanif": "\\u202elanif",
    "a\u2066b\u200bc": "a\\u2066b\\u200bc",
    "\udc80": "\\udc80",
    "bell\a\x7f\x9b": "bell\\x07\\x7f\\x9b",
    "\U000e0041": "\\U000e0041",
}


@pytest.mark.parametrize(("given", "expected"), HOSTILE.items())
def test_what_acts_is_shown_by_its_escape(given, expected):
    assert shown(given) == shown_name(given) == expected


@pytest.mark.parametrize("plain", ["w4a16-g64-sym", "Spark-X2.5-1.7B-bf16", "模型-w4a16", "my model+v2 [a] \\x", "أهلا", "e\u0301"])
def test_what_is_printed_is_shown_as_it_is(plain):
    assert shown(plain) == shown_name(plain) == plain


def test_a_comma_does_not_part_a_name():
    assert shown_name("a,b") == "a\\x2cb"
    assert shown("a, b") == "a, b"


def test_a_long_name_keeps_both_ends():
    name = shown_name(f"{'x' * 5000}-w4a16")
    assert len(name) == LONGEST
    assert name.startswith("xxx")
    assert name.endswith("…" + "x" * 33 + "-w4a16")


@given(st.text(st.characters(codec=None), max_size=300))
def test_a_name_is_shown_on_one_line_and_what_is_shown_is_shown_alike(name):
    found = shown_name(name)
    assert found.isprintable()
    assert "," not in found
    assert len(found) <= LONGEST
    assert shown_name(found) == found


@pytest.mark.parametrize(
    ("base", "why"),
    [
        ("", "is empty"),
        ("x" * (LONGEST_BASE + 1), f"has {LONGEST_BASE + 1} characters"),
        ("a\x1b[2J", "holds \\x1b, which cannot be printed"),
        ("a\nb", "holds \\n"),
        ("a\u202eb", "holds \\u202e"),
        ("a,b", "holds ','"),
        ("a@b", "holds '@'"),
        ("-rf", "begins with '-'"),
        (" a", "begins or ends with a space"),
    ],
)
def test_a_name_that_would_act_is_refused(base, why):
    assert unfit(base).startswith(why)


@pytest.mark.parametrize("base", ["tiny", "Spark-X2.5-1.7B", "模型", "my model", "a.b_c+d", "x" * LONGEST_BASE])
def test_a_usual_name_is_taken(base):
    assert unfit(base) == ""
    assert shown_name(f"{base}-w4a16-g64-sym") == f"{base}-w4a16-g64-sym"
