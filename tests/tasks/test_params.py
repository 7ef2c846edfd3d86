import json
import random
import unicodedata
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.state import Value
from tasks import params, words

SPLIT_KINDS = {
    "integer": params.Integer(1, 500),
    "time": params.TimeOfDay(),
    "first": params.FirstName(),
    "last": params.LastName(),
    "phone": params.Phone(),
    "email": params.Email(),
    "text": params.ShortText(),
    "title": params.Title(),
    "sentence": params.Sentence(),
    "moment": params.Moment(),
    "cents": params.Cents(100, 90_000),
    "day": params.Day("2026-03-02", "2026-12-31"),
    "several": params.Several(params.ShortText(), 2, 4),
}


def draws(param: params.Param, split: params.Split, count: int = 1500) -> set[Value]:
    rng = random.Random(7)
    return {param.draw(rng, split) for _ in range(count)}


@pytest.mark.parametrize("kind", SPLIT_KINDS)
def test_training_and_test_values_never_meet(kind: str) -> None:
    train, test = draws(SPLIT_KINDS[kind], "train"), draws(SPLIT_KINDS[kind], "test")
    assert len(train) > 50
    assert len(test) > 20
    assert not train & test


@pytest.mark.parametrize("split", ["train", "test"])
def test_the_parts_of_composed_values_keep_to_their_split(split: params.Split) -> None:
    other: params.Split = "test" if split == "train" else "train"
    rng = random.Random(3)
    for _ in range(100):
        for time in str(params.TimesOfDay(2, 4).draw(rng, split)).split():
            assert params.split_of("time", time) != other
        for first, last, phone in params.people(params.People(3, 6).draw(rng, split)):
            assert params.split_of("phone", phone) != other
            assert (first in words.FIRST_TEST) is (last in words.LAST_TEST) is (split == "test")


def test_name_pools_are_large_disjoint_and_not_only_ascii() -> None:
    for train, test in ((words.FIRST_TRAIN, words.FIRST_TEST), (words.LAST_TRAIN, words.LAST_TEST)):
        assert len(set(train)) >= 60
        assert len(set(test)) >= 20
        assert not set(train) & set(test)
        for pool in (train, test):
            assert sum(not name.isascii() for name in pool) >= 3
            assert all(name == unicodedata.normalize("NFC", name) for name in pool)
    assert not set(words.NOUNS_TRAIN) & set(words.NOUNS_TEST)


def test_made_up_training_names_are_many() -> None:
    assert len(draws(params.FirstName(), "train", 4000) - set(words.FIRST_TRAIN)) > 1000


def test_the_example_of_every_document_is_a_test_value() -> None:
    assert params.split_of("time", "07:30") == "test"


def test_a_range_without_values_of_a_split_is_refused() -> None:
    only = params.split_of("integer", 1)
    empty: params.Split = "test" if only == "train" else "train"
    with pytest.raises(ValueError, match="needs more values"):
        params.Integer(1, 1).draw(random.Random(0), empty)


@given(st.integers(), st.sampled_from(sorted(SPLIT_KINDS)), st.sampled_from(["train", "test"]))
def test_equal_generators_draw_equal_values(seed: int, kind: str, split: params.Split) -> None:
    param = SPLIT_KINDS[kind]
    assert param.draw(random.Random(seed), split) == param.draw(random.Random(seed), split)


@given(st.integers(), st.integers(0, 4), st.integers(0, 4))
def test_nobody_and_no_time_comes_twice(seed: int, low: int, more: int) -> None:
    rng = random.Random(seed)
    crowd = params.people(params.People(low, low + more).draw(rng, "train"))
    assert low <= len(crowd) == len({person[:2] for person in crowd}) <= low + more
    times = str(params.TimesOfDay(low, low + more).draw(rng, "test")).split()
    assert low <= len(times) == len(set(times)) <= low + more


def test_a_crowd_is_plain_data() -> None:
    value = params.People(2, 2).draw(random.Random(1), "test")
    assert isinstance(value, str)
    assert json.loads(value) == [list(person) for person in params.people(value)]


def test_places_of_the_two_splits_never_meet() -> None:
    train, test = draws(params.Place(), "train"), draws(params.Place(), "test")
    assert not train & test
    assert min(len(train), len(test)) >= 100


def test_sentences_hold_what_is_hard_to_type() -> None:
    written = {str(value) for value in draws(params.Sentence(), "test", 3000)}
    for hard in ('"', "%s", "🙂", "ß", "<3", "&", "你好"):
        assert any(hard in sentence for sentence in written), hard
    assert all(10 <= len(sentence) <= 90 and "\n" not in sentence for sentence in written)


def test_moments_are_daytimes_and_often_at_the_end_of_a_month() -> None:
    drawn = [datetime.fromisoformat(str(value)) for value in draws(params.Moment(), "test")]
    assert all(7 <= now.hour <= 20 for now in drawn)
    assert sum((now + timedelta(3)).month != now.month for now in drawn) > len(drawn) / 4


def test_days_and_amounts_keep_to_their_ends() -> None:
    assert all("2026-03-02" <= str(day) <= "2026-05-31" for day in draws(params.Day("2026-03-02", "2026-05-31"), "train"))
    rng = random.Random(5)
    prices = [int(str(params.Cents(250, 1999).draw(rng, "test"))) for _ in range(500)]
    assert min(prices) >= 250
    assert max(prices) <= 1999
    assert sum(cents % 100 in (0, 50, 95, 99) for cents in prices) > len(prices) / 3


@given(st.integers(), st.integers(0, 4), st.integers(0, 4))
def test_several_values_are_different_ones_in_the_order_drawn(seed: int, low: int, more: int) -> None:
    value = params.Several(params.Integer(1, 200), low, low + more).draw(random.Random(seed), "test")
    read = params.several(value)
    assert low <= len(read) == len(set(read)) <= low + more
    assert json.loads(str(value)) == read


def test_more_values_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="fewer than 3 test values"):
        params.Several(params.Choice((1, 2)), 3, 3).draw(random.Random(0), "test")
