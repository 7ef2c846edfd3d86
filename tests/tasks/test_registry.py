import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tasks import registry
from tasks.registry import TaskError, load
from tasks.task import Task
from tasks.templates import clock

SET_ALARM = next(task for task in clock.TASKS if task.id == "clock.set_alarm")


def module(*tasks: Task, name: str = "apps.clock", file: Path | None = None) -> ModuleType:
    made = ModuleType(name)
    made.TASKS = tasks  # type: ignore[attr-defined]
    made.__file__ = str(file or clock.__file__)
    return made


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (replace(SET_ALARM, without=("distracters",)), "unknown axis 'distracters': did you mean 'distractors'?"),
        (replace(SET_ALARM, without=("weather",)), "unknown axis 'weather': there are 'theme', "),
        (
            replace(SET_ALARM, goals=("Set {tme}.",)),
            "placeholder {tme} in 'Set {tme}.' without a parameter of that name: it has 'time', 'others'",
        ),
        (replace(SET_ALARM, goals=()), "has no goal"),
        (replace(SET_ALARM, wrong=()), "lists no wrong trajectories"),
        (replace(SET_ALARM, shown={"hour": str}), "shows a parameter 'hour'"),
        (replace(SET_ALARM, distractors=None), "has no distractors"),
        (replace(SET_ALARM, id="alarm.set"), "must be named clock."),
    ],
)
def test_a_template_that_cannot_be_right_is_refused_with_its_place(wrong: Task, sentence: str) -> None:
    with pytest.raises(TaskError) as caught:
        load([module(wrong)])
    assert sentence in str(caught.value)
    assert "clock.py" in str(caught.value)


def test_the_line_of_the_template_is_named() -> None:
    with pytest.raises(TaskError) as caught:
        load([module(replace(SET_ALARM, wrong=()))])
    found = re.match(r"(.*clock\.py):(\d+): task 'clock\.set_alarm'", str(caught.value))
    assert found
    assert '"clock.set_alarm"' in Path(found[1]).read_text(encoding="utf-8").splitlines()[int(found[2]) - 1]


def test_two_templates_of_one_name_are_refused() -> None:
    with pytest.raises(TaskError, match="another task"):
        load([module(SET_ALARM, SET_ALARM)])


def test_what_is_registered() -> None:
    known = registry.tasks()
    assert len(known) == 14
    assert {task.apps[0] for task in known.values()} == {"settings", "clock", "contacts"}
    for task in known.values():
        assert 2 <= len(task.goals) <= 5
        assert len(task.wrong) >= 4
        assert len({wrong.name for wrong in task.wrong}) == len(task.wrong)


def test_an_unknown_task_is_answered_with_near_names() -> None:
    with pytest.raises(TaskError, match=r"'clock\.set_alram': did you mean clock\.set_alarm"):
        registry.task("clock.set_alram")
    with pytest.raises(TaskError, match=r"did you mean contacts\.find_phone"):
        registry.task("find")
    with pytest.raises(TaskError, match="there are settings"):
        registry.task("zzz")


def test_a_version_is_a_short_hash_of_the_app_and_the_oracle() -> None:
    versions = {name: registry.version(name) for name in registry.tasks()}
    assert len(set(versions.values())) == len(versions)
    assert all(re.fullmatch("[0-9a-f]{16}", version) for version in versions.values())
