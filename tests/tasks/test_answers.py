import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.answers import AnswerRule, answer_number, answer_phone, answer_text, answer_time, read_time

CASES: list[tuple[AnswerRule, str, bool]] = [
    (answer_text("True"), "True.", True),
    (answer_text("Hi"), "hi!", True),
    (answer_text("Team lunch"), "  team   LUNCH ", True),
    (answer_text("café"), "cafe\u0301", True),
    (answer_text("café"), "cafe", False),
    (answer_text("at noon"), "not at noon", False),
    (answer_text("Meeting is cancelled"), "Meeting isn't cancelled", False),
    (answer_text("2023-10-15"), "2023-10-16", False),
    (answer_text("SAVE20"), "SAVE30", False),
    (answer_text("yes"), "", False),
    (answer_phone("555-0142"), "5550142", True),
    (answer_phone("(415) 555-0142"), "415-555-0142.", True),
    (answer_phone("+49 301 5550142"), "+493015550142", True),
    (answer_phone("555-0142"), "555-0143", False),
    (answer_phone("555-0142"), "415 555-0142", False),
    (answer_phone("555-0142"), "The number is 555-0142", False),
    (answer_phone("555-0142"), "not 555-0142", False),
    (answer_phone("555-0142"), "", False),
    (answer_number(42, ("minutes", "min")), "42", True),
    (answer_number(42, ("minutes", "min")), "42 minutes", True),
    (answer_number(42, ("minutes", "min")), "42 Min.", True),
    (answer_number(42, ("minutes", "min")), "42 hours", False),
    (answer_number(40), "about 40", False),
    (answer_number(1234), "1,234", True),
    (answer_number(1234), "12,34", False),
    (answer_number("1.5"), "1.50", True),
    (answer_number(-3), "3", False),
    (answer_time("07:30"), "7:30 AM", True),
    (answer_time("07:30"), "07:30", True),
    (answer_time("07:30"), "7:30 a.m.", True),
    (answer_time("07:30"), "7:30 PM", False),
    (answer_time("19:30"), "7:30", False),
    (answer_time("19:30"), "7:30pm", True),
    (answer_time("00:05"), "12:05 AM", True),
    (answer_time("12:00"), "12 PM", True),
    (answer_time("07:30"), "7", False),
    (answer_time("07:30"), "7:30:00", False),
]


@pytest.mark.parametrize(("rule", "given_answer", "right"), CASES)
def test_answers_are_compared_by_their_type(rule: AnswerRule, given_answer: str, right: bool) -> None:
    assert rule.accepts(given_answer) is right


@pytest.mark.parametrize("wrong", ["Anna", "", "12x"])
def test_an_expected_number_must_be_one(wrong: str) -> None:
    with pytest.raises(ValueError, match="not a telephone number"):
        answer_phone(wrong)


def test_an_expected_time_must_be_one() -> None:
    with pytest.raises(ValueError, match="not a time"):
        answer_time("25:00")


digits = st.text("0123456789", min_size=3, max_size=14)


@given(digits, digits)
def test_a_phone_number_is_its_digits_and_no_other(one: str, other: str) -> None:
    assert answer_phone(one).accepts(other) is (one == other)


@given(digits, st.lists(st.sampled_from([" ", "-", "(", ")", ".", "/"]), max_size=6), st.randoms())
def test_how_digits_are_grouped_does_not_matter(number: str, marks: list[str], rng: object) -> None:
    text = list(number)
    for place, mark in enumerate(marks):
        text.insert(place * 2 % (len(text) + 1), mark)
    assert answer_phone(number).accepts("".join(text))


@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 23), st.integers(0, 59))
def test_a_time_is_itself_in_both_formats_and_no_other(hour: int, minute: int, other_hour: int, other_minute: int) -> None:
    rule = answer_time(f"{hour:02}:{minute:02}")
    half = f"{(other_hour - 1) % 12 + 1}:{other_minute:02} {'AM' if other_hour < 12 else 'PM'}"
    same = (hour, minute) == (other_hour, other_minute)
    assert rule.accepts(half) is same
    assert rule.accepts(f"{other_hour}:{other_minute:02}") is same
    assert read_time(half) == (other_hour, other_minute)


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_a_number_is_itself_with_or_without_thousands(one: int, other: int) -> None:
    assert answer_number(one).accepts(f"{other:,}") is (one == other)
    assert answer_number(one).accepts(str(other)) is (one == other)


@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_texts_are_equal_or_wrong(one: str, other: str) -> None:
    rule = answer_text(one)
    assert rule.accepts(one)
    assert rule.accepts(f" {one}. ")
    if rule.accepts(other):
        assert answer_text(other).accepts(one)
