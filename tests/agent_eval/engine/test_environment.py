import subprocess
import sys

LOOKS_FOR_TRITON = """
import sys
from agent_eval.engine.environment import prepare_environment
prepare_environment()
sys.modules["triton"] = None  # as where it is not installed
import torch
from torch._library.triton import get_inner_triton_kernels
assert get_inner_triton_kernels(print) == []
"""


def test_torch_does_not_warn_in_the_terminal_that_triton_is_missing() -> None:
    done = subprocess.run([sys.executable, "-c", LOOKS_FOR_TRITON], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
