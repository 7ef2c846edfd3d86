"""Whether the check would notice: tasks broken in ways that matter, each of which must make it go red.

A mutant has a set-up without what the task is about, or with its goal met already, or an oracle that asks for less, for something else, or
lets anything pass. One that the check does not notice survives, and shows either a hole in the proof or a condition that says nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from devices.action import Done
from devices.device import Device, DeviceError
from devices.state import State, kind_of
from tasks import registry, variation
from tasks.check import Judge, check_trial, prove
from tasks.conditions import OracleError, The
from tasks.oracle import Oracle, holds_at_start, judge
from tasks.play import play
from tasks.proof import REFERENCE_STEPS, Exhibit, exhibits
from tasks.registry import TaskError
from tasks.suite import possible, trial, trial_with
from tasks.task import Params, Task, Trial, Variation
from tasks.trace import Trace
from tasks.verdict import Verdict

SEEDS = 4
"""Trials that a mutant is tried on: these seeds, and of the first one every variation that brings something else into play."""
_TELLING = ("distractors", "met", "permission", "list_length")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A task broken in one way.

    Attributes:
        task: id.
        name: how it is broken.
        noticed: who made the check go red, empty where nothing did.
    """

    task: str
    name: str
    noticed: str


def mutants(task_id: str, device: Device) -> list[Mutant]:
    """Break the task of this id in every way that applies to it, and see whether the check goes red."""
    return mutants_of(registry.task(task_id), device)


def mutants_of(task: Task, device: Device) -> list[Mutant]:
    """Break a task in every way that applies to it, and see whether the check goes red."""
    shown = [(case, list(exhibits(task, case, device))) for case in _trials(task)]
    found = []
    for name, altered in _oracles(task):
        broken = [(case, altered(case, played[0].traces[0].initial), played) for case, played in shown]
        if any(judged is not None for _, judged, _ in broken):
            found.append(Mutant(task.id, name, _noticed(broken)))
    found += [Mutant(task.id, name, _red(broken, device)) for name, broken in _set_ups(task, device)]
    return found


def _trials(task: Task) -> list[Trial]:
    bases = [trial(task, seed) for seed in range(SEEDS)]
    varied = [Variation(axis, value) for axis, values in possible(task, bases[0]).items() if axis in _TELLING for value in values]
    return [*bases, *(trial(task, 0, one) for one in varied)]


# Oracles: the traces are played once, and judged by each mutant.

Broken = tuple[Oracle, Judge]
"""A broken oracle, and who judges by it."""
Altered = Callable[[Trial, State], Broken | None]
"""(trial, the state it begins in) → how it is judged; None where there is nothing to break, or where it makes no difference."""


def _oracles(task: Task) -> Iterator[tuple[str, Altered]]:
    # Parameters may give the oracle another shape: a mutant is named after where it breaks it, and tried wherever there is such a place.
    names = dict.fromkeys(name for case in _trials(task) for name, _ in _weaker(_oracle(task, case)))
    for name in names:
        yield name, _broken(task, name)
    yield "lets side effects pass", lambda case, initial: (replace(_oracle(task, case), allowed=("*.*",)), judge)
    yield "believes whatever the agent says", lambda case, initial: (_oracle(task, case), _credulous)


def _broken(task: Task, name: str) -> Altered:
    def altered(case: Trial, initial: State) -> Broken | None:
        oracle = _oracle(task, case)
        found = next((weaker for words, weaker in _weaker(oracle) if words == name), None)
        # Of what singles something out a part may be left out, as long as nothing else fits the rest.
        if found is None or (" where " in name and name.startswith("without") and _meant(oracle, initial) == _meant(found, initial)):
            return None
        # What holds from the start and is not asked for any more must still not be changed: that would be a side effect.
        gone = [part for part in oracle.asked if part not in found.asked] if name.startswith("without goal, parts") else []
        if len(gone) == 1 and len(found.asked) < len(oracle.asked) and gone[0].check(initial, initial).holds:
            return None
        return found, judge

    return altered


def _meant(part: Any, initial: State) -> list[list[str]]:
    """What each part of an oracle that singles something out picks from a state."""
    if isinstance(part, tuple):
        return [picked for item in part for picked in _meant(item, initial)]
    if not is_dataclass(part):
        return []
    held = {field.name: getattr(part, field.name) for field in fields(part)}
    picked = [chosen for value in held.values() for chosen in _meant(value, initial)]
    if "kind" in held and "where" in held and "least" not in held:  # which a condition on new things has
        facts = dict(held["where"])
        picked.append([e for e, has in initial.items() if kind_of(e) == held["kind"] and facts.items() <= has.items()])
    return picked


def _oracle(task: Task, case: Trial) -> Oracle:
    return variation.judged(case.variation, task, task.oracle(case.params))


@dataclass(frozen=True, slots=True)
class _Anything:
    """Accepts every answer."""

    expected: str = "any answer"

    def accepts(self, answer: str) -> bool:
        return True


def _credulous(oracle: Oracle, trace: Trace, reference_steps: int | None = None) -> Verdict:
    """Judges as if the agent had said what it should have."""
    claim = Done(status="infeasible" if oracle.demand == "infeasible" else "complete")
    steps = trace.steps
    if steps:
        steps = (
            (*steps[:-1], replace(steps[-1], action=claim))
            if isinstance(steps[-1].action, Done)
            else (*steps, replace(steps[-1], index=len(steps), action=claim, changes=()))
        )
    return judge(oracle, replace(trace, steps=steps, ending="done"), reference_steps)


def _weaker(oracle: Oracle) -> Iterator[tuple[str, Oracle]]:
    """Every oracle that asks for one thing less, or for something else in one place."""
    if oracle.goal is not None:
        for words, goal in _altered(oracle.goal, "goal"):
            yield words, replace(oracle, goal=goal)
    if oracle.answer is not None:
        yield "accepts any answer", replace(oracle, answer=_Anything())
        for words, answer in _altered(oracle.answer, "answer"):
            yield words, replace(oracle, answer=answer)
    for place, condition in enumerate(oracle.ever):
        before, after = oracle.ever[:place], oracle.ever[place + 1 :]
        if before or after or oracle.goal or oracle.answer:
            yield f"without ever {place + 1}", replace(oracle, ever=(*before, *after))
        for words, other in _altered(condition, f"ever {place + 1}"):
            yield words, replace(oracle, ever=(*before, other, *after))
    for place in range(len(oracle.never)):
        yield f"without never {place + 1}", replace(oracle, never=(*oracle.never[:place], *oracle.never[place + 1 :]))
    for place in range(len(oracle.automatic)):
        yield f"without automatic {place + 1}", replace(oracle, automatic=(*oracle.automatic[:place], *oracle.automatic[place + 1 :]))


_FIXED = frozenset({"kind", "entity", "units"})
"""Fields that say what is looked at: changed, an oracle finds nothing there, which any trial notices; and units, which may be left out."""


def _altered(part: Any, where: str) -> Iterator[tuple[str, Any]]:
    """A condition or an answer rule with one part left out or changed."""
    for field in fields(part):
        held = getattr(part, field.name)
        if field.name in _FIXED and not isinstance(held, The):
            continue
        if isinstance(held, tuple):
            for place, item in enumerate(held):
                spot = f"{where}, {field.name} {place + 1}"
                if len(held) > 1:
                    yield f"without {spot}", replace(part, **{field.name: (*held[:place], *held[place + 1 :])})
                if is_dataclass(item):
                    others = [(words, other) for words, other in _altered(item, spot)]
                elif isinstance(item, tuple):  # a fact: key and value
                    others = [(f"another {item[0]} in {spot}", (item[0], _other(item[1])))]
                else:
                    continue
                for words, other in others:
                    yield words, replace(part, **{field.name: (*held[:place], other, *held[place + 1 :])})
        elif isinstance(held, The):
            for words, other in _altered(held, f"{where}, which"):
                yield words, replace(part, **{field.name: other})
        elif isinstance(held, bool | int | float | str):
            yield f"another {field.name} in {where}", replace(part, **{field.name: _other(held)})


def _other(value: bool | int | float | str) -> bool | int | float | str:
    if isinstance(value, bool):
        return not value
    return f"{value}x" if isinstance(value, str) else value + 1


def _noticed(broken: Sequence[tuple[Trial, Broken | None, Sequence[Exhibit]]]) -> str:
    for case, judged, played in broken:
        if judged is not None:
            for exhibit in played:
                if fault := prove(judged[0], exhibit, case, judged[1]).fault:
                    return f"{case.id}, {exhibit.who}: {fault}"
    return ""


# Set-ups: they make other trials, which are played anew.


def _set_ups(task: Task, device: Device) -> Iterator[tuple[str, Task]]:
    base = trial(task, 0)
    oracle = task.oracle(base.params)
    final = play(task.solve, base, device, REFERENCE_STEPS).final
    if oracle.demand == "complete" and _stands(oracle, final):
        yield "the goal is met at the start", _with_facts(task, lambda params, facts: _solved(task, device, params, facts))
    meant = {kind for condition in oracle.asked for kind, key, _ in condition.named if key}
    many = {kind_of(entity) for entity in base.setup.facts if "/" in entity}
    if oracle.answer is not None and many:
        yield (
            "what the question is about is missing",
            _with_facts(task, lambda params, facts: {k: v for k, v in facts.items() if "/" not in k}),
        )
    elif about := meant & many & _kept(oracle, base):
        yield (
            "what the goal is about is missing",
            _with_facts(task, lambda params, facts: {k: v for k, v in facts.items() if kind_of(k) not in about}),
        )


def _stands(oracle: Oracle, state: State) -> bool:
    """Whether a phone can begin with the goal met: what is to be new, or gone, cannot be so before anything was done."""
    try:
        return holds_at_start(oracle, state)
    except OracleError:
        return False


def _kept(oracle: Oracle, base: Trial) -> set[str]:
    """Kinds of which the goal singles out one that is there from the start: without it, it cannot be judged."""
    found = set()
    for kind in {kind for condition in oracle.asked for kind, _, _ in condition.named}:
        bare = {entity: facts for entity, facts in base.setup.facts.items() if kind_of(entity) != kind}
        for condition in oracle.asked:
            if any(named == kind for named, _, _ in condition.named):
                try:
                    condition.check(bare, bare)
                except OracleError:
                    found.add(kind)
    return found


def _with_facts(task: Task, change: Callable[[Params, State], State]) -> Task:
    """The task, set up with other facts, and with nothing laid over them."""

    def setup(params: Params) -> Any:
        made = task.setup(params)
        return replace(made, facts=change(params, made.facts))

    return replace(task, setup=setup, filler=None, distractors=None, met=None)


def _solved(task: Task, device: Device, params: Params, facts: State) -> State:
    """The facts that the reference leaves behind."""
    final = play(task.solve, trial_with(task, params), device, REFERENCE_STEPS).final
    kept = {kind_of(entity) for entity in facts} | {kind for condition in task.oracle(params).asked for kind, _, _ in condition.named}
    return {entity: held for entity, held in final.items() if kind_of(entity) in kept}


def _red(task: Task, device: Device) -> str:
    try:
        for seed in range(SEEDS):
            for case in check_trial(task, trial(task, seed), device):
                if case.fault:
                    return f"{case.trial}, {case.who}: {case.fault}"
    except (TaskError, DeviceError, OracleError) as error:
        return str(error)
    return ""


def survivors(found: Sequence[Mutant]) -> list[Mutant]:
    """Those that the check did not notice."""
    return [mutant for mutant in found if not mutant.noticed]
