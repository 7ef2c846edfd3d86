import itertools
import json
import os
import subprocess
import sys

import pytest

from devices.device import Setup
from tasks import registry, variation
from tasks.params import Choice, Integer, Phone, TimeOfDay
from tasks.registry import TaskError
from tasks.suite import SuiteError, generator, sample_trial, suite, training_trials, trial, trial_with
from tasks.task import Task, Variation

HASHES = """
from tasks.suite import suite, training_trials
import itertools
print(suite("smoke", 40, 3).hash, *(trial.hash for trial in itertools.islice(training_trials(4), 20)))
"""


def test_the_same_seed_gives_the_same_trials_whatever_the_host() -> None:
    printed = set()
    for hash_seed, zone in (("0", "UTC"), ("1", "Asia/Kolkata"), ("4711", "America/New_York")):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone, "LC_ALL": "C", "LANG": "C"}
        ran = subprocess.run([sys.executable, "-c", HASHES], env=environment, capture_output=True, text=True, check=True)
        printed.add(ran.stdout)
    here = [suite("smoke", 40, 3).hash, *(t.hash for t in itertools.islice(training_trials(4), 20))]
    assert printed == {" ".join(here) + "\n"}


def test_smoke_passes_through_every_app_with_pairs() -> None:
    trials = suite("smoke").trials
    assert len(trials) == 12
    assert len({t.id for t in trials}) == 12
    assert {registry.task(t.task).apps[0] for t in trials} == {"settings", "clock", "contacts"}
    assert {"settings.turn_on_wifi", "clock.set_alarm"} <= {t.task for t in trials}
    varied = [t for t in trials if t.variation != variation.BASE]
    assert len(varied) == 4
    for one in varied:
        partner = next(t for t in trials if (t.task, t.seed) == (one.task, one.seed) and t.variation == variation.BASE)
        assert (partner.params, partner.goal, partner.version) == (one.params, one.goal, one.version)
        assert partner.setup != one.setup


@pytest.mark.parametrize("count", [1, 5, 100])
def test_a_suite_can_have_any_number_of_trials_and_a_longer_one_begins_with_a_shorter(count: int) -> None:
    trials = suite("smoke", count, 2).trials
    assert len(trials) == count
    assert suite("smoke", 120, 2).trials[:count] == trials


def test_a_long_suite_holds_no_trial_twice_and_every_template_and_axis() -> None:
    trials = suite("smoke", 300).trials
    assert len({t.id for t in trials}) == 300
    assert {t.task for t in trials} == set(registry.tasks())
    assert {t.variation.axis for t in trials} == {"base", *variation.AXES}
    assert all(t.split == "test" for t in trials)


def test_other_seeds_give_other_trials() -> None:
    assert not {t.hash for t in suite("smoke", 60, 1).trials} & {t.hash for t in suite("smoke", 60, 2).trials}


def test_training_trials_hold_training_values_only() -> None:
    meant = {"time": TimeOfDay, "minutes": Integer, "phone": Phone}
    scored = {(name, t.params[name]) for t in suite("smoke", 400).trials for name in meant if name in t.params}
    trained = {(name, t.params[name]) for t in itertools.islice(training_trials(0), 400) for name in meant if name in t.params}
    assert scored
    assert trained
    assert not scored & trained


def test_training_trials_come_from_every_template_and_axis() -> None:
    trials = list(itertools.islice(training_trials(9), 400))
    assert {t.task for t in trials} == set(registry.tasks())
    assert {part.partition("=")[0] for t in trials for part in t.variation.value.split("+") if part} == set(variation.AXES)
    assert all(t.split == "train" for t in trials)
    assert sample_trial(5) == sample_trial(5) != sample_trial(6)


def test_a_goal_shows_words_and_no_placeholder() -> None:
    alarm = trial_with(registry.task("clock.set_alarm"), {"time": "07:30", "others": "06:00"})
    assert "7:30 AM" in alarm.goal
    for task in registry.tasks().values():
        for seed in range(8):
            goal = trial(task, seed).goal
            assert "{" not in goal
            assert goal[0].isupper()


def test_every_wording_is_drawn_and_hangs_on_the_seed_alone() -> None:
    task = registry.task("settings.turn_on_wifi")
    assert {trial(task, seed).goal for seed in range(40)} == set(task.goals)


def test_a_trial_is_plain_data() -> None:
    one = trial("contacts.create", 1, Variation("front", "Clock"))
    assert json.loads(json.dumps(one.to_json()))["params"] == one.params
    assert one.id == "contacts.create/1/front=Clock"
    assert one.setup.front == "Clock"


def test_a_goal_that_holds_at_the_start_is_refused() -> None:
    font = registry.task("settings.set_font_size")
    with pytest.raises(TaskError, match="holds before anything is done"):
        trial_with(font, {"size": 1.0, "before": 1.0})
    always = Task(
        **{**{name: getattr(font, name) for name in font.__slots__}, "params": {"size": Choice((1.0,)), "before": Choice((1.0,))}}
    )
    with pytest.raises(TaskError, match="in 50 draws of seed 3"):
        trial(always, 3)


def test_a_set_up_that_leaves_the_goal_open_is_refused() -> None:
    font = registry.task("settings.set_font_size")
    silent = Task(**{**{name: getattr(font, name) for name in font.__slots__}, "setup": lambda params: Setup()})
    with pytest.raises(TaskError, match="leaves open"):
        trial(silent, 0)


def test_an_unknown_suite_or_size_is_refused_in_a_sentence() -> None:
    with pytest.raises(SuiteError, match="'smok': did you mean smoke"):
        suite("smok")
    with pytest.raises(SuiteError, match="there is smoke"):
        suite("xyz")
    with pytest.raises(SuiteError, match="at least 1 trial"):
        suite("smoke", 0)


def test_a_generator_hangs_on_its_parts_and_their_order() -> None:
    assert generator("a", 1).random() == generator("a", 1).random()
    assert len({generator(*parts).random() for parts in (("a", 1), (1, "a"), ("a", "1"), ("a1",))}) == 4
