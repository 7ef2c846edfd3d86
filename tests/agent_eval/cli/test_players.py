"""A build from the command line to the closing line, with an engine that answers at once instead of one that takes minutes to load."""

from concurrent.futures import Future
from pathlib import Path

import pytest

from agent_eval.builds import registry
from agent_eval.builds.artefact import Build
from agent_eval.cli.errors import UsageError
from agent_eval.cli.players import find_player
from agent_eval.engine import vllm_engine
from agent_eval.engine.protocol import EngineError, Reply, Request
from agent_eval.reply import write_call
from devices.action import Done


class FakeEngine:
    """Says done to everything."""

    def __init__(self) -> None:
        self.settings = {"dtype": "bfloat16", "threads": 2}
        self.asked: list[Request] = []
        self.closed = False

    def submit(self, request: Request) -> "Future[Reply]":
        self.asked.append(request)
        future: Future[Reply] = Future()
        future.set_result(Reply(write_call(Done()), 120, 100, 9, "stop", 0.0, 0.01, 0.02))
        return future

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def engine(monkeypatch):
    fake = FakeEngine()
    build = Build("w4a16", "b" * 64, "w4a16", 32, 5.0, 1, "spark-nano", "the model that ships", "c" * 64, "", "2026", {}, Path("builds/x"))
    monkeypatch.setattr(registry, "resolve", lambda name, model=None: build)
    monkeypatch.setattr(vllm_engine, "open_engine", lambda build: fake)
    return fake


def test_a_build_is_asked_step_by_step_and_its_tokens_are_counted(agent_eval, engine):
    said = agent_eval("run", "--build", "w4a16", "--trials", "6", "--json")
    assert said.code == 0
    last = said.lines[-1]
    assert (last["build"], last["build_hash"], last["outcomes"]["failed"]) == ("w4a16", "b" * 64, 6)
    assert (last["prompt_tokens_per_step"], last["output_tokens_per_step"]) == (120.0, 9.0)
    assert len(engine.asked) == last["all_steps"] == 6
    assert engine.closed
    shown = agent_eval("replay", last["episode"], "--step", "0").out
    assert "120 tokens read (100 cached), 9 written" in shown
    assert "[user]" in shown


def test_how_a_build_is_asked_is_part_of_the_run(agent_eval, engine):
    run = agent_eval("run", "--build", "w4a16", "--trials", "2", "--constrained", "--json").lines[-1]["run"]
    assert all(request.pattern for request in engine.asked)
    said = agent_eval("run", "--resume", run, "--free")
    assert said.code == 2
    assert "agent constrained was True and is False" in said.sentence()
    assert agent_eval("run", "--resume", run).code == 0


def test_another_content_under_the_same_name_is_another_build(agent_eval, engine, monkeypatch):
    run = agent_eval("run", "--build", "w4a16", "--trials", "2", "--json").lines[-1]["run"]
    other = Build("w4a16", "d" * 64, "w4a16", 32, 5.0, 1, "spark-nano", "", "c" * 64, "", "2026", {}, Path("builds/y"))
    monkeypatch.setattr(registry, "resolve", lambda name, model=None: other)
    said = agent_eval("run", "--resume", run)
    assert said.code == 2
    assert "the build hash differs" in said.sentence()


def test_an_engine_that_does_not_start_leaves_no_run(agent_eval, engine, monkeypatch):
    def fails(build):
        raise EngineError("not enough memory for the build")

    monkeypatch.setattr(vllm_engine, "open_engine", fails)
    said = agent_eval("run", "--build", "w4a16", "--json")
    assert said.code == 3
    assert "not enough memory" in said.err
    assert agent_eval("runs", "--json").out == ""


def test_an_engine_that_fails_later_leaves_the_run_open(agent_eval, engine, monkeypatch):
    def fails(request):
        future = Future()
        future.set_exception(EngineError("the engine died"))
        return future

    with monkeypatch.context() as patch:
        patch.setattr(engine, "submit", fails)
        said = agent_eval("run", "--build", "w4a16", "--trials", "12", "--concurrency", "1", "--json")
    assert said.code == 3
    assert said.lines[-1]["outcomes"]["agent_error"] == 5  # stopped after five in a row
    assert said.lines[-1]["outcomes"]["missing"] == 7
    assert "the engine died" in said.err
    again = agent_eval("run", "--resume", said.lines[-1]["run"], "--json")
    assert again.code == 0
    assert again.lines[-1]["outcomes"]["failed"] == 12


@pytest.mark.parametrize(
    ("options", "words"),
    [({"thinking": True, "constrained": True}, "either thinking or constrained"), ({"temperature": -1.0}, "temperature")],
)
def test_options_that_do_not_go_together(engine, options, words):
    with pytest.raises(UsageError, match=words):
        find_player("w4a16", None, options)


def test_another_sampling_seed_draws_anew_and_changes_nothing_else(agent_eval, engine):
    for seed in ("3", "4", "3"):
        assert agent_eval("run", "--build", "w4a16", "--trials", "1", "--temperature", "0.7", "--sampling-seed", seed).code == 0
    asked = [one for one in engine.asked if one.messages == engine.asked[0].messages]
    seeds = [one.sampling.seed for one in asked]
    assert len(set(seeds)) == 2
    assert {one.sampling.temperature for one in asked} == {0.7}


def test_a_model_that_nobody_trained_for_the_short_prompt_is_told_everything(agent_eval, engine):
    agent_eval("run", "--build", "w4a16", "--trials", "1")
    assert "exactly one tool call" in engine.asked[-1].messages[0].content
    assert engine.asked[-1].sampling.max_tokens == 256
    agent_eval("run", "--build", "w4a16", "--trials", "1", "--prompt", "compact-1", "--max-tokens", "50")
    assert engine.asked[-1].messages[0].content == "You operate a phone."
    assert engine.asked[-1].sampling.max_tokens == 50
    said = agent_eval("run", "--build", "w4a16", "--prompt", "compact-9")
    assert said.code == 2
    assert "unknown prompt version 'compact-9'; known: compact-1, full-1" in said.sentence()
