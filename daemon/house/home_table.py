"""The host's own table, which is always there: the one that the flags of the daemon describe.

The operator may make another table the host's own (`home_opening`); the next start of the daemon knows nothing
of that. Here: its name, and which game of the host continues there: an unfinished one, or one of this evening, after
which its people may play another. Not here: opening it (`home_opening`).
"""

import logging
from datetime import datetime

from daemon.game_log import time_of_day
from daemon.journal.interface import GameInfo, Journal
from daemon.table.evening import LONGEST_BREAK, is_one_evening
from daemon.table.tokens import is_password
from protocol.log.events import TableOpened, TableOptions
from protocol.wire.codec import decode_event
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

    def note_earlier(self, name: str, info: GameInfo) -> None:
        """Note an unfinished game of an earlier run, or the last one that has ended. The games come oldest first."""
        if info.is_home and info.is_used:
            self._left.append((name, info))

    @property
    def ended(self) -> tuple[str, GameInfo] | None:
        """The table and the game that has ended last, if it was noted."""
        return next((noted for noted in self._left if noted[1].is_over), None)

    async def continue_as(self, opened: TableOpened, password: str | None) -> None:
        """Take the name of the host's latest table that was opened like this, if there is one."""
        found = None
        for name, info in sorted(self._left, key=lambda noted: noted[1].last_at, reverse=True):
            if found is None and await _is_same_table(info, opened, password):
                self.name, found = name, info
                goes_on = "its people may play another match" if info.is_over else "its unfinished game continues"
                log.info("table %s is the host's own: %s", name, goes_on)
            elif not info.is_over:
                log.info("the unfinished game of table %s, the host's own before, waits for its players", name)


async def last_of_evening(journal: Journal) -> GameInfo | None:
    """The host's own game that has ended last, if that was this evening and no other one followed it.

    It had people: computer players alone agree to nothing, so their next match begins at a new table. Raises
    `StoreError`.
    """
    now = time_of_day()
    days = {now[:10], f"{datetime.fromisoformat(now) - LONGEST_BREAK:%Y-%m-%d}"}
    finished = [game for game in await journal.finished() if game[:10] in days]  # an id begins with its day
    infos = await journal.games(finished) if finished else ()
    own = [info for info in infos if info.is_home and info.left is None and is_one_evening(info.last_at, now)]
    last = max(own, key=lambda info: info.last_at, default=None)
    return last if last is not None and any(who.is_person for who in last.seats) else None


async def _is_same_table(info: GameInfo, opened: TableOpened, password: str | None) -> bool:
    """Whether the table of a game was opened in the same way, with the same password."""
    first = decode_event(info.first_opened) if info.first_opened else info.opened
    if first != opened or info.is_locked != (password is not None):
        return False
    return password is None or info.password is None or await is_password(password, info.password)
