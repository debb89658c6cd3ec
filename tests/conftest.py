"""What holds for every test."""

import signal


def pytest_configure() -> None:
    """Ctrl-C works, here and in every program that a test starts: who runs them in the background may ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
