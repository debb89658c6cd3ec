"""No two tables have one name, whatever they wait for when they get it."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from daemon.journal.interface import GameInfo, StoreError
from daemon.journal.memory_journal import MemoryJournal
from protocol.log.commands import Say, Start
from protocol.log.events import Said
from protocol.wire.messages import Welcome
from tests.daemon.harness import Host, abandoned, hosting
from tests.daemon.journal.test_full_disk import Disk
from tests.daemon.wire_client import WireClient


class SlowList(Disk):
    """A journal whose list of games may be slow."""

    def __init__(self) -> None:
        super().__init__()
        self.may_list = trio.Event()
        self.may_list.set()

    async def games(self, ids: Collection[str] | None = None, *, unfinished_only: bool = False) -> list[GameInfo]:
        await self.may_list.wait()
        return await super().games(ids, unfinished_only=unfinished_only)


@asynccontextmanager
async def restarted(journal: MemoryJournal) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """A daemon that knows a finished game at table oak from its last run, and the two players of that game."""
    async with hosting(journal) as host:
        ann, ben = await abandoned(host)
    async with hosting(journal) as host:
        yield host, ann, ben


def names_of(host: Host) -> list[str]:
    return [table.table for table in host.house.tables.summaries()]


async def test_a_finished_game_that_is_asked_for_while_a_table_opens_gets_another_name() -> None:
    disk = Disk()
    async with restarted(disk) as (host, ann, ben):
        disk.may_write = trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.open_table)
            await trio.testing.wait_all_tasks_blocked()
            again = host.connect(session=ann.session)
            await again.hello()
            await trio.testing.wait_all_tasks_blocked()
            disk.may_write.set()
        await again.expect(Welcome)
        await again.catch_up()

        other = await host.back(ben)

        assert names_of(host) == ["ash", "oak"]
        assert (again.session.table_name, other.session.table_name) == ("ash", "ash")
        await again.accepted(Say("the same table"))
        await other.expect_event(Said, text="the same table")


async def test_a_table_that_opens_while_another_one_is_put_to_sleep_gets_another_name() -> None:
    disk = SlowList()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois", seats=2)
        ann = await host.seated("Ann")
        disk.has_a_bug = True
        disk.may_list = trio.Event()
        await ann.send(ann.asks(Start()))
        assert (await ann.parting()).reason == "trouble"
        disk.has_a_bug = False

        assert await host.open_table() == "ash"
        disk.may_list.set()
        await trio.testing.wait_all_tasks_blocked()
        ann = await host.back(ann)

        assert names_of(host) == ["ash", "oak"]
        assert ann.session.table_name == "oak"


async def test_a_name_is_free_again_when_its_table_could_not_be_opened() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        disk.is_full = True
        with pytest.raises(StoreError):
            await host.open_table()
        disk.is_full = False

        assert await host.open_table() == "oak"
