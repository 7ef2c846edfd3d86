"""What to type to start this program again."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "agent-eval"


def program() -> str:
    """``agent-eval`` where the shell finds it, else the path of the program that runs, as short as it can be pasted from here."""
    if shutil.which(NAME) is not None:
        return NAME
    started = Path(sys.argv[0])
    if started.name != NAME or not started.is_file():
        started = Path(sys.executable or NAME).with_name(NAME)  # started as a module: the program is installed beside the interpreter
        if not started.is_file():
            return NAME
    full = str(started.absolute())
    relative = os.path.relpath(full)
    shortest = min(relative if os.sep in relative else os.path.join(os.curdir, relative), full, key=len)  # noqa: PTH118  # pathlib drops "./"
    return shlex.quote(shortest)
