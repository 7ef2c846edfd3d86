import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_eval.builds.int4 import GROUPS, Int4Weight, bits_per_weight, dequantise, quantise, unpack


@st.composite
def matrices(draw: st.DrawFn) -> tuple[torch.Tensor, int]:
    group = draw(st.sampled_from(GROUPS))
    rows, groups = draw(st.integers(1, 9)), draw(st.integers(1, 3))
    generator = torch.Generator().manual_seed(draw(st.integers(0, 1 << 30)))
    scale, offset = draw(st.sampled_from([1e-4, 0.02, 1.0, 300.0])), draw(st.sampled_from([0.0, 0.5, -3.0]))
    return torch.randn(rows, groups * group, generator=generator) * scale + offset * scale, group


def grouped_error(weight: torch.Tensor, quantised: Int4Weight) -> torch.Tensor:
    """How far each weight moved, [rows, groups, group]."""
    return (dequantise(quantised) - weight).abs().view(*quantised.scales.shape, quantised.group)


@given(matrices())
@settings(max_examples=60, deadline=None)
def test_weights_move_by_no_more_than_the_grid_allows(case: tuple[torch.Tensor, int]) -> None:
    weight, group = case
    quantised = quantise(weight, group)
    assert quantised.group == group
    grouped = weight.view(weight.shape[0], -1, group)
    low, high = grouped.amin(2, keepdim=True).clamp(max=0), grouped.amax(2, keepdim=True).clamp(min=0)
    # Half a step, and what bfloat16 takes off the scale over fifteen steps and off the zero.
    rounding = 2.0**-8
    allowed = (high - low) / 15 * (0.5 + 15 * rounding) + torch.maximum(low.abs(), high.abs()) * rounding
    assert (grouped_error(weight, quantised) <= allowed * 1.01).all()


@given(matrices())
@settings(max_examples=60, deadline=None)
def test_symmetric_weights_move_by_half_a_step(case: tuple[torch.Tensor, int]) -> None:
    weight, group = case
    quantised = quantise(weight, group, symmetric=True)
    assert quantised.group == group
    # The greatest weight is 7.5 exact scales, which bfloat16 makes a 256th too small at most, and 7 are the most there are.
    assert (grouped_error(weight, quantised) <= quantised.scales.float().unsqueeze(2) * (0.5 + 7.5 * 2.0**-8) * 1.0001).all()


@given(matrices())
@settings(max_examples=30, deadline=None)
def test_symmetric_scales_are_those_of_compressed_tensors(case: tuple[torch.Tensor, int]) -> None:
    from compressed_tensors.quantization import QuantizationArgs
    from compressed_tensors.quantization.utils import calculate_qparams

    weight, group = case
    quantised = quantise(weight, group, symmetric=True)
    low, high = weight.view(weight.shape[0], -1, group).aminmax(dim=2)
    scales, zeros = calculate_qparams(low, high, QuantizationArgs(num_bits=4, symmetric=True, group_size=group))
    assert torch.equal(quantised.scales, scales.bfloat16())
    assert not zeros.any()
    assert not quantised.zeros.any()


@given(matrices())
@settings(max_examples=30, deadline=None)
def test_the_symmetric_grid_is_symmetric(case: tuple[torch.Tensor, int]) -> None:
    """Negated weights get negated numbers, but for the end of the grid: 8 steps below 0 and 7 above."""
    weight, group = case
    positive, negative = (quantise(side, group, symmetric=True) for side in (weight, -weight))
    assert torch.equal(positive.scales, negative.scales)
    inner = (unpack(positive.codes) != 0) & (unpack(negative.codes) != 0)
    assert torch.equal(dequantise(positive)[inner], -dequantise(negative)[inner])
    assert inner.float().mean() > 0.5


@given(matrices())
@settings(max_examples=30, deadline=None)
def test_zero_is_on_the_symmetric_grid_and_a_rounded_zero_away_from_the_other(case: tuple[torch.Tensor, int]) -> None:
    weight, group = case
    weight[:, 1::7] = 0
    assert not dequantise(quantise(weight, group, symmetric=True))[:, 1::7].any()
    quantised = quantise(weight, group)
    moved = grouped_error(weight, quantised).flatten(1)[:, 1::7].amax(1)
    assert (moved <= quantised.zeros.float().abs().amax(1) * 2.0**-8).all()


@given(st.integers(1, 40), st.sampled_from(GROUPS), st.integers(0, 1 << 30))
@settings(max_examples=30, deadline=None)
def test_what_lies_on_a_grid_stays_there(rows: int, group: int, seed: int) -> None:
    """Steps that bfloat16 holds exactly: every weight comes back as it was."""
    generator = torch.Generator().manual_seed(seed)
    codes = torch.randint(0, 16, (rows, group), generator=generator)
    codes[:, 0], codes[:, 1] = 0, 15
    weight = (codes - 8) * 0.125
    assert torch.equal(dequantise(quantise(weight, group)), weight)


def test_rows_do_not_depend_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from agent_eval.builds import int4

    weight = torch.randn(70, 64, generator=torch.Generator().manual_seed(1))
    whole = quantise(weight, 32)
    monkeypatch.setattr(int4, "ROWS_AT_ONCE", 16)
    pieces = quantise(weight, 32)
    assert all(torch.equal(getattr(whole, part), getattr(pieces, part)) for part in ("codes", "scales", "zeros"))


def test_a_constant_group_is_kept() -> None:
    weight = torch.full((2, 32), 0.75)
    assert torch.allclose(dequantise(quantise(weight, 32)), weight, rtol=2.0**-7)
    assert torch.allclose(dequantise(quantise(-weight, 32)), -weight, rtol=2.0**-7)
    # The ends of a symmetric grid are 7 and 8 steps away, the weight 7.5: half a step is a fifteenth of it.
    for side in (weight, -weight):
        assert torch.allclose(dequantise(quantise(side, 32, symmetric=True)), side, rtol=1 / 15 + 2.0**-8)


@pytest.mark.parametrize("symmetric", [False, True])
def test_a_group_of_zeros_is_kept_beside_others(symmetric: bool) -> None:
    weight = torch.cat((torch.zeros(3, 32), torch.ones(3, 32)), dim=1)
    assert not dequantise(quantise(weight, 32, symmetric=symmetric))[:, :32].any()


def test_what_a_model_was_taught_on_top_of_a_4_bit_one_is_kept() -> None:
    """Weights on Q4_1's grid (a least weight and steps) moved by a tenth of a step: on average the move is still there afterwards."""
    generator = torch.Generator().manual_seed(3)
    steps = torch.rand(256, 1, generator=generator) * 0.1 + 0.01
    least = -steps * (7 + torch.rand(256, 1, generator=generator))
    codes = torch.randint(0, 16, (256, 32), generator=generator)
    codes[:, 0], codes[:, 1] = 0, 15
    base = least + codes * steps
    taught = steps * 0.1 * torch.randn(256, 32, generator=generator)
    kept = ((dequantise(quantise(base + taught, 32)) - base) * taught).sum() / (taught * taught).sum()
    assert 0.6 < kept < 1.4


def test_order_of_the_codes() -> None:
    codes = torch.tensor([[0x21, 0x43]], dtype=torch.uint8)
    assert unpack(codes).tolist() == [[1, 2, 3, 4]]
    one = torch.ones(1, 1, dtype=torch.bfloat16)
    assert dequantise(Int4Weight(codes, one * 2, one * 0.5), torch.float64).tolist() == [[-13.5, -11.5, -9.5, -7.5]]


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_no_numbers_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        quantise(torch.full((1, 32), bad), 32)


def test_inputs_must_fill_groups() -> None:
    with pytest.raises(ValueError, match="groups of 32"):
        quantise(torch.zeros(1, 48), 32)


def test_bits_count_scales_and_zeros() -> None:
    assert [bits_per_weight(group) for group in GROUPS] == [5.0, 4.5, 4.25]
