"""Why there is no connection, in a player's words.

Lives here: one line for each way in which an address, a network or a daemon can fail. Not here: farewells after which
nobody comes back (`words.refusal_words`).
"""

import socket
from collections.abc import Iterator
from typing import Final

from client.words.english import capital
from protocol.console.address import Address
from protocol.wire.messages import Farewell

CLOSED: Final = "the host closed the connection"
SILENT: Final = "the host has gone silent"
GAP: Final = "the host told its entries out of order"
NO_DAEMON: Final = "What answers there is no fives daemon, or one that this release does not understand."
BROKEN_GAME: Final = "The host tells things that make no game; this client cannot follow it any further."
UPDATE: Final = "The host runs a later release than this one: please update fives."

_ENDED: Final = {
    Farewell.SHUTDOWN: "the host was shut down",
    Farewell.TOO_MANY: "the host takes no more connections now",
    Farewell.SILENT: "the host heard nothing from here",
    Farewell.TROUBLE: "the host is in trouble",
}


def not_allowed(fault: Exception) -> str:
    """The host goes past a limit of the protocol; `fault` says which, in our words."""
    return f"The host sends what is not allowed ({fault}), so the connection has been ended."


def ended_by_host(reason: str) -> str:
    """Why the host has closed a connection that is made again, in a few words."""
    return next((text for each, text in _ENDED.items() if each.value == reason), CLOSED)


def unreachable(address: Address) -> str:
    """It has been reached before: no advice on where to look."""
    return f"{address} cannot be reached"


def cannot_connect(address: Address, error: OSError) -> str:
    """Why an address cannot be reached, and what to check."""
    causes = list(_leaves(error))
    if any(isinstance(each, socket.gaierror) for each in causes):
        return f"there is no machine called {address.host}: check the name, and that you are online"
    if any(isinstance(each, ConnectionRefusedError) for each in causes):
        return f"nobody answers at {address}: check address and port, and that a game is hosted there"
    told = next((each.strerror for each in causes if each.strerror), None) or str(error)
    return f"{address} cannot be reached: {told}"


def silent(address: Address) -> str:
    """Neither yes nor no from an address: mostly a firewall or a wrong number."""
    return f"{address} does not answer: check the address, and that the host's firewall or router lets you in"


def not_welcomed(address: Address) -> str:
    """Something took the connection and said nothing."""
    return f"{address} takes the connection but says nothing: it may be no fives daemon"


def _leaves(error: BaseException) -> Iterator[OSError]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    elif isinstance(error, OSError):
        yield error
        if error.__cause__ is not None:
            yield from _leaves(error.__cause__)


def lost(why_: str) -> str:
    """The connection is gone."""
    return f"The connection is lost. {capital(why_)}. Trying again until you leave."
