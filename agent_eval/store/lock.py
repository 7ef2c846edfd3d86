"""One process at a time works on a run."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent_eval.store.errors import StoreError


@contextmanager
def run_lock(folder: Path, run_id: str) -> Iterator[None]:
    """Hold a run. The system lets go of it when the process ends, however it ends: a killed run can be resumed at once.

    Raises:
        StoreError: another process holds it, or the lock file cannot be written.
    """
    path = folder / "locks" / f"{run_id}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"run {run_id} is being worked on by another process: wait until it has ended, or end it") from None
        yield
    finally:
        os.close(handle)
