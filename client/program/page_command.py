"""`fives page`: serve the page of any host until told to stop.

Here: listening, and the lines that say where. Not here: the page (`client.web`), flags (`commands`).
"""

import ipaddress
from collections.abc import Sequence
from functools import partial

import trio

from client.actions.signals import leave_at_signal
from client.net.dial import HostDial
from client.store.file_hosts import FileHosts
from client.store.files import data_folder
from client.terminal.printed_lines import print_line
from client.web.hosts import Hosts
from client.web.machine import add_own_names, address_on_the_network
from client.web.server import Server
from protocol.shared.address import LOCALHOST, Address
from protocol.shared.exit_status import DONE, MisusedError
from protocol.shared.join_link import JoinLink


def page_command(where: JoinLink, listen: str | None, port: int, known_as: Sequence[str]) -> int:
    """Serve the page of the host there; the exit status. Raises `MisusedError` where nobody could open it."""
    trio.run(_serve, where, listen, port, known_as)
    return DONE


async def _serve(where: JoinLink, listen: str | None, port: int, known_as: Sequence[str]) -> None:
    try:
        listeners = await trio.open_tcp_listeners(port, host=listen)
    except OSError as error:
        at = f"port {port}" if listen is None else f"{listen}, port {port}"
        raise MisusedError(f"cannot listen on {at}: {error.strerror or error}; choose another with --port") from None
    hosts = Hosts(known_as)
    own = Address(*listeners[0].socket.getsockname()[:2])
    network = address_on_the_network() if ipaddress.ip_address(own.host).is_unspecified else own.host
    host = HostDial(where, FileHosts(data_folder()))
    here = "" if network is None else f"http://{Address(network, own.port)}"
    server = Server(
        where.address, hosts, network=here, find_key=lambda: None if host.transport is None else host.transport.key
    )

    async def receive(stream: trio.SocketStream) -> None:
        try:
            peer = stream.socket.getpeername()[0]
        except OSError:
            return  # it has gone already
        await server.serve(stream, peer, host.dial_invited)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(leave_at_signal, nursery.cancel_scope)
        nursery.start_soon(add_own_names, hosts)
        nursery.start_soon(partial(trio.serve_listeners, receive, listeners))
        if listen is not None:
            print_line(f"the page is at http://{own}/")
        else:
            print_line(f"the page is at http://{LOCALHOST}:{own.port}/")
            if server.network:
                print_line(f"on your network: {server.network}/")
