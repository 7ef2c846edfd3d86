"""Schemes: how a checkpoint's tensors become a build's. Each is a row in a table: one function a tensor, and what vLLM is told."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
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


def restore(parts: Mapping[str, "torch.Tensor"]) -> "torch.Tensor":
    """The matrix [N, K], float32, that the codes of an artefact stand for.

    Args:
        parts: ``codes`` and ``scales``, and ``zeros`` where the scheme has them.
    """
    from agent_eval.builds import int4, int8

    if "zeros" in parts:
        return int4.dequantise(int4.Int4Weight(parts["codes"], parts["scales"], parts["zeros"]))
    return int8.dequantise(int8.Int8Weight(parts["codes"], parts["scales"]))


def rounded(weight: "torch.Tensor", scheme: str, shape: Shape) -> "torch.Tensor":
    """A matrix [N, K] as a build of this scheme holds it, in its own type: there and back again.

    Raises:
        BuildError: the scheme does not fit the model's shape.
    """
    plan = SCHEMES[scheme]
    parts = {name.rpartition(".")[2]: part for name, part in plan.convert("embedding.weight", weight, plan.group(shape))}
    return (restore(parts) if "codes" in parts else parts["weight"]).to(weight.dtype)


def _to_bf16(name: str, tensor: "torch.Tensor", group: int | None) -> Iterator[tuple[str, "torch.Tensor"]]:
    yield name, tensor.bfloat16().contiguous()


def _to_int4(name: str, tensor: "torch.Tensor", group: int | None, *, symmetric: bool) -> Iterator[tuple[str, "torch.Tensor"]]:
    from agent_eval.builds.int4 import quantise

    if not is_quantised(name):
        yield from _to_bf16(name, tensor, group)
        return
    assert group is not None
    module = name.removesuffix(".weight")
    weight = quantise(tensor, group, symmetric=symmetric)
    yield f"{module}.codes", weight.codes
    yield f"{module}.scales", weight.scales
    yield f"{module}.zeros", weight.zeros


def _to_int8(name: str, tensor: "torch.Tensor", group: int | None) -> Iterator[tuple[str, "torch.Tensor"]]:
    from agent_eval.builds.int8 import quantise

    if not is_quantised(name):
        yield from _to_bf16(name, tensor, group)
        return
    module = name.removesuffix(".weight")
    weight = quantise(tensor)
    yield f"{module}.codes", weight.codes
    yield f"{module}.scales", weight.scales


def _int4_group(shape: Shape, wanted: int | None) -> int:
    """The group size asked for, or where none is the greatest that suits the model: one that divides the inputs of every matrix.

    Where none is asked for, 128 for models of Spark-X2.5's size, whose wide rows bear it; 32 for small ones, which lose a third of their
    passes at 64.
    """
    groups = (wanted,) if wanted else (128, 64, 32) if shape.hidden_size >= 2048 else (32,)
    for group in groups:
        if all(inputs % group == 0 for inputs in shape.inputs):
            return group
    raise BuildError(
        f"groups of {groups[-1]} need hidden_size, num_attention_heads x head_dim and intermediate_size to be multiples of {groups[-1]}, "
        f"config.json gives {', '.join(map(str, shape.inputs))}; int8 has no groups and fits every shape"
    )


def _int4_scheme(*, symmetric: bool, group: int | None = None) -> Scheme:
    """Four-bit weights in groups of this size, or of the size that suits the model."""
    kind = f"{'symmetric' if symmetric else 'asymmetric'} groups{f' of {group}' if group else ''}"
    return Scheme(
        about=f"4-bit weights in {kind}, embedding and head included; bfloat16 activations",
        version=2,
        group=partial(_int4_group, wanted=group),
        bits=lambda group: 4 + 32 / (group or 32) + 0.1,
        convert=partial(_to_int4, symmetric=symmetric),
        quantisation=lambda group: {"quant_method": "agent_eval_int4", "bits": 4, "group_size": group, "asymmetric": not symmetric},
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
    "int8": Scheme(
        about="8-bit weights, symmetric, one scale for each output row, embedding and head included; bfloat16 activations",
        version=1,
        group=lambda shape: None,
        bits=lambda group: 8.5,
        convert=_to_int8,
        quantisation=lambda group: {"quant_method": "agent_eval_int8", "bits": 8},
    ),
    "w4a16": _int4_scheme(symmetric=False),
    "w4a16-sym": _int4_scheme(symmetric=True),
    "w4a16-g64": _int4_scheme(symmetric=False, group=64),
    "w4a16-g64-sym": _int4_scheme(symmetric=True, group=64),
}
