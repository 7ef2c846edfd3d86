import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from agent_eval.ranking.intervals import wilson

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
