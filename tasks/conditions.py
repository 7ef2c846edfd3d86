"""Conditions on a phone's state, relative to the state that the episode began in.

A condition says whether it holds, what it expected and what it got, and which changes it asks for: whatever else changed is a side effect.
It reads states only. A fact that ought to be there and is not raises `OracleError`: missing evidence is never read as a default.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from devices.state import Facts, State, StateChange, Value, kind_of, show


class OracleError(Exception):
    """The evidence that a verdict needs is missing or contradicts itself. The episode ends as ``oracle_error``, never as failed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one condition found: one short sentence each for what was expected and what was got."""

    holds: bool
    expected: str
    got: str


class Condition(Protocol):
    """Something that a state must satisfy."""

    @property
    def words(self) -> str:
        """The condition in words."""
        ...

    def check(self, initial: State, state: State) -> Result:
        """Whether it holds in a state.

        Raises:
            OracleError: evidence is missing.
        """
        ...

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        """Whether a change from the initial to the final state is one that the condition asks for.

        Raises:
            OracleError: evidence is missing.
        """
        ...

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        """What it is about: (kind, key, value) of every fact that it names; an empty key and None for a kind alone."""
        ...


@dataclass(frozen=True, slots=True)
class The:
    """The one entity of a kind that these facts single out in the initial state, whatever its number on this phone."""

    kind: str
    where: tuple[tuple[str, Value], ...]

    def __str__(self) -> str:
        return f"the {self.kind} with {_list(self.where)}"

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        """(kind, key, value) of every fact that it names."""
        return _named(self.kind, self.where)

    def find(self, initial: State) -> str:
        """Its name, such as ``contact/4``.

        Raises:
            OracleError: there is none, or more than one.
        """
        found = [entity for entity in _of_kind(initial, self.kind) if _matches(initial[entity], self.where)]
        if len(found) != 1:
            raise OracleError(f"the initial state holds {len(found)} entities for {self}, where there should be exactly 1")
        return found[0]


def the(kind: str, **where: Value) -> The:
    """The one entity of a kind that has these facts at the start."""
    return The(kind, tuple(where.items()))


def same(one: Value | None, other: Value | None) -> bool:
    """Equal in type and value: in Python True == 1 and 1 == 1.0, but they are different facts."""
    return type(one) is type(other) and one == other


def _matches(facts: Facts, where: Iterable[tuple[str, Value]]) -> bool:
    return all(same(facts.get(key), value) for key, value in where)


def _list(where: Iterable[tuple[str, Value]]) -> str:
    return ", ".join(f"{key} {show(value)}" for key, value in where)


def _named(kind: str, where: Iterable[tuple[str, Value]]) -> tuple[tuple[str, str, Value | None], ...]:
    return ((kind, "", None), *((kind, key, value) for key, value in where))


def _phrase(kind: str, where: Sequence[tuple[str, Value]]) -> str:
    return f"{kind} with {_list(where)}" if where else kind


def _having(state: State, kind: str, where: Sequence[tuple[str, Value]]) -> list[str]:
    """The entities of a kind that have these facts, in order of their numbers.

    Raises:
        OracleError: one of that kind does not tell of a fact that is asked for.
    """
    found = []
    for entity in _of_kind(state, kind):
        facts = state[entity]
        for key, _ in where:
            if key not in facts:
                raise OracleError(f"the state does not tell {key!r} of {entity!r}")
        if _matches(facts, where):
            found.append(entity)
    return _by_number(found)


def _of_kind(state: State, kind: str) -> list[str]:
    prefix = f"{kind}/"  # quicker than to take every name apart: states are large, and every step has one
    return [entity for entity in state if entity.startswith(prefix) or entity == kind]


def _by_number(entities: Iterable[str]) -> list[str]:
    return sorted(entities, key=lambda entity: (len(entity), entity))


@dataclass(frozen=True, slots=True)
class _Has:
    entity: str | The
    where: tuple[tuple[str, Value], ...]

    @property
    def words(self) -> str:
        return f"{self.entity} has {_list(self.where)}"

    def check(self, initial: State, state: State) -> Result:
        name = self.entity if isinstance(self.entity, str) else self.entity.find(initial)
        expected = f"{self.entity}: {_list(self.where)}"
        if "/" in name and name not in state:
            return Result(False, expected, "it is gone")
        facts = state.get(name)
        if facts is None:
            raise OracleError(f"the state does not tell of {name!r}")
        for key, _ in self.where:
            if key not in facts:
                raise OracleError(f"the state does not tell {key!r} of {name!r}")
        return Result(_matches(facts, self.where), expected, _list((key, facts[key]) for key, _ in self.where))

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        name = self.entity if isinstance(self.entity, str) else self.entity.find(initial)
        # By key: a wrong value there is an attempt that missed the goal, which `check` tells, not a side effect.
        return change.entity == name and name in final and any(change.key == key for key, _ in self.where)

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        if isinstance(self.entity, The):
            return (*self.entity.named, *_named(self.entity.kind, self.where))
        return _named(kind_of(self.entity), self.where)


@dataclass(frozen=True, slots=True)
class _Created:
    kind: str
    where: tuple[tuple[str, Value], ...]
    count: int
    least: tuple[tuple[str, float], ...] = ()

    @property
    def words(self) -> str:
        bounds = "".join(f", {key} at least {show(value)}" for key, value in self.least)
        return f"{self.count} new {_phrase(self.kind, self.where)}{bounds}"

    def check(self, initial: State, state: State) -> Result:
        found = self._new(initial, state)
        if found:
            got = f"{len(found)} of them"
        else:
            others = [state[entity] for entity in _of_kind(state, self.kind) if entity not in initial]
            keys = [key for key, _ in (*self.where, *self.least)]
            got = "; ".join(f"a new {self.kind} with {_list((key, facts[key]) for key in keys if key in facts)}" for facts in others)
            got = got or f"no new {self.kind}"
        return Result(len(found) == self.count, self.words, got)

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        # Facts that a new entity has beside those asked for (an alarm's tone) came with it: where they matter, the task asks for them.
        return change.entity in self._new(initial, final)[: self.count]

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        return (*_named(self.kind, self.where), *((self.kind, key, None) for key, _ in self.least))

    def _new(self, initial: State, state: State) -> list[str]:
        found = (e for e in _of_kind(state, self.kind) if e not in initial and _matches(state[e], self.where))
        return _by_number(e for e in found if all(float(state[e][key]) >= value for key, value in self.least))


@dataclass(frozen=True, slots=True)
class _Deleted:
    entity: The

    @property
    def words(self) -> str:
        return f"{self.entity} is deleted"

    def check(self, initial: State, state: State) -> Result:
        gone = self.entity.find(initial) not in state
        return Result(gone, f"{self.entity} gone", "it is gone" if gone else "it is still there")

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        return change.entity == self.entity.find(initial) and change.entity not in final

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        return self.entity.named


@dataclass(frozen=True, slots=True)
class _DeletedAll:
    kind: str
    where: tuple[tuple[str, Value], ...]

    @property
    def words(self) -> str:
        return f"every {_phrase(self.kind, self.where)} is deleted"

    def check(self, initial: State, state: State) -> Result:
        meant = self._meant(initial)
        left = [entity for entity in meant if entity in state]
        got = f"{len(left)} of {len(meant)} still there: {', '.join(left)}" if left else f"all {len(meant)} gone"
        return Result(not left, f"every {_phrase(self.kind, self.where)} gone", got)

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        return change.entity in self._meant(initial) and change.entity not in final

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        return _named(self.kind, self.where)

    def _meant(self, initial: State) -> list[str]:
        return _some(initial, self.kind, self.where)


@dataclass(frozen=True, slots=True)
class _Each:
    kind: str
    where: tuple[tuple[str, Value], ...]
    facts: tuple[tuple[str, Value], ...]

    @property
    def words(self) -> str:
        return f"every {_phrase(self.kind, self.where)} has {_list(self.facts)}"

    def check(self, initial: State, state: State) -> Result:
        meant = _some(initial, self.kind, self.where)
        faults = []
        for entity in meant:
            result = _Has(entity, self.facts).check(initial, state)
            if not result.holds:
                faults.append(f"{entity}: {result.got}")
        expected = f"every {_phrase(self.kind, self.where)}: {_list(self.facts)}"
        return Result(not faults, expected, "; ".join(faults) or f"{_list(self.facts)} for all {len(meant)}")

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        mine = any(change.key == key for key, _ in self.facts) and change.entity in final
        return mine and change.entity in _some(initial, self.kind, self.where)

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        return (*_named(self.kind, self.where), *_named(self.kind, self.facts))


def _some(initial: State, kind: str, where: Sequence[tuple[str, Value]]) -> list[str]:
    """Those of a kind that had these facts at the start.

    Raises:
        OracleError: there were none: a condition on every one of none says nothing.
    """
    if found := _having(initial, kind, where):
        return found
    raise OracleError(f"the initial state holds no {_phrase(kind, where)}, where there should be at least 1")


@dataclass(frozen=True, slots=True)
class _Count:
    kind: str
    where: tuple[tuple[str, Value], ...]
    count: int

    @property
    def words(self) -> str:
        return f"there {'is' if self.count == 1 else 'are'} {self._amount}"

    @property
    def _amount(self) -> str:
        return f"{self.count or 'no'} {_phrase(self.kind, self.where)}"

    def check(self, initial: State, state: State) -> Result:
        found = _having(state, self.kind, self.where)
        return Result(len(found) == self.count, self._amount, f"{len(found)}: {', '.join(found)}" if found else "none")

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        before = _having(initial, self.kind, self.where)
        missing = self.count - len(before)
        if missing > 0:  # only new ones make it more
            return change.entity in [entity for entity in _having(final, self.kind, self.where) if entity not in initial][:missing]
        if change.entity not in before or missing == 0:
            return False
        gone = [entity for entity in before if entity not in final or not _matches(final[entity], self.where)]
        changed = change.entity not in final or any(change.key == key for key, _ in self.where)
        return changed and change.entity in gone[:-missing]

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        return _named(self.kind, self.where)


@dataclass(frozen=True, slots=True)
class _All:
    parts: tuple[Condition, ...]

    @property
    def words(self) -> str:
        return " and ".join(part.words for part in self.parts)

    def check(self, initial: State, state: State) -> Result:
        results = [part.check(initial, state) for part in self.parts]
        failing = [result for result in results if not result.holds] or results
        return Result(
            all(result.holds for result in results),
            "; ".join(result.expected for result in failing),
            "; ".join(result.got for result in failing),
        )

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        return any(part.permits(change, initial, final) for part in self.parts)

    @property
    def named(self) -> tuple[tuple[str, str, Value | None], ...]:
        return tuple(name for part in self.parts for name in part.named)


def fact(entity: str | The, key: str, value: Value) -> Condition:
    """One fact has this value: ``fact("settings", "wifi", True)``."""
    return _Has(entity, ((key, value),))


def edited(entity: The, **facts: Value) -> Condition:
    """An entity that was there at the start is still the same one and has these facts now."""
    return _Has(entity, tuple(facts.items()))


def created(kind: str, where: Mapping[str, Value], count: int = 1, least: Mapping[str, float] | None = None) -> Condition:
    """Exactly this many entities of a kind that were not there at the start have these facts, and others that are at least so great."""
    return _Created(kind, tuple(where.items()), count, tuple((least or {}).items()))


def deleted(entity: The) -> Condition:
    """An entity that was there at the start is gone."""
    return _Deleted(entity)


def deleted_all(kind: str, **where: Value) -> Condition:
    """Every entity of a kind that had these facts at the start is gone. There must have been one."""
    return _DeletedAll(kind, tuple(where.items()))


def each(kind: str, where: Mapping[str, Value], **facts: Value) -> Condition:
    """Every entity of a kind that had the facts ``where`` at the start is still there and has these now. There must have been one."""
    return _Each(kind, tuple(where.items()), tuple(facts.items()))


def none(kind: str, **where: Value) -> Condition:
    """No entity of a kind has these facts."""
    return _Count(kind, tuple(where.items()), 0)


def count_of(kind: str, count: int, **where: Value) -> Condition:
    """Exactly this many entities of a kind have these facts, whether they are new or not."""
    return _Count(kind, tuple(where.items()), count)


def all_of(*parts: Condition) -> Condition:
    """Every one of these."""
    return _All(parts)


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """The conditions that one is made of: itself, unless it is an `all_of`."""
    return condition.parts if isinstance(condition, _All) else (condition,)


def standing(condition: Condition) -> Condition:
    """What a condition says of a state by itself, whatever came before it: that there is such an entity, and not that it is new.

    This is how a goal is read where it is met from the start.
    """
    match condition:
        case _All(parts):
            return _All(tuple(standing(part) for part in parts))
        case _Created(kind, where, count, ()):
            return _Count(kind, where, count)
        case _Deleted(entity):
            return _Count(entity.kind, entity.where, 0)
        case _DeletedAll(kind, where):
            return _Count(kind, where, 0)
        case _:
            return condition
