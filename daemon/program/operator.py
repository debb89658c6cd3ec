"""Commands to a running daemon from the command line: pause, resume, kick, stand-in, end, known-as.

Here: the list of these commands, and sending one over the wire with the operator's key. Not here: the key
(`protocol.console.operator_key`), and their effect at a table (`decide`).
"""

import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from protocol.console.exit_status import FailedError, MisusedError
from protocol.console.operator_key import OperatorKey, read_key
from protocol.log.commands import AddBot, Command, EndMatch, Kick, Pause, Resume
from protocol.wire.codec import MalformedError, decode_from_daemon, encode_from_client
from protocol.wire.messages import Accepted, Goodbye, KnownAs, NotAccepted, Operate

TIME_TO_ANSWER: Final = 10.0


class OperatorCommand(NamedTuple):
    """The meaning of a command, and a function that makes it from a seat and a bot level; most commands ignore both."""

    meaning: str
    make: Callable[[int, str], Command]


COMMANDS: Final = {
    "pause": OperatorCommand("pause the match", lambda _seat, _level: Pause()),
    "resume": OperatorCommand("continue after a pause", lambda _seat, _level: Resume()),
    "kick": OperatorCommand(
        "remove a player; during a match, a bot takes over the seat", lambda seat, _level: Kick(seat)
    ),
    "stand-in": OperatorCommand(
        "let a bot play for a player who is away, until they are back; before a match, put a bot on a free seat", AddBot
    ),
    "end": OperatorCommand("end the match for everybody; it is stored as abandoned", lambda _seat, _level: EndMatch()),
}


def operate(data: Path, command: Command, table: str | None) -> None:
    """Send a command to the daemon that uses this folder. Raises `FailedError` if it is not accepted."""
    key = read_key(data)
    if key is None:
        raise _not_running(data)
    _send(data, key, Operate(_new_id(), key.secret, table, command))


def know_page_as(data: Path, name: str) -> None:
    """Have browsers find the page of the daemon that uses this folder under this name. Raises `FailedError`."""
    key = read_key(data)
    if key is None:
        raise _not_running(data)
    _send(data, key, KnownAs(_new_id(), key.secret, name))


def _new_id() -> str:
    return f"operator-{secrets.token_hex(6)}"


def _send(data: Path, key: OperatorKey, request: Operate | KnownAs) -> None:
    """Send a request and read the answer. Raises `FailedError` if it is not accepted."""
    try:
        with socket.create_connection((key.address, key.port), TIME_TO_ANSWER) as connection:
            connection.sendall(encode_from_client(request))
            with connection.makefile("rb") as lines:
                answer = decode_from_daemon(lines.readline())
    except ConnectionRefusedError:
        raise _not_running(data) from None  # the last daemon was killed and left its key behind
    except (OSError, MalformedError) as error:
        raise FailedError(f"the daemon that uses {data} does not answer: {error}") from error
    match answer:
        case Accepted():
            return
        case NotAccepted() | Goodbye():
            raise FailedError(answer.detail)
        case _:
            raise FailedError("the daemon gave no answer")


def _not_running(data: Path) -> MisusedError:
    return MisusedError(f"no running daemon uses {data}; name its folder with --data")
