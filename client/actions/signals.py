"""Leaving in good order when the system ends this program: the terminal is restored and a private daemon is stopped.

Not here: what has to be stopped (`lines.line_mode`, `screen.full_screen`, `screen.replay_screen`).
"""

import signal
from typing import Final

import trio

ENDING: Final = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Windows sends SIGBREAK when its console window is closed."""
ANY_END: Final = ("SIGINT", *ENDING)
"""SIGINT, too, where Ctrl-C asks nothing: on the full screen it is a key, so that the signal comes from outside."""


async def leave_at_signal(scope: trio.CancelScope, names: tuple[str, ...] = ANY_END) -> None:
    """Cancel the scope at the first of these signals. Names that this system does not have are ignored."""
    with trio.open_signal_receiver(*(getattr(signal, name) for name in names if hasattr(signal, name))) as signals:
        async for _ in signals:
            scope.cancel()
