"""Builds by name: where their checkpoint is, whether they are made already, and making them at first use."""

import hashlib
import json
import os
import sys
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from agent_eval.builds import artefact
from agent_eval.builds.artefact import MANIFEST, Build
from agent_eval.builds.checkpoint import Checkpoint, read_checkpoint
from agent_eval.builds.errors import BuildError, StorageError
from agent_eval.builds.scheme import SCHEMES
from agent_eval.home import home
from agent_eval.names import shown, unfit
from agent_eval.program import program

SHIPPED = "spark-nano"
SHIPPED_LABEL = "demonstration model spark-nano, not Spark-X2.5"

# Enough of a build's hash to name it by.
SHORT_HASH = 6


@dataclass(frozen=True, slots=True)
class Base:
    """A checkpoint that builds are made from; ``path`` is None for the one that ships, which is put together when it is needed."""

    name: str
    label: str
    path: Path | None


def folder() -> Path:
    """Where builds lie."""
    return home() / "builds"


def choose_base(model: Path | None = None) -> Base:
    """The checkpoint to build from: ``model``, else ``$AGENT_EVAL_MODEL``, else ``model = "DIR"`` in config.toml, else spark-nano.

    Raises:
        BuildError: config.toml cannot be read, there is no such folder, or builds cannot be called after it.
    """
    chosen = model or _configured()
    if chosen is None:
        return Base(SHIPPED, SHIPPED_LABEL, None)
    path = chosen.expanduser().absolute()
    label = shown(str(path))
    if not path.is_dir():
        raise BuildError(f"{label} is not a folder; give the folder of a Spark checkpoint")
    if why := unfit(path.name):
        raise BuildError(
            f"builds are called after the folder of their checkpoint, and the name of {label} {why}; rename it, or give a link to it"
        )
    return Base(path.name, label, path)


def _configured() -> Path | None:
    if value := os.environ.get("AGENT_EVAL_MODEL"):
        return Path(value)
    file = home() / "config.toml"
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BuildError(f"{file} cannot be read: {error}") from error
    for name in settings.keys() - {"model"}:
        hint = ": did you mean model?" if get_close_matches(name, ["model"]) else '; there is only model = "DIR"'
        raise BuildError(f"{file}: unknown setting {name!r}{hint}")
    value = settings.get("model")
    if value is not None and not isinstance(value, str):
        raise BuildError(f'{file}: model is {value!r}, expected a folder, as in model = "/models/Spark-X2.5-1.7B"')
    return Path(value) if value else None


def open_base(base: Base) -> Checkpoint:
    """The checkpoint itself, checked.

    Raises:
        BuildError: it is not sound, in one sentence that names file and tensor.
        StorageError: the one that ships could not be put together.
    """
    if base.path is not None:
        return read_checkpoint(base.path)
    from agent_eval.spark_nano import checkpoint
    from agent_eval.spark_nano.base import BaseError

    try:
        return read_checkpoint(checkpoint.ensure())
    except (checkpoint.CheckpointError, BaseError) as error:
        raise StorageError(str(error)) from error


def build_name(base: Base, scheme: str) -> str:
    """What users call a build: the scheme alone for the base that ships."""
    return scheme if base.name == SHIPPED else f"{base.name}-{scheme}"


def made() -> tuple[list[Build], list[StorageError]]:
    """The builds in the data folder, newest first, and what is wrong with folders that could not be read."""
    builds: list[Build] = []
    broken: list[StorageError] = []
    for manifest in folder().glob(f"*/{MANIFEST}"):
        try:
            builds.append(artefact.load(manifest.parent))
        except StorageError as error:
            broken.append(error)
    return sorted(builds, key=lambda build: (build.created, build.hash), reverse=True), broken


def known_names(model: Path | None = None) -> list[str]:
    """Every name that `resolve` takes, hashes aside."""
    base = choose_base(model)
    names = [*SCHEMES, *(build_name(base, scheme) for scheme in SCHEMES), *(build.name for build in made()[0])]
    return list(dict.fromkeys(names))


def is_known(name: str, model: Path | None = None) -> bool:
    """Whether `resolve` takes this name: one of `known_names`, or the beginning of a build's hash."""
    return name in known_names(model) or any(_begins(build, name) for build in made()[0])


def _begins(build: Build, name: str) -> bool:
    return len(name) >= SHORT_HASH and build.hash.startswith(name)


def find(name: str, model: Path | None = None) -> Build | None:
    """The build of this name, or None if it is still to be made at first use.

    Args:
        name: a scheme, for the build of the chosen base; a build's full name; or the beginning of its hash.
        model: see `choose_base`.

    Raises:
        BuildError: nothing is called so.
    """
    base = choose_base(model)
    scheme = _scheme(name, base)
    if scheme is not None:
        return _made_of(base, scheme)
    builds = made()[0]
    for build in builds:
        if build.name == name or _begins(build, name):
            return build
    near = get_close_matches(name, known_names(model), n=3, cutoff=0.5)
    rest = f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(known_names(model))}."
    raise BuildError(f"unknown build {name!r}: {rest} `{program()} builds list` shows the builds.")


def resolve(name: str, model: Path | None = None) -> Build:
    """The build of this name, made now if it is not there yet.

    Raises:
        BuildError: nothing is called so, or the checkpoint is not sound.
        StorageError: the build could not be written.
    """
    build = find(name, model)
    if build is not None:
        return build
    base = choose_base(model)
    scheme = _scheme(name, base)
    assert scheme is not None
    return create(base, scheme)


def create(base: Base, scheme: str) -> Build:
    """The build of a checkpoint by a scheme; made only if there is none of the same content yet."""
    checkpoint = open_base(base)
    # Put together just now, the base that ships may turn out to be one that a build was made of.
    if build := _made_of(base, scheme):
        return build
    base_hash = artefact.content_hash(artefact.hash_files(checkpoint.files))
    for build in made()[0]:
        if build.base_hash == base_hash and _current(build, scheme):
            return build
    name = build_name(base, scheme)
    sys.stderr.write(f"Making the build {name} from {base.label} (once).\n")
    return artefact.create(checkpoint, scheme, name, base.name, base.label, base_hash, _stamp(checkpoint.path), folder())


def _scheme(name: str, base: Base) -> str | None:
    return next((scheme for scheme in SCHEMES if name in (scheme, build_name(base, scheme))), None)


def _made_of(base: Base, scheme: str) -> Build | None:
    """The build that was made of the checkpoint as it lies there now."""
    stamp = _stamp(_place(base))
    return next((build for build in made()[0] if build.base_stamp == stamp and _current(build, scheme)), None)


def _current(build: Build, scheme: str) -> bool:
    return build.scheme == scheme and build.versions.get("scheme") == str(SCHEMES[scheme].version)


def _place(base: Base) -> Path:
    if base.path is not None:
        return base.path
    from agent_eval.spark_nano import checkpoint

    return checkpoint.folder()


def _stamp(path: Path) -> str:
    """Changes when a file of the folder does: names, sizes and times. Hashing gigabytes at each start would cost seconds."""
    files = sorted((file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in path.glob("*") if file.is_file())
    return hashlib.sha256(json.dumps([str(path), files]).encode()).hexdigest() if files else ""
