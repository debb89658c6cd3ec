"""Commands to a running daemon from the command line: pause, resume, kick, stand-in, end.

Here: sending one over the wire with the operator's key. Not here: the key (`house.operator_key`), and what the commands
do at a table (`decide`).
"""

import secrets
import socket
from pathlib import Path
from typing import Final

from daemon.house.operator_key import read_key
from protocol.console.exit_status import FailedError, MisusedError
from protocol.log.commands import AddBot, Command, EndMatch, Kick, Pause, Resume
from protocol.wire.codec import MalformedError, decode_from_daemon, encode_from_client
from protocol.wire.messages import Accepted, Goodbye, NotAccepted, Operate

TIME_TO_ANSWER: Final = 10.0


COMMANDS: Final = {
    "pause": "stop play for a while",
    "resume": "go on after a pause",
    "kick": "send somebody away; in a match a bot has the seat from then on",
    "stand-in": "let a bot play for somebody who is away, until they are back; before a match, seat one",
    "end": "end the match for everybody; it is kept as abandoned",
}


def command_named(name: str, seat: int, level: str) -> Command:
    """The command of this name; `seat` and `level` are for those that take one."""
    commands: dict[str, Command] = {
        "pause": Pause(),
        "resume": Resume(),
        "kick": Kick(seat),
        "stand-in": AddBot(seat, level),
        "end": EndMatch(),
    }
    return commands[name]


def _not_running(data: Path) -> str:
    return f"no daemon is running on {data}; name its folder with --data"


def operate(data: Path, command: Command, table: str | None) -> None:
    """Give a command to the daemon that holds this folder. Raises `FailedError` where nothing comes of it."""
    key = read_key(data)
    if key is None:
        raise MisusedError(_not_running(data))
    asked = Operate(f"operator-{secrets.token_hex(6)}", key.secret, table, command)
    try:
        with socket.create_connection((key.address, key.port), TIME_TO_ANSWER) as connection:
            connection.sendall(encode_from_client(asked))
            with connection.makefile("rb") as lines:
                answer = decode_from_daemon(lines.readline())
    except ConnectionRefusedError:
        raise MisusedError(_not_running(data)) from None  # the last one was killed and left its key
    except (OSError, MalformedError) as error:
        raise FailedError(f"the daemon on {data} does not answer: {error}") from error
    match answer:
        case Accepted():
            return
        case NotAccepted() | Goodbye():
            raise FailedError(answer.detail)
        case _:
            raise FailedError("the daemon gave no answer")
