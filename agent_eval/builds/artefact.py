"""A build on disk: a folder that any process loads without the checkpoint it came from.

``<base>-<scheme>-<hash>`` holds safetensors files, config.json, the tokenizer's files and build.json, which describes the build and gives
its hash: SHA-256 over the names and SHA-256 sums of all the other files. A folder appears whole or not at all.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin, get_type_hints

from agent_eval import __version__
from agent_eval.builds.checkpoint import COMPANIONS, Checkpoint, read_header
from agent_eval.builds.errors import BuildError, StorageError
from agent_eval.builds.scheme import SCHEMES

if TYPE_CHECKING:
    import torch

MANIFEST = "build.json"
SHARD_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Build:
    """A servable model.

    Attributes:
        name: what users call it: the scheme, with the base before it where that is not the one that ships.
        hash: of its content, 64 hexadecimal digits.
        scheme, group: how its weights are stored; no group for full precision.
        bits_per_weight: stored bits over the checkpoint's parameters: codes, scales, zeros and what stays in full precision.
        size_bytes: of its tensors.
        base, base_label, base_hash: the checkpoint it was made from.
        base_stamp: sizes and times of that checkpoint's files, by which it is known again without reading them.
        created: when, UTC.
        versions: of what made it.
        path: its folder.
    """

    name: str
    hash: str
    scheme: str
    group: int | None
    bits_per_weight: float
    size_bytes: int
    base: str
    base_label: str
    base_hash: str
    base_stamp: str
    created: str
    versions: Mapping[str, str]
    path: Path

    def info(self) -> dict[str, Any]:
        """Plain data, as users and records get it."""
        about = asdict(self)
        del about["base_stamp"]
        return {"build": about.pop("name"), **about, "path": str(self.path)}


def load(path: Path) -> Build:
    """Read a build's description.

    Raises:
        StorageError: there is none, or it cannot be read.
    """
    try:
        about = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        values = {name: about[name] for name in Build.__dataclass_fields__ if name != "path"}
        for name, kind in get_type_hints(Build).items():
            wanted = Mapping if get_origin(kind) is Mapping else float | int if kind is float else kind
            if name in values and not isinstance(values[name], wanted):
                raise TypeError(name)
        return Build(**values, path=path)
    except OSError as error:
        raise StorageError(f"{path / MANIFEST} cannot be read: {error.strerror}; remove the folder, and the build is made anew") from error
    except (ValueError, KeyError, TypeError) as error:
        raise StorageError(f"{path / MANIFEST} does not describe a build; remove the folder, and the build is made anew") from error


def content_hash(files: Mapping[str, str]) -> str:
    """The hash of a folder, from its files' names and SHA-256 sums."""
    return hashlib.sha256("".join(f"{name}\0{files[name]}\n" for name in sorted(files)).encode()).hexdigest()


def file_hash(path: Path) -> str:
    """SHA-256 of one file, hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def hash_files(paths: list[Path]) -> dict[str, str]:
    """SHA-256 of each file by its name."""
    return {path.name: file_hash(path) for path in paths}


def changed_files(build: Build) -> list[str]:
    """Names of files that are not what they were when the build was made; empty when all is well.

    Raises:
        StorageError: a file cannot be read.
    """
    with reading(build.path):
        recorded = dict[str, str](json.loads((build.path / MANIFEST).read_text(encoding="utf-8"))["files"])
        inside = [path for path in build.path.iterdir() if path.name != MANIFEST]
        # What is no file never belongs here: it has no hash that could be right.
        found = {path.name: "" for path in inside} | hash_files([path for path in inside if path.is_file()])
    changed = sorted(name for name in recorded.keys() | found.keys() if recorded.get(name) != found.get(name))
    return changed or ([] if content_hash(found) == build.hash else [MANIFEST])


def check_whole(build: Build) -> None:
    """Look, without reading all of it, whether a build can be loaded: every file there, and the tensors' files as long as they say.

    Raises:
        StorageError: naming the file, and the tensor where it is one.
    """
    with reading(build.path):
        recorded = dict[str, str](json.loads((build.path / MANIFEST).read_text(encoding="utf-8"))["files"])
    for name in sorted(recorded):
        file = build.path / name
        if not file.is_file():
            raise StorageError(f"{file} is missing; remove the folder, and the build is made anew")
        if file.suffix == ".safetensors":
            try:
                read_header(file)
            except BuildError as error:
                raise StorageError(f"{error}; remove the folder, and the build is made anew") from error


def create(
    checkpoint: Checkpoint, scheme: str, name: str, base: str, base_label: str, base_hash: str, base_stamp: str, folder: Path
) -> Build:
    """Make a build of a checkpoint, in a new folder under ``folder``.

    Raises:
        BuildError: the scheme does not fit the checkpoint's shape, or a weight is not a number.
        StorageError: the folder cannot be written or is too small; nothing stays behind.
    """
    plan = SCHEMES[scheme]
    group = plan.group(checkpoint.shape)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        needed = int(checkpoint.parameters * plan.bits(group) / 8)
        free = shutil.disk_usage(folder).free
        if free < needed:
            raise StorageError(
                f"{folder} has {free / 1e6:.0f} MB free and the build {name} takes {needed / 1e6:.0f} MB; "
                "make room or set AGENT_EVAL_HOME to another folder"
            )
        part = Path(tempfile.mkdtemp(prefix=".making-", dir=folder))
        try:
            size = _write_tensors(checkpoint, scheme, group, part)
            _write_config(checkpoint, plan.quantisation(group), part)
            for companion in COMPANIONS:
                if (checkpoint.path / companion).exists():
                    shutil.copyfile(checkpoint.path / companion, part / companion)
            files = hash_files(list(part.iterdir()))
            build = Build(
                name=name,
                hash=content_hash(files),
                scheme=scheme,
                group=group,
                bits_per_weight=round(8 * size / checkpoint.parameters, 3),
                size_bytes=size,
                base=base,
                base_label=base_label,
                base_hash=base_hash,
                base_stamp=base_stamp,
                created=datetime.now(UTC).isoformat(timespec="seconds"),
                versions={"agent-eval": __version__, "scheme": str(plan.version), "torch": version("torch")},
                path=folder / f"{base}-{scheme}-{content_hash(files)[:12]}",
            )
            about = {**asdict(build), "files": files}
            del about["path"]
            _write_json(part / MANIFEST, about)
            _put(part, build.path)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return build


def _put(part: Path, target: Path) -> None:
    """Move the finished folder into place. Where one of the same content is already, it stays, and is described anew.

    The description says by what version and from which files it was made: an older one would have the build made again at every use.
    """
    part.chmod(0o755)
    try:
        part.rename(target)
    except OSError:
        if not (target / MANIFEST).exists():
            raise
        (part / MANIFEST).replace(target / MANIFEST)


def _write_tensors(checkpoint: Checkpoint, scheme: str, group: int | None, folder: Path) -> int:
    """Convert and write tensor by tensor, a shard at a time; gives the bytes of all tensors."""
    from safetensors import safe_open

    convert = SCHEMES[scheme].convert
    shards: list[list[str]] = []
    shard: dict[str, torch.Tensor] = {}
    total = held = 0
    for file in sorted({entry.file for entry in checkpoint.tensors.values()}):
        with safe_open(file, framework="pt") as tensors:
            for name in sorted(tensors.keys()):
                weight = tensors.get_tensor(name)
                if not weight.isfinite().all():
                    raise BuildError(f"{file}: tensor {name} holds a value that is not a finite number")
                for new_name, tensor in convert(name, weight, group):
                    shard[new_name] = tensor
                    held += tensor.nbytes
                if held >= SHARD_BYTES:
                    shards.append(_write_shard(folder, len(shards), shard))
                    total, held, shard = total + held, 0, {}
    if shard:
        shards.append(_write_shard(folder, len(shards), shard))
    if len(shards) > 1:
        places = {name: _shard_name(number) for number, names in enumerate(shards) for name in names}
        _write_json(folder / "model.safetensors.index.json", {"metadata": {"total_size": total + held}, "weight_map": places})
    return total + held


def _shard_name(number: int) -> str:
    return f"model-{number + 1:05}.safetensors"


def _write_shard(folder: Path, number: int, tensors: "dict[str, torch.Tensor]") -> list[str]:
    from safetensors.torch import save_file

    path = folder / _shard_name(number)
    save_file(tensors, path, metadata={"format": "pt"})
    path.chmod(0o644)
    return list(tensors)


def _write_config(checkpoint: Checkpoint, quantisation: dict[str, Any] | None, folder: Path) -> None:
    config = {key: value for key, value in checkpoint.config.items() if key != "torch_dtype"} | {"dtype": "bfloat16"}
    if quantisation is not None:
        config["quantization_config"] = quantisation
    _write_json(folder / "config.json", config)


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Say in words why the data folder cannot be written."""
    from safetensors import SafetensorError

    try:
        yield
    except (OSError, SafetensorError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise StorageError(f"{folder} cannot be written: {reason}; make room or set AGENT_EVAL_HOME to another folder") from error


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Say in words why a build cannot be read."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StorageError(f"{folder} cannot be read: {error}; remove the folder, and the build is made anew") from error
