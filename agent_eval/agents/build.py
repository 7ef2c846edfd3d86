"""A build as an agent: the prompt to the engine, the reply back to an action."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from agent_eval.agents.policy import Decision, Usage
from agent_eval.engine.protocol import Engine, Message, Request, Sampling
from agent_eval.prompt import FULL_VERSION, PROMPT_VERSION, SYSTEM, messages, tools
from agent_eval.reply import grammar, parse
from devices.observation import Observation
from tasks.task import Trial
from tasks.trace import Step


@dataclass(frozen=True, slots=True)
class AgentConfig:
    """How a build is asked. Part of a run's identity: another value is another run.

    Attributes:
        prompt: version of the prompt.
        thinking: whether the build may think before it answers.
        constrained: whether a grammar admits only tools and elements on the screen. Not possible together with thinking.
        temperature, top_p: sampling; temperature 0 is greedy.
        seed: for temperatures above 0; each step of each trial draws from its own.
        max_tokens: budget of one answer, the thought included.
    """

    prompt: str = PROMPT_VERSION
    thinking: bool = False
    constrained: bool = False
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    max_tokens: int = 96

    def __post_init__(self) -> None:
        if self.prompt not in SYSTEM:
            raise ValueError(f"unknown prompt version {self.prompt!r}; known: {', '.join(SYSTEM)}")
        if self.thinking and self.constrained:
            raise ValueError("a constrained answer cannot hold a thought; choose either thinking or constrained")
        if not 0 <= self.temperature <= 2 or not 0 < self.top_p <= 1 or self.max_tokens < 1:
            raise ValueError("temperature must be from 0 to 2, top_p in (0, 1] and max_tokens at least 1")

    def identity(self) -> dict[str, Any]:
        """Plain data that two runs share exactly when they asked alike."""
        return asdict(self)


def usual(folder: Path, thinking: bool) -> dict[str, Any]:
    """How a build is asked where nobody says otherwise: by the prompt that its checkpoint was trained for, with room for its answers.

    A checkpoint trained for one prompt names it in ``agent_eval.json``. Any other is told at length what to do, with every tool spelt out,
    and is given more room, since nothing taught it to be brief.

    Raises:
        ValueError: the file is no JSON object, or names a prompt version that does not exist here.
    """
    file = folder / "agent_eval.json"
    prompt = FULL_VERSION
    if file.exists():
        about = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(about, dict) or about.get("prompt") not in SYSTEM:
            named = about.get("prompt") if isinstance(about, dict) else about
            raise ValueError(f"{file} names the prompt version {named!r}, which does not exist here; known: {', '.join(SYSTEM)}")
        prompt = about["prompt"]
    room = 1200 if thinking else AgentConfig().max_tokens if prompt == PROMPT_VERSION else 256
    return {"prompt": prompt, "max_tokens": room}


def _step_seed(config: AgentConfig, trial: Trial, step: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{config.seed}/{trial.hash}/{step}".encode()).digest()[:4], "big")


def _shown(chat: tuple[Message, ...]) -> str:
    return "\n\n".join(f"[{message.role}]\n{message.content}" for message in chat)


@dataclass(frozen=True, slots=True)
class _BuildPolicy:
    engine: Engine
    config: AgentConfig
    trial: Trial

    def decide(self, observation: Observation, history: tuple[Step, ...]) -> Decision:
        config = self.config
        chat = messages(self.trial.goal, observation, history, config.prompt)
        seed = _step_seed(config, self.trial, len(history)) if config.temperature > 0 else None
        request = Request(
            messages=chat,
            tools=tools(),
            sampling=Sampling(temperature=config.temperature, top_p=config.top_p, seed=seed, max_tokens=config.max_tokens),
            thinking=config.thinking,
            pattern=grammar(observation) if config.constrained else None,
        )
        reply = self.engine.submit(request).result()
        parsed = parse(reply.text)
        error = parsed.error
        if error and reply.finish == "length":
            error = f"the answer ran into its limit of {config.max_tokens} tokens: {error}"
        usage = Usage(reply.prompt_tokens, reply.cached_tokens, reply.output_tokens, reply.seconds)
        return Decision(parsed.action, reply.text, _shown(chat), parsed.recoveries, error, usage)


@dataclass(frozen=True, slots=True)
class BuildAgent:
    """An engine asked in one way. The engine is given, and is closed with the agent."""

    engine: Engine
    config: AgentConfig = AgentConfig()

    def start(self, trial: Trial) -> _BuildPolicy:
        """A policy that is shown the trial's goal and nothing else of it."""
        return _BuildPolicy(self.engine, self.config, trial)

    def close(self) -> None:
        self.engine.close()
