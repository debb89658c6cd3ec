"""Connecting to a host and losing the connection, in a player's words.

Here: one line for each way in which an address, a network, a daemon or a terminal can fail before and during a game.
Not here: addresses (`protocol.console.address`), unfinished matches (`program.unfinished_words`), the final farewells
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

HOST_NOT_UNDERSTOOD: Final = "the host says something that this release does not understand"
HOST_SILENT: Final = "the host does not answer"
NO_TABLE_OPENED: Final = "no table could be opened"
DAEMON_STOPPED: Final = "the private daemon stopped without a word"
DAEMON_SAYS_IN_USE: Final = "another daemon is using "
"""So a daemon begins where another one has its folder. Players know of no daemon."""
CONNECTION_GONE: Final = "The connection did not come back."
GAME_IS_KEPT: Final = "Your match is kept: `fives play` continues it."
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


def connecting(address: str) -> str:
    """Before the first answer."""
    return f"Connecting to {address}."


def no_console(why: str) -> str:
    """A terminal that the full screen cannot be drawn on, and what is done instead."""
    return f"the full screen cannot be drawn here, so this is line mode: {why}"


def no_connection_to(address: str, why: str) -> str:
    """An address that a question was to be asked of."""
    return f"no connection to {address}: {why}"


def no_connection(why: str) -> str:
    """How a sitting ends that never began."""
    return f"No connection: {why}."


def game_is_on(folder: Path) -> str:
    """Another private daemon has the folder."""
    return (
        f"a game of `fives play` is on in another terminal, in {folder}; leave it, or choose another folder with --data"
    )


def daemon_not_started(why: str) -> str:
    """The child process could not be made."""
    return f"the private daemon cannot be started: {why}"


def daemon_silent(seconds: float) -> str:
    """It was made and does not say where it listens."""
    return f"the private daemon said nothing for {seconds:.0f} s; see fivesd.log in its folder"


def seats_for(error: str, games: Sequence[str]) -> str:
    """A game is not for so many players; these are."""
    return f"{error}; --rules {listed(games, 'or')} would do" if games else error


def no_seat_left(bots: int, most: int) -> str:
    """Bots were asked for on every seat."""
    return f"--bots {bots}: that leaves no seat for you; at most {most} will do"


def bad_name(why: str) -> str:
    """A name that no daemon takes."""
    return f"--name: {why}"


def failed(error: BaseException) -> str:
    """A fault of this program."""
    return f"this program has failed: {error!r}; --debug shows where"


def kept_as(names: Sequence[str]) -> str:
    """Under which names somebody on this machine has had seats at a host whose table is full."""
    name = shlex.quote(names[0]) if len(names) == 1 else "NAME"
    return f"If you have sat there as {listed(names, 'or')}, --name {name} brings you back."


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
