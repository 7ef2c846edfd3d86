"""The Spark architecture on vLLM's layers.

A decoder of pre-norm blocks. Attention: one fused projection to queries, keys and values, rotary positions on the first part of each
head, a window on the layers of kind ``sliding_attention``, and a gate: ``sigmoid(g_proj(x))`` scales each head before ``out_proj``.
MLP: ``down(gelu(gate(x)) * up(x))`` with the exact GELU. The embedding also serves as the head where the two are tied.
`agent_eval.engine.reference` says the same in plain PyTorch; tests hold the two together.
"""

# Calling a torch module gives Any.
# mypy: disable-error-code="no-any-return"

from collections.abc import Iterable

import torch
from torch import nn
from vllm.compilation.decorators import support_torch_compile
from vllm.config import VllmConfig
from vllm.distributed import get_tensor_model_parallel_world_size
from vllm.model_executor.layers.activation import GeluAndMul
from vllm.model_executor.layers.attention import Attention
from vllm.model_executor.layers.layernorm import RMSNorm
from vllm.model_executor.layers.linear import ColumnParallelLinear, MergedColumnParallelLinear, QKVParallelLinear, RowParallelLinear
from vllm.model_executor.layers.logits_processor import LogitsProcessor
from vllm.model_executor.layers.rotary_embedding import get_rope
from vllm.model_executor.layers.vocab_parallel_embedding import ParallelLMHead, VocabParallelEmbedding
from vllm.model_executor.models.utils import AutoWeightsLoader, WeightsMapper, maybe_prefix
from vllm.sequence import IntermediateTensors

from agent_eval.engine.spark_config import SparkConfig


class SparkAttention(nn.Module):
    """Causal self-attention with grouped keys and values and a gate on every head."""

    def __init__(self, config: SparkConfig, vllm_config: VllmConfig, layer: int, prefix: str) -> None:
        super().__init__()
        ranks = get_tensor_model_parallel_world_size()
        self.heads = config.num_attention_heads // ranks
        self.kv_heads = max(1, config.num_key_value_heads // ranks)
        self.head_dim = config.head_dim
        kind = config.layer_types[layer]
        quantisation = vllm_config.quant_config
        self.q_k_v_proj = QKVParallelLinear(
            config.hidden_size,
            config.head_dim,
            config.num_attention_heads,
            config.num_key_value_heads,
            bias=False,
            quant_config=quantisation,
            prefix=f"{prefix}.q_k_v_proj",
        )
        # A few rows only, and each decides about a whole head: it stays in full precision in every build.
        self.g_proj = (
            ColumnParallelLinear(config.hidden_size, config.num_attention_heads, bias=False, quant_config=None, prefix=f"{prefix}.g_proj")
            if config.headwise_attn_output_gate
            else None
        )
        self.out_proj = RowParallelLinear(
            config.num_attention_heads * config.head_dim,
            config.hidden_size,
            bias=False,
            quant_config=quantisation,
            prefix=f"{prefix}.out_proj",
        )
        # vLLM fills the table of sines and cosines for every position it is told of; Spark claims a million, a phone agent uses thousands.
        self.rotary_emb = get_rope(
            head_size=config.head_dim,
            max_position=min(config.max_position_embeddings, vllm_config.model_config.max_model_len),
            is_neox_style=True,
            rope_parameters=dict(config.rope_parameters[kind]),
        )
        self.core_attention = Attention(
            self.heads,
            config.head_dim,
            scale=config.head_dim**-0.5,
            num_kv_heads=self.kv_heads,
            per_layer_sliding_window=config.sliding_window if kind == "sliding_attention" else None,
            cache_config=vllm_config.cache_config,
            quant_config=quantisation,
            prefix=f"{prefix}.core_attention",
        )

    def forward(self, positions: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """``positions`` [tokens], ``hidden`` [tokens, hidden_size] -> [tokens, hidden_size]."""
        qkv, _ = self.q_k_v_proj(hidden)
        q, k, v = qkv.split([self.heads * self.head_dim, self.kv_heads * self.head_dim, self.kv_heads * self.head_dim], dim=-1)
        q, k = self.rotary_emb(positions, q, k)
        attended = self.core_attention(q, k, v)
        if self.g_proj is not None:
            gate, _ = self.g_proj(hidden)
            gate = torch.sigmoid(gate.float()).to(attended.dtype)
            attended = (attended.view(-1, self.heads, self.head_dim) * gate.unsqueeze(-1)).flatten(1)
        out, _ = self.out_proj(attended)
        return out


class SparkMLP(nn.Module):
    """``down(gelu(gate(x)) * up(x))``."""

    def __init__(self, config: SparkConfig, vllm_config: VllmConfig, prefix: str) -> None:
        super().__init__()
        quantisation = vllm_config.quant_config
        self.gate_up_proj = MergedColumnParallelLinear(
            config.hidden_size,
            [config.intermediate_size] * 2,
            bias=False,
            quant_config=quantisation,
            prefix=f"{prefix}.gate_up_proj",
        )
        self.down_proj = RowParallelLinear(
            config.intermediate_size, config.hidden_size, bias=False, quant_config=quantisation, prefix=f"{prefix}.down_proj"
        )
        self.activation = GeluAndMul(approximate="none")

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """[tokens, hidden_size] -> [tokens, hidden_size]."""
        both, _ = self.gate_up_proj(hidden)
        out, _ = self.down_proj(self.activation(both))
        return out


class SparkLayer(nn.Module):
    """One block: attention and MLP, each behind a norm, the residual carried beside."""

    def __init__(self, config: SparkConfig, vllm_config: VllmConfig, layer: int, prefix: str) -> None:
        super().__init__()
        self.input_layernorm = RMSNorm(config.hidden_size, eps=config.rms_norm_eps)
        self.self_attn = SparkAttention(config, vllm_config, layer, prefix=f"{prefix}.self_attn")
        self.post_attention_layernorm = RMSNorm(config.hidden_size, eps=config.rms_norm_eps)
        self.mlp = SparkMLP(config, vllm_config, prefix=f"{prefix}.mlp")

    def forward(self, positions: torch.Tensor, hidden: torch.Tensor, residual: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        """Take and give the last block's output and the sum of all before it, both [tokens, hidden_size]."""
        if residual is None:
            residual = hidden
            hidden = self.input_layernorm(hidden)
        else:
            hidden, residual = self.input_layernorm(hidden, residual)
        hidden = self.self_attn(positions, hidden)
        hidden, residual = self.post_attention_layernorm(hidden, residual)
        return self.mlp(hidden), residual


@support_torch_compile
class SparkModel(nn.Module):
    """Embedding, blocks and last norm."""

    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        config: SparkConfig = vllm_config.model_config.hf_config
        self.embedding = VocabParallelEmbedding(
            config.vocab_size, config.hidden_size, quant_config=vllm_config.quant_config, prefix=f"{prefix}.embedding"
        )
        self.layers = nn.ModuleList(
            SparkLayer(config, vllm_config, layer, prefix=f"{prefix}.layers.{layer}") for layer in range(config.num_hidden_layers)
        )
        self.norm = RMSNorm(config.hidden_size, eps=config.rms_norm_eps)

    def forward(
        self,
        input_ids: torch.Tensor | None,
        positions: torch.Tensor,
        intermediate_tensors: IntermediateTensors | None = None,
        inputs_embeds: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Token ids or their embeddings and positions, both [tokens] first -> [tokens, hidden_size]."""
        hidden = self.embedding(input_ids) if inputs_embeds is None else inputs_embeds
        residual = None
        for layer in self.layers:
            hidden, residual = layer(positions, hidden, residual)
        hidden, _ = self.norm(hidden, residual)
        return hidden


class Spark2_5ForCausalLM(nn.Module):  # noqa: N801  (the name that checkpoints carry)
    """A Spark language model as vLLM loads and runs it."""

    packed_modules_mapping = {"q_k_v_proj": ["q_k_v_proj"], "gate_up_proj": ["gate_proj", "up_proj"]}
    checkpoint_names = WeightsMapper(
        orig_to_new_stacked={".gate_proj.": (".gate_up_proj.", 0), ".up_proj.": (".gate_up_proj.", 1)},
    )

    def __init__(self, *, vllm_config: VllmConfig, prefix: str = "") -> None:
        super().__init__()
        config: SparkConfig = vllm_config.model_config.hf_config
        self.config = config
        self.quant_config = vllm_config.quant_config
        self.model = SparkModel(vllm_config=vllm_config, prefix=maybe_prefix(prefix, "model"))
        self.lm_head = (
            self.model.embedding
            if config.tie_word_embeddings
            else ParallelLMHead(
                config.vocab_size, config.hidden_size, quant_config=vllm_config.quant_config, prefix=maybe_prefix(prefix, "lm_head")
            )
        )
        self.logits_processor = LogitsProcessor(config.vocab_size)

    def embed_input_ids(self, input_ids: torch.Tensor) -> torch.Tensor:
        """[tokens] -> [tokens, hidden_size]."""
        return self.model.embedding(input_ids)

    def forward(
        self,
        input_ids: torch.Tensor | None,
        positions: torch.Tensor,
        intermediate_tensors: IntermediateTensors | None = None,
        inputs_embeds: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """See `SparkModel.forward`."""
        return self.model(input_ids, positions, intermediate_tensors, inputs_embeds)

    def compute_logits(self, hidden_states: torch.Tensor) -> torch.Tensor | None:
        """[rows, hidden_size] -> [rows, vocab_size]."""
        return self.logits_processor(self.lm_head, hidden_states)

    def load_weights(self, weights: Iterable[tuple[str, torch.Tensor]]) -> set[str]:
        """Load a checkpoint's tensors and say which parameters were filled."""
        filled: set[str] = AutoWeightsLoader(self).load_weights(weights, mapper=self.checkpoint_names)
        return filled
