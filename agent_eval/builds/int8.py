"""Eight-bit weights as they lie in an artefact: the same bytes on every CPU.

Each row of a weight matrix has one scale, bfloat16, and each weight a code from -127 to 127; a weight is ``code * scale``, and the scale
is max|w| / 127: the absmax grid of LLM.int8() (Dettmers et al. 2022) and of llama.cpp's Q8_0.

The grid of compressed-tensors, whose scale is 2 max|w| / 255, has -128 too and puts the greatest weight half a step beyond the last code.
Rounding the scale to bfloat16 can move it a quarter of a step further, for 127 steps of a scale that is 2^-9 too small are a quarter of
one; on the grid used here a weight moves by half a step at most even so.
"""

from dataclasses import dataclass

import torch

from agent_eval.builds.int4 import ROWS_AT_ONCE

GREATEST = 127


@dataclass(frozen=True, slots=True)
class Int8Weight:
    """One matrix of N outputs and K inputs.

    Attributes:
        codes: [N, K] int8.
        scales: [N] bfloat16.
    """

    codes: torch.Tensor
    scales: torch.Tensor


def quantise(weight: torch.Tensor) -> Int8Weight:
    """Round a matrix [N, K] of any float type to the nearest point of each row's grid.

    Raises:
        ValueError: a weight is not finite.
    """
    blocks = [_quantise_rows(block.float()) for block in torch.split(weight, ROWS_AT_ONCE)]
    codes, scales = (torch.cat(parts) for parts in zip(*blocks, strict=True))
    return Int8Weight(codes, scales)


def _quantise_rows(weight: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    if not torch.isfinite(weight).all():
        raise ValueError("a weight is not a finite number")
    scales = (weight.abs().amax(dim=1) / GREATEST).bfloat16()
    # The codes are chosen for the scale that will be stored, not for the exact one.
    steps = weight / scales.float().clamp_min(torch.finfo(torch.float32).tiny).unsqueeze(1)
    return steps.round().clamp_(-GREATEST, GREATEST).to(torch.int8), scales


def dequantise(weight: Int8Weight, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """The matrix that the codes stand for, [N, K]; computed in float64 when that is asked for, else in float32."""
    work = torch.float64 if dtype is torch.float64 else torch.float32
    return (weight.codes.to(work) * weight.scales.to(work).unsqueeze(1)).to(dtype)
