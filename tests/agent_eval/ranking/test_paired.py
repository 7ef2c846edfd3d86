import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test

from agent_eval.ranking.paired import clustered_interval, compare, holm, mcnemar, sign_flip

differences = st.lists(st.integers(-3, 3), min_size=1, max_size=9)


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_binomial_test(gained, lost):
    expected = binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert mcnemar(gained, lost) == pytest.approx(expected, abs=1e-12)


def test_five_discordant_one_way_are_not_significant():
    assert mcnemar(5, 0) == sign_flip([1] * 5) == 0.0625
    assert mcnemar(6, 0) == 0.03125


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_with_one_trial_a_template_the_sign_flip_is_mcnemar(gained, lost, same):
    assert sign_flip([1] * gained + [-1] * lost + [0] * same) == pytest.approx(mcnemar(gained, lost), abs=1e-12)


@given(differences)
def test_the_sign_flip_counts_every_pattern(sums):
    patterns = list(itertools.product((1, -1), repeat=len(sums)))
    beyond = sum(abs(sum(sign * value for sign, value in zip(signs, sums, strict=True))) >= abs(sum(sums)) for signs in patterns)
    assert sign_flip(sums) == pytest.approx(beyond / len(patterns), abs=1e-12)


@pytest.mark.parametrize("sums", [[2, 2, -1, 1, 0, 2, 1, -2], [2] * 5 + [-1] * 3])
def test_the_sign_flip_agrees_with_scipy(sums):
    found = permutation_test((sums,), lambda values, axis: values.mean(axis=axis), permutation_type="samples", n_resamples=10**6)
    assert sign_flip(sums) == pytest.approx(found.pvalue, abs=1e-12)


def test_trials_of_one_template_are_no_independent_evidence():
    """Twelve losses in six templates are six losses."""
    trials = {f"{template}/{number}": template for template in "abcdef" for number in range(2)}
    found = compare(dict.fromkeys(trials, [True]), dict.fromkeys(trials, [False]), trials)
    assert (found.lost, found.clusters) == (12, 6)
    assert found.p == 0.03125
    assert found.mcnemar < 0.001


def test_chance_alone_is_called_a_difference_as_often_as_stated():
    """Two builds of equal skill, with templates that stand and fall together: at most 5 % of 2,000 comparisons have p below 0.05.

    The McNemar that ignores templates is wrong far more often on the same data.
    """
    rng, alarms, naive = random.Random(1), 0, 0
    for _ in range(2000):
        a, b, template = {}, {}, {}
        for number in range(40):
            whole = rng.random() < 0.5
            for copy in range(4):
                name = f"{number}/{copy}"
                template[name] = str(number)
                a[name], b[name] = ([whole], [not whole]) if number % 2 else ([True], [True])
        found = compare(a, b, template)
        alarms += found.p < 0.05
        naive += found.mcnemar < 0.05
    assert alarms <= 2000 * 0.06
    assert naive > 2000 * 0.2


def test_the_interval_holds_the_truth_as_often_as_it_says():
    """300 clusters of one or two trials, 2,000 draws: coverage between 93 and 97 % (standard error 0.5 points)."""
    rng, held = random.Random(2), 0
    for _ in range(2000):
        clusters = []
        for number in range(300):
            size, shift = 1 + number % 2, rng.random()
            clusters.append((sum((rng.random() < 0.2 * shift) - (rng.random() < 0.1) for _ in range(size)), size))
        low, high = clustered_interval(clusters)
        held += low <= 0.0 <= high
    assert 0.93 <= held / 2000 <= 0.97


def test_an_interval_of_equal_sizes_is_students():
    low, high = clustered_interval([(1, 1), (0, 1), (1, 1), (-1, 1), (1, 1)])
    assert (low, high) == (pytest.approx(0.4 - 1.1106, abs=1e-4), 1.0)


def test_hardly_any_difference_has_no_interval():
    assert clustered_interval([(0, 2)] * 20) is None
    assert clustered_interval([(1, 2), *[(0, 2)] * 20]) is None


def test_only_trials_that_both_have_are_compared():
    found = compare({"x": [True], "y": [False], "z": [True]}, {"x": [True], "y": [True], "w": [False]}, dict.fromkeys("xyz", "t"))
    assert (found.trials, found.gained, found.lost, found.difference) == (2, 1, 0, 0.5)
    with pytest.raises(ValueError, match="no scored trial in common"):
        compare({"x": [True]}, {"y": [True]}, {})


def test_holm():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]
