"""The operator's key: a file that lets the host's own programs command a running daemon.

Here: its content, its place, and reading it. Not here: writing it (`daemon.house.key_file`), and what an operator
may do (WIRE.md, "The operator's commands").

The key is in the data folder, readable by its owner only: a user who can read it may operate the daemon.
"""

import ipaddress
import json
from pathlib import Path
from typing import Final, NamedTuple

import platformdirs

KEY: Final = "operator.key"


class OperatorKey(NamedTuple):
    """The daemon's address on this machine, and the secret that proves the sender is the operator."""

    address: str
    port: int
    secret: str


def read_key(data: Path) -> OperatorKey | None:
    """The key of the daemon that uses this data folder; None if it is missing or damaged."""
    try:
        kept = json.loads((data / KEY).read_text(encoding="utf-8"))
        key = OperatorKey(kept["address"], kept["port"], kept["secret"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return key if _is_sound(key) else None


def _is_sound(key: OperatorKey) -> bool:
    """Whether its values can be used: a damaged file may hold anything."""
    if not (isinstance(key.address, str) and isinstance(key.secret, str) and type(key.port) is int):
        return False
    try:
        ipaddress.ip_address(key.address)
        key.secret.encode()
    except ValueError:
        return False
    return 0 < key.port < 2**16


def host_folder() -> Path:
    """A host's default data folder."""
    return platformdirs.user_data_path("fivesd", appauthor=False)
