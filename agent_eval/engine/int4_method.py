"""Four-bit weights as a quantisation method of vLLM, under the name that an artefact's ``quantization_config`` carries."""

from typing import Any

import torch
from vllm.model_executor.layers.linear import LinearMethodBase
from vllm.model_executor.layers.quantization import register_quantization_config

from agent_eval.builds.int4 import Int4Weight
from agent_eval.engine import cpu, int4
from agent_eval.engine.method import DTYPES, BuildConfig, add_parameter

METHOD = "agent_eval_int4"


@register_quantization_config(METHOD)
class Int4Config(BuildConfig):
    """The choices are when and in which type products are dense, and whether the kernel is given one row at a time."""

    name = METHOD

    def __init__(self, group: int, dense_from_rows: int, dense_dtype: str, row_by_row: bool) -> None:
        super().__init__()
        self.group = group
        self.dense_from_rows = dense_from_rows
        self.dense_dtype = dense_dtype
        self.row_by_row = row_by_row

    @classmethod
    def choices(cls, machine: cpu.Cpu) -> dict[str, Any]:
        """See `BuildConfig.choices`."""
        if machine.amx:
            dense_from = int4.DENSE_FROM_ROWS_ONE_BY_ONE
        elif machine.fast_bf16 and "avx512f" in machine.features:
            dense_from = int4.DENSE_FROM_ROWS_AVX512
        else:
            dense_from = int4.DENSE_FROM_ROWS
        return {
            "dense_from_rows": dense_from,
            "dense_dtype": "bfloat16" if machine.fast_bf16 else "float32",
            "row_by_row": machine.amx,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> "Int4Config":
        """Read ``quantization_config``; choices that it leaves out are made for this machine."""
        choices = cls.choices(cpu.probe())
        return cls(group=config["group_size"], **{name: config.get(name, default) for name, default in choices.items()})

    def settings(self) -> dict[str, Any]:
        """See `BuildConfig.settings`."""
        layout = int4.find_layout()
        return {
            "method": METHOD,
            "group": self.group,
            "kernel": "aten tinygemm",
            "layout": f"blocks of {layout.block}{', interleaved' if layout.interleaved else ''}" if layout else "unknown",
            "dense_from_rows": self.dense_from_rows,
            "dense_dtype": self.dense_dtype,
            "row_by_row": self.row_by_row,
        }

    def method(self) -> LinearMethodBase:
        """See `BuildConfig.method`."""
        return Int4Method(self)


class Int4Method(LinearMethodBase):  # type: ignore[misc]
    """Loads an artefact's codes, packs them for this CPU, multiplies and looks rows up. What it makes hangs on the layer."""

    def __init__(self, config: Int4Config) -> None:
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
        """Make the parameters ``codes``, ``scales`` and ``zeros`` (`agent_eval.builds.int4`) that the checkpoint fills."""
        rows = sum(output_partition_sizes)
        grid = (rows, input_size_per_partition // self.config.group)
        add_parameter(layer, "codes", (rows, input_size_per_partition // 2), torch.uint8, extra_weight_attrs)
        add_parameter(layer, "scales", grid, torch.bfloat16, extra_weight_attrs)
        add_parameter(layer, "zeros", grid, torch.bfloat16, extra_weight_attrs)
        layer.int4_dtype = params_dtype

    def process_weights_after_loading(self, layer: Any) -> None:
        """Pack, and let the artefact's form go."""
        weight = Int4Weight(layer.codes.data, layer.scales.data, layer.zeros.data)
        layer.int4 = int4.pack(weight, int4.find_layout())
        for name in ("codes", "scales", "zeros"):
            delattr(layer, name)

    def apply(self, layer: Any, x: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
        """``x @ W.T``; the architecture has no biases."""
        assert bias is None
        weight: int4.PackedWeight = layer.int4
        config = self.config
        if not torch.compiler.is_compiling():
            return int4.linear(
                x, weight, dense_from=config.dense_from_rows, dense_dtype=DTYPES[config.dense_dtype], row_by_row=config.row_by_row
            )
        out: torch.Tensor = _linear(
            x,
            weight.packed,
            weight.grid,
            weight.codes,
            weight.rows,
            config.dense_from_rows,
            DTYPES[config.dense_dtype],
            config.row_by_row,
        )
        return out

    def embedding(self, layer: Any, ids: torch.Tensor) -> torch.Tensor:
        """Rows of the embedding in the model's type: ids [...] -> [..., hidden_size]."""
        weight: int4.PackedWeight = layer.int4
        if not torch.compiler.is_compiling():
            return int4.look_up(ids, weight, layer.int4_dtype)
        out: torch.Tensor = _look_up(ids, weight.packed, weight.grid, weight.codes, weight.rows, layer.int4_dtype)
        return out


# Opaque to the compiler, so that the choice by the number of rows never becomes a guard on the traced graph.
@torch.library.custom_op("agent_eval::int4_linear", mutates_args=())
def _linear(
    x: torch.Tensor,
    packed: torch.Tensor,
    grid: torch.Tensor,
    codes: torch.Tensor | None,
    rows: int,
    dense_from: int,
    dense_dtype: torch.dtype,
    row_by_row: bool,
) -> torch.Tensor:
    weight = int4.PackedWeight(packed, grid, rows, codes)
    return int4.linear(x, weight, dense_from=dense_from, dense_dtype=dense_dtype, row_by_row=row_by_row).contiguous()


@_linear.register_fake
def _(
    x: torch.Tensor,
    packed: torch.Tensor,
    grid: torch.Tensor,
    codes: torch.Tensor | None,
    rows: int,
    dense_from: int,
    dense_dtype: torch.dtype,
    row_by_row: bool,
) -> torch.Tensor:
    return x.new_empty((*x.shape[:-1], rows))


@torch.library.custom_op("agent_eval::int4_look_up", mutates_args=())
def _look_up(
    ids: torch.Tensor, packed: torch.Tensor, grid: torch.Tensor, codes: torch.Tensor | None, rows: int, dtype: torch.dtype
) -> torch.Tensor:
    return int4.look_up(ids, int4.PackedWeight(packed, grid, rows, codes), dtype)


@_look_up.register_fake
def _(
    ids: torch.Tensor, packed: torch.Tensor, grid: torch.Tensor, codes: torch.Tensor | None, rows: int, dtype: torch.dtype
) -> torch.Tensor:
    return packed.new_empty((*ids.shape, packed.shape[1] * 2), dtype=dtype)
