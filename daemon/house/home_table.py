"""The host's own table, which is always there: the one that the flags of the daemon describe.

The operator may make another table the host's own (`HouseTables.make_home`); the next start of the daemon knows nothing
of that. Here: its name, and which unfinished game of the host continues there. Not here: opening it (`house_tables`).
"""

import logging

from daemon.journal.interface import GameInfo
from daemon.table.tokens import is_password
from protocol.log.events import TableOpened, TableOptions
from protocol.wire.messages import OpenTable

log = logging.getLogger("fivesd.house")


class HomeTable:
    """The host's own table. `name` is None until it is open, at a private daemon and in a club.

    `request`: the table that the flags of the daemon describe; None until it is open.
    """

    def __init__(self) -> None:
        self.name: str | None = None
        self.request: OpenTable | None = None
        self._left: list[tuple[str, GameInfo]] = []

    @property
    def options(self) -> TableOptions:
        """How the flags of the daemon say that a table is run."""
        return TableOptions() if self.request is None else self.request.options

    def note_unfinished(self, name: str, info: GameInfo) -> None:
        """Note an unfinished game of an earlier run. The games come oldest first."""
        if info.is_home and info.is_used:
            self._left.append((name, info))

    async def continue_as(self, opened: TableOpened, password: str | None) -> None:
        """Take the name of the host's latest unfinished game whose table was opened like this, if there is one."""
        for name, info in reversed(self._left):
            if self.name is None and await _is_same_table(info, opened, password):
                self.name = name
                log.info("table %s is the host's own: its unfinished game continues", name)
            else:
                log.info("the unfinished game of table %s, the host's own before, waits for its players", name)


async def _is_same_table(info: GameInfo, opened: TableOpened, password: str | None) -> bool:
    """Whether the table of a game was opened in the same way, with the same password."""
    if info.opened != opened or info.is_locked != (password is not None):
        return False
    return password is None or info.password is None or await is_password(password, info.password)
