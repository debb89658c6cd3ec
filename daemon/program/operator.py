"""Commands to a running daemon from the command line: pause, resume, kick, stand-in, end.

Here: which there are, and sending one over the wire with the operator's key. Not here: the key
(`protocol.console.operator_key`), and what the commands do at a table (`decide`).
"""

import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from protocol.console.exit_status import FailedError, MisusedError
from protocol.console.operator_key import read_key
from protocol.log.commands import AddBot, Command, EndMatch, Kick, Pause, Resume
from protocol.wire.codec import MalformedError, decode_from_daemon, encode_from_client
from protocol.wire.messages import Accepted, Goodbye, NotAccepted, Operate

TIME_TO_ANSWER: Final = 10.0


class OperatorCommand(NamedTuple):
    """A command: what it does, and how it is made for a seat and a bot level, where it takes them."""

    meaning: str
    make: Callable[[int, str], Command]


COMMANDS: Final = {
    "pause": OperatorCommand("stop play for a while", lambda _seat, _level: Pause()),
    "resume": OperatorCommand("go on after a pause", lambda _seat, _level: Resume()),
    "kick": OperatorCommand(
        "remove a player; in a match a bot has the seat from then on", lambda seat, _level: Kick(seat)
    ),
    "stand-in": OperatorCommand(
        "let a bot play for a player who is away, until they are back; before a match, seat one", AddBot
    ),
    "end": OperatorCommand("end the match for everybody; it is stored as abandoned", lambda _seat, _level: EndMatch()),
}


def operate(data: Path, command: Command, table: str | None) -> None:
    """Send a command to the daemon that uses this folder. Raises `FailedError` where it is not accepted."""
    key = read_key(data)
    if key is None:
        raise _not_running(data)
    request = Operate(f"operator-{secrets.token_hex(6)}", key.secret, table, command)
    try:
        with socket.create_connection((key.address, key.port), TIME_TO_ANSWER) as connection:
            connection.sendall(encode_from_client(request))
            with connection.makefile("rb") as lines:
                answer = decode_from_daemon(lines.readline())
    except ConnectionRefusedError:
        raise _not_running(data) from None  # the last one was killed and left its key
    except (OSError, MalformedError) as error:
        raise FailedError(f"the daemon on {data} does not answer: {error}") from error
    match answer:
        case Accepted():
            return
        case NotAccepted() | Goodbye():
            raise FailedError(answer.detail)
        case _:
            raise FailedError("the daemon gave no answer")


def _not_running(data: Path) -> MisusedError:
    return MisusedError(f"no daemon is running on {data}; name its folder with --data")
