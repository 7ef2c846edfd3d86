"""Builds: made once, whole or not at all, known again by name, hash and content."""

import json
import os
from collections import namedtuple
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import torch
from safetensors import safe_open

from agent_eval.builds import artefact, int8, registry
from agent_eval.builds.checkpoint import read_checkpoint
from agent_eval.builds.errors import BuildError, StorageError
from agent_eval.builds.int4 import Int4Weight, dequantise
from agent_eval.builds.int8 import Int8Weight
from agent_eval.builds.scheme import SCHEMES, is_quantised
from agent_eval.builds.shape import Shape
from agent_eval.engine.reference import load_reference
from tests.agent_eval.tiny import CONFIG, random_tensors, write_checkpoint

SPARK = {
    "hidden_size": 2048,
    "intermediate_size": 6656,
    "num_hidden_layers": 28,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 256,
    "vocab_size": 131072,
}
NANO = {**SPARK, "hidden_size": 576, "intermediate_size": 1536, "num_attention_heads": 9, "num_key_value_heads": 3, "head_dim": 64}


# (scheme, version) -> digest of what its conversion makes of one matrix.
BYTES = {
    ("bf16", 2): "afa13efd7756",
    ("int8", 1): "f08ceb0ec123",
    ("w4a16", 2): "9de8e1ac2d15",
    ("w4a16-sym", 2): "31156e8f0bee",
    ("w4a16-g64", 2): "a58ead242ab0",
    ("w4a16-g64-sym", 2): "1cb58f696064",
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("AGENT_EVAL_MODEL", raising=False)
    return tmp_path / "home"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_checkpoint(tmp_path / "tiny")


def leftovers(home: Path) -> list[str]:
    return [path.name for path in (home / "builds").glob("*")] if (home / "builds").exists() else []


def test_group_follows_the_shape() -> None:
    assert SCHEMES["w4a16"].group(Shape.of(SPARK)) == 128
    assert SCHEMES["w4a16"].group(Shape.of(NANO)) == 32
    assert SCHEMES["bf16"].group(Shape.of(SPARK)) is None
    assert SCHEMES["w4a16-sym"].group(Shape.of(SPARK)) == 128
    for scheme in ("w4a16-g64", "w4a16-g64-sym"):
        assert SCHEMES[scheme].group(Shape.of(SPARK)) == SCHEMES[scheme].group(Shape.of(NANO)) == 64
    odd = Shape.of({**NANO, "intermediate_size": 1500})
    with pytest.raises(BuildError, match=r"groups of 32 need .* multiples of 32, config\.json gives 576, 576, 1500; int8 has no groups"):
        SCHEMES["w4a16"].group(odd)
    with pytest.raises(BuildError, match=r"groups of 64 need .* multiples of 64, config\.json gives 576, 576, 1504"):
        SCHEMES["w4a16-g64-sym"].group(Shape.of({**NANO, "intermediate_size": 1504}))
    assert SCHEMES["int8"].group(odd) is None


def test_bytes_change_only_with_the_version() -> None:
    """An artefact is known again by its scheme's version: a change of what the conversion gives must raise it, and this table with it."""
    matrix = (torch.arange(48 * 128) * 37 % 1009 - 400).view(48, 128) / 512
    digests = {}
    for name, scheme in SCHEMES.items():
        digest = sha256()
        for part, tensor in scheme.convert("model.layers.0.mlp.up_proj.weight", matrix, scheme.group(Shape.of(NANO))):
            digest.update(f"{part} {tensor.dtype} {tuple(tensor.shape)}".encode())
            digest.update(tensor.contiguous().view(torch.uint8).numpy().tobytes())
        digests[name, scheme.version] = digest.hexdigest()[:12]
    assert digests == BYTES


def test_what_is_quantised() -> None:
    names = {name.split(".")[-2] for name in Shape.of({**SPARK, "tie_word_embeddings": False}).tensors() if is_quantised(name)}
    assert names == {"embedding", "lm_head", "q_k_v_proj", "out_proj", "gate_proj", "up_proj", "down_proj"}


def test_made_once_and_known_again(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert registry.find("w4a16", model) is None
    build = registry.resolve("w4a16", model)
    assert "Making the build tiny-w4a16" in capsys.readouterr().err
    assert build.name == "tiny-w4a16"
    assert build.group == 32
    assert build.path.name == f"tiny-w4a16-{build.hash[:12]}"
    for name in ("w4a16", "tiny-w4a16", build.hash, build.hash[:8]):
        assert registry.resolve(name, model) == build
    # Without the model at hand, by full name or hash.
    assert registry.resolve("tiny-w4a16") == registry.resolve(build.hash[:8]) == build
    assert capsys.readouterr().err == ""


def test_touching_the_base_makes_nothing_new(model: Path) -> None:
    build = registry.resolve("bf16", model)
    os.utime(model / "config.json", (1, 1))
    assert registry.resolve("bf16", model) == build


def test_a_later_version_that_makes_the_same_bytes_is_made_once(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = registry.resolve("w4a16", model)
    monkeypatch.setitem(SCHEMES, "w4a16", replace(SCHEMES["w4a16"], version=SCHEMES["w4a16"].version + 1))
    assert registry.find("w4a16", model) is None
    again = registry.resolve("w4a16", model)
    assert (again.hash, again.path) == (first.hash, first.path)
    assert registry.find("w4a16", model) == again
    assert artefact.changed_files(again) == []


def test_another_base_makes_another_build(model: Path, tmp_path: Path) -> None:
    build = registry.resolve("bf16", model)
    other = write_checkpoint(tmp_path / "other" / "tiny", random_tensors(CONFIG, seed=1))
    assert registry.resolve("bf16", other).hash != build.hash


def test_same_base_gives_the_same_bytes(model: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = registry.resolve("w4a16", model)
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path / "elsewhere"))
    second = registry.resolve("w4a16", model)
    assert second.path != first.path
    assert second.hash == first.hash


def test_content_of_a_quantised_build(model: Path) -> None:
    build = registry.resolve("w4a16", model)
    assert json.loads((build.path / "config.json").read_text())["quantization_config"] == {
        "quant_method": "agent_eval_int4",
        "bits": 4,
        "group_size": 32,
        "asymmetric": True,
    }
    tensors = random_tensors(CONFIG)
    with safe_open(build.path / "model-00001.safetensors", framework="pt") as stored:
        names = set(stored.keys())
        assert "model.layers.0.self_attn.g_proj.weight" in names
        assert "model.embedding.weight" not in names
        size = sum(stored.get_tensor(name).nbytes for name in names)
        weight = Int4Weight(*(stored.get_tensor(f"model.embedding.{part}") for part in ("codes", "scales", "zeros")))
    assert build.size_bytes == size
    assert build.bits_per_weight == pytest.approx(8 * size / sum(tensor.numel() for tensor in tensors.values()), abs=1e-3)
    assert 5.0 < build.bits_per_weight < 5.2
    original = tensors["model.embedding.weight"].float()
    assert (dequantise(weight) - original).norm() / original.norm() < 0.1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_makes_a_whole_build(model: Path, scheme: str) -> None:
    build = registry.resolve(scheme, model)
    assert (build.name, build.scheme) == (f"tiny-{scheme}", scheme)
    assert artefact.changed_files(build) == []
    artefact.check_whole(build)
    assert registry.resolve(scheme, model) == registry.resolve(build.hash) == build
    parameters = sum(entry.parameters for entry in read_checkpoint(model).tensors.values())
    assert build.bits_per_weight <= SCHEMES[scheme].bits(build.group)
    assert build.size_bytes == pytest.approx(build.bits_per_weight * parameters / 8, rel=1e-3)
    # What it stands for has the checkpoint's tensors, each near: by less than half of the coarsest grid's step.
    stored, base = load_reference(build.path), load_reference(model)
    assert stored.tensors.keys() == base.tensors.keys()
    for name, tensor in base.tensors.items():
        distance = (stored.tensors[name] - tensor).norm() / tensor.norm()
        quantised = is_quantised(name) and scheme != "bf16"
        assert (0.003 < distance < 0.15) if quantised else distance == 0, name


def test_content_of_an_eight_bit_build(model: Path) -> None:
    build = registry.resolve("int8", model)
    assert build.group is None
    assert json.loads((build.path / "config.json").read_text())["quantization_config"] == {"quant_method": "agent_eval_int8", "bits": 8}
    with safe_open(build.path / "model-00001.safetensors", framework="pt") as stored:
        names = set(stored.keys())
        weight = Int8Weight(*(stored.get_tensor(f"model.embedding.{part}") for part in ("codes", "scales")))
    assert "model.layers.0.self_attn.g_proj.weight" in names
    assert not any(name.endswith(".zeros") for name in names)
    assert weight.codes.shape == (CONFIG["vocab_size"], CONFIG["hidden_size"])
    assert torch.equal(weight.codes, int8.quantise(random_tensors(CONFIG)["model.embedding.weight"]).codes)


def test_the_finer_grid_is_the_nearer_one(model: Path) -> None:
    original = random_tensors(CONFIG)["model.layers.0.mlp.up_proj.weight"].float()
    distance = {}
    for scheme in SCHEMES:
        build = registry.resolve(scheme, model)
        stored = load_reference(build.path).tensors["model.layers.0.mlp.up_proj.weight"]
        distance[scheme] = float((stored - original).norm())
    # Made-up weights lie as far below 0 as above it. There a zero of one's own pays in small groups and hardly in greater ones.
    assert distance["bf16"] == 0
    assert distance["int8"] < distance["w4a16"] / 5
    assert distance["w4a16"] < distance["w4a16-g64"] < distance["w4a16-g64-sym"]
    assert distance["w4a16"] < distance["w4a16-sym"] < distance["w4a16-g64-sym"]


def test_a_group_that_does_not_fit_leaves_nothing(tmp_path: Path, home: Path) -> None:
    odd = {**CONFIG, "intermediate_size": 416}
    model = write_checkpoint(tmp_path / "odd", random_tensors(odd), intermediate_size=416)
    with pytest.raises(BuildError, match=r"config\.json gives 256, 256, 416"):
        registry.resolve("w4a16-g64", model)
    assert leftovers(home) == []
    assert registry.resolve("w4a16", model).group == 32


def test_shards(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = registry.resolve("bf16", model)
    monkeypatch.setattr(artefact, "SHARD_BYTES", 500_000)
    monkeypatch.setenv("AGENT_EVAL_HOME", str(model.parent / "sharded"))
    build = registry.resolve("bf16", model)
    places = json.loads((build.path / "model.safetensors.index.json").read_text())["weight_map"]
    assert set(places) == set(Shape.of(CONFIG).tensors())
    assert len(set(places.values())) > 2
    assert build.size_bytes == whole.size_bytes
    assert artefact.changed_files(build) == []


def test_a_flipped_byte_is_found(model: Path) -> None:
    build = registry.resolve("w4a16", model)
    assert artefact.changed_files(build) == []
    file = build.path / "model-00001.safetensors"
    data = bytearray(file.read_bytes())
    data[-1000] ^= 1
    file.write_bytes(data)
    assert artefact.changed_files(build) == ["model-00001.safetensors"]


def test_an_added_and_a_removed_file_are_found(model: Path) -> None:
    build = registry.resolve("bf16", model)
    (build.path / "chat_template.jinja").unlink()
    (build.path / "stray").write_text("x")
    assert artefact.changed_files(build) == ["chat_template.jinja", "stray"]


def test_what_is_no_file_is_found_and_not_waited_for(model: Path) -> None:
    build = registry.resolve("bf16", model)
    (build.path / "folder").mkdir()
    os.mkfifo(build.path / "pipe")
    assert artefact.changed_files(build) == ["folder", "pipe"]


@pytest.mark.parametrize(
    ("name", "value"), [("hash", 5), ("size_bytes", None), ("created", None), ("versions", []), ("bits_per_weight", "x")]
)
def test_a_description_of_the_wrong_kind_is_none(model: Path, name: str, value: object) -> None:
    build = registry.resolve("bf16", model)
    about = json.loads((build.path / "build.json").read_text())
    (build.path / "build.json").write_text(json.dumps(about | {name: value}))
    with pytest.raises(StorageError, match="does not describe a build"):
        artefact.load(build.path)


def test_a_build_that_is_cut_off_is_said_without_reading_all_of_it(model: Path) -> None:
    build = registry.resolve("w4a16", model)
    artefact.check_whole(build)
    file = build.path / "model-00001.safetensors"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1000])
    with pytest.raises(StorageError, match=r"00001\.safetensors is truncated: tensor .* remove the folder, and the build is made anew"):
        artefact.check_whole(build)
    file.write_bytes(whole)
    (build.path / "config.json").unlink()
    with pytest.raises(StorageError, match=r"config\.json is missing"):
        artefact.check_whole(build)


def test_a_bad_checkpoint_leaves_nothing(model: Path, home: Path) -> None:
    (model / "model.safetensors").write_bytes((model / "model.safetensors").read_bytes()[:-1])
    with pytest.raises(BuildError, match="truncated"):
        registry.resolve("bf16", model)
    assert leftovers(home) == []


def test_a_weight_that_is_no_number_leaves_nothing(tmp_path: Path, home: Path) -> None:
    tensors = random_tensors(CONFIG)
    tensors["model.layers.1.mlp.down_proj.weight"][3, 3] = float("nan")
    with pytest.raises(BuildError, match=r"model\.layers\.1\.mlp\.down_proj\.weight"):
        registry.resolve("w4a16", write_checkpoint(tmp_path / "nan", tensors))
    assert leftovers(home) == []


def test_a_full_disk_is_said_before_anything_is_written(model: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(artefact.shutil, "disk_usage", lambda path: usage(10**9, 10**9, 1000))
    with pytest.raises(StorageError, match="0 MB free"):
        registry.resolve("bf16", model)
    assert leftovers(home) == []


def test_a_disk_that_fills_up_leaves_nothing(model: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = registry.resolve("w4a16", model)

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(artefact.shutil, "copyfile", full)
    with pytest.raises(StorageError, match="No space left on device"):
        registry.resolve("bf16", model)
    assert leftovers(home) == [kept.path.name]
    assert artefact.changed_files(kept) == []


def test_a_data_folder_that_is_a_file(model: Path, home: Path) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("")
    with pytest.raises(StorageError, match="cannot be written"):
        registry.resolve("bf16", model)


def test_unknown_names_get_near_ones(model: Path) -> None:
    with pytest.raises(BuildError, match=r"unknown build 'w4a61': did you mean w4a16"):
        registry.resolve("w4a61", model)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a\x1b[2J", "holds \\x1b, which cannot be printed"),
        ("two\nlines", "holds \\n"),
        ("\u202elanif", "holds \\u202e"),
        ("a,b", "holds ','"),
        ("x" * 65, "has 65 characters"),
    ],
)
def test_a_folder_that_builds_cannot_be_called_after_is_refused_and_a_link_to_it_is_taken(model: Path, name: str, why: str) -> None:
    odd = model.rename(model.with_name(name))
    with pytest.raises(BuildError) as found:
        registry.resolve("bf16", odd)
    assert why in str(found.value)
    assert str(found.value).isprintable()
    link = odd.with_name("plain")
    link.symlink_to(odd)
    assert registry.resolve("bf16", link).name == "plain-bf16"


def test_a_folder_that_is_no_build_is_reported_and_passed_over(model: Path, home: Path) -> None:
    build = registry.resolve("bf16", model)
    (home / "builds" / "broken").mkdir()
    (home / "builds" / "broken" / "build.json").write_text("{}")
    builds, broken = registry.made()
    assert builds == [build]
    assert "does not describe a build" in str(broken[0])


def test_the_base_may_be_configured(model: Path, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert registry.choose_base().name == "spark-nano"
    home.mkdir(parents=True)
    (home / "config.toml").write_text(f'model = "{model}"\n')
    assert registry.choose_base().path == model
    for name in ("from-environment", "given"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("AGENT_EVAL_MODEL", str(tmp_path / "from-environment"))
    assert registry.choose_base().name == "from-environment"
    assert registry.choose_base(tmp_path / "given").name == "given"
    with pytest.raises(BuildError, match="nowhere is not a folder"):
        registry.choose_base(tmp_path / "nowhere")


@pytest.mark.parametrize("text", ["model = 3", "model =", 'modle = "x"', "[model]", "zzz = 1"])
def test_a_bad_configuration_is_named(home: Path, text: str) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text(text)
    with pytest.raises(BuildError, match=r"config\.toml"):
        registry.choose_base()
