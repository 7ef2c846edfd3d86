import importlib
import pkgutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from devices.action import Scroll
from devices.device import Device, Setup
from devices.sim import SimulatedPhone
from devices.state import state_hash
from tasks import registry
from tasks.answers import answer_text
from tasks.check import Case, Job, check, check_job, check_trial, jobs, replays
from tasks.conditions import all_of, created, fact
from tasks.oracle import Oracle, judge
from tasks.play import play
from tasks.proof import exhibits
from tasks.suite import possible, trial, trial_with
from tasks.task import Params, Task, Variation, Wrong
from tasks.workers import spread
from tests.tasks import templates


@pytest.fixture(scope="module")
def phone() -> SimulatedPhone:
    return SimulatedPhone()


def test_every_task_is_proved_by_the_tests_of_its_room() -> None:
    """Each room's file proves its own on twenty seeds and every axis: they are spread over the processes that tests run in."""
    names = [f"{templates.__name__}.{module.name}" for module in pkgutil.iter_modules(templates.__path__)]
    rooms = [room for room in map(importlib.import_module, names) if hasattr(room, "test_everything_is_proved")]
    assert Counter(task for room in rooms for task in room.IDS) == Counter(list(registry.tasks()))


def test_one_task_is_checked_and_none_whose_name_begins_like_it(phone: SimulatedPhone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.check.check_job", lambda job, device: iter([Case(job.task, "base", "reference", "")]))
    assert [case.trial for case in check("contacts.create", 2, phone)] == ["contacts.create"] * 2


@pytest.mark.parametrize("seeds", [1, 3, 20])
def test_every_value_of_every_axis_is_met_once_whatever_the_number_of_seeds(seeds: int) -> None:
    planned = jobs(seeds, "contacts.")
    for name, task in registry.tasks().items():
        if name.startswith("contacts."):
            mine = [job for job in planned if job.task == name]
            assert [job.seed for job in mine] == list(range(seeds))
            met = [varied for job in mine for varied in job.varied]
            able = {Variation(a, v) for seed in range(seeds) for a, values in possible(task, trial(task, seed)).items() for v in values}
            assert set(met) == able
            assert len(met) == len(able)
            sizes = [len(job.varied) for job in mine]
            assert max(sizes) - min(sizes) <= 2


def test_all_means_every_value_with_every_seed() -> None:
    task = registry.task("clock.set_alarm")
    for job in jobs(2, task.id, every=True):
        assert {Variation(a, v) for a, values in possible(task, trial(task, job.seed)).items() for v in values} == set(job.varied)


def test_what_is_played_under_a_variation(phone: SimulatedPhone) -> None:
    job = Job("contacts.edit_phone", 0, (Variation("theme", "dark"), Variation("orientation", "landscape"), Variation("met", "yes")))
    cases = list(check_job(job, phone))
    assert [case for case in cases if case.fault] == []
    assert replays(cases).keys() == {"theme", "orientation", "met"}
    assert replays(cases)["theme"] == (1, 1)  # nothing has moved
    met = {case.who: case.passed for case in cases if case.axis == "met"}
    assert (met["reference"], met["do-nothing"], met["refuses at once"]) == (True, True, False)
    dark = {case.who for case in cases if case.axis == "theme"}
    assert "random" in dark
    assert "reference after a detour" in dark


@pytest.mark.parametrize("name", ["contacts.edit_phone", "settings.turn_on_wifi"])
def test_where_all_is_done_already_whoever_touches_anything_fails(name: str, phone: SimulatedPhone) -> None:
    task = registry.task(name)
    one = trial(task, 0, Variation("met", "yes"))
    oracle = registry.oracle(one)
    looked = play(task.solve, one, phone)
    assert judge(oracle, looked).passed
    assert not [change for step in looked.steps for change in step.changes if change.entity != "screen"]
    base = trial(task, 0)
    for wrong in task.wrong:
        if not wrong.usual:
            trace = play(wrong.solver, one, phone, 40)
            touched = any(change.entity not in ("screen", "clipboard") for step in trace.steps for change in step.changes)
            assert not (judge(oracle, trace).passed and touched), wrong.name
    assert registry.oracle(base).demand != "already_done"


def test_what_cannot_be_done_is_passed_by_refusing_alone(phone: SimulatedPhone) -> None:
    refusable = [task for task in registry.tasks().values() if task.oracle(trial(task, 0).params).demand == "infeasible"]
    assert refusable
    for task in refusable[:3]:
        found = {exhibit.who: exhibit.must for exhibit in exhibits(task, trial(task, 0), phone)}
        assert (found["do-nothing"], found["refuses at once"], found["reference"]) == ("fail", "pass", "pass")


def test_after_a_reset_nothing_is_left_of_any_task(phone: SimulatedPhone) -> None:
    phone.reset(Setup())
    baseline = state_hash(phone.state())
    starts: dict[str, str] = {}
    for order in (list(registry.tasks()), list(reversed(registry.tasks()))):
        for name in order[::9]:
            one = trial(name, 1)
            phone.reset(one.setup)
            assert starts.setdefault(name, state_hash(phone.state())) == state_hash(phone.state())
            play(registry.task(name).solve, one, phone)
        phone.reset(Setup())
        assert state_hash(phone.state()) == baseline


def _count(job: Job, phone: Device) -> Sequence[Case]:
    return list(check_job(job, phone))


def test_several_processes_find_what_one_finds() -> None:
    planned = [Job("settings.turn_on_wifi", seed, ()) for seed in range(2)]
    alone, together = list(spread(_count, planned, 1)), list(spread(_count, planned, 2))
    assert alone == together
    assert len(alone) == 2


def test_the_alarm_of_half_past_seven() -> None:
    """The mistakes that a lenient oracle once let pass, each with what it comes to."""
    task = registry.task("clock.set_alarm")
    one = trial_with(task, {"time": "07:30", "others": "09:15"})
    got = {}
    for wrong in task.wrong:
        trace = play(wrong.solver, one, SimulatedPhone(), 40)
        new = [facts for entity, facts in trace.final.items() if entity.startswith("alarm/") and entity not in trace.initial]
        got[wrong.name] = [(facts["hour"], facts["minute"]) for facts in new]
        assert not judge(registry.oracle(one), trace).passed
    assert got["types the hour somewhere and says done"] == []
    assert got["the other half of the day"] == [(19, 30)]
    assert got["a wrong minute, as 7:03 for 7:30"] == [(7, 3)]
    assert got["never saves it"] == []
    assert got["saves it, then deletes it"] == []
    assert got["saves a second one as well"] == [(7, 30), (7, 31)]


def _faults(task: Task, seed: int = 0) -> set[str]:
    return {case.who for case in check_trial(task, trial(task, seed), SimulatedPhone()) if case.fault}


def _lenient(params: Params) -> Oracle:
    return Oracle(goal=created("alarm", {"minute": int(str(params["time"])[3:])}))


BROKEN: Mapping[str, tuple[Task, str]] = {
    "an oracle that looks at the minute only": (replace(registry.task("clock.set_alarm"), oracle=_lenient), "the other half of the day"),
    "an oracle that asks for more than the goal says": (
        replace(
            registry.task("clock.start_timer"),
            oracle=lambda params: Oracle(goal=all_of(fact("timer", "state", "running"), fact("timer", "duration", 1))),
        ),
        "reference",
    ),
    "an oracle of a fact that there is not": (
        replace(registry.task("contacts.find_phone"), oracle=lambda params: Oracle(goal=fact("phone", "x", 1), answer=answer_text("x"))),
        "reference",
    ),
    "a solution that stops short": (
        replace(registry.task("contacts.create"), solve=registry.task("contacts.create").wrong[0].solver),
        "reference",
    ),
    "a wrong trajectory that never gets anywhere": (
        replace(
            registry.task("contacts.delete"),
            wrong=(Wrong("deletes somebody else", lambda seen, params, history: Scroll(direction="down")),),
        ),
        "deletes somebody else",
    ),
    "a wrong trajectory that is right": (
        replace(
            registry.task("contacts.delete"),
            wrong=(replace(registry.task("contacts.delete").wrong[0], solver=registry.task("contacts.delete").solve),),
        ),
        "deletes somebody else",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_task_is_found(name: str) -> None:
    task, who = BROKEN[name]
    assert who in _faults(task)


def test_a_set_up_that_meets_the_goal_makes_no_trial() -> None:
    met = replace(registry.task("settings.turn_on_wifi"), setup=lambda params: Setup(facts={"settings": {"wifi": True}}))
    with pytest.raises(registry.TaskError, match="holds before anything is done"):
        trial(met, 0)
    other = replace(registry.task("settings.turn_on_wifi"), oracle=lambda params: Oracle(goal=fact("settings", "wifi", False)))
    with pytest.raises(registry.TaskError, match="holds before anything is done"):
        trial(other, 0)
