import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_eval.builds import int8
from agent_eval.builds.int8 import Int8Weight, dequantise, quantise


@st.composite
def matrices(draw: st.DrawFn) -> torch.Tensor:
    rows, inputs = draw(st.integers(1, 9)), draw(st.integers(1, 200))
    generator = torch.Generator().manual_seed(draw(st.integers(0, 1 << 30)))
    scale, offset = draw(st.sampled_from([1e-4, 0.02, 1.0, 300.0])), draw(st.sampled_from([0.0, 0.5, -3.0]))
    return torch.randn(rows, inputs, generator=generator) * scale + offset * scale


@given(matrices())
@settings(max_examples=100, deadline=None)
def test_weights_move_by_half_a_step_at_most(weight: torch.Tensor) -> None:
    quantised = quantise(weight)
    assert (quantised.codes.dtype, quantised.scales.dtype) == (torch.int8, torch.bfloat16)
    assert quantised.scales.shape == (weight.shape[0],)
    error = (dequantise(quantised, torch.float64) - weight.double()).abs()
    assert (error <= quantised.scales.double().unsqueeze(1) * 0.5001).all()
    exact = weight.abs().amax(1) / 127
    assert ((quantised.scales.float() - exact).abs() <= exact * 2.0**-8).all()


@given(matrices())
@settings(max_examples=50, deadline=None)
def test_the_grid_is_symmetric_and_holds_zero(weight: torch.Tensor) -> None:
    weight[:, ::3] = 0
    positive, negative = quantise(weight), quantise(-weight)
    assert torch.equal(positive.scales, negative.scales)
    assert torch.equal(positive.codes, -negative.codes)
    assert positive.codes.min() >= -127
    assert not dequantise(positive)[:, ::3].any()


@given(st.integers(1, 40), st.integers(0, 1 << 30))
@settings(max_examples=30, deadline=None)
def test_what_lies_on_a_grid_stays_there(inputs: int, seed: int) -> None:
    codes = torch.randint(-127, 128, (5, inputs), generator=torch.Generator().manual_seed(seed))
    codes[:, 0] = 127
    assert torch.equal(dequantise(quantise(codes * 0.125)), codes * 0.125)


def test_constant_rows_and_rows_of_zeros_are_kept() -> None:
    weight = torch.tensor([0.75, -0.75, 0.0, 1e-20]).unsqueeze(1).expand(4, 48)
    assert torch.allclose(dequantise(quantise(weight)), weight, rtol=2.0**-8, atol=0)


def test_rows_do_not_depend_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    weight = torch.randn(70, 64, generator=torch.Generator().manual_seed(1))
    whole = quantise(weight)
    monkeypatch.setattr(int8, "ROWS_AT_ONCE", 16)
    pieces = quantise(weight)
    assert torch.equal(whole.codes, pieces.codes)
    assert torch.equal(whole.scales, pieces.scales)


def test_what_codes_stand_for() -> None:
    weight = Int8Weight(torch.tensor([[1, -127], [3, 0]], dtype=torch.int8), torch.tensor([0.5, 2.0]).bfloat16())
    assert dequantise(weight, torch.float64).tolist() == [[0.5, -63.5], [6.0, 0.0]]


@pytest.mark.parametrize("bad", [float("nan"), float("-inf")])
def test_no_numbers_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        quantise(torch.full((1, 32), bad))
