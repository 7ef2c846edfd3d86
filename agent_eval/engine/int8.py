"""Products with eight-bit weights, through ATen's ``_weight_int8pack_mm``, in the artefact's own order of bytes.

ATen's kernel multiplies bfloat16 activations in float32 and reads the weights anew for every four rows. Products of many rows turn the
codes into numbers, piece by piece, and go to a dense product: codes are exact in bfloat16, and the scale of an output row is applied to
the result.
"""

from functools import cache

import torch

# Where the two cross was measured on one core at the shapes of spark-nano and Spark: at 17 to 25 rows, both for AVX-512 with products in
# bfloat16 and for AVX2 with products in float32.
DENSE_FROM_ROWS = 20

# Codes turned into numbers at once: in float32, small enough to stay in a core's share of the cache.
DENSE_BLOCK = 1 << 21

# With AVX-512 the kernel loads 16 activations and 16 codes at a time, looks at no remainder, and asks for aligned addresses: anything else
# gives wrong sums or ends the process.
INPUTS_AT_ONCE = 16
ALIGNMENT = 32


@cache
def kernel_works() -> bool:
    """Whether ATen's kernel is there and gives a small matrix back rightly, whose rows are no multiple of what it handles at once."""
    codes = (torch.arange(9 * 32) * 37 % 255 - 127).to(torch.int8).view(9, 32)
    scales = 2.0 ** torch.arange(-4, 5)
    try:
        out = torch.ops.aten._weight_int8pack_mm(torch.eye(32).bfloat16(), codes, scales.bfloat16())
    except (AttributeError, RuntimeError):
        return False
    return torch.equal(out.float(), (codes * scales.unsqueeze(1)).T)


def linear(x: torch.Tensor, codes: torch.Tensor, scales: torch.Tensor, *, dense_from: int, dense_dtype: torch.dtype) -> torch.Tensor:
    """``x @ W.T`` for x [..., K], in x's type.

    Args:
        codes, scales: as in `agent_eval.builds.int8.Int8Weight`.
        dense_from: rows of x from which the codes are turned into numbers and multiplied as a dense matrix.
        dense_dtype: the type of that product.
    """
    # Activations and results are rounded to bfloat16 on every path, as with four-bit weights.
    rows = x.reshape(-1, codes.shape[1]).bfloat16().contiguous()
    if rows.shape[0] >= dense_from or codes.shape[1] % INPUTS_AT_ONCE or codes.data_ptr() % ALIGNMENT:
        out = _dense(rows.to(dense_dtype), codes, scales)
    else:
        out = torch.ops.aten._weight_int8pack_mm(rows.clone() if rows.data_ptr() % ALIGNMENT else rows, codes, scales)
    return out.bfloat16().to(x.dtype).view(*x.shape[:-1], codes.shape[0])


def _dense(x: torch.Tensor, codes: torch.Tensor, scales: torch.Tensor) -> torch.Tensor:
    out = x.new_empty(x.shape[0], codes.shape[0])
    step = max(1, DENSE_BLOCK // codes.shape[1])
    for start in range(0, codes.shape[0], step):
        torch.matmul(x, codes[start : start + step].to(x.dtype).T, out=out[:, start : start + step])
    return out.mul_(scales)


def look_up(ids: torch.Tensor, codes: torch.Tensor, scales: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Rows of the matrix: ids [...] -> [..., K]."""
    return (codes[ids].float() * scales[ids].float().unsqueeze(-1)).to(dtype)
