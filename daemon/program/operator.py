"""The operator's hand on a running daemon: pause, resume, kick, stand-in, end, from the command line.

Lives here: the key file by which the host's own user is known, and the commands that use it over the wire.
Not here: what the commands do at a table (`decide`).

Whoever may read the data folder may operate the daemon: the key lies in it, readable by its owner alone.
"""

import hmac
import json
import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from attrs import frozen

from daemon.program.telling import FailedError, MisusedError
from protocol.log.commands import AddBot, Command, EndMatch, Kick, Pause, Resume
from protocol.wire.codec import MalformedError, decode_from_daemon, encode_from_client
from protocol.wire.messages import Accepted, Goodbye, NotAccepted, Operate

KEY: Final = "operator.key"
TIME_TO_ANSWER: Final = 10.0


@frozen
class Key:
    """Where the daemon can be reached from this machine, and the secret that shows who asks."""

    address: str
    port: int
    secret: str

    def fits(self, secret: str) -> bool:
        """Whether this is the secret. Takes as long for a wrong one."""
        return hmac.compare_digest(self.secret.encode(), secret.encode())


def new_key(address: str, port: int) -> Key:
    """A key for one run of a daemon."""
    return Key(address, port, secrets.token_urlsafe(18))


@contextmanager
def key_kept(data: Path, key: Key) -> Iterator[None]:
    """The key lies in the data folder for as long as the daemon can be operated."""
    path = data / KEY
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump({"address": key.address, "port": key.port, "secret": key.secret}, file)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _read_key(data: Path) -> Key | None:
    try:
        kept = json.loads((data / KEY).read_text(encoding="utf-8"))
        return Key(str(kept["address"]), int(kept["port"]), str(kept["secret"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


COMMANDS: Final = {
    "pause": "stop play for a while",
    "resume": "go on after a pause",
    "kick": "send somebody away; in a match a bot has the seat from then on",
    "stand-in": "let a bot play for somebody who is away, until they are back; before a match, seat one",
    "end": "end the match for everybody; it is kept as abandoned",
}


OPERATED: Final = (Pause, Resume, Kick, AddBot, EndMatch)
"""What an operator may ask of a table; everything else is for those who sit there."""


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
    key = _read_key(data)
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
