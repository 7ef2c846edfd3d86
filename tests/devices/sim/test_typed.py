from datetime import date, timedelta

import pytest

from devices.sim.language import LOCALES, clock_time, money, short_date
from devices.sim.typed import typed_count, typed_date, typed_money, typed_time


@pytest.mark.parametrize("locale", LOCALES)
def test_what_the_phone_writes_can_be_typed(locale: str) -> None:
    for days in range(0, 800, 7):
        day = date(2026, 1, 1) + timedelta(days)
        assert typed_date(short_date(day, locale)) == day
    for hour in range(24):
        for full_day in (True, False):
            assert typed_time(clock_time(hour, 5, full_day, locale)) == f"{hour:02}:05"
    for cents in (0, 5, 99, 1050, 99_999):
        assert typed_money(money(cents, locale)) == cents


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-05", date(2026, 3, 5)),
        ("March 5, 2026", date(2026, 3, 5)),
        ("  mar  5, 2026 ", date(2026, 3, 5)),
        ("Feb 29, 2028", date(2028, 2, 29)),
        ("Feb 29, 2026", None),
        ("2026-02-30", None),
        ("2026-W10-1", None),
        ("5/3", None),
        ("Mars 5, 2026", None),
        ("", None),
        ("🙂", None),
    ],
)
def test_typed_date(text: str, day: date | None) -> None:
    assert typed_date(text) == day


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("7:30", "07:30"),
        ("07:30 am", "07:30"),
        ("7:30PM", "19:30"),
        ("12:00 AM", "00:00"),
        ("23:59", "23:59"),
        ("24:00", None),
        ("13:00 PM", None),
        ("7", None),
        ("", None),
    ],
)
def test_typed_time(text: str, time: str | None) -> None:
    assert typed_time(text) == time


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("4.5", 450),
        ("$4.50", 450),
        ("4,50 $", 450),
        ("12", 1200),
        ("0", 0),
        ("1.234", None),
        ("-1", None),
        ("1.2.3", None),
        ("", None),
        ("٣", None),
    ],
)
def test_typed_money(text: str, cents: int | None) -> None:
    assert typed_money(text) == cents


@pytest.mark.parametrize(
    ("text", "count"), [("1", 1), (" 12 ", 12), ("007", 7), ("0", None), ("1000", None), ("-3", None), ("", None), ("²", None)]
)
def test_typed_count(text: str, count: int | None) -> None:
    assert typed_count(text, 999) == count
