"""The Spark architecture in plain PyTorch: slow, without a cache, short enough to check by eye.

It is what vLLM's Spark is held against, and the ground truth of fidelity figures. Nothing here is shared with `spark_model`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import embedding, gelu, linear, softmax

from agent_eval.builds.shape import DEFAULT_ROPE, Shape, default_layer_types


@dataclass(frozen=True, slots=True)
class Reference:
    """A checkpoint in memory, all of it in one floating type."""

    shape: Shape
    config: Mapping[str, Any]
    tensors: Mapping[str, Tensor]

    @torch.inference_mode()
    def logits(self, tokens: Tensor) -> Tensor:
        """Token ids [T] of one text -> [T, vocab_size]: what the model expects after each of them."""
        weights = self.tensors
        hidden = embedding(tokens, weights["model.embedding.weight"])
        for number, kind in enumerate(self.config.get("layer_types") or default_layer_types(self.shape.num_hidden_layers)):
            layer = f"model.layers.{number}."
            hidden = hidden + self._attention(layer + "self_attn.", kind, self._norm(layer + "input_layernorm.weight", hidden))
            hidden = hidden + self._mlp(layer + "mlp.", self._norm(layer + "post_attention_layernorm.weight", hidden))
        head = "model.embedding.weight" if self.shape.tie_word_embeddings else "lm_head.weight"
        return linear(self._norm("model.norm.weight", hidden), weights[head])

    def _norm(self, name: str, x: Tensor) -> Tensor:
        """Root mean square norm, computed in float32."""
        wide = x.float()
        scaled = wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + self.config.get("rms_norm_eps", 1e-6))
        return scaled.to(x.dtype) * self.tensors[name]

    def _mlp(self, name: str, x: Tensor) -> Tensor:
        gate, up = (linear(x, self.tensors[f"{name}{part}_proj.weight"]) for part in ("gate", "up"))
        return linear(gelu(gate) * up, self.tensors[name + "down_proj.weight"])

    def _attention(self, name: str, kind: str, x: Tensor) -> Tensor:
        shape, length = self.shape, len(x)
        heads, shared, size = shape.num_attention_heads, shape.num_key_value_heads, shape.head_dim
        qkv = linear(x, self.tensors[name + "q_k_v_proj.weight"])
        q, k, v = (
            part.view(length, -1, size).transpose(0, 1) for part in torch.split(qkv, [heads * size, shared * size, shared * size], dim=-1)
        )
        rope = (self.config.get("rope_parameters") or DEFAULT_ROPE)[kind]
        q, k = (_turn(part, rope["rope_theta"], int(size * rope.get("partial_rotary_factor", 1.0))) for part in (q, k))
        k, v = (part.repeat_interleave(heads // shared, dim=0) for part in (k, v))
        scores = (q @ k.transpose(1, 2)).float() * size**-0.5
        distance = torch.arange(length).unsqueeze(1) - torch.arange(length)
        seen = distance >= 0
        if kind == "sliding_attention":
            seen &= distance < self.config.get("sliding_window", 512)
        out = softmax(scores.masked_fill(~seen, float("-inf")), dim=-1).to(x.dtype) @ v
        if shape.headwise_attn_output_gate:
            gate = torch.sigmoid(linear(x, self.tensors[name + "g_proj.weight"]).float()).to(x.dtype)
            out = out * gate.T.unsqueeze(2)
        return linear(out.transpose(0, 1).reshape(length, heads * size), self.tensors[name + "out_proj.weight"])


def _turn(x: Tensor, theta: float, dims: int) -> Tensor:
    """Rotary positions on the first ``dims`` of each head, in the form that pairs dimension i with i + dims / 2; x is [heads, T, size]."""
    frequencies = theta ** (-torch.arange(0, dims, 2, dtype=torch.float32) / dims)
    angles = torch.arange(x.shape[1], dtype=torch.float32).unsqueeze(1) * frequencies
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    first, second, rest = x[..., : dims // 2], x[..., dims // 2 : dims], x[..., dims:]
    return torch.cat((first * cos - second * sin, second * cos + first * sin, rest), dim=-1)


def load_reference(path: Path, dtype: torch.dtype = torch.float32) -> Reference:
    """Read a checkpoint or a build from its folder; quantised weights become the numbers that their codes stand for."""
    import json

    from safetensors import safe_open

    from agent_eval.builds.scheme import restore

    config = json.loads((path / "config.json").read_text(encoding="utf-8"))
    tensors: dict[str, Tensor] = {}
    for file in sorted(path.glob("*.safetensors")):
        with safe_open(file, framework="pt") as stored:
            tensors |= {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118  (no mapping)
    for module in [name.removesuffix(".codes") for name in tensors if name.endswith(".codes")]:
        names = [f"{module}.{part}" for part in ("codes", "scales", "zeros") if f"{module}.{part}" in tensors]
        tensors[f"{module}.weight"] = restore({name.rpartition(".")[2]: tensors.pop(name) for name in names})
    return Reference(Shape.of(config), config, {name: tensor.to(dtype) for name, tensor in tensors.items()})
