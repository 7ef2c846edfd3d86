"""The sizes of a Spark model and the tensors that follow from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ARCHITECTURE = "Spark2_5ForCausalLM"
MODEL_TYPE = "spark2_5"

LayerType = Literal["full_attention", "sliding_attention"]
LAYER_TYPES: tuple[LayerType, ...] = ("full_attention", "sliding_attention")

# What Spark-X2.5's own configuration may leave out: every fourth layer attends to everything, the others slide over a window.
FULL_ATTENTION_EVERY = 4
DEFAULT_ROPE: dict[str, dict[str, Any]] = {
    "full_attention": {"rope_type": "default", "rope_theta": 5_000_000.0, "partial_rotary_factor": 0.25},
    "sliding_attention": {"rope_type": "default", "rope_theta": 10_000.0, "partial_rotary_factor": 1.0},
}


def default_layer_types(layers: int) -> list[LayerType]:
    """The kinds of a Spark model's layers where its configuration does not name them."""
    return ["sliding_attention" if (layer + 1) % FULL_ATTENTION_EVERY else "full_attention" for layer in range(layers)]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes that decide about tensors; the names are those of a checkpoint's config.json."""

    hidden_size: int
    intermediate_size: int
    num_hidden_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
    vocab_size: int
    headwise_attn_output_gate: bool
    tie_word_embeddings: bool

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> "Shape":
        """Read config.json's values.

        Raises:
            ValueError: a value is missing or cannot be; the message names it.
        """
        sizes = {name: _size(config, name) for name in cls.__dataclass_fields__ if cls.__dataclass_fields__[name].type is int}
        shape = cls(
            **sizes,
            headwise_attn_output_gate=_flag(config, "headwise_attn_output_gate", True),
            tie_word_embeddings=_flag(config, "tie_word_embeddings", True),
        )
        heads, shared = shape.num_attention_heads, shape.num_key_value_heads
        if heads % shared:
            raise ValueError(f"num_attention_heads is {heads}, which is no multiple of num_key_value_heads, {shared}")
        return shape

    @property
    def inputs(self) -> tuple[int, ...]:
        """The input sizes K of the matrices that schemes quantise."""
        return self.hidden_size, self.num_attention_heads * self.head_dim, self.intermediate_size

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """Every tensor that a checkpoint of this shape holds, with its shape."""
        hidden, attended = self.hidden_size, self.num_attention_heads * self.head_dim
        layer = {
            "input_layernorm": (hidden,),
            "self_attn.q_k_v_proj": (attended + 2 * self.num_key_value_heads * self.head_dim, hidden),
            "self_attn.out_proj": (hidden, attended),
            "post_attention_layernorm": (hidden,),
            "mlp.gate_proj": (self.intermediate_size, hidden),
            "mlp.up_proj": (self.intermediate_size, hidden),
            "mlp.down_proj": (hidden, self.intermediate_size),
        }
        if self.headwise_attn_output_gate:
            layer["self_attn.g_proj"] = (self.num_attention_heads, hidden)
        names: dict[str, tuple[int, ...]] = {"model.embedding.weight": (self.vocab_size, hidden), "model.norm.weight": (hidden,)}
        if not self.tie_word_embeddings:
            names["lm_head.weight"] = (self.vocab_size, hidden)
        for number in range(self.num_hidden_layers):
            names |= {f"model.layers.{number}.{name}.weight": size for name, size in layer.items()}
        return names


def _size(config: Mapping[str, Any], name: str) -> int:
    value = config.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} is {value!r}, expected a whole number of at least 1" if name in config else f"{name} is missing")
    return value


def _flag(config: Mapping[str, Any], name: str, default: bool) -> bool:
    value = config.get(name, default)
    if not isinstance(value, bool):
        raise ValueError(f"{name} is {value!r}, expected true or false")
    return value
