"""What was typed into a field for a date, a time of day or an amount, read as a value.

A field takes what the phone itself would write there, and the few forms in which people write the same thing.
"""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from devices.sim.language import LOCALES, MONTHS, clock_time, read_date

_MONTHS: Final[Mapping[str, str]] = {name.casefold(): month[:3] for month in MONTHS for name in (month, month[:3])}


def typed_date(text: str) -> date | None:
    """The day that a text is: as the phone shows it in any of its languages, ``March 5, 2026`` or ``2026-03-05``; None for all else."""
    tidy = " ".join(text.split())
    if found := read_date(tidy):
        return found
    if len(tidy) == 10 and tidy[4] == tidy[7] == "-" and tidy.isascii():
        try:
            return date.fromisoformat(tidy)
        except ValueError:
            return None
    month, _, rest = tidy.partition(" ")
    return read_date(f"{_MONTHS.get(month.casefold(), '?')} {rest}")


@lru_cache(maxsize=1)
def _times() -> Mapping[str, str]:
    times: dict[str, str] = {}
    for hour in range(24):
        for minute in range(60):
            value = f"{hour:02}:{minute:02}"
            written = {clock_time(hour, minute, full_day, locale) for full_day in (True, False) for locale in LOCALES}
            for form in (*written, f"{hour}:{minute:02}", f"{hour % 12 or 12:02}:{minute:02} {'AM' if hour < 12 else 'PM'}"):
                times["".join(form.split()).casefold()] = value
    return times


def typed_time(text: str) -> str | None:
    """The time of day (``HH:MM`` in 24 hours) that a text is: in 24 hours, with AM or PM, or as any of the phone's languages writes it."""
    return _times().get("".join(text.split()).casefold())


def typed_money(text: str) -> int | None:
    """Cents of an amount of at most 99,999.99 with or without the sign of the dollar: ``4.5``, ``$4.50``, ``4,50 $``; None for all else."""
    digits = "".join(text.split()).replace("US$", "$").removeprefix("$").removesuffix("$").replace(",", ".")
    whole, _, part = digits.partition(".")
    if not (whole.isdigit() and digits.replace(".", "", 1).isdigit() and digits.isascii() and len(whole) <= 5 and len(part) <= 2):
        return None
    return int(whole) * 100 + int(part.ljust(2, "0"))


def typed_count(text: str, most: int) -> int | None:
    """A whole number from 1 to ``most`` in Latin digits; None for all else."""
    tidy = text.strip()
    if not (tidy.isascii() and tidy.isdigit() and len(tidy) <= len(str(most))):
        return None
    return int(tidy) if 1 <= int(tidy) <= most else None
