"""Every word of the phone in every language, and back."""

import ast
import re
import string
from collections.abc import Iterator
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.sim import catalogues, language
from devices.sim.language import (
    CATALOGUES,
    LOCALES,
    MAKERS,
    VENDOR,
    clock_time,
    clock_times,
    dates,
    long_date,
    money,
    moneys,
    month_name,
    month_title,
    near_date,
    read,
    read_clock,
    read_date,
    read_money,
    say,
    short_date,
    weekday_name,
    wordings,
)

SIM = Path(language.__file__).parent
FILES = {module.name: import_module(f"{catalogues.__name__}.{module.name}").WORDS for module in iter_modules(catalogues.__path__)}
ENGLISH = sorted({english for catalogue in CATALOGUES.values() for english in catalogue})
FOREIGN = LOCALES[1:]
PLACED = sorted(english for english in ENGLISH if "{" in english)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SIM.rglob("*.py")):
        if path.parent.name != "catalogues":
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def said() -> Iterator[tuple[str, ast.expr]]:
    """(place, first argument) of every call of `say`."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name == "say":
                    yield f"{path.relative_to(SIM)}:{node.lineno}", node.args[0]


def literals() -> set[str]:
    return {
        node.value for _, tree in sources() for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def spoken(argument: ast.expr) -> Iterator[str]:
    """The literals that an argument may be: one, or those of a conditional expression."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from spoken(argument.body)
        yield from spoken(argument.orelse)


class TestCatalogues:
    def test_everything_said_is_translated(self) -> None:
        missing = [f"{place}: {text!r}" for place, argument in said() for text in spoken(argument) if text not in ENGLISH]
        assert not missing, "no catalogue has " + ", ".join(missing)

    def test_what_is_said_is_no_f_string(self) -> None:
        built = [place for place, argument in said() if isinstance(argument, ast.JoinedStr | ast.BinOp)]
        assert not built, "values go into placeholders, not into the text that is looked up: " + ", ".join(built)

    def test_the_other_makers_words_are_translated(self) -> None:
        assert sorted({*VENDOR, *VENDOR.values()} - set(ENGLISH)) == []

    @pytest.mark.parametrize("file", sorted(FILES))
    def test_no_entry_is_unused(self, file: str) -> None:
        unused = set(FILES[file]) - literals()
        assert not unused, f"nothing in the simulator says {sorted(unused)}"

    def test_no_entry_stands_in_two_files(self) -> None:
        where: dict[str, list[str]] = {}
        for file, words in FILES.items():
            for english in words:
                where.setdefault(english, []).append(file)
        twice = {english: files for english, files in where.items() if len(files) > 1}
        assert not twice, f"shared words belong in common.py: {twice}"

    @pytest.mark.parametrize("file", sorted(FILES))
    def test_entries_are_whole(self, file: str) -> None:
        for english, translations in FILES[file].items():
            assert len(translations) == len(FOREIGN), english
            for translation in translations:
                assert translation == translation.strip() != "", english
                assert placeholders(translation) == placeholders(english), english

    @pytest.mark.parametrize(("locale", "first", "last"), [("zh", "一", "鿿"), ("ar", "؀", "ۿ")])
    def test_scripts(self, locale: str, first: str, last: str) -> None:
        """A translation in Chinese or Arabic that holds no letter of that script is one that was forgotten, but for names and signs."""
        plain = [
            english
            for english, translation in CATALOGUES[locale].items()
            if any(letter.isalpha() for letter in re.sub(r"\{\w+\}|\b[kMG]?B\b|\bkm\b|\bm\b", "", translation))
            and not any(first <= letter <= last for letter in translation)
        ]
        assert set(plain) <= KEPT, sorted(set(plain) - KEPT)


KEPT = {"SMS", "WPA2", "Wi-Fi"}
"""Names that are the same in every language."""


class TestSay:
    def test_values(self) -> None:
        assert say("{count} selected", count=3) == "3 selected"
        assert say("{count} selected", "de", count=3) == "3 ausgewählt"
        assert read("3 ausgewählt", "{count} selected") == {"count": "3"}
        assert read("3 gewählt", "{count} selected") is None

    def test_braces_in_values_are_kept(self) -> None:
        assert say("{count} selected", count="{x}") == "{x} selected"

    @pytest.mark.parametrize("maker", MAKERS)
    @pytest.mark.parametrize("locale", LOCALES)
    def test_wordings_hold_all_that_is_said(self, locale: str, maker: str) -> None:
        for english in ENGLISH:
            assert say(english, locale, maker) in wordings(english)

    # Numbers, words and names: a value that holds the words around it cannot be told from them by anyone.
    @given(st.data())
    def test_read_gives_back_what_was_said(self, data: st.DataObject) -> None:
        text = data.draw(st.sampled_from(PLACED))
        words: tuple[str, ...] = ("Zoë", "王小明", "مريم", "$3.50", "a@b.org")
        if not any(re.search(r"\}\s*\{", wording) for wording in wordings(text)):  # else a blank could as well be between two values
            words += ("Ngọc Anh", "7:30 AM")
        value = st.one_of(st.integers(0, 10**6).map(str), st.sampled_from(words))
        values = {name: data.draw(value) for name in sorted(placeholders(text))}
        for locale in LOCALES:
            for maker in MAKERS:
                assert read(say(text, locale, maker, **values), text) == values


class TestTimes:
    @pytest.mark.parametrize(
        ("hour", "minute", "written"),
        [
            (0, 5, ("12:05 AM", "12:05 AM", "上午12:05", "12:05 ص")),
            (12, 0, ("12:00 PM", "12:00 PM", "下午12:00", "12:00 م")),
            (7, 30, ("7:30 AM", "7:30 AM", "上午7:30", "7:30 ص")),
            (23, 59, ("11:59 PM", "11:59 PM", "下午11:59", "11:59 م")),
        ],
    )
    def test_half_days(self, hour: int, minute: int, written: tuple[str, ...]) -> None:
        assert tuple(clock_time(hour, minute, False, locale) for locale in LOCALES) == written
        assert clock_times(hour, minute) == {*written, f"{hour:02}:{minute:02}"}

    def test_every_minute_of_the_day_is_read_as_itself_only(self) -> None:
        for hour in range(24):
            for minute in range(60):
                assert {read_clock(shown) for shown in clock_times(hour, minute)} == {(hour, minute)}
        assert read_clock("25:00") is None


DAY = date(2026, 3, 2)
DAYS = st.dates(date(1970, 1, 1), date(2099, 12, 31))


class TestDates:
    def test_long(self) -> None:
        assert [long_date(DAY, locale) for locale in LOCALES] == ["Monday, March 2", "Montag, 2. März", "3月2日星期一", "الاثنين، 2 مارس"]

    def test_short(self) -> None:
        assert [short_date(DAY, locale) for locale in LOCALES] == ["Mar 2, 2026", "02.03.2026", "2026年3月2日", "2 مارس 2026"]

    def test_near(self) -> None:
        assert [near_date(DAY + timedelta(days), DAY) for days in (-2, -1, 0, 1, 2)] == [
            "Feb 28, 2026", "Yesterday", "Today", "Tomorrow", "Mar 4, 2026",
        ]  # fmt: skip
        assert near_date(DAY, DAY, "de") == "Heute"
        assert dates(DAY, DAY) - dates(DAY) == {"Today", "Heute", "今天", "اليوم"}

    def test_names(self) -> None:
        assert [month_title(DAY, locale) for locale in LOCALES] == ["March 2026", "März 2026", "2026年3月", "مارس 2026"]
        for locale in LOCALES:
            assert len({month_name(month, locale) for month in range(1, 13)}) == 12
            for short in (True, False):
                assert len({weekday_name(day, locale, short) for day in range(7)}) == 7

    @given(DAYS)
    def test_short_dates_are_read_as_themselves(self, day: date) -> None:
        assert {read_date(short_date(day, locale)) for locale in LOCALES} == {day}
        assert {read_date(long_date(day, locale)) for locale in LOCALES} == {None}

    @pytest.mark.parametrize("shown", ["", "Foo 2, 2026", "Feb 30, 2026", "31.11.2026", "00.03.2026", "Mar 2, 0000", "2026-03-02"])
    def test_no_date(self, shown: str) -> None:
        assert read_date(shown) is None


class TestMoney:
    @pytest.mark.parametrize(
        ("cents", "written"),
        [
            (1250, ("$12.50", "12,50 $", "US$12.50", "12.50 US$")),
            (123405, ("$1,234.05", "1.234,05 $", "US$1,234.05", "1,234.05 US$")),
            (-7, ("-$0.07", "-0,07 $", "-US$0.07", "-0.07 US$")),
        ],
    )
    def test_money(self, cents: int, written: tuple[str, ...]) -> None:
        assert tuple(money(cents, locale) for locale in LOCALES) == written
        assert moneys(cents) == set(written)

    @given(st.integers(-(10**9), 10**9))
    def test_amounts_are_read_as_themselves(self, cents: int) -> None:
        assert {read_money(shown) for shown in moneys(cents)} == {cents}

    @pytest.mark.parametrize("shown", ["", "12", "12.50", "$12", "$1.234,50", "12,50 US$"])
    def test_no_amount(self, shown: str) -> None:
        assert read_money(shown) is None
