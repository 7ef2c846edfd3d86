"""Four-bit weights as they lie in an artefact: the same bytes on every CPU.

A row of a weight matrix is cut into groups of consecutive inputs. Each group has a scale and a zero, both bfloat16, and each weight a
code from 0 to 15; a weight is ``zero + (code - 8) * scale``. It is the grid of ATen's ``_weight_int4pack_mm``; the engine packs the codes
into that kernel's own, CPU-dependent order when it loads them.

The zero is a whole number of steps away from the middle code, as in GPTQ and AWQ checkpoints, so that the weight 0 is on the grid. A zero
that was free to follow each group's least weight would round a little better, and be wrong for weights that were on such a grid before:
a model fine-tuned from a 4-bit one (Q4_1, say) would snap back to it, and lose what it was taught. Measured in docs/spark-nano.md.

The symmetric grid is the one that GPTQ (``sym=True``) and compressed-tensors (``calculate_qparams``) mean: the scale is 2 max|w| / 15, the
zero is 0, and the codes stand for -8 to 7 scales. Its end points are 8 and 7 scales away and the group's greatest weight is 7.5: a positive
one is half a step too small. Its zeros are stored although they are all 0, so that one kernel runs both grids.
"""

from dataclasses import dataclass

import torch

GROUPS = (32, 64, 128)
LEVELS = 16
CENTRE = 8

# Rows handled at once: float32 copies of a whole embedding would cost a gigabyte.
ROWS_AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class Int4Weight:
    """One matrix of N outputs and K inputs.

    Attributes:
        codes: [N, K / 2] uint8; inputs 2j and 2j + 1 lie in the low and high half of byte j.
        scales, zeros: [N, K / group] bfloat16.
    """

    codes: torch.Tensor
    scales: torch.Tensor
    zeros: torch.Tensor

    @property
    def group(self) -> int:
        """Inputs that share a scale and a zero."""
        return self.codes.shape[1] * 2 // self.scales.shape[1]


def quantise(weight: torch.Tensor, group: int, *, symmetric: bool = False) -> Int4Weight:
    """Round a matrix [N, K] of any float type to the nearest point of each group's grid.

    Args:
        symmetric: the grid spans as much below 0 as above it; otherwise from the least to the greatest weight, and 0.

    Raises:
        ValueError: K is not a multiple of ``group``, or a weight is not finite.
    """
    rows, inputs = weight.shape
    if inputs % group:
        raise ValueError(f"{inputs} inputs cannot be cut into groups of {group}")
    blocks = [_quantise_rows(block.float(), group, symmetric) for block in torch.split(weight, ROWS_AT_ONCE)]
    codes, scales, zeros = (torch.cat(parts) for parts in zip(*blocks, strict=True))
    assert codes.shape == (rows, inputs // 2)
    return Int4Weight(codes, scales, zeros)


def _quantise_rows(weight: torch.Tensor, group: int, symmetric: bool) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    if not torch.isfinite(weight).all():
        raise ValueError("a weight is not a finite number")
    grouped = weight.view(weight.shape[0], -1, group)
    low, high = grouped.aminmax(dim=2)
    low, high = low.clamp(max=0), high.clamp(min=0)
    if symmetric:
        high = torch.maximum(-low, high)
        low = -high
    # The codes are chosen for the scale and zero that will be stored, not for the exact ones.
    scales = ((high - low) / (LEVELS - 1)).bfloat16()
    if symmetric:
        points = torch.full_like(low, CENTRE)
    else:
        points = (-low / scales.float().clamp_min(torch.finfo(torch.float32).tiny)).round().clamp_(0, LEVELS - 1)
    zeros = ((CENTRE - points) * scales.float()).bfloat16()
    steps = (grouped - zeros.float().unsqueeze(2)) / scales.float().clamp_min(torch.finfo(torch.float32).tiny).unsqueeze(2)
    codes = (steps.round() + CENTRE).clamp_(0, LEVELS - 1).to(torch.uint8).flatten(1)
    return codes[:, 0::2] | codes[:, 1::2] << 4, scales, zeros


def unpack(codes: torch.Tensor) -> torch.Tensor:
    """[N, K / 2] bytes -> [N, K] codes, uint8."""
    return torch.stack((codes & 15, codes >> 4), dim=2).flatten(1)


def dequantise(weight: Int4Weight, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """The matrix that the codes stand for, [N, K]; computed in float64 when that is asked for, else in float32."""
    work = torch.float64 if dtype is torch.float64 else torch.float32
    steps = unpack(weight.codes).to(work).view(*weight.scales.shape, weight.group) - CENTRE
    return (steps * weight.scales.to(work).unsqueeze(2) + weight.zeros.to(work).unsqueeze(2)).flatten(1).to(dtype)


def bits_per_weight(group: int) -> float:
    """Stored bits for each quantised weight, scales and zeros included."""
    return 4 + 2 * 16 / group
