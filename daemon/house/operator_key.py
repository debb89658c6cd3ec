"""The operator: the key of one run of the daemon, and the commands that whoever has it may give at any table.

Here: making the key, keeping its file, and asking whether a secret is right. Not here: reading the file
(`protocol.console.operator_key`), giving the commands from the command line (`program.operator`), and what they do at a
table (`decide`).
"""

import hmac
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from protocol.console.operator_key import KEY, Key
from protocol.log.commands import AddBot, EndMatch, Kick, Pause, Resume

OPERATED: Final = (Pause, Resume, Kick, AddBot, EndMatch)
"""What an operator may ask of a table; everything else is for those who sit there."""


def fits(key: Key, secret: str) -> bool:
    """Whether this is the key's secret. Takes as long for a wrong one."""
    return hmac.compare_digest(key.secret.encode(), secret.encode())


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
