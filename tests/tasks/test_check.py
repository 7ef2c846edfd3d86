from collections.abc import Mapping
from dataclasses import replace

import pytest

from devices.device import Setup
from devices.sim import SimulatedPhone
from tasks import registry
from tasks.answers import answer_text
from tasks.check import check, check_trial, trials_to_check
from tasks.conditions import all_of, created, fact
from tasks.oracle import Oracle, judge
from tasks.play import play
from tasks.suite import trial, trial_with
from tasks.task import Params, Task
from tasks.variation import axes_of

WRONG = [(task.id, wrong.name) for task in registry.tasks().values() for wrong in task.wrong]


def test_every_case_is_as_it_must_be() -> None:
    cases = list(check(1, SimulatedPhone()))
    assert [case for case in cases if case.fault] == []
    assert {case.who for case in cases} >= {"reference", "do-nothing", "random"}
    assert len({case.trial.partition("/")[0] for case in cases}) == 14


@pytest.mark.slow
def test_every_case_is_as_it_must_be_on_twenty_seeds() -> None:
    assert [case for case in check(20, SimulatedPhone()) if case.fault] == []


def test_every_axis_of_every_task_is_checked() -> None:
    axes: dict[str, set[str]] = {}
    for task, one in trials_to_check(1):
        axes.setdefault(task.id, set()).add(one.variation.axis)
    for name, task in registry.tasks().items():
        assert axes[name] <= {"base", *axes_of(task)}


@pytest.mark.parametrize(("task", "name"), WRONG)
def test_a_wrong_trajectory_does_what_its_name_says(task: str, name: str) -> None:
    """It fails by what it did, not because it ran out of steps or never came near its end."""
    known = registry.task(task)
    one = trial(task, 0)
    trace = play(next(wrong.solver for wrong in known.wrong if wrong.name == name), one, SimulatedPhone(), 40)
    verdict = judge(known.oracle(one.params), trace)
    assert not verdict.passed
    assert (trace.ending == "step_limit") is (name == "never says done")
    if name in ("never says done", "says that it cannot be done", "does it, and one thing more"):
        assert verdict.goal_at_end
    if "then" in name or "again" in name:
        assert verdict.goal_reached_step is not None
        assert verdict.kept is False


def test_the_alarm_of_half_past_seven() -> None:
    """The mistakes that a lenient oracle once let pass, each with what it comes to."""
    task = registry.task("clock.set_alarm")
    one = trial_with(task, {"time": "07:30", "others": "09:15"})
    got = {}
    for wrong in task.wrong:
        trace = play(wrong.solver, one, SimulatedPhone(), 40)
        new = [facts for entity, facts in trace.final.items() if entity.startswith("alarm/") and entity not in trace.initial]
        got[wrong.name] = [(facts["hour"], facts["minute"]) for facts in new]
        assert not judge(task.oracle(one.params), trace).passed
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
