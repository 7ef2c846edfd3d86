"""Builds are ranked by what their data can tell apart, and what was not scored is never counted as failed."""

import pytest

from agent_eval.ranking.intervals import clustered_wilson
from agent_eval.ranking.results import cohort
from agent_eval.ranking.standings import failings, rank, recommend, standing
from tests.support.runs import database_in
from tests.support.stored import passing, store, trials, verdict

NAMES = trials(40)


def some(count: int, of: list[str] = NAMES) -> set[str]:
    return set(of[:count])


@pytest.fixture
def database(tmp_path):
    opened = database_in(tmp_path)
    yield opened
    opened.close()


def test_builds_are_ordered_by_pass_rate_and_baselines_stand_apart(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, some(60)))
    store(database, "int8", passing(NAMES, some(2)))
    store(database, "reference", passing(NAMES))
    found = rank(cohort(database))
    assert [one.build for one in found.builds] == ["bf16", "int8", "w4a16"]
    assert [one.build for one in found.baselines] == ["reference"]
    assert [one.rate for one in found.builds] == [1.0, 78 / 80, 20 / 80]
    assert found.ranges == {"bf16": (1, 2), "int8": (1, 2), "w4a16": (3, 3)}
    assert [list(group) for group in found.tiers] == [["bf16", "int8"], ["w4a16"]]
    assert {(pair.a, pair.b): pair.verdict for pair in found.pairs} == {
        ("bf16", "int8"): "inconclusive",
        ("bf16", "w4a16"): "worse",
        ("int8", "w4a16"): "worse",
    }


def test_p_is_adjusted_for_all_pairs_of_builds(database):
    store(database, "bf16", passing(NAMES))
    lost = {NAMES[2 * number] for number in range(6)}
    store(database, "w4a16", passing(NAMES, lost))
    alone = rank(cohort(database)).pair("bf16", "w4a16")
    assert alone is not None
    assert (alone.p, alone.p_adjusted, alone.verdict) == (2 / 64, 2 / 64, "worse")
    store(database, "int8", passing(NAMES))
    among = rank(cohort(database)).pair("w4a16", "bf16")
    assert among is not None
    assert (among.p, among.p_adjusted, among.verdict) == (2 / 64, 3 * 2 / 64, "inconclusive")


def test_five_discordant_one_way_are_not_significant(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, {NAMES[2 * number] for number in range(5)}))
    (pair,) = rank(cohort(database)).pairs
    assert (pair.paired.lost, pair.p, pair.verdict) == (5, 2 / 32, "inconclusive")


def test_an_interval_takes_a_template_s_trials_as_one(database):
    halves = {name for number, name in enumerate(NAMES) if number // 2 % 2}
    store(database, "bf16", passing(NAMES, halves))
    (one,) = rank(cohort(database)).builds
    assert (one.scored, one.rate) == (80, 0.5)
    assert one.effective is not None
    assert 39 <= one.effective <= 41
    assert one.interval == clustered_wilson([(2, 2), (0, 2)] * 20)


def test_repeats_of_a_trial_count_once(database):
    store(database, "bf16", passing(NAMES, some(10)))
    store(database, "bf16", passing(NAMES))
    (one,) = rank(cohort(database)).builds
    assert (one.planned, one.scored, one.passes) == (80, 80, 75.0)
    assert one.effective is not None
    assert one.effective <= 80


def test_what_has_no_score_stands_beside_the_rate_with_bounds(database):
    errors = {NAMES[0]: "env_error", NAMES[1]: "timeout", NAMES[2]: "oracle_error"}
    store(database, "bf16", {**passing(NAMES, some(10)), **errors})
    (one,) = rank(cohort(database)).builds
    assert (one.planned, one.scored, one.passes) == (80, 77, 70)
    assert one.unscored == {"env_error": 1, "timeout": 1, "oracle_error": 1}
    assert one.bounds == (70 / 80, 73 / 80)
    assert (one.open, one.partial) == (0, False)


def test_few_trials_without_a_score_make_no_bounds(database):
    store(database, "bf16", {**passing(NAMES), NAMES[0]: "env_error"})
    (one,) = rank(cohort(database)).builds
    assert (one.unscored, one.bounds) == ({"env_error": 1}, None)


def test_missing_partners_are_in_no_comparison(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", {**passing(NAMES), NAMES[5]: "env_error"})
    (pair,) = rank(cohort(database)).pairs
    assert (pair.paired.trials, pair.paired.lost, pair.paired.only_a) == (79, 0, 1)


def test_a_build_that_has_not_played_all_has_no_place_and_is_judged_at_any_time(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:14], set(NAMES[:14]))})
    found = rank(cohort(database))
    assert [one.build for one in found.builds] == ["bf16"]
    assert [(one.build, one.open) for one in found.partial] == [("w4a16", 66)]
    assert "w4a16" not in found.ranges
    (pair,) = found.pairs
    assert pair.paired.p < 0.05, "the test that has one look would have told them apart"
    assert pair.anytime
    assert pair.p == pytest.approx(8 / 2**7)
    assert pair.verdict == "inconclusive"


def test_a_run_that_was_stopped_early_is_partial_however_few_trials_are_open(database):
    store(database, "w4a16", {**passing(NAMES), NAMES[-1]: None}, stopped={"against": "bf16", "decision": "better", "p": 0.01})
    (one,) = rank(cohort(database)).partial
    assert one.partial
    assert one.results.stopped == {"against": "bf16", "decision": "better", "p": 0.01}
    whole = store(database, "w4a16", passing(NAMES, some(10)))
    found = rank(cohort(database))
    (one,) = found.builds
    assert (one.partial, one.results.runs, one.passes) == (False, (whole,), 70)
    assert "1 of 80 trials open: to count it, go on with" in found.cohort.left_out[0]


def test_builds_without_a_score_have_no_place(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", dict.fromkeys(NAMES, "env_error"))
    found = rank(cohort(database))
    assert [(one.build, one.rate, one.interval) for one in found.partial] == [("w4a16", None, None)]
    assert found.pairs == ()


@pytest.mark.parametrize(
    ("failed", "bits", "why", "build"),
    [
        ({"bf16": 0, "w4a16": 60}, {"bf16": 16.0, "w4a16": 4.1}, "best", "bf16"),
        ({"bf16": 0, "w4a16": 0}, {"bf16": 16.0, "w4a16": 4.1}, "inconclusive", None),
        ({"bf16": 0}, {"bf16": 16.0}, "only", "bf16"),
    ],
)
def test_the_build_to_ship_is_named_only_where_the_data_decide(database, failed, bits, why, build):
    for name, count in failed.items():
        store(database, name, passing(NAMES, some(count)), info={"bits_per_weight": bits[name]})
    advice = recommend(rank(cohort(database)))
    assert (advice.why, advice.build) == (why, build)


def test_the_smallest_build_is_shipped_that_is_shown_to_be_not_worse(database):
    many = trials(300)
    store(database, "bf16", passing(many, {many[0]}), info={"bits_per_weight": 16.0})
    store(database, "int8", passing(many, {many[2]}), info={"bits_per_weight": 8.1})
    store(database, "w4a16", passing(many, {many[4]}), info={"bits_per_weight": 4.1})
    store(database, "int4", passing(many, set(many[:60])), info={"bits_per_weight": 4.0})
    advice = recommend(rank(cohort(database)))
    assert (advice.why, advice.build) == ("smallest", "w4a16")
    assert set(advice.group) == {"bf16", "int8", "w4a16"}


def test_nothing_played_to_the_end_is_no_advice(database):
    store(database, "w4a16", {**dict.fromkeys(NAMES), NAMES[0]: True})
    assert recommend(rank(cohort(database))).why == "none"


def test_each_failure_is_counted_once_by_the_first_part_that_failed(database):
    ways = [
        verdict(False),
        verdict(False, recognition="early"),
        verdict(False, goal_reached_step=1, kept=False, side_effects=("x",), recognition="in_time"),
        verdict(False, goal_reached_step=1, kept=True, side_effects=("x",), recognition="in_time"),
        verdict(False, goal_reached_step=1, kept=True, recognition="never"),
    ]
    store(database, "bf16", {**passing(NAMES), **dict(zip(NAMES, ways, strict=False)), NAMES[9]: "timeout"})
    one = standing(cohort(database).results[0])
    assert failings(one.results) == {
        "never reached the goal": 1,
        "said done without reaching the goal": 1,
        "reached the goal and lost it": 1,
        "changed something else too": 1,
        "reached the goal and ended wrongly": 1,
    }
    assert one.reached == 77 / 79
    assert one.kept == 76 / 77
    assert one.recognised == 76 / 77
    assert one.side_effects == 2 / 79
    assert (one.steps, one.seconds, one.tokens) == (1.0, 2.5, 220.0)


def test_that_one_of_many_builds_is_not_worse_is_shown_for_all_of_them(database):
    """By itself the margin is shown to hold; of five builds one would be within it by chance too often."""
    store(database, "bf16", passing(NAMES), info={"bits_per_weight": 16.0})
    store(database, "w4a16", passing(NAMES, some(1)), info={"bits_per_weight": 4.1})
    alone = rank(cohort(database))
    p = alone.not_worse["w4a16"]
    margin = next(share / 1000 for share in range(1, 200) if recommend(rank(cohort(database), margin=share / 1000)).why == "smallest")
    for number in range(4):
        store(database, f"other{number}", passing(NAMES, some(8)), info={"bits_per_weight": 8.0})
    among = rank(cohort(database), margin=margin)
    (pair,) = (pair for pair in among.pairs if (pair.a, pair.b) == ("bf16", "w4a16"))
    assert pair.paired.not_worse
    assert among.not_worse["w4a16"] == pytest.approx(5 * pair.paired.p_not_worse)
    assert (recommend(among).build, p > 0.05) == (None, True)


def test_places_deny_no_two_builds_what_their_verdict_leaves_open(database):
    """Two builds against each other are apart with six templates one way; as one of six pairs they are not, and share their places."""
    store(database, "bf16", passing(NAMES))
    store(database, "int8", passing(NAMES, {NAMES[2 * number] for number in range(7)}))
    assert rank(cohort(database)).ranges == {"bf16": (1, 1), "int8": (2, 2)}
    for number in range(2):
        store(database, f"other{number}", passing(NAMES, {NAMES[2 * number + 1]}))
    found = rank(cohort(database))
    (pair,) = (pair for pair in found.pairs if (pair.a, pair.b) == ("bf16", "int8"))
    assert pair.verdict == "inconclusive"
    assert found.ranges["bf16"] == (1, 4)
    assert any({"bf16", "int8"} <= set(group) for group in found.tiers)


def test_a_rate_of_a_partial_run_has_an_interval_that_holds_at_any_time(database):
    half = {**dict.fromkeys(NAMES), **passing(NAMES[:40], some(10))}
    store(database, "w4a16", half)
    (one,) = rank(cohort(database)).partial
    assert one.interval is not None
    low, high = one.interval
    usual = clustered_wilson([(0, 2)] * 5 + [(2, 2)] * 15)
    assert usual is not None
    assert low < usual[0] < 0.75 < usual[1] < high


def test_of_runs_that_were_all_broken_off_the_one_that_is_nearest_to_its_end_is_gone_on_with(database):
    store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:50])})
    nearest = store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:70])})
    store(database, "w4a16", {**dict.fromkeys(NAMES), **passing(NAMES[:10])})
    (one,) = rank(cohort(database)).partial
    assert (one.unfinished, one.open, one.repeats, one.scored) == (nearest, 10, 3, 70)
