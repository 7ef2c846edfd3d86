"""The engine as its users see it. Loads two engines, once for the module's tests."""

import asyncio
import re
import subprocess
import sys
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from agent_eval.builds.artefact import Build
from agent_eval.engine.options import EngineOptions
from agent_eval.engine.protocol import EngineError, Message, Reply, Request, Sampling
from agent_eval.engine.vllm_engine import VllmEngine, log_path, open_engine
from tests.agent_eval.engine.conftest import OPTIONS
from tests.agent_eval.tiny import END

pytestmark = pytest.mark.engine

PATIENCE = 300.0


def ask(text: str, **request: Any) -> Request:
    request.setdefault("sampling", Sampling(max_tokens=12))
    return Request((Message("system", "You answer."), Message("user", text)), **request)


def answer(engine: VllmEngine, request: Request) -> Reply:
    return engine.submit(request).result(timeout=PATIENCE)


def say_the_same(engine: VllmEngine, questions: list[Request]) -> None:
    alone = [answer(engine, question).text for question in questions]
    with ThreadPoolExecutor(4) as threads:
        together = [future.result(timeout=PATIENCE) for future in list(threads.map(engine.submit, questions))]
    assert [reply.text for reply in together] == alone
    assert len(set(alone)) > len(questions) // 2  # else this test would show nothing


def test_parallel_requests_say_what_they_say_alone(engine: VllmEngine) -> None:
    say_the_same(engine, [ask(f"{word} " * times) for word in ("red", "green", "blue") for times in (1, 20, 60)])


def test_parallel_requests_of_a_quantised_build(int4_engine: VllmEngine) -> None:
    """With so few tokens at once that all products take the same path; the other one rounds weights to bfloat16."""
    say_the_same(int4_engine, [ask(word, sampling=Sampling(max_tokens=24)) for word in ("red", "green", "blue")])


def test_builds_differ(engine: VllmEngine, int4_engine: VllmEngine) -> None:
    assert answer(engine, ask("hello")).text != answer(int4_engine, ask("hello")).text


def test_awaited_from_asyncio(engine: VllmEngine) -> None:
    async def both() -> list[Reply]:
        return await asyncio.gather(*(asyncio.wrap_future(engine.submit(ask(text))) for text in ("one", "two")))

    assert all(reply.output_tokens for reply in asyncio.run(both()))


def test_tokens_and_timings_add_up(engine: VllmEngine) -> None:
    reply = answer(engine, ask("count me"))
    assert reply.finish == "length"
    assert reply.output_tokens == 12
    assert reply.prompt_tokens == len("system\nYou answer.\nuser\ncount me\nassistant\n") + 5  # bytes, and the special tokens
    assert 0 <= reply.queued_s <= reply.first_token_s <= reply.seconds


def test_prefixes_are_cached_in_whole_blocks(engine: VllmEngine) -> None:
    prefix = "the same screen again and again, told at length; " * 3
    first = answer(engine, ask(prefix + "first"))
    second = answer(engine, ask(prefix + "second"))
    assert first.cached_tokens < OPTIONS.block_size * 2
    assert second.cached_tokens >= len(prefix) // OPTIONS.block_size * OPTIONS.block_size
    assert second.cached_tokens % OPTIONS.block_size == 0


def test_same_answer_from_the_cache(engine: VllmEngine) -> None:
    question = ask("what is cached must not change what is said " * 4)
    first, second = answer(engine, question), answer(engine, question)
    assert second.cached_tokens > first.cached_tokens
    assert second.text == first.text


def test_a_pattern_is_kept_to_its_end(engine: VllmEngine) -> None:
    pattern = r"(switch Wi-Fi #7\n)?<tool_call>tap<arg_key>element</arg_key><arg_value>(7|12)</arg_value></tool_call>"
    reply = answer(engine, ask("tap", pattern=pattern, sampling=Sampling(max_tokens=200)))
    assert re.fullmatch(pattern, reply.text)
    assert reply.finish == "stop"


def test_a_pattern_with_a_bounded_repeat(engine: VllmEngine) -> None:
    reply = answer(engine, ask("type", pattern=r"[a-z ]{0,60}</arg_value>", sampling=Sampling(max_tokens=300)))
    assert re.fullmatch(r"[a-z ]{0,60}</arg_value>", reply.text)


@pytest.mark.parametrize("pattern", ["(a", "(?=a)b", r"(a)\1"])
def test_an_unsupported_pattern_is_refused_alone(engine: VllmEngine, pattern: str) -> None:
    with pytest.raises(EngineError, match="not supported"):
        answer(engine, ask("x", pattern=pattern))
    assert answer(engine, ask("still there")).output_tokens


def test_a_prompt_beyond_the_context_is_refused(engine: VllmEngine) -> None:
    with pytest.raises(EngineError, match="context holds 512"):
        answer(engine, ask("long " * 200))


def test_an_answer_ends_with_the_context(engine: VllmEngine) -> None:
    reply = answer(engine, ask("x" * 440, sampling=Sampling(max_tokens=4000)))
    assert reply.finish == "length"
    assert reply.prompt_tokens + reply.output_tokens == 512


def test_tools_and_thinking_reach_the_template(engine: VllmEngine) -> None:
    plain = answer(engine, ask("x")).prompt_tokens
    tool = {"type": "function", "function": {"name": "tap", "description": "", "parameters": {}}}
    assert answer(engine, ask("x", tools=(tool,))).prompt_tokens == plain + len("tools:tap ") + 2
    assert answer(engine, ask("x", thinking=True)).prompt_tokens == plain + len("<think>")


def test_a_seed_repeats_a_drawn_answer(engine: VllmEngine) -> None:
    def drawn(seed: int) -> str:
        return answer(engine, ask("x", sampling=Sampling(temperature=1.0, top_p=0.95, seed=seed, max_tokens=16))).text

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_cancelling_stops_the_work(engine: VllmEngine) -> None:
    future = engine.submit(ask("x", sampling=Sampling(max_tokens=400)))
    assert future.cancel()
    done, _ = wait([future], timeout=PATIENCE)
    assert done
    with pytest.raises(CancelledError):
        future.result()
    assert answer(engine, ask("next")).output_tokens
    assert not engine._pending


def test_settings_are_read_back(engine: VllmEngine, int4_engine: VllmEngine) -> None:
    settings = engine.settings
    assert settings["dtype"] == "float32"
    assert settings["max_model_len"] == 512
    assert settings["kv_cache_bytes"] == 32 << 20
    assert settings["block_size"] == 32
    assert settings["prefix_caching"] is True
    assert settings["threads"] >= 1
    assert settings["quantisation"] is None
    assert int4_engine.settings["quantisation"]["kernel"] == "aten tinygemm"
    assert int4_engine.settings["quantisation"]["group"] == 32


def test_tables_of_positions_are_sized_for_the_context(engine: VllmEngine, builds: dict[str, Build]) -> None:
    from vllm.model_executor.layers.rotary_embedding import _ROPE_DICT

    assert {rope.cos_sin_cache.shape[0] for rope in _ROPE_DICT.values()} == {512}


def test_the_log_goes_to_a_file(engine: VllmEngine, home: Path) -> None:
    assert log_path().is_relative_to(home)
    assert log_path().stat().st_size > 0


def test_a_parameter_out_of_range_is_refused_and_the_others_go_on(engine: VllmEngine) -> None:
    with pytest.raises(EngineError, match=r"refused the request: .*temperature"):
        answer(engine, ask("x", sampling=Sampling(temperature=50.0, max_tokens=4)))
    assert answer(engine, ask("x")).output_tokens


def test_closing_cancels_and_refuses(builds: dict[str, Build]) -> None:
    engine = open_engine(builds["w4a16"], EngineOptions(max_model_len=256))
    future: Future[Reply] = engine.submit(ask("x", sampling=Sampling(max_tokens=200)))
    engine.close()
    wait([future], timeout=PATIENCE)
    assert future.cancelled() or END not in future.result().text
    with pytest.raises(EngineError, match="closed"):
        answer(engine, ask("too late"))
    engine.close()


def test_options_that_cannot_be_are_refused(builds: dict[str, Build]) -> None:
    with pytest.raises(EngineError, match="512 positions"):
        open_engine(builds["bf16"], EngineOptions(max_model_len=100_000))
    with pytest.raises(EngineError, match="tokens of context need"):
        open_engine(builds["bf16"], EngineOptions(max_model_len=512, kv_cache_bytes=1000))


def test_an_interrupt_while_it_loads_ends_the_process_and_aborts_nothing() -> None:
    code = """
import atexit, os, signal, threading, time
from pathlib import Path
from agent_eval.engine import vllm_engine
atexit.register(os.abort)  # as the threads of a half-loaded engine do
vllm_engine._load = lambda path, options: time.sleep(60)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
vllm_engine.VllmEngine(Path("nowhere"), vllm_engine.EngineOptions())
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (said.returncode, "KeyboardInterrupt" in said.stderr) == (130, True)


def test_a_tensor_of_another_name_is_one_short_sentence(builds: dict[str, Build], tmp_path: Path) -> None:
    """vLLM names every parameter that there is; a person wants the one that is wrong."""
    broken = tmp_path / "broken"
    broken.mkdir()
    for file in builds["bf16"].path.iterdir():
        (broken / file.name).write_bytes(file.read_bytes().replace(b"model.norm.weight", b"model.nosm.weight", 1))
    with pytest.raises(EngineError, match=r"did not start: .*model\.nosm") as error:
        VllmEngine(broken, OPTIONS)
    assert len(str(error.value)) < 400


def test_a_broken_build_is_one_sentence(builds: dict[str, Build], tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    for file in builds["bf16"].path.iterdir():
        data = file.read_bytes()
        (broken / file.name).write_bytes(data[: len(data) // 2] if file.suffix == ".safetensors" else data)
    with pytest.raises(EngineError, match="did not start"):
        VllmEngine(broken, OPTIONS)
