"""What the phone's own words become in another language, and under another maker's names.

Apps write their words in English and pass them through `say`. Whoever looks for a thing on the screen in any language asks `wordings`.
What the user stored (names, notes, messages) is never translated.
"""

import importlib
import pkgutil
import re
import string
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from devices.sim import catalogues
from devices.sim.words import DAY_NAMES, MONTHS
from devices.sim.words import clock_time as english_time

LOCALES: Final = ("en", "de", "zh", "ar")
MIRRORED: Final = frozenset({"ar"})
"""Languages written from right to left: the whole layout is mirrored."""
MAKERS: Final = ("stock", "vendor")
"""Two makers of phones: the second one calls things in Settings by other names and nests them otherwise."""


def _catalogues() -> Mapping[str, Mapping[str, str]]:
    """Language → English → translation, of all files."""
    merged: dict[str, dict[str, str]] = {locale: {} for locale in LOCALES[1:]}
    for module in pkgutil.iter_modules(catalogues.__path__):
        words = importlib.import_module(f"{catalogues.__name__}.{module.name}").WORDS
        for english, translations in words.items():
            for locale, translation in zip(merged, translations, strict=True):
                if merged[locale].setdefault(english, translation) != translation:
                    raise ValueError(f"{module.name}: {english!r} is {translation!r} here and {merged[locale][english]!r} in another file")
    return merged


CATALOGUES: Final = _catalogues()
VENDOR: Final[Mapping[str, str]] = {}
"""What the second maker calls things, in English."""


def say(text: str, locale: str = "en", maker: str = "stock", **values: object) -> str:
    """The phone's words in a language: ``say("{count} selected", "de", count=3)`` → ``3 ausgewählt``."""
    if maker == "vendor":
        text = VENDOR.get(text, text)
    if locale != "en":
        text = CATALOGUES[locale].get(text, text)
    return text.format_map(values) if values else text


@lru_cache(maxsize=4096)
def wordings(text: str) -> frozenset[str]:
    """Everything that an English text may read as, on any phone: itself, the other maker's words, and all translations of both."""
    english = {text, VENDOR.get(text, text)}
    return frozenset(english | {catalogue[word] for catalogue in CATALOGUES.values() for word in english if word in catalogue})


@lru_cache(maxsize=1024)
def _pattern(wording: str) -> re.Pattern[str]:
    parts = [re.escape(fixed) + (f"(?P<{name}>.+?)" if name else "") for fixed, name, _, _ in string.Formatter().parse(wording)]
    return re.compile("".join(parts), re.DOTALL)


def read(shown: str, text: str) -> dict[str, str] | None:
    """The values of a text's placeholders as they are shown, in whatever language; None where this is not that text.

    ``read("3 ausgewählt", "{count} selected")`` → ``{"count": "3"}``.
    """
    for wording in sorted(wordings(text)):
        match = _pattern(wording).fullmatch(shown)
        if match:
            return match.groupdict()
    return None


def clock_time(hour: int, minute: int, full_day: bool, locale: str = "en") -> str:
    """A time of day as the phone writes it: ``7:30 AM``, or ``07:30`` in 24-hour format."""
    return english_time(hour, minute, full_day)


@lru_cache(maxsize=2048)
def clock_times(hour: int, minute: int) -> frozenset[str]:
    """Everything that a time of day may read as, on any phone."""
    return frozenset(clock_time(hour, minute, full_day, locale) for full_day in (True, False) for locale in LOCALES)


def long_date(day: date, locale: str = "en") -> str:
    """``Monday, March 2``: day of the week and date without the year; written out here, for a host's locale must not show."""
    return f"{DAY_NAMES[day.weekday()]}, {MONTHS[day.month - 1]} {day.day}"


def short_date(day: date, locale: str = "en") -> str:
    """``Mar 2, 2026``."""
    return f"{MONTHS[day.month - 1][:3]} {day.day}, {day.year}"


@lru_cache(maxsize=2048)
def dates(day: date) -> frozenset[str]:
    """Everything that a date may read as, on any phone: long and short."""
    return frozenset(form(day, locale) for form in (long_date, short_date) for locale in LOCALES)


def money(cents: int, locale: str = "en") -> str:
    """An amount in dollars: ``$12.50``."""
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


@lru_cache(maxsize=2048)
def moneys(cents: int) -> frozenset[str]:
    """Everything that an amount may read as, on any phone."""
    return frozenset(money(cents, locale) for locale in LOCALES)
