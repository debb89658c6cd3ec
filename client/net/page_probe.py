"""Whether the page of a host is there: its process starts beside the daemon, and takes seconds on a busy machine.

Here: asking for it as a browser does, until it answers. Not here: what browsers at another host try before they go
there (`web.next_hosts`).
"""

from contextlib import suppress
from typing import Final

import trio

from client.net.tcp import NoConnectionError, open_tcp
from protocol.shared.address import Address

TIME_BETWEEN: Final = 0.5
_NOT_THERE: Final = b"503"
_LONGEST_STATUS: Final = 64


async def until_page_answers(address: Address) -> None:
    """Wait until the daemon at this address has a page for browsers."""
    while await _status_at(address) in (b"", _NOT_THERE):  # noqa: ASYNC110 - it is another program's
        await trio.sleep(TIME_BETWEEN)


async def _status_at(address: Address) -> bytes:
    """The status with which the page's first file is answered; empty without an answer."""
    request = f"GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode()
    answer = b""
    with suppress(NoConnectionError, trio.BrokenResourceError):
        async with await open_tcp(address) as stream:
            await stream.send_all(request)
            while b"\n" not in answer and len(answer) < _LONGEST_STATUS:
                received = await stream.receive_some(_LONGEST_STATUS)
                if not received:
                    break
                answer += received
    _, _, status = answer.partition(b" ")
    return status[:3]
