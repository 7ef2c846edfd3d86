"""Typed parameters of tasks, and how their values are drawn.

Values for training and values for scored suites never meet: every kind but `Choice` splits its values into two disjoint sets, by pools of
names or by a hash of the value itself (SHA-256, so that the split is the same on every host). A model can learn the wordings and the
screens, but what it must type in a scored trial it has never typed before.
"""

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal, Protocol

from devices.state import Value
from tasks import words

Split = Literal["train", "test"]
TEST_SHARE = 5
"""One value in this many is kept for scored suites."""
_SALT = "agent-eval split 40"  # under this one 7:30 AM, the example that every document uses, is a value for tests


class Param(Protocol):
    """How a parameter's value is drawn."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        """A value of this split; equal for equal states of the generator."""
        ...


def split_of(kind: str, value: Value) -> Split:
    """The set that a value belongs to: a fifth of all values are for tests.

    Args:
        kind: what the value is; the same text may be for training as a label and for tests as a name.
        value: the value.
    """
    digest = hashlib.sha256(f"{_SALT}\n{kind}\n{json.dumps(value)}".encode()).digest()
    return "test" if int.from_bytes(digest[:8], "big") % TEST_SHARE == 0 else "train"


def _draw_until(kind: str, split: Split, make: Callable[[], Value]) -> Value:
    """The first value made that belongs to the split."""
    for _ in range(10_000):
        value = make()
        if split_of(kind, value) == split:
            return value
    raise ValueError(f"no {split} value among 10,000 drawn for a parameter of kind {kind!r}: it needs more values")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values that the phone itself offers (on or off, a font size): the same for training and tests."""

    values: tuple[Value, ...]

    def draw(self, rng: random.Random, split: Split) -> Value:
        return rng.choice(self.values)


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number, ends included."""

    low: int
    high: int

    def draw(self, rng: random.Random, split: Split) -> Value:
        return _draw_until("integer", split, lambda: rng.randint(self.low, self.high))


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day as ``HH:MM`` in 24 hours. Two in three are at a multiple of five minutes, as people set them."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        def make() -> Value:
            step = rng.choice((5, 5, 1))
            return f"{rng.randrange(24):02}:{rng.randrange(60 // step) * step:02}"

        return _draw_until("time", split, make)


@dataclass(frozen=True, slots=True)
class TimesOfDay:
    """Several times of day, in the order drawn, none twice: ``"06:10 19:45"``."""

    low: int
    high: int

    def draw(self, rng: random.Random, split: Split) -> Value:
        wanted = rng.randint(self.low, self.high)
        times: list[str] = []
        while len(times) < wanted:
            time = str(TimeOfDay().draw(rng, split))
            if time not in times:
                times.append(time)
        return " ".join(times)


@dataclass(frozen=True, slots=True)
class FirstName:
    """A person's first name. For training, half are made from syllables: a model must copy a name, not know it."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        return _name(rng, split, words.FIRST_TRAIN, words.FIRST_TEST)


@dataclass(frozen=True, slots=True)
class LastName:
    """A person's last name, drawn as `FirstName` is."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        return _name(rng, split, words.LAST_TRAIN, words.LAST_TEST)


def _name(rng: random.Random, split: Split, train: Sequence[str], test: Sequence[str]) -> str:
    if split == "test":
        return rng.choice(test)
    if rng.random() < 0.5:
        return rng.choice(train)
    kept = set(words.FIRST_TEST) | set(words.LAST_TEST)
    while (made := words.made_up(rng)) in kept:
        pass
    return made


@dataclass(frozen=True, slots=True)
class Phone:
    """A telephone number of seven, ten or more digits, as people write it: ``555-0142``, ``(415) 555-0142``, ``+49 30 5550142``."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        def make() -> Value:
            digits = "".join(rng.choice("0123456789") for _ in range(7))
            area = str(rng.randint(200, 989))
            return rng.choice(
                (
                    f"{digits[:3]}-{digits[3:]}",
                    f"({area}) {digits[:3]}-{digits[3:]}",
                    f"{area} {digits[:3]} {digits[3:]}",
                    f"+{rng.choice(('1', '44', '49', '91'))} {area} {digits}",
                )
            )

        return _draw_until("phone", split, make)


@dataclass(frozen=True, slots=True)
class Email:
    """An address made of a first and a last name, at a domain that is reserved for examples."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        first = words.plain(str(FirstName().draw(rng, split)))
        last = words.plain(str(LastName().draw(rng, split)))
        return f"{first}.{last}@example.{rng.choice(('com', 'org', 'net'))}"


@dataclass(frozen=True, slots=True)
class ShortText:
    """Two or three plain words, such as a label or a note's title."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        pool = words.NOUNS_TRAIN if split == "train" else words.NOUNS_TEST
        return " ".join(rng.sample(pool, rng.randint(2, 3))).capitalize()


@dataclass(frozen=True, slots=True)
class Title:
    """Two or three words with capitals, such as the name of an event, a list or an album: ``Quiet Choir Rehearsal``."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        nouns, adjectives = (words.NOUNS_TRAIN, words.ADJECTIVES_TRAIN) if split == "train" else (words.NOUNS_TEST, words.ADJECTIVES_TEST)
        return " ".join((rng.choice(adjectives), *rng.sample(nouns, rng.randint(1, 2)))).title()


@dataclass(frozen=True, slots=True)
class Place:
    """The name of a place, as it stands on a map: ``Café Linden``, ``Harbour Museum``."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        names, kinds = (words.PLACES_TRAIN, words.VENUES_TRAIN) if split == "train" else (words.PLACES_TEST, words.VENUES_TEST)
        return rng.choice(kinds).format(rng.choice(names))


@dataclass(frozen=True, slots=True)
class Sentence:
    """What people write to each other, 15 to 80 characters in one line; now and then with quotes, emoji, accents or ``%s`` in it."""

    def draw(self, rng: random.Random, split: Split) -> Value:
        nouns = words.NOUNS_TRAIN if split == "train" else words.NOUNS_TEST
        one, other = rng.sample(nouns, 2)
        sentence = rng.choice(words.SENTENCES).format(one, other)
        return sentence + rng.choice(words.ENDINGS) if rng.random() < 0.3 else sentence


@dataclass(frozen=True, slots=True)
class Moment:
    """The phone's own date and time, for tasks that speak of tomorrow or of Friday: local, ISO 8601, in the daytime, 2026 or 2027.

    Two in five are at the end of a month or of a year, where tomorrow has another month.
    """

    def draw(self, rng: random.Random, split: Split) -> Value:
        def make() -> Value:
            day = date(2026, 1, 5) + timedelta(rng.randrange(700))
            if rng.random() < 0.4:
                day = day.replace(day=1) - timedelta(rng.randint(1, 3))
            return datetime(day.year, day.month, day.day, rng.randint(7, 20), rng.randrange(60)).isoformat()

        return _draw_until("moment", split, make)


@dataclass(frozen=True, slots=True)
class Day:
    """A date as ``2026-03-05``, ends included. A span needs a few weeks to hold days for tests.

    Attributes:
        first, last: as the value is written.
    """

    first: str
    last: str

    def draw(self, rng: random.Random, split: Split) -> Value:
        first, last = date.fromisoformat(self.first), date.fromisoformat(self.last)
        return _draw_until("day", split, lambda: (first + timedelta(rng.randint(0, (last - first).days))).isoformat())


@dataclass(frozen=True, slots=True)
class Cents:
    """An amount of money in cents, ends included. Two in three are prices as shops write them: whole, or ending in .50, .95 or .99."""

    low: int
    high: int

    def draw(self, rng: random.Random, split: Split) -> Value:
        def make() -> Value:
            cents = rng.randint(self.low, self.high)
            price = cents - cents % 100 + rng.choice((0, 50, 95, 99))
            return price if rng.random() < 2 / 3 and self.low <= price <= self.high else cents

        return _draw_until("cents", split, make)


@dataclass(frozen=True, slots=True)
class Several:
    """Some values of another kind, none twice: a JSON list in the order drawn. `several` reads it."""

    param: Param
    low: int
    high: int

    def draw(self, rng: random.Random, split: Split) -> Value:
        wanted = rng.randint(self.low, self.high)
        drawn: dict[str, Value] = {}
        for _ in range(1000 * wanted):
            if len(drawn) == wanted:
                break
            value = self.param.draw(rng, split)
            drawn.setdefault(json.dumps(value), value)
        if len(drawn) < wanted:
            raise ValueError(f"{self.param} has fewer than {wanted} {split} values, where {wanted} different ones are asked for")
        return json.dumps(list(drawn.values()), ensure_ascii=False)


def several(value: Value) -> list[Any]:
    """The values in a value of `Several`, in order."""
    drawn: list[Any] = json.loads(str(value))
    return drawn


@dataclass(frozen=True, slots=True)
class People:
    """Others in the address book: a JSON list of ``[first name, last name, phone]``, no name twice. `people` reads it."""

    low: int
    high: int

    def draw(self, rng: random.Random, split: Split) -> Value:
        wanted = rng.randint(self.low, self.high)
        drawn: dict[tuple[str, str], str] = {}
        while len(drawn) < wanted:
            name = (str(FirstName().draw(rng, split)), str(LastName().draw(rng, split)))
            drawn.setdefault(name, str(Phone().draw(rng, split)))
        return json.dumps([[first, last, phone] for (first, last), phone in drawn.items()], ensure_ascii=False)


def people(value: Value) -> list[tuple[str, str, str]]:
    """(first name, last name, phone) of each person in a value of `People`."""
    return [(first, last, phone) for first, last, phone in json.loads(str(value))]
