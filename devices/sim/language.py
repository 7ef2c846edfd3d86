"""What the phone's own words become in another language, and under another maker's names.

Apps write their words in English and pass them through `say`. Whoever looks for a thing on the screen in any language asks `wordings`,
or `read` where the words hold a value. What the user stored (names, notes, messages) is never translated. Digits are Latin in every
language, so that a number can be copied from the screen as it stands.
"""

import importlib
import pkgutil
import re
import string
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from devices.sim import catalogues

LOCALES: Final = ("en", "de", "zh", "ar")
MIRRORED: Final = frozenset({"ar"})
"""Languages written from right to left: the whole layout is mirrored."""
MAKERS: Final = ("stock", "vendor")
"""Two makers of phones: the second one calls things in Settings by other names and nests them otherwise."""

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""Days of the week as facts hold them, in the order of `datetime.date.weekday`."""
DAY_NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
# Written out, for a host's locale must not show.
_WEEKDAYS: Final = {
    "en": DAY_NAMES,
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
    "ar": ("الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"),
}
_SHORT_WEEKDAYS: Final = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "de": ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    "ar": _WEEKDAYS["ar"],  # Arabic abbreviates no days
}
_MONTHS: Final = {
    "en": MONTHS,
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"),
    "zh": tuple(f"{month}月" for month in range(1, 13)),
    "ar": ("يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"),
}
_HALVES: Final = {"en": ("AM", "PM"), "de": ("AM", "PM"), "zh": ("上午", "下午"), "ar": ("ص", "م")}


def _catalogues() -> Mapping[str, Mapping[str, str]]:
    """Language → English → translation, of all files and of the names above. Each word stands in one file only, which a test sees to."""
    merged: dict[str, dict[str, str]] = {
        locale: {
            english: translation
            for names in (_WEEKDAYS, _MONTHS, _HALVES)
            for english, translation in zip(names["en"], names[locale], strict=True)
        }
        for locale in LOCALES[1:]
    }
    for module in pkgutil.iter_modules(catalogues.__path__):
        words = importlib.import_module(f"{catalogues.__name__}.{module.name}").WORDS
        for english, translations in words.items():
            for locale, translation in zip(merged, translations, strict=True):
                merged[locale][english] = translation
    return merged


CATALOGUES: Final = _catalogues()
VENDOR: Final[Mapping[str, str]] = {
    "Adaptive brightness": "Automatic brightness",
    "Airplane mode": "Flight mode",
    "Alarm volume": "Alarm sound",
    "Auto-rotate screen": "Automatic rotation",
    "Battery percentage": "Show battery percentage",
    "Battery saver": "Power saving mode",
    "Bluetooth devices": "Bluetooth",
    "Brightness level": "Brightness",
    "Call volume": "Voice during calls",
    "Colour correction": "Colour adjustment",
    "Connected devices": "Nearby devices",
    "Dark theme": "Dark mode",
    "Dark theme, font size, brightness": "Dark mode, brightness, font",
    "Date & time": "Date and time",
    "Device name": "Phone name",
    "Do Not Disturb": "Do not disturb",
    "Font size": "Font size and style",
    "Hotspot & tethering": "Mobile hotspot and tethering",
    "Media volume": "Media sound",
    "Mobile, Wi-Fi, hotspot": "Wi-Fi, Bluetooth, flight mode",
    "Mobile data": "Cellular data",
    "Network & internet": "Connections",
    "Notification dots": "App icon badges",
    "Ring volume": "Ringtone",
    "Screen timeout": "Automatic screen off",
    "Sound & vibration": "Sounds and vibration",
    "System": "General management",
    "Touch sounds": "Sound when touching",
    "Use Bluetooth": "Bluetooth",
    "Volume, vibration, Do Not Disturb": "Volume, vibration",
    "Vibrate for calls": "Vibration during calls",
    "Wi-Fi hotspot": "Mobile hotspot",
    "Wi-Fi networks": "Wi-Fi",
}
"""What the second maker calls things, in English."""


def say(text: str, locale: str = "en", maker: str = "stock", **values: object) -> str:
    """The phone's words in a language: ``say("{count} selected", "de", count=3)`` → ``3 ausgewählt``.

    Words that no catalogue holds stay English.
    """
    if maker == "vendor":
        text = VENDOR.get(text, text)
    if locale != "en":
        text = CATALOGUES[locale].get(text, text)
    return text.format_map(values) if values else text


@lru_cache(maxsize=8192)
def wordings(text: str) -> frozenset[str]:
    """Everything that an English text may read as, on any phone: itself, the other maker's words, and all translations of both."""
    english = {text, VENDOR.get(text, text)}
    return frozenset(english | {catalogue[word] for catalogue in CATALOGUES.values() for word in english if word in catalogue})


@lru_cache(maxsize=2048)
def _patterns(text: str) -> tuple[re.Pattern[str], ...]:
    """What finds the values in each wording of a text; the one with the most fixed words first, for it mistakes the least."""
    found = []
    for wording in wordings(text):
        pattern, length, seen = "", 0, set[str]()
        for fixed, name, _, _ in string.Formatter().parse(wording):
            length += len(fixed)
            pattern += re.escape(fixed)
            if name in seen:
                pattern += f"(?P={name})"
            elif name:
                pattern += f"(?P<{name}>.*?)"
                seen.add(name)
        found.append((-length, pattern))
    return tuple(re.compile(pattern, re.DOTALL) for _, pattern in sorted(found))


@lru_cache(maxsize=16384)
def _values(shown: str, text: str) -> tuple[tuple[str, str], ...] | None:
    for pattern in _patterns(text):
        match = pattern.fullmatch(shown)
        if match:
            return tuple(match.groupdict().items())
    return None


def read(shown: str, text: str) -> dict[str, str] | None:
    """The values of a text's placeholders as they are shown, in whatever language; None where this is not that text.

    ``read("3 ausgewählt", "{count} selected")`` → ``{"count": "3"}``.
    """
    values = _values(shown, text)
    return None if values is None else dict(values)


def listed(items: Iterable[str], locale: str = "en") -> str:
    """Several things after each other: ``Mon, Wed``, ``周一、周三``."""
    return {"zh": "、", "ar": "، "}.get(locale, ", ").join(items)


# Times of day


def clock_time(hour: int, minute: int, full_day: bool, locale: str = "en") -> str:
    """A time of day as the phone writes it: ``7:30 AM``, ``上午7:30``, or ``07:30`` in 24-hour format."""
    if full_day:
        return f"{hour:02}:{minute:02}"
    half, digits = _HALVES[locale][hour // 12], f"{hour % 12 or 12}:{minute:02}"
    return f"{half}{digits}" if locale == "zh" else f"{digits} {half}"


@lru_cache(maxsize=2048)
def clock_times(hour: int, minute: int) -> frozenset[str]:
    """Everything that a time of day may read as, on any phone."""
    return frozenset(clock_time(hour, minute, full_day, locale) for full_day in (True, False) for locale in LOCALES)


@lru_cache(maxsize=1)
def _clock_readings() -> Mapping[str, tuple[int, int]]:
    return {shown: (hour, minute) for hour in range(24) for minute in range(60) for shown in clock_times(hour, minute)}


def read_clock(shown: str) -> tuple[int, int] | None:
    """(hour, minute) of a time of day in whatever language; None where this is none."""
    return _clock_readings().get(shown)


def time_left(seconds: int) -> str:
    """``04:59`` or ``1:04:59``, alike in all languages; a minus once the time is up."""
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    hours, rest = divmod(seconds, 3600)
    return f"{sign}{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{sign}{rest // 60:02}:{rest % 60:02}"


# Days


def weekday_name(weekday: int, locale: str = "en", short: bool = False) -> str:
    """Name of a day of the week, from 0 for ``Monday``; ``short`` gives ``Mon``."""
    return (_SHORT_WEEKDAYS if short else _WEEKDAYS)[locale][weekday]


def month_name(month: int, locale: str = "en") -> str:
    """Name of a month, from 1 for ``January``."""
    return _MONTHS[locale][month - 1]


def month_title(day: date, locale: str = "en") -> str:
    """Month and year, as they stand over a calendar: ``March 2026``."""
    return f"{day.year}年{day.month}月" if locale == "zh" else f"{month_name(day.month, locale)} {day.year}"


def long_date(day: date, locale: str = "en") -> str:
    """``Monday, March 2``: day of the week and date without the year."""
    weekday, month = weekday_name(day.weekday(), locale), month_name(day.month, locale)
    match locale:
        case "de":
            return f"{weekday}, {day.day}. {month}"
        case "zh":
            return f"{month}{day.day}日{weekday}"
        case "ar":
            return f"{weekday}، {day.day} {month}"
    return f"{weekday}, {month} {day.day}"


def short_date(day: date, locale: str = "en") -> str:
    """``Mar 2, 2026``, and in German ``02.03.2026``."""
    match locale:
        case "de":
            return f"{day.day:02}.{day.month:02}.{day.year}"
        case "zh":
            return f"{day.year}年{day.month}月{day.day}日"
        case "ar":
            return f"{day.day} {month_name(day.month, locale)} {day.year}"
    return f"{MONTHS[day.month - 1][:3]} {day.day}, {day.year}"


_NEAR: Final = {timedelta(-1): "Yesterday", timedelta(0): "Today", timedelta(1): "Tomorrow"}


def near_date(day: date, today: date, locale: str = "en") -> str:
    """``Yesterday``, ``Today`` or ``Tomorrow``, and any other day as `short_date`. Both are dates, not datetimes."""
    word = _NEAR.get(day - today)
    return say(word, locale) if word else short_date(day, locale)


@lru_cache(maxsize=2048)
def dates(day: date, today: date | None = None) -> frozenset[str]:
    """Everything that a date may read as, on any phone: long and short, and as the day that it is from ``today`` where that is given."""
    written = frozenset(form(day, locale) for form in (long_date, short_date) for locale in LOCALES)
    return written if today is None else written | {near_date(day, today, locale) for locale in LOCALES}


@lru_cache(maxsize=1)
def _month_numbers() -> Mapping[str, int]:
    return {
        name: number for number, names in enumerate(zip(*_MONTHS.values(), strict=True), 1) for name in (*names, MONTHS[number - 1][:3])
    }


_SHORT_DATES: Final = (
    re.compile(r"(?P<month>\w{3}) (?P<day>\d{1,2}), (?P<year>\d{4})"),
    re.compile(r"(?P<day>\d\d)\.(?P<month>\d\d)\.(?P<year>\d{4})"),
    re.compile(r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?P<day>\d{1,2})日"),
    re.compile(r"(?P<day>\d{1,2}) (?P<month>\w+) (?P<year>\d{4})"),
)


@lru_cache(maxsize=4096)
def read_date(shown: str) -> date | None:
    """The day that a `short_date` in whatever language is; None where this is none. A `long_date` has no year, and is none."""
    for pattern in _SHORT_DATES:
        match = pattern.fullmatch(shown)
        if match:
            month = int(match["month"]) if match["month"].isdigit() else _month_numbers().get(match["month"], 0)
            try:
                return date(int(match["year"]), month, int(match["day"]))
            except ValueError:  # no such day
                return None
    return None


# Amounts


def money(cents: int, locale: str = "en") -> str:
    """An amount of US dollars: ``$1,234.50``, in German ``1.234,50 $``."""
    sign, digits = "-" if cents < 0 else "", f"{abs(cents) // 100:,}.{abs(cents) % 100:02}"
    match locale:
        case "de":
            return f"{sign}{digits.translate(_GERMAN_MARKS)} $"
        case "zh":
            return f"{sign}US${digits}"
        case "ar":
            return f"{sign}{digits} US$"
    return f"{sign}${digits}"


_GERMAN_MARKS: Final = str.maketrans(",.", ".,")


@lru_cache(maxsize=2048)
def moneys(cents: int) -> frozenset[str]:
    """Everything that an amount may read as, on any phone."""
    return frozenset(money(cents, locale) for locale in LOCALES)


_MONEY: Final = re.compile(r"(?P<sign>-?)(?:\$|US\$)?(?P<whole>\d[\d.,]*)[.,](?P<cents>\d\d)(?: \$| US\$)?")


@lru_cache(maxsize=4096)
def read_money(shown: str) -> int | None:
    """The amount in cents that is shown, in whatever language; None where this is none."""
    match = _MONEY.fullmatch(shown)
    if match is None:
        return None
    cents = int(match["whole"].replace(",", "").replace(".", "") + match["cents"]) * (-1 if match["sign"] else 1)
    return cents if shown in moneys(cents) else None
