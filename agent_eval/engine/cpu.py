"""What this machine's processor can do. Probed, never assumed from a name."""

import os
import platform
import shutil
from dataclasses import dataclass
from math import ceil
from pathlib import Path

# The flag that /proc/cpuinfo prints -> the name used here. One line an instruction set that some kernel asks for.
X86_FLAGS = {
    "avx2": "avx2",
    "fma": "fma",
    "avx_vnni": "avx_vnni",
    "avx512f": "avx512f",
    "avx512_vnni": "avx512_vnni",
    "avx512_bf16": "avx512_bf16",
    "amx_tile": "amx_tile",
    "amx_bf16": "amx_bf16",
    "amx_int8": "amx_int8",
}
ARM_FLAGS = {"asimd": "neon", "asimddp": "dotprod", "i8mm": "i8mm", "bf16": "bf16", "sve": "sve"}

VLLM_INT4_KERNELS = ("cpu_gemm_wna16", "int4_scaled_mm_cpu")


@dataclass(frozen=True, slots=True)
class Cpu:
    """One machine as the engine sees it.

    Attributes:
        architecture: ``x86_64``, ``aarch64``...
        name: what the processor calls itself; empty where it does not say.
        features: instruction sets found, in this module's names.
        cores: processors that this process may use: affinity and the control group's quota, whichever is less.
        int4_kernels, int8_kernels: products with four-bit and eight-bit weights that can be called here.
        compiler: path of a C compiler; empty if there is none.
    """

    architecture: str
    name: str
    features: frozenset[str]
    cores: int
    int4_kernels: tuple[str, ...]
    int8_kernels: tuple[str, ...]
    compiler: str

    @property
    def fast_bf16(self) -> bool:
        """Whether bfloat16 is multiplied in hardware; without it float32 is the faster type."""
        return bool(self.features & {"avx512_bf16", "amx_bf16", "bf16"})

    @property
    def amx(self) -> bool:
        """Whether there are tile registers, whose configuration kernels must hand back."""
        return "amx_tile" in self.features


def probe() -> Cpu:
    """Look at this machine. Cheap, except that torch is imported; vLLM's kernels are listed only when vLLM has been."""
    cpuinfo = _cpuinfo()
    return Cpu(
        architecture=platform.machine(),
        name=cpuinfo.get("model name", ""),
        features=features(cpuinfo),
        cores=usable_cores(),
        int4_kernels=int4_kernels(),
        int8_kernels=int8_kernels(),
        compiler=next(filter(None, map(shutil.which, (os.environ.get("CC") or "cc", "gcc", "clang"))), ""),
    )


def features(cpuinfo: dict[str, str]) -> frozenset[str]:
    """Instruction sets named in the first processor's entry of /proc/cpuinfo."""
    flags = set(f"{cpuinfo.get('flags', '')} {cpuinfo.get('Features', '')}".split())
    names = ARM_FLAGS if "Features" in cpuinfo else X86_FLAGS
    return frozenset(name for flag, name in names.items() if flag in flags)


def usable_cores() -> int:
    """Processors that this process may use, at least 1."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(affinity, _quota() or affinity))


def int4_kernels() -> tuple[str, ...]:
    """Names of the four-bit products that exist in this process."""
    import torch

    tinygemm = ("aten tinygemm",) if hasattr(torch.ops.aten, "_weight_int4pack_mm_for_cpu") else ()
    return tinygemm + tuple(f"vllm {name}" for name in VLLM_INT4_KERNELS if hasattr(torch.ops._C, name))


def int8_kernels() -> tuple[str, ...]:
    """Names of the products with eight-bit weights that exist in this process."""
    from agent_eval.engine.int8 import kernel_works

    return ("aten int8pack",) if kernel_works() else ()


def _cpuinfo(path: Path = Path("/proc/cpuinfo")) -> dict[str, str]:
    """The first processor's entry; empty where the system has no such file."""
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n\n")[0].splitlines()
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _quota(root: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Processors granted by control group version 2 (``cpu.max``: quota and period in microseconds), or None."""
    file = root / "cpu.max"
    if not file.exists():
        return None
    quota, period = file.read_text(encoding="ascii").split()
    return None if quota == "max" else ceil(int(quota) / int(period))
