"""A trace: all that an oracle may look at. Built by the episode loop, stored step by step, and read back for judging again."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from devices.action import Action, Answer, Done, Outcome
from devices.observation import Observation
from devices.state import State, StateChange, apply

Ending = Literal["done", "step_limit", "token_limit", "time_limit", "unparseable", "loop", "cancelled", "error"]
ENDINGS: dict[Ending, str] = {
    "done": "the agent ended the episode",
    "step_limit": "the step limit was reached",
    "token_limit": "the token limit was reached",
    "time_limit": "the time limit was reached",
    "unparseable": "no action could be read in what the agent said",
    "loop": "the agent repeated itself",
    "cancelled": "the episode was cancelled",
    "error": "the bench failed",
}
"""Why an episode ended, in words."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: what was seen, what was written, what was done, what came of it.

    Attributes:
        index: from 0.
        observation: what the agent saw before it acted.
        text: the model's text, verbatim; a baseline's own words.
        action: what was read from the text, None where nothing could be.
        recoveries: rules by which a malformed call was still read, in the order applied; empty for a well-formed one.
        outcome: what came of the action; None where there was none.
        changes: the state changes that this step caused.
    """

    index: int
    observation: Observation
    text: str
    action: Action | None
    recoveries: tuple[str, ...]
    outcome: Outcome | None
    changes: tuple[StateChange, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """One episode, from the state it began in to the state it ended in.

    Attributes:
        initial: all facts after set-up, before the first step.
        steps: in order.
        final: all facts after the last step, read from the device and not derived from the journal.
        ending: why the episode ended.
    """

    initial: State
    steps: tuple[Step, ...]
    final: State
    ending: Ending

    def states(self) -> Iterator[tuple[int, State]]:
        """(step, state) from (-1, initial) on, one for each step, as the journal tells them.

        Where a step changed nothing, the state is the same object as the one before.
        """
        state = self.initial
        yield -1, state
        for step in self.steps:
            if step.changes:
                state = apply(state, step.changes)
            yield step.index, state

    @property
    def claim(self) -> Literal["complete", "infeasible"] | None:
        """What the agent said at the end; None when it never said that it was done."""
        last = self.steps[-1].action if self.steps else None
        return last.status if isinstance(last, Done) else None

    @property
    def answer(self) -> str | None:
        """The last answer given, None when there was none."""
        return next((step.action.text for step in reversed(self.steps) if isinstance(step.action, Answer)), None)
