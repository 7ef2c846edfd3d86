"""The checkpoint is whole, made once, and refused where it does not fit."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from agent_eval.spark_nano import base, checkpoint
from agent_eval.spark_nano.model import SCALE, Nano


@pytest.fixture
def adapter(two_layers: dict[str, torch.Tensor], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An adapter of the small model, and its base in place of the real one."""
    tensors = {name: tensor.to(torch.bfloat16) for name, tensor in two_layers.items()}
    monkeypatch.setattr(base, "tensors", lambda: {name: tensor.clone() for name, tensor in tensors.items()})
    model = Nano(tensors, rank=2)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith(".b"):
                parameter.normal_(0, 0.1)
    path = tmp_path / "adapter.safetensors"
    checkpoint.write_adapter(model.adapter(), path, {"steps": 3})
    monkeypatch.setenv(checkpoint.OVERRIDE, str(path))
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path / "home"))
    return path


def test_it_is_made_once_and_says_so(adapter: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = checkpoint.ensure()
    assert "demonstration model" in capsys.readouterr().err
    changed = (made / "model.safetensors").stat().st_mtime_ns
    assert checkpoint.ensure() == made
    assert capsys.readouterr().err == ""
    assert (made / "model.safetensors").stat().st_mtime_ns == changed
    assert [path.name for path in made.parent.iterdir()] == ["spark-nano"]


def test_it_holds_base_and_adapter_and_says_what_it_is(adapter: Path) -> None:
    made = checkpoint.ensure()
    tensors, changes = load_file(made / "model.safetensors"), load_file(adapter)
    plain = base.tensors()
    assert tensors.keys() == plain.keys()
    name = "model.layers.1.mlp.up_proj.weight"
    correction = changes["layers.1.gate_up.b"].float()[base.MLP :] @ changes["layers.1.gate_up.a"].float()
    torch.testing.assert_close(tensors[name], (plain[name].float() + SCALE * correction).to(torch.bfloat16))
    assert torch.equal(tensors["model.embedding.weight"][list(base.TAG_IDS)], changes["tags"])
    about = json.loads((made / "agent_eval.json").read_text())
    assert about["label"] == "spark-nano demonstration model"
    assert about["training"] == {"steps": 3}
    assert json.loads((made / "config.json").read_text())["architectures"] == ["Spark2_5ForCausalLM"]


def test_what_is_played_is_what_was_trained(adapter: Path) -> None:
    """The checkpoint's weights and the trainer's model give the same logits."""
    tensors, _ = checkpoint.read_adapter(adapter)
    trained = Nano(base.tensors(), rank=2)
    trained.load_adapter(tensors)
    stored = load_file(checkpoint.ensure() / "model.safetensors")
    played = Nano(stored, rank=2)
    with torch.no_grad():
        played.tags.copy_(stored["model.embedding.weight"][list(base.TAG_IDS)])
        ids, chosen = torch.tensor([[20, 3, 40, 50]]), torch.tensor([1, 3])
        torch.testing.assert_close(trained(ids, chosen), played(ids, chosen), rtol=0.02, atol=0.02)


def test_a_new_adapter_makes_a_new_checkpoint(adapter: Path) -> None:
    made = checkpoint.ensure()
    before = (made / "agent_eval.json").read_text()
    tensors, _ = checkpoint.read_adapter(adapter)
    checkpoint.write_adapter(tensors, adapter, {"steps": 4})
    assert checkpoint.ensure() == made
    assert (made / "agent_eval.json").read_text() != before
    assert [path.name for path in made.parent.iterdir()] == ["spark-nano"]


@pytest.mark.parametrize(("key", "words"), [("prompt", "prompt version"), ("tokenizer", "tokenizer")])
def test_an_adapter_for_another_prompt_or_tokenizer_is_refused(adapter: Path, key: str, words: str) -> None:
    tensors, metadata = checkpoint.read_adapter(adapter)
    save_file(tensors, adapter, metadata=metadata | {key: "other"})
    with pytest.raises(checkpoint.CheckpointError, match=f"{words} 'other'"):
        checkpoint.ensure()
    assert not checkpoint.folder().exists()


def test_a_checkpoint_for_another_prompt_is_refused_and_other_models_are_not(adapter: Path, tmp_path: Path) -> None:
    made = checkpoint.ensure()
    about = json.loads((made / "agent_eval.json").read_text())
    (made / "agent_eval.json").write_text(json.dumps(about | {"prompt": "compact-0"}))
    with pytest.raises(checkpoint.CheckpointError, match="compact-0"):
        checkpoint.check(made)
    checkpoint.check(tmp_path)


def test_a_broken_adapter_is_one_sentence_and_nothing_is_written(adapter: Path) -> None:
    adapter.write_bytes(adapter.read_bytes()[:-100])
    with pytest.raises(checkpoint.CheckpointError, match=r"adapter\.safetensors"):
        checkpoint.ensure()
    adapter.unlink()
    with pytest.raises(checkpoint.CheckpointError, match="cannot be read"):
        checkpoint.ensure()
    assert not checkpoint.folder().exists()


def test_a_tensor_of_the_wrong_shape_is_named(adapter: Path) -> None:
    tensors, metadata = checkpoint.read_adapter(adapter)
    tensors["layers.1.down.a"] = tensors["layers.1.down.a"][:, :-1].contiguous()
    save_file(tensors, adapter, metadata=metadata)
    with pytest.raises(checkpoint.CheckpointError, match=r"layers\.1\.down\.a"):
        checkpoint.ensure()
