"""All tasks. A template that cannot be right is refused when it is loaded, with the file and line where it stands."""

import difflib
import functools
import hashlib
import importlib
import inspect
import pkgutil
import string
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from tasks import answers, conditions, params, quantities, templates, words
from tasks import oracle as oracles
from tasks.oracle import Oracle
from tasks.task import Task, Trial
from tasks.variation import AXES, judged

MODULES: tuple[ModuleType, ...] = tuple(
    importlib.import_module(f"{templates.__name__}.{module.name}") for module in pkgutil.iter_modules(templates.__path__)
)
"""One module per app, and ``across`` for tasks that cross several; each has ``TASKS``."""
_SCORING: tuple[ModuleType, ...] = (oracles, conditions, answers, quantities, params, words)


class TaskError(ValueError):
    """A template or the name of one is wrong. One sentence for the user."""


def load(modules: Iterable[ModuleType]) -> dict[str, Task]:
    """The tasks of these modules by id, in order.

    Raises:
        TaskError: a template that cannot be right, with file and line.
    """
    tasks: dict[str, Task] = {}
    for module in modules:
        for task in module.TASKS:
            if fault := _fault(task, module) or ("has the id of another task" if task.id in tasks else None):
                raise TaskError(f"{_where(task, module)}: task {task.id!r} {fault}")
            tasks[task.id] = task
    return tasks


def _fault(task: Task, module: ModuleType) -> str | None:
    room = module.__name__.rpartition(".")[2]
    if not task.id.startswith(f"{room}.") or not task.apps:
        return f"must be named {room}.… and name its apps"
    if not task.goals:
        return "has no goal"
    for goal in task.goals:
        for _, name, _, _ in string.Formatter().parse(goal):
            if name is not None and name not in task.params:
                return f"has a placeholder {{{name}}} in {goal!r} without a parameter of that name: it has {_list(task.params)}"
    if unknown := sorted(task.shown.keys() - task.params.keys()):
        return f"shows a parameter {unknown[0]!r} that it does not have: it has {_list(task.params)}"
    for axis in task.without:
        if axis not in AXES:
            near = difflib.get_close_matches(axis, AXES, 1, 0.5)
            return f"names an unknown axis {axis!r}" + (f": did you mean {near[0]!r}?" if near else f": there are {_list(AXES)}")
    if not task.wrong:
        return "lists no wrong trajectories: without any, nothing shows that its oracle can say no"
    return None


def _list(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names) or "none"


def _where(task: Task, module: ModuleType) -> str:
    """File and line at which a template's id is written; the file alone where the id is put together."""
    path = inspect.getsourcefile(module) or module.__name__
    lines = Path(path).read_text(encoding="utf-8").splitlines() if Path(path).is_file() else []
    line = next((number for number, text in enumerate(lines, 1) if f'"{task.id}"' in text), None)
    return path if line is None else f"{path}:{line}"


@functools.cache
def tasks() -> dict[str, Task]:
    """Every task by id.

    Raises:
        TaskError: a template that cannot be right.
    """
    return load(MODULES)


def task(id: str) -> Task:  # noqa: A002 - it is the task's id
    """The task of this id.

    Raises:
        TaskError: there is none; the sentence names those that are near.
    """
    known = tasks()
    if id in known:
        return known[id]
    near = difflib.get_close_matches(id, known, 3, 0.4) or [name for name in known if id in name][:3]
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}."
    raise TaskError(f"There is no task {id!r}: {hint}")


def oracle(trial: Trial) -> Oracle:
    """What judges a trial: the oracle of its task with the trial's parameters, as its variation has it.

    Raises:
        TaskError: there is no such task.
    """
    known = task(trial.task)
    return judged(trial.variation, known, known.oracle(trial.params))


@functools.cache
def version(id: str) -> str:  # noqa: A002 - it is the task's id
    """Hash of what decides a task's score: the source of its module, of the oracle and of the parameters. 16 hex digits.

    The same on every host: line ends are normalised, and nothing but the text is read.
    """
    known = task(id)
    module = next(module for module in MODULES if known in module.TASKS)
    digest = hashlib.sha256(id.encode())
    for part in (module, *_SCORING):
        digest.update(inspect.getsource(part).replace("\r\n", "\n").encode())
    return digest.hexdigest()[:16]
