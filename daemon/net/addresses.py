"""The addresses of this machine: where to listen, and what to give to friends.

Here: listening sockets that share one port, which addresses of this machine lead to them, and where a peer connects
from. Not here: finding these addresses (`daemon.machine`), serving (`program.serve`).
"""

import errno
import socket
from collections.abc import Iterable, Sequence
from typing import Final

import trio

from daemon.guest import Origin
from daemon.machine.network import Network
from protocol.shared.household import household_of, is_near, parsed_address

LOCALHOST: Final = "127.0.0.1"
EVERYWHERE: Final = {"0.0.0.0": LOCALHOST, "::": "::1"}  # noqa: S104 - a host is there for friends on other machines
"""The wildcard address of each address family, with the family's loopback address."""
_TRIES_FOR_A_COMMON_PORT: Final = 20


class ListenError(Exception):
    """The daemon cannot listen at this address. The message is one line: why, and what to do."""


async def open_listeners(host: str | None, port: int) -> tuple[list[trio.SocketListener], int]:
    """Listeners on this address, or on all addresses if `host` is None, and their port. Raises `ListenError`.

    With port 0, every address family would get a different free port, so the first one's port is used for all.
    """
    for attempt in range(_TRIES_FOR_A_COMMON_PORT):
        try:
            return await _open_listeners(host, port)
        except OSError as error:
            if port == 0 and error.errno == errno.EADDRINUSE and attempt + 1 < _TRIES_FOR_A_COMMON_PORT:
                continue
            raise ListenError(_why(error, host, port)) from error
        except UnicodeError as error:  # a label of the host name is empty, or longer than 63 letters
            raise ListenError(f"cannot listen on {host}: that is no address") from error
    raise AssertionError("the last try either returns or raises")


async def _open_listeners(host: str | None, port: int) -> tuple[list[trio.SocketListener], int]:
    listeners: list[trio.SocketListener] = []
    try:
        for address in EVERYWHERE if host is None else (host,):
            try:
                opened = await _with_one_port(port, address)
            except OSError as error:
                if listeners and error.errno != errno.EADDRINUSE:
                    continue  # this machine has no IPv6
                raise
            listeners += opened
            port = port or opened[0].socket.getsockname()[1]
    except OSError:
        for listener in listeners:
            await listener.aclose()
        raise
    return listeners, port


async def _with_one_port(port: int, host: str) -> list[trio.SocketListener]:
    """Listeners on all addresses of this name; with port 0, all on the port that the first of them gets."""
    opened: list[trio.SocketListener] = await trio.open_tcp_listeners(port, host=host)
    if port or len(opened) == 1:
        return opened
    given = opened[0].socket.getsockname()[1]
    for listener in opened:
        await listener.aclose()
    return await trio.open_tcp_listeners(given, host=host)


def _why(error: OSError, host: str | None, port: int) -> str:
    where = f"port {port}" if host is None else f"{host}, port {port}"
    if error.errno == errno.EADDRINUSE:
        return f"cannot listen on {where}: another program has it; choose another with --port"
    if isinstance(error, socket.gaierror):
        return f"cannot listen on {where}: this machine has no such address"
    return f"cannot listen on {where}: {error.strerror or error}"


def own_address(listening: Sequence[str]) -> str:
    """The address at which programs on this machine reach a daemon that listens on these addresses."""
    return EVERYWHERE.get(listening[0], listening[0])


def addresses_for_friends(listening: Sequence[str], network: Network) -> list[str]:
    """The addresses at which other machines may reach a daemon that listens on these addresses, the likeliest first.

    Those that machines give themselves are among them only if there is no other; of these no browser can use IPv6 ones.
    """
    given = [str(own) for own in network.addresses if not own.ip.is_link_local]
    self_given = [str(own) for own in network.addresses if own.ip.is_link_local and own.ip.version == 4]
    return _reached(listening, given) or _reached(listening, self_given)


def addresses_in_network(listening: Sequence[str], network: Network) -> list[str]:
    """Those in private networks, and those that machines give themselves in a network without a router."""
    return [address for address in _reached(listening, map(str, network.addresses)) if is_near(address)]


def _reached(listening: Sequence[str], own: Iterable[str]) -> list[str]:
    """The addresses at which other machines reach a daemon that listens on `listening`, on a machine with `own`."""
    chosen = [address for address in listening if address not in EVERYWHERE and not is_loopback(address)]
    families = {":" in address for address in listening if address in EVERYWHERE}
    return chosen + [address for address in own if (":" in address) in families]


def is_loopback(address: str) -> bool:
    """Whether a peer is on this machine."""
    ip = parsed_address(address)
    return ip is not None and ip.is_loopback


def origin_of(address: str, *, own: str | None = None, is_outside: bool | None = None) -> Origin:
    """Where a peer connects from. `is_outside`: whether from outside, if its address does not say it.

    `own`: the address of this machine to which it connected. That household is near: at home, IPv6 addresses are
    global.
    """
    household = household_of(address)
    if is_outside is None:
        is_outside = not (is_near(address) or (own is not None and household == household_of(own)))
    return Origin(address, household, is_outside)
