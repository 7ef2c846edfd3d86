"""Files that a command writes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from agent_eval.cli.errors import UsageError


def check_writable(file: Path, *endings: str) -> None:
    """Refuse a file that cannot be written before work is done for it.

    Raises:
        UsageError: it has none of these endings, or there is no folder for it.
    """
    if file.suffix.lower() not in endings:
        raise UsageError(f"{file} ends in {file.suffix or 'nothing'}, expected a file that ends in {' or '.join(endings)}.")
    if not file.parent.is_dir():
        raise UsageError(f"there is no folder {file.parent} to write {file.name} to: make it first.")
    if file.is_dir():
        raise UsageError(f"{file} is a folder: give the name of a file.")


@contextmanager
def replaced(file: Path) -> Iterator[BinaryIO]:
    """A file beside the one that it takes the place of once all is written, so that none is ever seen half."""
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}-", delete=False) as stream:
        beside = Path(stream.name)
        try:
            yield stream  # type: ignore[misc]  # the wrapper has all of a binary file's methods
            stream.close()
            beside.chmod(0o666 & ~_umask())
            beside.replace(file)
        except BaseException:
            stream.close()
            beside.unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
