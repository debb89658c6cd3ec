"""Reading the head of an HTTP request, up to the empty line after its headers: at the daemon's port and at the page's.

Not here: what is in it (`daemon.net.request_head`, `client.web.http`), how long it may take in all (who reads).
"""

from typing import Final, Protocol

END: Final = b"\r\n\r\n"
MOST_HEAD_BYTES: Final = 8 * 1024
"""Bytes of a head, with its end."""
TIME_TO_ASK: Final = 10.0
"""Seconds that whoever reads a head waits for it."""
_TLS: Final = b"\x16"


class _Stream(Protocol):
    async def receive_some(self, max_bytes: int) -> bytes | bytearray:
        """What has arrived; empty at the end."""


async def read_head(stream: _Stream, held: bytearray) -> None:
    """Add to `held` until it has a whole head, is too long for one, is TLS, or nothing more comes.

    Whoever cancels this finds in `held` all that has come.
    """
    while END not in held and len(held) <= MOST_HEAD_BYTES and not held.startswith(_TLS):
        received = await stream.receive_some(MOST_HEAD_BYTES + 1 - len(held))
        if not received:
            return
        held += received
