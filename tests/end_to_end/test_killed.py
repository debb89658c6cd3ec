"""Killed at any instant and restarted: nothing that was sent is lost, and everybody continues."""

from pathlib import Path

import pytest
import trio
from attrs import evolve

from daemon.journal.sqlite_journal import open_journal
from protocol.log.commands import AnswerRequest, EndMatch, RequestSeat, Say
from protocol.log.events import Entry, MatchWon, Said
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage
from protocol.wire.messages import AskTables, Do, OpenTable, Role, Tables
from protocol.wire.notices import SeatRequestNotice
from protocol.wire.session import Session
from tests.daemon.ways import PRIVATE
from tests.daemon.wire_client import FarewellError, WireClient
from tests.end_to_end.program import check_one_plain_line, fivesd, records_of, running
from tests.taken_over import play

MATCH = ["--rules", "all-fives", "--seats", "3", "--bots", "2", "--think", "0", "--set", "target=250", "--matches", "1"]


async def test_a_killed_daemon_continues_its_game_and_loses_nothing_it_had_sent(tmp_path: Path) -> None:
    data = tmp_path / "data"
    received: dict[int, Entry] = {}
    session, before = None, None
    for life in range(3):
        async with running(data, *MATCH) as daemon:
            ann = await daemon.client(session=session)
            held = ann.session.head
            welcome = await ann.enter()
            if session is not None:
                assert (welcome.from_, welcome.seat) == (held + 1, 0)
                assert await ann.do(Say("remember me"), under=f"k-{life - 1}") == before, "answered as before"
                await ann.accepted(Say("last words"), under=f"last-{life - 1}")
            before = await ann.do(Say("remember me"), under=f"k-{life}")
            await ann.play_some(turns=4)
            assert ann.is_at(Stage.PLAYING), "this is to happen in the middle of a match"
            await ann.send(Do(f"last-{life}", ann.session.head, Say("last words")))
            daemon.process.kill()
            await daemon.ends()
            await receive_the_rest(ann, received)
            session = ann.session
    async with running(data, *MATCH) as daemon:
        ann = await daemon.client(session=session)
        await ann.enter()
        await ann.accepted(Say("last words"), under="last-2")
        await ann.play_some(turns=1000)
        received.update({entry.seq: entry for entry in ann.session.entries})
        assert isinstance(ann.events[-1], MatchWon)
        await ann.leave()
        assert await daemon.ends() == 0
    entries = await stored_entries(data)
    assert len(received) == len(entries)
    for entry in entries:
        assert received[entry.seq] == evolve(entry, event=see(entry.event, Viewer(0)).event)
    assert [entry.event.text for entry in entries if isinstance(entry.event, Said)].count("last words") == 3
    assert fivesd("verify", *records_of(data)).returncode == 0


async def stored_entries(data: Path) -> tuple[Entry, ...]:
    async with open_journal(data / "journal.sqlite") as journal:
        (info,) = await journal.games()
        return (await journal.read(info.game)).entries


async def receive_the_rest(client: WireClient, received: dict[int, Entry]) -> None:
    """Receive what was still in transit when the daemon died."""
    try:
        while True:
            await client.receive()
    except FarewellError:
        received.update({entry.seq: entry for entry in client.session.entries})


async def test_a_daemon_restarted_with_other_flags_has_the_unfinished_game_and_a_new_table(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    async with running(data, "--rules", "cinq-et-trois") as daemon:
        ann = await daemon.client()
        await ann.enter()
    async with running(data, "--rules", "all-threes", "--set", "target=50") as daemon:
        again = await daemon.client(session=ann.session)
        await again.enter()
        assert (again.seat, again.table.preset) == (0, "cinq-et-trois")
        await again.send(AskTables())
        tables = (await again.expect(Tables)).tables
        assert [(table.rules, table.home) for table in tables] == [("all-threes", True), ("cinq-et-trois", False)]
    log = daemon.errors.read_text()
    assert "the unfinished game of table oak, the host's own before, waits for its players\n" in log
    assert "table ash is open, the host's own: All Threes, 2 seats\n" in log


async def test_a_killed_daemon_still_gives_a_seat_to_whom_it_was_promised(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, *MATCH) as daemon:
        ann = await daemon.client()
        await ann.enter()
        cho = await daemon.client(session=Session("tests", "Cho", Role.SPECTATOR))
        await cho.enter()
        await cho.accepted(RequestSeat(2))
        asked = await cho.expect(SeatRequestNotice)
        await ann.accepted(AnswerRequest(2, "Cho", admits=True))
        daemon.process.kill()
        await daemon.ends()
    async with running(data, *MATCH) as daemon:
        ann, cho = [await daemon.client(session=client.session) for client in (ann, cho)]
        await ann.enter()
        await cho.enter()
        requests = await trio.to_thread.run_sync(fivesd, "requests", "--data", data)
        assert "Cho asks for seat 3" in requests.stdout
        assert "agreed" in requests.stdout
        admit = await trio.to_thread.run_sync(fivesd, "admit", "Dan", "--data", data)
        check_one_plain_line(admit.stderr, ["nobody called 'Dan' asks for a seat", ": Cho does at oak"])
        await cho.accepted(RequestSeat(2, asked.claim))
        await play(ann, cho, until=lambda: cho.seat is not None and ann.table.seats[2].is_person)

        assert cho.seat == 2


@pytest.mark.plain(PRIVATE)
async def test_a_private_daemon_with_an_unfinished_game_opens_no_second_table(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, "--private") as daemon:
        client = await daemon.client()
        await client.send(OpenTable("cinq-et-trois", bots=1))
        await client.expect(Tables)
        await client.enter()
    async with running(data, "--private", "--rules", "all-threes") as daemon:
        client = await daemon.client()
        await client.send(AskTables())
        tables = (await client.expect(Tables)).tables
        assert [table.rules for table in tables] == ["cinq-et-trois"]


async def test_a_record_that_a_killed_daemon_did_not_write_is_written_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, "--rules", "cinq-et-trois", "--bots", "1", "--think", "0") as daemon:
        ann = await daemon.operator()
        await ann.enter()
        await ann.accepted(EndMatch())
        daemon.process.kill()
        await daemon.ends()
    for record in records_of(data):
        await trio.Path(record).unlink()

    async with running(data):
        assert len(records_of(data)) == 1
