"""For all tests."""

import signal


def pytest_configure() -> None:
    """Take Ctrl-C as usual: what a shell runs in the background begins with it ignored, and so does every process begun from there."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
