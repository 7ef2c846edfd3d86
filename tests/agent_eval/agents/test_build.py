"""A build is shown the goal and the screen, asked as configured, and what it says becomes a decision."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any, Literal

import pytest

from agent_eval.agents.build import AgentConfig, BuildAgent, usual
from agent_eval.agents.policy import Usage
from agent_eval.engine.protocol import EngineError, Reply, Request
from agent_eval.prompt import FULL_VERSION, SYSTEM, tools
from agent_eval.reply import grammar, write_call
from devices.action import Done, Tap
from devices.observation import Observation
from devices.sim import SimulatedPhone
from tasks.suite import trial
from tasks.task import Trial


class Scripted:
    """An engine that says what it is told to say."""

    settings: dict[str, Any] = {}

    def __init__(self, text: str = "", finish: Literal["stop", "length"] = "stop", error: EngineError | None = None) -> None:
        self.reply = Reply(text, 100, 64, 9, finish, 0.0, 0.1, 0.5)
        self.error = error
        self.asked: list[Request] = []
        self.closed = False

    def submit(self, request: Request) -> "Future[Reply]":
        self.asked.append(request)
        future: Future[Reply] = Future()
        if self.error:
            future.set_exception(self.error)
        else:
            future.set_result(self.reply)
        return future

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def asked() -> Trial:
    return trial("settings.turn_on_wifi", 0)


@pytest.fixture
def seen(asked: Trial) -> Observation:
    phone = SimulatedPhone()
    phone.reset(asked.setup)
    return phone.observe()


def test_a_call_becomes_an_action_and_its_cost_is_kept(asked: Trial, seen: Observation) -> None:
    engine = Scripted(f"app Settings #2\n{write_call(Tap(element=2))}")
    decision = BuildAgent(engine).start(asked).decide(seen, ())
    assert decision.action == Tap(element=2)
    assert decision.text == engine.reply.text
    assert (decision.recoveries, decision.error) == ((), "")
    assert decision.usage == Usage(prompt_tokens=100, cached_tokens=64, output_tokens=9, seconds=0.5)
    assert asked.goal in decision.prompt
    (request,) = engine.asked
    assert request.tools == tools()
    assert request.pattern is None
    assert request.sampling.temperature == 0.0
    assert not request.thinking


def test_recoveries_and_errors_are_passed_on(asked: Trial, seen: Observation) -> None:
    agent = BuildAgent(Scripted("tap(2)"))
    assert agent.start(asked).decide(seen, ()).recoveries == ("function_call",)
    decision = BuildAgent(Scripted("Wi-Fi is", finish="length"), AgentConfig(max_tokens=3)).start(asked).decide(seen, ())
    assert decision.action is None
    assert "limit of 3 tokens" in decision.error


def test_the_configuration_decides_how_it_is_asked(asked: Trial, seen: Observation) -> None:
    engine = Scripted(write_call(Done()))
    BuildAgent(engine, AgentConfig(constrained=True)).start(asked).decide(seen, ())
    BuildAgent(engine, AgentConfig(prompt=FULL_VERSION, thinking=True, temperature=1.0, top_p=0.95, max_tokens=500)).start(asked).decide(
        seen, ()
    )
    constrained, sampled = engine.asked
    assert constrained.pattern == grammar(seen)
    assert sampled.messages[0].content == SYSTEM[FULL_VERSION]
    assert sampled.thinking
    assert (sampled.sampling.temperature, sampled.sampling.top_p, sampled.sampling.max_tokens) == (1.0, 0.95, 500)


def test_each_step_and_trial_draws_from_a_seed_of_its_own_and_always_the_same(asked: Trial, seen: Observation) -> None:
    def seeds(config: AgentConfig) -> list[int | None]:
        engine = Scripted(write_call(Done()))
        for one in (asked, trial("settings.turn_on_wifi", 1)):
            policy = BuildAgent(engine, config).start(one)
            policy.decide(seen, ())
        return [request.sampling.seed for request in engine.asked]

    first = seeds(AgentConfig(temperature=1.0))
    assert len(set(first)) == 2
    assert first == seeds(AgentConfig(temperature=1.0))
    assert set(first).isdisjoint(seeds(AgentConfig(temperature=1.0, seed=1)))
    assert seeds(AgentConfig()) == [None, None]


def test_a_failing_engine_is_not_hidden(asked: Trial, seen: Observation) -> None:
    with pytest.raises(EngineError, match="no memory"):
        BuildAgent(Scripted(error=EngineError("no memory"))).start(asked).decide(seen, ())


@pytest.mark.parametrize(
    "values", [{"prompt": "compact-0"}, {"thinking": True, "constrained": True}, {"temperature": -1.0}, {"max_tokens": 0}]
)
def test_a_configuration_that_cannot_be_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        AgentConfig(**values)


def test_two_runs_share_an_identity_when_they_asked_alike() -> None:
    assert AgentConfig().identity() == AgentConfig().identity()
    assert AgentConfig(constrained=True).identity() != AgentConfig().identity()


def test_closing_the_agent_closes_the_engine() -> None:
    engine = Scripted()
    BuildAgent(engine).close()
    assert engine.closed


def test_a_checkpoint_is_asked_by_the_prompt_that_it_was_trained_for(tmp_path: Path) -> None:
    assert usual(tmp_path, thinking=False) == {"prompt": "full-1", "max_tokens": 256}
    assert usual(tmp_path, thinking=True)["max_tokens"] > 256
    (tmp_path / "agent_eval.json").write_text('{"prompt": "compact-1"}')
    assert usual(tmp_path, thinking=False) == {"prompt": "compact-1", "max_tokens": 96}


@pytest.mark.parametrize("content", ['{"prompt": "compact-0"}', "{}", "[1]", "{"])
def test_a_checkpoint_trained_for_a_prompt_that_is_not_here_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "agent_eval.json").write_text(content)
    with pytest.raises(ValueError):
        usual(tmp_path, thinking=False)
