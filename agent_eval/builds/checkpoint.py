"""Reading a Spark checkpoint's folder: everything that can be wrong with it is said before anything is made of it.

Only headers are read here: a safetensors file begins with the length of a JSON header, 8 bytes little-endian, and the header gives each
tensor's type, shape and place behind it (https://github.com/huggingface/safetensors#format).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, prod
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError
from tokenizers import Tokenizer

from agent_eval.builds.errors import BuildError
from agent_eval.builds.shape import ARCHITECTURE, LAYER_TYPES, MODEL_TYPE, Shape

# The types a checkpoint's tensors may have, and their bytes.
FLOATS = {"BF16": 2, "F16": 2, "F32": 4}

# Beside config.json and tensors, what a build needs of a checkpoint's folder, where it is there.
COMPANIONS = (
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "chat_template.jinja",
    "generation_config.json",
    "agent_eval.json",
)

MAX_HEADER = 100 << 20


@dataclass(frozen=True, slots=True)
class TensorEntry:
    """One tensor as a file's header describes it; ``dtype`` is safetensors' name, ``end`` the offset behind its last byte in the file."""

    file: Path
    dtype: str
    shape: tuple[int, ...]
    end: int

    @property
    def parameters(self) -> int:
        """Numbers in it."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A folder that was found sound.

    Attributes:
        path: the folder.
        config: config.json.
        shape: the sizes in it.
        tensors: every tensor by name, in the order of the architecture.
    """

    path: Path
    config: Mapping[str, Any]
    shape: Shape
    tensors: Mapping[str, TensorEntry]

    @property
    def parameters(self) -> int:
        """Numbers in all tensors."""
        return sum(entry.parameters for entry in self.tensors.values())

    @property
    def files(self) -> list[Path]:
        """The files that decide what the model says, sorted."""
        names = {self.path / name for name in ("config.json", *COMPANIONS)}
        return sorted({entry.file for entry in self.tensors.values()} | {path for path in names if path.exists()})


def read_checkpoint(path: Path) -> Checkpoint:
    """Read and check a folder with config.json, tokenizer.json and one or more safetensors files.

    Raises:
        BuildError: naming the file, and the tensor where it is one.
    """
    if not path.is_dir():
        raise BuildError(f"{path} is not a folder; give the folder of a Spark checkpoint")
    config = _read_json(path / "config.json", "a checkpoint's folder holds one")
    shape = _check_config(path / "config.json", config)
    tensors = _check_tensors(path, shape)
    _check_tokenizer(path, shape)
    return Checkpoint(path, config, shape, tensors)


def _read_json(path: Path, hint: str) -> dict[str, Any]:
    _refuse_special(path)
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BuildError(f"{path} is missing; {hint}") from error
    except OSError as error:
        raise BuildError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BuildError(f"{path} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise BuildError(f"{path} holds a JSON {type(value).__name__}, expected an object")
    return value


def _refuse_special(path: Path) -> None:
    """A pipe would be waited for, for ever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise BuildError(f"{path} cannot be read: it is no regular file")


def _check_config(path: Path, config: dict[str, Any]) -> Shape:
    if config.get("model_type") != MODEL_TYPE or config.get("architectures", [ARCHITECTURE]) != [ARCHITECTURE]:
        found = config.get("architectures") or config.get("model_type")
        raise BuildError(f"{path} describes {found}, expected {ARCHITECTURE} (model_type {MODEL_TYPE!r})")
    if "quantization_config" in config:
        raise BuildError(f"{path} describes a checkpoint that is quantised already; builds are made from full-precision ones")
    try:
        shape = Shape.of(config)
    except ValueError as error:
        raise BuildError(f"{path}: {error}") from error
    for name, whole in (("rms_norm_eps", False), ("sliding_window", True), ("max_position_embeddings", True)):
        if name in config and not _positive(config[name], whole):
            raise BuildError(f"{path}: {name} is {config[name]!r}, expected a {'whole ' if whole else ''}number above 0")
    kinds = config.get("layer_types")
    if kinds is not None and (
        not isinstance(kinds, list) or len(kinds) != shape.num_hidden_layers or any(kind not in LAYER_TYPES for kind in kinds)
    ):
        raise BuildError(f"{path}: layer_types must name {shape.num_hidden_layers} layers, each one of {', '.join(LAYER_TYPES)}")
    _check_rope(path, config.get("rope_parameters"), shape.head_dim)
    return shape


def _positive(value: Any, whole: bool = False) -> bool:
    return isinstance(value, int if whole else (int, float)) and not isinstance(value, bool) and 0 < value < inf


def _check_rope(path: Path, ropes: Any, head_dim: int) -> None:
    if ropes is None:
        return
    for kind in LAYER_TYPES:
        rope = ropes.get(kind) if isinstance(ropes, dict) else None
        if not isinstance(rope, dict) or not _positive(rope.get("rope_theta")):
            raise BuildError(f"{path}: rope_parameters must give rope_theta for {kind}, a number above 0")
        if rope.get("rope_type", "default") != "default":
            raise BuildError(f"{path}: rope_parameters for {kind} ask for rope_type {rope['rope_type']!r}, only 'default' is known")
        share = rope.get("partial_rotary_factor", 1.0)
        turned = share * head_dim if _positive(share) else share
        if not _positive(turned) or turned > head_dim or turned % 2:
            raise BuildError(
                f"{path}: partial_rotary_factor for {kind} turns {turned} of {head_dim} dimensions, expected an even part of them"
            )


def _check_tensors(path: Path, shape: Shape) -> dict[str, TensorEntry]:
    files = sorted(path.glob("*.safetensors"))
    if not files:
        raise BuildError(f"{path} holds no *.safetensors file; a checkpoint's tensors lie in one or more of them")
    found: dict[str, TensorEntry] = {}
    for file in files:
        for name, entry in read_header(file).items():
            if name in found:
                raise BuildError(f"{file}: tensor {name} is also in {found[name].file.name}; one of the two files does not belong here")
            found[name] = entry
    if shape.num_hidden_layers > len(found):
        raise BuildError(f"{path}: config.json asks for {shape.num_hidden_layers} layers, and the files hold {len(found)} tensors in all")
    expected = shape.tensors()
    for name, size in expected.items():
        if name not in found:
            raise BuildError(f"{path}: tensor {name} {list(size)} is in none of {', '.join(file.name for file in files)}")
        entry = found[name]
        if entry.shape != size:
            raise BuildError(f"{entry.file}: tensor {name} has shape {list(entry.shape)}, config.json asks for {list(size)}")
        if entry.dtype not in FLOATS:
            raise BuildError(f"{entry.file}: tensor {name} has type {entry.dtype}, expected one of {', '.join(FLOATS)}")
    if surplus := [name for name in found if name not in expected]:
        why = ": the configuration ties it to the embedding" if surplus[0] == "lm_head.weight" else ", which the architecture does not have"
        raise BuildError(f"{found[surplus[0]].file}: unexpected tensor {surplus[0]}{why}")
    return {name: found[name] for name in expected}


def read_header(file: Path) -> dict[str, TensorEntry]:
    """The tensors of one safetensors file, checked against its size.

    Raises:
        BuildError: the file is no safetensors file, or ends before a tensor does.
    """
    _refuse_special(file)
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            if size < 8 or length > min(size - 8, MAX_HEADER):
                raise BuildError(f"{file} is truncated or no safetensors file: its header does not fit into its {size} bytes")
            header = json.loads(stream.read(length))
        begins = {name: _whole(value["data_offsets"][0]) for name, value in header.items() if name != "__metadata__"}
        entries = {
            name: TensorEntry(
                file,
                str(header[name]["dtype"]),
                tuple(_whole(side) for side in header[name]["shape"]),
                8 + length + _whole(header[name]["data_offsets"][1]),
            )
            for name in begins
        }
    except OSError as error:
        raise BuildError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise BuildError(f"{file} is no safetensors file: its header cannot be read") from error
    place = 8 + length
    for name, entry in sorted(entries.items(), key=lambda item: (begins[item[0]], item[1].end)):
        if entry.end > size:
            raise BuildError(f"{file} is truncated: tensor {name} ends at byte {entry.end}, the file at {size}")
        bytes_each = FLOATS.get(entry.dtype)
        takes = entry.end - 8 - length - begins[name] if bytes_each is None else entry.parameters * bytes_each
        begin = 8 + length + begins[name]
        if (begin, entry.end) != (place, place + takes):
            raise BuildError(f"{file} is damaged: tensor {name} lies from byte {begin} to {entry.end}, not {place} to {place + takes}")
        place = entry.end
    if place != size:
        raise BuildError(f"{file} is damaged: its last tensor ends at byte {place}, the file at {size}")
    return entries


def _whole(value: Any) -> int:
    """A size or place in a header.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value


def _check_tokenizer(path: Path, shape: Shape) -> None:
    file = path / "tokenizer.json"
    if not file.exists():
        raise BuildError(f"{file} is missing; a checkpoint's folder holds one")
    try:
        tokenizer = Tokenizer.from_file(str(file))
    except Exception as error:  # the library raises nothing narrower
        raise BuildError(f"{file} cannot be read as a tokenizer: {error}") from error
    tokens = tokenizer.get_vocab(with_added_tokens=True)
    if beyond := [token for token, number in tokens.items() if number >= shape.vocab_size]:
        token = f"token {beyond[0]!r} has number {tokens[beyond[0]]}"
        raise BuildError(f"{file} does not fit: {token}, but model.embedding.weight has {shape.vocab_size} rows")
    settings = _read_json(path / "tokenizer_config.json", "it names the end-of-turn token")
    end = settings.get("eos_token")
    end = end.get("content") if isinstance(end, dict) else end
    if not isinstance(end, str) or end not in tokens:
        raise BuildError(f"{path / 'tokenizer_config.json'}: eos_token is {end!r}, which tokenizer.json does not know")
    _check_template(path, settings.get("chat_template"))
    for name in COMPANIONS:
        if name.endswith(".json") and (path / name).exists():
            _read_json(path / name, "")


def _check_template(path: Path, other: Any) -> None:
    """The chat template is a file of its own, or a setting of the tokenizer."""
    file = path / "chat_template.jinja"
    if not file.exists():
        if not other:
            raise BuildError(f"{file} is missing; without a chat template the model cannot be asked")
        return
    _refuse_special(file)
    try:
        template = file.read_text(encoding="utf-8")
        Environment(extensions=["jinja2.ext.loopcontrols"]).parse(template)  # noqa: S701  # nothing is rendered
    except OSError as error:
        raise BuildError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BuildError(f"{file} cannot be read: {error}") from error
    except TemplateSyntaxError as error:
        if "unknown tag" in str(error.message):  # Hugging Face's own, such as `generation`
            return
        raise BuildError(f"{file} cannot be read as a template: {error.message} (line {error.lineno})") from error
    if not template.strip():
        raise BuildError(f"{file} is empty; without a chat template the model cannot be asked")
