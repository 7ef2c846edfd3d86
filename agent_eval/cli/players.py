"""Who is asked to play: a build or a baseline, found by name before anything heavy is loaded."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from agent_eval import __version__
from agent_eval.agents.baselines import BASELINES
from agent_eval.agents.policy import Agent
from agent_eval.cli.errors import UsageError, unknown
from agent_eval.program import program


@dataclass(frozen=True, slots=True)
class Loaded:
    """An agent that can play, and the engine's settings as read back; a baseline has none."""

    agent: Agent
    engine: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Player:
    """A build or baseline that was found and not loaded yet.

    Attributes:
        name, hash: as in the store.
        info: what else is known of it.
        agent: how a build is asked; empty for a baseline.
        load: loads it. It may take a while, and raises `EngineError`.
    """

    name: str
    hash: str
    agent: Mapping[str, Any]
    load: Callable[[], Loaded]
    info: Mapping[str, Any] = field(default_factory=dict)


def find_player(name: str, model: Path | None, options: Mapping[str, Any]) -> Player:
    """The player of this name.

    Args:
        model: directory of a checkpoint to build from, None for the one that ships.
        options: fields of `agent_eval.agents.build.AgentConfig` that are not as usual.

    Raises:
        UsageError, BuildError: an unknown name, an unsound model, a model for a baseline, or options that do not go together.
        StorageError: the build could not be made.
    """
    make = BASELINES.get(name)
    if make is None:
        return _build(name, model, options)
    if model is not None:
        raise UsageError(f"--model {model} was given, but the baseline {name!r} plays without a model: leave one of them out.")
    if options:
        raise UsageError(f"the baseline {name!r} is not asked in words: leave out the options {', '.join(sorted(options))}.")
    # What a baseline does is decided by this package's code and by the tasks, whose versions are part of the suite's hash.
    digest = sha256(f"baseline {name} {__version__}".encode()).hexdigest()
    return Player(name, digest, {}, lambda: Loaded(make(), {}))


def _build(name: str, model: Path | None, options: Mapping[str, Any]) -> Player:
    from agent_eval.engine.environment import prepare_environment

    prepare_environment()  # before anything imports torch
    from agent_eval.agents.build import AgentConfig, BuildAgent, usual
    from agent_eval.builds import registry

    try:
        config = AgentConfig(**options)
    except ValueError as error:
        raise UsageError(f"{error}.") from error
    if not registry.is_known(name, model):
        known = [*registry.known_names(model), *BASELINES]
        raise unknown("build", name, known, f"`{program()} builds list` shows the builds.")
    build = registry.resolve(name, model)
    try:
        config = AgentConfig(**{**usual(build.path, config.thinking), **options})
    except ValueError as error:
        raise UsageError(f"{error}.") from error

    def load() -> Loaded:
        from agent_eval.engine.vllm_engine import open_engine

        engine = open_engine(build)
        return Loaded(BuildAgent(engine, config), engine.settings)

    return Player(build.name, build.hash, config.identity(), load, build.info())
