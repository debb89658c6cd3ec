"""No two tables have one name, whatever they wait for when they get it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from itertools import product

import pytest
import trio
import trio.testing
from attrs import define

from daemon.journal.interface import GameInfo, Pieces, StoredRows, StoreError
from protocol.log.commands import Start
from tests.daemon.harness import Host, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.journal.test_full_disk import Disk
from tests.daemon.wire_client import WireClient

OPENS, OPENS_AGAIN, WAKES = "a table opens", "a finished game opens again", "a game wakes"


class SlowDisk(Disk):
    """A journal that may be slow to write, to list the games, to read one for a table, and to check one."""

    def __init__(self) -> None:
        super().__init__()
        self.may_read, self.may_check = trio.Event(), trio.Event()
        self.may_read.set()
        self.may_check.set()

    async def games(self, ids: Collection[str] | None = None, *, unfinished_only: bool = False) -> list[GameInfo]:
        await self.may_read.wait()
        return await super().games(ids, unfinished_only=unfinished_only)

    async def read(self, game: str, after: int = 0) -> StoredRows:
        await self.may_read.wait()
        return await super().read(game, after)

    def pieces(self, game: str) -> Pieces:
        return WholeGame(self, game)


@define
class WholeGame:
    """A game in one piece. Its end is slow."""

    disk: SlowDisk
    game: str
    is_read: bool = False

    async def next(self) -> StoredRows | None:
        if self.is_read:
            await self.disk.may_check.wait()
            return None
        self.is_read = True
        stored = await MemoryJournal.read(self.disk, self.game)
        return stored if stored.entries else None


@define
class Restarted:
    """A daemon that has been restarted: its disk, and the players of a finished game at oak and of one that sleeps."""

    host: Host
    disk: SlowDisk
    finished: tuple[WireClient, WireClient]
    asleep: tuple[WireClient, WireClient]

    def games(self) -> dict[str, str | None]:
        """The games at the tables, by the tables' names."""
        return {table.table: table.game for table in self.host.house.tables.summaries()}

    def comes(self, way: str, nth: int) -> Callable[[], Awaitable[object]]:
        """A table comes in this way: the first or the second one."""
        ways: dict[str, Callable[[], Awaitable[object]]] = {
            OPENS: self.host.open_table,
            OPENS_AGAIN: partial(self.host.back, self.finished[nth]),
            WAKES: partial(self.host.back, self.asleep[nth]),
        }
        return ways[way]


@asynccontextmanager
async def restarted() -> AsyncIterator[Restarted]:
    disk = SlowDisk()
    async with hosting(disk) as host:
        finished = await abandoned(host)
    async with hosting(disk) as host:
        _, ash = [await host.open_table("cinq-et-trois") for _ in range(2)]
        asleep = await host.seated("Cho", table=ash), await host.seated("Dai", table=ash)
    async with hosting(disk) as host:
        yield Restarted(host, disk, finished, asleep)


@pytest.mark.parametrize(("first", "second"), [*product((OPENS, OPENS_AGAIN, WAKES), repeat=2)])
async def test_tables_that_wait_for_the_journal_at_once_get_different_names(first: str, second: str) -> None:
    async with restarted() as daemon:
        daemon.disk.may_write, daemon.disk.may_read = trio.Event(), trio.Event()
        async with trio.open_nursery() as nursery:
            for nth, way in enumerate((first, second)):
                nursery.start_soon(daemon.comes(way, nth))
                await trio.testing.wait_all_tasks_blocked()
            daemon.disk.may_read.set()
            daemon.disk.may_write.set()

        players = {OPENS_AGAIN: daemon.finished, WAKES: daemon.asleep}
        is_one_game = first == second != OPENS
        assert len(daemon.games()) == (1 if is_one_game else 2)
        for way in {first, second} - {OPENS}:
            for player in players[way]:
                again = await daemon.host.back(player)
                assert daemon.games()[again.session.table_name or ""] == again.session.game == player.session.game


async def test_a_player_who_asks_for_a_finished_game_just_before_its_rematch_is_led_to_the_rematch() -> None:
    async with restarted() as daemon:
        ann, ben = daemon.finished
        to_find_the_latest_game, to_open_it_again = trio.Event(), trio.Event()
        daemon.disk.may_check = to_find_the_latest_game
        async with trio.open_nursery() as nursery:
            nursery.start_soon(daemon.host.back, ben)
            await trio.testing.wait_all_tasks_blocked()
            daemon.disk.may_check = to_open_it_again
            to_find_the_latest_game.set()
            await trio.testing.wait_all_tasks_blocked()
            daemon.disk.may_check = to_find_the_latest_game
            ann = await daemon.host.back(ann)
            await ann.accepted(Start())
            to_open_it_again.set()

        assert (ben.session.game, ben.session.table_name) == (ann.session.game, ann.session.table_name)
        assert ben.seat is None  # the match began without Ben


async def test_a_table_that_opens_while_another_one_is_put_to_sleep_gets_another_name() -> None:
    disk = SlowDisk()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann = await host.seated("Ann")
        disk.has_a_bug = True
        disk.may_read = trio.Event()
        await ann.send(ann.asks(Start()))
        assert (await ann.parting()).reason == "trouble"
        disk.has_a_bug = False

        assert await host.open_table() == "ash"
        disk.may_read.set()
        await trio.testing.wait_all_tasks_blocked()
        ann = await host.back(ann)

        assert [table.table for table in host.house.tables.summaries()] == ["ash", "oak"]
        assert ann.session.table_name == "oak"


async def test_a_name_is_free_again_when_its_table_could_not_be_opened() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        disk.is_full = True
        with pytest.raises(StoreError):
            await host.open_table()
        disk.is_full = False

        assert await host.open_table() == "oak"
