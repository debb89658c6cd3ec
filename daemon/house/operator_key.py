"""The operator's key: the file by which the host's own user is known to a running daemon.

Here: the file, and the commands that its owner may give at any table. Not here: giving them from the command line
(`program.operator`), and what they do at a table (`decide`).

Whoever may read the data folder may operate the daemon: the key is in it, readable by its owner alone.
"""

import hmac
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from attrs import frozen

from protocol.log.commands import AddBot, EndMatch, Kick, Pause, Resume

KEY: Final = "operator.key"
OPERATED: Final = (Pause, Resume, Kick, AddBot, EndMatch)
"""What an operator may ask of a table; everything else is for those who sit there."""


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


def read_key(data: Path) -> Key | None:
    """The key of the daemon that runs on this data folder; None where there is none that can be read."""
    try:
        kept = json.loads((data / KEY).read_text(encoding="utf-8"))
        return Key(str(kept["address"]), int(kept["port"]), str(kept["secret"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
