"""A house in a club: which of the club's games this daemon plays, and the way to the daemon that plays another one.

Here: taking a game that nobody plays, releasing it, leading players to its owner, and the club's list. Not here: the
calls behind it (`journal.club`), the tables of this daemon (`house_tables`), the names of tables (`table_names`).
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Final

import trio

from daemon.guest import PartingError
from daemon.house.sleeping import MOST_ASLEEP_FROM_ONE, MOST_ASLEEP_FROM_TUNNEL, sleeping_summary
from daemon.journal.club import Club, Owner
from daemon.journal.interface import GameInfo, GameMoved, Journal, StoreError
from daemon.rare_line import RareLine
from daemon.table.live_table import LiveTable
from protocol.console.household import LOOPBACK, is_shared
from protocol.wire.messages import MOST_LISTED, TableSummary

MOST_ASLEEP_IN_CLUB: Final = 100_000

log = logging.getLogger("fivesd.house")


class ClubTables:
    """The tables of a club. `key`: that of all its daemons; None if they encrypt nothing. `here`: awake at this one."""

    def __init__(self, club: Club, key: str | None, journal: Journal, here: Mapping[str, LiveTable]) -> None:
        self._club = club
        self._key = key
        self._journal = journal
        self._here = here
        self._not_listed = RareLine(log)

    # Where a game is. All these calls raise `StoreError`.

    async def place_of(self, game: str) -> GameMoved | None:
        """The other daemon that has this game; None if there is none."""
        owner = (await self._club.owners([game])).get(game)
        return None if owner is None else self._at(owner, game)

    async def place_of_table(self, name: str) -> GameMoved | None:
        """The other daemon that has the table with this name; None if there is none."""
        owner = (await self._club.owners([name])).get(name)
        info = None if owner is None else await self._club.find(table=name)
        return None if owner is None or info is None else self._at(owner, info.game)

    async def lost(self) -> list[LiveTable]:
        """The tables here whose games other daemons have."""
        others = await self._club.owners([table.game for table in self._here.values()])
        return [table for table in self._here.values() if table.game in others]

    async def release_to_others(self, tables: Sequence[LiveTable]) -> Iterator[tuple[LiveTable, GameMoved]]:
        """Let other daemons have these tables; returns a place for each, none if there is no other daemon."""
        await self.release([key for table in tables for key in (table.game, table.name)])
        try:
            others = await self._club.daemons()
        except StoreError:
            others = []
        return ((table, self._at(other, table.game)) for table, other in zip(tables, cycle(others), strict=False))

    def _at(self, owner: Owner, game: str) -> GameMoved:
        return GameMoved(owner.address, self._key, game)

    # Taking and releasing.

    async def take(self, game: str, name: str | None) -> GameInfo | None:
        """The unfinished game with this id, or at the table with this name, which is this daemon's from now on.

        None if there is none. Raises `PartingError` if it goes on elsewhere.
        """
        info = await self._unfinished(game, name)
        if info is None:
            return None
        if isinstance(info.left, GameMoved):
            raise PartingError.to(info.left)
        await self.own(info.game)
        return info

    async def _unfinished(self, game: str, name: str | None) -> GameInfo | None:
        info = await self._club.find(game=game) if game else None
        if name is not None and (info is None or info.is_over):
            info = await self._club.find(table=name)
        return None if info is None or info.is_over else info

    async def own(self, game: str) -> None:
        """Make a game this daemon's. Raises `PartingError` if another one has it."""
        owner = await self._club.own(game)
        if owner is not None:
            raise PartingError.to(self._at(owner, game))

    async def take_finished(self, game: str, name: str) -> None:
        """Make a finished game this daemon's. Raises `PartingError` if its table is still at another one."""
        moved = await self.place_of_table(name)
        if moved is not None and moved.game == game:
            raise PartingError.to(moved)
        await self.own(game)

    async def takes_name(self, name: str, game: str) -> bool:
        """Whether this daemon can have this name for the table of a game: no other table of the club has it."""
        if await self._club.own(name) is not None:
            return False
        info = await self._club.find(table=name)
        return info is None or info.is_over or info.game == game

    async def release(self, keys: Collection[str]) -> None:
        """Let other daemons have these games and names. If that fails, their leases run out with this daemon's."""
        try:
            await self._club.release(keys)
        except StoreError as error:
            log.warning("other daemons cannot have games that sleep here: %s", error)

    async def forget_surplus(self, household: str | None, days: int) -> None:
        """Delete guests' games that are too many, of this household or in all, or that are too old; as in a house."""
        before = f"{datetime.now(UTC) - timedelta(days):%Y-%m-%dT%H:%M:%S}" if days else ""
        limited = None if household == LOOPBACK else household
        most = MOST_ASLEEP_FROM_TUNNEL if is_shared(limited or "") else MOST_ASLEEP_FROM_ONE
        try:
            surplus = await self._club.surplus(limited, most, MOST_ASLEEP_IN_CLUB, before)
            forgotten = [game for game in surplus if await self._club.own(game) is None]
            if forgotten:
                await self._journal.forget(forgotten)
                log.info("forgot unfinished games of guests that were too many or too old: %s", ", ".join(forgotten))
        except StoreError as error:
            log.warning("unfinished games of guests were not forgotten: %s", error)

    # The list.

    async def listed(
        self, here: Collection[TableSummary], games: Collection[str], search: str
    ) -> tuple[TableSummary, ...]:
        """The tables of the club, at most `MOST_LISTED`: those of these games, then those with free seats.

        If the club cannot be asked, those `here`.
        """
        found = [table for table in here if search.casefold() in _text_of(table).casefold()]
        known = {table.game for table in here}
        try:
            for info, owner in await self._club.listed(games, search, MOST_LISTED):
                if info.game not in known:
                    found.append(sleeping_summary(info.table, info, is_home=False, is_played=owner is not None))
        except StoreError as error:
            self._not_listed.warn(f"the tables of other daemons cannot be listed: {error}", trio.current_time())
        found.sort(key=lambda table: (table.game not in games, all(seat.name for seat in table.seats)))
        return tuple(sorted(found[:MOST_LISTED], key=lambda table: table.table))


def _text_of(table: TableSummary) -> str:
    return "\n".join([table.table, table.rules, *(seat.name or "" for seat in table.seats)])
