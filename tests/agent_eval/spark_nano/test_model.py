"""Forward and backward that were written out agree with a plain reading, and playing agrees with training."""

from functools import partial

import pytest
import torch
from torch.nn import functional as F  # noqa: N812 - its usual name

from agent_eval.builds.scheme import rounded
from agent_eval.builds.shape import Shape
from agent_eval.spark_nano import model as nano
from agent_eval.spark_nano.base import HEAD_DIM, HEADS, HIDDEN, KV_HEADS, MLP, RMS_EPS, TAG_IDS, config
from agent_eval.spark_nano.data import Example, batch
from agent_eval.spark_nano.model import GATE, SCALE, Lora, Nano, cross_entropy


def disturb(model: Nano) -> None:
    """An adapter that does something: at its start the correction is zero."""
    torch.manual_seed(1)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith(".b"):
                parameter.normal_(0, 0.02)


def plain_logits(model: Nano, ids: torch.Tensor) -> torch.Tensor:
    rows, length = ids.shape
    words = torch.cat([model.embedding[: TAG_IDS[0]], model.tags, model.embedding[TAG_IDS[-1] + 1 :]])
    x = F.embedding(ids, words)

    def linear(x: torch.Tensor, part: Lora) -> torch.Tensor:
        return x @ (part.weight + SCALE * part.b @ part.a).T

    def norm(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + RMS_EPS) * weight

    def turn(x: torch.Tensor) -> torch.Tensor:
        first, second = x.chunk(2, -1)
        cos, sin = model.cos[:length], model.sin[:length]
        return torch.cat((first * cos - second * sin, second * cos + first * sin), -1)

    for layer in model.layers:
        heads = linear(norm(x, layer.norm1), layer.qkv).view(rows, length, HEADS + 2 * KV_HEADS, HEAD_DIM).transpose(1, 2)
        q, k, v = heads.split((HEADS, KV_HEADS, KV_HEADS), 1)
        q, k = turn(q.transpose(1, 2)).transpose(1, 2), turn(k.transpose(1, 2)).transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True) * GATE
        x = x + linear(y.transpose(1, 2).reshape(rows, length, HIDDEN), layer.out)
        gate, up = linear(norm(x, layer.norm2), layer.gate_up).split(MLP, -1)
        x = x + linear(F.gelu(gate) * up, layer.down)
    return norm(x, model.final_norm) @ words.T


def test_loss_and_gradients_are_those_of_a_plain_reading(two_layers: dict[str, torch.Tensor]) -> None:
    model = Nano(two_layers, rank=4)
    disturb(model)
    ids = torch.randint(TAG_IDS[0], 300, (3, 17), generator=torch.Generator().manual_seed(2))
    ids[0, :8] = torch.tensor(TAG_IDS)
    chosen, targets = torch.tensor([5, 9, 16, 20, 40]), torch.tensor([4, 7, 100, 49151, 0])

    loss = cross_entropy(model(ids, chosen), targets).sum()
    loss.backward()
    own = {name: parameter.grad.clone() for name, parameter in model.named_parameters()}
    model.zero_grad()
    expected = F.cross_entropy(plain_logits(model, ids).view(-1, model.embedding.shape[0])[chosen], targets, reduction="sum")
    expected.backward()

    torch.testing.assert_close(loss, expected, rtol=1e-5, atol=1e-5)
    for name, parameter in model.named_parameters():
        assert parameter.grad.norm() > 0, name
        torch.testing.assert_close(own[name], parameter.grad, rtol=1e-3, atol=1e-4 * float(parameter.grad.abs().max()), msg=name)


def test_a_greedy_answer_is_the_best_token_each_time_whatever_else_is_in_the_batch(two_layers: dict[str, torch.Tensor]) -> None:
    model = Nano(two_layers, rank=4)
    disturb(model)
    prompts = [[20, 30, 40], [50, 4, 60, 70, 80, 9, 10], [11]]
    together = model.generate(prompts, 5, stop=())
    for prompt, answer in zip(prompts, together, strict=True):
        ids = list(prompt)
        for _ in range(5):
            with torch.no_grad():
                ids.append(int(plain_logits(model, torch.tensor([ids]))[0, -1].argmax()))
        assert answer == ids[len(prompt) :]


def test_a_changed_adapter_is_seen_at_once(two_layers: dict[str, torch.Tensor]) -> None:
    model = Nano(two_layers, rank=4)
    ids, chosen = torch.tensor([[20, 3, 40]]), torch.tensor([2])
    with torch.no_grad():
        before = model(ids, chosen)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    cross_entropy(model(ids, chosen), torch.tensor([5])).sum().backward()
    optimizer.step()
    with torch.no_grad():
        after = model(ids, chosen)
        torch.testing.assert_close(after, plain_logits(model, ids)[0, 2:], rtol=1e-4, atol=1e-4)
    assert not torch.allclose(before, after)


def test_stop_ends_an_answer(two_layers: dict[str, torch.Tensor]) -> None:
    model = Nano(two_layers, rank=4)
    (free,) = model.generate([[20, 30]], 4, stop=())
    (stopped,) = model.generate([[20, 30]], 4, stop=(free[2],))
    assert stopped == free[: free.index(free[2])]
    assert nano.GROUP * KV_HEADS == HEADS


def test_nothing_is_left_on_the_processor_when_the_model_lies_elsewhere(two_layers: dict[str, torch.Tensor]) -> None:
    """The meta device refuses to mix with any other, as a GPU does, and needs none."""
    model = Nano({name: tensor.to("meta") for name, tensor in two_layers.items()}, rank=4)
    part = batch([Example("t", (5, 6, 7), (8, 9)), Example("t", (5, 6), (7, 9))]).to(model.device)
    loss = cross_entropy(model(part.ids, part.chosen), part.targets).sum()
    loss.backward()
    assert {parameter.grad.device.type for parameter in model.parameters() if parameter.grad is not None} == {"meta"}


@pytest.mark.parametrize("scheme", ["w4a16", "w4a16-g64-sym", "int8"])
def test_a_model_trained_for_a_scheme_answers_as_that_build_and_learns(two_layers: dict[str, torch.Tensor], scheme: str) -> None:
    rounding = partial(rounded, scheme=scheme, shape=Shape.of(config()))
    free, held = Nano(two_layers, rank=4), Nano(two_layers, rank=4, rounding=rounding)
    disturb(free)
    disturb(held)
    for before, after in zip(free.layers, held.layers, strict=True):
        for name in ("qkv", "out", "gate_up", "down"):
            whole = getattr(after, name).whole()
            assert torch.equal(whole, rounding(getattr(before, name).whole()))
            assert not torch.equal(whole, getattr(before, name).whole())
    assert torch.equal(held._words(), rounding(free._words()))
    ids, chosen = torch.tensor([[5, TAG_IDS[0], 7, 8]]), torch.tensor([2, 3])
    cross_entropy(held(ids, chosen), torch.tensor([9, 10])).sum().backward()
    assert all(parameter.grad is not None and parameter.grad.abs().sum() > 0 for parameter in held.parameters())


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA device here")
def test_a_gpu_gives_the_same_gradients_and_the_same_words(two_layers: dict[str, torch.Tensor]) -> None:
    part = batch([Example("t", (5, 6, 7), (8, 9)), Example("t", (5, 6), (7, 9))])
    found = []
    for device in ("cpu", "cuda"):
        model = Nano({name: tensor.to(device) for name, tensor in two_layers.items()}, rank=4)
        own = part.to(model.device)
        cross_entropy(model(own.ids, own.chosen), own.targets).sum().backward()
        gradients = [parameter.grad.cpu() for parameter in model.parameters() if parameter.grad is not None]
        found.append((gradients, model.generate([[5, 6, 7], [9]], 6)))
    for here, there in zip(found[0][0], found[1][0], strict=True):
        torch.testing.assert_close(here, there, rtol=1e-3, atol=1e-5)
    assert found[0][1] == found[1][1]
