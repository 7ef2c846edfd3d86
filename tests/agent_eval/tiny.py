"""A small random Spark checkpoint with a real tokenizer: everything that the big ones have, in a megabyte."""

import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from agent_eval.builds.shape import Shape

TAGS = ("<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>")
END = "<|im_end|>"

CONFIG: dict[str, Any] = {
    "architectures": ["Spark2_5ForCausalLM"],
    "model_type": "spark2_5",
    "hidden_size": 256,
    "intermediate_size": 384,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 64,
    "headwise_attn_output_gate": True,
    "sliding_window": 32,
    "vocab_size": 301,  # no multiple of any kernel's block
    "rms_norm_eps": 1e-6,
    "max_position_embeddings": 512,
    "tie_word_embeddings": True,
    "layer_types": ["sliding_attention", "full_attention", "sliding_attention", "full_attention"],
    "rope_parameters": {
        "full_attention": {"rope_type": "default", "rope_theta": 5e6, "partial_rotary_factor": 0.25},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 1.0},
    },
    "dtype": "bfloat16",
}

TEMPLATE = (
    "{% if tools %}<|im_start|>tools:{% for tool in tools %}{{ tool.function.name }} {% endfor %}<|im_end|>{% endif %}"
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% if enable_thinking %}<think>{% endif %}{% endif %}"
)


def random_tensors(config: dict[str, Any], seed: int = 0, *, calm: bool = False) -> dict[str, torch.Tensor]:
    """Weights whose layers all matter.

    The wild ones give varied texts, and magnify every rounding on the way. The calm ones do not: the same model in bfloat16 and in float32
    differs by 7e-3 (norm of the difference over norm), while a window longer by one token changes the logits by 3e-2.
    """
    generator = torch.Generator().manual_seed(seed)
    tensors = {}
    for name, shape in Shape.of(config).tensors().items():
        noise = torch.randn(shape, generator=generator)
        scale = (4.0 if "embedding" in name else 0.6) if calm else 1.6
        tensors[name] = (1 + 0.2 * noise if len(shape) == 1 else noise * (scale / shape[1] ** 0.5)).bfloat16()
    return tensors


def write_tokenizer(folder: Path) -> None:
    """Bytes, one token each, and the special tokens and tags of a chat."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={letter: number for number, letter in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in ("<|im_start|>", END)])
    tokenizer.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in TAGS])
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": END, "pad_token": END}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    (folder / "chat_template.jinja").write_text(TEMPLATE)


def write_checkpoint(folder: Path, tensors: dict[str, torch.Tensor] | None = None, **changes: Any) -> Path:
    """Write a sound checkpoint, with some of the configuration's values or the tensors as given."""
    config = {**CONFIG, **changes}
    folder.mkdir(parents=True)
    save_file(random_tensors(config) if tensors is None else tensors, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "config.json").write_text(json.dumps(config))
    write_tokenizer(folder)
    return folder
