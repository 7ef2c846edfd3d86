"""Answers compared by typed rules.

A rule reads the whole answer as one value of its type and compares it exactly. Case and trailing punctuation never matter; likeness
never counts: a telephone number with one other digit is another number, and a sentence around a value is not that value.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

_TRAILING = " \t.,;:!?…。！？、"


class AnswerRule(Protocol):
    """What an answer must be."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        ...

    def accepts(self, answer: str) -> bool:
        """Whether the answer is right."""
        ...


def _tidy(text: str) -> str:
    """NFC, white space collapsed, small letters, no punctuation at the end."""
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold().rstrip(_TRAILING)


@dataclass(frozen=True, slots=True)
class _Text:
    text: str

    @property
    def expected(self) -> str:
        return f"the answer “{self.text}”"

    def accepts(self, answer: str) -> bool:
        return _tidy(answer) == _tidy(self.text)


@dataclass(frozen=True, slots=True)
class _Phone:
    number: str

    @property
    def expected(self) -> str:
        return f"the number {self.number}"

    def accepts(self, answer: str) -> bool:
        given = _digits(answer)
        return given is not None and given == _digits(self.number)


def _digits(text: str) -> str | None:
    """The digits of a telephone number, None for anything that is not one."""
    tidy = _tidy(text)
    if not re.fullmatch(r"\+?[\d\s()./\-‐‑–]+", tidy):
        return None
    digits = "".join(str(unicodedata.digit(letter)) for letter in tidy if letter.isdecimal())
    return digits or None


@dataclass(frozen=True, slots=True)
class _Number:
    number: Decimal
    units: tuple[str, ...]

    @property
    def expected(self) -> str:
        return f"the number {self.number}" + (f" ({' or '.join(self.units)})" if self.units else "")

    def accepts(self, answer: str) -> bool:
        match = re.fullmatch(r"([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(.*)", _tidy(answer), re.DOTALL)
        if match is None:
            return False
        unit = match[2].strip()
        return Decimal(match[1].replace(",", "")) == self.number and (not unit or unit in {_tidy(known) for known in self.units})


@dataclass(frozen=True, slots=True)
class _Time:
    hour: int
    minute: int

    @property
    def expected(self) -> str:
        return f"the time {self.hour:02}:{self.minute:02}"

    def accepts(self, answer: str) -> bool:
        return read_time(answer) == (self.hour, self.minute)


def read_time(text: str) -> tuple[int, int] | None:
    """(hour, minute) of a time of day written in 24 hours or with AM or PM; None for anything else.

    ``7:30`` without AM or PM is half past seven in the morning.
    """
    match = re.fullmatch(r"(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?\s?m)?", _tidy(text))
    if match is None or (match[2] is None and match[3] is None):
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    return (hour, minute) if hour < 24 and minute < 60 else None


def answer_text(text: str) -> AnswerRule:
    """This text; case, spacing and trailing punctuation do not matter, accents do."""
    return _Text(text)


def answer_phone(number: str) -> AnswerRule:
    """This telephone number and nothing else, its digits grouped in any way.

    Raises:
        ValueError: the expected number is not one.
    """
    if _digits(number) is None:
        raise ValueError(f"{number!r} is not a telephone number")
    return _Phone(number)


def answer_number(number: int | float | str, units: tuple[str, ...] = ()) -> AnswerRule:
    """This number, alone or followed by one of these units; ``1,234`` is 1234.

    Raises:
        decimal.InvalidOperation: the expected number is not one.
    """
    return _Number(Decimal(str(number)), units)


def answer_time(time: str) -> AnswerRule:
    """This time of day (``HH:MM`` in 24 hours), written in 24 hours or with AM or PM.

    Raises:
        ValueError: the expected time is not one.
    """
    read = read_time(time)
    if read is None:
        raise ValueError(f"{time!r} is not a time of day")
    return _Time(*read)
