"""A host hands over everything: its sleeping games go on at the next host, and the records of the others go there."""

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import pytest
import trio
from attrs import define, evolve

from client.program.games_along import GamesAlong, fetch_games_along
from client.words import take_over_words
from daemon.journal.interface import Private, StoreError
from daemon.journal.records import read_file
from daemon.program.taking_along import keep_records_along, take_games_along
from protocol.log.audit import audit
from protocol.log.commands import EndMatch, HandOver, HostReady
from protocol.log.events import Entry, RoundEnded, Scored, TableOptions
from protocol.log.refusals import Reason
from protocol.wire.messages import AskTables, Farewell, Tables
from protocol.wire.notices import EVERYTHING, HandOverNotice
from protocol.wire.record import Header, write_record
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, Host, KeptRecords, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import WireClient, parting_of
from tests.taken_over import (
    GAME,
    HOST_KEY,
    SHORT,
    leads_on,
    opened_from,
    play,
    play_to_round,
    record_of,
    says_to_be_there,
)

WORD = "a word that nobody guesses"
READY = HostReady("192.168.1.20:5533", "vbnm5-a7z33-34ywp-emt4v", "2026-11-26-oak-1a2b3c", release=WORD)
MIXED = TableOptions(deals="mixed")


@define(eq=False)
class Old:
    """A host with Ann and Ben at its own table, a sleeping game of Dan and Eve, and a finished one of theirs."""

    host: Host
    ann: WireClient
    ben: WireClient
    dan: WireClient
    eve: WireClient
    finished: str

    @property
    def sleeping(self) -> str:
        """The id of the game that sleeps."""
        return self.dan.session.game or ""

    async def asks(self, *, everything: bool = True) -> None:
        """Ben is asked, and the table waits for his machine."""
        await self.ann.accepted(HandOver(1, everything))
        waits = HandOverNotice(1, here=True, text=EVERYTHING if everything else None)
        await play(self.ann, self.ben, until=lambda: waits in self.ben.received)

    async def sends(self, folder: Path, player: WireClient | None = None) -> GamesAlong:
        """What the program of this player, or of Ben, gets from it."""
        return await fetch_games_along(self.host.connect().stream, (player or self.ben).session, folder)


@asynccontextmanager
async def old_host(journal: MemoryJournal | None = None) -> AsyncIterator[Old]:
    journal = MemoryJournal() if journal is None else journal
    async with hosting(journal, patience=MONTHS) as host:
        before = await host.open_table(GAME, set=SHORT, options=MIXED)
        dan, _ = await sits(host, "Dan", before), await sits(host, "Eve", before)
        finished = dan.session.game or ""
        await dan.accepted(EndMatch())
        table = await host.open_table(GAME, set=SHORT, options=MIXED)
        dan, eve = await sits(host, "Dan", table), await sits(host, "Eve", table)
        await play_to_round(2, dan, eve)
    async with hosting(journal, patience=MONTHS) as host:
        home = await host.open_home(GAME, set=SHORT, options=MIXED)
        ann = await host.operator("Ann")
        await ann.enter(table=home.table)
        ben = await sits(host, "Ben", home.table)
        await play_to_round(1, ann, ben)
        yield Old(host, ann, ben, dan, eve, finished)


async def sits(host: Host, name: str, table: str) -> WireClient:
    """A player whose program can prove the seat elsewhere."""
    client = host.connect(session=Session("tests", name, sealer=Sealer(lambda: secrets.token_hex(32))))
    await client.enter(table=table)
    return client


async def test_the_sleeping_games_go_on_at_the_next_host_to_which_their_players_are_sent(tmp_path: Path) -> None:
    journal = MemoryJournal()
    async with old_host(journal) as old, hosting(patience=MONTHS) as new:
        await old.asks()
        along = await old.sends(tmp_path)
        assert along == GamesAlong(tmp_path, (old.sleeping,), finished=1, are_all=True)
        await take_games_along(new.journal, tmp_path)
        await new.house.tables.take_up()
        new.house.reach.key = HOST_KEY
        await old.ben.send(old.ben.asks(evolve(READY, along=along.unfinished)))
        assert (await old.ann.parting()).game == READY.game
        await says_to_be_there(old.host, old.ann, READY)

        assert await is_sent_on(old.host, old.dan)
        there = [await claims(new, client) for client in (old.dan, old.eve)]
        await play_to_round(2, *there)
        assert [client.session.succession.number for client in there] == [1, 1]
    async with hosting(journal) as again:
        assert await is_sent_on(again, old.eve)


@pytest.mark.parametrize("is_awake", [True, False])
async def test_the_next_host_holds_them_until_the_game_of_the_table_has_left(tmp_path: Path, *, is_awake: bool) -> None:
    async with old_host() as old, hosting(patience=MONTHS) as new:
        await old.asks()
        along = await old.sends(tmp_path)
        await take_games_along(new.journal, tmp_path, sha256(WORD.encode()).hexdigest())
        game = await opened_from(record_of(old.ben, tmp_path), new, seat=1, word=WORD)
        ready = evolve(READY, game=game, along=along.unfinished)
        await old.ben.send(old.ben.asks(ready))
        ben = await claims(new, old.ben, home=True)
        dan = await claims(new, old.dan) if is_awake else None
        assert ben.session.is_held
        assert dan is None or dan.session.is_held

        await leads_on(old.host, old.ann, ready, ben)

        dan = dan or await claims(new, old.dan)
        eve = await claims(new, old.eve)
        await play_to_round(2, dan, eve)


async def is_sent_on(host: Host, player: WireClient, game: str | None = None) -> bool:
    """Whether this player is sent to the new host, where the game has this id; None: the one that it had before."""
    session = player.session
    goodbye = await parting_of(host.connect(), game=session.game, token=session.token)
    return (goodbye.reason, goodbye.address, goodbye.game) == (Farewell.MOVED, READY.address, game or session.game)


async def claims(host: Host, player: WireClient, *, home: bool = False) -> WireClient:
    """The same player at the new host, as the client does it: without asking for the game, whose host may be gone."""
    again = host.connect(session=Session("tests", player.session.name, sealer=Sealer(player.session.sealer.new_secret)))
    await again.send(AskTables())
    (listed,) = [table for table in (await again.expect(Tables)).tables if table.home == home]
    assert listed.continues is not None
    again.session.claim(listed.continues.claim(HOST_KEY), player.session.sealer.secrets)
    await again.enter(table=listed.table)
    assert again.seat == player.seat
    return again


async def test_what_is_sent_has_no_running_round_and_what_has_ended_is_whole(tmp_path: Path) -> None:
    records = KeptRecords()
    async with old_host() as old:
        await old.asks()
        assert (await old.sends(tmp_path)).are_all
        await keep_records_along(records, tmp_path)

        entries = read_file(tmp_path / "sleeping-000.jsonl").entries
        stored = (await old.host.journal.read(old.sleeping)).entries
        assert isinstance(entries[-1].event, RoundEnded)
        assert entries == stored[: len(entries)]
        assert records.entries_by_game == {old.finished: (await old.host.journal.read(old.finished)).entries}


class EndsAfterOne(trio.abc.ReceiveStream):
    """A connection that ends when the first game has come."""

    def __init__(self, stream: trio.abc.Stream, folder: Path) -> None:
        self.stream = stream
        self.folder = folder

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return b"" if files_in(self.folder) else bytes(await self.stream.receive_some(100))

    async def aclose(self) -> None:
        await self.stream.aclose()


async def test_what_comes_before_the_connection_ends_is_known_not_to_be_all(tmp_path: Path) -> None:
    async with old_host() as old:
        await old.asks()
        stream = old.host.connect().stream
        ends = trio.StapledStream(stream, EndsAfterOne(stream, tmp_path))

        along = await fetch_games_along(ends, old.ben.session, tmp_path)

        assert along == GamesAlong(tmp_path, (old.sleeping,), are_all=False)
        assert take_over_words.came_along(1, 0, are_all=along.are_all) == (
            "Also on this machine now: 1 unfinished match. Perhaps there are others, which stay with the host before."
        )


async def test_nothing_else_is_sent_to_anybody(tmp_path: Path) -> None:
    async with old_host() as old:
        nothing = GamesAlong(tmp_path)
        assert await old.sends(tmp_path) == nothing, "nobody is asked"
        await old.asks(everything=False)
        assert await old.sends(tmp_path) == nothing, "only the match is handed over"
        await old.ann.accepted(HandOver(None))
        await old.asks()
        assert await old.sends(tmp_path, old.ann) == nothing, "another player is asked"
        assert await old.sends(tmp_path, old.dan) == nothing
        assert files_in(tmp_path) == []


async def test_only_at_the_hosts_own_table_and_only_by_the_host_everything_is_handed_over() -> None:
    async with old_host() as old:
        assert await old.ben.refused(HandOver(0, everything=True)) == Reason.NOT_ALLOWED
        table = await old.host.open_table(GAME, set=SHORT)
        gil, _ = await sits(old.host, "Gil", table), await sits(old.host, "Hal", table)
        assert await gil.refused(HandOver(1, everything=True)) == Reason.NOT_ALLOWED
        await gil.accepted(HandOver(1))


@pytest.mark.parametrize("everything", [True, False])
async def test_a_game_whose_players_have_come_meanwhile_or_that_was_not_offered_stays(
    tmp_path: Path, *, everything: bool
) -> None:
    async with old_host() as old:
        await old.asks(everything=everything)
        dan = await old.host.back(old.dan) if everything else old.dan
        await old.ben.send(old.ben.asks(evolve(READY, along=(old.sleeping,))))
        await old.ann.parting()
        await says_to_be_there(old.host, old.ann, READY)

        again = await old.host.back(dan)
        assert again.session.game == old.sleeping


class HalfFull(MemoryJournal):
    """A journal that stores nothing more in one game."""

    full = ""

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        if game == self.full:
            raise StoreError("the disk is full")
        await super().append(game, expected_seq, entries, private)


async def test_a_game_whose_leaving_is_not_stored_stays_also_after_a_restart() -> None:
    journal = HalfFull()
    async with old_host(journal) as old:
        await old.asks()
        journal.full = old.sleeping
        await old.ben.send(old.ben.asks(evolve(READY, along=(old.sleeping,))))
        await old.ann.parting()
        await says_to_be_there(old.host, old.ann, READY)
    journal.full = ""
    async with hosting(journal) as again:
        assert (await again.back(old.dan)).session.game == old.sleeping
        assert await is_sent_on(again, old.ben, READY.game)


async def test_a_new_host_that_is_late_gets_nothing(tmp_path: Path) -> None:
    async with old_host() as old:
        await old.asks()
        along = await old.sends(tmp_path)
        await old.ann.accepted(HandOver(None))

        assert await old.ben.refused(evolve(READY, along=along.unfinished)) == Reason.NOT_ALLOWED
        assert (await old.host.back(old.dan)).session.game == old.sleeping


def files_in(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def faster(entry: Entry) -> Entry:
    """An entry that gives away points."""
    event = entry.event
    return evolve(entry, event=evolve(event, awarded=event.awarded + 5)) if isinstance(event, Scored) else entry


def cut(entry: Entry) -> Entry:
    return evolve(entry, seq=entry.seq + 1)


@pytest.mark.parametrize("change", [faster, cut])
async def test_games_from_a_stranger_are_audited_and_the_others_come_along(
    tmp_path: Path, change: Callable[[Entry], Entry]
) -> None:
    async with old_host() as old:
        await old.asks()
        assert (await old.sends(tmp_path)).are_all
    for path in files_in(tmp_path):
        record = read_file(path)
        header = Header("../../escaped", record.header.table, record.header.at)
        kind = path.name.partition("-")[0]
        (tmp_path / f"{kind}-100.jsonl").write_bytes(b"not a record")
        (tmp_path / f"{kind}-101.jsonl").write_bytes(b"".join(write_record(record.header, map(change, record.entries))))
        if kind == "finished":
            (tmp_path / "finished-102.jsonl").write_bytes(b"".join(write_record(header, record.entries)))
    journal, records = MemoryJournal(), KeptRecords()

    await take_games_along(journal, tmp_path)
    await take_games_along(journal, tmp_path)
    await keep_records_along(records, tmp_path)

    (taken,) = await journal.games()
    assert taken.resumed_from == old.sleeping
    assert not taken.is_home
    assert audit((await journal.read(taken.game)).entries, goes_on=True) is None
    assert [*records.entries_by_game] == [old.finished]
    await take_games_along(journal, tmp_path / "gone")
