import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest

from agent_eval.ranking.intervals import clustered_wilson, effective_size, rate_interval, wilson

counts = st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(counts, st.floats(0.5, 0.999))
def test_agrees_with_scipy(count, confidence):
    passed, scored = count
    expected = binomtest(passed, scored).proportion_ci(confidence, method="wilson")
    assert wilson(passed, scored, confidence) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize(
    ("passed", "scored", "low", "high"), [(0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (14, 20, 0.4810, 0.8545), (1, 1, 0.2065, 1.0)]
)
def test_published_values(passed, scored, low, high):
    assert wilson(passed, scored) == pytest.approx((low, high), abs=5e-5)


@given(counts)
def test_holds_the_rate_and_mirrors(count):
    passed, scored = count
    low, high = wilson(passed, scored)
    assert 0 <= low <= passed / scored <= high <= 1
    assert wilson(scored - passed, scored) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(counts)
def test_more_of_the_same_is_narrower(count):
    passed, scored = count
    few, many = wilson(passed, scored), wilson(4 * passed, 4 * scored)
    assert many[1] - many[0] < few[1] - few[0]


def test_nothing_scored_has_no_interval():
    assert wilson(0, 0) is None


@pytest.mark.parametrize(("passed", "scored", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 0.0), (1, 2, 1.0), (1, 2, float("nan"))])
def test_nonsense_is_refused(passed, scored, confidence):
    with pytest.raises(ValueError, match="expected"):
        wilson(passed, scored, confidence)


@given(st.lists(st.booleans(), min_size=1, max_size=200))
def test_clusters_of_one_trial_are_worth_their_number(passed):
    clusters = [(float(one), 1) for one in passed]
    assert effective_size(clusters) == pytest.approx(len(passed))
    assert clustered_wilson(clusters) == pytest.approx(wilson(sum(passed), len(passed)))


def test_trials_that_always_agree_are_worth_their_templates():
    assert effective_size([(4, 4), (0, 4)] * 50) == pytest.approx(100, rel=0.02)
    low, high = clustered_wilson([(2, 2)] * 200)
    assert (low, high) == (pytest.approx(wilson(200, 200)[0], abs=1e-3), 1.0)
    assert clustered_wilson([(0, 2)] * 200) == pytest.approx((0.0, 1 - low))


def test_one_failure_more_never_raises_the_lower_end():
    ends = [clustered_wilson([(2, 2)] * (200 - whole) + [(0, 2)] * whole)[0] for whole in range(20)]
    assert ends == sorted(ends, reverse=True)


@given(st.lists(st.tuples(st.integers(1, 6), st.floats(0, 1)), min_size=1, max_size=60))
@example([(1, 0.0), (1, 1.405393991235741e-199)])
def test_an_effective_size_is_never_more_than_the_trials(drawn):
    clusters = [(size * share, size) for size, share in drawn]
    trials = sum(size for size, _ in drawn)
    assert 0 < effective_size(clusters) <= trials
    low, high = clustered_wilson(clusters)
    assert 0 <= low <= sum(passed for passed, _ in clusters) / trials + 1e-12
    assert low < high <= 1


@pytest.mark.parametrize(
    ("templates", "each", "rate", "correlation"), [(100, 2, 0.1, 0.6), (40, 5, 0.5, 0.6), (12, 2, 0.3, 0.9), (100, 2, 0.9, 0)]
)
def test_covers_the_true_rate_where_trials_of_a_template_are_alike(templates, each, rate, correlation):
    """1,500 draws: the standard error of a coverage of 0.95 is 0.006. Who takes the trials for independent covers 0.7 to 0.93."""
    rng = np.random.default_rng(3)
    spread = (1 - correlation) / correlation if correlation else 1e9
    drawn = rng.binomial(each, rng.beta(rate * spread, (1 - rate) * spread, (1500, templates)))
    intervals = [clustered_wilson([(float(passed), each) for passed in sample]) for sample in drawn]
    assert np.mean([low <= rate <= high for low, high in intervals]) >= 0.94 - 0.006
    if correlation:
        naive = [wilson(int(sample.sum()), templates * each) for sample in drawn]
        assert np.mean([low <= rate <= high for low, high in naive]) < 0.93


@pytest.mark.parametrize("clusters", [[], [(3.0, 2)], [(-1.0, 2)], [(0.0, 0)]])
def test_impossible_clusters_are_refused(clusters):
    with pytest.raises(ValueError, match="clusters of at least one trial"):
        effective_size(clusters)


def test_no_cluster_no_interval():
    assert clustered_wilson([]) is None


def test_a_partial_run_has_an_interval_that_holds_at_any_time():
    clusters = [(0, 2)] * 9
    assert rate_interval(clusters, partial=False) == clustered_wilson(clusters)
    low, high = rate_interval(clusters, partial=True)
    assert low == 0
    assert high > clustered_wilson(clusters)[1]
    assert rate_interval([], partial=True) is None


@given(st.lists(st.tuples(st.integers(1, 6), st.floats(0, 1)), min_size=1, max_size=30))
def test_it_holds_the_rate(drawn):
    clusters = [(size * share, size) for size, share in drawn]
    low, high = rate_interval(clusters, partial=True)
    assert 0 <= low <= sum(passed for passed, _ in clusters) / sum(size for _, size in clusters) <= high <= 1
