"""A TCP connection to a machine, and why there is none.

Here: each failure as the middle of a sentence for the player. Not here: what is spoken on it (`web`,
`host_connection`).
"""

import os
import socket
from collections.abc import Iterator

import trio

from client.words.say import say
from protocol.shared.address import Address


class NoConnectionError(OSError):
    """There is no connection. The text is the middle of a sentence for the player: what follows `No connection: `.

    `is_final`: trying again is of no use.
    """

    is_final = False


class UnknownNameError(NoConnectionError):
    """No machine has this name."""


async def open_tcp(address: Address) -> trio.SocketStream:
    """A TCP connection. Raises `NoConnectionError`."""
    try:
        stream = await trio.open_tcp_stream(address.host, address.port)
    except UnicodeError as error:  # a label of the name is longer than 63 letters
        raise _unknown_name(address) from error
    except OSError as error:
        raise explained(address, error) from error
    stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
    return stream


def unreachable(address: Address) -> str:
    """Says that a later attempt has failed; gives no advice, since the address has been reached before."""
    return say("connection.not_reached", host=str(address))


def too_slow(address: Address) -> str:
    """Says that nothing has come back for too long."""
    return say("connection.too_slow", host=str(address))


def explained(address: Address, error: OSError) -> NoConnectionError:
    """Why an address cannot be reached, and what to check."""
    if isinstance(error, NoConnectionError):
        return error
    causes = list(_causes(error))
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return _unknown_name(address)
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return NoConnectionError(say("connection.nobody", host=str(address)))
    # trio puts the address into `strerror`, as Python shows it.
    reason = next((os.strerror(cause.errno) for cause in causes if cause.errno), None) or str(error)
    return NoConnectionError(say("connection.not_reached_because", host=str(address), why=reason))


def _unknown_name(address: Address) -> UnknownNameError:
    return UnknownNameError(say("connection.no_machine", name=address.host))


def _causes(error: BaseException) -> Iterator[OSError]:
    """The errors of the system in this one: in a group, and those that caused others."""
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            yield from _causes(member)
    elif isinstance(error, OSError):
        yield error
        if error.__cause__ is not None:
            yield from _causes(error.__cause__)
