"""Products with four-bit weights, through ATen's tinygemm.

tinygemm wants the codes in an order of its own that differs from CPU to CPU: blocks of channels, then inputs, then the block's channels
two to a byte. `find_layout` learns that order by packing matrices whose codes spell out where each one came from. Knowing it, one packed
copy serves everything: products of a few rows go to tinygemm, products of many rows read the weights back from the packed bytes and
multiply them as a dense matrix, and an embedding looks single rows up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import torch

from agent_eval.builds.int4 import CENTRE, LEVELS, ROWS_AT_ONCE, Int4Weight, unpack

# tinygemm's cost grows with the rows, a dense product pays once for reading the weights back. Where the two cross was measured at the
# shapes of Spark and spark-nano on two cores: AVX-512 with bfloat16 products at 130 to 190 rows; AVX2, in float32, at 12 to 25.
DENSE_FROM_ROWS_AVX512 = 192
DENSE_FROM_ROWS = 16

# With AMX, several rows in one call of tinygemm have been seen to leave the tile registers in a state in which the attention kernel that
# follows ends with an illegal instruction. One row at a time does not; it costs up to three times as much, so the two cross earlier.
DENSE_FROM_ROWS_ONE_BY_ONE = 20

# Weights read back at once: float32, small enough to stay in a core's share of the cache.
DENSE_BLOCK = 1 << 21

BLOCK_SIZES = (128, 64, 32, 16)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where tinygemm keeps the code of channel n and input k of a matrix of K inputs.

    The bytes are [N / block, K, block / 2]: byte d of a row holds two channels of the block, one in its low and one in its high half.

    Attributes:
        block: channels that lie together.
        interleaved: byte d holds channels 2d and 2d + 1; otherwise d and d + block / 2.
    """

    block: int
    interleaved: bool

    @property
    def low(self) -> slice:
        """The channels in the low halves, in the order of the bytes."""
        return slice(0, None, 2) if self.interleaved else slice(0, self.block // 2)

    @property
    def high(self) -> slice:
        """The channels in the high halves."""
        return slice(1, None, 2) if self.interleaved else slice(self.block // 2, None)


@dataclass(frozen=True, slots=True)
class PackedWeight:
    """A matrix [N, K] ready for products on this CPU.

    Attributes:
        packed: [P, K / 2] uint8 in tinygemm's order; P is N padded to whole blocks.
        grid: [K / group, P, 2] bfloat16: scales and zeros.
        rows: N.
        codes: [N, K / 2] in the artefact's order where the packed order could not be learnt, else None.
    """

    packed: torch.Tensor
    grid: torch.Tensor
    rows: int
    codes: torch.Tensor | None = None

    @property
    def inputs(self) -> int:
        """K."""
        return self.packed.shape[1] * 2

    @property
    def group(self) -> int:
        """Inputs that share a scale and a zero."""
        return self.inputs // self.grid.shape[0]


def _convert(codes: torch.Tensor) -> torch.Tensor:
    """[N, K] codes -> [N, K / 2] bytes in tinygemm's order."""
    packed: torch.Tensor = torch.ops.aten._convert_weight_to_int4pack_for_cpu(codes.int(), 1)
    return packed


@cache
def find_layout() -> Layout | None:
    """Learn tinygemm's order on this CPU, or None if it is of no form known here."""
    for block in BLOCK_SIZES:
        for interleaved in (False, True):
            layout = Layout(block, interleaved)
            if all(_explains(layout, rows, inputs) for rows, inputs in ((block, 32), (2 * block, 64), (3 * block, 96))):
                return layout
    return None


def _trace(labels: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Pack one matrix per bit of the labels [N, K], each below ``count``; say which label each half byte, low and high, came from."""
    low = high = torch.zeros(labels.numel() // 2, dtype=torch.int64)
    for bit in range(count.bit_length()):
        packed = _convert(labels >> bit & 1).flatten().long()
        low, high = low | (packed & 15) << bit, high | (packed >> 4) << bit
    return low, high


def _explains(layout: Layout, rows: int, inputs: int) -> bool:
    """Whether the layout says rightly where every code of a whole matrix lies."""
    labels = torch.arange(rows * inputs).view(rows, inputs)
    low, high = _trace(labels, rows * inputs)
    shape = (rows // layout.block, inputs, layout.block // 2)
    expected = labels.view(-1, layout.block, inputs).transpose(1, 2)
    return bool(torch.equal(low.view(shape), expected[..., layout.low]) and torch.equal(high.view(shape), expected[..., layout.high]))


def pack(weight: Int4Weight, layout: Layout | None) -> PackedWeight:
    """Bring a matrix into tinygemm's order, a block of rows at a time so that no whole copy in wider integers ever exists."""
    rows, inputs = weight.codes.shape[0], weight.codes.shape[1] * 2
    block = layout.block if layout else BLOCK_SIZES[0]
    padding = -rows % block
    packed = torch.empty(rows + padding, inputs // 2, dtype=torch.uint8)
    if layout:
        for start in range(0, rows + padding, ROWS_AT_ONCE):
            piece = _pad(unpack(weight.codes[start : start + ROWS_AT_ONCE]), block)
            packed[start : start + piece.shape[0]] = _convert(piece)
    else:
        packed.copy_(_convert(_pad(unpack(weight.codes), block)))
    # Padded channels have scale and zero 0: they give zeros, and are cut off.
    grid = torch.zeros(inputs // weight.group, rows + padding, 2, dtype=torch.bfloat16)
    grid[:, :rows, 0], grid[:, :rows, 1] = weight.scales.T, weight.zeros.T
    return PackedWeight(packed, grid, rows, None if layout else weight.codes)


def _pad(codes: torch.Tensor, block: int) -> torch.Tensor:
    return torch.nn.functional.pad(codes, (0, 0, 0, -codes.shape[0] % block))


def linear(x: torch.Tensor, weight: PackedWeight, *, dense_from: int, dense_dtype: torch.dtype, row_by_row: bool = False) -> torch.Tensor:
    """``x @ W.T`` for x [..., K], in x's type.

    Args:
        dense_from: rows of x from which the weights are read back and multiplied as a dense matrix.
        dense_dtype: the type of that product.
        row_by_row: give tinygemm one row at a time; see `DENSE_FROM_ROWS_ONE_BY_ONE`.
    """
    # Activations and results are rounded to bfloat16 on every path, so that a build says the same whichever one its rows take. tinygemm
    # itself is vectorised for that type only: wider activations are 15 times slower.
    rows = x.reshape(-1, weight.inputs).bfloat16()
    if rows.shape[0] >= dense_from:
        out = _dense(rows.to(dense_dtype), weight).bfloat16()
    elif row_by_row:
        out = torch.cat([_tinygemm(row, weight) for row in torch.split(rows.contiguous(), 1)])
    else:
        out = _tinygemm(rows.contiguous(), weight)
    out = out.to(x.dtype)
    return out[:, : weight.rows].reshape(*x.shape[:-1], weight.rows)


def _tinygemm(x: torch.Tensor, weight: PackedWeight) -> torch.Tensor:
    out: torch.Tensor = torch.ops.aten._weight_int4pack_mm_for_cpu(x, weight.packed, weight.group, weight.grid)
    return out


def _dense(x: torch.Tensor, weight: PackedWeight) -> torch.Tensor:
    out = x.new_empty(x.shape[0], weight.packed.shape[0])
    start = 0
    for block in _blocks(weight):
        torch.matmul(x, block.to(x.dtype), out=out[:, start : start + block.shape[1]])
        start += block.shape[1]
    return out


def _blocks(weight: PackedWeight) -> Iterator[torch.Tensor]:
    """The transposed matrix, float32, as consecutive pieces [K, some channels]."""
    layout = find_layout() if weight.codes is None else None
    unit = layout.block if layout else BLOCK_SIZES[0]
    step = max(1, DENSE_BLOCK // (weight.inputs * unit)) * unit
    for start in range(0, weight.packed.shape[0], step):
        stop = min(start + step, weight.packed.shape[0])
        if layout:
            lanes = weight.packed[start:stop].view(-1, weight.inputs, unit // 2).transpose(0, 1)
            values = torch.empty(weight.inputs, (stop - start) // unit, unit)
            values[..., layout.low] = (lanes & 15).float()
            values[..., layout.high] = (lanes >> 4).float()
        else:
            assert weight.codes is not None
            values = _pad(unpack(weight.codes[start:stop]), unit).T.float().contiguous()
        scales, zeros = weight.grid[:, start:stop].float().unsqueeze(1).unbind(-1)
        grouped = values.view(-1, weight.group, stop - start)
        # (code - 8) * scale + zero, with the constant part folded into the zero.
        yield grouped.mul_(scales).add_(zeros - CENTRE * scales).view(weight.inputs, stop - start)


def look_up(ids: torch.Tensor, weight: PackedWeight, dtype: torch.dtype) -> torch.Tensor:
    """Rows of the matrix: ids [...] -> [..., K]."""
    flat = ids.reshape(-1)
    if weight.codes is None:
        layout = find_layout()
        assert layout is not None
        byte, half = _places(layout)
        lane = flat % layout.block
        lanes = weight.packed.view(-1, weight.inputs, layout.block // 2)[flat // layout.block, :, byte[lane]]
        codes = (lanes >> half[lane].unsqueeze(1)) & LEVELS - 1
    else:
        codes = unpack(weight.codes[flat])
    scales, zeros = weight.grid[:, flat].float().transpose(0, 1).unsqueeze(2).unbind(-1)
    steps = codes.float().view(len(flat), -1, weight.group) - CENTRE
    return (steps * scales + zeros).to(dtype).view(*ids.shape, weight.inputs)


@cache
def _places(layout: Layout) -> tuple[torch.Tensor, torch.Tensor]:
    """For each channel of a block: the byte that holds it, and by how many bits it is shifted there (uint8)."""
    byte, half = torch.empty(layout.block, dtype=torch.int64), torch.empty(layout.block, dtype=torch.uint8)
    for shift, channels in ((0, layout.low), (4, layout.high)):
        byte[channels] = torch.arange(layout.block // 2)
        half[channels] = shift
    return byte, half
