"""Schemes: how a checkpoint's tensors become a build's. Each is a row in a table: one function a tensor, and what vLLM is told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent_eval.builds.errors import BuildError
from agent_eval.builds.shape import Shape

if TYPE_CHECKING:
    import torch

# The linear layers, the embedding and the head. `g_proj` decides about whole heads with a few rows, and norms are vectors: both stay.
QUANTISED = ("embedding", "lm_head", "q_k_v_proj", "out_proj", "gate_proj", "up_proj", "down_proj")

Convert = Callable[[str, "torch.Tensor", int | None], Iterator[tuple[str, "torch.Tensor"]]]


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way to store and multiply a model's weights.

    Attributes:
        about: one line for users.
        version: raise it when the same checkpoint would give other bytes, and artefacts made before are made anew.
        group: the group size for a model of this shape, None where the scheme has no groups; raises `BuildError` if none fits.
        bits: stored bits a weight at most, for the space that a build will take.
        convert: (name, tensor, group) of the checkpoint -> the build's tensors; pure.
        quantisation: what config.json says to vLLM, None for full precision.
    """

    about: str
    version: int
    group: Callable[[Shape], int | None]
    bits: Callable[[int | None], float]
    convert: Convert
    quantisation: Callable[[int | None], dict[str, Any] | None]


def is_quantised(name: str) -> bool:
    """Whether schemes quantise the tensor of this name."""
    module, _, kind = name.rpartition(".")
    return kind == "weight" and module.rpartition(".")[2] in QUANTISED


def _to_bf16(name: str, tensor: "torch.Tensor", group: int | None) -> Iterator[tuple[str, "torch.Tensor"]]:
    yield name, tensor.bfloat16().contiguous()


def _to_int4(name: str, tensor: "torch.Tensor", group: int | None) -> Iterator[tuple[str, "torch.Tensor"]]:
    from agent_eval.builds.int4 import quantise

    if not is_quantised(name):
        yield from _to_bf16(name, tensor, group)
        return
    assert group is not None
    module = name.removesuffix(".weight")
    weight = quantise(tensor, group)
    yield f"{module}.codes", weight.codes
    yield f"{module}.scales", weight.scales
    yield f"{module}.zeros", weight.zeros


def _int4_group(shape: Shape) -> int:
    """128 for models of Spark-X2.5's size, whose wide rows bear it; 32 for small ones, which lose a third of their passes at 64."""
    wanted = (128, 64, 32) if shape.hidden_size >= 2048 else (32,)
    for group in wanted:
        if all(inputs % group == 0 for inputs in shape.inputs):
            return group
    raise BuildError(
        f"w4a16 needs hidden_size, num_attention_heads x head_dim and intermediate_size to be multiples of {wanted[-1]}, "
        f"config.json gives {', '.join(map(str, shape.inputs))}"
    )


SCHEMES = {
    "bf16": Scheme(
        about="bfloat16 weights and activations",
        version=2,
        group=lambda shape: None,
        bits=lambda group: 16,
        convert=_to_bf16,
        quantisation=lambda group: None,
    ),
    "w4a16": Scheme(
        about="4-bit weights in asymmetric groups, embedding and head included; bfloat16 activations",
        version=2,
        group=_int4_group,
        bits=lambda group: 4 + 32 / (group or 32) + 0.1,
        convert=_to_int4,
        quantisation=lambda group: {"quant_method": "agent_eval_int4", "bits": 4, "group_size": group, "asymmetric": True},
    ),
}
