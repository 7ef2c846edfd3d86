"""A run is decided by whole templates in the order of the plan, whichever episode ends first."""

import random

from agent_eval.ranking.results import MISSING, clusters, cohort, outcomes
from agent_eval.ranking.stopping import Race, decide
from tests.support.runs import database_in
from tests.support.stored import passing, store, trials

NAMES = trials(20)
PLAN = [(name, name.split("/")[0]) for name in NAMES]
PASSED = dict.fromkeys(NAMES, (True,))


def test_it_is_decided_after_eight_templates_that_all_went_one_way():
    race = Race(PLAN, PASSED)
    states = [race.end(name, (False,)) for name in NAMES]
    assert states.index("worse") == 2 * 8 - 1
    assert (race.decider.m, race.decider.k) == (20, 0)


def test_templates_wait_for_all_of_their_trials_and_for_those_before_them():
    race = Race(PLAN, PASSED)
    for name in NAMES[1:]:
        assert race.end(name, (False,)) == "undecided"
    assert race.decider.m == 0
    assert race.end(NAMES[0], (True,)) == "worse"
    assert race.decider.m == 20


def test_the_order_in_which_episodes_end_changes_nothing():
    rng = random.Random(5)
    scores = {name: rng.random() < 0.4 for name in NAMES}
    evidence = set()
    for _ in range(20):
        race = Race(PLAN, PASSED)
        order = list(NAMES)
        rng.shuffle(order)
        for name in order:
            race.end(name, (scores[name],))
        evidence.add((race.decider.m, race.decider.k, race.decider.p))
    assert len(evidence) == 1


def test_trials_without_a_score_say_nothing():
    race = Race(PLAN, dict.fromkeys(NAMES[:10], (True,)))
    for name in NAMES:
        race.end(name, () if name == NAMES[0] else (False,))
    assert (race.decider.m, race.decider.k) == (5, 0)


def test_a_trial_that_is_told_of_twice_counts_once():
    race = Race(PLAN, PASSED)
    race.end(NAMES[0], (False,))
    race.end(NAMES[0], (False,))
    race.end(NAMES[1], (True,))
    assert (race.decider.m, race.decider.e) == (1, 1.0)


def test_a_template_that_was_won_and_lost_alike_says_nothing():
    race = Race(PLAN, {name: (number % 2 == 0,) for number, name in enumerate(NAMES)})
    for number, name in enumerate(NAMES):
        race.end(name, (number % 2 == 1,))
    assert race.decider.m == 0


def test_the_stored_results_are_taken_as_far_as_both_have_played(tmp_path):
    with database_in(tmp_path) as database:
        store(database, "bf16", passing(NAMES))
        store(database, "w4a16", {**passing(NAMES, set(NAMES)), NAMES[12]: None})
        a, b = sorted(cohort(database).results, key=lambda results: results.build)
    ended = {item.trial for item in b.items if item.outcome != MISSING}
    decider = decide(clusters(b.items), ended, outcomes(a.items), outcomes(b.items))
    assert (decider.m, decider.k) == (6, 0), "what was played after the first open trial may have been chosen by how fast it was"
