"""vLLM's Spark against the plain reading of the architecture."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from agent_eval.builds.registry import resolve
from agent_eval.engine import vllm_engine
from agent_eval.engine.options import EngineOptions, vllm_arguments
from agent_eval.engine.reference import load_reference
from tests.agent_eval.tiny import CONFIG, random_tensors, write_checkpoint

Ask = Callable[[list[int]], torch.Tensor]

# Shorter than the window of 32, around it, and several windows long: alone in their batch and together.
LENGTHS = (5, 31, 32, 33, 150)


def prompts() -> list[list[int]]:
    generator = torch.Generator().manual_seed(3)
    return [torch.randint(0, CONFIG["vocab_size"], (length,), generator=generator).tolist() for length in LENGTHS]


def distance(got: torch.Tensor, expected: torch.Tensor) -> float:
    """Norm of the difference over norm."""
    return float((got - expected).norm() / expected.norm())


@pytest.fixture
def engine_logits(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, str], list[torch.Tensor]]:
    """Load a build and give the logits of every prompt, [T - 1, vocab_size] each."""
    from vllm import SamplingParams

    def everything(path: Path, options: EngineOptions) -> dict[str, Any]:
        return {**vllm_arguments(path, options), "max_logprobs": -1, "logprobs_mode": "raw_logits"}

    monkeypatch.setattr(vllm_engine, "vllm_arguments", everything)

    def run(path: Path, dtype: str) -> list[torch.Tensor]:
        engine = vllm_engine._load(path, EngineOptions(dtype=dtype, max_model_len=512, kv_cache_bytes=64 << 20))  # type: ignore[arg-type]
        for number, tokens in enumerate(prompts()):
            (prompt,) = engine.renderer.render_cmpl([{"prompt_token_ids": tokens}])
            engine.add_request(str(number), prompt, SamplingParams(max_tokens=1, prompt_logprobs=-1, temperature=0, detokenize=False))
        answers = {}
        while engine.has_unfinished_requests():
            answers.update({int(output.request_id): output.prompt_logprobs for output in engine.step() if output.finished})
        vllm_engine._unload(engine)
        vocabulary = range(CONFIG["vocab_size"])
        return [torch.tensor([[row[token].logprob for token in vocabulary] for row in answers[number][1:]]) for number in sorted(answers)]

    return run


@pytest.fixture(scope="module")
def calm(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_checkpoint(tmp_path_factory.mktemp("calm") / "calm", random_tensors(CONFIG, calm=True))


@pytest.mark.engine
@pytest.mark.parametrize(
    ("scheme", "dtype", "tolerance"),
    [
        ("bf16", "float32", 1e-4),
        ("bf16", "bfloat16", 1e-2),
        ("w4a16", "bfloat16", 1e-2),
        ("w4a16-g64-sym", "bfloat16", 1e-2),
        ("int8", "bfloat16", 1e-2),
    ],
)
def test_logits_match_the_reference(
    calm: Path, engine_logits: Callable[[Path, str], list[torch.Tensor]], scheme: str, dtype: str, tolerance: float
) -> None:
    build = resolve(scheme, calm)
    reference = load_reference(build.path)
    for tokens, got in zip(prompts(), engine_logits(build.path, dtype), strict=True):
        expected = reference.logits(torch.tensor(tokens))[:-1]
        assert got.shape == expected.shape
        assert distance(got, expected) < tolerance, f"{len(tokens)} tokens"


@pytest.mark.parametrize("change", [{"sliding_window": 33}, {"headwise_attn_output_gate": False}, {"layer_types": ["full_attention"] * 4}])
def test_tolerances_would_show_a_wrong_architecture(calm: Path, change: dict[str, Any]) -> None:
    right = load_reference(calm)
    wrong = type(right)(type(right.shape).of({**right.config, **change}), {**right.config, **change}, right.tensors)
    tokens = torch.tensor(prompts()[-1])
    assert distance(wrong.logits(tokens), right.logits(tokens)) > 2e-2
