from dataclasses import fields, replace

import pytest

from devices.device import Layout, Setup
from devices.sim import SimulatedPhone
from tasks import registry, variation
from tasks.suite import trial
from tasks.task import Variation

ALARM = registry.task("clock.set_alarm")
PARAMS = {"time": "07:30", "others": "06:00"}


@pytest.mark.parametrize(("axis", "value"), [(axis, value) for axis, values in variation.AXES.items() for value in values])
def test_an_axis_changes_one_thing_of_the_set_up_and_the_phone_takes_it(axis: str, value: str) -> None:
    base = ALARM.setup(PARAMS)
    varied = variation.apply(Variation(axis, value), ALARM, PARAMS, base)
    differing = [f.name for f in fields(Setup) if getattr(varied, f.name) != getattr(base, f.name)]
    expected = {"distractors": "facts", "front": "front", "popup": "popup", "clock": "now"}.get(axis, "layout")
    assert differing == [expected]
    SimulatedPhone().reset(varied)


def test_distractors_resemble_the_one_meant_and_are_not_it() -> None:
    setup = variation.apply(Variation("distractors", "similar"), ALARM, PARAMS, ALARM.setup(PARAMS))
    times = {(facts["hour"], facts["minute"]) for facts in setup.facts.values()}
    assert {(19, 30), (8, 30), (7, 3), (6, 0)} == times


@pytest.mark.parametrize("task", registry.tasks())
def test_distractors_leave_the_goal_unmet_and_unambiguous(task: str) -> None:
    known = registry.task(task)
    if "distractors" not in known.axes:
        return
    for seed in range(20):
        one = trial(known, seed, Variation("distractors", "similar"))
        goal = known.oracle(one.params).goal
        assert goal is None or not goal.check(one.setup.facts, one.setup.facts).holds
        for entity, facts in trial(known, seed).setup.facts.items():
            assert facts.items() <= one.setup.facts[entity].items()


def test_a_task_about_the_theme_or_the_font_size_fixes_it_itself() -> None:
    font = trial("settings.set_font_size", 0)
    assert not variation.applies(registry.task(font.task), "font_scale", font.setup)
    assert variation.applies(registry.task(font.task), "theme", font.setup)
    assert not variation.applies(registry.task(font.task), "list_order", font.setup)


def test_a_mixture_is_all_its_parts() -> None:
    mixed = variation.apply(Variation("mixed", "theme=dark+popup=update+screen=720x1600@280"), ALARM, PARAMS, ALARM.setup(PARAMS))
    assert mixed == replace(ALARM.setup(PARAMS), popup="update", layout=Layout(theme="dark", width=720, height=1600, density=280))


@pytest.mark.parametrize("wrong", [Variation("weather", "rain"), Variation("theme", "pink"), Variation("mixed", "theme=dark+nonsense")])
def test_an_unknown_axis_or_value_is_refused(wrong: Variation) -> None:
    with pytest.raises(ValueError, match="there is no"):
        variation.apply(wrong, ALARM, PARAMS, ALARM.setup(PARAMS))
