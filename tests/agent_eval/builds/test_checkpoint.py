"""What can be wrong with a checkpoint's folder: each is one sentence that names the file, and the tensor where it is one."""

import json
import os
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_eval.builds.checkpoint import read_checkpoint, read_header
from agent_eval.builds.errors import BuildError
from agent_eval.builds.shape import Shape
from tests.agent_eval.tiny import CONFIG, random_tensors, write_checkpoint


def test_a_sound_folder(tmp_path: Path) -> None:
    checkpoint = read_checkpoint(write_checkpoint(tmp_path / "tiny"))
    assert set(checkpoint.tensors) == set(Shape.of(CONFIG).tensors())
    assert checkpoint.parameters == sum(tensor.numel() for tensor in random_tensors(CONFIG).values())
    assert {file.name for file in checkpoint.files} == {
        "chat_template.jinja",
        "config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    }


def edit_json(file: str, change: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    def apply(folder: Path) -> None:
        value = json.loads((folder / file).read_text())
        change(value)
        (folder / file).write_text(json.dumps(value))

    return apply


def config(**changes: Any) -> Callable[[Path], object]:
    return edit_json("config.json", lambda value: value.update(changes))


NORM = "model.norm.weight"


def edit_header(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    """Change what the header of the tensors' file says of one of them."""

    def damage(folder: Path) -> None:
        file = folder / "model.safetensors"
        content = file.read_bytes()
        (length,) = struct.unpack("<Q", content[:8])
        header = json.loads(content[8 : 8 + length])
        change(header[NORM])
        new = json.dumps(header).encode()
        file.write_bytes(struct.pack("<Q", len(new)) + new + content[8 + length :])

    return damage


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "no config": (lambda folder: (folder / "config.json").unlink(), r"config\.json is missing"),
    "config is no JSON": (lambda folder: (folder / "config.json").write_text("{"), r"config\.json is not JSON"),
    "config is a list": (lambda folder: (folder / "config.json").write_text("[]"), r"config\.json holds a JSON list"),
    "another architecture": (
        config(architectures=["LlamaForCausalLM"], model_type="llama"),
        r"config\.json describes \['LlamaForCausalLM'\]",
    ),
    "another model type": (config(model_type="qwen3"), r"expected Spark2_5ForCausalLM"),
    "quantised already": (config(quantization_config={"bits": 4}), "quantised already"),
    "no size": (edit_json("config.json", lambda value: value.pop("hidden_size")), "hidden_size is missing"),
    "a size that cannot be": (config(num_hidden_layers=0), "num_hidden_layers is 0"),
    "a size that is no number": (config(head_dim="64"), "head_dim is '64'"),
    "heads that do not share": (config(num_key_value_heads=3), "no multiple of num_key_value_heads"),
    "a flag that is none": (config(tie_word_embeddings="yes"), "tie_word_embeddings is 'yes'"),
    "layers without a kind": (config(layer_types=["full_attention"]), "layer_types must name 4 layers"),
    "layers of an unknown kind": (config(layer_types=["linear"] * 4), "layer_types must name"),
    "positions of another type": (
        config(rope_parameters={kind: {"rope_theta": 1e4, "rope_type": "yarn"} for kind in ("full_attention", "sliding_attention")}),
        "rope_type 'yarn'",
    ),
    "positions without a base": (config(rope_parameters={"full_attention": {}}), "rope_theta for full_attention"),
    "an odd part turned": (
        config(rope_parameters={kind: {"rope_theta": 1e4, "partial_rotary_factor": 0.3} for kind in CONFIG["rope_parameters"]}),
        "partial_rotary_factor",
    ),
    "no tensors": (lambda folder: (folder / "model.safetensors").unlink(), r"no \*\.safetensors file"),
    "truncated": (
        lambda folder: (folder / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes()[:-1000]),
        r"model\.safetensors is truncated: tensor model\.\S+ ends at byte",
    ),
    "truncated in the header": (
        lambda folder: (folder / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes()[:100]),
        r"model\.safetensors is truncated or no safetensors file",
    ),
    "empty file": (lambda folder: (folder / "model.safetensors").write_bytes(b""), r"model\.safetensors is truncated or no safetensors"),
    "a tensor twice": (
        lambda folder: (folder / "more.safetensors").write_bytes((folder / "model.safetensors").read_bytes()),
        r"is also in model\.safetensors",
    ),
    "no tokenizer": (lambda folder: (folder / "tokenizer.json").unlink(), r"tokenizer\.json is missing"),
    "a broken tokenizer": (lambda folder: (folder / "tokenizer.json").write_text("{}"), r"tokenizer\.json cannot be read as a tokenizer"),
    "no tokenizer settings": (lambda folder: (folder / "tokenizer_config.json").unlink(), r"tokenizer_config\.json is missing"),
    "an end that is no token": (edit_json("tokenizer_config.json", lambda value: value.update(eos_token="</s>")), "eos_token is '</s>'"),
    "a bound that is none": (config(sliding_window=-3), "sliding_window is -3, expected a whole number above 0"),
    "a norm without a floor": (config(rms_norm_eps="tiny"), "rms_norm_eps is 'tiny', expected a number above 0"),
    "positions that are none": (config(max_position_embeddings=0), "max_position_embeddings is 0"),
    "a part turned that is none": (
        config(rope_parameters={kind: {"rope_theta": 1e4, "partial_rotary_factor": "all"} for kind in CONFIG["rope_parameters"]}),
        "partial_rotary_factor",
    ),
    "a base that is none": (
        config(rope_parameters={kind: {"rope_theta": float("nan")} for kind in CONFIG["rope_parameters"]}),
        "rope_theta",
    ),
    "a kind that is a list": (config(layer_types=[["full_attention"]] * 4), "layer_types must name"),
    "more layers than tensors": (config(num_hidden_layers=10**12, layer_types=None), "asks for 1000000000000 layers"),
    "a configuration too deep": (lambda folder: (folder / "config.json").write_text("[" * 100_000), r"config\.json is not JSON"),
    "a pipe": (lambda folder: ((folder / "config.json").unlink(), os.mkfifo(folder / "config.json")), "no regular file"),
    "tensors in a pipe": (
        lambda folder: ((folder / "model.safetensors").unlink(), os.mkfifo(folder / "model.safetensors")),
        r"model\.safetensors cannot be read: it is no regular file",
    ),
    "bytes behind the last tensor": (
        lambda folder: (folder / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes() + b"more"),
        r"model\.safetensors is damaged: its last tensor ends at",
    ),
    "a tensor of fewer bytes": (edit_header(lambda entry: entry.update(dtype="F32")), rf"is damaged: tensor {re.escape(NORM)} lies from"),
    "a tensor over another": (
        edit_header(lambda entry: entry.update(data_offsets=[0, 512])),
        r"is damaged: tensor model\.embedding\.weight",
    ),
    "a tensor before the first": (edit_header(lambda entry: entry.update(data_offsets=[-512, 0])), "its header cannot be read"),
    "a type that is a list": (edit_header(lambda entry: entry.update(dtype=["F32"])), rf"tensor {re.escape(NORM)}"),
    "an end that is a list": (edit_json("tokenizer_config.json", lambda value: value.update(eos_token=["a"])), r"eos_token is \['a'\]"),
    "a broken template": (
        lambda folder: (folder / "chat_template.jinja").write_text("{% if %}"),
        r"chat_template\.jinja cannot be read as a template",
    ),
    "an empty template": (lambda folder: (folder / "chat_template.jinja").write_text(""), r"chat_template\.jinja is empty"),
    "broken settings of generation": (
        lambda folder: (folder / "generation_config.json").write_text("{"),
        r"generation_config\.json is not JSON",
    ),
    "no template": (lambda folder: (folder / "chat_template.jinja").unlink(), r"chat_template\.jinja is missing"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_folder(tmp_path: Path, case: str) -> None:
    damage, words = BROKEN[case]
    folder = write_checkpoint(tmp_path / "tiny")
    damage(folder)
    with pytest.raises(BuildError, match=words) as error:
        read_checkpoint(folder)
    assert "\n" not in str(error.value)
    assert str(folder) in str(error.value)


def changed_tensors(change: Callable[[dict[str, torch.Tensor]], object]) -> dict[str, torch.Tensor]:
    tensors = random_tensors(CONFIG)
    change(tensors)
    return tensors


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda tensors: tensors.pop("model.layers.2.mlp.up_proj.weight"),
            r"tensor model\.layers\.2\.mlp\.up_proj\.weight \[384, 256\] is in none",
        ),
        (
            lambda tensors: tensors.update({"model.layers.1.self_attn.g_proj.weight": torch.zeros(5, 256)}),
            r"g_proj\.weight has shape \[5, 256\], config\.json asks for \[4, 256\]",
        ),
        (lambda tensors: tensors.update({"model.norm.weight": torch.ones(256, dtype=torch.int32)}), r"norm\.weight has type I32"),
        (lambda tensors: tensors.update({"model.extra.weight": torch.ones(1)}), r"unexpected tensor model\.extra\.weight"),
        (lambda tensors: tensors.update({"lm_head.weight": torch.ones(301, 256)}), r"unexpected tensor lm_head\.weight: .* ties it"),
    ],
)
def test_wrong_tensors(tmp_path: Path, change: Callable[[dict[str, torch.Tensor]], object], words: str) -> None:
    folder = write_checkpoint(tmp_path / "tiny", changed_tensors(change))
    with pytest.raises(BuildError, match=words) as error:
        read_checkpoint(folder)
    assert str(folder) in str(error.value)


def test_a_tokenizer_with_more_tokens_than_rows(tmp_path: Path) -> None:
    with pytest.raises(
        BuildError, match=r"tokenizer\.json does not fit: token .* has number 2\d\d, but model\.embedding\.weight has 200 rows"
    ):
        read_checkpoint(write_checkpoint(tmp_path / "tiny", vocab_size=200))


def test_an_untied_head_is_needed_where_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"lm_head\.weight \[301, 256\] is in none"):
        read_checkpoint(write_checkpoint(tmp_path / "tiny", random_tensors(CONFIG), tie_word_embeddings=False))
    read_checkpoint(write_checkpoint(tmp_path / "untied", tie_word_embeddings=False))


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="is not a folder"):
        read_checkpoint(tmp_path / "nowhere")


@given(st.binary(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.mktemp("header") / "x.safetensors"
    for content in (data, struct.pack("<Q", len(data)) + data):
        file.write_bytes(content)
        try:
            ends = [entry.end for entry in read_header(file).values()]
        except BuildError as error:
            ends = []
            words = str(error)
        else:
            words = str(file)
        assert str(file) in words
        assert all(end <= len(content) for end in ends)
