"""What is known of how builds differ, and the trials that follow from it."""

from random import Random

import pytest

from agent_eval.ranking.intervals import clustered_wilson
from agent_eval.ranking.planning import FEW, Shape, correlation, known, needed, possible, shapes, visible
from agent_eval.ranking.power import trials_needed
from agent_eval.ranking.results import cohort
from tasks.suite import SUITES, suite
from tests.support.runs import database_in
from tests.support.stored import passing, store, trials

NAMES = trials(40)
WIDE = Shape("wide", 10_000, 10_000)


def test_the_shapes_are_those_of_the_suites():
    assert list(shapes()) == list(SUITES)
    smoke = suite("smoke")
    assert shapes()["smoke"] == Shape("smoke", len(smoke.trials), len({one.task for one in smoke.trials}))


def test_what_is_known_is_how_often_each_build_and_the_yardstick_differed(tmp_path):
    with database_in(tmp_path) as database:
        store(database, "w4a16", passing(NAMES, set(NAMES[:8])))
        store(database, "int8", passing(NAMES, {NAMES[20], NAMES[30]}))
        store(database, "bf16", passing(NAMES, {NAMES[20]}))
        store(database, "random", passing(NAMES, set(NAMES)))
        found = cohort(database)
    one, other = sorted(known(found, "bf16"), key=lambda each: each.b)
    assert (one.a, one.b, one.trials, one.templates, one.discordance) == ("bf16", "int8", 80, 40, 1 / 80)
    assert (other.b, other.discordance, other.difference) == ("w4a16", 9 / 80, pytest.approx(-7 / 80))
    assert one.interval == pytest.approx(clustered_wilson([(1, 2)] + 39 * [(0, 2)]))
    assert other.interval == pytest.approx(clustered_wilson(4 * [(2, 2)] + [(1, 2)] + 35 * [(0, 2)])), "eight of the nine come in twos"
    assert known(found, found.results[0].hash[:8]) == known(found, found.results[0].build)
    assert {each.a for each in known(found, "random")} == {"random"}, "a baseline that is asked for"
    assert {(each.a, each.b) for each in known(found, "nobody")} == {("bf16", "int8"), ("bf16", "w4a16"), ("int8", "w4a16")}


def test_correlation_is_1_for_equal_trials_and_0_for_independent_ones():
    rng = Random(1)
    template = {f"{task}/{number}": str(task) for task in range(3000) for number in range(2)}
    drawn = {task: rng.choice([-1, 0, 1]) for task in set(template.values())}
    assert correlation({trial: drawn[task] for trial, task in template.items()}, template) == pytest.approx(1)
    assert correlation({trial: rng.choice([-1, 0, 1]) for trial in template}, template) < 0.05
    half = {trial: drawn[task] if rng.random() < 0.5**0.5 else rng.choice([-1, 0, 1]) for trial, task in template.items()}
    assert correlation(half, template) == pytest.approx(0.5, abs=0.05)
    assert correlation({"a/0": 1.0, "b/0": 0.0}, {"a/0": "a", "b/0": "b"}) is None
    assert correlation(dict.fromkeys(template, 0.0), template) is None, "builds that did all alike say nothing of how they would differ"
    assert correlation({"a/0": 1.0, "a/1": -1.0, "b/0": 0.0}, {"a/0": "a", "a/1": "a", "b/0": "b"}) == pytest.approx(-1.5), "as it comes"


def test_an_estimate_below_0_is_kept_beside_the_0_that_is_planned_by(tmp_path):
    # One trial of each of four templates: where one differs, the other never does.
    with database_in(tmp_path) as database:
        store(database, "bf16", passing(NAMES))
        store(database, "w4a16", passing(NAMES, set(NAMES[:8:2])))
        (one,) = known(cohort(database), "bf16")
    assert one.estimate is not None
    assert one.estimate < 0
    assert one.correlation == 0


@pytest.mark.parametrize(("templates", "few"), [(FEW - 1, True), (FEW, False)])
def test_builds_with_few_templates_in_common_are_marked(tmp_path, templates, few):
    names = trials(templates)
    with database_in(tmp_path) as database:
        store(database, "bf16", passing(names))
        store(database, "w4a16", passing(names, {names[0]}))
        (one,) = known(cohort(database), "bf16")
    assert (one.templates, one.few) == (templates, few)


def test_a_suite_of_one_trial_a_template_needs_what_independent_trials_need():
    assert needed(0.05, 0.2, 0.9, WIDE) == trials_needed(0.05, 0.2)


def test_alike_trials_of_a_template_are_worth_less():
    core = Shape("core", 448, 224)
    independent = trials_needed(0.1, 0.2)
    assert needed(0.1, 0.2, 0.0, core) == independent
    assert needed(0.1, 0.2, 0.5, core) == pytest.approx(1.5 * independent, abs=1)


def test_beyond_a_suite_s_length_its_templates_are_given_more_trials_which_tell_less_and_less():
    core = Shape("core", 448, 224)
    independent = trials_needed(0.05, 0.2)
    asked = needed(0.05, 0.2, 0.2, core)
    assert asked is not None
    assert asked > 448
    assert asked == pytest.approx(independent * (1 + (asked / 224 - 1) * 0.2), abs=1), "the design effect at that many trials a template"
    assert needed(0.05, 0.2, 0.5, core) is None, "224 templates that are so alike within are worth 448 trials at most"


def test_no_number_of_trials_finds_a_difference_that_cannot_be():
    assert needed(0.05, 0.027, 0.0, WIDE) is None
    assert (possible(0.05, 0.027), possible(0.05, 0.05), possible(0.05, 0.0)) == (False, True, False)
    rounded = 0.1 + 0.2 - 0.2  # 0.10000000000000003
    assert possible(rounded, 0.1)
    assert needed(rounded, 0.1, 0.0, WIDE) == trials_needed(0.1, 0.1)
    assert needed(0.05, 0.05, 0.0, WIDE) == trials_needed(0.05, 0.05), "the largest that can be"


def test_what_is_visible_is_what_as_many_trials_as_needed_find():
    count = trials_needed(0.05, 0.2)
    (seen,) = visible(Shape("wide", count, count), [0.2], 0.0)
    assert seen is not None
    assert seen == pytest.approx(0.05, abs=0.001)
    assert visible(Shape("tiny", 5, 5), [0.2], 0.0) == [None]
    assert visible(WIDE, [0.0], 0.0) == [None], "builds that never differ"
