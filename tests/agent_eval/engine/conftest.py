"""Engines are loaded once a file: each takes seconds, and closing one ends what any other of the process stands on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent_eval.builds.artefact import Build
from agent_eval.builds.registry import resolve
from agent_eval.engine.environment import prepare_environment
from agent_eval.engine.options import EngineOptions
from agent_eval.engine.vllm_engine import VllmEngine, open_engine
from tests.agent_eval.tiny import write_checkpoint


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder for this session's engines."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("AGENT_EVAL_HOME", str(folder))
        patch.delenv("AGENT_EVAL_MODEL", raising=False)
        prepare_environment()
        yield folder


@pytest.fixture(scope="session")
def builds(home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Build]:
    checkpoint = write_checkpoint(tmp_path_factory.mktemp("base") / "tiny")
    return {scheme: resolve(scheme, checkpoint) for scheme in ("bf16", "w4a16")}


OPTIONS = EngineOptions(dtype="float32", max_model_len=512, kv_cache_bytes=32 << 20)


@pytest.fixture(scope="module")
def engine(builds: dict[str, Build]) -> Iterator[VllmEngine]:
    """The full-precision build in float32, where near ties are rare."""
    engine = open_engine(builds["bf16"], OPTIONS)
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def int4_engine(builds: dict[str, Build]) -> Iterator[VllmEngine]:
    engine = open_engine(builds["w4a16"], OPTIONS)
    yield engine
    engine.close()
