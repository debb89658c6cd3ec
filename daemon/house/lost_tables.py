"""The tables whose games this daemon has lost: another one has the game, or the database went back.

Here: noticing that, and what those at such a table read before they are sent away. Not here: how an append finds out
(`club.interface`), where the game goes on (`game_directory`).
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Final

import trio

from daemon.game_log import GameLog, folded
from daemon.guest import PartingError
from daemon.house.game_directory import GameDirectory
from daemon.house.guests_at_tables import GuestsAtTables
from daemon.journal.interface import StoreError
from daemon.table.live_table import LiveTable
from daemon.table.table_state import Services
from protocol.log.events import Entry, MoveEvent
from protocol.wire.messages import Farewell

LOST: Final = "this table goes on at another machine; come back, and you are led there"
GONE: Final = "the database does not have this game any more"


class LostTables:
    """Closes lost tables, and sends everybody there to where the game goes on.

    `awake`: the tables of this daemon, by name; a lost one is removed. `release` lets others have what this
    daemon still owns of it.
    """

    def __init__(
        self,
        services: Services,
        directory: GameDirectory,
        awake: dict[str, LiveTable],
        guests: GuestsAtTables,
        release: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self._services = services
        self._directory = directory
        self._awake = awake
        self._guests = guests
        self._release = release
        services.nursery.start_soon(self._look)

    async def _look(self) -> None:
        """Drop lost tables now and then: a table at which nothing is stored does not notice."""
        while True:
            await trio.sleep(self._directory.time_between_looks)
            with suppress(StoreError):
                await self.drop_all()

    async def drop_all(self) -> None:
        """Drop the tables whose games other daemons have. Raises `StoreError`."""
        for table in await self._directory.lost(self._awake.values()):
            table.close()
            self.drop(table)

    def drop(self, table: LiveTable) -> None:
        """Send everybody at this table away, which is closed, because its game is not this daemon's as it has it."""
        del self._awake[table.name]
        self._services.nursery.start_soon(self._send_after, table)

    async def _send_after(self, table: LiveTable) -> None:
        try:
            place = await self._directory.place_of(table.game)
            parting = PartingError.to(place) if place is not None else await self._parting_here(table)
        except StoreError:
            parting = PartingError(Farewell.TROUBLE, LOST)
        self._guests.part(table, parting)
        await self._release(table)

    async def _parting_here(self, table: LiveTable) -> PartingError:
        """The goodbye where no other daemon has the game. If it went back, everybody reads that first."""
        stored = (await self._services.journal.read(table.game)).entries
        loss = await what_is_lost(table.game_log, stored)
        if loss is not None:
            table.report_trouble(loss)
        return PartingError(Farewell.TROUBLE, LOST if loss is None else loss)


async def what_is_lost(shown: GameLog, stored: Sequence[Entry]) -> str | None:
    """What was shown of a game and is not stored, as a sentence without its end; None if nothing is lost."""
    if not stored:
        return GONE
    pairs = zip(shown.entries, stored, strict=False)
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    lost = shown.entries[kept:]
    if not lost:
        return None
    moves = sum(isinstance(entry.event, MoveEvent) for entry in lost)
    if not moves:
        return "the database went back, but no move is lost"
    before, after = shown.table.scores, (await folded(shown.header, stored)).table.scores
    back = f"the database went back {moves} move{'' if moves == 1 else 's'}"
    if before == after:
        return f"{back}, and play goes on from there"
    return f"{back}: the score was {_written(before)}, and is {_written(after)} now"


def _written(scores: Sequence[int]) -> str:
    return "-".join(map(str, scores))
