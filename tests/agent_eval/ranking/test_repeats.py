"""Repeats of the same trial, and a build held against itself: what differs by chance alone must not be called better or worse."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_eval.ranking.intervals import clustered_wilson
from agent_eval.ranking.paired import compare, verdict
from agent_eval.ranking.repeats import Flaky, flaky, repeatability, words
from agent_eval.ranking.results import Item, Results, clusters, outcomes

GREEDY, SAMPLED = {"temperature": 0.0}, {"temperature": 0.7}


def results(runs: Sequence[Mapping[str, bool | None]]) -> Results:
    """A build whose runs came out so: trial → passed, None where it was not scored. A trial is TEMPLATE/NUMBER."""
    items = [
        Item(
            trial=trial,
            task=trial.partition("/")[0],
            app="app",
            kind="toggle",
            axis="base",
            value="",
            base=trial,
            run=f"run{place}",
            episode=f"{trial}:{place}",
            outcome="timeout" if passed is None else "passed" if passed else "failed",
            passed=passed,
            reached=passed,
            kept=passed,
            recognition=None,
            side_effects=False,
            steps=3,
            reference_steps=3,
            seconds=1.0,
            prompt_tokens=10,
            output_tokens=5,
        )
        for place, run in enumerate(runs)
        for trial, passed in run.items()
    ]
    return Results("w4a16", "h" * 64, False, {}, tuple(f"run{place}" for place in range(len(runs))), tuple(items))


def test_a_trial_that_came_out_both_ways_is_named_with_its_episodes() -> None:
    found = flaky(
        results(
            [
                {"a/0": True, "a/1": True, "b/0": False, "b/1": True, "c/0": None},
                {"a/0": True, "a/1": False, "b/0": False, "b/1": False, "c/0": True},
                {"a/0": True, "a/1": False, "b/0": False, "b/1": None, "c/0": None},
            ]
        )
    )
    assert found == (
        Flaky("b/1", "b", passed=("b/1:0",), failed=("b/1:1",)),  # as often the one as the other
        Flaky("a/1", "a", passed=("a/1:0",), failed=("a/1:1", "a/1:2")),
    )


def test_what_was_played_once_or_has_one_score_tells_nothing_of_repeats() -> None:
    found = repeatability(results([{"a/0": True, "b/0": False, "c/0": True}, {"c/0": None}]))
    assert (found.trials, found.episodes, found.flaky, found.interval, found.chance) == (0, 0, (), None, None)
    assert words(found, GREEDY) == ""


def test_the_share_is_of_repeated_trials_by_template() -> None:
    found = repeatability(results([{"a/0": True, "a/1": True, "b/0": False, "c/0": True}, {"a/0": False, "a/1": False, "b/0": False}]))
    assert (found.trials, found.episodes, len(found.flaky)) == (3, 6, 2)
    assert found.interval == clustered_wilson([(2, 2), (0, 1)])


def test_what_always_comes_out_alike_leaves_nothing_to_chance() -> None:
    steady = {"a/0": True, "b/0": False, "c/0": True}
    assert repeatability(results([steady] * 3)).chance == 0.0
    assert repeatability(results([{"a/0": True, "b/0": True}] * 2)).chance is None  # no variance at all
    assert repeatability(results([{"a/0": True}, {"a/0": False}])).chance == 1.0


@pytest.mark.parametrize(("spread", "expected"), [((0.5, 0.5), 1.0), ((0.1, 0.9), 0.36), ((0.0, 1.0), 0.0)])
def test_the_share_of_chance_is_that_of_known_rates(spread: tuple[float, float], expected: float) -> None:
    """Trials of two rates: within them the variance is p(1 - p), that of an outcome 1/4."""
    rng = np.random.default_rng(7)
    rates = {f"t{n}/0": spread[n % 2] for n in range(3000)}
    runs = [{trial: bool(rng.random() < rate) for trial, rate in rates.items()} for _ in range(3)]
    assert repeatability(results(runs)).chance == pytest.approx(expected, abs=0.04)


def test_temperature_zero_and_above_are_told_apart() -> None:
    differing = repeatability(results([{"a/0": True, "b/0": True}, {"a/0": False, "b/0": True}]))
    assert words(differing, GREEDY) == (
        "At temperature 0, 1 of 2 repeated trials came out both ways, which greedy decoding should not do: the bench leaves something to "
        "chance."
    )
    assert words(differing, None).startswith("At temperature 0,")
    assert differing.chance is not None
    assert words(differing, SAMPLED) == (
        f"At temperature 0.7, 1 of 2 repeated trials came out both ways; {100 * differing.chance:.0f} % of an outcome's "
        "variance is chance on the same trial."
    )
    same = repeatability(results([{"a/0": True}] * 2))
    assert words(same, GREEDY) == "At temperature 0, 0 of 1 repeated trials came out both ways, as it should be."
    assert words(same, SAMPLED) == "At temperature 0.7, 0 of 1 repeated trials came out both ways."


# A build against itself

trials = st.dictionaries(st.from_regex(r"[a-e]/[0-9]", fullmatch=True), st.booleans(), min_size=1, max_size=30)


@given(st.lists(trials, min_size=1, max_size=3))
def test_a_build_is_never_better_or_worse_than_itself(runs: list[dict[str, bool]]) -> None:
    one = results(runs)
    mine = outcomes(one.items)
    found = compare(mine, mine, clusters(one.items))
    assert (found.difference, found.gained, found.lost, found.p, found.mcnemar) == (0.0, 0, 0, 1.0, 1.0)
    assert found.interval is None or found.interval[0] <= 0 <= found.interval[1]
    assert verdict(found, found.p) in ("equivalent", "inconclusive")


@pytest.mark.parametrize("correlated", [False, True])
def test_two_runs_of_one_build_that_leaves_things_to_chance_are_rarely_told_apart(correlated: bool) -> None:
    """A/A: 40 templates of 5 trials, each as likely to pass in either run. At most 1 in 20 may be called better or worse, and 3 standard
    errors of 600 such pairs. Where a template's trials fall together, a test that takes them for independent calls far more."""
    rng = np.random.default_rng(11)
    template = {f"t{n}/{seed}": f"t{n}" for n in range(40) for seed in range(5)}

    def run() -> dict[str, tuple[bool, ...]]:
        luck = {name: rng.random() for name in set(template.values())}
        return {trial: (bool((luck[name] if correlated else rng.random()) < 0.6),) for trial, name in template.items()}

    pairs = [compare(run(), run(), template) for _ in range(600)]
    wrong = sum(verdict(found, found.p) in ("better", "worse") for found in pairs)
    assert 0 < wrong / 600 <= 0.05 + 3 * (0.05 * 0.95 / 600) ** 0.5
    assert (sum(found.mcnemar <= 0.05 for found in pairs) / 600 > 0.2) is correlated


def test_two_greedy_runs_of_a_baseline_do_the_same() -> None:
    once = {"a/0": True, "a/1": False, "b/0": True}
    first, second = results([once]), results([once])
    found = compare(outcomes(first.items), outcomes(second.items), clusters(first.items))
    assert verdict(found, found.p) not in ("better", "worse")
    assert not flaky(results([once, once]))
