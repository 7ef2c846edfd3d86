"""Products with four-bit weights against a float64 product with the numbers that the codes stand for."""

import subprocess
import sys

import pytest
import torch

from agent_eval.builds.int4 import Int4Weight, dequantise, quantise
from agent_eval.engine import int4
from agent_eval.engine.int4 import Layout

# (N, K, group): one channel, a part of a block, whole blocks, odd numbers of both, one group, Spark's and spark-nano's aspect.
SHAPES = [
    (1, 32, 32),
    (16, 32, 32),
    (80, 64, 32),
    (100, 96, 32),
    (64, 128, 128),
    (129, 128, 64),
    (960, 576, 32),
    (301, 640, 64),
    (4160, 256, 128),
]
ROWS = [1, 2, 3, 5, 17, 200]

TINYGEMM = {"dense_from": 1 << 30, "dense_dtype": torch.bfloat16}
PATHS = {
    "tinygemm": TINYGEMM,
    "row by row": {**TINYGEMM, "row_by_row": True},
    "dense float32": {"dense_from": 1, "dense_dtype": torch.float32},
    "dense bfloat16": {"dense_from": 1, "dense_dtype": torch.bfloat16},
}


def weight(rows: int, inputs: int, group: int) -> Int4Weight:
    generator = torch.Generator().manual_seed(rows * inputs)
    return quantise(torch.randn(rows, inputs, generator=generator) + 0.3, group)


def activations(rows: int, inputs: int, dtype: torch.dtype) -> torch.Tensor:
    return torch.randn(rows, inputs, generator=torch.Generator().manual_seed(rows)).bfloat16().to(dtype)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("known", [True, False], ids=["packed", "unknown order"])
def test_products_are_exact_to_bfloat16(shape: tuple[int, int, int], path: str, known: bool) -> None:
    quantised = weight(*shape)
    packed = int4.pack(quantised, int4.find_layout() if known else None)
    exact_weight = dequantise(quantised, torch.float64)
    for rows in ROWS:
        for dtype in (torch.bfloat16, torch.float32):
            x = activations(rows, shape[1], dtype)
            out = int4.linear(x, packed, **PATHS[path])  # type: ignore[arg-type]
            assert out.shape == (rows, shape[0])
            assert out.dtype is dtype
            exact = x.double() @ exact_weight.T
            # Against the size that such a product has as a rule: a single sum may come out near zero. Weights read back and results are
            # each rounded to bfloat16, whose numbers lie up to 2^-7 apart.
            usual = x.double().norm() * exact_weight.norm() / shape[1] ** 0.5
            assert (out.double() - exact).norm() / usual < 2**-7


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("known", [True, False], ids=["packed", "unknown order"])
def test_rows_are_looked_up_exactly(shape: tuple[int, int, int], known: bool) -> None:
    quantised = weight(*shape)
    packed = int4.pack(quantised, int4.find_layout() if known else None)
    ids = torch.arange(shape[0]).flip(0)
    assert torch.equal(int4.look_up(ids, packed, torch.float32), dequantise(quantised)[ids])
    assert int4.look_up(ids[:1].view(1, 1), packed, torch.bfloat16).shape == (1, 1, shape[1])


def test_more_dimensions_than_two() -> None:
    packed = int4.pack(weight(48, 64, 32), int4.find_layout())
    x = activations(6, 64, torch.bfloat16)
    expected = int4.linear(x, packed, **PATHS["tinygemm"])  # type: ignore[arg-type]
    assert torch.equal(int4.linear(x.view(2, 3, 64), packed, **PATHS["tinygemm"]), expected.view(2, 3, 48))  # type: ignore[arg-type]


def test_packing_in_pieces_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = int4.find_layout()
    assert layout is not None
    quantised = weight(5 * layout.block + 3, 64, 32)
    whole = int4.pack(quantised, layout)
    monkeypatch.setattr(int4, "ROWS_AT_ONCE", layout.block)
    assert torch.equal(int4.pack(quantised, layout).packed, whole.packed)


def test_dense_products_in_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = int4.pack(weight(500, 64, 32), int4.find_layout())
    x = activations(9, 64, torch.float32)
    whole = int4.linear(x, packed, **PATHS["dense float32"])  # type: ignore[arg-type]
    monkeypatch.setattr(int4, "DENSE_BLOCK", 1)
    torch.testing.assert_close(int4.linear(x, packed, **PATHS["dense float32"]), whole)  # type: ignore[arg-type]


def test_a_layout_that_is_wrong_is_not_believed() -> None:
    right = int4.find_layout()
    assert right is not None
    assert int4._explains(right, right.block, 32)
    assert not int4._explains(Layout(right.block, not right.interleaved), right.block, 32)


@pytest.mark.slow
@pytest.mark.parametrize("capability", ["default", "avx2"])
def test_other_instruction_sets(capability: str) -> None:
    """The same tests with ATen's kernels for lesser processors, whose packed orders differ."""
    import os

    if capability == "avx2" and torch.backends.cpu.get_cpu_capability() not in {"AVX2", "AVX512"}:
        pytest.skip("this processor has no AVX2")
    selected = "(packed and (exact or looked_up)) or pieces or believed"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", __file__, "-k", selected, "-p", "no:cacheprovider"],
        env={**os.environ, "ATEN_CPU_CAPABILITY": capability},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
