"""Traces that differ from a right one in one thing that must not be forgiven.

They are made from the states alone, so that they also hold what no agent could do on the phone: whatever an oracle lets through, it lets
through here.
"""

from collections.abc import Iterator
from dataclasses import replace

from devices.action import Answer, Done, Wait
from devices.state import Facts, State, StateChange, Value, apply, diff, kind_of
from tasks.conditions import Condition
from tasks.oracle import Oracle, excused
from tasks.trace import Step, Trace

_BYSTANDERS = (("settings", "volume_media"), ("settings", "device_name"))
"""Facts that no task is about, one of each type."""
_FREE = 9_000_000
"""A number that no entity has."""


def forgeries(oracle: Oracle, right: Trace) -> Iterator[tuple[str, Trace]]:
    """(what was forged, the trace), each of which must fail.

    Args:
        oracle: tells what the task is about.
        right: a trace that passes.
    """
    last = right.steps[-1]
    yield "not said done", replace(right, steps=(*right.steps[:-1], replace(last, action=Wait(seconds=1))), ending="step_limit")
    other = Done(status="complete" if oracle.demand == "infeasible" else "infeasible")
    yield f"said {other.status}", replace(right, steps=(*right.steps[:-1], replace(last, action=other)))
    about = {(kind, key) for condition in oracle.asked for kind, key, _ in condition.named}
    for entity, key in _BYSTANDERS:
        if (entity, key) not in about and f"{entity}.{key}" not in oracle.allowed and f"{entity}.*" not in oracle.allowed:
            value = right.final[entity][key]
            yield f"{key} changed as well", _with_state(right, _put(right.final, entity, {key: _other(value)}))
    yield from _answers(oracle, right)
    yield from _goals(oracle, right)
    yield from _forbidden(oracle, right)
    for place, condition in enumerate(oracle.ever):
        if not condition.check(right.initial, right.initial).holds and not condition.check(right.initial, right.final).holds:
            yield f"it never happened ({place + 1})", _without_history(right)


def _answers(oracle: Oracle, right: Trace) -> Iterator[tuple[str, Trace]]:
    if oracle.answer is None or right.answer is None:
        return
    forged = {"no answer": None, "another answer": Answer(text=_other_answer(right.answer))}
    for name, action in forged.items():
        steps = [replace(step, action=action) if isinstance(step.action, Answer) else step for step in right.steps]
        yield name, replace(right, steps=tuple(steps))


def _goals(oracle: Oracle, right: Trace) -> Iterator[tuple[str, Trace]]:
    """What was asked for is undone, or comes out otherwise, or twice."""
    asked = [condition for condition in oracle.asked if condition not in oracle.ever]
    named = {name for condition in asked for name in condition.named}
    kinds = {kind for kind, _, _ in named}
    changes = [c for c in diff(right.initial, right.final, 0) if kind_of(c.entity) in kinds and not excused(oracle, c, right)]
    for entity in dict.fromkeys(change.entity for change in changes):
        undone = {name: facts for name, facts in right.final.items() if name != entity}
        if entity in right.initial:
            undone[entity] = right.initial[entity]
        yield f"{entity} as it was", _with_state(right, undone)
        if entity not in right.initial:
            twin = f"{kind_of(entity)}/{_FREE}"
            yield f"{entity} twice", _with_state(right, {**right.final, twin: right.final[entity]})
    facts = {(change.entity, change.key): change.after for change in changes}
    # What the goal demands may have been so from the start: it must still be so.
    facts |= {(kind, key): value for kind, key, value in named if kind in right.final and right.final[kind].get(key) == value}
    for (entity, key), value in facts.items():
        if value is not None and (kind_of(entity), key, value) in named:
            yield f"another {key} of {entity}", _with_state(right, _put(right.final, entity, {key: _other(value)}))


def _forbidden(oracle: Oracle, right: Trace) -> Iterator[tuple[str, Trace]]:
    """What must never hold does so for one step, and is undone."""
    if len(right.steps) < 2:
        return
    for place, condition in enumerate(oracle.never):
        spoilt = next((state for state in _spoilt(condition, right.final) if condition.check(right.initial, state).holds), None)
        if spoilt is not None:
            before, last = right.steps[-2], right.steps[-1]
            there = diff(right.final, spoilt, before.index)
            back = diff(spoilt, right.final, last.index)
            # Behind what the two steps did themselves, for that led to the final state.
            yield (
                f"what is forbidden, for a while ({place + 1})",
                replace(
                    right,
                    steps=(
                        *right.steps[:-2],
                        replace(before, changes=(*before.changes, *last.changes, *there)),
                        replace(last, changes=tuple(back)),
                    ),
                ),
            )


def _spoilt(condition: Condition, state: State) -> Iterator[State]:
    """States in which the condition may hold, near to this one."""
    for kind in dict.fromkeys(kind for kind, _, _ in condition.named):
        facts: Facts = {key: value for named, key, value in condition.named if named == kind and value is not None}
        of_kind = [entity for entity in state if kind_of(entity) == kind]
        for entity in of_kind:
            yield _put(state, entity, facts)
            yield {name: held for name, held in state.items() if name != entity}
        pattern = state[of_kind[0]] if of_kind else {}
        yield {**state, f"{kind}/{_FREE}": {**pattern, **facts}}


def _put(state: State, entity: str, facts: Facts) -> State:
    return {**state, entity: {**state[entity], **facts}}


def _with_state(right: Trace, final: State) -> Trace:
    """The trace, but its last step brought the phone to another state."""
    last = right.steps[-1]
    before = apply(right.initial, (change for step in right.steps for change in step.changes))
    beside = {entity: facts for entity, facts in final.items() if entity != "screen"}
    more = diff({entity: facts for entity, facts in before.items() if entity != "screen"}, beside, last.index)
    return replace(right, steps=(*right.steps[:-1], replace(last, changes=(*last.changes, *more))), final=final)


def _without_history(right: Trace) -> Trace:
    """The trace, but all its changes came in the last step, and only those that lasted."""
    *steps, last = right.steps
    still: list[Step] = [replace(step, changes=()) for step in steps]
    lasting: tuple[StateChange, ...] = tuple(diff(right.initial, right.final, last.index))
    return replace(right, steps=(*still, replace(last, changes=lasting)))


def _other(value: Value) -> Value:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    return f"{value} " if isinstance(value, str) else value + 1


def _other_answer(answer: str) -> str:
    """An answer of the same form that says something else."""
    flipped = {"yes": "no", "no": "yes"}.get(answer.strip().casefold().rstrip("."))
    if flipped:
        return flipped
    for place in range(len(answer) - 1, -1, -1):
        if answer[place].isdecimal():
            return f"{answer[:place]}{(int(answer[place]) + 1) % 10}{answer[place + 1 :]}"
    return f"{answer} too"
