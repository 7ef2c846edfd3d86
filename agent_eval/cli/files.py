"""Files that a command writes."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

from agent_eval.cli.errors import UsageError


def check_writable(file: Path, *endings: str) -> None:
    """Refuse a file that cannot be written before work is done for it.

    A link is written through: what counts is the file that it leads to.

    Raises:
        UsageError: it has none of these endings, there is no folder for it, or something is there that is no file.
    """
    if file.suffix.lower() not in endings:
        raise UsageError(f"{file} ends in {file.suffix or 'nothing'}, expected a file that ends in {' or '.join(endings)}.")
    target = _behind(file)
    if target.is_symlink():
        raise UsageError(f"{file} is a link that leads back to itself: give the name of a file.")
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder {target.parent} to write {target.name} to: make it first.")
    if target.is_dir():
        raise UsageError(f"{file} is a folder: give the name of a file.")
    if target.exists() and not target.is_file():
        raise UsageError(f"{file} is there and is no plain file: give the name of another.")


@contextmanager
def replaced(file: Path) -> Iterator[BinaryIO]:
    """A file beside the one that it takes the place of once all is written, so that none is ever seen half. Links stay as they are."""
    target = _behind(file)
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}-", delete=False) as stream:
        beside = Path(stream.name)
        try:
            yield stream  # type: ignore[misc]  # the wrapper has all of a binary file's methods
            stream.close()
            beside.chmod(mode)
            beside.replace(target)
        except BaseException:
            stream.close()
            beside.unlink(missing_ok=True)
            raise


def _behind(file: Path) -> Path:
    """What a link leads to, be it there or not; a link itself where that leads round; what is no link, as it was given."""
    return Path(os.path.realpath(file)) if file.is_symlink() else file  # pathlib raises at links that lead round in some versions


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
