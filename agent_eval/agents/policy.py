"""The protocol of everything that can play an episode."""

from dataclasses import dataclass
from typing import Protocol

from devices.action import Action
from devices.observation import Observation
from tasks.task import Trial
from tasks.trace import Step


@dataclass(frozen=True, slots=True)
class Usage:
    """What one decision cost. Tokens are 0 for agents without a model.

    Attributes:
        prompt_tokens, cached_tokens, output_tokens: as in `agent_eval.engine.protocol.Reply`.
        seconds: from question to answer.
    """

    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Decision:
    """What an agent decided.

    Attributes:
        action: None when none could be read from the text.
        text: the agent's words, verbatim.
        prompt: what it was shown, empty for agents that read the observation itself.
        recoveries: rules by which a malformed call was still read.
        error: why there is no action; empty where there is one.
        usage: what it cost.
    """

    action: Action | None
    text: str
    prompt: str = ""
    recoveries: tuple[str, ...] = ()
    error: str = ""
    usage: Usage = Usage()


class Policy(Protocol):
    """An agent in one episode."""

    def decide(self, observation: Observation, history: tuple[Step, ...]) -> Decision:
        """What to do next. ``history`` holds the steps so far, oldest first.

        Raises:
            EngineError: the engine failed; the episode ends as ``agent_error``.
        """
        ...


class Agent(Protocol):
    """Makes a policy for each episode. Safe to call from several threads."""

    def start(self, trial: Trial) -> Policy:
        """A policy for one episode of this trial. A build's policy is given the goal alone; only baselines may look further."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...
