import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from devices.device import Setup
from devices.sim.app import LAUNCHER, apps
from tasks import registry
from tasks.answers import answer_number
from tasks.conditions import created, fact
from tasks.mistakes import usual
from tasks.oracle import Automatic, Oracle
from tasks.params import Phone
from tasks.registry import TaskError, load
from tasks.suite import trial
from tasks.task import Params, Task
from tasks.templates import clock

SET_ALARM = next(task for task in clock.TASKS if task.id == "clock.set_alarm")


def module(*tasks: Task, name: str = "apps.clock", file: Path | None = None) -> ModuleType:
    made = ModuleType(name)
    made.TASKS = tasks  # type: ignore[attr-defined]
    made.__file__ = str(file or clock.__file__)
    return made


def _asks(**oracle: Any) -> Task:
    return replace(SET_ALARM, oracle=lambda params: Oracle(**oracle), met=None)


def _raises(params: Params) -> Setup:
    raise KeyError("hour")


FAULTS: Sequence[tuple[Task, str]] = (
    (replace(SET_ALARM, without=("distracters",)), "unknown axis 'distracters': did you mean 'distractors'?"),
    (replace(SET_ALARM, without=("zzz",)), "unknown axis 'zzz': there are 'theme', "),
    (replace(SET_ALARM, apart=(("time", "tme"),)), "keeps a parameter 'tme' apart that it does not have: it has 'time', "),
    (replace(SET_ALARM, goals=("Set {tme}.",)), "placeholder {tme} in 'Set {tme}.' without a parameter of that name: it has 'time', "),
    (replace(SET_ALARM, goals=()), "has no goal"),
    (
        replace(SET_ALARM, kind=cast(Any, "create-several")),
        "is of a kind 'create-several' that there is not: did you mean 'create_several'?",
    ),
    (replace(SET_ALARM, wrong=()), "lists no wrong trajectories"),
    (replace(SET_ALARM, wrong=SET_ALARM.wrong[:3]), "lists 3 wrong trajectories, 3 of them its own: it needs 4"),
    (replace(SET_ALARM, wrong=(SET_ALARM.wrong[0], *usual("Clock", SET_ALARM.solve))), "5 wrong trajectories, 1 of them its own"),
    (replace(SET_ALARM, wrong=SET_ALARM.wrong[:1] * 4), "two wrong trajectories by the name"),
    (replace(SET_ALARM, shown={"hour": str}), "shows a parameter 'hour'"),
    (replace(SET_ALARM, id="alarm.set"), "must be named clock."),
    (replace(SET_ALARM, apps=("clok",)), "an app 'clok' that there is not: did you mean 'clock'?"),
    (
        replace(SET_ALARM, params=cast(Any, {**SET_ALARM.params, "time": "07:30"})),
        "a parameter 'time' without a generator: '07:30' draws no values",
    ),
    (replace(SET_ALARM, setup=_raises), "has a fault in its set-up: KeyError: 'hour'"),
    (replace(SET_ALARM, filler=lambda params, count: cast(Any, {})[str(count)]), "has a fault in its filler: KeyError: '1'"),
    (_asks(goal=fact("setings", "wifi", True)), "an oracle of a kind 'setings' that the phone does not have: did you mean 'settings'?"),
    (_asks(goal=created("alarm", {"huor": 7})), "an oracle of a fact 'huor' that no alarm has: did you mean 'hour'?"),
    (_asks(goal=fact("settings", "wifi", 1)), "settings.wifi is 1, a int: it is always a bool"),
    (_asks(goal=created("alarm", {"hour": 7}), never=(fact("settings", "wify", True),)), "a fact 'wify' that no settings has"),
    (_asks(goal=created("alarm", {"hour": 7}), allowed=("alarm.colour",)), "allows alarm.colour, which there is not"),
    (_asks(goal=created("alarm", {"hour": 7}), automatic=(Automatic("settings", "wifi", ("wave",)),)), "changes settings.wave"),
    (replace(_asks(answer=answer_number(3)), met=lambda params: {}), "asks for more than a state"),
)


@pytest.mark.parametrize(("wrong", "sentence"), FAULTS)
def test_a_template_that_cannot_be_right_is_refused_with_its_place(wrong: Task, sentence: str) -> None:
    with pytest.raises(TaskError) as caught:
        load([module(wrong)])
    assert sentence in str(caught.value)
    assert "clock.py" in str(caught.value)


def test_a_parameter_that_nothing_uses_is_refused() -> None:
    task = registry.task("settings.turn_on_wifi")
    with pytest.raises(TaskError, match="has a parameter 'zzz' that nothing uses"):
        load([module(replace(task, params={**task.params, "zzz": Phone()}), name="apps.settings")])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("from tasks.task import Task\n\nTASKS = (Task(idd=1),)\n", r"bad\.py:3: .*TypeError: .*unexpected keyword argument 'idd'"),
        ("TASKS = (\n    1,\n", r"bad\.py:1: .*SyntaxError: '\(' was never closed"),
        ("\nfrom tasks.params import Nothing\n", r"bad\.py:2: .*ImportError: cannot import name 'Nothing'"),
        ("import tasks.task\nTASKS = (tasks.task.Tusk,)\n", r"bad\.py:2: .*AttributeError: .*has no attribute 'Tusk'"),
        ("import re\nTASKS = re.compile('(')\n", r"bad\.py:2: .*unterminated subpattern"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_with_its_line(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad.py").write_text(text, encoding="utf-8")
    package = ModuleType("bad_templates")
    package.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "bad_templates", package)
    monkeypatch.delitem(sys.modules, "bad_templates.bad", raising=False)
    with pytest.raises(TaskError, match=rf"{re.escape(str(tmp_path))}/{sentence}"):
        registry.import_all(package)


def test_the_line_of_the_fault_is_named(tmp_path: Path) -> None:
    file = tmp_path / "clock.py"
    lines = ("TASKS = (", "Task(", 'id="clock.set_alarm",', 'goals=("Set {time}.",),', 'without=("distracters",),', "),", ")")
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(TaskError, match=r"clock\.py:5: task 'clock\.set_alarm' names an unknown axis"):
        load([module(replace(SET_ALARM, without=("distracters",)), file=file)])
    with pytest.raises(TaskError, match=r"clock\.py:3: task 'clock\.set_alarm' lists no wrong"):
        load([module(replace(SET_ALARM, wrong=()), file=file)])


def test_the_line_of_the_template_is_named() -> None:
    with pytest.raises(TaskError) as caught:
        load([module(replace(SET_ALARM, wrong=()))])
    found = re.match(r"(.*clock\.py):(\d+): task 'clock\.set_alarm'", str(caught.value))
    assert found
    assert "wrong=" in Path(found[1]).read_text(encoding="utf-8").splitlines()[int(found[2]) - 1]


def test_two_templates_of_one_name_are_refused() -> None:
    with pytest.raises(TaskError, match="another task"):
        load([module(SET_ALARM, SET_ALARM)])


def test_what_is_registered() -> None:
    known = registry.tasks()
    assert len(known) >= 60
    assert len({room for task in known.values() for room in task.apps}) >= 12
    for task in known.values():
        assert len(task.goals) >= 3
        assert len(task.wrong) >= 4
        assert sum(not wrong.usual for wrong in task.wrong) >= 2
        assert len({wrong.name for wrong in task.wrong}) == len(task.wrong)


def test_every_template_counts_for_an_app_of_the_phone_or_for_what_is_none() -> None:
    phone = {app.key.replace("_", "") for app in apps().values() if app.package != LAUNCHER}
    counted = {registry.app(name) for name in registry.tasks()}
    assert counted == {*phone, registry.SYSTEM, registry.SEVERAL}
    assert len(phone) == 16


@pytest.mark.parametrize(
    ("task", "app"),
    [
        ("alarms.delete_named", "clock"),
        ("calendar_questions.end_time", "calendar"),
        ("connections.bluetooth_stays_off", "settings"),
        ("people.call_without_number", "contacts"),
        ("across.download_to_folder", "several apps"),
        ("clock.set_alarm", "clock"),
        ("alarms.that_is_gone", "alarms"),
        ("gone", "gone"),
    ],
)
def test_what_a_task_counts_for(task: str, app: str) -> None:
    assert registry.app(task) == app


def test_a_task_that_crosses_apps_counts_for_none_of_them() -> None:
    known = registry.tasks()
    across = {name for name in known if name.startswith("across")}
    assert {registry.app(name) for name in across} == {"several apps"}
    assert {name for name in known if registry.app(name) == "several apps"} == across
    assert {registry.app(name) for name in known if name.startswith("system.")} == {"system"}


def test_the_suite_has_every_kind_of_task() -> None:
    known = registry.tasks().values()
    oracles = [(task, task.oracle(trial(task, 0).params)) for task in known]
    assert sum(oracle.demand == "infeasible" for _, oracle in oracles) >= 4
    assert sum(oracle.demand == "already_done" for _, oracle in oracles) >= 2
    assert sum(bool(oracle.never) for _, oracle in oracles) >= 2
    assert sum(len(task.apps) > 1 for task in known) >= 4
    answers = {type(oracle.answer).__name__ for _, oracle in oracles if oracle.answer is not None}
    assert answers >= {"_Number", "_Date", "_Time", "_Money", "_List", "_YesNo", "_Phone"}


def test_an_unknown_task_is_answered_with_near_names() -> None:
    with pytest.raises(TaskError, match=r"'clock\.set_alram': did you mean clock\.set_alarm"):
        registry.task("clock.set_alram")
    with pytest.raises(TaskError, match=r"did you mean .*contacts\.find_phone"):
        registry.task("find")
    with pytest.raises(TaskError, match="there are "):
        registry.task("zzz")


def test_a_version_is_a_short_hash_of_the_app_and_the_oracle() -> None:
    versions = {name: registry.version(name) for name in registry.tasks()}
    assert len(set(versions.values())) == len(versions)
    assert all(re.fullmatch("[0-9a-f]{16}", version) for version in versions.values())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"goals": ("Set {time",)}, "a goal 'Set {time' with a fault in its braces: expected '}'"),
        ({"goals": ("Set }time",)}, "a fault in its braces"),
        ({"goals": ("Set {} {time}",)}, "a placeholder {}"),
        ({"goals": ("Set {time.hour}",)}, "a placeholder {time.hour}"),
        ({"goals": ("Set {time!q}",)}, "that cannot be filled in"),
        ({"goals": ("Set {time:d}",)}, "that cannot be filled in"),
        ({"goals": (" ",)}, "a goal without words"),
        ({"goals": "Set {time}"}, "goals that are no tuple of texts"),
        ({"apps": "clock"}, "apps that are no tuple of texts"),
        ({"wrong": (1, 2, 3, 4)}, "no tuple of wrong trajectories"),
        ({"params": {**SET_ALARM.params, "time": Phone}}, "a parameter 'time' without a generator"),
        ({"shown": {"time": None}}, "no function for shown time"),
        ({"solve": None}, "no function for solve"),
        ({"oracle": lambda params: None}, "an oracle that is none"),
        ({"setup": lambda params: None}, "a set-up that is none"),
        ({"setup": lambda params: Setup(facts={"alram/1": {"hour": 1}})}, "no kind 'alram'; did you mean 'alarm'"),
        ({"setup": lambda params: Setup(facts={"alarm/1": {"hours": 1}})}, "has no fact 'hours'; did you mean 'hour'?"),
        ({"setup": lambda params: Setup(facts={"alarm/1": {"hour": 99}})}, "alarm/1.hour is 99: expected 0 to 23"),
        ({"setup": lambda params: Setup(front="Clok")}, "no app 'Clok'; did you mean 'Clock'"),
        ({"setup": lambda params: Setup(now="yesterday")}, "the set-up's time is 'yesterday'"),
        ({"distractors": lambda params: {"alarm/100": {"hour": "7"}}}, 'fault in its distractors: alarm/100.hour is "7"'),
        ({"filler": lambda params, count: {f"alarm/{200 + n}": {"huor": 7} for n in range(count)}}, "fault in its filler"),
        ({"met": lambda params: {"alarm/100": {"hour": 24}}}, "fault in its met: alarm/100.hour is 24"),
    ],
)
def test_whatever_is_wrong_with_a_template_is_told_at_load_with_its_line(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TaskError) as caught:
        load([module(replace(SET_ALARM, **change))])
    assert sentence in str(caught.value)
    assert re.match(r".*clock\.py:\d+: task 'clock\.set_alarm'", str(caught.value))


@pytest.mark.parametrize("stray", [5, None, "clock.set_alarm", replace(SET_ALARM, id=7)])  # type: ignore[arg-type]
def test_what_is_no_task_is_refused(stray: Any) -> None:
    with pytest.raises(TaskError, match=r"clock\.py: TASKS holds .*, which is no task"):
        load([module(stray)])
