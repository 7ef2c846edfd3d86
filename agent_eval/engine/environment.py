"""What must stand in the environment before torch and vLLM are imported. Nothing heavy is imported here."""

import logging
import os

from agent_eval.engine.cpu import usable_cores
from agent_eval.home import home

# OpenMP's threads wait for their next piece of work in a loop before they sleep. Between two products of one decoding step there are
# some tens of microseconds: sleeping at once (OMP_WAIT_POLICY=passive) doubled a step's time, and the default of many milliseconds takes
# the core from whoever shares it. This many turns is as fast as the default.
SPIN = "10000"


def prepare_environment(threads: int | None = None) -> int:
    """Set what is needed and not set yet; call it before torch is imported. What the user has set stays, with one exception below.

    Args:
        threads: for products; None for ``OMP_NUM_THREADS``, else one for each usable core.

    Returns:
        The number of threads.
    """
    chosen = threads or _threads_wished() or usable_cores()
    # vLLM falls back to one thread where this is not set.
    os.environ["OMP_NUM_THREADS"] = str(chosen)
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", SPIN)
    # It would override the size of the cache that was asked for.
    os.environ.pop("VLLM_CPU_KVCACHE_SPACE", None)
    for name, value in {
        "VLLM_ENABLE_V1_MULTIPROCESSING": "0",  # the engine lives in this process: less memory, and errors arrive as exceptions
        "VLLM_CONFIGURE_LOGGING": "0",  # see `vllm_engine`: its log goes to a file
        "VLLM_NO_USAGE_STATS": "1",
        "VLLM_CACHE_ROOT": str(home() / "cache" / "vllm"),
        "HF_HUB_OFFLINE": "1",  # everything is read from folders
        "TOKENIZERS_PARALLELISM": "false",
        "TORCH_CPP_LOG_LEVEL": "ERROR",
    }.items():
        os.environ.setdefault(name, value)
    # On a machine without a GPU it warns in the terminal that Triton is missing, which nothing here needs.
    logging.getLogger("torch._library.triton").setLevel(logging.ERROR)
    return chosen


def _threads_wished() -> int | None:
    value = os.environ.get("OMP_NUM_THREADS", "")
    return int(value) if value.isdecimal() and int(value) > 0 else None
