"""Settings for every test."""

import os
import signal
import time


def pytest_configure() -> None:
    """Enable Ctrl-C and set the clock to UTC, here and in every program that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as when the tests run in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["TZ"] = "UTC"  # so that local times are the same on every machine
    if hasattr(time, "tzset"):
        time.tzset()
