from dataclasses import replace
from pathlib import Path

import pytest

from agent_eval.engine import cpu
from agent_eval.engine.environment import SPIN, prepare_environment
from agent_eval.engine.int4_method import Int4Config
from agent_eval.engine.int8_method import Int8Config
from agent_eval.engine.options import cache_bytes, choose_dtype
from tests.agent_eval.tiny import CONFIG, Shape


def machine(*features: str) -> cpu.Cpu:
    return cpu.Cpu("x86_64", "", frozenset(features), 2, (), ("aten int8pack",), "")


def test_features_are_read_from_flags() -> None:
    assert cpu.features({"flags": "fpu sse2 avx2 fma avx512f avx512_bf16"}) == {"avx2", "fma", "avx512f", "avx512_bf16"}
    assert cpu.features({"Features": "fp asimd asimddp bf16 i8mm"}) == {"neon", "dotprod", "bf16", "i8mm"}
    assert cpu.features({}) == frozenset()


def test_the_first_processor_of_cpuinfo(tmp_path: Path) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text("processor\t: 0\nmodel name\t: A: B\nflags\t\t: avx2\n\nprocessor\t: 1\nflags\t\t: none\n")
    assert cpu._cpuinfo(file) == {"processor": "0", "model name": "A: B", "flags": "avx2"}
    assert cpu._cpuinfo(tmp_path / "none") == {}


@pytest.mark.parametrize(("text", "cores"), [("max 100000\n", None), ("150000 100000\n", 2), ("50000 100000\n", 1)])
def test_a_control_group_may_grant_fewer_cores(tmp_path: Path, text: str, cores: int | None) -> None:
    (tmp_path / "cpu.max").write_text(text)
    assert cpu._quota(tmp_path) == cores


def test_no_control_group(tmp_path: Path) -> None:
    assert cpu._quota(tmp_path) is None


def test_this_machine() -> None:
    found = cpu.probe()
    assert found.cores >= 1
    assert "aten tinygemm" in found.int4_kernels
    assert found.int8_kernels == ("aten int8pack",)


def test_kernels_follow_the_instruction_sets() -> None:
    assert Int4Config.choices(machine("avx2")) == {"dense_from_rows": 16, "dense_dtype": "float32", "row_by_row": False}
    assert Int4Config.choices(machine("avx2", "avx512f", "avx512_bf16"))["dense_from_rows"] == 192
    assert Int4Config.choices(machine("avx512f"))["dense_from_rows"] == 16
    amx = Int4Config.choices(machine("avx512f", "avx512_bf16", "amx_tile", "amx_bf16"))
    assert amx == {"dense_from_rows": 20, "dense_dtype": "bfloat16", "row_by_row": True}


def test_eight_bit_products_are_dense_where_there_is_no_kernel() -> None:
    assert Int8Config.choices(machine("avx2")) == {"dense_from_rows": 20, "dense_dtype": "float32"}
    assert Int8Config.choices(machine("avx512f", "avx512_bf16")) == {"dense_from_rows": 20, "dense_dtype": "bfloat16"}
    bare = replace(machine("avx2"), int8_kernels=())
    assert Int8Config.choices(bare) == {"dense_from_rows": 1, "dense_dtype": "float32"}
    assert Int8Config(**Int8Config.choices(bare)).settings()["kernel"] == "dense"


def test_dtype_is_the_faster_one_that_fits() -> None:
    big = {**CONFIG, "hidden_size": 2048, "intermediate_size": 6656, "num_hidden_layers": 28, "vocab_size": 131072}
    assert choose_dtype(CONFIG, machine("avx512_bf16")) == "bfloat16"
    assert choose_dtype(CONFIG, machine("avx2")) == "float32"
    assert choose_dtype(big, machine("avx2")) == "bfloat16"
    assert choose_dtype({**big, "quantization_config": {}}, machine("avx2")) == "float32"


def test_cache_is_counted_in_whole_blocks() -> None:
    shape = Shape.of(CONFIG)
    token = 2 * 4 * 2 * 64 * 2
    assert cache_bytes(shape, "bfloat16", 33, 32) == 3 * 32 * token
    assert cache_bytes(shape, "float32", 32, 32) == 2 * 2 * 32 * token


def test_environment_keeps_what_the_user_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AGENT_EVAL_HOME", str(tmp_path))
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    monkeypatch.setenv("OMP_WAIT_POLICY", "passive")
    monkeypatch.setenv("VLLM_CPU_KVCACHE_SPACE", "7")
    for name in ("GOMP_SPINCOUNT", "VLLM_CACHE_ROOT"):
        monkeypatch.delenv(name, raising=False)
    import os

    assert prepare_environment() == 3
    assert "GOMP_SPINCOUNT" not in os.environ
    assert "VLLM_CPU_KVCACHE_SPACE" not in os.environ
    assert Path(os.environ["VLLM_CACHE_ROOT"]).is_relative_to(tmp_path)
    monkeypatch.delenv("OMP_WAIT_POLICY")
    assert prepare_environment(1) == 1
    assert os.environ["OMP_NUM_THREADS"] == "1"
    assert os.environ["GOMP_SPINCOUNT"] == SPIN
