"""A game that goes on at another host, for tests: players whose programs can prove their seats, and the new host."""

import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import trio

from daemon.house.home_opening import open_home
from daemon.house.taking_over import game_in, take_over
from protocol.log.commands import GoOn, HostReady, Move
from protocol.log.events import Entry, RoundEnded
from protocol.log.table import fold
from protocol.wire.messages import (
    Arrival,
    AskTables,
    Farewell,
    Goodbye,
    OpenTable,
    Role,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.record import Header, write_record
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.daemon.harness import Host
from tests.daemon.wire_client import WireClient, parting_of

GAME = "cinq-et-trois"
SHORT = {"target": 61}
HOST_KEY = "vbnm5-a7z33-34ywp-emt4v"
"""The key of the host at which the game goes on."""


async def seated(
    host: Host, name: str, *, role: Role = Role.PLAYER, mixes: bool = True, is_page: bool = False
) -> WireClient:
    """A player at the only table. Without `mixes` the program has no secrets; `is_page`: it is the host's page."""
    sealer = Sealer((lambda: secrets.token_hex(32)) if mixes else None, is_page=is_page)
    client = host.connect(session=Session("tests", name, role, sealer=sealer))
    await client.enter()
    return client


async def play(*clients: WireClient, until: Callable[[], bool]) -> None:
    """Have each of them play whenever it is their turn, until this is true."""

    async def play_one(client: WireClient) -> None:
        while not until():
            move: Move | None = client.a_move()
            if move is None:
                await client.receive()
            else:
                await client.do(move)
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for client in clients:
            nursery.start_soon(play_one, client)


async def play_to_round(number: int, *clients: WireClient) -> None:
    """Play until this round has been dealt, and somebody has played in it."""
    table = clients[0]

    def is_there() -> bool:
        round_ = table.table.round
        return round_ is not None and round_.number == number and bool(round_.layout.tiles)

    await play(*clients, until=is_there)


def record_of(client: WireClient, folder: Path, *, entries: int | None = None) -> Path:
    """The record that this client would have of its game, or of its first entries, as its seat has seen it."""
    return record_of_session(client.session, folder, entries=entries)


def record_of_session(session: Session, folder: Path, *, entries: int | None = None) -> Path:
    """The same of a session."""
    path = folder / "game.jsonl"
    header = Header(session.game or "", session.table_name or "", session.entries[0].at)
    path.write_bytes(b"".join(write_record(header, session.entries[:entries])))
    return path


async def opened_from(
    record: Path,
    host: Host,
    *,
    seat: int | None = 0,
    secret: str | None = None,
    key: str = HOST_KEY,
    word: str | None = None,
) -> str:
    """Have this host take the game over, as at its start; returns the id that the game has there.

    `word`: it holds the game until it is told this word of the host before.
    """
    host.house.reach.key = key
    hold = None if word is None else sha256(word.encode()).hexdigest()
    game = await take_over(host.journal, game_in(record, seat, secret, hold), key)
    await host.house.tables.take_up()
    await open_home(host.house.tables, OpenTable("fives-and-threes"), game)
    return game


async def leads_on(host: Host, client: WireClient, there: HostReady, new: WireClient) -> None:
    """The host before hears that this player has come to the new one, and the new one that it may go on."""
    goodbye = await says_to_be_there(host, client, there)
    assert (goodbye.reason, goodbye.waits) == (Farewell.MOVED, False)
    await new.accepted(GoOn(goodbye.release))


async def listed_at(host: Host) -> TableSummary:
    """The table where the game goes on, as this host lists it."""
    asking = host.connect("Asking")
    await asking.send(AskTables())
    tables = (await asking.expect(Tables)).tables
    await asking.leave()
    return next(table for table in tables if table.continues is not None)


async def claim_of(host: Host, key: str | None = None) -> str:
    """What a player states to this host, or to the one with this key, to come to a seat of the game there."""
    continues = (await listed_at(host)).continues
    assert continues is not None
    return continues.claim(key or host.house.reach.key or "")


async def claimed(host: Host, client: WireClient) -> tuple[WireClient, Welcome]:
    """The same player at another host, by a claim."""
    before = client.session
    sealer = Sealer(before.sealer.new_secret, is_page=before.sealer.is_page)
    again = host.connect(session=Session("tests", before.name, sealer=sealer))
    continues = (await listed_at(host)).continues
    assert continues is not None
    key = host.house.reach.key or ""
    again.session.claim(continues.claim(key), before.sealer.secrets, continues.arrival(key))
    return again, await again.enter()


async def says_to_be_there(host: Host, client: WireClient, there: HostReady, *arrived: Arrival) -> Goodbye:
    """What the host before answers to the program of this player, who plays at that host now."""
    session = client.session
    known = {"table": session.table_name, "game": session.game, "token": session.token}
    return await parting_of(host.connect(session.name), plays_at=there, arrived=arrived, **known)


def scores_after(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The scores after the last finished round of these entries."""
    ends = [nth for nth, entry in enumerate(entries, start=1) if isinstance(entry.event, RoundEnded)]
    return fold(entry.event for entry in entries[: ends[-1] if ends else 1]).scores
