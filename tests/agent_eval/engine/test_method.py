"""The quantisation methods as vLLM's layers use them, without an engine: loaded, multiplied, looked up, compiled."""

from typing import Any

import pytest
import torch
from torch import nn

from agent_eval.builds import int4, int8
from agent_eval.builds.scheme import SCHEMES

ROWS, INPUTS = 101, 128


pytestmark = pytest.mark.usefixtures("home")  # vLLM reads its folders from the environment when it is imported


def loaded(scheme: str, dtype: torch.dtype) -> tuple[Any, nn.Module, torch.Tensor]:
    """A scheme's method, a layer that it has loaded, and the matrix that the layer's codes stand for."""
    from vllm.model_executor.layers.quantization import get_quantization_config

    from agent_eval.engine import plugin

    plugin.register()
    said = SCHEMES[scheme].quantisation(32)
    assert said is not None
    config = get_quantization_config(said["quant_method"]).from_config({**said, "dense_from_rows": 4})
    method, layer = config.method(), nn.Module()
    method.create_weights(layer, INPUTS, [60, ROWS - 60], INPUTS, ROWS, dtype)
    matrix = torch.randn(ROWS, INPUTS, generator=torch.Generator().manual_seed(2))
    parts = {name.rpartition(".")[2]: tensor for name, tensor in SCHEMES[scheme].convert("lm_head.weight", matrix, 32)}
    assert parts.keys() == dict(layer.named_parameters()).keys()
    for name, parameter in layer.named_parameters():
        assert (parameter.shape, parameter.dtype) == (parts[name].shape, parts[name].dtype)
        parameter.data.copy_(parts[name])
    method.process_weights_after_loading(layer)
    stands_for = int4.dequantise(int4.Int4Weight(**parts)) if "zeros" in parts else int8.dequantise(int8.Int8Weight(**parts))
    return method, layer, stands_for


QUANTISED = [scheme for scheme in SCHEMES if scheme != "bf16"]


@pytest.mark.parametrize("scheme", QUANTISED)
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_eager_and_compiled_are_the_product(scheme: str, dtype: torch.dtype) -> None:
    method, layer, matrix = loaded(scheme, dtype)
    torch._dynamo.reset()
    graphs = 0

    def count(graph: torch.fx.GraphModule, examples: list[torch.Tensor]) -> Any:
        nonlocal graphs
        graphs += 1
        return graph

    compiled = torch.compile(
        lambda x, ids: (method.apply(layer, x), method.embedding(layer, ids)), fullgraph=True, dynamic=True, backend=count
    )
    for rows in (2, 3, 4, 9):  # on both sides of dense_from_rows
        x = torch.randn(rows, INPUTS, generator=torch.Generator().manual_seed(rows)).bfloat16().to(dtype)
        ids = torch.arange(rows) * 11
        out = method.apply(layer, x)
        assert out.dtype is dtype
        assert (out - x.float() @ matrix.T).norm() / (x.float() @ matrix.T).norm() < 2**-7
        assert torch.equal(method.embedding(layer, ids), matrix[ids].to(dtype))
        again, rows_again = compiled(x, ids)
        assert torch.equal(again, out)
        assert torch.equal(rows_again, method.embedding(layer, ids))
    assert graphs == 1, "the number of rows must not become a guard"


@pytest.mark.parametrize("scheme", QUANTISED)
def test_settings_say_what_is_in_force(scheme: str) -> None:
    method, _, _ = loaded(scheme, torch.bfloat16)
    settings = method.config.settings()
    assert settings["dense_from_rows"] == 4
    assert (settings["group"], settings["kernel"]) == ((None, "aten int8pack") if scheme == "int8" else (32, "aten tinygemm"))
    assert settings["method"] == method.config.get_name()
