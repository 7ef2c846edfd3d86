"""Products with eight-bit weights against a float64 product with the numbers that the codes stand for."""

import os
import subprocess
import sys

import pytest
import torch

from agent_eval.builds.int8 import Int8Weight, dequantise, quantise
from agent_eval.engine import cpu, int8

# (N, K): one output, no multiple of 4 outputs, inputs that the kernel must not be given, Spark's and spark-nano's aspect.
SHAPES = [(1, 16), (3, 32), (301, 256), (130, 48), (7, 8), (33, 30), (5, 41), (960, 576), (576, 1536), (3072, 2048), (512, 6656)]
ROWS = [1, 2, 3, 4, 5, 19, 20, 133]

PATHS = {
    "kernel": {"dense_from": 1 << 30, "dense_dtype": torch.bfloat16},
    "dense float32": {"dense_from": 1, "dense_dtype": torch.float32},
    "dense bfloat16": {"dense_from": 1, "dense_dtype": torch.bfloat16},
}


def weight(rows: int, inputs: int) -> Int8Weight:
    return quantise(torch.randn(rows, inputs, generator=torch.Generator().manual_seed(rows * inputs)) + 0.3)


def activations(rows: int, inputs: int, dtype: torch.dtype = torch.bfloat16) -> torch.Tensor:
    return torch.randn(rows, inputs, generator=torch.Generator().manual_seed(rows)).bfloat16().to(dtype)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("shape", SHAPES)
def test_products_are_exact_to_bfloat16(shape: tuple[int, int], path: str) -> None:
    quantised = weight(*shape)
    exact_weight = dequantise(quantised, torch.float64)
    for rows in ROWS:
        for dtype in (torch.bfloat16, torch.float32):
            x = activations(rows, shape[1], dtype)
            out = int8.linear(x, quantised.codes, quantised.scales, **PATHS[path])  # type: ignore[arg-type]
            assert out.shape == (rows, shape[0])
            assert out.dtype is dtype
            exact = x.double() @ exact_weight.T
            # As with four-bit weights: against the size that such a product has as a rule. The result is rounded to bfloat16, twice where
            # the dense product is one of that type.
            usual = x.double().norm() * exact_weight.norm() / shape[1] ** 0.5
            assert (out.double() - exact).norm() / usual < 2**-8


def test_the_choice_by_rows_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    dense = int8._dense
    monkeypatch.setattr(int8, "_dense", lambda *arguments: taken.append(len(arguments[0])) or dense(*arguments))
    quantised, narrow = weight(8, 32), weight(8, 30)
    options = {"dense_from": 5, "dense_dtype": torch.float32}
    for rows in (1, 4, 5, 6):
        int8.linear(activations(rows, 32), quantised.codes, quantised.scales, **options)  # type: ignore[arg-type]
    assert taken == [5, 6]
    int8.linear(activations(1, 30), narrow.codes, narrow.scales, **options)  # type: ignore[arg-type]
    assert taken == [5, 6, 1]


def test_addresses_that_the_kernel_refuses() -> None:
    """Activations and codes that begin in the middle of a vector: the kernel would end the process."""
    quantised = weight(9, 64)
    expected = int8.linear(activations(3, 64), quantised.codes, quantised.scales, **PATHS["kernel"])  # type: ignore[arg-type]
    x = torch.empty(3 * 64 + 1, dtype=torch.bfloat16)[1:].view(3, 64).copy_(activations(3, 64))
    codes = torch.empty(9 * 64 + 1, dtype=torch.int8)[1:].view(9, 64).copy_(quantised.codes)
    assert x.data_ptr() % int8.ALIGNMENT
    assert codes.data_ptr() % int8.ALIGNMENT
    assert torch.equal(int8.linear(x, quantised.codes, quantised.scales, **PATHS["kernel"]), expected)  # type: ignore[arg-type]
    near = int8.linear(x, codes, quantised.scales, **PATHS["kernel"])  # type: ignore[arg-type]
    torch.testing.assert_close(near, expected, rtol=2**-6, atol=2**-6)


def test_more_dimensions_than_two_and_columns_of_a_wider_matrix() -> None:
    quantised = weight(48, 64)
    x = activations(6, 128)[:, :64]
    expected = int8.linear(x.contiguous(), quantised.codes, quantised.scales, **PATHS["kernel"])  # type: ignore[arg-type]
    assert torch.equal(int8.linear(x, quantised.codes, quantised.scales, **PATHS["kernel"]), expected)  # type: ignore[arg-type]
    cube = x.reshape(2, 3, 64)
    assert torch.equal(int8.linear(cube, quantised.codes, quantised.scales, **PATHS["kernel"]), expected.view(2, 3, 48))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", PATHS)
def test_no_rows_give_none(path: str) -> None:
    quantised = weight(48, 64)
    assert int8.linear(torch.empty(0, 64), quantised.codes, quantised.scales, **PATHS[path]).shape == (0, 48)  # type: ignore[arg-type]


def test_dense_products_in_pieces_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    quantised, x = weight(101, 64), activations(9, 64)
    whole = int8.linear(x, quantised.codes, quantised.scales, **PATHS["dense float32"])  # type: ignore[arg-type]
    monkeypatch.setattr(int8, "DENSE_BLOCK", 7 * 64)
    pieces = int8.linear(x, quantised.codes, quantised.scales, **PATHS["dense float32"])  # type: ignore[arg-type]
    torch.testing.assert_close(pieces, whole)


@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_looked_up_exactly(shape: tuple[int, int]) -> None:
    quantised = weight(*shape)
    ids = torch.arange(shape[0]).flip(0)
    assert torch.equal(int8.look_up(ids, quantised.codes, quantised.scales, torch.float32), dequantise(quantised)[ids])
    rounded = int8.look_up(ids[:1].view(1, 1), quantised.codes, quantised.scales, torch.bfloat16)
    assert torch.equal(rounded, dequantise(quantised)[ids[:1].view(1, 1)].bfloat16())


def test_the_kernel_is_looked_for_and_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cpu.int8_kernels() == ("aten int8pack",)
    right = torch.ops.aten._weight_int8pack_mm

    def refuse(*arguments: object) -> torch.Tensor:
        raise NotImplementedError("not on this machine")

    for kernel in (lambda x, codes, scales: right(x, codes, scales * 1.5), refuse):
        monkeypatch.setattr(torch.ops.aten, "_weight_int8pack_mm", kernel)
        int8.kernel_works.cache_clear()
        assert cpu.int8_kernels() == ()
    monkeypatch.undo()
    int8.kernel_works.cache_clear()
    assert int8.kernel_works()


@pytest.mark.slow
@pytest.mark.parametrize("capability", ["default", "avx2"])
def test_other_instruction_sets(capability: str) -> None:
    """The same products with ATen's kernels for lesser processors."""
    if capability == "avx2" and torch.backends.cpu.get_cpu_capability() not in {"AVX2", "AVX512"}:
        pytest.skip("this processor has no AVX2")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", __file__, "-k", "(exact and kernel) or refuses or tried", "-p", "no:cacheprovider"],
        env={**os.environ, "ATEN_CPU_CAPABILITY": capability},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
