"""Connecting to a host and losing the connection, in a player's words.

Here: one line for each way in which an address, a network, a daemon or a terminal can fail before and during a game.
Not here: addresses (`protocol.console.address`), unfinished matches (`program.unfinished`), the final farewells
of a host (`words.refusal_words`).
"""

import shlex
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from client.words.english import capital, listed
from protocol.console.address import Address
from protocol.wire.messages import Farewell

HOST_NOT_UNDERSTOOD: Final = "this release cannot read what the host sends"
HOST_SILENT: Final = "the host does not answer"
NO_TABLE_OPENED: Final = "no table could be opened"
DAEMON_STOPPED: Final = "the private daemon stopped without an error message"
DAEMON_SAYS_IN_USE: Final = "another daemon is using "
"""The start of the daemon's own message, which is replaced: players do not know of daemons."""
CONNECTION_GONE: Final = "The connection did not come back."
GAME_IS_SAVED: Final = "Your match is saved: `fives play` continues it."
CLOSED: Final = "the host closed the connection"
SILENT: Final = "the host has gone silent"
GAP: Final = "the host sent its entries out of order"
NO_DAEMON: Final = "The program that answers there is not a fives daemon, or this release cannot read it."
BROKEN_GAME: Final = "The host sent a game that makes no sense; this client cannot continue it."
UPDATE: Final = "The host runs a later release than this one; please update fives."

_ENDED: Final = {
    Farewell.SHUTDOWN: "the host was shut down",
    Farewell.TOO_MANY: "the host accepts no more connections now",
    Farewell.SILENT: "the host received nothing from here",
    Farewell.TROUBLE: "the host is in trouble",
}


def connecting(address: str) -> str:
    """Before the first answer."""
    return f"Connecting to {address}."


def no_console(why: str) -> str:
    """The terminal cannot show the full screen."""
    return f"the full screen cannot be drawn here, so line mode is used: {why}"


def no_connection_to(address: str, why: str) -> str:
    """A single request could not reach its address."""
    return f"no connection to {address}: {why}"


def no_connection(why: str) -> str:
    """The first connection failed."""
    return f"No connection: {why}."


def game_is_on(folder: Path) -> str:
    """Another private daemon uses the folder."""
    return f"`fives play` is running in another terminal, in {folder}; leave it, or choose another folder with --data"


def daemon_not_started(why: str) -> str:
    """The child process could not be started."""
    return f"the private daemon cannot be started: {why}"


def daemon_silent(seconds: float) -> str:
    """The child process did not say where it listens."""
    return f"the private daemon did not answer for {seconds:.0f} s; see fivesd.log in its folder"


def seats_for(error: str, games: Sequence[str]) -> str:
    """The game is not for so many players; `games` are."""
    return f"{error}; use --rules {listed(games, 'or')}" if games else error


def no_seat_left(bots: int, most: int) -> str:
    """Bots were requested for every seat."""
    return f"--bots {bots} leaves no seat for you; the most is {most}"


def bad_name(why: str) -> str:
    """--name has an invalid name."""
    return f"--name: {why}"


def failed(error: BaseException) -> str:
    """A bug in this program."""
    return f"this program has failed: {error!r}; --debug shows where"


def kept_as(names: Sequence[str]) -> str:
    """The table is full, and these names have had seats there from this machine."""
    name = shlex.quote(names[0]) if len(names) == 1 else "NAME"
    return f"If you sat there as {listed(names, 'or')}, --name {name} gives you your seat back."


def not_allowed(fault: Exception) -> str:
    """The host exceeded a limit of the protocol; `fault` is our own text."""
    return f"The host broke the protocol ({fault}), so the connection was closed."


def ended_by_host(reason: str) -> str:
    """Why the host closed a connection that is about to be restored, in a few words."""
    return next((text for each, text in _ENDED.items() if each.value == reason), CLOSED)


def unreachable(address: Address) -> str:
    """An address that has been reached before, so without advice."""
    return f"{address} cannot be reached"


def cannot_connect(address: Address, error: OSError) -> str:
    """Why an address cannot be reached, and what to check."""
    causes = list(_leaves(error))
    if any(isinstance(each, socket.gaierror) for each in causes):
        return f"there is no machine called {address.host}: check the name, and that you are online"
    if any(isinstance(each, ConnectionRefusedError) for each in causes):
        return f"nobody answers at {address}: check address and port, and that a game is hosted there"
    reason = next((each.strerror for each in causes if each.strerror), None) or str(error)
    return f"{address} cannot be reached: {reason}"


def silent(address: Address) -> str:
    """No answer from an address: usually a firewall or a wrong address."""
    return f"{address} does not answer: check the address, and that the host's firewall or router lets you in"


def not_welcomed(address: Address) -> str:
    """The connection was accepted, but nothing was received."""
    return f"{address} accepts the connection but sends nothing: it may not be a fives daemon"


def _leaves(error: BaseException) -> Iterator[OSError]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    elif isinstance(error, OSError):
        yield error
        if error.__cause__ is not None:
            yield from _leaves(error.__cause__)


def lost(why_: str) -> str:
    """The connection is lost during a game."""
    return f"Connection lost. {capital(why_)}. Trying again until you leave."
