"""The directory of the games in a club: which ones this daemon plays, and the way to the daemon that plays another one.

Here: taking a game that nobody plays, releasing it, leading players to its owner, and the club's list. Not here: the
calls behind it (`club.interface`), the tables of this daemon (`house_tables`), what a directory is (`game_directory`).
"""

import logging
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Final

import trio

from daemon.club.interface import TIME_OF_LEASE, Club, Owner
from daemon.guest import PartingError
from daemon.house.game_directory import MovedGames
from daemon.house.sleeping import MOST_ASLEEP_FROM_ONE, MOST_ASLEEP_FROM_TUNNEL, SleepingGames, sleeping_summary
from daemon.house.table_names import names_at_random
from daemon.journal.interface import GameInfo, GameMoved, Journal, NextGameOpened, StoreError
from daemon.rare_line import RareLine
from daemon.table.live_table import LiveTable
from protocol.log.deal import Chance
from protocol.log.not_allowed import NotAllowed
from protocol.shared.household import LOOPBACK, is_shared
from protocol.wire.messages import MOST_LISTED, Farewell, TableSummary

MOST_ASLEEP_IN_CLUB: Final = 100_000
IN_USE: Final = "another program of the club has this game now; come back"

log = logging.getLogger("fivesd.house")


class ClubGames:
    """The `GameDirectory` of a daemon in a club. `key`: that of all its daemons; None if they encrypt nothing."""

    is_shared = True
    time_between_looks = TIME_OF_LEASE

    def __init__(self, club: Club, key: str | None, journal: Journal) -> None:
        self.asleep = SleepingGames()
        self.moved = MovedGames()
        self._club = club
        self._key = key
        self._journal = journal
        self._not_listed = RareLine(log)

    # Finding.

    async def find(
        self, here: Sequence[TableSummary], games: Collection[str], search: str, *, asleep: bool = False
    ) -> tuple[TableSummary, ...]:
        """The tables of the club, at most `MOST_LISTED`: those of these games, then those with free seats.

        If the club cannot be asked, those `here`.
        """
        found = [table for table in here if search.casefold() in _text_of(table).casefold()]
        known = {table.game for table in here}
        try:
            for info, owner in await self._club.listed(games, search, MOST_LISTED, asleep=asleep and bool(search)):
                if info.game not in known:
                    found.append(sleeping_summary(info.table, info, is_home=False, is_played=owner is not None))
        except StoreError as error:
            self._not_listed.warn(f"the tables of other daemons cannot be listed: {error}", trio.current_time())
        found.sort(key=lambda table: (table.game not in games, all(seat.name for seat in table.seats)))
        return tuple(sorted(found[:MOST_LISTED], key=lambda table: table.table))

    async def place_of(self, game: str) -> GameMoved | None:
        """As `GameDirectory.place_of`."""
        return await self._left_to(self.moved.place_of(game), game) or await self._at_owner(game)

    async def place_of_table(self, name: str) -> GameMoved | None:
        """As `GameDirectory.place_of_table`."""
        game, moved = (None, None) if name in self.asleep else self.moved.left.get(name, (None, None))
        return await self._left_to(moved, game or "") or await self._table_at_owner(name)

    async def _left_to(self, moved: GameMoved | None, game: str) -> GameMoved | None:
        """The host to which this daemon has left this game; None if the game has been taken back, wherever that was."""
        info = None if moved is None else await self._club.find(game=game)
        return moved if info is not None and isinstance(info.left, GameMoved) else None

    async def lost(self, tables: Collection[LiveTable]) -> list[LiveTable]:
        """As `GameDirectory.lost`."""
        others = await self._club.owners([table.game for table in tables])
        return [table for table in tables if table.game in others]

    async def _at_owner(self, game: str) -> GameMoved | None:
        """The other daemon that has this game; None if there is none."""
        owner = (await self._club.owners([game])).get(game)
        return None if owner is None else self._at(owner, game)

    async def _table_at_owner(self, name: str) -> GameMoved | None:
        """The other daemon that has the table with this name; None if there is none."""
        owner = (await self._club.owners([name])).get(name)
        info = None if owner is None else await self._club.find(table=name)
        return None if owner is None or info is None else self._at(owner, info.game)

    def _at(self, owner: Owner, game: str) -> GameMoved | None:
        """That daemon as a place to go to; None if nobody knows where it is."""
        return GameMoved(owner.address, self._key, game) if owner.address else None

    async def sleeps(self, game: str) -> bool:
        """As `GameDirectory.sleeps`."""
        info = await self._unfinished(game, None)
        return info is not None and info.left is None

    # Taking and releasing.

    async def take(self, game: str, name: str | None) -> GameInfo | None:
        """As `GameDirectory.take`."""
        info = await self._unfinished(game, name)
        if info is None or isinstance(info.left, NextGameOpened):  # it goes on here under another id
            return None
        if info.left is not None:
            raise PartingError.to(info.left)
        await self._own(info.game)
        return info

    async def _unfinished(self, game: str, name: str | None) -> GameInfo | None:
        info = await self._club.find(game=game) if game else None
        if name is not None and (info is None or info.is_over):
            info = await self._club.find(table=name)
        return None if info is None or info.is_over else info

    async def _own(self, game: str) -> None:
        """Make a game this daemon's. Raises `PartingError` if another one has it."""
        owner = await self._club.own(game)
        place = None if owner is None else self._at(owner, game)
        if place is not None:
            raise PartingError.to(place)
        if owner is not None:
            raise PartingError(Farewell.TROUBLE, IN_USE)

    async def take_finished(self, game: str, name: str) -> None:
        """As `GameDirectory.take_finished`."""
        moved = await self._table_at_owner(name)
        if moved is not None and moved.game == game:
            raise PartingError.to(moved)
        await self._own(game)

    async def take_left(self, game: str, name: str) -> None:
        """As `GameDirectory.take_left`."""
        for key in (game, name):
            owner = await self._club.own(key)
            if owner is not None:
                raise NotAllowed("owned_elsewhere", place=owner.place, key=key)
        info = await self._club.find(game=game)
        if info is None or not isinstance(info.left, GameMoved):
            raise NotAllowed("taken_back", game=game)

    def fall_asleep(self, name: str, info: GameInfo) -> None:
        """As `GameDirectory.fall_asleep`: once it is released, it sleeps in the club."""

    async def release(self, keys: Collection[str]) -> None:
        """As `GameDirectory.release`. If that fails, their leases run out with this daemon's."""
        for key in keys:
            self.asleep.remove(key)
        try:
            await self._club.release(keys)
        except StoreError as error:
            log.warning("other daemons cannot have games that sleep here: %s", error)

    async def places_for(self, games: Sequence[str]) -> list[GameMoved]:
        """As `GameDirectory.places_for`: at the other daemons, by turns."""
        try:
            others = await self._club.daemons()
        except StoreError:
            others = []
        places = (self._at(other, game) for game, other in zip(games, cycle(others), strict=False))
        return [place for place in places if place is not None]

    async def forget_surplus(self, household: str | None, days: int) -> None:
        """As `GameDirectory.forget_surplus`, of this household and of all together; as in a house."""
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

    # What all daemons share.

    def new_names(self, chance: Chance) -> Iterator[str]:
        """Names at random, so that daemons seldom try the same one."""
        return names_at_random(chance)

    async def takes_name(self, name: str, game: str) -> bool:
        """As `GameDirectory.takes_name`: no other table of the club has it."""
        if await self._club.own(name) is not None:
            return False
        info = await self._club.find(table=name)
        return info is None or info.is_over or info.game == game

    async def count_guess(self, household: str) -> int:
        """As `GameDirectory.count_guess`."""
        return await self._club.count_guess(household)


def _text_of(table: TableSummary) -> str:
    return "\n".join([table.table, table.rules, *(seat.name or "" for seat in table.seats)])
