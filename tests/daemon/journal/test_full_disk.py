"""Persist before sending: behaviour while the disk is slow, full, or unreadable."""

from collections.abc import Callable, Iterable, Sequence

import pytest
import trio
import trio.testing
from attrs import define
from trio.testing import MockClock

from daemon.house.finished_games import write_due_records
from daemon.journal.interface import DISK_TROUBLE, Private, StoredRows, StoreError, Trouble
from daemon.table.table_clock import PATIENCE_WITH_THE_DISK
from protocol.log.commands import EndMatch, Rematch, Say, Start
from protocol.log.events import (
    Entry,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    PlayerReturned,
    Said,
    StandInSeated,
    TableOptions,
)
from protocol.log.table import Stage
from protocol.wire.messages import Do, FromDaemon, OpenTable, Role
from protocol.wire.notices import RefusedNotice, TroubleNotice, TroubleOverNotice
from protocol.wire.record import Header
from tests.daemon.harness import MONTHS, KeptRecords, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import parting_of


class Disk(MemoryJournal):
    """A journal whose disk may be full, slow, or broken."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False
        self.is_broken = False
        self.has_a_bug = False
        self.forgets = True
        self.may_write = trio.Event()
        self.may_write.set()

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        await self.may_write.wait()
        if self.has_a_bug:
            raise RuntimeError("this should never happen")
        if self.is_full:
            raise StoreError("the disk is full")
        await super().append(game, expected_seq, entries, private)

    async def forget(self, games: Sequence[str]) -> None:
        if not self.forgets:
            raise StoreError("no space left")
        await super().forget(games)

    async def read(self, game: str, after: int = 0) -> StoredRows:
        if self.is_broken:
            raise StoreError(f"game {game}, entry 3: damaged")
        return await super().read(game, after)


async def test_nothing_is_sent_before_it_is_stored() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.settle(), await ben.settle()
        disk.may_write = trio.Event()

        await ann.send(Do("k-1", ann.session.head, Say("hello")))
        assert [await ann.settle(), await ben.settle()] == [[], []]
        disk.may_write.set()

        assert await ann.answer_to("k-1")
        await ben.expect_event(Said)


async def test_a_command_that_cannot_be_stored_is_refused_and_nothing_has_happened() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.settle()
        disk.is_full = True

        assert await ann.refused(Say("hello"), under="k-1") == "store_failed"

        (trouble,) = await ben.settle()
        assert isinstance(trouble, TroubleNotice)
        assert "disk" in trouble.text
        assert ann.table == await host.as_seen(ann)
        assert not any(isinstance(event, Said) for event in ann.events)


async def test_only_the_operator_learns_which_folder_is_on_the_full_disk() -> None:
    disk, folder = Disk(), "/home/ann/dominoes"
    disk.trouble = Trouble(DISK_TROUBLE, f"Free space in {folder}")
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.operator("Ann"), await host.seated("Ben")
        await ann.enter()
        disk.is_full = True

        assert await ben.refused(Say("hello")) == "store_failed"

        late_ann, late_eve = await host.operator("Ann again", role=Role.SPECTATOR), await host.watching()
        await late_ann.enter()
        for client, learns in ((ann, True), (ben, False), (late_ann, True), (late_eve, False)):
            await client.settle()
            (trouble,) = (message for message in client.received if isinstance(message, TroubleNotice))
            assert (f"Free space in {folder}" in trouble.text) == learns
            assert (folder in trouble.text) == learns


def troubles(received: Iterable[FromDaemon]) -> list[type[FromDaemon]]:
    """The notices among these that trouble has started or ended."""
    return [type(message) for message in received if isinstance(message, TroubleNotice | TroubleOverNotice)]


async def test_everybody_is_notified_once_when_the_disk_is_full_and_once_when_it_works_again(
    autojump_clock: MockClock,
) -> None:
    disk = Disk()
    async with hosting(disk, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        eve = await host.watching()
        disk.is_full = True
        for _ in range(3):
            assert await ann.refused(Say("hello")) == "store_failed"
        await trio.sleep(10 * PATIENCE_WITH_THE_DISK)
        for client in (ann, ben, eve):
            await client.settle()
            assert troubles(client.received) == [TroubleNotice]

        disk.is_full = False
        await trio.sleep(PATIENCE_WITH_THE_DISK)

        for client in (ann, ben, eve):  # even though nobody has played
            await client.settle()
            assert troubles(client.received) == [TroubleNotice, TroubleOverNotice]
        assert ann.table == await host.as_seen(ann)
        disk.is_full = True
        assert await ann.refused(Say("hello")) == "store_failed"
        assert troubles(await ben.settle()) == [TroubleNotice]


async def test_a_player_who_arrives_while_the_disk_is_full_is_notified_once(autojump_clock: MockClock) -> None:
    disk = Disk()
    async with hosting(disk, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        disk.is_full = True

        first = await host.back(ann)  # the first whose append fails
        second = await host.back(ben)
        eve = await host.watching()
        await trio.sleep(3 * PATIENCE_WITH_THE_DISK)
        disk.is_full = False
        await trio.sleep(PATIENCE_WITH_THE_DISK)
        late = await host.watching()

        for client in (first, second, eve):
            await client.settle()
            assert troubles(client.received) == [TroubleNotice, TroubleOverNotice]
        await late.settle()
        assert troubles(late.received) == []


async def test_play_continues_once_there_is_space_and_a_refused_command_may_be_repeated() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois")
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ann.until(lambda: ann.session.head == ben.session.head)
        mover = ann if ann.a_move() else ben
        move = mover.a_move()
        assert move is not None
        disk.is_full = True
        for _ in range(3):
            assert await mover.refused(move, under="k-1") == "store_failed"

        disk.is_full = False

        await mover.accepted(move, under="k-1")
        assert mover.table == await host.as_seen(mover)


async def test_bots_wait_for_the_disk_and_continue_automatically(autojump_clock: MockClock) -> None:
    disk = Disk()
    async with hosting(disk, think=1, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", bots=1, options=TableOptions(turn_time=20))
        ann = await host.seated("Ann")
        disk.is_full = True
        await trio.sleep(60)
        held = ann.session.head
        await ann.settle()
        assert ann.session.head == held
        disk.is_full = False
        began_at = trio.current_time()

        await ann.expect(Entry)

        assert trio.current_time() - began_at <= PATIENCE_WITH_THE_DISK


async def test_with_a_full_disk_a_new_player_is_refused_at_once() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        await host.open_table()
        ann = await host.seated("Ann")
        disk.is_full = True

        assert (await parting_of(host.connect("Ben"))).reason == "trouble"

        disk.is_full = False
        assert (await host.seated("Cho")).seat == 1
        await ann.expect(Entry)


async def test_with_a_full_disk_seated_players_may_return_and_spectators_may_join() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")
        disk.is_full = True

        again = await host.back(ann)
        eve = await host.watching()

        assert (again.seat, again.session.head) == (0, ann.session.head)
        assert eve.session.head == ann.session.head
        disk.is_full = False
        assert (await host.back(again)).seat == 0


async def test_a_stand_in_gives_the_seat_back_once_there_is_space(autojump_clock: MockClock) -> None:
    disk = Disk()
    async with hosting(disk, think=30, patience=MONTHS) as host:
        await host.open_table("cinq-et-trois", options=TableOptions(grace=60))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
        await ben.leave()
        await ann.expect_event(StandInSeated, seat=1)
        disk.is_full = True
        await host.connect(session=ben.session).hello()
        await trio.sleep(1)
        disk.is_full = False

        again = host.connect(session=ben.session)
        await again.enter()

        await again.expect_event(PlayerReturned, seat=1)


async def test_a_table_cannot_be_opened_on_a_full_disk_and_can_be_later(caplog: pytest.LogCaptureFixture) -> None:
    disk = Disk()
    async with hosting(disk) as host:
        disk.is_full = True
        client = host.connect()
        await client.send(OpenTable("all-fives"))
        assert "disk" in (await client.expect(RefusedNotice)).text
        assert not caplog.messages, "the journal's writer has said it, once for all"

        disk.is_full = False
        await client.send(OpenTable("all-fives"))
        await client.enter()

        assert client.seat == 0


async def test_a_rematch_waits_for_space_too(autojump_clock: MockClock) -> None:
    disk = Disk()
    async with hosting(disk, patience=MONTHS) as host:
        ann, ben = await abandoned(host)
        game = ann.session.game
        disk.is_full = True
        await ben.send(ben.asks(Rematch()))
        assert await ann.refused(Rematch(), under="k-1") == "store_failed"
        assert ann.session.game == game

        disk.is_full = False
        await ben.send(ben.asks(Rematch()))
        await ann.accepted(Rematch(), under="k-1")
        await ben.expect_event(MatchStarted, match=2)


class RoomForAMatch(Disk):
    """A disk that becomes full at the end of a match."""

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        await super().append(game, expected_seq, entries, private)
        self.is_full = any(isinstance(entry.event, MatchAbandoned) for entry in entries)


async def test_the_next_of_several_matches_begins_once_there_is_space(autojump_clock: MockClock) -> None:
    disk = RoomForAMatch()
    async with hosting(disk, matches=2, patience=MONTHS) as host:
        await host.open_home("cinq-et-trois")
        ann, ben = await host.seated_operator("Ann"), await host.seated("Ben")
        await ann.accepted(EndMatch(), under="k-1")
        await trio.sleep(60)
        assert not host.house.done.is_set()
        disk.is_full = False
        began_at = trio.current_time()

        await ben.expect_event(MatchStarted, match=2)

        assert trio.current_time() - began_at <= PATIENCE_WITH_THE_DISK
        await ann.expect_event(MatchStarted, match=2)
        await ann.accepted(EndMatch())
        await host.house.done.wait()


async def test_a_rematch_requested_while_the_next_match_waits_for_space_is_that_match(
    autojump_clock: MockClock,
) -> None:
    disk = RoomForAMatch()
    async with hosting(disk, matches=2, patience=MONTHS) as host:
        await host.open_home("cinq-et-trois")
        ann, _ = await host.seated_operator("Ann"), await host.seated("Ben")
        await ann.accepted(EndMatch())
        await ann.settle()
        disk.is_full = False

        await ann.accepted(Start())
        await trio.sleep(60)
        await ann.settle()

        assert ann.table.match == 2
        assert len(await disk.games()) == 2


async def test_a_game_that_cannot_be_read_ends_in_a_plain_goodbye() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        ann, _ = await abandoned(host)
        disk.is_broken = True
        reader = host.connect(role=Role.READER)

        goodbye = await parting_of(reader, game=ann.session.game)

        assert goodbye.reason == "trouble"
    async with hosting(disk) as host:
        disk.is_broken = False
        await host.open_table()
        disk.is_broken = True
        await host.seated("Ann")


async def test_a_game_that_cannot_be_restored_does_not_affect_other_tables() -> None:
    disk = Disk()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")
    async with hosting(disk) as host:
        other = await host.open_table()
        cho = await host.seated("Cho", table=other)
        disk.is_broken = True

        assert (await parting_of(host.connect(session=ann.session))).reason == "trouble"

        await cho.accepted(Say("all is well here"))


async def test_an_internal_error_at_a_table_spares_the_others_and_the_table_is_restored_from_its_journal(
    caplog: pytest.LogCaptureFixture,
) -> None:
    disk = Disk()
    async with hosting(disk) as host:
        await host.open_table("cinq-et-trois")
        ash = await host.open_table()
        ann, ben = await host.seated("Ann", table="oak"), await host.seated("Ben", table="oak")
        cho = await host.seated("Cho", table=ash)
        disk.has_a_bug = True
        late = host.connect("Late")
        await ann.send(Do("k-1", ann.session.head, Say("hello")))
        await late.hello(table="oak")
        for client in (ann, ben, late):
            assert (await client.parting()).reason in ("trouble", "table_full", "no_such_table")
        assert "this should never happen" in caplog.text
        disk.has_a_bug = False

        again = await host.back(ben)
        await again.accepted(Say("back again"))
        ann2 = await host.back(ann)

        assert (ann2.seat, again.seat) == (0, 1)
        assert [event.text for event in ann2.events if isinstance(event, Said)] == ["back again"]
        await cho.accepted(Say("all is well here"))


# Records.


@define
class NoSpace(KeptRecords):
    """A folder in which no record can be written."""

    async def write(self, header: Header, lines: Iterable[bytes]) -> str:
        raise OSError(28, "No space left on device")


@define
class ClosedFolder(NoSpace):
    """A folder that cannot even be read."""

    async def has(self, game: str) -> bool:
        raise PermissionError(13, "Permission denied")

    async def recorded(self) -> set[str]:
        raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("folder", [NoSpace, ClosedFolder])
async def test_a_record_that_cannot_be_written_is_written_at_the_next_start(
    folder: Callable[[], NoSpace],
) -> None:
    disk = Disk()
    async with hosting(disk, folder()) as host:
        ann, _ = await abandoned(host)
        game = ann.session.game or ""
        await ann.accepted(Start())
        assert ann.is_at(Stage.PLAYING)
    await write_due_records(disk, folder())
    records = KeptRecords()
    await write_due_records(disk, records)

    assert list(records.entries_by_game) == [game]
    assert records.entries_by_game[game] == (await disk.read(game)).entries
    await write_due_records(disk, records)


async def test_records_of_won_matches_are_written_as_they_end() -> None:
    records = KeptRecords()
    async with hosting(None, records, matches=2) as host:
        await host.open_home("cinq-et-trois", bots=2)
        with trio.fail_after(60):
            await host.house.done.wait()

        assert len(records.entries_by_game) == 2
        for entries in records.entries_by_game.values():
            assert isinstance(entries[-1].event, MatchWon)
