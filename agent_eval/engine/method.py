"""What the quantisation methods of builds have in common, as vLLM asks for it."""

from abc import abstractmethod
from typing import Any, ClassVar

import torch
from torch import nn
from vllm.model_executor.layers.linear import LinearBase, LinearMethodBase
from vllm.model_executor.layers.quantization.base_config import QuantizationConfig, QuantizeMethodBase
from vllm.model_executor.layers.vocab_parallel_embedding import VocabParallelEmbedding
from vllm.model_executor.utils import set_weight_attrs

from agent_eval.engine.cpu import Cpu

DTYPES = {"bfloat16": torch.bfloat16, "float32": torch.float32}


class BuildConfig(QuantizationConfig):  # type: ignore[misc]
    """What an artefact's ``quantization_config`` says of its weights, and this machine's choices beside it.

    Attributes:
        name: the ``quant_method`` that artefacts carry.
    """

    name: ClassVar[str]

    @classmethod
    @abstractmethod
    def choices(cls, machine: Cpu) -> dict[str, Any]:
        """How this machine runs the products. They go into the configuration: vLLM keys compiled code on it."""

    @abstractmethod
    def settings(self) -> dict[str, Any]:
        """What is in force, for the record of a run."""

    @abstractmethod
    def method(self) -> LinearMethodBase:
        """What loads, multiplies and looks up."""

    @classmethod
    def get_name(cls) -> str:
        """The name in ``quant_method``."""
        return cls.name

    @classmethod
    def get_supported_act_dtypes(cls) -> list[torch.dtype]:
        """Types of activations; products are in bfloat16 either way."""
        return list(DTYPES.values())

    @classmethod
    def get_min_capability(cls) -> int:
        """No graphics processor is needed."""
        return 0

    @staticmethod
    def get_config_filenames() -> list[str]:
        """Everything stands in config.json."""
        return []

    def get_quant_method(self, layer: nn.Module, prefix: str) -> QuantizeMethodBase | None:
        """Linear layers, the embedding and the head. Layers that stay in full precision are built without this configuration."""
        return self.method() if isinstance(layer, (LinearBase, VocabParallelEmbedding)) else None


def add_parameter(layer: nn.Module, name: str, shape: tuple[int, ...], dtype: torch.dtype, attributes: dict[str, Any]) -> None:
    """Register what the artefact's tensor of this name fills: outputs first, then inputs if there is a second dimension."""
    parameter = nn.Parameter(torch.empty(shape, dtype=dtype), requires_grad=False)
    sides = {"output_dim": 0, "input_dim": 1} if len(shape) == 2 else {"output_dim": 0}
    set_weight_attrs(parameter, {**sides, **attributes})
    layer.register_parameter(name, parameter)
