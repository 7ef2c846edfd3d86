"""Answers compared by typed rules.

A rule reads the whole answer as one value of its type and compares it exactly. Case and trailing punctuation never matter; likeness
never counts: a telephone number with one other digit is another number, and a sentence around a value is not that value.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Protocol

from devices.sim.language import clock_times, dates, money, moneys
from tasks.quantities import read_date, read_duration, read_money, read_number, tidy
from tasks.quantities import read_time as read_time


class AnswerRule(Protocol):
    """What an answer must be."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        ...

    def accepts(self, answer: str) -> bool:
        """Whether the answer is right."""
        ...


_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"'})
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-‐‑](?=[^\W\d_])")
"""Between two letters, where some write it and some do not: Wi-Fi, WiFi. Between digits it stays."""


@dataclass(frozen=True, slots=True)
class _Text:
    text: str

    @property
    def expected(self) -> str:
        return f"the answer “{self.text}”"

    def accepts(self, answer: str) -> bool:
        return self._shape(answer) == self._shape(self.text)

    @staticmethod
    def _shape(text: str) -> str:
        return _HYPHEN.sub("", tidy(text).translate(_APOSTROPHES))


@dataclass(frozen=True, slots=True)
class _Phone:
    number: str

    @property
    def expected(self) -> str:
        return f"the number {self.number}"

    def accepts(self, answer: str) -> bool:
        given = _dialled(answer)
        return given is not None and given == _dialled(self.number)


def _dialled(text: str) -> str | None:
    """The digits of a telephone number, after a plus where it has one: +49 30 is not 49 30. None for anything that is not a number."""
    plain = tidy(text)
    if not re.fullmatch(r"\(?\+?[\d\s()./\-‐‑–]+", plain):
        return None
    digits = "".join(str(unicodedata.digit(letter)) for letter in plain if letter.isdecimal())
    return ("+" if "+" in plain else "") + digits if digits else None


@dataclass(frozen=True, slots=True)
class _Number:
    number: Decimal
    units: tuple[str, ...]

    @property
    def expected(self) -> str:
        return f"the number {self.number}" + (f" ({' or '.join(self.units)})" if self.units else "")

    def accepts(self, answer: str) -> bool:
        read = read_number(answer)
        if read is None:
            return False
        number, unit = read
        return number == self.number and (not unit or unit in {tidy(known) for known in self.units})


@dataclass(frozen=True, slots=True)
class _Time:
    hour: int
    minute: int

    @property
    def expected(self) -> str:
        return f"the time {self.hour:02}:{self.minute:02}"

    def accepts(self, answer: str) -> bool:
        return read_time(answer) == (self.hour, self.minute) or tidy(answer) in map(tidy, clock_times(self.hour, self.minute))


@dataclass(frozen=True, slots=True)
class _Date:
    day: date

    @property
    def expected(self) -> str:
        return f"the date {self.day.isoformat()}"

    def accepts(self, answer: str) -> bool:
        read = read_date(answer)
        return (read is not None and read.is_(self.day)) or tidy(answer) in map(tidy, dates(self.day))


@dataclass(frozen=True, slots=True)
class _Money:
    cents: int

    @property
    def expected(self) -> str:
        return f"the amount {money(self.cents)}"

    def accepts(self, answer: str) -> bool:
        return read_money(answer) == self.cents or tidy(answer) in map(tidy, moneys(self.cents))


@dataclass(frozen=True, slots=True)
class _Duration:
    minutes: int

    @property
    def expected(self) -> str:
        return f"the duration {self.minutes} minutes"

    def accepts(self, answer: str) -> bool:
        return read_duration(answer) == self.minutes * 60


_YES = frozenset({"yes", "true", "ja", "是", "是的", "نعم"})
_NO = frozenset({"no", "false", "nein", "否", "不是", "لا"})


@dataclass(frozen=True, slots=True)
class _YesNo:
    yes: bool

    @property
    def expected(self) -> str:
        return f"the answer {'yes' if self.yes else 'no'}"

    def accepts(self, answer: str) -> bool:
        return tidy(answer) in (_YES if self.yes else _NO)


_SEPARATOR = re.compile(r"\s*[,;،؛、，；|\n]\s*(?:(?:and|und)\b|[&和与]|و(?=\s))?\s*|\s+(?:and|und|&|و|和)\s+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•·–]|\d{1,2}[.)])\s+", re.MULTILINE)
_MOST_PIECES = 24


@dataclass(frozen=True, slots=True)
class _List:
    items: tuple[AnswerRule, ...]

    @property
    def expected(self) -> str:
        return f"in any order: {'; '.join(item.expected for item in self.items)}"

    def accepts(self, answer: str) -> bool:
        return any(_paired(self.items, given) for given in _lists(answer, self.items))


def _lists(answer: str, rules: Sequence[AnswerRule]) -> Iterator[list[str]]:
    """Every way to read an answer as a list of things that one of the rules accepts: an item may itself hold a comma or an “and”."""
    text = answer.strip()
    if text.startswith("[") and text.endswith("]"):
        try:
            read = json.loads(text)
        except (ValueError, RecursionError):  # no JSON, or thousands of brackets
            text = text[1:-1]
        else:
            yield [str(item) for item in read]
            return
    text = _BULLET.sub("", text).strip()
    ends = list(_SEPARATOR.finditer(text))
    if len(ends) >= _MOST_PIECES:
        return
    starts, stops = [0, *(end.end() for end in ends)], [*(end.start() for end in ends), len(text)]
    items = [[_accepted(text[start:stop], rules) for stop in stops] for start in starts]

    def cut(first: int, wanted: int) -> Iterator[list[str]]:
        for last in range(first, len(stops)):
            if items[first][last] and (wanted == 1) == (last + 1 == len(stops)):
                item = text[starts[first] : stops[last]]
                if wanted == 1:
                    yield [item]
                else:
                    yield from ([item, *rest] for rest in cut(last + 1, wanted - 1))

    yield from cut(0, len(rules))


def _accepted(text: str, rules: Sequence[AnswerRule]) -> bool:
    return any(rule.accepts(text) for rule in rules)


def _paired(rules: Sequence[AnswerRule], given: Sequence[str]) -> bool:
    """Whether each rule has an answer of its own, with none left over."""
    if len(rules) != len(given):
        return False
    fits = [[place for place, answer in enumerate(given) if rule.accepts(answer)] for rule in rules]
    holder: dict[int, int] = {}  # place of an answer → the rule that has it

    def place(rule: int, tried: set[int]) -> bool:
        """Find an answer for a rule; one that is taken is given up by its rule if that finds another."""
        for answer in fits[rule]:
            if answer not in tried:
                tried.add(answer)
                if answer not in holder or place(holder[answer], tried):
                    holder[answer] = rule
                    return True
        return False

    return all(place(rule, set()) for rule in range(len(rules)))


def answer_text(text: str) -> AnswerRule:
    """This text; case, spacing, trailing punctuation and a hyphen between letters do not matter, accents do."""
    return _Text(text)


def answer_phone(number: str) -> AnswerRule:
    """This telephone number and nothing else, its digits grouped in any way; a plus before them is part of it.

    Raises:
        ValueError: the expected number is not one.
    """
    if _dialled(number) is None:
        raise ValueError(f"{number!r} is not a telephone number")
    return _Phone(number)


def answer_number(number: int | float | str, units: tuple[str, ...] = ()) -> AnswerRule:
    """This number, alone or followed by one of these units; ``1,234``, ``1.234,0`` and ``1 234`` are 1234, ``twelve`` is 12.

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


def answer_date(day: str) -> AnswerRule:
    """This date (``2026-03-05``) in any usual form; year and day of the week may be left out, but are right where they are given.

    Raises:
        ValueError: the expected date is not one.
    """
    return _Date(date.fromisoformat(day))


def answer_money(cents: int) -> AnswerRule:
    """This amount of dollars, with or without a sign for them on either side: ``$12.50``, ``12.50``, ``12,50 $``."""
    return _Money(cents)


def answer_yes_no(yes: bool) -> AnswerRule:
    """``yes`` or ``no`` and nothing else."""
    return _YesNo(yes)


def answer_duration(minutes: int) -> AnswerRule:
    """This duration: ``90``, ``90 minutes``, ``1 h 30 min``, ``1.5 hours`` or ``1:30``."""
    return _Duration(minutes)


def answer_list(items: Sequence[str | AnswerRule]) -> AnswerRule:
    """All of these in any order, each once and nothing beside them; separated by commas, semicolons, lines or a last “and”.

    Args:
        items: texts, or rules for things of another type.

    Raises:
        ValueError: there are none, or so many that no answer could be read.
    """
    if not 0 < len(items) < _MOST_PIECES:
        raise ValueError(f"a list of {len(items)} things cannot be asked for: 1 to {_MOST_PIECES - 1}")
    return _List(tuple(_Text(item) if isinstance(item, str) else item for item in items))
