"""The matches that this host has left to other ones, and taking one back while the host is running.

Nobody comes to a match that is elsewhere, so the only way back is the host's: as long as nobody has played a round at
the other host, the match goes on here from the end of its last round, under a new id, and whoever comes for it is
welcomed. The programs of those who have gone there hear that as a host's that comes back (WIRE.md), and return.

Not here: asking the other host (`other_host`), the first entries of the game that goes on (`taking_over`), a match on
its way to the next host, which its table takes back (`live_table`).
"""

import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from daemon.house.game_directory import GameDirectory
from daemon.house.house_tables import HouseTables
from daemon.house.other_host import PlayedThere, played_there
from daemon.house.taking_over import take_back
from daemon.journal.interface import GameMoved, StoreError
from protocol.clean import brief
from protocol.log.operator_commands import TakeMatchBack
from protocol.log.refusals import Reason, Refused
from protocol.shared.exit_status import MisusedError

log = logging.getLogger("fivesd.house")


class LeftMatch(NamedTuple):
    """A match that is elsewhere: the table where it was, its id here, and where it is."""

    table: str
    game: str
    moved: GameMoved


class LeftMatches:
    """The matches that this host has left. `played`: asks another host whether one has been played on there."""

    def __init__(
        self,
        tables: HouseTables,
        directory: GameDirectory,
        played: Callable[[GameMoved], Awaitable[PlayedThere]] = played_there,
    ) -> None:
        self.played = played
        self._tables = tables
        self._directory = directory
        self._journal = tables.journal

    def on_its_way(self, name: str | None) -> str | None:
        """The table with this name, or the only or own one, if it waits for somebody to come to the next host."""
        wanted = name or self._tables.home.name or self._tables.only_name
        table = self._tables.awake_at(wanted or "")
        return wanted if table is not None and table.waits_for_next_host else None

    async def take_back(self, wanted: TakeMatchBack) -> None:
        """Have a match go on here that is at another host. In a club, whoever comes wakes it. Raises `Refused`."""
        left = self._wanted(wanted.table)
        place, found = left.moved.place, await self.played(left.moved)
        if found in (PlayedThere.YES, PlayedThere.ENDED):
            raise Refused(
                Reason.PLAYED_ELSEWHERE,
                f"the match went on at {place}: {found.value}; it stays there. {self._how_to_resume(left.game)} goes on"
                " here all the same, from the end of its last round here; then both matches exist",
            )
        if found is PlayedThere.UNKNOWN and not wanted.anyway:
            raise Refused(
                Reason.NOT_KNOWN_ELSEWHERE,
                f"nobody answers at {place}, where the match went: if it is played on there, and you take it back"
                " anyway, both matches exist",
            )
        new = await self._go_on(left)
        log.info("%s: game %s is taken back from %s (%s): it goes on here as %s", *left[:2], place, found.value, new)

    async def _go_on(self, left: LeftMatch) -> str:
        """Have a match go on here; returns its new id. Raises `Refused`; then it is still left."""
        try:
            await self._directory.take_left(left.game, left.table)
            new = await take_back(self._journal, left.game)
            await self._tables.bring_back(left.table, left.game, new)
        except (Refused, MisusedError, StoreError) as error:
            await self._directory.release([left.game] if self._tables.awake_at(left.table) else [left.game, left.table])
            if isinstance(error, Refused):
                raise
            reason = Reason.NOT_ALLOWED if isinstance(error, MisusedError) else Reason.STORE_FAILED
            raise Refused(reason, str(error)) from error
        return new

    def _wanted(self, name: str | None) -> LeftMatch:
        """The match that is meant. Raises `Refused`."""
        left = {table: LeftMatch(table, *gone) for table, gone in self._directory.moved.left.items()}
        name = name or (next(iter(left)) if len(left) == 1 else self._tables.home.name)
        if name in left:
            return left[name]
        there = f"; there are {', '.join(sorted(left))}" if left else ""
        which = "" if name is None else f" of table {brief(name)}"
        raise Refused(Reason.NOT_ALLOWED, f"no match{which} has gone from here to another host{there}{self._elsewhere}")

    @property
    def _elsewhere(self) -> str:
        """How a match is taken back that another daemon of a club has left, or this one before its last start."""
        return "; `fivesd resume GAME --journal URL` takes back any match of the club" * self._directory.is_shared

    def _how_to_resume(self, game: str) -> str:
        """The command with which a match goes on here whatever happened at the other host, as it is said there."""
        is_shared = self._directory.is_shared
        return f"`fivesd resume {game}{' --journal URL' * is_shared}`, once this host has stopped,"
