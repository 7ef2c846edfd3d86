"""The loop: one agent's attempt at one trial on one phone."""

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from agent_eval.agents.policy import Agent, Decision, Policy
from agent_eval.engine.protocol import EngineError
from agent_eval.outcome import EpisodeOutcome
from devices.action import Answer, Done, Outcome
from devices.device import Device, DeviceError
from devices.state import State, kind_of
from tasks.conditions import OracleError
from tasks.task import Trial
from tasks.trace import Ending, Step, Trace
from tasks.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends an episode that the agent does not end itself. They decide scores, so they are part of a run's identity.

    Attributes:
        steps: most steps; None for ``max(10, 2 × reference + 6)``, or 30 where no reference was played.
        tokens: most tokens read and written over the whole episode.
        seconds: most wall-clock time.
        unparseable: this many replies in a row in which no action could be read.
        repeats: this many times the same action on the same screen without a fact of the phone changing in between.
    """

    steps: int | None = None
    tokens: int = 250_000
    seconds: float = 1800.0
    unparseable: int = 3
    repeats: int = 4

    def steps_for(self, reference: int | None) -> int:
        """The most steps for a trial whose reference solution takes this many."""
        if self.steps is not None:
            return self.steps
        return 30 if reference is None else max(10, 2 * reference + 6)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Turn:
    """A step, and what is recorded of it beyond what an oracle may see. Times are wall-clock seconds."""

    step: Step
    decision: Decision
    observe_s: float
    decide_s: float
    act_s: float


@dataclass(frozen=True, slots=True)
class Played:
    """An episode that has ended. ``final`` and ``verdict`` are None where it did not come so far; ``reason`` is one sentence."""

    outcome: EpisodeOutcome
    ending: Ending
    reason: str
    seconds: float
    turns: tuple[Turn, ...]
    initial: State | None = None
    final: State | None = None
    verdict: Verdict | None = None


class Recorder(Protocol):
    """Keeps what happens, as it happens. A call returns when what it was given is safe."""

    def begin(self, initial: State) -> None:
        """The phone is set up."""
        ...

    def turn(self, turn: Turn) -> None:
        """A step was taken; the next begins when this returns."""
        ...


Judge = Callable[[Trial, Trace, int | None], Verdict]
"""(trial, trace, steps of the reference solution) → verdict."""

_UNJUDGED: dict[Ending, tuple[EpisodeOutcome, str]] = {
    "time_limit": ("timeout", "The wall-clock limit was reached."),
    "cancelled": ("cancelled", "Stopped from outside before its end."),
}


def play(
    trial: Trial,
    device: Device,
    agent: Agent,
    recorder: Recorder,
    judge: Judge,
    limits: Limits = Limits(),
    reference_steps: int | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
) -> Played:
    """Play one episode. What goes wrong in the agent, the phone or the oracle becomes its outcome.

    Args:
        cancelled: asked before every step.
        clock: seconds; read for the time limit and for what is recorded.

    Raises:
        StoreError: the recorder could not record; the episode has no outcome then.
    """
    began = clock()
    turns: list[Turn] = []
    initial: State | None = None
    final: State | None = None
    ending: Ending | None = None
    try:
        with blaming("env_error"):
            device.reset(trial.setup)
            initial = device.state()
            seen = len(device.changes())
        recorder.begin(initial)
        with blaming("agent_error"):
            policy = agent.start(trial)
        while ending is None:
            if cancelled():
                ending = "cancelled"
                break
            turn, seen = take_turn(device, policy, turns, seen, clock)
            recorder.turn(turn)
            turns.append(turn)
            ending = stop(turns, limits, limits.steps_for(reference_steps), clock() - began)
        with blaming("env_error"):
            final = device.state()
        if ending in _UNJUDGED:
            outcome, reason = _UNJUDGED[ending]
            return Played(outcome, ending, reason, clock() - began, tuple(turns), initial, final)
        with blaming("oracle_error"):
            trace = Trace(initial, tuple(turn.step for turn in turns), final, ending)
            verdict = judge(trial, trace, reference_steps)
        return Played(
            "passed" if verdict.passed else "failed", ending, verdict.reason, clock() - began, tuple(turns), initial, final, verdict
        )
    except FaultError as fault:
        if isinstance(fault.__cause__, CancelledError) and cancelled():  # the engine was closed while the reply was awaited
            outcome, reason = _UNJUDGED["cancelled"]
            return Played(outcome, "cancelled", reason, clock() - began, tuple(turns), initial, final)
        return Played(fault.outcome, ending or "error", str(fault), clock() - began, tuple(turns), initial, final)


def take_turn(device: Device, policy: Policy, turns: Sequence[Turn], seen: int, clock: Callable[[], float]) -> tuple[Turn, int]:
    """Look, decide, act. ``seen`` is how much of the device's journal belongs to earlier steps; what it has grown to comes back."""
    start = clock()
    with blaming("env_error"):
        observation = device.observe()
    observed = clock()
    with blaming("agent_error"):
        decision = policy.decide(observation, tuple(turn.step for turn in turns))
    decided = clock()
    index, action, outcome = len(turns), decision.action, None
    with blaming("env_error"):
        if isinstance(action, (Answer, Done)):
            outcome = Outcome(status="done")  # words to the user: the phone is not touched
        elif action is not None:
            outcome = device.act(action, observation)
        journal = device.changes()
    # The journal counts actions on the phone; steps that do not touch it count too here.
    changes = tuple(replace(change, step=index) for change in journal[seen:])
    step = Step(index, observation, decision.text, action, decision.recoveries, outcome, changes)
    return Turn(step, decision, observed - start, decided - observed, clock() - decided), len(journal)


def stop(turns: Sequence[Turn], limits: Limits, max_steps: int, elapsed: float) -> Ending | None:
    """Why the episode ends after the last of these turns, None when it goes on. The agent's own word counts before any limit."""
    if isinstance(turns[-1].step.action, Done):
        return "done"
    if len(turns) >= limits.unparseable and all(turn.step.action is None for turn in turns[-limits.unparseable :]):
        return "unparseable"
    if _repeats(turns) >= limits.repeats:
        return "loop"
    if len(turns) >= max_steps:
        return "step_limit"
    if sum(turn.decision.usage.prompt_tokens + turn.decision.usage.output_tokens for turn in turns) >= limits.tokens:
        return "token_limit"
    if elapsed >= limits.seconds:
        return "time_limit"
    return None


def _repeats(turns: Sequence[Turn]) -> int:
    """How often the last action was done on the same screen since the phone's facts last changed, the last time included."""
    last, count = turns[-1].step, 0
    if last.action is None:
        return 0
    for turn in reversed(turns):
        if any(kind_of(change.entity) != "screen" for change in turn.step.changes):
            break
        count += turn.step.action == last.action and turn.step.observation.elements == last.observation.elements
    return count


class FaultError(Exception):
    """Something went wrong in one part of the bench; the message is one sentence."""

    def __init__(self, outcome: EpisodeOutcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


@contextmanager
def blaming(outcome: EpisodeOutcome) -> Iterator[None]:
    """Put whatever goes wrong inside down to one part of the bench: one bad episode must not take the other five hundred with it."""
    try:
        yield
    except (EngineError, DeviceError, OracleError) as error:
        raise FaultError(outcome, str(error)) from error
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        raise FaultError(outcome, f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})") from error
