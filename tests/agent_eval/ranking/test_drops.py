from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from agent_eval.ranking.drops import differences, drops
from agent_eval.ranking.paired import compare
from agent_eval.ranking.results import Item
from tasks import registry


def item(task: str, axis: str = "base", value: str = "", passed: bool | None = True, run: str = "r") -> Item:
    base = f"{task}/0"
    return Item(
        trial=base if axis == "base" else f"{base}/{axis}={value}",
        task=task,
        app=registry.app(task),
        kind="do",
        axis=axis,
        value=value,
        base=base,
        run=run,
        episode=None,
        outcome="missing" if passed is None else "passed" if passed else "failed",
        passed=passed,
        reached=passed,
        kept=passed,
        recognition=None,
        side_effects=None,
        steps=None,
        reference_steps=None,
        seconds=None,
        prompt_tokens=None,
        output_tokens=None,
    )


def build(base: Sequence[bool | None], varied: Sequence[bool | None], axis: str = "theme") -> list[Item]:
    """One template for each pair."""
    return [
        one
        for number, (first, second) in enumerate(zip(base, varied, strict=True))
        for one in (item(f"app.{number}", passed=first), item(f"app.{number}", axis, "dark", second))
    ]


def test_each_varied_trial_is_held_against_its_own_base():
    (found,) = drops(build([True] * 8 + [False] * 2, [True] + [False] * 7 + [True, False]))
    assert (found.axis, found.pairs, found.missing) == ("theme", 10, 0)
    assert (found.base_rate, found.varied_rate, found.difference) == (0.8, 0.2, pytest.approx(-0.6))
    assert found.p == pytest.approx(2 * (1 + 8) / 2**8)  # eight discordant pairs, one of them the other way
    assert found.p_adjusted == found.p
    assert -1 <= found.interval[0] < -0.6 < 0 <= found.interval[1] < 0.1


def test_pairs_without_a_score_on_either_side_are_counted_and_no_failures():
    scored = build([True, True, False], [True, False, False])
    unscored = [item("app.7", passed=None), item("app.7", "theme", "dark", True), item("app.8"), item("app.8", "theme", "dark", None)]
    alone = [item("app.9", "theme", "dark", False)]
    (found,), (without,) = drops([*scored, *unscored, *alone]), drops(scored)
    assert (found.pairs, found.missing, without.missing) == (3, 3, 0)
    assert (found.base_rate, found.difference, found.interval, found.p) == (
        without.base_rate,
        without.difference,
        without.interval,
        without.p,
    )


def test_an_axis_without_pairs_stands_without_figures():
    (found,) = drops(build([None], [True]))
    assert (found.pairs, found.missing, found.base_rate, found.varied_rate, found.difference, found.interval) == (
        0,
        1,
        None,
        None,
        None,
        None,
    )
    assert (found.p, found.p_adjusted) == (1.0, 1.0)
    assert drops([item("app.1")]) == []


def test_p_is_adjusted_for_the_axes_that_have_pairs():
    dark = build([True] * 9, [False] * 9)
    large = [item(f"app.{number}", "font_scale", "1.5", number > 3) for number in range(9)]
    gone = [item("app.0", "locale", "de", None)]
    font, locale, theme = drops([*dark, *large, *gone])
    assert [one.axis for one in (font, locale, theme)] == ["font_scale", "locale", "theme"]
    assert theme.p_adjusted == 2 * theme.p
    assert font.p_adjusted == font.p
    assert locale.p_adjusted == 1.0


def test_two_values_of_an_axis_on_one_template_are_one_cluster():
    """Twelve lost pairs of six templates are six losses."""
    items = [
        one for number in range(6) for one in (item(f"a.{number}"), *(item(f"a.{number}", "locale", to, False) for to in ("de", "ar")))
    ]
    (found,) = drops(items)
    assert (found.pairs, found.p) == (12, 0.03125)


def test_repeats_count_as_shares():
    items = [item("a.0", passed=True), item("a.0", passed=False, run="s"), item("a.0", "theme", "dark", False), item("a.1")]
    (found,) = drops([*items, item("a.1", "theme", "dark", True)])
    assert (found.pairs, found.base_rate, found.varied_rate, found.difference) == (2, 0.75, 0.5, -0.25)


def test_one_template_has_no_interval():
    (found,) = drops(build([True], [False]))
    assert (found.difference, found.interval, found.p) == (-1.0, None, 1.0)


def test_the_difference_of_differences():
    a = build([True] * 10, [True] * 9 + [False])
    b = build([True] * 10, [True] + [False] * 9)
    (found,) = differences(a, b)
    assert (found.pairs, found.missing, found.a, found.b) == (10, 0, pytest.approx(-0.1), pytest.approx(-0.9))
    assert found.difference == pytest.approx(-0.8)
    assert found.p == pytest.approx(2 * 1 / 2**8)  # eight templates differ between the builds, all one way
    (mirrored,) = differences(b, a)
    assert (mirrored.difference, mirrored.p) == (-found.difference, found.p)
    assert mirrored.interval == pytest.approx((-found.interval[1], -found.interval[0]))


def test_a_build_is_no_more_fragile_for_failing_anyway():
    """B fails whatever is varied; so the axis costs it nothing, and A loses more."""
    (found,) = differences(build([True] * 12, [False] * 12), build([False] * 12, [False] * 12))
    assert (found.a, found.b, found.difference) == (-1.0, 0.0, 1.0)
    assert found.interval[0] > 0


def test_differences_go_beyond_one():
    (found,) = differences(build([True] * 12, [False] * 12), build([False] * 12, [True] * 12))
    assert (found.difference, found.interval[1]) == (2.0, 2.0)
    assert 0.8 < found.interval[0] < 2


def test_only_pairs_that_both_builds_have_are_compared():
    a, b = build([True, True, True], [True, None, False]), build([True, True, None], [False, False, False])
    (found,) = differences(a, b)
    assert (found.pairs, found.missing, found.a, found.b) == (1, 2, 0.0, -1.0)
    (none,) = differences(build([True], [None]), build([True], [False]))
    assert (none.pairs, none.missing, none.a, none.b, none.difference, none.p) == (0, 1, None, None, None, 1.0)
    (one_sided,) = differences([], build([True], [False]))
    assert (one_sided.pairs, one_sided.missing) == (0, 1)


def test_repeats_of_both_builds_in_a_difference():
    a = [
        item("t.0"),
        item("t.0", "theme", "dark", True),
        item("t.0", "theme", "dark", False, "s"),
        item("t.0", "theme", "dark", False, "u"),
    ]
    b = [item("t.0"), item("t.0", passed=False, run="s"), item("t.0", "theme", "dark", True)]
    (found,) = differences(a, b)
    assert (found.a, found.b, found.difference) == pytest.approx((-2 / 3, 0.5, 0.5 + 2 / 3))


def test_a_build_against_itself_differs_in_nothing():
    a = build([True, False] * 20, [True, True, False, False] * 10)
    (found,) = differences(a, a)
    assert (found.difference, found.p) == (0.0, 1.0)
    assert found.interval[0] == pytest.approx(-found.interval[1])
    assert found.interval[1] > 0


def test_chance_alone_makes_no_build_more_fragile_than_stated():
    """Two builds that lose alike by an axis, each template hard or easy for both: p is at most 0.05 in 5 % of 500 draws, plus three
    standard errors; the interval of 95 % holds 0 in as many."""
    rng, alarms, missed = np.random.default_rng(1), 0, 0
    for _ in range(500):
        ease = rng.beta(1, 1, size=50)
        builds = [build((rng.random(50) < ease).tolist(), (rng.random(50) < 0.7 * ease).tolist()) for _ in range(2)]
        (found,) = differences(*builds)
        alarms += found.p <= 0.05
        missed += not found.interval[0] <= 0 <= found.interval[1]
    assert alarms <= 500 * 0.08
    assert missed <= 500 * 0.08


def test_a_drop_is_the_comparison_of_varied_with_base():
    rng = np.random.default_rng(2)
    base, varied = ((rng.random(80) < chance).tolist() for chance in (0.8, 0.6))
    (found,) = drops(build(base, varied))
    names = [str(number) for number in range(80)]
    sides = ({name: [passed] for name, passed in zip(names, side, strict=True)} for side in (base, varied))
    expected = compare(*sides, dict(zip(names, names, strict=True)))
    assert (found.difference, found.interval, found.p) == (expected.difference, expected.interval, expected.p)


def test_a_drop_is_told_where_the_test_and_the_interval_both_do():
    (clear,) = drops(build([True] * 8, [False] * 8))
    assert (clear.p_adjusted <= 0.05, clear.told) == (True, True)
    (unclear,) = drops(build([True] * 5, [False] * 5))
    assert not unclear.told
    for interval in ((-0.3, 0.0), None):
        assert not replace(clear, interval=interval).told
        (fragility,) = differences(build([True] * 8, [True] * 8), build([True] * 8, [False] * 8))
        assert (fragility.told, replace(fragility, interval=interval).told) == (True, False)
