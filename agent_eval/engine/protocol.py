"""What is asked of a build and what it answers. Every engine and every endpoint satisfies `Engine`."""

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol


class EngineError(Exception):
    """The engine could not be started or could not answer. One sentence for the user; never a build's fault in a score."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tokens are drawn.

    Attributes:
        temperature: 0 is greedy.
        top_p: nucleus, in (0, 1].
        seed: for temperatures above 0; the same seed and prompt give the same tokens when a request runs alone.
        max_tokens: most tokens to generate.
    """

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int | None = None
    max_tokens: int = 128


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a build.

    Attributes:
        messages: the chat so far.
        tools: in OpenAI's form (``{"type": "function", "function": {"name", "description", "parameters"}}``), given to the chat template.
        sampling: how tokens are drawn.
        thinking: the chat template's ``enable_thinking``.
        pattern: a regular expression that the whole text must match; None for free text.
    """

    messages: tuple[Message, ...]
    tools: tuple[dict[str, Any], ...] = ()
    sampling: Sampling = field(default_factory=Sampling)
    thinking: bool = False
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer.

    Attributes:
        text: what was generated, tool-call tags included, end-of-turn token not.
        prompt_tokens, cached_tokens, output_tokens: counts; cached ones were read from the prefix cache and are part of the prompt's.
        finish: ``stop`` at an end-of-turn token, ``length`` at ``max_tokens`` or the context's end.
        queued_s: from submission to the first work on it, seconds.
        first_token_s: from submission to the first token, seconds.
        seconds: from submission to the last token.
    """

    text: str
    prompt_tokens: int
    cached_tokens: int
    output_tokens: int
    finish: Literal["stop", "length"]
    queued_s: float
    first_token_s: float
    seconds: float


class Engine(Protocol):
    """A build that is loaded and answers many requests at once, from any thread."""

    @property
    def settings(self) -> dict[str, Any]:
        """The settings really in force, read back from the engine: part of every run's provenance."""
        ...

    def submit(self, request: Request) -> "Future[Reply]":
        """Ask. From asyncio: ``await asyncio.wrap_future(engine.submit(request))``. ``cancel()`` on the future stops the generation.

        The future raises `EngineError` when the prompt does not fit the context, the pattern is not supported, or the engine failed.
        """
        ...

    def close(self) -> None:
        """Stop, and give the memory back. Requests in flight are cancelled."""
        ...
