"""A game that leaves for another host, or is free to go on here, and the games that do so with it.

Here: what that means for the other games of this daemon. Not here: what happens at the table itself (`next_host` and
`live_table` in `daemon.table`), sending games along (`games_along`), who is led where afterwards (`door`).
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence

import trio
from attrs import evolve

from daemon.dealer import Dealer
from daemon.game_log import folded
from daemon.house.game_directory import GameDirectory
from daemon.journal.interface import GameHeld, GameInfo, GameMoved, GameOpened, GameReleased, StoreError, held_in
from daemon.table.live_table import LiveTable
from daemon.table.table_state import Services
from protocol.wire.record import Header

log = logging.getLogger("fivesd.house")


class HandOvers:
    """The hand-overs of one daemon, from its tables and to them.

    `awake`: its tables, by name; one whose game has left is removed. `moving`: held while games that sleep are changed.
    `release` lets others have what this daemon still owns of a game.
    """

    def __init__(
        self,
        services: Services,
        directory: GameDirectory,
        awake: dict[str, LiveTable],
        moving: trio.Lock,
        release: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self._services = services
        self._directory = directory
        self._awake = awake
        self._moving = moving
        self._release = release

    def leave(self, table: LiveTable, moved: GameMoved, along: Sequence[str]) -> None:
        """Have those who still come to this table sent to the host that has its game now. `along`: other such games."""
        del self._awake[table.name]
        self._services.nursery.start_soon(self._release, table)
        self._directory.moved.note(table.game, table.name, moved)
        if along:
            self._services.nursery.start_soon(self._leave_asleep, frozenset(along), moved)

    async def _leave_asleep(self, games: Collection[str], moved: GameMoved) -> None:
        """Leave these games to the same host, each by itself. One that is awake, or cannot be stored, stays here."""
        async with self._moving:
            for name, info in self._directory.asleep:
                if info.game not in games or not info.is_started:
                    continue
                left = evolve(moved, game=info.game)
                try:
                    await self._services.journal.append(info.game, info.entries, [], [left])
                except StoreError as error:
                    log.warning("game %s stays here: %s", info.game, error)
                    continue
                self._directory.asleep.remove(name)
                self._directory.moved.note(info.game, name, left)
                log.info("%s: the sleeping game %s goes on at %s", name, info.game, moved.place)

    def go_on(self, held: GameHeld) -> None:
        """Have the games go on here that came along with one that does, and waited for the same word."""
        self._services.nursery.start_soon(self._go_on, held)

    async def _go_on(self, held: GameHeld) -> None:
        for table in [*self._awake.values()]:
            table.go_on(held)
        async with self._moving:
            for name, info in self._directory.asleep:
                if info.continues is not None:
                    try:
                        await self._go_on_asleep(name, info, held)
                    except StoreError as error:
                        log.warning("game %s does not go on here yet: %s", info.game, error)

    async def _go_on_asleep(self, name: str, info: GameInfo, held: GameHeld) -> None:
        """Have a sleeping game go on that waits for the same word. Raises `StoreError`."""
        journal = self._services.journal
        stored = await journal.read(info.game)
        if held_in(stored.private) != held:
            return
        game = await folded(Header(info.game, info.table, info.at), stored.entries)
        opened = next(row for row in stored.private if isinstance(row, GameOpened))
        dealer = Dealer(self._services.chance, opened.secret, game.deals)
        entries = game.next_entries(dealer.deal_after_hold(game.table))
        await journal.append(info.game, info.entries, entries, [GameReleased()])
        self._directory.asleep.remove(name)
        for changed in await journal.games([info.game]):
            self._directory.asleep.add(name, changed)
