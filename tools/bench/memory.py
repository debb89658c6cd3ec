"""Memory of an idle connection, of a table with a finished match, of an entry, and of finished games.

Counts the bytes used only by the daemon's process, compared with the relay's. Nothing is measured where the system does
not report them (no /proc).
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.played import entered
from tools.bench.coming_back import GAME, resume
from tools.bench.figures import Figure
from tools.bench.histories import long_game, people_only, stored_game
from tools.bench.load import closed_loop, hang_up
from tools.bench.moves import BESIDE, DAEMON, RELAY
from tools.bench.players import PlayedTable, connected, played_tables, relayed_tables
from tools.bench.servers import Server, running

KB, MB = 1024.0, 1024.0 * 1024
LONGER_THAN_A_MATCH: Final = 600.0
SHORT: Final = {"target": 20}


def measure(connections: int, tables: int, entries: int, matches: int) -> Iterator[Figure]:
    """Measure each kind of memory once: unlike time, it hardly varies."""
    with running(DAEMON) as daemon, running(RELAY) as relay:
        if daemon.memory is None:
            return
        yield Figure("memory", "a daemon with nobody", "MB", (_weight(daemon) / MB,), BESIDE, (_weight(relay) / MB,))
        yield _idle(daemon, relay, connections)
    with running(DAEMON) as daemon, running(RELAY) as relay:
        yield from _tables(daemon, relay, tables)
    yield _entries(entries)
    yield from _finished(tables, matches)


def _weight(server: Server) -> float:
    return server.memory or 0.0


def _idle(daemon: Server, relay: Server, connections: int) -> Figure:
    def memory_of_one(server: Server) -> float:
        before = _weight(server)
        plugs = [connected(server) for _ in range(connections)]
        time.sleep(0.5)  # until the server has noticed them
        weight = (_weight(server) - before) / connections / KB
        for plug in plugs:
            plug.close()
        return weight

    return Figure("memory", "an idle connection", "KB", (memory_of_one(daemon),), BESIDE, (memory_of_one(relay),))


def _tables(daemon: Server, relay: Server, count: int) -> Iterator[Figure]:
    """A table of four with the history of one match, played to its end.

    One-time costs of a daemon (SQLite's pages, threads, caches for all games) fall on its first tables. They are
    included in the memory of the whole daemon, but not in that of a table, which is measured with as many more tables.
    """
    lines = relayed_tables(relay, count)
    tables = played_tables(daemon, count)
    _play_a_match(daemon, tables)
    yield Figure(
        "memory",
        f"a daemon with {count} tables of four after a match",
        "MB",
        (_weight(daemon) / MB,),
        BESIDE,
        (_weight(relay) / MB,),
    )
    before, bare_before = _weight(daemon), _weight(relay)
    more = played_tables(daemon, count)
    idle = _weight(daemon)
    _play_a_match(daemon, more)
    more_lines = relayed_tables(relay, count, first=count)
    bare = (_weight(relay) - bare_before) / count / KB
    entries = sum(table.clients[0].seen for table in more) / count
    yield Figure("memory", "one of as many more, at the first deal", "KB", ((idle - before) / count / KB,))
    name = f"the same after a match ({entries:.0f} entries)"
    yield Figure("memory", name, "KB", ((_weight(daemon) - before) / count / KB,), BESIDE, (bare,))
    hang_up([*tables, *lines, *more, *more_lines])


def _play_a_match(daemon: Server, tables: Sequence[PlayedTable]) -> None:
    for table in tables:
        table.plays_again = False
    closed_loop(daemon, tables, LONGER_THAN_A_MATCH)


def _entries(count: int) -> Figure:
    """The memory of an entry with its cached lines."""

    def weight(entries: int) -> float:
        with TemporaryDirectory(prefix="fives-bench-") as folder:
            events = people_only(long_game(entries))
            stored_game(Path(folder), GAME, entered(events))
            with running(DAEMON, Path(folder)) as daemon:
                resume(daemon, len(events))
                return _weight(daemon)

    few, many = max(10, count // 10), count
    return Figure(
        "memory", "an entry that was read and sent", "KB", ((weight(many) - weight(few)) / (many - few) / KB,)
    )


def _finished(tables: int, matches: int) -> Iterator[Figure]:
    """The memory of a daemon after some short matches in sequence, and after ten times as many."""
    with running(DAEMON) as daemon:
        played = played_tables(daemon, max(1, tables // 10), set=SHORT)
        weights = []
        for goal in (matches, 10 * matches):
            while sum(table.matches - 1 for table in played) < goal:
                closed_loop(daemon, played, 0.2)
            weights.append(_weight(daemon) / MB)
        name = f"after {10 * matches:,} short matches at {len(played)} tables"
        yield Figure("memory", name, "MB", (weights[1],), f"after {matches:,}", (weights[0],))
        hang_up(played)
