"""The checkpoint of spark-nano, put together on first use: the base from its package, the adapter that lies beside this file.

The adapter is all of the training that the repository carries. It fits exactly one prompt and one tokenizer; with any other it would play
far below its skill and nothing would say so, hence a mismatch is refused.
"""

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from agent_eval.home import home
from agent_eval.program import program
from agent_eval.prompt import PROMPT_VERSION
from agent_eval.spark_nano import base
from agent_eval.spark_nano.model import LINEARS, merged

LABEL = "spark-nano demonstration model"
SHIPPED = Path(__file__).with_name("adapter.safetensors")
OVERRIDE = "AGENT_EVAL_NANO_ADAPTER"
_ABOUT = "agent_eval.json"


class CheckpointError(Exception):
    """The checkpoint cannot be made or does not fit. One sentence for the user."""


def adapter_path() -> Path:
    """``$AGENT_EVAL_NANO_ADAPTER``, else the adapter that ships."""
    chosen = os.environ.get(OVERRIDE)
    return Path(chosen).expanduser() if chosen else SHIPPED


def folder() -> Path:
    return home() / "checkpoints" / "spark-nano"


def ensure() -> Path:
    """The checkpoint's folder, made from base and adapter where it is not there yet; a few seconds, once for each adapter.

    Raises:
        CheckpointError: the adapter is missing, broken, or made for another prompt or tokenizer; or the folder cannot be written.
        BaseError: the base's package is missing or not the pinned one.
    """
    target, adapter = folder(), adapter_path()
    digest = _digest(adapter)
    if _about(target).get("adapter") == digest:
        check(target)
        return target
    sys.stderr.write(f"Making the checkpoint of {LABEL} in {target} (a few seconds, once).\n")
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        write(part, adapter)
        _put(part, target)
    except OSError as error:
        raise CheckpointError(
            f"the checkpoint cannot be written to {target}: {error.strerror or error}; free space there or set AGENT_EVAL_HOME"
        ) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return target


def _put(part: Path, target: Path) -> None:
    """Move a whole folder into place, over what stands there."""
    if target.exists():
        old = target.with_name(f"{target.name}.{os.getpid()}.old")
        target.rename(old)
        part.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    else:
        part.rename(target)


def write(target: Path, adapter: Path | None) -> None:
    """Write a Spark2_5 checkpoint into a new folder; without an adapter, the bare base.

    Raises:
        CheckpointError: the adapter is missing, broken, or made for another prompt or tokenizer.
        OSError: the folder cannot be written.
    """
    weights = base.tensors()
    about: dict[str, Any] = {
        "label": LABEL,
        "prompt": PROMPT_VERSION,
        "tokenizer": base.tokenizer_hash(),
        "adapter": None,
        "training": None,
    }
    if adapter is not None:
        changes, metadata = read_adapter(adapter)
        apply(weights, changes, adapter)
        about |= {"adapter": _digest(adapter), "training": json.loads(metadata["training"])}
    target.mkdir(parents=True)
    save_file(weights, target / "model.safetensors", metadata={"format": "pt"})
    base.tokenizer().save(str(target / "tokenizer.json"))
    for name, content in (
        ("config.json", base.config()),
        ("generation_config.json", {"bos_token_id": base.BOS, "eos_token_id": [base.EOS], "pad_token_id": base.EOS, "do_sample": False}),
        ("tokenizer_config.json", base.tokenizer_config()),
        (_ABOUT, about),
    ):
        (target / name).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    (target / "chat_template.jinja").write_text(base.CHAT_TEMPLATE, encoding="utf-8")


def _about(target: Path) -> dict[str, Any]:
    try:
        content = json.loads((target / _ABOUT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{target / _ABOUT} cannot be read: {error}; remove the folder and try again") from error
    if not isinstance(content, dict):
        raise CheckpointError(f"{target / _ABOUT} is not a JSON object; remove the folder and try again")
    return content


def check(target: Path) -> None:
    """Refuse a checkpoint of spark-nano that was made for another prompt or tokenizer. Checkpoints of other models say nothing of either.

    Raises:
        CheckpointError: it does not fit.
    """
    about = _about(target)
    if about.get("label") == LABEL:
        _check_fit(about, str(target))


def _check_fit(about: Mapping[str, Any], where: str) -> None:
    for key, own, words in (("prompt", PROMPT_VERSION, "prompt version"), ("tokenizer", base.tokenizer_hash(), "tokenizer")):
        if about.get(key) != own:
            raise CheckpointError(
                f"{where} was made for {words} {about.get(key)!r}, and this is {own!r}: "
                f"train it again with `{program()} nano train`, or use the adapter that ships"
            )


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise CheckpointError(
            f"the adapter of spark-nano cannot be read at {path}: {error.strerror}; restore it, or train one with `{program()} nano train`"
        ) from error


# ---- adapters


def write_adapter(adapter: Mapping[str, Tensor], path: Path, training: Mapping[str, Any]) -> None:
    """Write an adapter in bfloat16, whole or not at all.

    Args:
        adapter: as `model.Nano.adapter` gives it.
        training: how it came about: configuration, progress, scores. Plain data.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    metadata = {
        "label": LABEL,
        "prompt": PROMPT_VERSION,
        "tokenizer": base.tokenizer_hash(),
        "training": json.dumps(training, sort_keys=True),
    }
    save_file({name: tensor.to(torch.bfloat16).contiguous() for name, tensor in adapter.items()}, part, metadata=metadata)
    part.replace(path)


def read_adapter(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Tensors and metadata.

    Raises:
        CheckpointError: it is missing, broken, or made for another prompt or tokenizer.
    """
    try:
        with safe_open(path, framework="pt") as file:
            metadata = dict(file.metadata() or {})
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - not a mapping
    except (OSError, SafetensorError) as error:
        raise CheckpointError(
            f"the adapter of spark-nano cannot be read at {path}: {error}; restore it, or train one with `{program()} nano train`"
        ) from error
    _check_fit(metadata, str(path))
    return tensors, metadata


def apply(weights: dict[str, Tensor], adapter: Mapping[str, Tensor], path: Path) -> None:
    """Lay an adapter over the base's tensors, in place.

    Raises:
        CheckpointError: it lacks a tensor, or one has another shape than the base asks for.
    """

    def tensor(name: str, *shape: int | None) -> Tensor:
        found = adapter.get(name)
        if (
            found is None
            or found.dim() != len(shape)
            or any(want not in (None, have) for want, have in zip(shape, found.shape, strict=True))
        ):
            got = "missing" if found is None else f"of shape {tuple(found.shape)}"
            raise CheckpointError(f"{path}: tensor {name!r} is {got}, expected {shape} (None for the rank); train the adapter again")
        return found

    embedding = weights["model.embedding.weight"]
    embedding[list(base.TAG_IDS)] = tensor("tags", len(base.TAG_IDS), base.HIDDEN).to(embedding.dtype)
    for layer in range(base.LAYERS):
        for name, parts in LINEARS.items():
            names = [f"model.layers.{layer}.{part}.weight" for part in parts]
            whole = torch.cat([weights[entry] for entry in names])
            a = tensor(f"layers.{layer}.{name}.a", None, whole.shape[1])
            b = tensor(f"layers.{layer}.{name}.b", whole.shape[0], a.shape[0])
            sizes = [weights[entry].shape[0] for entry in names]
            weights.update(zip(names, (part.clone() for part in torch.split(merged(whole, a, b), sizes)), strict=True))
