"""The names and the address of this machine.

Here: asking the system for them. Not here: which of them a browser may use (`hosts`).
"""

import socket
from typing import Final

import trio

from client.web.hosts import Hosts, own_names

TIME_TO_LOOK_UP: Final = 2.0
"""Seconds. The name server may not answer."""


async def add_own_names(hosts: Hosts) -> None:
    """Accept this machine's names: its host name at once, its full name after a look-up."""
    hosts.add_own(own_names(socket.gethostname()))
    with trio.move_on_after(TIME_TO_LOOK_UP):
        hosts.add_own(own_names(await trio.to_thread.run_sync(socket.getfqdn, abandon_on_cancel=True)))


def address_on_the_network() -> str | None:
    """This machine's IPv4 address on its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # an address for documentation: this sends nothing, it only chooses a route
        except OSError:
            return None
        address: str = found.getsockname()[0]
        return address
