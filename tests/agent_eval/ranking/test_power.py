from math import comb

import numpy as np
import pytest

from agent_eval.ranking.paired import mcnemar, sign_flip
from agent_eval.ranking.power import LEAST, MOST, RAREST, detectable, exact_power, trials_needed


@pytest.mark.parametrize(
    ("trials", "difference", "discordance"), [(1, 0.2, 0.5), (12, 0.4, 0.5), (40, 0.1, 0.3), (60, 0.2, 0.2), (25, 1, 1)]
)
def test_the_power_is_the_sum_over_all_outcomes(trials, difference, discordance):
    gain, loss = (discordance + difference) / 2, (discordance - difference) / 2
    expected = sum(
        comb(trials, up) * comb(trials - up, down) * gain**up * loss**down * (1 - discordance) ** (trials - up - down)
        for up in range(trials + 1)
        for down in range(trials - up + 1)
        if mcnemar(up, down) <= 0.05
    )
    assert exact_power(trials, difference, discordance) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("trials", "difference", "discordance", "power"), [(150, 0.1, 0.2, 0.746), (200, 0.1, 0.2, 0.875), (700, 0.05, 0.2, 0.826)]
)
def test_known_powers(trials, difference, discordance, power):
    assert exact_power(trials, difference, discordance) == pytest.approx(power, abs=5e-4)


@pytest.mark.parametrize(
    ("detect", "discordance", "connor"), [(0.1, 0.2, 155), (0.05, 0.2, 626), (0.03, 0.1, 870), (0.02, 0.05, 979), (0.05, 0.05, 157)]
)
def test_the_exact_test_needs_a_little_more_than_connors_formula(detect, discordance, connor):
    needed = trials_needed(detect, discordance)
    assert connor * 0.98 <= needed <= connor * 1.1
    assert exact_power(needed, detect, discordance) >= 0.8 > exact_power(needed - 1, detect, discordance)


def test_a_certain_difference_needs_as_many_as_can_be_significant():
    assert trials_needed(1, 1) == 6
    assert trials_needed(1, 1, alpha=0.06) == 6
    assert trials_needed(1, 1, alpha=0.07) == 5


def test_more_is_needed_for_less_and_for_surer():
    assert trials_needed(0.05, 0.2) > trials_needed(0.06, 0.2) > trials_needed(0.06, 0.15)
    assert trials_needed(0.05, 0.2, power=0.9) > trials_needed(0.05, 0.2) < trials_needed(0.05, 0.2, alpha=0.01)


def test_trials_that_are_alike_count_less():
    alone = trials_needed(0.05, 0.2)
    assert trials_needed(0.05, 0.2, per_template=5) == alone
    assert trials_needed(0.05, 0.2, per_template=5, correlation=1) == 5 * alone
    assert trials_needed(0.05, 0.2, per_template=3, correlation=0.25) == pytest.approx(1.5 * alone, abs=1)


@pytest.mark.parametrize(("per_template", "correlation"), [(1, 0.0), (2, 0.5), (4, 0.3)])
def test_so_many_trials_find_the_difference_as_often_as_stated(per_template, correlation):
    """600 runs of the clustered test on what is needed for 10 points at a discordance of 25 %: 80 %, within three standard errors and 2
    points for the approximation of clusters."""
    needed = trials_needed(0.1, 0.25, per_template=per_template, correlation=correlation)
    rng, found, templates = np.random.default_rng(3), 0, round(needed / per_template)
    for _ in range(600):
        # Trials that copy their template's own draw with chance c are correlated by c²; the difference is that of any trial.
        draw = rng.random((templates, per_template + 1))
        outcome = (draw < 0.175).astype(int) - (draw > 0.925)
        copied = rng.random((templates, per_template)) < np.sqrt(correlation)
        found += sign_flip(np.where(copied, outcome[:, :1], outcome[:, 1:]).sum(1).tolist()) <= 0.05
    assert 0.8 - 0.07 <= found / 600 <= 0.8 + 0.07


@pytest.mark.parametrize(("trials", "discordance"), [(100, 0.2), (448, 0.2), (448, 0.05), (1120, 0.1)])
def test_what_is_detectable_needs_so_many_trials(trials, discordance):
    least = detectable(trials, discordance)
    assert exact_power(trials, least, discordance) >= 0.8 > exact_power(trials, least - 2e-4, discordance)
    assert detectable(4 * trials, discordance) < least
    assert detectable(trials, discordance, per_template=2, correlation=0.5) >= least


def test_too_few_trials_detect_nothing():
    assert detectable(20, 0.2) is None
    assert detectable(5, 1.0) is None
    assert detectable(6, 1.0) == pytest.approx(0.93, abs=0.01)
    assert detectable(1, 1.0, per_template=5, correlation=1.0) is None


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((0.0, 0.2), "expected 0.0001 <= difference <= discordance"),
        ((1e-300, 0.2), "expected 0.0001 <= difference <= discordance"),
        ((float("nan"), 0.2), "expected 0.0001 <= difference <= discordance"),
        ((0.3, 0.2), "expected 0.0001 <= difference <= discordance"),
        ((0.1, 1.2), "at most 1"),
        ((0.1, 0.2, 0.0), "<= alpha < power <="),
        ((0.1, 0.2, 1e-320), "<= alpha < power <="),
        ((0.1, 0.2, 0.05, 1.0), "<= alpha < power <="),
        ((0.1, 0.2, 0.05, 1 - 1e-12), "<= alpha < power <="),
        ((0.1, 0.2, 0.05, 0.8, 0.5), "expected a number from 1"),
        ((0.1, 0.2, 0.05, 0.8, float("inf")), "expected a number from 1"),
        ((0.1, 0.2, 0.05, 0.8, 2.0, 1.5), "expected 0 to 1"),
    ],
)
def test_nonsense_is_refused(arguments, reason):
    with pytest.raises(ValueError, match=reason):
        trials_needed(*arguments)


def test_no_trials_are_refused():
    for count in (0, 10**11):
        with pytest.raises(ValueError, match="expected 1 to"):
            detectable(count, 0.2)


def test_the_surest_that_is_allowed_is_found():
    needed = trials_needed(0.3, 0.3, power=1 - RAREST)
    assert exact_power(needed, 0.3, 0.3) >= 1 - RAREST


def test_beyond_what_is_summed_the_formula_goes_on_where_the_sums_end():
    near = 0.0035  # needs a little less than MOST
    exact = trials_needed(near, 0.3)
    assert 0.9 * MOST < exact <= MOST
    beyond = trials_needed(near / 2, 0.3)
    assert beyond == pytest.approx(4 * exact, rel=0.01)
    assert trials_needed(LEAST, 0.3) == pytest.approx(exact * (near / LEAST) ** 2, rel=0.01)
