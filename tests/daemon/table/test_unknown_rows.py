"""A private row that only a newer or another daemon knows: no damage, kept as it is, and no business of any client."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from trio.testing import MockClock

from daemon.house.taking_over import go_on_from_copy
from daemon.journal.interface import Journal, Private, SeatForgotten, UnknownRow
from daemon.journal.journal_copy import copy_journal
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_reading import open_reader
from protocol.log.commands import ChangeGame, EndMatch, Kick, LeaveSeat, Rematch
from protocol.log.events import TilePlayed
from protocol.log.table import Stage
from protocol.wire.messages import Welcome
from tests.daemon.harness import Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient

BENS = UnknownRow({"type": "applauded", "seat": 1, "word": "a word for Ben"})
CHOS = UnknownRow({"type": "applauded", "seat": 2, "word": "a word for Cho"})
TABLES = UnknownRow({"type": "music_chosen", "of": ["é", None, 1.5]})


@asynccontextmanager
async def after_a_newer_daemon(
    journal: Journal, rows: Sequence[UnknownRow] = (BENS, TABLES), seats: int = 2
) -> AsyncIterator[tuple[Host, WireClient, WireClient]]:
    """A house with Ann's and Ben's game, in which another daemon has stored rows."""
    async with hosting(journal) as host:
        await host.open_table("all-fives", seats=seats)
        ann, ben = await host.seated("Ann"), await host.seated("Ben")
    game = ben.session.game or ""
    await journal.append(game, len((await journal.read(game)).entries), [], rows)
    async with hosting(journal) as host:
        yield host, await host.back(ann), await host.back(ben)


async def unknown_rows(journal: Journal, game: str | None) -> list[Private]:
    stored = await journal.read(game or "")
    return [row for row in stored.private if isinstance(row, UnknownRow | SeatForgotten)]


async def test_its_game_is_opened_played_on_verified_and_copied(tmp_path: Path) -> None:
    path, copy = tmp_path / "journal.sqlite", tmp_path / "copy"
    copy.mkdir()
    async with open_journal(path) as journal:
        async with after_a_newer_daemon(journal) as (_, ann, ben):
            mover = ann if ann.table.turn == ann.seat else ben
            await mover.play_some(1)
            await ann.expect_event(TilePlayed)
            game = ann.session.game
            lines = b"".join((*ann.lines, *ben.lines))
        assert await unknown_rows(journal, game) == [BENS, TABLES]
    content = await trio.to_thread.run_sync(copy_journal, path, copy, lambda _copied, _pages: None)

    assert b"applauded" not in lines
    assert b"music" not in lines
    assert content.damaged == frozenset()
    with open_reader(copy / "journal.sqlite") as reader:
        reader.verify()
        assert reader.damage == {}
        assert [row for row in reader.read(game or "").private if isinstance(row, UnknownRow)] == [BENS, TABLES]


async def test_it_comes_along_to_a_rematch() -> None:
    journal = MemoryJournal()
    async with after_a_newer_daemon(journal) as (_, ann, ben):
        await (ann if ann.session.is_host else ben).accepted(EndMatch())
        for player in (ann, ben):
            await player.until(lambda player=player: player.is_at(Stage.OVER))  # type: ignore[misc]
            await player.send(player.asks(Rematch()))
        await ben.expect(Welcome)

        assert await unknown_rows(journal, ben.session.game) == [BENS, TABLES]


async def test_it_comes_along_in_a_restored_copy() -> None:
    journal = MemoryJournal()
    async with after_a_newer_daemon(journal) as (_, ann, _ben):
        before = ann.session.game
    await go_on_from_copy(journal)

    (successor,) = [info.game for info in await journal.games(unfinished_only=True) if info.game != before]
    assert await unknown_rows(journal, successor) == [BENS, TABLES]


async def test_it_follows_its_player_to_another_seat_of_a_changed_game() -> None:
    journal = MemoryJournal()
    async with after_a_newer_daemon(journal, [CHOS], seats=4) as (host, ann, ben):
        cho = await host.seated("Cho")
        await ann.accepted(LeaveSeat())
        await ben.accepted(ChangeGame("cinq-et-trois", seats=2))
        await cho.expect(Welcome)

        assert cho.seat == 0
        assert await unknown_rows(journal, cho.session.game) == [UnknownRow({**CHOS.fields, "seat": 0})]


async def test_with_a_seat_it_is_void_also_after_a_restart(autojump_clock: MockClock) -> None:
    journal = MemoryJournal()
    async with after_a_newer_daemon(journal, seats=4) as (_, ann, _ben):
        await ann.accepted(Kick(1))
        assert await unknown_rows(journal, ann.session.game) == [BENS, TABLES, SeatForgotten(1)]
    async with hosting(journal) as host:
        ann = await host.back(ann)
        await host.seated("Cho")
        await ann.accepted(ChangeGame("all-fives", seats=3))
        await ann.until(lambda: len(ann.table.seats) == 3)

        assert await unknown_rows(journal, ann.session.game) == [TABLES]
