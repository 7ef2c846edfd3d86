"""Conditions on a phone's state, relative to the state that the episode began in.

A condition says whether it holds, what it expected and what it got, and which changes it asks for: whatever else changed is a side effect.
It reads states only. A fact that ought to be there and is not raises `OracleError`: missing evidence is never read as a default.
"""

from collections.abc import Iterable, Mapping
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


@dataclass(frozen=True, slots=True)
class The:
    """The one entity of a kind that these facts single out in the initial state, whatever its number on this phone."""

    kind: str
    where: tuple[tuple[str, Value], ...]

    def __str__(self) -> str:
        return f"the {self.kind} with {_list(self.where)}"

    def find(self, initial: State) -> str:
        """Its name, such as ``contact/4``.

        Raises:
            OracleError: there is none, or more than one.
        """
        found = [entity for entity, facts in initial.items() if kind_of(entity) == self.kind and _matches(facts, self.where)]
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


@dataclass(frozen=True, slots=True)
class _Created:
    kind: str
    where: tuple[tuple[str, Value], ...]
    count: int

    @property
    def words(self) -> str:
        return f"{self.count} new {self.kind} with {_list(self.where)}"

    def check(self, initial: State, state: State) -> Result:
        found = self._new(initial, state)
        if found:
            got = f"{len(found)} of them"
        else:
            others = [facts for entity, facts in state.items() if kind_of(entity) == self.kind and entity not in initial]
            keys = [key for key, _ in self.where]
            got = "; ".join(f"a new {self.kind} with {_list((key, facts[key]) for key in keys if key in facts)}" for facts in others)
            got = got or f"no new {self.kind}"
        return Result(len(found) == self.count, self.words, got)

    def permits(self, change: StateChange, initial: State, final: State) -> bool:
        # Facts that a new entity has beside those asked for (an alarm's tone) came with it: where they matter, the task asks for them.
        return change.entity in self._new(initial, final)[: self.count]

    def _new(self, initial: State, state: State) -> list[str]:
        found = [e for e, facts in state.items() if kind_of(e) == self.kind and e not in initial and _matches(facts, self.where)]
        return sorted(found, key=lambda entity: (len(entity), entity))


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


def fact(entity: str | The, key: str, value: Value) -> Condition:
    """One fact has this value: ``fact("settings", "wifi", True)``."""
    return _Has(entity, ((key, value),))


def edited(entity: The, **facts: Value) -> Condition:
    """An entity that was there at the start is still the same one and has these facts now."""
    return _Has(entity, tuple(facts.items()))


def created(kind: str, where: Mapping[str, Value], count: int = 1) -> Condition:
    """Exactly this many entities of a kind that were not there at the start have these facts."""
    return _Created(kind, tuple(where.items()), count)


def deleted(entity: The) -> Condition:
    """An entity that was there at the start is gone."""
    return _Deleted(entity)


def all_of(*parts: Condition) -> Condition:
    """Every one of these."""
    return _All(parts)


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """The conditions that one is made of: itself, unless it is an `all_of`."""
    return condition.parts if isinstance(condition, _All) else (condition,)
