from dataclasses import fields, replace
from pathlib import Path

import pytest

from devices.device import Layout, Setup
from devices.sim import SimulatedPhone
from devices.sim.app import App
from tasks import registry, variation
from tasks.play import play
from tasks.suite import possible, trial
from tasks.task import Task, Variation

ALARM = registry.task("clock.set_alarm")
PARAMS = trial(ALARM, 0).params
EACH = [(axis, value) for axis, values in variation.AXES.items() for value in values]
CHANGED = {
    "distractors": {"facts"},
    "list_length": {"facts"},
    "met": {"facts"},
    "permission": {"facts"},
    "front": {"front"},
    "draft": {"front", "page", "draft"},
    "popup": {"popup"},
    "notification": {"events"},
    "battery": {"events"},
    "rotation": {"facts", "events"},  # a phone whose rotation is locked does not turn
    "clock": {"now"},
    "asleep": {"asleep"},
}
"""What an axis changes of a set-up; every other one changes its layout."""


def able(axis: str, value: str) -> Task:
    """A task for which the axis makes sense."""
    return next(task for task in registry.tasks().values() if value in possible(task, trial(task, 0)).get(axis, ()))


@pytest.mark.parametrize(("axis", "value"), EACH)
def test_an_axis_changes_one_thing_of_the_set_up_and_the_phone_takes_it(axis: str, value: str) -> None:
    task = able(axis, value)
    base, varied = trial(task, 0), trial(task, 0, Variation(axis, value))
    assert (base.goal, base.params, base.seed) == (varied.goal, varied.params, varied.seed)
    differing = {f.name for f in fields(Setup) if getattr(varied.setup, f.name) != getattr(base.setup, f.name)}
    assert differing == CHANGED.get(axis, {"layout"})
    if differing == {"layout"}:
        changed = [f.name for f in fields(Layout) if getattr(varied.setup.layout, f.name) != getattr(base.setup.layout, f.name)]
        assert changed
        assert set(changed) <= {"screen": {"width", "height", "density"}, "orientation": {"width", "height"}}.get(axis, {axis})
    SimulatedPhone().reset(varied.setup)


@pytest.mark.parametrize("task", registry.tasks())
def test_what_applies_to_a_task_would_change_its_trial(task: str) -> None:
    known = registry.task(task)
    base = trial(known, 3)
    values = possible(known, base)
    assert {"font_scale", "orientation", "locale", "icon_order", "notification", "battery"} - set(known.without) <= values.keys() | {
        "font_scale"
    }
    for axis, found in values.items():
        for value in found if axis != "front" else found[:2]:
            assert trial(known, 3, Variation(axis, value)).setup != base.setup, (axis, value)


@pytest.mark.parametrize("task", registry.tasks())
def test_distractors_and_fillers_leave_the_goal_unmet_and_what_was_there(task: str) -> None:
    known = registry.task(task)
    for axis, value in (("distractors", "similar"), ("list_length", "long")):
        for seed in range(4):
            base = trial(known, seed)
            if value in possible(known, base).get(axis, ()):
                one = trial(known, seed, Variation(axis, value))  # which raises where the goal would hold
                for entity, facts in known.setup(base.params).facts.items():
                    assert facts.items() <= one.setup.facts[entity].items()


def test_distractors_resemble_the_one_meant_and_are_not_it() -> None:
    one = trial("clock.set_alarm", 0, Variation("distractors", "similar"))
    hour, minute = map(int, str(one.params["time"]).split(":"))
    times = {(facts["hour"], facts["minute"]) for facts in one.setup.facts.values() if "hour" in facts}
    assert ((hour + 12) % 24, minute) in times
    assert (hour, minute) not in times


def test_a_list_is_empty_usual_or_long() -> None:
    task = next(task for task in registry.tasks().values() if task.filler is not None)
    none, usual, long = (
        len(one.setup.facts)
        for one in (trial(task, 0, Variation("list_length", "none")), trial(task, 0), trial(task, 0, Variation("list_length", "long")))
    )
    assert none < usual < long
    assert usual - none <= 6
    assert long - none <= 60


def test_what_a_task_fixes_itself_is_not_varied() -> None:
    font = trial("settings.set_font_size", 0)
    setup = registry.task(font.task).setup(font.params)
    assert not variation.applies(registry.task(font.task), "font_scale", setup)
    assert variation.applies(registry.task(font.task), "theme", setup)
    assert not variation.applies(registry.task(font.task), "list_order", setup)
    assert not variation.applies(ALARM, "permission", Setup())
    for fixed, axis in (
        (Setup(now="2026-05-05T10:00:00"), "clock"),
        (Setup(front="Clock"), "front"),
        (Setup(front="Clock"), "draft"),
        (Setup(popup="update"), "popup"),
        (Setup(asleep=True), "asleep"),
    ):
        assert variation.applies(ALARM, axis, Setup()) or axis == "draft"
        assert not variation.applies(ALARM, axis, fixed)


def test_a_phone_that_asks_for_permissions_may_be_answered() -> None:
    task = next(task for task in registry.tasks().values() if "permission" in variation.axes_of(task) and not task.without)
    one = trial(task, 0, Variation("permission", "ask"))
    asked = one.setup.facts["permissions"]
    assert set(asked.values()) == {"ask"}
    assert {f"permissions.{name}" for name in asked} <= set(registry.oracle(one).allowed)
    assert not {f"permissions.{name}" for name in asked} & set(registry.oracle(trial(task, 0)).allowed)


def test_a_half_finished_form_is_the_tasks_own_or_another_apps() -> None:
    task = able("draft", "own")
    own, other = (trial(task, 0, Variation("draft", value)).setup for value in ("own", "other"))
    assert variation.room(_app(own.front)) in task.apps
    assert variation.room(_app(other.front)) not in task.apps
    for setup in (own, other):
        assert (setup.page, dict(setup.draft)) == (_app(setup.front).draft or ("", {}))


def _app(label: str) -> App:
    return next(app for app in variation.ROOMS.values() if app.label == label)


def test_an_axis_is_kept_to_the_rooms_where_it_changes_something() -> None:
    """The tables of rooms are written by hand; the sources tell where an axis is looked at."""
    sim = Path(variation.__file__).parents[1] / "devices" / "sim"
    sorting, switching = set(), set()
    for room in variation.ROOMS:
        sources = [(sim / "apps" / f"{room}.py").read_text(encoding="utf-8")]
        sources += [path.read_text(encoding="utf-8") for path in (sim / "screens").glob("*.py") if path.name.startswith(room)]
        sorting |= {room for source in sources if ".ascending" in source}
        switching |= {room for source in sources if '"switch"' in source}
    assert sorting <= variation.ONLY_IN["list_order"]
    assert variation.ONLY_IN["control"] <= switching
    for rooms in variation.ONLY_IN.values():
        assert rooms <= variation.ROOMS.keys()


@pytest.mark.parametrize(("axis", "value"), [("maker", "vendor"), ("menu", "bottom"), ("list_order", "descending"), ("locale", "de")])
def test_a_phone_looks_otherwise_on_the_way(axis: str, value: str) -> None:
    task = able(axis, value)
    base, varied = (play(task.solve, one, SimulatedPhone()) for one in (trial(task, 0), trial(task, 0, Variation(axis, value))))
    assert [step.observation.tree for step in base.steps] != [step.observation.tree for step in varied.steps]


def test_a_mixture_is_all_its_parts_and_a_form_prevails_over_an_app_left_open() -> None:
    base = ALARM.setup(PARAMS)
    task = replace(ALARM, filler=None)
    mixed = variation.apply(Variation("mixed", "theme=dark+screen=720x1600@280+popup=update"), task, PARAMS, base)
    assert mixed == replace(base, popup="update", layout=Layout(theme="dark", width=720, height=1600, density=280))
    both = variation.apply(Variation("mixed", "front=Settings+draft=other"), task, PARAMS, base)
    assert both == variation.apply(Variation("draft", "other"), task, PARAMS, base)


@pytest.mark.parametrize("wrong", [Variation("weather", "rain"), Variation("theme", "pink"), Variation("mixed", "theme=dark+nonsense")])
def test_an_unknown_axis_or_value_is_refused(wrong: Variation) -> None:
    with pytest.raises(ValueError, match="there is no"):
        variation.apply(wrong, ALARM, PARAMS, ALARM.setup(PARAMS))
