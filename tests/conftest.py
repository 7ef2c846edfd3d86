"""For all tests."""

import os
import signal
import sys
from pathlib import Path

from hypothesis import settings

# A property test draws the same cases on every machine, so a change alone turns a run red, and no test fails for being slow.
# HYPOTHESIS_PROFILE=search draws new ones: what is found becomes an @example.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def pytest_configure() -> None:
    """The same for all tests, however they are started.

    Ctrl-C is taken as usual: what a shell runs in the background begins with it ignored, and so does every process begun from there. The
    environment is active, so that programs are named as its users type them.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
