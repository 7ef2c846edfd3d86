"""One build against another: families, trials that differ, and those that cannot be held against each other."""

import pytest

from agent_eval.ranking.comparison import compare
from agent_eval.ranking.results import two
from agent_eval.ranking.runs import RankingError
from tests.support.runs import database_in
from tests.support.stored import passing, store, trials, verdict

NAMES = trials(40)
MAIL = {name for name in NAMES if name.startswith("mail.")}
DARK = {name for name in NAMES if name.endswith("theme=dark")}


@pytest.fixture
def database(tmp_path):
    opened = database_in(tmp_path)
    yield opened
    opened.close()


def test_differences_are_told_overall_by_part_by_app_and_by_axis(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, MAIL))
    found = compare(two(database, "bf16", "w4a16"))
    assert (found.overall.a_rate, found.overall.b_rate, found.overall.pair.verdict) == (1.0, 0.75, "worse")
    assert found.overall.pair.p == found.overall.pair.p_adjusted == 2 / 2**10
    assert [(row.family, row.name) for row in found.rows] == [
        ("verdict", "goal reached"), ("verdict", "kept"), ("verdict", "recognised"), ("verdict", "no side effects"),
        ("app", "clock"), ("app", "mail"), ("app", "maps"), ("app", "notes"),
        ("axis", "base"), ("axis", "theme"),
    ]  # fmt: skip
    by_name = {row.name: row for row in found.rows}
    assert (by_name["mail"].a_rate, by_name["mail"].b_rate, by_name["mail"].pair.paired.clusters) == (1.0, 0.0, 10)
    assert by_name["mail"].pair.p_adjusted == pytest.approx(4 * 2 / 2**10)
    assert by_name["clock"].pair.paired.difference == 0
    assert by_name["kept"].pair.paired.trials == 60, "only where both reached the goal"
    assert [(one.axis, one.a, one.b) for one in found.fragility] == [("theme", 0.0, 0.0)]


def test_what_a_variation_costs_one_build_more_is_told(database):
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, DARK))
    (theme,) = compare(two(database, "bf16", "w4a16")).fragility
    assert (theme.a, theme.b, theme.difference, theme.pairs) == (0.0, -1.0, -1.0, 40)
    assert theme.p_adjusted < 0.001


def test_mcnemar_is_given_only_where_a_template_has_one_trial(database):
    single = NAMES[::2]
    store(database, "bf16", passing(single), suite="smoke")
    store(database, "w4a16", passing(single, set(single[:7])), suite="smoke")
    found = compare(two(database, "bf16", "w4a16"))
    assert found.mcnemar == found.overall.pair.p == 2 / 2**7
    store(database, "bf16", passing(NAMES))
    store(database, "w4a16", passing(NAMES, MAIL))
    assert compare(two(database, "bf16", "w4a16")).mcnemar is None


def test_trials_that_went_otherwise_are_listed_with_both_episodes(database):
    a = store(database, "bf16", passing(NAMES, {NAMES[3]}))
    b = store(database, "w4a16", passing(NAMES, {NAMES[5]}))
    lost, gained = compare(two(database, "bf16", "w4a16")).discordant
    assert (lost.trial, lost.gained, lost.a_episode, lost.b_episode) == (NAMES[5], False, f"{a}5"[-10:], f"{b}5"[-10:])
    assert (gained.trial, gained.gained, gained.a_rate, gained.b_rate) == (NAMES[3], True, 0.0, 1.0)


def test_of_repeats_the_episodes_that_show_the_difference_are_listed(database):
    store(database, "bf16", passing(NAMES, {NAMES[0]}))
    second = store(database, "bf16", passing(NAMES))
    b = store(database, "w4a16", passing(NAMES, {NAMES[0]}))
    (lost,) = compare(two(database, "bf16", "w4a16")).discordant
    assert (lost.a_rate, lost.b_rate, lost.a_episode, lost.b_episode) == (0.5, 0.0, f"{second}0"[-10:], f"{b}0"[-10:])


def test_trials_without_a_score_on_one_side_are_listed_and_not_counted(database):
    store(database, "bf16", {**passing(NAMES), NAMES[0]: "timeout"})
    store(database, "w4a16", {**passing(NAMES, {NAMES[0]}), NAMES[1]: None})
    found = compare(two(database, "bf16", "w4a16"))
    assert [(one.trial, one.a, one.b) for one in found.unpaired] == [(NAMES[0], "timeout", "failed"), (NAMES[1], "passed", "missing")]
    assert (found.overall.pair.paired.trials, found.overall.pair.paired.lost, found.discordant) == (78, 0, ())


def test_equivalence_is_a_verdict_of_its_own(database):
    many = trials(300)
    store(database, "bf16", passing(many, {many[0]}))
    store(database, "w4a16", passing(many, {many[2]}))
    found = compare(two(database, "bf16", "w4a16"))
    assert (found.overall.pair.verdict, found.overall.pair.paired.not_worse) == ("equivalent", True)
    strict = compare(two(database, "bf16", "w4a16"), margin=0.001)
    assert (strict.overall.pair.verdict, strict.overall.pair.paired.not_worse) == ("inconclusive", False)


def test_before_all_is_played_nothing_is_equivalent(database):
    many = trials(300)
    store(database, "bf16", passing(many))
    store(database, "w4a16", {**dict.fromkeys(many), **passing(many[:500])})
    found = compare(two(database, "bf16", "w4a16"))
    pair = found.overall.pair
    assert (pair.paired.lost, pair.paired.bounds, pair.paired.equivalent, pair.paired.not_worse) == (0, None, False, False)
    assert (pair.partial, pair.anytime, pair.verdict) == (True, True, "inconclusive")


def test_builds_without_a_scored_trial_in_common_are_refused(database):
    half = len(NAMES) // 2
    store(database, "bf16", {**passing(NAMES[:half]), **dict.fromkeys(NAMES[half:])})
    store(database, "w4a16", {**dict.fromkeys(NAMES[:half]), **passing(NAMES[half:])})
    with pytest.raises(RankingError, match="bf16 and w4a16 have no trial in common that both have a score for"):
        compare(two(database, "bf16", "w4a16"))


def test_a_build_against_itself_differs_in_nothing(database):
    outcomes = {**passing(NAMES, MAIL), NAMES[0]: verdict(False, goal_reached_step=1, kept=False)}
    first, second = (store(database, "bf16", outcomes) for _ in range(2))
    found = compare(two(database, first, second))
    assert (found.overall.pair.paired.difference, found.overall.pair.p, found.discordant) == (0.0, 1.0, ())
    assert {row.pair.p for row in found.rows} == {1.0}
    assert found.overall.pair.verdict != "better"
