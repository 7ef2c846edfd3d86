"""All tasks. A template that cannot be right is refused when it is loaded, with the file and line where it stands."""

import difflib
import functools
import hashlib
import importlib
import inspect
import itertools
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from tasks import answers, conditions, faults, params, quantities, templates, words
from tasks import oracle as oracles
from tasks.errors import TaskError as TaskError
from tasks.errors import template_fault
from tasks.oracle import Oracle
from tasks.task import Task, Trial
from tasks.variation import judged

SEVERAL = "several apps"
"""The app, in reports, of tasks that were written to cross apps: none of those that they pass through is the one they are about."""
SYSTEM = "system"
"""The app, in reports, of tasks with what belongs to no app: the notification shade and the quick settings."""

_SCORING: tuple[ModuleType, ...] = (oracles, conditions, answers, quantities, params, words)


@functools.cache
def modules() -> tuple[ModuleType, ...]:
    """Every file of templates, each with ``TASKS``: one or two per app, and ``across`` and its like for tasks that cross several.

    Raises:
        TaskError: a template's file that cannot be imported, with file and line.
    """
    return import_all(templates)


def import_all(package: ModuleType) -> tuple[ModuleType, ...]:
    """Every module of a package of templates.

    Raises:
        TaskError: one that cannot be imported, with file and line.
    """
    try:
        return tuple(importlib.import_module(f"{package.__name__}.{module.name}") for module in pkgutil.iter_modules(package.__path__))
    except Exception as error:
        if (fault := template_fault(error, package.__path__)) is None:
            raise
        raise fault from error


def load(modules: Iterable[ModuleType]) -> dict[str, Task]:
    """The tasks of these modules by id, in order.

    Raises:
        TaskError: a template that cannot be right, with file and line.
    """
    tasks: dict[str, Task] = {}
    for module in modules:
        if not hasattr(module, "TASKS"):
            raise TaskError(f"{inspect.getsourcefile(module) or module.__name__}: a file of templates needs TASKS, the tuple of its tasks")
        for task in module.TASKS:
            if not isinstance(task, Task) or not isinstance(task.id, str):
                raise TaskError(f"{inspect.getsourcefile(module) or module.__name__}: TASKS holds {str(task)[:80]!r}, which is no task")
            fault = ("has the id of another task", "") if task.id in tasks else faults.find(task, module.__name__.rpartition(".")[2])
            if fault is not None:
                words, clue = fault
                raise TaskError(f"{_place(task, module, clue)}: task {task.id!r} {words}")
            tasks[task.id] = task
    return tasks


def where(task: Task) -> str:
    """File and line at which a template stands; the file alone where its id is put together, the id where no file has its name."""
    room = task.id.partition(".")[0]
    return next((_place(task, module, "") for module in modules() if module.__name__.endswith(f".{room}")), task.id)


def _place(task: Task, module: ModuleType, clue: str) -> str:
    """File and line at which a template has its fault: of the clue, else of its id; the file alone where the id is put together."""
    path = inspect.getsourcefile(module) or module.__name__
    lines = Path(path).read_text(encoding="utf-8").splitlines() if Path(path).is_file() else []
    head = next((number for number, text in enumerate(lines, 1) if f'"{task.id}"' in text), None)
    if head is None:
        return path
    behind = itertools.takewhile(lambda numbered: numbered[0] == head or "Task(" not in numbered[1], enumerate(lines[head - 1 :], head))
    return f"{path}:{next((number for number, text in behind if clue and clue in text), head)}"


@functools.cache
def tasks() -> dict[str, Task]:
    """Every task by id.

    Raises:
        TaskError: a template that cannot be right.
    """
    return load(modules())


def task(id: str) -> Task:  # noqa: A002 - it is the task's id
    """The task of this id.

    Raises:
        TaskError: there is none; the sentence names those that are near.
    """
    known = tasks()
    if id in known:
        return known[id]
    near = [name for name in known if id in name][:3] or difflib.get_close_matches(id, known, 3, 0.4)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}."
    raise TaskError(f"There is no task {id!r}: {hint}")


@functools.cache
def app(id: str) -> str:  # noqa: A002 - it is the task's id
    """What a task counts for in reports by app: ``clock`` for those in ``alarms`` too, `SEVERAL`, or `SYSTEM`.

    A file of templates is not an app: some apps fill two. A task whose template is gone counts for what its id begins with.

    Raises:
        TaskError: a template that cannot be right.
    """
    room, known = id.partition(".")[0], tasks().get(id)
    if known is None:
        return room
    if room.startswith("across"):
        return SEVERAL
    return SYSTEM if room == "system" else known.apps[0]


def oracle(trial: Trial) -> Oracle:
    """What judges a trial: the oracle of its task with the trial's parameters, as its variation has it.

    Raises:
        TaskError: there is no such task.
    """
    known = task(trial.task)
    return judged(trial.variation, known, known.oracle(trial.params))


@functools.cache
def version(id: str) -> str:  # noqa: A002 - it is the task's id
    """Hash of what decides a task's score: the source of its module and of those that it takes from, of the oracle and of the parameters.

    16 hex digits.

    The same on every host: line ends are normalised, and nothing but the text is read.
    """
    known = task(id)
    module = next(module for module in modules() if known in module.TASKS)
    digest = hashlib.sha256(id.encode())
    for part in (module, *_helpers(module), *_SCORING):
        digest.update(inspect.getsource(part).replace("\r\n", "\n").encode())
    return digest.hexdigest()[:16]


_PLAYING = ("tasks.navigate", "tasks.mistakes", "tasks.solutions", "tasks.task")
"""What decides no score: how a solution finds its way."""


def _helpers(module: ModuleType) -> list[ModuleType]:
    """Further modules of ours from which a template takes its set-up or its oracle, in order of their names."""
    names = {str(getattr(value, "__module__", None) or getattr(value, "__name__", "")) for value in vars(module).values()}
    names -= {module.__name__, *(part.__name__ for part in _SCORING)}
    return [
        sys.modules[name] for name in sorted(names) if name in sys.modules and name.startswith("tasks.") and not name.startswith(_PLAYING)
    ]
