from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.sim.language import LOCALES, clock_time, long_date, money, short_date
from tasks import registry
from tasks.answers import (
    AnswerRule,
    answer_date,
    answer_duration,
    answer_list,
    answer_money,
    answer_number,
    answer_phone,
    answer_text,
    answer_time,
    answer_yes_no,
    read_time,
)
from tasks.suite import trial

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
    (answer_phone("445-8736"), "+445-8736", False),
    (answer_phone("+49 301 5550142"), "49 301 5550142", False),
    (answer_phone("+49 301 5550142"), "(+49) 301-5550142", True),
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
    (answer_number(2, ("alarms", "alarm")), "two alarms", True),
    (answer_number(2, ("alarms", "alarm")), "Two.", True),
    (answer_number(2, ("alarms", "alarm")), "two hours", False),
    (answer_number(0), "zero", True),
    (answer_number(20), "twenty", True),
    (answer_number(20), "twenty one", False),
    (answer_number(20), "twenty-one", False),
    (answer_number(2), "one two", False),
    (answer_number(1), "someone", False),
    (answer_number(2), "two", True),
    (answer_number(3), "two", False),
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

_NUMBER, _THOUSAND, _TIME = answer_number(42, ("minutes", "min")), answer_number(1234), answer_time("19:30")
_DAY, _MID, _MONEY, _DEBT = answer_date("2026-03-05"), answer_date("2026-03-15"), answer_money(123450), answer_money(-500)
_HOURS, _LISTED = answer_duration(90), answer_list(["Concert", "Game night"])
_ODD = answer_list(["Salt and pepper", "Milk, fresh", "Tea"])

RIGHT: Sequence[tuple[AnswerRule, Sequence[str]]] = (
    (answer_text("True"), ("True.", "true", '"True"')),  # A03: short right answers
    (answer_text("Wi-Fi"), ("WiFi", "wi-fi", "“Wi-Fi”", "Wi‑Fi!")),
    (answer_text("Anna's café"), ("ANNA’S CAFÉ", "Anna's cafe\u0301.")),
    (_NUMBER, ("42", "42 minutes", "42 min", "42 Min.", "42min", "٤٢", "\u200e42")),  # A06: a unit is no part of the number
    (_THOUSAND, ("1,234", "1234", "1 234", "1\u202f234", "1'234", "1.234,0", "1,234.00", "+1234")),
    (answer_number("1234567.5"), ("1,234,567.5", "1.234.567,5", "1 234 567,5")),
    (answer_number("12.5"), ("12.5", "12,5", "12.50")),
    (answer_number(-3), ("-3", "−3")),
    (_TIME, ("7:30 PM", "19:30", "7:30pm", "7.30 p.m.", "19:30 Uhr", "下午7:30", "晚上 7:30", "7:30 م", "7:30\u202fPM")),
    (answer_time("12:00"), ("noon", "12 PM", "12:00", "下午12:00")),
    (answer_time("00:00"), ("midnight", "12 AM", "00:00", "12:00 ص")),
    (_DAY, ("2026-03-05", "March 5", "5 March 2026", "Thursday, March 5", "Mar 5, 2026", "March 5th", "the 5th of March", "thu 5 mar")),
    (_DAY, ("5. März 2026", "Donnerstag, 5. März", "05.03.2026", "5.3.2026", "Do., 5. März")),
    (_DAY, ("3月5日", "2026年3月5日", "3月5日星期四", "3月5日 周四", "5 مارس 2026", "الخميس، 5 مارس", "2026/03/05")),
    (_MID, ("3/15/2026", "15/3/2026", "15-03-2026")),  # only one of the two can be the month
    (_MONEY, ("$1,234.50", "1.234,50 $", "1234.5", "US$1,234.50", "1,234.50 US$", "USD 1234.50", "1,234.50 dollars", "$ 1 234,50")),
    (_DEBT, ("-$5.00", "-5", "$-5.00", "−5,00 $")),
    (answer_money(10000), ("$100", "100", "$100.00")),
    (answer_yes_no(True), ("Yes", "yes.", "True", "ja", "是", "نعم")),
    (answer_yes_no(False), ("No", "no!", "nein", "لا")),
    (
        _LISTED,
        ("Game night, Concert", "concert and game night", "- Concert\n- Game night", "1. Game night\n2. Concert", "Concert; Game night."),
    ),
    (
        _LISTED,
        ('["Concert", "Game night"]', "[Concert, Game night]", "Concert، Game night", "Concert und Game night", "Concert | Game night"),
    ),
    (_ODD, ("Tea, Milk, fresh, Salt and pepper", "Salt and pepper, Milk, fresh, and Tea", "Milk, fresh\nTea\nSalt and pepper")),
    (answer_list([answer_time("07:30"), answer_money(500)]), ("$5, 7:30 AM", "07:30; 5,00 $")),
    (answer_list(["Concert"]), ("Concert", "[Concert]")),
    (_HOURS, ("90", "90 minutes", "1 h 30 min", "1 hour and 30 minutes", "1.5 hours", "1,5 Stunden", "1:30", "1h30m", "5400 s")),
    (_HOURS, ("1 Std. 30 Min.", "1 小时 30 分钟", "1小时30分钟", "an hour and a half", "90 دقيقة", "1:30:00")),
)
WRONG: Sequence[tuple[AnswerRule, Sequence[str]]] = (
    (answer_text("2023-10-15"), ("2023-10-16",)),  # A01: likeness
    (answer_text("PO Box 1, Anchorage, AK 99587"), ("PO Box 1, Anchorage, AK 99857",)),
    (answer_text("Use SAVE20 at the till"), ("Use SAVE30 at the till",)),
    (answer_phone("+15551234567"), ("+15551234568",)),
    (answer_text("Meeting is cancelled"), ("Meeting isn't cancelled",)),  # A02: negation
    (answer_text("Do pay"), ("Don't pay",)),
    (answer_text("café"), ("cafe", "cafè")),
    (answer_text("555-0142"), ("5550142",)),
    (answer_text("Wi-Fi"), ("Wi Fi", "Wi-Fi 6")),
    (
        _LISTED,
        ("Concert, Concert", "Concert", "Concert, Game night, Yoga", "Concert, Game night, Concert", "", "Game, night, Concert"),
    ),  # A04
    (_ODD, ("Salt, pepper, Milk, fresh, Tea", "Salt and pepper, Milk, Tea")),
    (_NUMBER, ("42 hours", "about 40", "142", "4.2", "guest 42", "not 42", "42 or 43")),  # A06, A31: the whole answer or nothing
    (_THOUSAND, ("1.234", "12,34", "1,2345", "1,23,4", "1234.5.6")),
    (answer_yes_no(True), ("Not True", "Yes... no, it failed", "unsuccessful", "no", "", "yes and no")),  # A17: words within words
    (answer_yes_no(False), ("not no", "yes", "Nope, it is on")),
    (answer_time("21:45"), ("9:45 AM", "9:45", "9:45 ص", "上午9:45")),  # A29: half a day off
    (_TIME, ("7:30", "19:30 PM", "下午19:30", "7:30 AM PM")),
    (answer_text("1"), ("guest 1", "11")),
    (_DAY, ("2026-03-06", "Friday, March 5", "March 5, 2025", "March", "Thursday", "not March 5", "March 5 or 6", "5 5 March", "")),
    (_DAY, ("3/5/2026", "5/3/2026", "tomorrow", "2026-13-05", "March 32", "2026-03-05 09:00")),
    (_MONEY, ("€1,234.50", "$1,234.05", "1.234.50", "$1,234.501", "1,234.50 EUR", "$1,234.50 USD EUR", "-$1,234.50")),
    (_DEBT, ("5", "--5", "$5.00")),
    (answer_money(10000), ("$900", "100 cents")),
    (_HOURS, ("1.5", "30 min 1 h", "90 hours", "1 h 31 min", "1 h 1 h", "about 90", "", "h", "1:3", "1:90")),
)


@pytest.mark.parametrize(("rule", "said"), [(rule, said) for rule, answers in RIGHT for said in answers])
def test_the_right_value_is_accepted_in_every_usual_form(rule: AnswerRule, said: str) -> None:
    assert rule.accepts(said)


@pytest.mark.parametrize(("rule", "said"), [(rule, said) for rule, answers in WRONG for said in answers])
def test_another_value_is_refused_however_like_it_is(rule: AnswerRule, said: str) -> None:
    assert not rule.accepts(said)


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)), st.dates(date(2000, 1, 1), date(2099, 12, 31)), st.sampled_from(LOCALES))
def test_a_date_is_read_as_the_phone_writes_it(day: date, other: date, locale: str) -> None:
    rule = answer_date(day.isoformat())
    assert rule.accepts(long_date(day, locale))
    assert rule.accepts(short_date(day, locale))
    assert rule.accepts(short_date(other, locale)) is (day == other)


@given(st.integers(-10_000_000, 10_000_000), st.integers(-10_000_000, 10_000_000), st.sampled_from(LOCALES))
def test_an_amount_is_read_as_the_phone_writes_it(cents: int, other: int, locale: str) -> None:
    assert answer_money(cents).accepts(money(cents, locale))
    assert answer_money(cents).accepts(money(other, locale)) is (cents == other)


@given(st.integers(0, 23), st.integers(0, 59), st.booleans(), st.sampled_from(LOCALES))
def test_a_time_is_read_as_the_phone_writes_it(hour: int, minute: int, full_day: bool, locale: str) -> None:
    assert answer_time(f"{hour:02}:{minute:02}").accepts(clock_time(hour, minute, full_day, locale))


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for rule in (_NUMBER, _TIME, _DAY, _MONEY, _HOURS, _LISTED, answer_yes_no(True), answer_phone("555-0142")):
        assert rule.accepts(text) in (True, False)
        assert "\n" not in rule.expected


def test_what_cannot_be_expected_is_refused() -> None:
    with pytest.raises(ValueError, match="isoformat"):
        answer_date("5 March")
    with pytest.raises(ValueError, match="a list of 0 things"):
        answer_list([])
    with pytest.raises(ValueError, match="a list of 24 things"):
        answer_list([str(number) for number in range(24)])


def test_a_list_with_very_many_parts_is_refused_and_not_searched_for_hours() -> None:
    assert not answer_list(["a", "b", "c", "d", "e", "f"]).accepts(", ".join("abcdefghij" * 50))


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


@pytest.mark.parametrize(
    "said", ["[" * 4000 + "]" * 4000, f"[{'9' * 5000}]", "9" * 5000, "1" + ",000" * 1300, "[null]", '{"a": 1}', "\ud800", "½"]
)
def test_answers_that_break_readers_are_refused(said: str) -> None:
    for rule in (_NUMBER, _TIME, _DAY, _MONEY, _HOURS, _LISTED, answer_yes_no(True), answer_phone("555-0142"), answer_text("x")):
        assert not rule.accepts(said)


def test_long_lists_of_like_things_are_paired_without_trying_every_order() -> None:
    many = answer_list(["a"] * 11 + ["b"] * 11 + ["c"])
    assert many.accepts(", ".join("ba" * 11 + "c"))
    assert not many.accepts(", ".join("ab" * 11 + "a"))
    assert not answer_list(["a"] * 11 + ["b"]).accepts(", ".join("a" * 24))
    assert answer_list(["a", "a, a", "b and a"]).accepts("a, a, a, b and a")


@pytest.mark.parametrize(
    ("task", "counted"),
    [
        ("alarms.count_on", "alarms"),
        ("people.count_family", "contacts"),
        ("system.count_notifications", "notifications"),
        ("messages.count_unread", "unread messages"),
        ("todo.count_overdue", "overdue tasks"),
        ("files.count", "files"),
        ("gallery.count_photos", "photos"),
        ("notes.count_lines", "items"),
        ("calendar_questions.count_events", "events"),
    ],
)
def test_a_count_may_say_what_was_counted(task: str, counted: str) -> None:
    rule = registry.oracle(trial(task, 0)).answer
    assert rule is not None
    assert [number for number in range(100) if rule.accepts(f"{number} {counted}")] == [n for n in range(100) if rule.accepts(str(n))] != []
    assert not any(rule.accepts(f"{number} kB") for number in range(100))
