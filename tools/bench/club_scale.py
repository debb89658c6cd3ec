"""A large club of two daemons: many open games, and many players whose daemon is killed.

Here: what 10,000 open games cost, beside a hundredth of them; and the time until each of many players plays on at the
other daemon. Not here: moves under load (`clubs`).
"""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Final

import trio

from daemon.club.postgres_journal import open_club
from daemon.house.house_rules import MOST_TABLES
from daemon.journal.interface import GameOpened, Private, TokenIssued
from daemon.table.tokens import digest
from protocol.frozen import define
from protocol.log.table import Stage
from protocol.wire.messages import OpenTable, Tables
from protocol.wire.session import Session
from tests.daemon.wire_client import FarewellError, WireClient
from tests.played import entered
from tests.postgres import PostgresServer, running_server
from tools.bench.clubs import club_daemon
from tools.bench.coming_back import resume
from tools.bench.figures import Figure, share
from tools.bench.histories import AT, TOKEN, matches, people_only
from tools.bench.players import connected, line_of
from tools.bench.servers import Server, pinned

MB: Final = 1024.0 * 1024
PAUSE: Final = 1.0
"""Seconds, on average, between two attempts of a player whose daemon was killed."""
TIME_TO_PLAY_ON: Final = 240.0
AT_A_TIME: Final = 20
"""Pairs of players who sit down at a time, and games that are stored at a time."""


# Many open games.


def measure_open_games(takes: int, games: int) -> Iterator[Figure]:
    """So many open games beside a hundredth of them: first asleep, then with as many awake as `fivesd` allows."""
    few = max(2, games // 100)
    with running_server() as database:
        ours, bare = _open_games(database, takes, games), _open_games(database, takes, few)
    for name, (unit, value) in ours.items():
        yield Figure("club_games", f"{games:,} open games, {name}", unit, (value,), f"{few:,}", (bare[name][1],))


def _open_games(database: PostgresServer, takes: int, games: int) -> dict[str, tuple[str, float]]:
    """What these games cost, with the unit of each figure."""
    name = database.new_database()
    entries, costs = trio.run(_store_copies, database.url(name), games), dict[str, tuple[str, float]]()
    with ExitStack() as stack:
        west, east = (stack.enter_context(club_daemon(database, name)) for _ in range(2))
        stack.enter_context(pinned(1))
        costs["asleep, a daemon"] = ("MB", (west.memory or 0) / MB)
        costs["asleep, a list of tables"] = ("ms", share([_list_of_tables(west) for _ in range(5 * takes)], 0.5))
        work = sum(daemon.processor_time or 0 for daemon in (west, east))
        waking = Random(1).sample(range(games), min(games, 2 * MOST_TABLES))
        waits = [
            resume((west, east)[nth % 2], entries, f"copy-{game}", f"oak-{game}") for nth, game in enumerate(waking)
        ]
        work = sum(daemon.processor_time or 0 for daemon in (west, east)) - work
        costs["waking one, p50"] = ("ms", share(waits, 0.5))
        costs["waking one, p99"] = ("ms", share(waits, 0.99))
        costs["waking one, work"] = ("ms of a core", 1000 * work / len(waking))
        costs["with those awake, a daemon"] = ("MB", (west.memory or 0) / MB)
        costs["with those awake, a list of tables"] = (
            "ms",
            share([_list_of_tables(west) for _ in range(5 * takes)], 0.5),
        )
    return costs


async def _store_copies(url: str, copies: int) -> int:
    """Store so many copies of the first half of a match in a club, as `stored_copies` does; the entries of each."""
    (match,) = matches(1)
    part = entered(people_only(match[: len(match) // 2]))
    places = trio.CapacityLimiter(AT_A_TIME)

    async def store(nth: int) -> None:
        async with places:
            await club.own(f"oak-{nth}")
            private: list[Private] = [GameOpened(f"oak-{nth}", AT), TokenIssued(0, digest(TOKEN), is_host=True)]
            await journal.append(f"copy-{nth}", 0, part, private)

    async with open_club(url, "") as (journal, club), trio.open_nursery() as nursery:
        for nth in range(copies):
            nursery.start_soon(store, nth)
    return len(part)


def _list_of_tables(daemon: Server) -> float:
    """Milliseconds until a list has arrived."""
    with connected(daemon) as plug:
        start = time.perf_counter()
        plug.sendall(line_of(type="tables"))
        received = b""
        while not received.endswith(b"\n"):
            received += plug.recv(1 << 20)
        if json.loads(received)["type"] != "tables":
            raise RuntimeError(f"the daemon answers {received[:200]!r}")
        return 1000 * (time.perf_counter() - start)


# Many players after a kill.


def measure_kill(players: int) -> Iterator[Figure]:
    """The seconds from the end of the killed daemon's lease until a move has reached both players of each table."""
    with running_server(is_durable=True) as database, ExitStack() as stack:
        name = database.new_database()
        west, east = (stack.enter_context(club_daemon(database, name)) for _ in range(2))
        before = east.processor_time or 0
        waits = trio.run(_play_on_after_a_kill, west, east, (database, name), players // 2)
        work = (east.processor_time or 0) - before
    label = f"{players:,} players after a kill"
    for part, words in ((0.5, "p50"), (0.99, "p99"), (1.0, "the last one")):
        yield Figure("club_kill", f"{label}, {words}", "s after the lease", (share(waits, part),))
    yield Figure("club_kill", f"{label}, work of the other daemon", "ms of a core/player", (1000 * work / players,))


@define
class _Pair:
    """Two players at a table, in its first round."""

    clients: tuple[WireClient, WireClient]

    async def come_back(self, daemon: Server, chance: Random) -> None:
        """Connect to this daemon until it has their game, and play on."""
        async with trio.open_nursery() as nursery:
            for client in self.clients:
                nursery.start_soon(_come_back, client, daemon, chance)
        mover = next(client for client in self.clients if client.a_move() is not None)
        move = mover.a_move()
        assert move is not None
        seq = await mover.accepted(move)
        for client in self.clients:
            await client.until(lambda client=client: client.session.head >= seq)  # type: ignore[misc]


async def _come_back(client: WireClient, daemon: Server, chance: Random) -> None:
    while True:
        await client.leave()
        await trio.sleep(2 * PAUSE * chance.random())
        client.stream = await trio.open_tcp_stream("127.0.0.1", daemon.port)
        try:
            await client.enter()
        except FarewellError:
            continue
        return


async def _seated(daemon: Server) -> _Pair:
    """A pair at a new table of this daemon."""
    ann, ben = [
        WireClient(await trio.open_tcp_stream("127.0.0.1", daemon.port), Session("bench", name), TIME_TO_PLAY_ON)
        for name in ("Ann", "Ben")
    ]
    await ann.send(OpenTable("all-fives", seats=2))
    table = (await ann.expect(Tables)).opened
    for client in (ann, ben):
        await client.enter(table=table)
    for client in (ann, ben):
        await client.until(lambda client=client: client.is_at(Stage.PLAYING) and client.table.turn is not None)  # type: ignore[misc]
    return _Pair((ann, ben))


async def _play_on_after_a_kill(
    west: Server, east: Server, database: tuple[PostgresServer, str], pairs: int
) -> list[float]:
    """Seat the pairs at one daemon and kill it; each player's seconds after its lease."""
    seated: list[_Pair] = []
    places = trio.CapacityLimiter(AT_A_TIME)

    async def sit() -> None:
        async with places:
            seated.append(await _seated(west))

    async with trio.open_nursery() as nursery:
        for _ in range(pairs):
            nursery.start_soon(sit)
    west.process.kill()
    server, name = database
    ((left,),) = server.execute(
        f"SELECT extract(epoch FROM until - now())::float8 FROM daemons WHERE address LIKE '%:{west.port}'", name
    )
    end_of_lease, chance, waits = trio.current_time() + float(str(left)), Random(1), list[float]()

    async def come_back(pair: _Pair) -> None:
        await pair.come_back(east, chance)
        waits.extend([trio.current_time() - end_of_lease] * 2)

    with trio.fail_after(TIME_TO_PLAY_ON):
        async with trio.open_nursery() as nursery:
            for pair in seated:
                nursery.start_soon(come_back, pair)
    for pair in seated:
        for client in pair.clients:
            await client.leave()
    return waits
