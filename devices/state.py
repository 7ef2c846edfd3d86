"""Typed facts about a phone, and the changes between them.

A state maps an entity to its facts: ``{"settings": {"wifi": True}, "alarm/3": {"hour": 7, "minute": 30, "enabled": True}}``. An entity
is a singleton (``settings``) or one of a kind (``alarm/3``). Oracles read only this and the trace, so that one oracle can judge a
simulated phone, whose journal is exact, and a real one, whose facts come from probes.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Value = bool | int | float | str
Facts = dict[str, Value]
State = dict[str, Facts]


@dataclass(frozen=True, slots=True)
class StateChange:
    """One fact that changed during one step.

    Attributes:
        step: the step (from 0) whose action caused it; -1 for what happened before the first step.
        entity: as in `State`.
        key: the fact's name.
        before: its value before, None where the fact did not exist.
        after: its value after, None where the fact no longer exists.
    """

    step: int
    entity: str
    key: str
    before: Value | None
    after: Value | None

    def __str__(self) -> str:
        return f"{self.entity}.{self.key}: {show(self.before)} → {show(self.after)}"


def show(value: Value | None) -> str:
    """A value as it is written in verdicts and reports: ``on``/``off`` for booleans, ``absent`` for None."""
    if value is None:
        return "absent"
    if isinstance(value, bool):
        return "on" if value else "off"
    return json.dumps(value, ensure_ascii=False)


def kind_of(entity: str) -> str:
    """``alarm`` for ``alarm/3``; a singleton is its own kind."""
    return entity.partition("/")[0]


def diff(before: Mapping[str, Mapping[str, Value]], after: Mapping[str, Mapping[str, Value]], step: int) -> list[StateChange]:
    """Every fact that differs, in order of entity and key."""
    changes = []
    for entity in sorted(before.keys() | after.keys()):
        old, new = before.get(entity, {}), after.get(entity, {})
        if old is new or (old == new and [type(value) for value in old.values()] == [type(new[key]) for key in old]):
            continue
        for key in sorted(old.keys() | new.keys()):
            was, now = old.get(key), new.get(key)
            # 1 == True and 1 == 1.0 in Python, but a fact that changed its type has changed.
            if was != now or type(was) is not type(now):
                changes.append(StateChange(step, entity, key, was, now))
    return changes


def apply(state: Mapping[str, Mapping[str, Value]], changes: Iterable[StateChange]) -> State:
    """The state after the changes; the one given is left as it is. Both share the facts of entities that did not change.

    Raises:
        ValueError: a change's ``before`` is not what the state holds, so the journal and the state disagree.
    """
    result: State = dict(state)  # type: ignore[arg-type]  # facts are copied before they are changed
    copied: set[str] = set()
    for change in changes:
        if change.entity not in copied:
            copied.add(change.entity)
            result[change.entity] = dict(state.get(change.entity, {}))
        facts = result.setdefault(change.entity, {})
        if facts.get(change.key) != change.before:
            raise ValueError(f"{change} does not apply: the state holds {show(facts.get(change.key))}")
        if change.after is None:
            facts.pop(change.key, None)
        else:
            facts[change.key] = change.after
        if not facts:
            del result[change.entity]
    return result


def state_hash(state: Mapping[str, Mapping[str, Value]]) -> str:
    """SHA-256 (hex) of the canonical JSON of a state: equal for equal facts, whatever their order."""
    return hashlib.sha256(json.dumps(state, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode()).hexdigest()
