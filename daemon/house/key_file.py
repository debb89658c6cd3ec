"""The operator's key for one run of the daemon, and the commands that its owner may send to any table.

Here: making the key, its file, and checking a secret. Not here: reading the file (`protocol.shared.operator_key`),
sending the commands from the command line (`program.operator`), and their effect at a table (`decide`).
"""

import hmac
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from daemon.private_file import write_private
from protocol.log.commands import (
    AddBot,
    AnswerRequest,
    EndMatch,
    HandOver,
    Kick,
    Pause,
    Readmit,
    RemoveBot,
    Resume,
    Start,
)
from protocol.shared.operator_key import KEY, OperatorKey

OPERATOR_COMMANDS: Final = (
    *(Start, Pause, Resume, Kick, Readmit, AddBot, RemoveBot, EndMatch, HandOver, AnswerRequest),
)
"""The commands that an operator may send to a table; all others are for people at the table."""


def is_secret_of(key: OperatorKey, secret: str) -> bool:
    """Whether this is the key's secret. A wrong secret takes as long to check as the right one."""
    return hmac.compare_digest(key.secret.encode(), secret.encode())


def new_key(address: str, port: int) -> OperatorKey:
    """A key for one run of a daemon."""
    return OperatorKey(address, port, secrets.token_urlsafe(18))


@contextmanager
def key_in_folder(data: Path, key: OperatorKey) -> Iterator[None]:
    """A block during which the key is in the data folder."""
    path = data / KEY
    write_private(path, json.dumps({"address": key.address, "port": key.port, "secret": key.secret}).encode())
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
