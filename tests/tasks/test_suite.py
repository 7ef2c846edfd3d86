import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from devices.device import Setup
from devices.sim import SimulatedPhone
from devices.state import Value
from tasks import plan, registry, variation
from tasks.oracle import judge
from tasks.params import Choice, Integer, Phone, Several, TimeOfDay, several
from tasks.play import play
from tasks.registry import TaskError
from tasks.suite import SUITES, SuiteError, generator, read_entries, sample_trial, suite, training_trials, trial, trial_with
from tasks.task import Params, Task, Variation

HASHES = """
import datetime, itertools, sys, time

host = datetime.datetime.fromisoformat(sys.argv[1])

class Dated(datetime.datetime):
    now = utcnow = today = classmethod(lambda cls, tz=None: cls.fromisoformat(sys.argv[1]).replace(tzinfo=tz))

class Today(datetime.date):
    today = classmethod(lambda cls: cls.fromisoformat(sys.argv[1][:10]))

datetime.datetime, datetime.date, time.time = Dated, Today, host.timestamp
assert datetime.datetime.now().year == datetime.date.today().year == time.localtime(time.time()).tm_year == host.year

from tasks.suite import suite, training_trials
print(*(suite(name, 60, 3).hash for name in ("smoke", "core", "full")), suite("core").hash)
print(*(trial.hash for trial in itertools.islice(training_trials(4), 20)))
"""
HOSTS = (
    ("0", "UTC", "2026-03-02T09:41:00"),
    ("1", "Asia/Kolkata", "1999-12-31T23:59:50"),
    ("4711", "America/New_York", "2031-03-09T02:30:00"),
)
"""Hash seed, time zone, and the host's date: the last one is a time that its zone skips."""


def test_the_same_seed_gives_the_same_trials_whatever_the_host() -> None:
    printed = set()
    for hash_seed, zone, date in HOSTS:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": zone, "LC_ALL": "C", "LANG": "C"}
        ran = subprocess.run([sys.executable, "-c", HASHES, date], env=environment, capture_output=True, text=True, check=True)
        printed.add(ran.stdout)
    hashes = [*(suite(name, 60, 3).hash for name in SUITES), suite("core").hash]
    here = [" ".join(hashes), " ".join(t.hash for t in itertools.islice(training_trials(4), 20))]
    assert printed == {"\n".join(here) + "\n"}


def test_nothing_asks_the_host_for_the_time() -> None:
    """A trial that hung on the host's clock would be another one tomorrow."""
    sources = [path for room in ("tasks", "devices") for path in (Path(__file__).parents[2] / room).rglob("*.py")]
    asking = [
        path.name for path in sources for word in (".now()", ".today()", "time.time(", "utcnow") if word in path.read_text(encoding="utf-8")
    ]
    assert asking == []


def test_no_pair_looks_the_same_all_the_way() -> None:
    """A variation that lies beside the way could not tell what breaks a build. A theme shows in pictures alone."""
    phone = SimulatedPhone()
    alike = {
        (pair.axis, pair.partner.id) for pair in suite("core").pairs() if plan.looks(pair.base, phone) == plan.looks(pair.partner, phone)
    }
    assert {axis for axis, _ in alike} <= plan.ONLY_IN_PICTURES, sorted(alike)


def test_smoke_is_short_and_passes_through_many_apps_with_pairs() -> None:
    smoke = suite("smoke")
    assert len(smoke.trials) == len({t.id for t in smoke.trials}) == 12
    assert len({room for t in smoke.trials for room in registry.task(t.task).apps}) >= 10
    assert {"settings.turn_on_wifi", "clock.set_alarm"} <= {t.task for t in smoke.trials}
    assert len(smoke.pairs()) == 3


@pytest.mark.parametrize(("name", "least"), [("core", 200), ("full", 1000)])
def test_a_long_suite_holds_no_trial_twice_and_every_template_and_axis(name: str, least: int) -> None:
    whole = suite(name)
    assert len(whole.trials) == len({t.id for t in whole.trials}) >= least
    assert {t.task for t in whole.trials} == set(registry.tasks())
    counted = whole.pairs_per_axis()
    assert sum(counted.values()) == len(whole.pairs())
    assert counted.keys() == variation.AXES.keys()
    # Axes that only few templates know come as often as those can bear them; all others alike.
    usual = [
        count for axis, count in counted.items() if axis not in ("permission", "maker", "met", "list_length", "distractors", "control")
    ]
    assert max(usual) - min(usual) <= max(2, 0.2 * max(usual))
    assert min(counted.values()) >= 1
    assert all(t.split == "test" for t in whole.trials)


def test_the_full_suite_has_every_value_of_every_axis() -> None:
    met = {(pair.axis, pair.value) for pair in suite("full").pairs()}
    assert met == {(axis, value) for axis, values in variation.AXES.items() for value in values}


@pytest.mark.parametrize("name", SUITES)
def test_a_pair_differs_in_one_axis_and_in_nothing_else(name: str) -> None:
    for pair in suite(name).pairs():
        base, partner = pair.base, pair.partner
        assert (base.variation, partner.variation) == (variation.BASE, Variation(pair.axis, pair.value))
        assert (base.task, base.seed, base.params, base.goal, base.version) == (
            partner.task,
            partner.seed,
            partner.params,
            partner.goal,
            partner.version,
        )
        assert base.setup != partner.setup


def test_the_files_stand_as_they_would_be_written() -> None:
    assert plan.stale() == []


@pytest.mark.parametrize("count", [1, 5, 100])
def test_a_suite_can_have_any_number_of_trials_and_a_longer_one_begins_with_a_shorter(count: int) -> None:
    trials = suite("smoke", count, 2).trials
    assert len(trials) == count
    assert suite("smoke", 120, 2).trials[:count] == trials
    assert len({t.id for t in trials}) == count


GOOD = """[[base]]
task = "settings.turn_on_wifi"
seed = 0
partners = ["theme=dark", "locale=de"]

[[base]]
task = "clock.set_alarm"
seed = 7
partners = []
"""


def test_a_file_is_read_in_order(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8")
    first, second = read_entries(file)
    assert (first.task, first.seed) == ("settings.turn_on_wifi", 0)
    assert first.partners == (Variation("theme", "dark"), Variation("locale", "de"))
    assert (second.task, second.seed, second.partners) == ("clock.set_alarm", 7, ())


@pytest.mark.parametrize(
    ("good", "bad", "sentence"),
    [
        ("theme=dark", "theem=dark", ":4: there is no axis 'theem': did you mean 'theme'?"),
        ("theme=dark", "theme=pink", ":4: there is no value 'pink' on the axis 'theme': there are dark"),
        ("theme=dark", "theme", ":4: 'theme' is no partner: expected axis=value"),
        ("theme=dark", "locale=de", ":4: locale=de is a partner of settings.turn_on_wifi with seed 0 already"),
        ("theme=dark", "list_order=descending", ":4: list_order=descending changes nothing about settings.turn_on_wifi with seed 0"),
        ('"clock.set_alarm"', '"clock.set_alram"', ":7: There is no task 'clock.set_alram': did you mean clock.set_alarm"),
        (
            '"clock.set_alarm"\nseed = 7',
            '"settings.turn_on_wifi"\nseed = 0',
            ":7: settings.turn_on_wifi with seed 0 is in this suite",
        ),
        ("seed = 7", "seed = 1000", ":8: the seed is 1000: expected 0 to 999"),
        ("seed = 7", 'seed = "7"', ":8: a base trial needs seed (int)"),
        ("partners = []", "partners = []\ncolour = 1", ":10: a base trial has no 'colour'"),
        ("\nseed = 7", "", ":6: a base trial needs seed (int)"),
        ("[[base]]", "[base]", "not TOML"),
        ("seed = 7", "seed = ", "not TOML"),
        (GOOD, "title = 1", "expected base trials, each under a line [[base]]"),
        (GOOD, "", "expected base trials"),
    ],
)
def test_a_fault_in_a_file_is_told_with_its_place(tmp_path: Path, good: str, bad: str, sentence: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace(good, bad), encoding="utf-8")
    with pytest.raises(SuiteError) as caught:
        read_entries(file)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(str(file))


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        (b'[[base]]\ntask = "caf\xe9"\n', ":2: not TOML: it holds the byte 0xe9"),
        (b"\x00", ":1: not TOML"),
        (b'[[base]]\ntask = "cut off', ":2: not TOML"),
        (b"[[base]]\ntask = " + b"[" * 50_000, "not TOML that can be read"),
        (b'[[base]]\ntask = "contacts.create"\nseed = ' + b"9" * 5000 + b"\npartners = []\n", "not TOML that can be read"),
        (b'[[base]]\ntask = "contacts.create"\nseed = 1\npartners = []\n\n[other]\n', ":6: expected base trials"),
        (b'[[base]]\ntask = "contacts.create"\nseed = 1\npartners = [1]\n', ":4: 1 is no partner"),
        (b"# none\n\nbase = []\n", ":3: expected base trials"),
        (b'base = [{task = "contacts.create", seed = 1, partners = []}]\n', ":1: expected base trials"),
    ],
)
def test_a_file_that_is_hardly_one_is_told_with_its_line(tmp_path: Path, held: bytes, sentence: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(held)
    with pytest.raises(SuiteError) as caught:
        read_entries(file)
    assert str(caught.value).startswith(str(file))
    assert sentence in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="cannot be read"):
        read_entries(tmp_path / "none.toml")


def test_other_seeds_give_other_trials() -> None:
    assert not {t.id for t in suite("smoke", 60, 1).trials} & {t.id for t in suite("smoke", 60, 2).trials}


def test_training_trials_hold_training_values_only() -> None:
    meant = {"time": TimeOfDay, "minutes": Integer, "phone": Phone}
    scored = {(name, t.params[name]) for t in suite("smoke", 400).trials for name in meant if name in t.params}
    trained = {(name, t.params[name]) for t in itertools.islice(training_trials(0), 400) for name in meant if name in t.params}
    assert scored
    assert trained
    assert not scored & trained


def test_training_trials_come_from_every_template_and_axis() -> None:
    trials = list(itertools.islice(training_trials(9), 4000))
    assert {t.task for t in trials} == set(registry.tasks())
    assert {part.axis for t in trials for part in variation.parts(t.variation)} == set(variation.AXES)
    assert all(t.split == "train" for t in trials)
    assert sample_trial(5) == sample_trial(5) != sample_trial(6)


def test_a_mixture_is_judged_by_all_its_parts() -> None:
    mixed = [t for t in itertools.islice(training_trials(2), 400) if any(part.axis == "met" for part in variation.parts(t.variation))]
    assert mixed
    for one in mixed:
        assert registry.oracle(one).demand == "already_done"


def test_a_goal_shows_words_and_no_placeholder() -> None:
    alarm = trial_with(registry.task("clock.set_alarm"), {"time": "07:30", "others": "06:00"})
    assert "7:30 AM" in alarm.goal
    for task in registry.tasks().values():
        for seed in range(8):
            goal = trial(task, seed).goal
            assert "{" not in goal
            assert not goal[0].islower()


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
    with pytest.raises(TaskError, match=r"settings\.py:\d+: the goal of task 'settings\.set_font_size' holds before anything is done"):
        trial_with(font, {"size": 1.0, "before": 1.0})
    always = Task(
        **{**{name: getattr(font, name) for name in font.__slots__}, "params": {"size": Choice((1.0,)), "before": Choice((1.0,))}}
    )
    with pytest.raises(TaskError, match="in 50 draws of seed 3"):
        trial(always, 3)


def test_parameters_that_a_template_keeps_apart_hold_no_value_in_common() -> None:
    kept = [task for task in registry.tasks().values() if task.apart]
    assert kept
    for task in kept:
        for seed in (*range(200), 770031):
            params = trial(task, seed).params
            for group in task.apart:
                values = [value for name in group for value in _values(task, name, params)]
                assert len(values) == len(set(values)), (task.id, seed, group)
    alike = dict.fromkeys(kept[0].apart[0], Choice(("one",)))
    with pytest.raises(TaskError, match="alike that it keeps apart"):
        trial(replace(kept[0], params={**kept[0].params, **alike}), 0)


def _values(task: Task, name: str, params: Params) -> list[Value]:
    return several(params[name]) if isinstance(task.params[name], Several) else [params[name]]


def _alike(task: Task, base: Params) -> Iterator[tuple[str, Params]]:
    """For every two parameters of one kind that a template does not keep apart: their names, and parameters in which both hold a value."""
    for one, other in itertools.combinations(task.params, 2):
        first, second = (kind.param if isinstance(kind, Several) else kind for kind in (task.params[one], task.params[other]))
        if isinstance(first, Choice) and isinstance(second, Choice):
            values = [value for value in first.values if value in second.values]
        else:
            values = _values(task, one, base) if first == second else []
        if values and not any({one, other} <= set(group) for group in task.apart):
            made = {
                name: json.dumps([values[0], *_values(task, name, base)[1:]]) if isinstance(task.params[name], Several) else values[0]
                for name in (one, other)
            }
            yield f"{task.id}: {one} and {other}", base | made


def test_parameters_that_may_be_drawn_alike_spoil_no_trial() -> None:
    """Sooner or later they are. A trial that asks for nothing then is drawn anew; any other one must be as solvable as before."""
    phone, spoilt, tried = SimulatedPhone(), list[str](), 0
    for task in registry.tasks().values():
        for pair, params in _alike(task, trial(task, 0).params):
            tried += 1
            try:
                one = trial_with(task, params)
            except TaskError:
                continue
            if not judge(registry.oracle(one), play(task.solve, one, phone)).passed:
                spoilt.append(pair)
    assert spoilt == []
    assert tried > 100


def test_a_set_up_that_leaves_the_goal_open_is_refused() -> None:
    font = registry.task("settings.set_font_size")
    silent = Task(**{**{name: getattr(font, name) for name in font.__slots__}, "setup": lambda params: Setup()})
    with pytest.raises(TaskError, match="leaves open"):
        trial(silent, 0)


def test_an_unknown_suite_or_size_is_refused_in_a_sentence() -> None:
    with pytest.raises(SuiteError, match="'smok': did you mean smoke"):
        suite("smok")
    with pytest.raises(SuiteError, match="there are smoke, core, full"):
        suite("xyz")
    with pytest.raises(SuiteError, match="at least 1 trial"):
        suite("smoke", 0)


def test_a_generator_hangs_on_its_parts_and_their_order() -> None:
    assert generator("a", 1).random() == generator("a", 1).random()
    assert len({generator(*parts).random() for parts in (("a", 1), (1, "a"), ("a", "1"), ("a1",))}) == 4


def test_a_fault_of_a_template_is_not_put_down_to_a_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "smoke.toml"
    file.write_text('[[base]]\ntask = "clock.set_alarm"\nseed = 0\npartners = []\n', encoding="utf-8")

    def faulty() -> None:
        raise TaskError("clock.py:3: task 'x' has no goal")

    monkeypatch.setattr(registry, "tasks", faulty)
    with pytest.raises(TaskError, match=r"^clock\.py:3: task 'x' has no goal$"):
        read_entries(file)
