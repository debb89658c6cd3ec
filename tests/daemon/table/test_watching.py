"""Spectators and readers: what they see, and what they may not do."""

import pytest
import trio.testing
from attrs import define

from daemon.journal.interface import PIECE, Pieces, StoredRows
from protocol.game.tiles import HIDDEN
from protocol.log.audit import audit
from protocol.log.commands import (
    EndMatch,
    LeaveSeat,
    Pause,
    Rematch,
    Say,
)
from protocol.log.events import (
    Entry,
    Knocked,
    MatchAbandoned,
    RoundDealt,
    Said,
    SeatLeft,
    TableOptions,
    TileDrawn,
)
from protocol.wire.messages import Role, Welcome
from protocol.wire.session import Session
from tests.daemon import ways
from tests.daemon.harness import Host, KeptRecords, abandoned, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of


async def test_a_spectator_has_no_seat_and_sees_no_hand() -> None:
    async with hosting() as host:
        await host.open_table("all-fives")
        await host.seated("Ann"), await host.seated("Ben")
        eve = await host.watching()

        assert (eve.seat, eve.session.token) == (None, None)
        assert eve.table.round is not None
        assert {tile for hand in eve.table.round.hands for tile in hand} == {HIDDEN}
        assert set(eve.table.round.boneyard) == {HIDDEN}


async def test_a_late_spectator_receives_everything_from_the_beginning() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")
        for nth in range(5):
            await ann.accepted(Say(f"word {nth}"))
        eve = await host.watching()

        assert [entry.seq for entry in eve.session.entries] == list(range(1, ann.session.head + 1))


async def test_a_spectator_may_chat_but_not_play() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann, _ = await host.seated("Ann"), await host.seated("Ben")
        eve = await host.watching("Eve")

        await eve.accepted(Say("good luck"))
        move = next(client.a_move() for client in (ann, _) if client.a_move() is not None)
        assert move is not None
        assert await eve.refused(move) == "not_seated"
        assert await eve.refused(Pause()) == "not_allowed"
        assert await eve.refused(Rematch()) == "not_seated"

        await ann.accepted(EndMatch())
        assert await ann.expect_event(Said) == Said(None, "Eve", "good luck")


async def test_a_table_without_spectators_refuses_them() -> None:
    async with hosting() as host:
        await host.open_table(options=TableOptions(spectators=False))

        assert (await parting_of(host.connect(role=Role.SPECTATOR))).reason == "no_spectators"


async def test_leaving_a_seat_at_a_table_without_spectators_leaves_the_table() -> None:
    async with hosting() as host:
        await host.open_table(options=TableOptions(spectators=False))
        ann, ben = await host.seated("Ann"), await host.seated("Ben")

        await ben.accepted(LeaveSeat())

        assert (await ben.parting()).reason == "no_spectators"
        assert await ann.expect_event(SeatLeft) == SeatLeft(1)


async def test_a_reader_receives_a_finished_game_with_nothing_hidden() -> None:
    async with hosting() as host:
        ann, _ = await abandoned(host)
        reader = host.connect(role=Role.READER)
        welcome = await reader.enter(game=ann.session.game)

        assert (welcome.seat, welcome.token, welcome.from_) == (None, None, 1)
        stored = await host.journal.read(ann.session.game or "")
        assert tuple(reader.session.entries) == stored.entries
        dealt = next(event for event in reader.events if isinstance(event, RoundDealt))
        assert all(HIDDEN not in hand for hand in (*dealt.hands, dealt.boneyard))


async def test_chat_after_the_end_is_sent_to_readers_but_not_written_to_the_record() -> None:
    records = KeptRecords()
    async with hosting(records=records) as host:
        ann, _ = await abandoned(host)
        await ann.accepted(Say("good game"))
        reader = host.connect(role=Role.READER)
        await reader.enter(game=ann.session.game)

        assert [type(event) for event in reader.events[-2:]] == [MatchAbandoned, Said]
        assert records.entries_by_game[ann.session.game or ""] == tuple(reader.session.entries[:-1])
        assert audit(reader.session.entries) is None


async def test_a_reader_may_read_only_finished_games() -> None:
    async with hosting() as host:
        await host.open_table("cinq-et-trois")
        ann = await host.seated("Ann")

        for game, reason in ((ann.session.game, "not_finished"), ("nothing", "no_such_game"), (None, "no_such_game")):
            goodbye = await parting_of(host.connect(role=Role.READER), game=game)
            assert (goodbye.reason, "None" in goodbye.detail) == (reason, False)


async def test_a_player_may_read_an_unfinished_game_from_their_seat_without_appearing_at_the_table() -> None:
    journal = MemoryJournal()
    async with hosting(journal) as host:
        await host.open_table("cinq-et-trois", password="sesame", options=TableOptions(spectators=False))
        ann = await host.seated("Ann", password="sesame")
        await host.seated("Ben", password="sesame")
        stored = await journal.read(ann.session.game or "")

    async with hosting(journal) as host:
        reader = host.connect(role=Role.READER)
        welcome = await reader.enter(game=ann.session.game, token=ann.session.token)

        assert (welcome.seat, welcome.token, reader.table) == (0, None, await host.as_seen(ann))
        assert await journal.read(ann.session.game or "") == stored
        assert (await parting_of(host.connect(role=Role.READER), game=ann.session.game)).reason == "bad_password"


async def test_the_password_of_a_table_protects_its_finished_games_too() -> None:
    async with hosting() as host:
        ann, _ = await abandoned(host, password="sesame")
        game = ann.session.game

        for password in (None, "", "open"):
            reader = host.connect(role=Role.READER)
            assert (await parting_of(reader, game=game, password=password)).reason == "bad_password"
        for key in ({"password": "sesame"}, {"token": ann.session.token}):
            reader = host.connect(role=Role.READER)
            assert (await reader.enter(game=game, **key)).head == ann.session.head


async def test_a_game_without_spectators_can_be_read_only_by_its_players() -> None:
    async with hosting() as host:
        ann, _ = await abandoned(host, options=TableOptions(spectators=False))
        game = ann.session.game

        for token in (None, "no such token"):
            reader = host.connect(role=Role.READER)
            assert (await parting_of(reader, game=game, token=token)).reason == "no_spectators"
        reader = host.connect(role=Role.READER)
        assert (await reader.enter(game=game, token=ann.session.token)).head == ann.session.head


async def test_a_reader_cannot_do_anything() -> None:
    async with hosting() as host:
        ann, _ = await abandoned(host)
        reader = host.connect(role=Role.READER)
        await reader.enter(game=ann.session.game)

        await reader.send_bytes(b'{"type":"do","id":"a","seq":1,"command":{"type":"rematch"}}\n')

        assert (await reader.parting()).reason == "malformed"


@define
class CountedPieces:
    """Chunks of a game, counting the entries read so far."""

    pieces: Pieces
    entries: int = 0

    async def next(self) -> StoredRows | None:
        piece = await self.pieces.next()
        self.entries += 0 if piece is None else len(piece.entries)
        return piece


class CountingJournal(MemoryJournal):
    """A journal that records how much of a game each reader has read."""

    def __init__(self) -> None:
        super().__init__()
        self.counted: list[CountedPieces] = []

    def pieces(self, game: str) -> Pieces:
        self.counted.append(CountedPieces(super().pieces(game)))
        return self.counted[-1]


async def slow_reader(host: Host, game: str) -> WireClient:
    """A reader whose stream accepts nothing that is not read at once; it has read the welcome."""
    ours, theirs = trio.testing.lockstep_stream_pair()
    host.receive(theirs)
    reader = host.client(ours, session=Session("tests", "Eve", Role.READER))
    await reader.hello(game=game)
    await reader.expect(Welcome)
    return reader


async def long_finished_game(journal: MemoryJournal, entries: int) -> str:
    """A finished game, followed by a lot of chat."""
    async with hosting(journal) as host:
        ann, _ = await abandoned(host)
        game, head = ann.session.game or "", ann.session.head
    said = [Entry(head + nth, journal.entries_now(game)[-1].at, Said(0, "Ann", "x" * 400)) for nth in range(1, entries)]
    await journal.append(game, head, said)
    return game


async def test_a_game_is_read_from_the_journal_only_as_fast_as_its_reader_accepts_it() -> None:
    journal = CountingJournal()
    game = await long_finished_game(journal, 20 * PIECE)
    async with hosting(journal) as host:
        journal.counted.clear()
        reader = await slow_reader(host, game)
        await trio.testing.wait_all_tasks_blocked()

        looked_at, sent = journal.counted
        assert looked_at.entries == len(journal.entries_now(game)), "all of it is looked at first"
        assert sent.entries <= 4 * PIECE

        await reader.catch_up()
        assert reader.session.entries == journal.entries_now(game)
        assert sent.entries == len(journal.entries_now(game))


async def test_a_reader_gets_a_goodbye_when_the_rest_of_its_game_is_lost() -> None:
    journal = MemoryJournal()
    game = await long_finished_game(journal, 10 * PIECE)
    async with hosting(journal) as host:
        reader = await slow_reader(host, game)
        await trio.testing.wait_all_tasks_blocked()
        await journal.forget([game])

        assert (await reader.parting()).reason == "trouble"
        assert 0 < reader.session.head <= 4 * PIECE


@pytest.mark.no_lines(ways.NO_HALF)
async def test_a_reader_that_closes_its_sending_side_gets_the_whole_game() -> None:
    journal = MemoryJournal()
    game = await long_finished_game(journal, 10 * PIECE)
    async with hosting(journal) as host:
        reader = host.connect(role=Role.READER)
        await reader.hello(game=game)
        await ways.end_sending(reader.stream)

        await reader.expect(Welcome)
        await reader.catch_up()

        assert reader.session.entries == journal.entries_now(game)


async def test_an_impossible_entry_is_found_before_anything_is_sent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal = MemoryJournal()
    game = await long_finished_game(journal, 3 * PIECE)
    head = len(journal.entries_now(game))
    await journal.append(game, head, [Entry(head + 1, "now", Knocked(0))])
    async with hosting(journal) as host:
        reader = host.connect(role=Role.READER)

        assert (await parting_of(reader, game=game)).reason == "trouble"
        assert len(reader.lines) == 1
    assert f"game {game}, entry {head + 1}: " in caplog.text


async def test_only_the_seat_that_draws_sees_the_tile() -> None:
    async with hosting(chance=3) as host:
        await host.open_table("all-fives")
        players = [await host.seated("Ann"), await host.seated("Ben")]
        eve = await host.watching()
        drew = None
        while drew is None:
            for client in players:
                move = client.a_move()
                if move is not None:
                    seq = await client.accepted(move)
                    if isinstance(client.session.entries[-1].event, TileDrawn):
                        drew = client
                    for other in (*players, eve):
                        await other.until(lambda other=other, seq=seq: other.session.head >= seq)  # type: ignore[misc]  # defaults

        assert drew.events[-1].tile is not HIDDEN  # type: ignore[union-attr]  # it is a draw
        for other in (*players, eve):
            if other is not drew:
                assert other.events[-1] == TileDrawn(drew.seat or 0, HIDDEN)
