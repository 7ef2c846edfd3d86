"""Any process that vLLM starts must find the Spark architecture and the quantisation methods by itself."""

import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from agent_eval.builds.scheme import SCHEMES


def test_entry_point_names_the_registration() -> None:
    from agent_eval.engine import plugin

    (entry,) = entry_points(group="vllm.general_plugins", name="agent_eval_spark")
    assert entry.load() is plugin.register


@pytest.mark.engine
def test_a_fresh_process_knows_the_model() -> None:
    program = """
from agent_eval.engine.environment import prepare_environment
prepare_environment()
from vllm.plugins import load_general_plugins
load_general_plugins()
from agent_eval.engine.plugin import register
register()
from vllm import ModelRegistry
from vllm.model_executor.layers.quantization import get_quantization_config
from vllm.transformers_utils.config import _CONFIG_REGISTRY
import sys
assert "agent_eval.engine.spark_model" not in sys.modules, "registration must stay cheap"
print("Spark2_5ForCausalLM" in ModelRegistry.get_supported_archs(), _CONFIG_REGISTRY["spark2_5"].__name__)
print(*(get_quantization_config(method).__name__ for method in sys.argv[1:]))
"""
    said = [scheme.quantisation(32) for scheme in SCHEMES.values()]
    methods = sorted({quantisation["quant_method"] for quantisation in said if quantisation is not None})
    run = subprocess.run([sys.executable, "-c", program, *methods], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["True", "SparkConfig", "Int4Config", "Int8Config"], run.stderr
