"""The names and the address of this machine.

Lives here: asking the system for them. Not here: which of them a browser may use (`hosts`).
"""

import socket
from typing import Final

import trio

from client.web.hosts import own_names

TIME_TO_LOOK_UP: Final = 2.0
"""Seconds; the full name may be asked of a name server that does not answer."""


async def names_of_this_machine() -> frozenset[str]:
    """The names by which browsers on the same network may know this machine."""
    full = ""
    with trio.move_on_after(TIME_TO_LOOK_UP):
        full = await trio.to_thread.run_sync(socket.getfqdn, abandon_on_cancel=True)
    return own_names(socket.gethostname(), full)


def address_on_the_network() -> str | None:
    """The IPv4 address of this machine on its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent, a route is chosen
        except OSError:
            return None
        address: str = found.getsockname()[0]
        return address
