import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_eval.ranking.ranks import ahead, places, tiers


def rank_ranges(passes, draws=2000, seed=0):
    """The places that the bootstrap alone leaves."""
    return places(list(passes), ahead(passes, draws, seed))


def played(rng, skills: list[float], templates: int, repeats: int) -> dict[str, dict[str, tuple[float, int]]]:
    """Builds of given skill on templates that are easy or hard for all of them."""
    ease = rng.normal(size=templates) * 2
    chance = 1 / (1 + np.exp(-(ease + np.array(skills)[:, None])))
    counts = rng.binomial(repeats, chance)
    return {str(build): {str(number): (float(count), repeats) for number, count in enumerate(row)} for build, row in enumerate(counts)}


@pytest.mark.parametrize(
    ("skills", "templates", "repeats"),
    [([0.5] * 5, 60, 2), ([0.5] * 3, 20, 1), ([3.0] * 4, 60, 1), ([0.5] * 2, 8, 20), ([1.0, 0.5, 0.5, 0.0, -2.0], 60, 2)],
)
def test_all_ranges_hold_the_places_that_builds_have_as_often_as_stated(skills, templates, repeats):
    """Equal builds share their places. 300 draws: some range is wrong in 5 % of them, plus three standard errors of 1.3 points at most."""
    rng, wrong = np.random.default_rng(1), 0
    for draw in range(300):
        found = rank_ranges(played(rng, skills, templates, repeats), draws=300, seed=draw)
        for own, (best, worst) in zip(skills, found.values(), strict=True):
            if best > 1 + sum(other > own for other in skills) or worst < len(skills) - sum(other < own for other in skills):
                wrong += 1
                break
    assert wrong <= 300 * 0.088


def test_what_differs_much_is_told_apart():
    rng = np.random.default_rng(2)
    found = rank_ranges(played(rng, [3.0, 0.0, 0.1, -3.0], 200, 2))
    assert found == {"0": (1, 1), "1": (2, 3), "2": (2, 3), "3": (4, 4)}


def one_way(count: int, templates: int = 224) -> dict[str, tuple[int, int]]:
    """Of two builds, that which fails so many templates that the other passes, and otherwise passes all."""
    return rank_ranges(
        {
            "a": {str(number): (1.0, 1) for number in range(templates)},
            "b": {str(number): (float(number >= count), 1) for number in range(templates)},
        }
    )


@pytest.mark.parametrize(("count", "templates"), [(5, 224), (5, 5), (1, 1), (0, 50)])
def test_five_one_way_are_not_told_apart(count, templates):
    assert one_way(count, templates) == {"a": (1, 2), "b": (1, 2)}


@pytest.mark.parametrize(("count", "templates"), [(6, 224), (6, 6), (50, 50)])
def test_six_one_way_are(count, templates):
    assert one_way(count, templates) == {"a": (1, 1), "b": (2, 2)}


def test_many_repeats_of_few_templates_tell_no_more():
    ranges = rank_ranges({"a": {str(n): (100.0, 100) for n in range(5)}, "b": {str(n): (0.0, 100) for n in range(5)}})
    assert ranges == {"a": (1, 2), "b": (1, 2)}


def test_builds_that_share_no_template_are_not_told_apart():
    ranges = rank_ranges({"a": {f"x{n}": (1.0, 1) for n in range(40)}, "b": {f"y{n}": (0.0, 1) for n in range(40)}})
    assert ranges == {"a": (1, 2), "b": (1, 2)}


def test_a_build_that_hardly_played_may_have_any_place():
    whole = {str(n): (float(n % 2), 1) for n in range(100)}
    ranges = rank_ranges({"a": whole, "b": {"1": (0.0, 1)}, "c": dict.fromkeys(whole, (0.0, 1))})
    assert ranges["b"] == (1, 3)


def test_templates_without_a_score_count_as_not_played():
    whole = {str(n): (float(n % 3 == 0), 1) for n in range(60)}
    other = {str(n): (float(n % 3 > 0), 1) for n in range(60)}
    assert rank_ranges({"a": whole | {"x": (0.0, 0)}, "b": other}) == rank_ranges({"a": whole, "b": other})


def test_the_seed_decides():
    table = played(np.random.default_rng(3), [0.3, 0.0, -0.3], 50, 1)
    assert rank_ranges(table, seed=1) == rank_ranges(table, seed=1)


def test_none_and_one():
    assert rank_ranges({}) == {}
    assert rank_ranges({"a": {"x": (1.0, 2)}}) == {"a": (1, 1)}


@pytest.mark.parametrize(
    ("own", "reason"), [({"x": (2.0, 1)}, "expected 0 <= passed <= scored"), ({"x": (0.0, 0)}, "no scored episode"), ({}, "no scored")]
)
def test_nonsense_is_refused(own, reason):
    with pytest.raises(ValueError, match=reason):
        rank_ranges({"a": {"x": (1.0, 1)}, "b": own})


def test_groups_overlap_where_telling_apart_does_not_go_on():
    assert tiers("abc", {("a", "c")}) == tiers("abc", {("c", "a")}) == [["a", "b"], ["b", "c"]]
    assert tiers("abc", {("a", "b"), ("a", "c")}) == [["a"], ["b", "c"]]
    assert tiers("ab", ()) == [["a", "b"]]
    assert tiers("a", ()) == [["a"]]
    assert tiers("", ()) == []


def test_places_are_those_that_are_left():
    assert places("abc", {("a", "c")}) == {"a": (1, 2), "b": (1, 3), "c": (2, 3)}
    assert places("abc", ()) == dict.fromkeys("abc", (1, 3))


pairs = list(itertools.combinations("abcdef", 2))


@given(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
def test_builds_share_a_group_exactly_when_they_are_not_told_apart(apart):
    found = tiers("abcdef", {pair for pair, told in zip(pairs, apart, strict=True) if told})
    for pair, told in zip(pairs, apart, strict=True):
        assert told != any(set(pair) <= set(group) for group in found)
    assert all(not set(one) < set(other) for one in found for other in found)
    assert all(group == sorted(group) for group in found)
    assert found == sorted(found)
