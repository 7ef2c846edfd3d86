"""Eight-bit weights as a quantisation method of vLLM, under the name that an artefact's ``quantization_config`` carries."""

from typing import Any

import torch
from vllm.model_executor.layers.linear import LinearMethodBase
from vllm.model_executor.layers.quantization import register_quantization_config

from agent_eval.engine import cpu, int8
from agent_eval.engine.method import DTYPES, BuildConfig, add_parameter

METHOD = "agent_eval_int8"


@register_quantization_config(METHOD)
class Int8Config(BuildConfig):
    """The choices are when and in which type products are dense."""

    name = METHOD

    def __init__(self, dense_from_rows: int, dense_dtype: str) -> None:
        super().__init__()
        self.dense_from_rows = dense_from_rows
        self.dense_dtype = dense_dtype

    @classmethod
    def choices(cls, machine: cpu.Cpu) -> dict[str, Any]:
        """See `BuildConfig.choices`. Without ATen's kernel every product is dense."""
        return {
            "dense_from_rows": int8.DENSE_FROM_ROWS if machine.int8_kernels else 1,
            "dense_dtype": "bfloat16" if machine.fast_bf16 else "float32",
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> "Int8Config":
        """Read ``quantization_config``; choices that it leaves out are made for this machine."""
        return cls(**{name: config.get(name, default) for name, default in cls.choices(cpu.probe()).items()})

    def settings(self) -> dict[str, Any]:
        """See `BuildConfig.settings`."""
        return {
            "method": METHOD,
            "group": None,
            "kernel": "aten int8pack" if self.dense_from_rows > 1 else "dense",
            "dense_from_rows": self.dense_from_rows,
            "dense_dtype": self.dense_dtype,
        }

    def method(self) -> LinearMethodBase:
        """See `BuildConfig.method`."""
        return Int8Method(self)


class Int8Method(LinearMethodBase):  # type: ignore[misc]
    """Loads an artefact's codes and scales, multiplies and looks rows up; nothing is packed."""

    def __init__(self, config: Int8Config) -> None:
        self.config = config

    def create_weights(
        self,
        layer: Any,
        input_size_per_partition: int,
        output_partition_sizes: list[int],
        input_size: int,
        output_size: int,
        params_dtype: torch.dtype,
        **extra_weight_attrs: Any,
    ) -> None:
        """Make the parameters ``codes`` and ``scales`` (`agent_eval.builds.int8`) that the checkpoint fills."""
        rows = sum(output_partition_sizes)
        add_parameter(layer, "codes", (rows, input_size_per_partition), torch.int8, extra_weight_attrs)
        add_parameter(layer, "scales", (rows,), torch.bfloat16, extra_weight_attrs)
        layer.int8_dtype = params_dtype

    def apply(self, layer: Any, x: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        """``x @ W.T``; the architecture has no biases."""
        assert bias is None
        dense_from, dense_dtype = self.config.dense_from_rows, DTYPES[self.config.dense_dtype]
        if not torch.compiler.is_compiling():
            return int8.linear(x, layer.codes, layer.scales, dense_from=dense_from, dense_dtype=dense_dtype)
        out: torch.Tensor = _linear(x, layer.codes, layer.scales, dense_from, dense_dtype)
        return out

    def embedding(self, layer: Any, ids: torch.Tensor) -> torch.Tensor:
        """Rows of the embedding in the model's type: ids [...] -> [..., hidden_size]."""
        return int8.look_up(ids, layer.codes, layer.scales, layer.int8_dtype)


# Opaque to the compiler, so that the choice by the number of rows never becomes a guard on the traced graph.
@torch.library.custom_op("agent_eval::int8_linear", mutates_args=())
def _linear(x: torch.Tensor, codes: torch.Tensor, scales: torch.Tensor, dense_from: int, dense_dtype: torch.dtype) -> torch.Tensor:
    return int8.linear(x, codes, scales, dense_from=dense_from, dense_dtype=dense_dtype)


@_linear.register_fake
def _(x: torch.Tensor, codes: torch.Tensor, scales: torch.Tensor, dense_from: int, dense_dtype: torch.dtype) -> torch.Tensor:
    return x.new_empty((*x.shape[:-1], codes.shape[0]))
