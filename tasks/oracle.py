"""Oracles: what a task demands of a trace, and the one function that judges it.

A pass is strict: the goal holds in the final state, the agent said that it was complete, the answer is right where one was asked for, and
nothing else changed between the first state and the last. Goal reached at any time, kept or undone, recognised in time and side effects
are told beside it, each alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from devices.action import Answer
from devices.state import State, StateChange, Value, diff, show
from tasks.answers import AnswerRule
from tasks.conditions import Condition, OracleError, parts_of, same
from tasks.trace import Trace
from tasks.verdict import Finding, Recognition, Verdict

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
            ``already_done`` for one whose goal holds from the start.
    """

    goal: Condition | None = None
    answer: AnswerRule | None = None
    automatic: tuple[Automatic, ...] = ()
    milestones: Mapping[str, Condition] = field(default_factory=dict)
    demand: Literal["complete", "infeasible", "already_done"] = "complete"

    def __post_init__(self) -> None:
        if self.demand == "infeasible" and (self.goal or self.answer):
            raise ValueError("a task that cannot be done has neither goal nor answer")
        if self.demand != "infeasible" and not (self.goal or self.answer):
            raise ValueError("an oracle without goal and answer passes everything: give it one of them")


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
    held = [_holds(oracle, trace, step, state) for step, state in states]
    reached = next((step for (step, _), holds in zip(states, held, strict=True) if holds), None)
    at_end = _holds(oracle, trace, len(trace.steps) - 1, trace.final)
    kept = None if reached is None else all(held[reached + 1 :])
    side_effects = _side_effects(oracle, trace)
    findings = _findings(oracle, trace, at_end, side_effects)
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
    """Whether the goal holds before anything was done. A goal that is only an answer never does.

    Raises:
        OracleError: evidence is missing.
    """
    return oracle.goal is not None and oracle.answer is None and oracle.goal.check(initial, initial).holds


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


def _holds(oracle: Oracle, trace: Trace, step: int, state: State) -> bool:
    if oracle.goal is not None and not oracle.goal.check(trace.initial, state).holds:
        return False
    if oracle.answer is None:
        return True
    answers = [s.action.text for s in trace.steps[: step + 1] if isinstance(s.action, Answer)]
    return bool(answers) and oracle.answer.accepts(answers[-1])


def _first(condition: Condition, trace: Trace, states: list[tuple[int, State]]) -> int | None:
    return next((step for step, state in states if condition.check(trace.initial, state).holds), None)


def _recognition(oracle: Oracle, trace: Trace, reached: int | None, at_end: bool, reference_steps: int | None) -> Recognition | None:
    claimed = trace.claim == ("infeasible" if oracle.demand == "infeasible" else "complete")
    if not claimed:
        return None if reached is None else "never"
    if not at_end:
        return "early"
    assert reached is not None
    # Where the goal held before the first step, the agent must still go and look: the reference tells how far that is.
    ready = reached if reached >= 0 else max(reached, (reference_steps or 0) - 1)
    return "in_time" if len(trace.steps) - 1 <= ready + IN_TIME else "late"


def _side_effects(oracle: Oracle, trace: Trace) -> tuple[str, ...]:
    unasked = [
        change
        for change in diff(trace.initial, trace.final, len(trace.steps) - 1)
        if change.entity != "screen"
        and not (oracle.goal is not None and oracle.goal.permits(change, trace.initial, trace.final))
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


def _findings(oracle: Oracle, trace: Trace, at_end: bool, side_effects: tuple[str, ...]) -> tuple[Finding, ...]:
    findings: list[Finding] = []
    if oracle.goal is not None:
        findings += [_finding(part, trace) for part in parts_of(oracle.goal)]
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
            got=f"done, {trace.claim}" if trace.claim else f"the episode ended by {trace.ending.replace('_', ' ')}",
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
    return tuple(findings)


def _finding(part: Condition, trace: Trace) -> Finding:
    """A goal's part, with the step that decided it: the last one after which it began or ceased to hold."""
    result = part.check(trace.initial, trace.final)
    held = [part.check(trace.initial, state).holds for _, state in trace.states()]
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
