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
from protocol.log.not_allowed import NotAllowed
from protocol.log.operator_commands import TakeMatchBack
from protocol.log.refusals import Reason, Refused
from protocol.sentences import in_line
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
            raise NotAllowed(
                "ended_at" if found is PlayedThere.ENDED else "round_played_at",
                place=place,
                command=self._how_to_resume(left.game),
            )
        if found is PlayedThere.UNKNOWN and not wanted.anyway:
            raise NotAllowed("not_known_at", place=place)
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
            if isinstance(error, MisusedError):
                raise NotAllowed("nothing_to_go_on_with", game=left.game) from error
            raise Refused(Reason.STORE_FAILED, str(error)) from error
        return new

    def _wanted(self, name: str | None) -> LeftMatch:
        """The match that is meant. Raises `Refused`."""
        left = {table: LeftMatch(table, *gone) for table, gone in self._directory.moved.left.items()}
        name = name or (next(iter(left)) if len(left) == 1 else self._tables.home.name)
        if name in left:
            return left[name]
        none = NotAllowed("no_match_left") if name is None else NotAllowed("no_match_left_of", table=brief(name))
        if left:
            none = NotAllowed("no_match_left_but", why=none.said, tables=in_line(sorted(left)))
        if self._directory.is_shared:  # another daemon of the club may have left it, or this one before its last start
            none = NotAllowed("no_match_left_in_club", why=none.said)
        raise none

    def _how_to_resume(self, game: str) -> str:
        """The command with which a match goes on here whatever happened at the other host."""
        return f"fivesd resume {game}{' --journal URL' * self._directory.is_shared}"
