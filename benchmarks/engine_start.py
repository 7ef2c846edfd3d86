"""What serving a build costs: seconds from process start to the first answer, memory on the way, and tokens a second.

Each build is loaded in a process of its own, the builds taking turns so that a busy machine slows all of them alike; the ratios are the
figures to compare between machines. Memory is the peak of RssAnon summed over the process tree, sampled through load and work.

    python benchmarks/engine_start.py [--model DIR] [--builds bf16 w4a16] [--rounds 3] [--compiled] [--json]
"""

import argparse
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SAMPLE_S = 0.05
PROMPT_TOKENS = 512
ANSWER_TOKENS = 48
PARALLEL = 8

# What is reported, and what a greater figure means.
FIGURES = {
    "import_s": "imports of torch and vLLM",
    "ready_s": "process start to ready",
    "first_answer_s": "process start to first answer",
    "peak_mb": "peak RssAnon, MB",
    "settled_mb": "RssAnon when ready, MB",
    "prefill_tok_s": f"prefill of {PROMPT_TOKENS} tokens, tok/s",
    "decode_tok_s": "decode alone, tok/s",
    "decode_parallel_tok_s": f"decode of {PARALLEL} at once, tok/s",
}


def serve(path: Path, compiled: bool, began: float) -> dict[str, float]:
    """What the child does: load, answer, measure. ``began`` is the wall clock at its start, seconds."""
    from agent_eval.builds.artefact import load
    from agent_eval.engine.environment import prepare_environment
    from agent_eval.engine.options import EngineOptions
    from agent_eval.engine.protocol import Message, Reply, Request, Sampling

    prepare_environment()
    importing = time.time()
    import vllm.v1.engine.llm_engine  # noqa: F401

    from agent_eval.engine.vllm_engine import open_engine

    imported = time.time()
    engine = open_engine(load(path), EngineOptions(compiled=compiled))
    ready = time.time()

    def ask(words: str, tokens: int) -> Callable[[], Reply]:
        # The pattern keeps a model from ending its turn early.
        request = Request((Message("user", words),), sampling=Sampling(max_tokens=tokens), pattern="[a-z ]{4000}" if tokens > 1 else None)
        return engine.submit(request).result

    ask("hello", 1)()
    first = time.time()
    settled = rss_anon(0)
    prompts = [" ".join(f"{word}{number}" for number in range(PROMPT_TOKENS // 4)) for word in ("a", "b", "c")]
    fills = [ask(words, 1)() for words in prompts]
    ask("warm up", 4)()
    alone = ask("tell a story", ANSWER_TOKENS)()
    start = time.perf_counter()
    together = [wait() for wait in [ask(f"tell story {number}", ANSWER_TOKENS) for number in range(PARALLEL)]]
    seconds = time.perf_counter() - start
    engine.close()
    return {
        "import_s": imported - importing,
        "ready_s": ready - began,
        "first_answer_s": first - began,
        "settled_mb": settled,
        "prefill_tok_s": statistics.median((fill.prompt_tokens - fill.cached_tokens) / (fill.seconds - fill.queued_s) for fill in fills),
        "decode_tok_s": (alone.output_tokens - 1) / (alone.seconds - alone.first_token_s),
        "decode_parallel_tok_s": sum(reply.output_tokens for reply in together) / seconds,
    }


def rss_anon(pid: int) -> float:
    """Anonymous resident memory of a process and all its descendants, MB; 0 stands for this process."""
    import psutil

    total = 0
    try:
        root = psutil.Process(pid or None)
        for process in [root, *root.children(recursive=True)]:
            for line in Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace").splitlines():
                if line.startswith("RssAnon:"):
                    total += int(line.split()[1]) * 1024
    except (psutil.NoSuchProcess, FileNotFoundError, ProcessLookupError):
        pass  # it ended while it was looked at: what was seen until then counts
    return total / 1e6


def measure(path: Path, compiled: bool) -> dict[str, float]:
    """Load a build in a process of its own."""
    command = [sys.executable, __file__, "--child", str(path), *(["--compiled"] if compiled else []), "--began", str(time.time())]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    peak = 0.0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.wait(SAMPLE_S):
            peak = max(peak, rss_anon(child.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    out, _ = child.communicate()
    done.set()
    watcher.join()
    if child.returncode:
        raise SystemExit(f"the process that served {path} ended with {child.returncode}")
    figures: dict[str, float] = json.loads(out.splitlines()[-1])
    return {**figures, "peak_mb": peak}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--builds", nargs="+", default=["bf16", "w4a16"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--began", type=float, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(serve(arguments.child, arguments.compiled, arguments.began)))
        return

    from agent_eval.builds.registry import resolve
    from agent_eval.provenance import cpu

    builds = [resolve(name, arguments.model) for name in arguments.builds]
    rounds: list[list[dict[str, float]]] = [[measure(build.path, arguments.compiled) for build in builds] for _ in range(arguments.rounds)]
    medians = [{figure: statistics.median(row[number][figure] for row in rounds) for figure in FIGURES} for number in range(len(builds))]
    if arguments.json:
        result: dict[str, Any] = {
            "benchmark": "engine_start",
            "cpu": cpu(),
            "rounds": arguments.rounds,
            "compiled": arguments.compiled,
            "builds": [
                {"build": build.name, "hash": build.hash, "median": median, "all": [row[number] for row in rounds]}
                for number, (build, median) in enumerate(zip(builds, medians, strict=True))
            ],
        }
        print(json.dumps(result))
        return
    print(f"{'':36}{''.join(f'{build.name:>14}' for build in builds)}   last : first")
    for figure, title in FIGURES.items():
        values = [median[figure] for median in medians]
        print(f"{title:36}{''.join(f'{value:14.1f}' for value in values)}{values[-1] / values[0]:13.2f}x")


if __name__ == "__main__":
    main()
