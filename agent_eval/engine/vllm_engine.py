"""vLLM behind the engine protocol, in this process: one thread steps it, any thread asks it."""

import atexit
import gc
import itertools
import logging
import os
import queue
import sys
import textwrap
import threading
import time
import warnings
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent_eval.builds.artefact import check_whole
from agent_eval.engine.environment import prepare_environment
from agent_eval.engine.options import EngineOptions, vllm_arguments
from agent_eval.engine.protocol import EngineError, Reply, Request
from agent_eval.home import home

if TYPE_CHECKING:
    from vllm import RequestOutput, SamplingParams
    from vllm.v1.engine.llm_engine import LLMEngine

    from agent_eval.builds.artefact import Build


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request on its way.

    Attributes:
        name: under which vLLM knows it.
        tokens: the prompt.
        since: when it was submitted, seconds on the monotonic clock, which is vLLM's too.
    """

    name: str
    tokens: list[int]
    request: Request
    future: "Future[Reply]"
    since: float


def open_engine(build: "Build", options: EngineOptions = EngineOptions()) -> "VllmEngine":  # noqa: B008  (frozen)
    """Load a build.

    Raises:
        StorageError: a file of it is missing or cut off.
        EngineError: it could not be loaded, in one sentence.
    """
    check_whole(build)
    return VllmEngine(build.path, options)


class VllmEngine:
    """One loaded build. Satisfies `agent_eval.engine.protocol.Engine`."""

    def __init__(self, path: Path, options: EngineOptions) -> None:
        self._path = path
        self._options = options
        # What the engine's thread is told: a request, the name of one that was cancelled, or None to end.
        self._inbox: queue.SimpleQueue[_Asked | str | None] = queue.SimpleQueue()
        self._names = map(str, itertools.count())
        self._tokenising = threading.Lock()
        self._open = threading.Lock()
        self._ended: EngineError | None = None
        self._pending: dict[str, _Asked] = {}
        ready: Future[dict[str, Any]] = Future()
        # Everything that multiplies happens on this one thread: OpenMP keeps a team of workers for each thread that calls it.
        self._thread = threading.Thread(target=self._run, args=(ready,), name="engine", daemon=True)
        self._thread.start()
        try:
            self._settings = ready.result()
        except KeyboardInterrupt:
            # Nothing stops the thread while it loads, and C++ aborts a process that ends beneath it.
            atexit.register(_leave)
            raise

    @property
    def settings(self) -> dict[str, Any]:
        """See `Engine.settings`."""
        return dict(self._settings)

    def submit(self, request: Request) -> "Future[Reply]":
        """See `Engine.submit`."""
        future: Future[Reply] = Future()
        try:
            asked = _Asked(next(self._names), self._tokens(request), request, future, time.monotonic())
            future.add_done_callback(lambda done: self._inbox.put(asked.name) if done.cancelled() else None)
            with self._open:
                if self._ended:
                    raise self._ended
                self._inbox.put(asked)
        except EngineError as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        """See `Engine.close`."""
        self._inbox.put(None)
        try:
            self._thread.join()
        except KeyboardInterrupt:
            atexit.register(_leave)  # as above: what the thread still unloads must not be ended beneath it
            raise

    def _tokens(self, request: Request) -> list[int]:
        """The prompt, with the chat template applied."""
        from jinja2 import TemplateError

        try:
            with self._tokenising:
                tokens: list[int] = self._tokenizer.apply_chat_template(
                    [{"role": message.role, "content": message.content} for message in request.messages],
                    tools=list(request.tools) or None,
                    enable_thinking=request.thinking,
                    add_generation_prompt=True,
                    tokenize=True,
                    return_dict=False,
                )
        except TemplateError as error:
            raise EngineError(f"the chat template of {self._path} refused the messages: {error}") from error
        limit = self._settings["max_model_len"]
        if len(tokens) >= limit:
            raise EngineError(
                f"the prompt is {len(tokens)} tokens long and the context holds {limit}, answer included; "
                "shorten the prompt or open the engine with a greater max_model_len"
            )
        return tokens

    # From here on everything runs on the engine's thread.

    def _run(self, ready: "Future[dict[str, Any]]") -> None:
        try:
            engine = _load(self._path, self._options)
            self._tokenizer = engine.get_tokenizer()
            settings = _settings(engine, self._options)
        except Exception as error:  # noqa: BLE001  (handed to the thread that waits)
            _log().exception("the engine did not start")
            _clear()
            ready.set_exception(error if isinstance(error, EngineError) else EngineError(f"the engine did not start: {_words(error)}"))
            return
        ready.set_result(settings)
        try:
            self._serve(engine)
            self._end(EngineError("the engine was closed"), cancel=True)
        except Exception as error:  # noqa: BLE001  (handed to everyone who waits, now and later)
            _log().exception("the engine's thread ended")
            self._end(EngineError(f"the engine failed: {_words(error)}. Its log is {log_path()}."), cancel=False)
        _unload(engine)

    def _serve(self, engine: "LLMEngine") -> None:
        """Step the engine while there is work, sleep on the inbox while there is none, until told to end."""
        while True:
            while not self._pending or not self._inbox.empty():
                told = self._inbox.get()
                if told is None:
                    return
                if isinstance(told, _Asked):
                    self._add(engine, told)
                elif cancelled := self._pending.pop(told, None):
                    cancelled.future.set_running_or_notify_cancel()
                    engine.abort_request([told])
            for output in engine.step():
                if (
                    output.finished
                    and (asked := self._pending.pop(output.request_id, None))
                    and asked.future.set_running_or_notify_cancel()
                ):
                    _answer(asked, output)

    def _add(self, engine: "LLMEngine", asked: _Asked) -> None:
        self._pending[asked.name] = asked  # first of all: whatever goes wrong from here on, whoever waits is told
        try:
            parameters = _parameters(asked.request, room=self._settings["max_model_len"] - len(asked.tokens))
            (prompt,) = engine.renderer.render_cmpl([{"prompt_token_ids": asked.tokens}])
        except Exception as error:  # noqa: BLE001  (vLLM and its grammar engine have many ways to refuse a request; none has reached the engine)
            self._refuse(asked, error)
            return
        try:
            engine.add_request(asked.name, prompt, parameters)
        except ValueError as error:
            self._refuse(asked, error)

    def _refuse(self, asked: _Asked, error: Exception) -> None:
        """One request cannot be: a pattern that the grammar cannot express, a parameter out of range. The others go on."""
        del self._pending[asked.name]
        if asked.future.set_running_or_notify_cancel():
            asked.future.set_exception(EngineError(f"the engine refused the request: {_words(error)}"))

    def _end(self, error: EngineError, *, cancel: bool) -> None:
        """Let everyone go who waits, and refuse whoever asks from now on."""
        with self._open:
            self._ended = error
        waiting = list(self._pending.values())
        while not self._inbox.empty():
            if isinstance(told := self._inbox.get(), _Asked):
                waiting.append(told)
        self._pending.clear()
        for asked in waiting:
            if cancel:
                asked.future.cancel()
            if asked.future.set_running_or_notify_cancel():
                asked.future.set_exception(error)


def _leave() -> None:
    """End the process, interrupted, without waiting for anything."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(130)


def _parameters(request: Request, room: int) -> "SamplingParams":
    """vLLM's sampling parameters; an answer never outgrows the ``room`` that the prompt leaves in the context, tokens.

    Raises:
        ValueError: a parameter is out of range, or the pattern is not one that the grammar engine knows.
    """
    from vllm.sampling_params import RequestOutputKind, SamplingParams, StructuredOutputsParams
    from xgrammar import Grammar

    sampling, pattern = request.sampling, request.pattern
    # vLLM would find out while it steps, and take everyone else's requests down with this one.
    if pattern is not None:
        try:
            Grammar.from_regex(pattern)
        except RuntimeError as error:
            problem = str(error).rpartition("error at ")[2]
            raise ValueError(f"the pattern {pattern!r} is not supported: {' '.join(problem.split())}") from error
    return SamplingParams(
        temperature=sampling.temperature,
        top_p=sampling.top_p,
        seed=sampling.seed,
        max_tokens=min(sampling.max_tokens, room),
        structured_outputs=StructuredOutputsParams(regex=pattern) if pattern is not None else None,
        # The tags of tool calls are special tokens in Spark's tokenizers. The end of the turn is left out as a stop token either way.
        skip_special_tokens=False,
        spaces_between_special_tokens=False,
        output_kind=RequestOutputKind.FINAL_ONLY,
    )


def _answer(asked: _Asked, output: "RequestOutput") -> None:
    (completion,) = output.outputs
    if completion.finish_reason not in ("stop", "length"):
        asked.future.set_exception(EngineError(f"the engine gave the request up: {completion.finish_reason}. Its log is {log_path()}."))
        return
    clock = output.metrics
    asked.future.set_result(
        Reply(
            text=completion.text,
            prompt_tokens=len(asked.tokens),
            cached_tokens=output.num_cached_tokens or 0,
            output_tokens=len(completion.token_ids),
            finish=completion.finish_reason,
            queued_s=clock.scheduled_ts - asked.since,
            first_token_s=clock.first_token_ts - asked.since,
            seconds=clock.last_token_ts - asked.since,
        )
    )


def log_path() -> Path:
    """Where vLLM's own log goes."""
    return home() / "logs" / "vllm.log"


def _log() -> logging.Logger:
    return logging.getLogger("vllm")


def _words(error: BaseException) -> str:
    """The beginning of the first line of what an error says, or its kind where it says nothing; the log has all of it."""
    lines = str(error).strip().splitlines()
    return textwrap.shorten(lines[0], 300, placeholder=" …") if lines else type(error).__name__


def _keep_log() -> None:
    """Write vLLM's log to a file; a terminal shows the run."""
    path, log = log_path(), _log()
    if any(isinstance(handler, logging.FileHandler) and Path(handler.baseFilename) == path for handler in log.handlers):
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, encoding="utf-8")
    except OSError as error:
        raise EngineError(
            f"the engine's log cannot be written to {path}: {error.strerror}; set AGENT_EVAL_HOME to a writable folder"
        ) from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


def _load(path: Path, options: EngineOptions) -> "LLMEngine":
    threads = prepare_environment(options.threads)
    _keep_log()
    import torch

    torch.set_num_threads(threads)
    warnings.filterwarnings("ignore", category=FutureWarning, module=r"vllm\.")  # about torch's names, for vLLM's own developers
    from vllm import ModelRegistry
    from vllm.engine.arg_utils import EngineArgs
    from vllm.v1.engine.llm_engine import LLMEngine

    from agent_eval.builds.shape import ARCHITECTURE
    from agent_eval.engine import plugin
    from agent_eval.engine.spark_model import Spark2_5ForCausalLM

    plugin.register()
    # The class itself, not its name as in the plugin: vLLM would start another process to look at it first, and that takes seconds.
    ModelRegistry.register_model(ARCHITECTURE, Spark2_5ForCausalLM)
    engine = LLMEngine.from_engine_args(EngineArgs(**vllm_arguments(path, options)))
    # Each answer's timings are kept; the running totals for a monitoring service are not.
    engine.logger_manager = None
    return engine


def _settings(engine: "LLMEngine", options: EngineOptions) -> dict[str, Any]:
    """What is really in force, read back from vLLM and torch."""
    import torch
    import vllm

    from agent_eval.engine import cpu

    config = engine.vllm_config
    cache, scheduler = config.cache_config, config.scheduler_config
    return {
        "engine": f"vllm {vllm.__version__}",
        "torch": torch.__version__,
        "dtype": str(config.model_config.dtype).removeprefix("torch."),
        "max_model_len": config.model_config.max_model_len,
        "kv_cache_bytes": cache.kv_cache_memory_bytes,
        "kv_cache_blocks": cache.num_gpu_blocks,
        "block_size": cache.block_size,
        "prefix_caching": cache.enable_prefix_caching,
        "max_parallel": scheduler.max_num_seqs,
        "max_batched_tokens": scheduler.max_num_batched_tokens,
        "compiled": options.compiled,
        "threads": torch.get_num_threads(),
        "cpu": {"isa": torch.backends.cpu.get_cpu_capability(), "features": sorted(cpu.probe().features)},
        "quantisation": config.quant_config and config.quant_config.settings(),
    }


def _unload(engine: "LLMEngine") -> None:
    """Give the memory back."""
    engine.engine_core.shutdown()
    del engine
    _clear()


def _clear() -> None:
    """End what vLLM keeps running beside an engine: a process that ends before its threads have may be aborted by them."""
    gc.collect()
    if "vllm.distributed" in sys.modules:
        from vllm.distributed import cleanup_dist_env_and_memory

        cleanup_dist_env_and_memory()
