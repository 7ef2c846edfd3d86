"""Oracles: what a task demands of a trace, and the one function that judges it.

A pass is strict: the goal holds in the final state, what had to happen happened and what was forbidden did not, the agent said that it was
complete, the answer is right where one was asked for, and nothing else changed between the first state and the last. Goal reached at any
time, kept or undone, recognised in time and side effects are told beside it, each alone.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from devices.action import Answer
from devices.state import State, StateChange, Value, diff, kind_of, show
from tasks.answers import AnswerRule
from tasks.conditions import Condition, OracleError, parts_of, same, standing
from tasks.trace import ENDINGS, Trace
from tasks.verdict import Finding, Recognition, Verdict

_PATTERN = re.compile(r"(?:\*|[a-z_]+)\.(?:\*|[a-z_]+)")
IN_TIME = 2
"""Completion is recognised in time by the next step but one: one look to make sure is no fault."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """What a phone does by itself when a fact changes: airplane mode switches the radios.

    Attributes:
        entity, key: the fact whose change has consequences.
        consequences: keys of the same entity that may change in the same step, to whatever value they then take.
    """

    entity: str
    key: str
    consequences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Oracle:
    """What a task demands.

    Attributes:
        goal: what must hold in the final state; None when only an answer is asked for, or when the task cannot be done.
        answer: what must have been answered last, None when nothing is asked.
        automatic: what the phone may change by itself.
        milestones: name → condition, on the way to the goal.
        demand: ``complete``; ``infeasible`` for a task that cannot be done and must be refused without changing anything;
            ``already_done`` for one whose goal holds from the start, so that nothing may be touched.
        ever: what must have held after some step, whether or not it still does.
        never: what must not hold after any step: what the goal forbids.
        allowed: further changes that are no side effects, as ``kind.key``; ``*`` stands for every kind or every key. ``song.*`` are
            songs made since the start and all that became of those: of a song that was there only a fact that is named, as in
            ``song.plays``, may change, and none may go.
    """

    goal: Condition | None = None
    answer: AnswerRule | None = None
    automatic: tuple[Automatic, ...] = ()
    milestones: Mapping[str, Condition] = field(default_factory=dict)
    demand: Literal["complete", "infeasible", "already_done"] = "complete"
    ever: tuple[Condition, ...] = ()
    never: tuple[Condition, ...] = ()
    allowed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.demand == "infeasible" and (self.goal or self.answer or self.ever):
            raise ValueError("a task that cannot be done has neither goal nor answer")
        if self.demand != "infeasible" and not (self.goal or self.answer or self.ever):
            raise ValueError("an oracle without goal and answer passes everything: give it one of them")
        if wrong := [pattern for pattern in self.allowed if not _PATTERN.fullmatch(pattern)]:
            raise ValueError(f"{wrong[0]!r} names no change to allow: expected a kind and a key, such as 'song.plays' or 'permissions.*'")

    @property
    def asked(self) -> tuple[Condition, ...]:
        """Every condition that asks for a change: those of the goal, and what must have held at some time."""
        return (*(parts_of(self.goal) if self.goal is not None else ()), *self.ever)

    def words(self) -> list[str]:
        """What must be so for a pass, one sentence each, without a stop."""
        demanded = [condition.words for condition in (parts_of(self.goal) if self.goal is not None else ())]
        demanded += [f"at some time, {condition.words}" for condition in self.ever]
        demanded += [f"at no time, {condition.words}" for condition in self.never]
        if self.answer is not None:
            demanded.append(f"answered is {self.answer.expected}")
        end = {"complete": "done", "infeasible": "that it cannot be done", "already_done": "done, and touches nothing"}[self.demand]
        demanded.append(f"the agent says {end}")
        more = [f"{rule.consequences[0]} and the like, which follow {rule.key}" for rule in self.automatic]
        return [*demanded, "nothing else changed" + (f" but {', '.join([*self.allowed, *more])}" if self.allowed or more else "")]


def judge(oracle: Oracle, trace: Trace, reference_steps: int | None = None) -> Verdict:
    """What the oracle says of a trace.

    Args:
        oracle: of the task, with the trial's parameters.
        trace: one episode.
        reference_steps: what the reference solution needed in this very trial, None where it was not played.

    Raises:
        OracleError: evidence is missing, or the journal and the final state disagree.
    """
    states = _states(trace)
    firsts = [_first(condition, trace, states) for condition in oracle.ever]
    happened = None if None in firsts else max((first for first in firsts if first is not None), default=-1)
    goal = _held(oracle.goal, trace, states) if oracle.goal is not None else [True] * len(states)
    held = [holds and _asked(oracle, trace, step, happened) for (step, _), holds in zip(states, goal, strict=True)]
    reached = next((step for (step, _), holds in zip(states, held, strict=True) if holds), None)
    met = oracle.goal is None or oracle.goal.check(trace.initial, trace.final).holds
    at_end = met and _asked(oracle, trace, len(trace.steps) - 1, happened)
    kept = None if reached is None else all(held[reached + 1 :])
    side_effects = _side_effects(oracle, trace)
    findings = _findings(oracle, trace, states, firsts, side_effects)
    return Verdict(
        passed=all(finding.holds for finding in findings),
        reason=_reason(findings, reached, kept, at_end),
        goal_at_end=at_end,
        goal_reached_step=reached,
        kept=kept,
        recognition=_recognition(oracle, trace, reached, at_end, reference_steps),
        side_effects=side_effects,
        milestones={name: _first(condition, trace, states) for name, condition in oracle.milestones.items()},
        steps=len(trace.steps),
        reference_steps=reference_steps,
        findings=findings,
    )


def holds_at_start(oracle: Oracle, initial: State) -> bool:
    """Whether the goal holds before anything was done. One that asks for an answer, or for something to happen, never does.

    Raises:
        OracleError: evidence is missing.
    """
    if oracle.goal is None or oracle.answer is not None or oracle.ever:
        return False
    return oracle.goal.check(initial, initial).holds


def already_done(oracle: Oracle) -> Oracle:
    """The same demand on a phone on which its goal is met from the start: look, say so, and touch nothing.

    Raises:
        ValueError: it asks for an answer, or for something to happen: that is never done beforehand.
    """
    if oracle.goal is None or oracle.answer is not None or oracle.ever:
        raise ValueError("only a goal about the phone's state can be met from the start")
    return replace(oracle, goal=standing(oracle.goal), demand="already_done")


def _states(trace: Trace) -> list[tuple[int, State]]:
    try:
        states = list(trace.states())
    except ValueError as error:
        raise OracleError(f"the journal contradicts itself: {error}") from error
    last = {entity: facts for entity, facts in states[-1][1].items() if entity != "screen"}
    final = {entity: facts for entity, facts in trace.final.items() if entity != "screen"}
    if unexplained := diff(last, final, len(trace.steps) - 1):
        raise OracleError(f"the journal does not explain the final state: {unexplained[0]}")
    return states


def _held(condition: Condition, trace: Trace, states: list[tuple[int, State]]) -> list[bool]:
    """Whether a condition holds in each state."""
    held: list[bool] = []
    before: State | None = None
    for _, state in states:
        held.append(held[-1] if state is before else condition.check(trace.initial, state).holds)
        before = state
    return held


def _asked(oracle: Oracle, trace: Trace, step: int, happened: int | None) -> bool:
    """Whether, by a step, the right answer was given and all has happened that had to."""
    if happened is None or step < happened:
        return False
    if oracle.answer is None:
        return True
    answers = [s.action.text for s in trace.steps[: step + 1] if isinstance(s.action, Answer)]
    return bool(answers) and oracle.answer.accepts(answers[-1])


def _first(condition: Condition, trace: Trace, states: list[tuple[int, State]]) -> int | None:
    held = _held(condition, trace, states)
    return next((step for (step, _), holds in zip(states, held, strict=True) if holds), None)


def _recognition(oracle: Oracle, trace: Trace, reached: int | None, at_end: bool, reference_steps: int | None) -> Recognition | None:
    claimed = trace.claim == ("infeasible" if oracle.demand == "infeasible" else "complete")
    if not claimed:
        return None if reached is None else "never"
    if not at_end:
        return "early"
    assert reached is not None
    # Where the goal held before the first step, or before the end of a list was seen, an agent must still go and look: the reference
    # tells how far that is.
    ready = max(reached, (reference_steps or 0) - 1)
    return "in_time" if len(trace.steps) - 1 <= ready + IN_TIME else "late"


def _side_effects(oracle: Oracle, trace: Trace) -> tuple[str, ...]:
    # Where all is done already, nothing is asked for: not even a change of the very thing that the goal is about.
    asked = () if oracle.demand == "already_done" else oracle.asked
    unasked = [
        change
        for change in diff(trace.initial, trace.final, len(trace.steps) - 1)
        if not any(condition.permits(change, trace.initial, trace.final) for condition in asked)
        and not excused(oracle, change, trace)
        and not any(_by_itself(rule, change, trace) for rule in oracle.automatic)
    ]
    words = []
    for entity in dict.fromkeys(change.entity for change in unasked):
        changes = [change for change in unasked if change.entity == entity]
        if entity not in trace.initial:
            words.append(f"{entity} was created ({_facts(trace.final[entity])})")
        elif entity not in trace.final:
            words.append(f"{entity} was deleted ({_facts(trace.initial[entity])})")
        else:
            words += [str(change) for change in changes]
    return tuple(words)


def _facts(facts: Mapping[str, Value]) -> str:
    return ", ".join(f"{key} {show(value)}" for key, value in facts.items())


def excused(oracle: Oracle, change: StateChange, trace: Trace) -> bool:
    """Whether a change of a trace is allowed by the task, or one of those that looking around on a phone brings with it.

    The app in front, the clipboard, what was read, what notifications came and what was calculated are not judged, unless the goal is about
    them. What was there at the start and is gone is never excused.
    """
    kind = kind_of(change.entity)
    new = change.entity not in trace.initial
    whole = new or change.entity not in trace.final
    lasting = not new and "/" in change.entity  # one of many, and there from the start: `*` does not stand for its facts
    for pattern in oracle.allowed:
        allowed, _, key = pattern.partition(".")
        if allowed in ("*", kind) and ((key == "*" and not lasting) or (key == change.key and not whole)):
            return True
    about = {(named, key) for condition in oracle.asked for named, key, _ in condition.named}
    if change.key == "read" and not whole:
        return (kind, "read") not in about
    if kind in ("notification", "calculation") and new:
        return (kind, "") not in about
    if kind == "calculator" and change.key == "display":
        return (kind, "display") not in about
    return kind in ("screen", "clipboard") and (kind, "") not in about


def _by_itself(rule: Automatic, change: StateChange, trace: Trace) -> bool:
    """Whether the fact stands where the phone itself brought it: in one step with the fact that has consequences.

    What the agent changed by hand and did not put back stays the agent's, whatever the phone then did to it: a radio that was switched on
    and went through airplane mode is on because of the agent.
    """
    if change.entity != rule.entity or change.key not in rule.consequences:
        return False
    untouched, by_hand = change.before, False  # what it would be without the agent, and whether the agent made it something else
    for step in trace.steps:
        by_phone = any(c.entity == rule.entity and c.key == rule.key for c in step.changes)
        for c in step.changes:
            if c.entity == change.entity and c.key == change.key:
                if not by_phone:
                    by_hand = not same(c.after, untouched)
                elif not by_hand:
                    untouched = c.after
    return same(untouched, change.after)


def _findings(
    oracle: Oracle, trace: Trace, states: list[tuple[int, State]], firsts: list[int | None], side_effects: tuple[str, ...]
) -> tuple[Finding, ...]:
    findings: list[Finding] = []
    if oracle.goal is not None:
        findings += [_finding(part, trace, states) for part in parts_of(oracle.goal)]
    findings += [_happened(condition, trace, first) for condition, first in zip(oracle.ever, firsts, strict=True)]
    findings += [_forbidden(condition, trace, _first(condition, trace, states), states) for condition in oracle.never]
    if oracle.answer is not None:
        step = next((s.index for s in reversed(trace.steps) if isinstance(s.action, Answer)), None)
        right = trace.answer is not None and oracle.answer.accepts(trace.answer)
        got = "no answer" if trace.answer is None else f"“{trace.answer}”"
        findings.append(Finding(condition="the answer is right", holds=right, expected=oracle.answer.expected, got=got, step=step))
    demanded = "infeasible" if oracle.demand == "infeasible" else "complete"
    findings.append(
        Finding(
            condition=f"the agent says that the task is {demanded}",
            holds=trace.claim == demanded,
            expected=f"done, {demanded}",
            got=f"done, {trace.claim}" if trace.claim else ENDINGS[trace.ending],
            step=len(trace.steps) - 1 if trace.steps else None,
        )
    )
    findings.append(
        Finding(
            condition="nothing else changed",
            holds=not side_effects,
            expected="no other change",
            got="; ".join(side_effects) or "no other change",
            step=_last_change(trace) if side_effects else None,
        )
    )
    if oracle.demand == "already_done":
        findings.append(_untouched(oracle, trace))
    return tuple(findings)


def _happened(condition: Condition, trace: Trace, first: int | None) -> Finding:
    """What must have held at some time. Where it never did, the last state tells what there was instead."""
    result = condition.check(trace.initial, trace.final)
    return Finding(
        condition=f"at some time, {condition.words}",
        holds=first is not None,
        expected=f"at some time, {result.expected}",
        got=f"it never was so: at the end, {result.got}" if first is None else "it was so",
        step=first,
    )


def _forbidden(condition: Condition, trace: Trace, first: int | None, states: list[tuple[int, State]]) -> Finding:
    """What must hold at no time, with the first step after which it did."""
    got = "it never was so" if first is None else f"it was so: {condition.check(trace.initial, states[first + 1][1]).got}"
    return Finding(
        condition=f"at no time, {condition.words}", holds=first is None, expected=f"never {condition.words}", got=got, step=first
    )


def _untouched(oracle: Oracle, trace: Trace) -> Finding:
    """That nothing was changed, not even for a while."""
    touched = [(step, change) for step in trace.steps for change in step.changes if not excused(oracle, change, trace)]
    step, change = next(iter(touched), (None, None))
    return Finding(
        condition="nothing is touched, for all is done already",
        holds=step is None,
        expected="no change at any time",
        got="no change" if change is None else str(change),
        step=None if step is None else step.index,
    )


def _finding(part: Condition, trace: Trace, states: list[tuple[int, State]]) -> Finding:
    """A goal's part, with the step that decided it: the last one after which it began or ceased to hold."""
    result = part.check(trace.initial, trace.final)
    held = _held(part, trace, states)
    step = next((i - 1 for i in range(len(held) - 1, 0, -1) if held[i] != held[i - 1]), None)
    return Finding(condition=part.words, holds=result.holds, expected=result.expected, got=result.got, step=step)


def _last_change(trace: Trace) -> int | None:
    return next((s.index for s in reversed(trace.steps) if any(c.entity != "screen" for c in s.changes)), None)


def _reason(findings: tuple[Finding, ...], reached: int | None, kept: bool | None, at_end: bool) -> str:
    failing = [finding for finding in findings if not finding.holds]
    if not failing:
        return "The goal holds at the end, the agent said so, and nothing else changed."
    first = failing[0]
    where = "" if first.step is None else f" (step {first.step})"
    undone = f"; the goal was reached at step {reached} and undone" if reached is not None and kept is False and not at_end else ""
    more = f"; {len(failing) - 1} more condition{'s' if len(failing) > 2 else ''} failed" if len(failing) > 1 else ""
    return f"Expected {first.expected}; got {first.got}{where}{undone}{more}."
