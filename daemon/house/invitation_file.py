"""The file with a daemon's invitations, which only its owner may read.

Here: reading it, and writing it as a whole. Not here: what the invitations are for (`invitations`).
"""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import trio

from daemon.house.invitations import MOST
from daemon.private_file import write_private
from protocol.names import checked_name
from protocol.shared.join_link import parse_invitation

INVITATIONS: Final = "invitations.json"
"""Its name in a data folder."""
DAMAGED: Final = "invitations-damaged.json"

log = logging.getLogger("fivesd")


class InvitationFile:
    """The file in this data folder."""

    def __init__(self, data: Path) -> None:
        self._path = data / INVITATIONS

    async def read(self) -> Mapping[str, str]:
        """As `InvitationStore.read`. A file that makes no sense is moved aside."""
        return await trio.to_thread.run_sync(self._read)

    def _read(self) -> Mapping[str, str]:
        try:
            return _by_name(json.loads(self._path.read_bytes()))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            self._move_aside()
            return {}

    def _move_aside(self) -> None:
        aside = self._path.with_name(DAMAGED)
        try:
            self._path.replace(aside)
        except OSError as error:
            log.warning("%s cannot be read: %s; nobody from outside is invited", self._path, error.strerror)
        else:
            log.warning("%s cannot be read and is now %s; nobody from outside is invited", self._path, aside.name)

    async def write(self, by_name: Mapping[str, str]) -> None:
        """As `InvitationStore.write`."""
        rows = [{"name": name, "invitation": invitation} for name, invitation in by_name.items()]
        content = json.dumps({"invitations": rows}, indent=1).encode()
        await trio.to_thread.run_sync(write_private, self._path, content)


def _by_name(stored: Any) -> dict[str, str]:
    """The invitations in the file's content. Raises an error if it makes no sense."""
    by_name = {str(row["name"]): str(row["invitation"]) for row in stored["invitations"]}
    if len(by_name) > MOST:
        raise ValueError("too many invitations")
    for name, invitation in by_name.items():
        cleaned, fault = checked_name(name)
        if fault is not None or cleaned != name or parse_invitation(invitation) != invitation:
            raise ValueError("not an invitation")
    return by_name
