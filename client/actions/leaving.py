"""Leaving when the system asks this program to end: only so is a terminal given back, and a private daemon stopped.

Not here: what is left (`lines.line_mode`, `screen.full_screen`, `replay.replay_screen`).
"""

import signal
from typing import Final

import trio

ENDING: Final = ("SIGTERM", "SIGHUP")
"""Not SIGINT: on the full screen Ctrl-C is a key."""


async def leave_at_signal(all_of_it: trio.CancelScope, names: tuple[str, ...] = ENDING) -> None:
    """Cancel everything at the first of these signals; one that this system does not have never comes."""
    with trio.open_signal_receiver(*(getattr(signal, each) for each in names if hasattr(signal, each))) as signals:
        async for _ in signals:
            all_of_it.cancel()
