"""The names and the address of this machine.

Here: asking the system for them. Not here: which of them a browser may use (`hosts`).
"""

import socket
from typing import Final

import trio

from client.web.hosts import Hosts, own_names

TIME_TO_LOOK_UP: Final = 2.0
"""Seconds; the full name may be asked of a name server that does not answer."""


async def add_own_names(hosts: Hosts) -> None:
    """Accept the names of this machine: at once the one it calls itself, and its full name once that is looked up."""
    hosts.add(own_names(socket.gethostname()))
    with trio.move_on_after(TIME_TO_LOOK_UP):
        hosts.add(own_names(await trio.to_thread.run_sync(socket.getfqdn, abandon_on_cancel=True)))


def address_on_the_network() -> str | None:
    """The IPv4 address of this machine on its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent, a route is chosen
        except OSError:
            return None
        address: str = found.getsockname()[0]
        return address
