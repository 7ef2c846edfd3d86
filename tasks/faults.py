"""What cannot be right about a template, found when it is loaded."""

import difflib
import random
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from devices.device import DeviceError, Setup
from devices.sim.panels import owners
from devices.sim.setup import prepare
from devices.state import Facts, Value, show
from tasks.conditions import Condition
from tasks.oracle import Oracle
from tasks.params import Split
from tasks.task import KINDS as TASK_KINDS
from tasks.task import Params, Task, Variation, Wrong
from tasks.variation import AXES, BASE, ROOMS, apply

LEAST_WRONG, LEAST_OWN = 4, 2
"""Wrong trajectories that a task needs, and how many of them must have been written for it."""
_DRAWS = 3
Fault = tuple[str, str]
"""What is wrong, to follow the task's name, and a text that stands in the line where it is; empty where no line says it."""


def _facts() -> Mapping[str, Facts]:
    """Every kind that the phone has, with its facts."""
    screen: Facts = {"app": ""}
    return {"screen": screen} | {kind: facts for owner in owners() for kind, facts in owner.kinds.items()}


KINDS: Final = _facts()


def find(task: Task, room: str) -> Fault | None:
    """The first fault of a template that stands in the file of this name; None where there is none."""
    return _parts(task) or _form(task, room) or _words(task) or _proof(task) or _meaning(task)


def _parts(task: Task) -> Fault | None:
    """What is of another kind than it must be: types alone would tell, but a file that nobody has checked is loaded all the same."""
    for name in ("apps", "goals", "wrong", "without"):
        kind: type = Wrong if name == "wrong" else str
        held = getattr(task, name)
        if not isinstance(held, tuple) or not all(isinstance(each, kind) for each in held):
            return f"has {name} that are no tuple of {'wrong trajectories' if kind is Wrong else 'texts'}", f"{name}="
    functions = {"setup": task.setup, "oracle": task.oracle, "solve": task.solve, **{f"shown {name}": f for name, f in task.shown.items()}}
    for name, function in functions.items():
        if not callable(function):
            return f"has no function for {name}: {function!r}", f"{name.partition(' ')[0]}="
    return None


def _form(task: Task, room: str) -> Fault | None:
    if not task.id.startswith(f"{room}.") or not task.apps:
        return f"must be named {room}.… and name its apps", "id="
    if task.kind not in TASK_KINDS:
        return f"is of a kind {task.kind!r} that there is not{_near(str(task.kind), TASK_KINDS)}", "kind="
    for app in task.apps:
        if app not in ROOMS:
            return f"passes through an app {app!r} that there is not{_near(app, ROOMS)}", f'"{app}"'
    for axis in task.without:
        if axis not in AXES:
            return f"names an unknown axis {axis!r}{_near(axis, AXES)}", f'"{axis}"'
    for name in (name for group in task.apart for name in group if name not in task.params):
        return f"keeps a parameter {name!r} apart that it does not have: it has {_list(task.params)}", f'"{name}"'
    for name, param in task.params.items():
        if not callable(getattr(param, "draw", None)) or isinstance(param, type):
            return f"has a parameter {name!r} without a generator: {param!r} draws no values", f'"{name}"'
    return None


def _words(task: Task) -> Fault | None:
    if not task.goals:
        return "has no goal", "goals="
    for goal in task.goals:
        try:
            names = [name for _, name, _, _ in string.Formatter().parse(goal)]
        except ValueError as error:
            return f"has a goal {goal!r} with a fault in its braces: {error}", goal
        for name in names:
            if name is not None and name not in task.params:
                return (
                    f"has a placeholder {{{name}}} in {goal!r} without a parameter of that name: it has {_list(task.params)}",
                    f"{{{name}}}",
                )
        try:
            said = goal.format_map(dict.fromkeys(task.params, "…"))
        except ValueError as error:
            return f"has a goal {goal!r} that cannot be filled in: {error}", goal
        if not said.strip():
            return "has a goal without words", "goals="
    if unknown := sorted(task.shown.keys() - task.params.keys()):
        return f"shows a parameter {unknown[0]!r} that it does not have: it has {_list(task.params)}", "shown="
    return None


def _proof(task: Task) -> Fault | None:
    names = [wrong.name for wrong in task.wrong]
    if not names:
        return "lists no wrong trajectories: without any, nothing shows that its oracle can say no", "wrong="
    if twice := [name for name in names if names.count(name) > 1]:
        return f"lists two wrong trajectories by the name {twice[0]!r}", twice[0]
    own = sum(not wrong.usual for wrong in task.wrong)
    if len(names) < LEAST_WRONG or own < LEAST_OWN:
        return (
            f"lists {len(names)} wrong trajectories, {own} of them its own: it needs {LEAST_WRONG}, and {LEAST_OWN} of its own",
            "wrong=",
        )
    return None


class _Read(dict[str, Value]):
    """Parameters that keep account of which of them were looked at."""

    def __init__(self, params: Params) -> None:
        super().__init__(params)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.read.add(str(name))
        return super().__contains__(name)

    def _all(self) -> None:
        self.read |= set(super().keys())

    def __iter__(self) -> Iterator[str]:
        self._all()
        return super().__iter__()

    def keys(self) -> Any:
        self._all()
        return super().keys()

    def items(self) -> Any:
        self._all()
        return super().items()

    def values(self) -> Any:
        self._all()
        return super().values()

    def __or__(self, other: Any) -> Any:
        copied = _Read(dict.copy(self) | dict(other))
        copied.read = self.read
        return copied


def _meaning(task: Task) -> Fault | None:
    """Faults that show once parameters are drawn: what the functions of the template make of them."""
    read = {name for goal in task.goals for _, name, _, _ in string.Formatter().parse(goal) if name is not None}
    splits: tuple[Split, ...] = ("test", "train")
    for number in range(_DRAWS):
        params = _Read({name: param.draw(random.Random(f"{name} {number}"), splits[number % 2]) for name, param in task.params.items()})
        functions: dict[str, Callable[[Params], object] | None] = {
            "set-up": task.setup,
            "met": task.met,
            "distractors": task.distractors,
            "filler": None if task.filler is None else _some_filler(task.filler),
        }
        tried = "oracle"
        try:
            oracle: object = task.oracle(params)
            for tried, function in functions.items():  # noqa: B007 - told where one of them fails
                if function is not None:
                    function(params)
        except Exception as error:  # noqa: BLE001 - whatever a template's function raises is its fault
            return f"has a fault in its {tried}: {type(error).__name__}: {error}", f"{tried.replace('-', '')}="
        if not isinstance(oracle, Oracle):
            return f"has an oracle that is none: {oracle!r}", "oracle="
        if fault := _oracle(oracle) or (_setup(task, params) if number == 0 else None):
            return fault
        if task.met is not None and (oracle.goal is None or oracle.answer is not None or oracle.ever or oracle.demand != "complete"):
            return "says how its goal is met beforehand, but asks for more than a state of the phone", "met="
        read |= params.read
    if unused := [name for name in task.params if name not in read]:
        named = set[str]()
        for solver in (task.solve, *(wrong.solver for wrong in task.wrong)):
            named |= _strings(solver, set())
        if unneeded := [name for name in unused if name not in named]:
            return f"has a parameter {unneeded[0]!r} that nothing uses", f'"{unneeded[0]}"'
    return None


def _strings(code: object, seen: set[int]) -> set[str]:
    """Every text that a function of ours, or any that it calls, names: a solution is known to use a parameter only when it is played."""
    if id(code) in seen:
        return set()
    seen.add(id(code))
    if isinstance(code, CodeType):
        return set().union(*(_strings(constant, seen) for constant in code.co_consts))
    if isinstance(code, str):
        return {code}
    if isinstance(code, tuple | list | frozenset):
        return set().union(*(_strings(item, seen) for item in code))
    if not isinstance(code, FunctionType) or not code.__module__.startswith("tasks."):
        return set()
    parts: list[object] = [code.__code__, *(cell.cell_contents for cell in code.__closure__ or ())]
    for name in _names(code.__code__):
        held = code.__globals__.get(name)
        parts += [getattr(held, inner, None) for inner in _names(code.__code__)] if isinstance(held, ModuleType) else [held]
    return set().union(*(_strings(part, seen) for part in parts))


def _names(code: CodeType) -> set[str]:
    """Every name that a function's code, and what is written inside it, looks up."""
    return set(code.co_names).union(*(_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)))


def _setup(task: Task, params: Params) -> Fault | None:
    """Why the phone cannot be brought to what a template asks for."""
    own: object = task.setup(params)
    if not isinstance(own, Setup):
        return f"has a set-up that is none: {own!r}", "setup="
    parts = {"set-up": None, "filler": BASE, "distractors": Variation("distractors", "similar"), "met": Variation("met", "yes")}
    for name, varied in parts.items():
        if name == "set-up" or getattr(task, name) is not None:
            try:
                prepare(own if varied is None else apply(varied, task, params, own))
            except DeviceError as error:
                return f"has a fault in its {name}: {error}", f"{name.replace('-', '')}="
    return None


def _some_filler(filler: Callable[[Params, int], object]) -> Callable[[Params], object]:
    return lambda params: filler(params, 1)


def _oracle(oracle: Oracle) -> Fault | None:
    """A kind or a fact that the phone does not have, or a value that a fact cannot take: such a condition would never hold."""
    conditions: Iterable[Condition] = (*oracle.asked, *oracle.never, *oracle.milestones.values())
    for condition in conditions:
        for kind, key, value in condition.named:
            if kind not in KINDS:
                return f"has an oracle of a kind {kind!r} that the phone does not have{_near(kind, KINDS)}", f'"{kind}'
            if key and key not in KINDS[kind]:
                return f"has an oracle of a fact {key!r} that no {kind} has{_near(key, KINDS[kind])}", key
            if key and value is not None and type(value) is not type(KINDS[kind][key]):
                meant = type(KINDS[kind][key]).__name__
                return f"has an oracle in which {kind}.{key} is {show(value)}, a {type(value).__name__}: it is always a {meant}", key
    for rule in oracle.automatic:
        kind = rule.entity.partition("/")[0]
        for key in (rule.key, *rule.consequences):
            if key not in KINDS.get(kind, {}):
                return f"has an oracle in which the phone itself changes {kind}.{key}, which there is not", f'"{key}"'
    for pattern in oracle.allowed:
        kind, _, key = pattern.partition(".")
        if (kind != "*" and kind not in KINDS) or (key != "*" and kind != "*" and key not in KINDS[kind]):
            return f"has an oracle that allows {pattern}, which there is not", f'"{pattern}"'
    return None


def _near(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), 1, 0.5)
    return f": did you mean {near[0]!r}?" if near else f": there are {_list(known)}"


def _list(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names) or "none"
