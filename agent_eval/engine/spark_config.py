"""The configuration of a Spark checkpoint (`model_type` ``spark2_5``)."""

from typing import Any

from transformers import PretrainedConfig

from agent_eval.builds.shape import DEFAULT_ROPE, MODEL_TYPE, LayerType, default_layer_types


class SparkConfig(PretrainedConfig):  # type: ignore[misc]
    """Sizes and rules of one Spark checkpoint; the defaults are those of Spark-X2.5-1.7B.

    Attributes:
        head_dim: size of one attention head; need not be ``hidden_size / num_attention_heads``.
        headwise_attn_output_gate: whether ``sigmoid(g_proj(x))`` scales each head's output before ``out_proj``.
        sliding_window: tokens that a sliding layer sees, the current one included.
        layer_types: ``full_attention`` or ``sliding_attention`` for each layer.
        rope_parameters: for each kind of layer ``rope_theta`` and ``partial_rotary_factor``, the share of ``head_dim`` that turns.
    """

    model_type = MODEL_TYPE

    def __init__(
        self,
        hidden_size: int = 2048,
        intermediate_size: int = 6656,
        num_hidden_layers: int = 28,
        num_attention_heads: int = 8,
        num_key_value_heads: int = 2,
        head_dim: int = 256,
        headwise_attn_output_gate: bool = True,
        sliding_window: int = 512,
        vocab_size: int = 131072,
        rms_norm_eps: float = 1e-6,
        max_position_embeddings: int = 8192,
        layer_types: list[LayerType] | None = None,
        rope_parameters: dict[str, dict[str, Any]] | None = None,
        tie_word_embeddings: bool = True,
        **others: Any,
    ) -> None:
        self.hidden_size = hidden_size
        self.intermediate_size = intermediate_size
        self.num_hidden_layers = num_hidden_layers
        self.num_attention_heads = num_attention_heads
        self.num_key_value_heads = num_key_value_heads
        self.head_dim = head_dim
        self.headwise_attn_output_gate = headwise_attn_output_gate
        self.sliding_window = sliding_window
        self.vocab_size = vocab_size
        self.rms_norm_eps = rms_norm_eps
        self.max_position_embeddings = max_position_embeddings
        self.layer_types = layer_types or default_layer_types(num_hidden_layers)
        self.rope_parameters = rope_parameters or {kind: dict(rope) for kind, rope in DEFAULT_ROPE.items()}
        super().__init__(tie_word_embeddings=tie_word_embeddings, **others)
