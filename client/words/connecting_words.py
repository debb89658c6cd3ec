"""What is said before there is a table to look at: connecting, the private daemon, the terminal.

Lives here: sentences from the command line to the first welcome. Not here: addresses (`protocol.console.address`),
matches left unfinished (`program.unfinished`), why a connection is lost later (`words.connection_words`), how a
table stands on arrival (`words.arrival_words`).
"""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.words.english import listed

HOST_NOT_UNDERSTOOD: Final = "the host says something that this release does not understand"
HOST_SILENT: Final = "the host does not answer"
NO_TABLE_OPENED: Final = "no table could be opened"
DAEMON_STOPPED: Final = "the private daemon stopped without a word"
DAEMON_SAYS_IN_USE: Final = "another daemon is using "
"""So a daemon begins where another one has its folder. Players know of no daemon."""
CONNECTION_GONE: Final = "The connection did not come back."
GAME_IS_KEPT: Final = "Your match is saved: `fives play` continues it."


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
