"""A model small enough to train in a test: the real code over two layers."""

from collections.abc import Iterator

import pytest
import torch

from agent_eval.spark_nano import base, model


@pytest.fixture
def two_layers(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, torch.Tensor]]:
    """Random float32 tensors of a checkpoint with two layers and the real vocabulary."""
    monkeypatch.setattr(model, "LAYERS", 2)
    monkeypatch.setattr(base, "LAYERS", 2)
    generator = torch.Generator().manual_seed(0)

    def random(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator) * shape[-1] ** -0.5

    tensors = {"model.embedding.weight": random(base.VOCABULARY, base.HIDDEN), "model.norm.weight": torch.ones(base.HIDDEN)}
    for layer in range(2):
        prefix = f"model.layers.{layer}."
        tensors |= {
            prefix + "input_layernorm.weight": torch.ones(base.HIDDEN),
            prefix + "post_attention_layernorm.weight": torch.ones(base.HIDDEN),
            prefix + "self_attn.q_k_v_proj.weight": random((base.HEADS + 2 * base.KV_HEADS) * base.HEAD_DIM, base.HIDDEN),
            prefix + "self_attn.g_proj.weight": torch.zeros(base.HEADS, base.HIDDEN),
            prefix + "self_attn.out_proj.weight": random(base.HIDDEN, base.HIDDEN),
            prefix + "mlp.gate_proj.weight": random(base.MLP, base.HIDDEN),
            prefix + "mlp.up_proj.weight": random(base.MLP, base.HIDDEN),
            prefix + "mlp.down_proj.weight": random(base.HIDDEN, base.MLP),
        }
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield tensors
    torch.set_num_threads(threads)
