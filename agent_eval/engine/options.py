"""How a build is run, and what of it is left to the machine."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from agent_eval.builds.shape import Shape
from agent_eval.engine import cpu
from agent_eval.engine.protocol import EngineError

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """How a build is run.

    Attributes:
        max_model_len: longest prompt and answer together, tokens; None for 4096 or the model's own limit, whichever is less.
        kv_cache_bytes: memory for keys and values; None for enough to hold ``max_model_len`` tokens and at least 192 MiB.
        max_parallel: requests worked on at once; others wait.
        dtype: of activations and of weights that are not quantised; ``auto`` is bfloat16 where the processor multiplies it, else float32
            unless that would double a big model.
        compiled: compile the model. Costs most of a minute at every start, and pays in long prompts only.
        threads: for products; None for ``OMP_NUM_THREADS``, else one for each usable core.
        block_size: tokens in a block of the cache; prefixes are shared in whole blocks.
    """

    max_model_len: int | None = None
    kv_cache_bytes: int | None = None
    max_parallel: int = 16
    dtype: Literal["auto", "bfloat16", "float32"] = "auto"
    compiled: bool = False
    threads: int | None = None
    block_size: int = 32


DEFAULT_CONTEXT = 4096
DEFAULT_CACHE = 192 * MIB

# A model of fewer bytes of bfloat16 weights is run in float32 where the processor has no bfloat16 products: up to twice as fast there for
# a small model, twice the memory for a big one.
SMALL_MODEL = 1 << 30


def vllm_arguments(path: Path, options: EngineOptions) -> dict[str, Any]:
    """The arguments of vLLM's engine for the build in this folder.

    Raises:
        EngineError: options that this build or machine cannot satisfy.
    """
    config = json.loads((path / "config.json").read_text(encoding="utf-8"))
    machine = cpu.probe()
    limit = config.get("max_position_embeddings", DEFAULT_CONTEXT)
    length = options.max_model_len or min(limit, DEFAULT_CONTEXT)
    if length > limit:
        raise EngineError(f"max_model_len is {length}, but the model was made for {limit} positions")
    dtype = choose_dtype(config, machine) if options.dtype == "auto" else options.dtype
    needed = cache_bytes(Shape.of(config), dtype, length, options.block_size)
    cache = options.kv_cache_bytes or max(needed, DEFAULT_CACHE)
    if cache < needed:
        raise EngineError(
            f"kv_cache_bytes is {cache}, but {length} tokens of context need {needed}; give more memory or a smaller max_model_len"
        )
    return {
        "model": str(path),
        "dtype": dtype,
        "max_model_len": length,
        "kv_cache_memory_bytes": cache,
        "block_size": options.block_size,
        "max_num_seqs": options.max_parallel,
        "max_num_batched_tokens": max(2048, options.max_parallel),
        "enable_prefix_caching": True,
        "enable_chunked_prefill": True,
        "enforce_eager": not options.compiled,
        "hf_overrides": _overrides(config, machine),
        # The other backend, guidance, takes added tokens of the form <…> for special ones, which no pattern can name: Spark's tags would
        # be out of reach.
        "structured_outputs_config": {"backend": "xgrammar"},
        "use_tqdm_on_load": False,
        "disable_log_stats": False,
        "seed": 0,
    }


def choose_dtype(config: dict[str, Any], machine: cpu.Cpu) -> Literal["bfloat16", "float32"]:
    """The faster type on this machine that does not double a big model's memory."""
    if machine.fast_bf16:
        return "bfloat16"
    shape = Shape.of(config)
    parameters = sum(rows * (size[1] if len(size) == 2 else 1) for size in shape.tensors().values() for rows in size[:1])
    return "float32" if "quantization_config" in config or 2 * parameters < SMALL_MODEL else "bfloat16"


def cache_bytes(shape: Shape, dtype: str, tokens: int, block_size: int) -> int:
    """Memory for the keys and values of so many tokens, in whole blocks; layers with a window are counted as if they had none."""
    blocks = -(-tokens // block_size) + 1  # vLLM keeps one block for itself
    per_token = 2 * shape.num_hidden_layers * shape.num_key_value_heads * shape.head_dim * (2 if dtype == "bfloat16" else 4)
    return blocks * block_size * per_token


def _overrides(config: dict[str, Any], machine: cpu.Cpu) -> dict[str, Any]:
    """How this machine multiplies a quantised build's weights, put into the configuration that vLLM's compiled code is keyed on."""
    quantisation = config.get("quantization_config")
    if quantisation is None:
        return {}
    from vllm.model_executor.layers.quantization import get_quantization_config

    from agent_eval.engine import plugin

    plugin.register()
    method = get_quantization_config(quantisation["quant_method"])
    return {"quantization_config": {**quantisation, **method.choices(machine)}}
