"""A phone of two switches and agents that follow a script: small enough that a test of the bench fails for the bench's reasons only."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent_eval.agents.policy import Decision, Policy, Usage
from agent_eval.episode import Turn
from devices.action import Action, Done, Outcome, Tap, Wait
from devices.device import DeviceError, Setup
from devices.elements import observe
from devices.observation import Observation
from devices.state import State, StateChange, diff
from devices.tree import HIERARCHY, Node
from tasks.task import Trial, Variation
from tasks.trace import Step, Trace
from tasks.verdict import Verdict

WIDTH, HEIGHT = 1080, 2400
NAMES = {"wifi": "Wi-Fi", "bluetooth": "Bluetooth"}


def screen(state: State) -> Observation:
    """The phone's only screen."""
    switches = tuple(
        Node(
            "android.widget.Switch",
            (0, 300 + 200 * row, WIDTH, 500 + 200 * row),
            text=label,
            resource_id=f"fake:id/{key}",
            package="fake.settings",
            checkable=True,
            checked=bool(state["settings"][key]),
            clickable=True,
            index=row,
        )
        for row, (key, label) in enumerate(NAMES.items())
    )
    window = Node("android.widget.FrameLayout", (0, 0, WIDTH, HEIGHT), children=switches, package="fake.settings")
    return observe(Node(HIERARCHY, children=(window,)), WIDTH, HEIGHT)


class FakePhone:
    """Two switches. ``broken`` names the call that fails, and after how many steps."""

    name = "fake"

    def __init__(self, broken: tuple[str, int] | None = None) -> None:
        self.broken = broken
        self.closed = False
        self.acted = 0

    def _call(self, name: str) -> None:
        if self.broken is not None and self.broken[0] == name and self.acted >= self.broken[1]:
            raise DeviceError(f"the phone was lost in {name}")

    def reset(self, setup: Setup) -> None:
        self.acted = 0
        self._call("reset")
        self._state: State = {"settings": {"wifi": False, "bluetooth": False}, "screen": {"app": "fake.settings"}}
        for entity, facts in setup.facts.items():
            self._state.setdefault(entity, {}).update(facts)
        self._journal: list[StateChange] = []

    def observe(self) -> Observation:
        self._call("observe")
        return screen(self._state)

    def act(self, action: Action, seen: Observation) -> Outcome:
        self._call("act")
        self.acted += 1
        if isinstance(action, Wait):
            return Outcome(status="no_effect", reason="nothing moved")
        if not isinstance(action, Tap) or action.element >= len(seen.elements):
            return Outcome(status="refused", reason="this phone takes taps on its switches only")
        key = list(NAMES)[action.element]
        before = self.state()
        self._state["settings"][key] = not self._state["settings"][key]
        self._journal += diff(before, self._state, self.acted - 1)
        return Outcome(status="done")

    def state(self) -> State:
        self._call("state")
        return {entity: dict(facts) for entity, facts in self._state.items()}

    def changes(self) -> list[StateChange]:
        return list(self._journal)

    def screenshot(self) -> bytes:
        return b""

    def close(self) -> None:
        self.closed = True


Move = Action | str | Decision | Exception | Callable[[], "Move"]
"""An action, words in which none can be read, a whole decision, an error to raise, or what makes one of these when its turn comes."""


@dataclass
class Script:
    """An agent that plays these moves, the last one for ever; `moves_for` may give each trial its own."""

    moves: Sequence[Move]
    moves_for: Callable[[Trial], Sequence[Move]] | None = None
    started: list[str] = field(default_factory=list)

    def start(self, trial: Trial) -> Policy:
        self.started.append(trial.id)
        return _Scripted(self.moves if self.moves_for is None else self.moves_for(trial))

    def close(self) -> None:
        pass


@dataclass
class _Scripted:
    moves: Sequence[Move]

    def decide(self, observation: Observation, history: tuple[Step, ...]) -> Decision:
        move = self.moves[min(len(history), len(self.moves) - 1)]
        while callable(move) and not isinstance(move, Exception):
            move = move()
        if isinstance(move, Exception):
            raise move
        if isinstance(move, Decision):
            return move
        if isinstance(move, str):
            return Decision(None, move, prompt="what now?", error="no tool call found", usage=Usage(100, 50, 10, 0.5))
        return Decision(move, move.tool, prompt="what now?", usage=Usage(100, 50, 10, 0.5))


WIFI_ON: tuple[Move, ...] = (Tap(element=0), Done())


class Tape:
    """A recorder that keeps what it is told."""

    def __init__(self) -> None:
        self.initial: State | None = None
        self.turns: list[Turn] = []

    def begin(self, initial: State) -> None:
        self.initial = initial

    def turn(self, turn: Turn) -> None:
        self.turns.append(turn)


def trial(seed: int = 0, facts: State | None = None) -> Trial:
    """Turn on Wi-Fi."""
    return Trial("fake.wifi", "v1", seed, "test", {}, "Turn on Wi-Fi", Variation(), Setup(facts=facts or {}))


def judge(_: Trial, trace: Trace, reference_steps: int | None) -> Verdict:
    """Wi-Fi is on, Bluetooth as it was, and the agent said so."""
    on = bool(trace.final["settings"]["wifi"])
    side = () if trace.final["settings"]["bluetooth"] == trace.initial["settings"]["bluetooth"] else ("settings.bluetooth changed",)
    reached = next((step for step, state in trace.states() if state["settings"]["wifi"]), None)
    passed = on and not side and trace.claim == "complete"
    return Verdict(
        passed=passed,
        reason="right" if passed else "wrong",
        goal_at_end=on,
        goal_reached_step=reached,
        kept=None if reached is None else on,
        recognition=("in_time" if on else "early") if trace.claim else (None if reached is None else "never"),
        side_effects=side,
        milestones={},
        steps=len(trace.steps),
        reference_steps=reference_steps,
        findings=(),
    )
