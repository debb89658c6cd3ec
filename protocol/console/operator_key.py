"""The operator's key: the file by which the programs of the host's own user are known to a running daemon.

Here: what it holds, where it lies, and reading it. Not here: writing it (`daemon.house.operator_key`), and what an
operator may do (WIRE.md, `operator` and `operate`). Costs nothing to import.

Whoever may read the data folder may operate the daemon: the key is in it, readable by its owner alone.
"""

from pathlib import Path
from typing import Final, NamedTuple

KEY: Final = "operator.key"


class Key(NamedTuple):
    """Where the daemon can be reached from this machine, and the secret that shows who asks."""

    address: str
    port: int
    secret: str


def read_key(data: Path) -> Key | None:
    """The key of the daemon that runs on this data folder; None where there is none that can be read."""
    import json

    try:
        kept = json.loads((data / KEY).read_text(encoding="utf-8"))
        return Key(str(kept["address"]), int(kept["port"]), str(kept["secret"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def host_folder() -> Path:
    """The data folder of a host where none is chosen."""
    import platformdirs

    return platformdirs.user_data_path("fivesd", appauthor=False)
