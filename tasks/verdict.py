"""A verdict: passed or not, strictly, and beside it what happened, each alone."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Recognition = Literal["in_time", "early", "late", "never"]


class Finding(BaseModel):
    """One condition and what was found.

    Attributes:
        condition: the condition in words.
        holds: whether it does.
        expected, got: one short sentence each.
        step: where in the trace it was decided; None for the whole.
    """

    model_config = ConfigDict(frozen=True)
    condition: str
    holds: bool
    expected: str
    got: str
    step: int | None = None


class Verdict(BaseModel):
    """What an oracle says of a trace.

    Attributes:
        passed: strict: the goal holds at the end, the agent said so, nothing else changed.
        reason: one sentence; for a fail it says expected, got and where.
        goal_at_end: whether the goal holds in the final state.
        goal_reached_step: the first step after which it held; -1 if before the first; None if never.
        kept: whether it held from then on; None if it was never reached.
        recognition: of a completion that was reached: said ``in_time`` (by the next step but one at the latest), ``late``, or ``never``;
            ``early`` when the agent said so without it; None when it was neither reached nor claimed.
        side_effects: changes from start to end that the task did not ask for, in words.
        milestones: name → first step at which it held, None if never.
        steps: taken by the agent, the closing ``done`` included.
        reference_steps: what the reference solution needed in this very trial.
        findings: every condition, with expected and got.
    """

    model_config = ConfigDict(frozen=True)
    passed: bool
    reason: str
    goal_at_end: bool
    goal_reached_step: int | None
    kept: bool | None
    recognition: Recognition | None
    side_effects: tuple[str, ...]
    milestones: dict[str, int | None]
    steps: int
    reference_steps: int | None
    findings: tuple[Finding, ...]
