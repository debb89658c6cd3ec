"""Settings for every test."""

import os
import signal
import time


def pytest_configure() -> None:
    """Ctrl-C works, and the clock is in UTC, here and in every program that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as where somebody runs them in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["TZ"] = "UTC"  # what is told by this machine's clock is the same on every machine
    if hasattr(time, "tzset"):
        time.tzset()
