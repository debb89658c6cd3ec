"""The operator's key: a file that lets the host's own programs command a running daemon.

Here: its content, its place, and reading it. Not here: writing it (`daemon.house.key_file`), and what an operator
may do (WIRE.md, `operator` and `operate`). Importing this costs nothing.

The key is in the data folder, readable by its owner only: a user who can read it may operate the daemon.
"""

from pathlib import Path
from typing import Final, NamedTuple

KEY: Final = "operator.key"


class OperatorKey(NamedTuple):
    """The daemon's address on this machine, and the secret that proves the sender is the operator."""

    address: str
    port: int
    secret: str


def read_key(data: Path) -> OperatorKey | None:
    """The key of the daemon that uses this data folder; None if it is missing or unreadable."""
    import json

    try:
        kept = json.loads((data / KEY).read_text(encoding="utf-8"))
        return OperatorKey(str(kept["address"]), int(kept["port"]), str(kept["secret"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def host_folder() -> Path:
    """A host's default data folder."""
    import platformdirs

    return platformdirs.user_data_path("fivesd", appauthor=False)
