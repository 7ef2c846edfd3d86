"""Traces made by hand: states and changes only, every screen empty."""

from collections.abc import Sequence

from devices.action import Action, Answer, Done, Outcome, Wait
from devices.observation import Observation
from devices.state import State, StateChange, Value, apply
from devices.tree import HIERARCHY, Node
from tasks.trace import Ending, Step, Trace

EMPTY = Observation(Node(HIERARCHY), "", "", (), 1080, 2400, False, False, False, "by hand")
PHONE: State = {
    "settings": {"wifi": False, "bluetooth": True, "mobile_data": True, "airplane_mode": False, "volume_media": 9},
    "alarm/1": {"hour": 8, "minute": 30, "enabled": True, "days": "", "label": ""},
    "contact/1": {"first_name": "Ada", "last_name": "Byron", "phone": "555-0100"},
    "screen": {"app": "launcher"},
}

Move = tuple[str, str, Value | None]
"""(entity, key, value after)."""


def trace(*turns: Sequence[Move] | Action, initial: State = PHONE, done: bool = True, final: State | None = None) -> Trace:
    """A trace in which each turn makes these changes, or takes this action; a done at the end unless told otherwise."""
    state, steps = initial, []
    for turn in (*turns, *([Done()] if done else [])):
        action: Action = turn if isinstance(turn, (Answer, Done)) else Wait()
        moves: Sequence[Move] = [] if isinstance(turn, (Answer, Done)) else turn  # type: ignore[assignment]
        changes = tuple(StateChange(len(steps), e, k, state.get(e, {}).get(k), after) for e, k, after in moves)
        state = apply(state, changes)
        steps.append(Step(len(steps), EMPTY, "", action, (), Outcome(status="done"), changes))
    ending: Ending = "done" if steps and isinstance(steps[-1].action, Done) else "step_limit"
    return Trace(initial, tuple(steps), state if final is None else final, ending)


def new_alarm(number: int, hour: int, minute: int, enabled: bool = True) -> list[Move]:
    facts: dict[str, Value] = {"hour": hour, "minute": minute, "enabled": enabled, "days": "", "label": ""}
    return [(f"alarm/{number}", key, value) for key, value in facts.items()]


def gone(entity: str, initial: State = PHONE) -> list[Move]:
    return [(entity, key, None) for key in initial[entity]]
