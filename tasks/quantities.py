"""What a text says as a value of a type: a number, a time of day, a duration, a date, an amount of money.

A reading takes the whole text or nothing, in the forms that people write and that the phone shows in each of its languages. A form that
could mean two things is read as none of them, unless one of the two is how the phone itself writes.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from devices.sim.language import LOCALES, month_name, weekday_name

_TRAILING: Final = " \t.,;:!?…。！？、،؛؟"
_QUOTES: Final = (('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("‘", "’"), ("'", "'"), ("`", "`"))
_DIRECTIONS: Final = dict.fromkeys(map(ord, "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"))
"""Marks of the direction of writing: they are not seen."""


def tidy(text: str) -> str:
    """NFC, white space collapsed, small letters, no quotation marks around, no punctuation at the end, no marks of direction."""
    text = " ".join(unicodedata.normalize("NFC", text.translate(_DIRECTIONS)).split()).casefold().rstrip(_TRAILING)
    for left, right in _QUOTES:
        if len(text) > 1 and text.startswith(left) and text.endswith(right) and not set(text[1:-1]) & {left, right}:
            return text[1:-1].strip().rstrip(_TRAILING)
    return text


def _plain(text: str) -> str:
    """Tidy, every digit a Latin one, every minus a hyphen."""
    latin = "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in tidy(text))
    return latin.replace("−", "-").replace("٫", ".").replace("٬", ",")


# Numbers

_NUMBER: Final = r"[+-]?\d(?:[\d.,'’ \u00a0\u202f]*\d)?"
_WITH_WORDS: Final = re.compile(rf"(?P<before>[^\d+-]*)(?P<number>{_NUMBER})(?P<after>.*)", re.DOTALL)


_SPELT: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip


def _decimal(digits: str) -> Decimal | None:
    """The number that these digits and separators are.

    A comma or a dot that comes more than once, or that the other follows, groups thousands: ``1,234.5``, ``1.234,5``, ``1.234.567``.
    So does a comma before exactly three digits, as English has it (``1,234``); any other single one is the decimal mark: ``12,5``.
    Spaces and apostrophes group thousands too. None where the groups are not threes.
    """
    sign, digits = (digits[0], digits[1:]) if digits[0] in "+-" else ("", digits)
    mark = ""
    marks = [letter for letter in digits if letter in ".,"]
    if len(set(marks)) == 2:
        mark = marks[-1]
    elif len(marks) == 1 and not (marks[0] == "," and re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits)):
        mark = marks[0]
    if mark and marks.count(mark) > 1:
        return None
    whole, _, fraction = digits.partition(mark) if mark else (digits, "", "")
    if (mark and not fraction.isdecimal()) or not re.fullmatch(r"\d+|\d{1,3}(?P<group>[.,'’ ])\d{3}(?:(?P=group)\d{3})*", whole):
        return None
    return Decimal(f"{sign}{re.sub(r'[^0-9]', '', whole)}.{fraction or 0}")


def read_number(text: str) -> tuple[Decimal, str] | None:
    """(number, unit written behind it) of a text; None where it is no number, or where anything stands before it.

    Up to 20 it may be an English word.
    """
    plain = _plain(text)
    word, _, unit = plain.partition(" ")
    if word in _SPELT:
        return Decimal(_SPELT.index(word)), unit
    match = _WITH_WORDS.fullmatch(plain)
    if match is None or match["before"].strip():
        return None
    number = _decimal(match["number"])
    return None if number is None else (number, match["after"].strip())


# Money

_DOLLARS: Final = frozenset({"", "$", "us$", "$us", "usd", "dollar", "dollars", "us dollars", "us-dollar", "美元", "دولار"})


def read_money(text: str) -> int | None:
    """An amount of dollars in cents, with or without a sign for them on either side: ``$12.50``, ``12,50 $``, ``USD 1,234``.

    None for anything else: another currency, a part of a cent.
    """
    plain = _plain(text)
    negative = plain.startswith("-")  # before the sign of the currency: -$5
    match = _WITH_WORDS.fullmatch(plain[1:].lstrip() if negative else plain)
    if match is None:
        return None
    before, after = match["before"].strip(), match["after"].strip()
    number = _decimal(match["number"])
    if number is None or before not in _DOLLARS or after not in _DOLLARS or (before and after and before != "$"):
        return None
    cents = number * (-100 if negative else 100)
    return int(cents) if cents == int(cents) and not (negative and match["number"].startswith(("-", "+"))) else None


# Times of day

_TIME: Final = re.compile(
    r"(?P<zh>上午|下午|早上|晚上|中午|凌晨)?\s*(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?P<half>[ap]\.?\s?m|ص|م|uhr|h)?"
)
_MORNING: Final = frozenset({"a", "ص", "上午", "早上", "凌晨"})
_AFTERNOON: Final = frozenset({"p", "م", "下午", "晚上", "中午"})
_NAMED_TIMES: Final = {"noon": (12, 0), "12 noon": (12, 0), "midday": (12, 0), "midnight": (0, 0), "12 midnight": (0, 0)}


def read_time(text: str) -> tuple[int, int] | None:
    """(hour, minute) of a time of day written in 24 hours or with AM or PM, in any of the phone's languages; None for anything else.

    ``7:30`` without AM or PM is half past seven in the morning.
    """
    plain = _plain(text)
    if plain in _NAMED_TIMES:
        return _NAMED_TIMES[plain]
    match = _TIME.fullmatch(plain)
    if match is None or (match["zh"] and match["half"]):
        return None
    half = match["zh"] or (match["half"] or "")[:1]
    if match["minute"] is None and not half:
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if half in _MORNING | _AFTERNOON:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    return (hour, minute) if hour < 24 and minute < 60 else None


# Durations

_UNITS: Final[Mapping[str, int]] = {
    unit: seconds
    for seconds, units in (
        (86400, "d day days tag tage tagen 天 日 يوم أيام"),
        (3600, "h hr hrs hour hours std stunde stunden 小时 時 时 ساعة ساعات"),
        (60, "m min mins minute minutes minuten 分 分钟 دقيقة دقائق"),
        (1, "s sec secs second seconds sek sekunde sekunden 秒 秒钟 ثانية ثوان ثواني"),
    )
    for unit in units.split()
}
_NAMED_DURATIONS: Final = {
    "an hour": 3600, "half an hour": 1800, "an hour and a half": 5400, "a minute": 60, "a quarter of an hour": 900, "a day": 86400,
    "半小时": 1800, "نصف ساعة": 1800, "ساعة": 3600, "ساعتان": 7200, "دقيقتان": 120,
}  # fmt: skip
_PART: Final = re.compile(r"(\d+(?:[.,]\d+)?)\s*-?\s*([^\W\d_]+)\.?")
_BETWEEN: Final = re.compile(r"\s*(?:[,،]|\band\b|\bund\b|و)?\s*")
_CLOCK: Final = re.compile(r"(\d{1,3}):([0-5]\d)(?::([0-5]\d))?")


def read_duration(text: str) -> Decimal | None:
    """A duration in seconds: ``90 minutes``, ``1 h 30 min``, ``1.5 hours``, ``1:30`` as hours and minutes. A bare number is of minutes.

    None for anything else, and where a unit comes twice or after a smaller one.
    """
    plain = _plain(text)
    if plain in _NAMED_DURATIONS:
        return Decimal(_NAMED_DURATIONS[plain])
    if plain.isdecimal():
        return Decimal(plain) * 60
    if match := _CLOCK.fullmatch(plain):
        return Decimal(int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3] or 0))
    total, place, last = Decimal(0), 0, 1 << 30
    while place < len(plain):
        match = _PART.match(plain, place)
        seconds = _UNITS.get(match[2]) if match else None
        if match is None or seconds is None or seconds >= last:
            return None
        total, last = total + Decimal(match[1].replace(",", ".")) * seconds, seconds
        between = _BETWEEN.match(plain, match.end())
        place = between.end() if between else match.end()
    return total if last < 1 << 30 else None


# Dates


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it was written: year and day of the week are None where they were left out."""

    month: int
    day: int
    year: int | None = None
    weekday: int | None = None

    def is_(self, other: date) -> bool:
        """Whether it can be this date, by all that was written."""
        return (
            (self.month, self.day) == (other.month, other.day)
            and self.year in (None, other.year)
            and self.weekday in (None, other.weekday())
        )


def _named(name: str) -> str:
    return name.casefold().rstrip(".")


_MONTHS: Final[Mapping[str, int]] = {
    _named(name): month
    for month in range(1, 13)
    for locale in LOCALES
    if locale != "zh"
    for full in [month_name(month, locale)]
    for name in ({full, full[:3]} if locale != "ar" else {full})
} | {"sept": 9, "mrz": 3, "jänner": 1}
_WEEKDAYS: Final[Mapping[str, int]] = {
    _named(name): day for day in range(7) for locale in LOCALES for short in (False, True) for name in [weekday_name(day, locale, short)]
} | {"tues": 1, "weds": 2, "thur": 3, "thurs": 3, "星期天": 6, "周天": 6}
_FILLING: Final = frozenset({"the", "of", "on", "den", "am", "der", "يوم"})
_ISO: Final = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_SLASHED: Final = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4})")
_CHINESE: Final = re.compile(r"(?:(\d{4}) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]")
_TOKENS: Final = re.compile(r"(\d{1,4})(?:st|nd|rd|th)?\.?|([^\W\d_]+)\.?")


def read_date(text: str) -> WrittenDate | None:
    """A date: ``2026-03-05``, ``March 5``, ``5 March 2026``, ``Thursday, March 5``, ``05.03.2026``, ``3月5日``, ``5 مارس``.

    ``3/4/2026`` may be March or April and is read as neither; ``3/15/2026`` can only be March.
    """
    plain = _plain(text)
    weekday: int | None = None
    for name, number in _WEEKDAYS.items():
        before, after = re.match(rf"{re.escape(name)}(?:\.?[,،]?\s+|(?=\d))", plain), re.search(rf"(?<=[日号]) ?{re.escape(name)}$", plain)
        if before or after:
            weekday, plain = number, plain[before.end() :] if before else plain[: -len(name)].rstrip()
            break
    found = _numeric(plain)
    if found is not None:
        return _real(WrittenDate(found.month, found.day, found.year, weekday))
    day: int | None = None
    month: int | None = None
    year: int | None = None
    place = 0
    while place < len(plain):
        if plain[place] in " ,،()":
            place += 1
            continue
        match = _TOKENS.match(plain, place)
        if match is None:
            return None
        place = match.end()
        digits, word = match[1], match[2]
        if word in _MONTHS and month is None:
            month = _MONTHS[word]
        elif word in _WEEKDAYS and weekday is None:
            weekday = _WEEKDAYS[word]
        elif digits and len(digits) == 4 and year is None:
            year = int(digits)
        elif digits and len(digits) <= 2 and day is None:
            day = int(digits)
        elif word not in _FILLING:
            return None
    return _real(WrittenDate(month, day, year, weekday)) if month is not None and day is not None else None


def _numeric(plain: str) -> WrittenDate | None:
    if match := _ISO.fullmatch(plain):
        return WrittenDate(int(match[3]), int(match[4]), int(match[1]))
    if match := _DOTTED.fullmatch(plain):
        return WrittenDate(int(match[2]), int(match[1]), int(match[3]))
    if match := _CHINESE.fullmatch(plain):
        return WrittenDate(int(match[2]), int(match[3]), int(match[1]) if match[1] else None)
    if match := _SLASHED.fullmatch(plain):
        one, other, year = int(match[1]), int(match[3]), int(match[4])
        if one == other or other > 12:
            return WrittenDate(one, other, year)
        if one > 12:
            return WrittenDate(other, one, year)
    return None


def _real(day: WrittenDate) -> WrittenDate | None:
    """The day, unless no calendar has it. The 29th of February is in some."""
    try:
        date(2024 if day.year is None else day.year, day.month, day.day)
    except ValueError:
        return None
    return day
