"""Standard output, where its reader may go away. Nothing heavy is imported here."""

import os
from io import UnsupportedOperation
from typing import TextIO


def silence(stream: TextIO) -> None:
    """Let what is still written to a stream lead nowhere, so that its reader's absence is complained about once and not again."""
    try:
        number = stream.fileno()
    except UnsupportedOperation:  # a test's stand-in, behind which there is no file
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
