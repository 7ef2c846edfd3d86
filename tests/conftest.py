"""For all tests."""

import signal


def pytest_configure() -> None:
    """Take Ctrl-C as usual: a shell starts what it runs in the background with it ignored, and every process begun from there inherits that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
