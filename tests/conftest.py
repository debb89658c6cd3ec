"""What holds for every test."""

import os
import signal
import time


def pytest_configure() -> None:
    """Ctrl-C works and clocks show UTC, here and in every program that a test starts, wherever that is."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["TZ"] = "UTC"
    if hasattr(time, "tzset"):
        time.tzset()
