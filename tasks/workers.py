"""Work on many tasks, spread over processes: each has a simulated phone of its own."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.resource_tracker import ensure_running
from typing import TypeVar

from devices.device import Device
from tasks.errors import template_fault

Job = TypeVar("Job")
Found = TypeVar("Found")
Work = Callable[[Job, Device], Found]

_phone: Device | None = None  # of this worker process


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Work[Job, Found], jobs: Sequence[Job], processes: int) -> Iterator[Found]:
    """What the work finds for each job, in the jobs' order, as it is found.

    Args:
        work: a function of a module, for it is called by name in other processes.
        processes: 1 does all of it in this one.
    """
    if processes == 1 or len(jobs) < 2:
        from devices.sim import SimulatedPhone

        phone = SimulatedPhone()
        try:
            for job in jobs:
                yield _done(work, job, phone)
        finally:
            phone.close()
        return
    pool = ProcessPoolExecutor(min(processes, len(jobs)), get_context("spawn"), _follow)
    try:
        with _deaf():  # a worker that is interrupted while it starts would print a traceback
            results = pool.map(_work, [work] * len(jobs), jobs)
        yield from results
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C waits meanwhile, and in the processes that are started until they listen to it themselves."""
    ensure_running()  # which would let it through once it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow() -> None:
    """End with the process that started this one, however that ended: a worker whose jobs nobody waits for would stay for good."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C, which reaches every process of a terminal, ends it without a word
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = parent_process()
    assert parent is not None

    def watch(sentinel: int) -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, args=(parent.sentinel,), daemon=True).start()


def _work(work: Work[Job, Found], job: Job) -> Found:
    global _phone
    if _phone is None:
        from devices.sim import SimulatedPhone

        _phone = SimulatedPhone()
    return _done(work, job, _phone)


def _done(work: Work[Job, Found], job: Job, phone: Device) -> Found:
    """What the work finds. What a template's own functions raise is told as that template's fault, also across processes."""
    try:
        return work(job, phone)
    except Exception as error:
        if (fault := template_fault(error)) is None:
            raise
        raise fault from error
