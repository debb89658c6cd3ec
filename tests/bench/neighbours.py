"""What others feel: a client that takes nothing, and a table that hundreds look at.

Two groups of tables are paced by turns, one with the trouble and one without, and their p99 are compared: take by take,
and that of all takes together, which a disk that is slow for a second sways less.
"""

import socket
from collections.abc import Iterator, Sequence
from itertools import chain

from tests.bench.figures import Figure, share
from tests.bench.load import LoadedTable, closed_loop, hang_up, paced
from tests.bench.moves import DAEMON
from tests.bench.players import FAR, PlayedTable, line_of, played_tables
from tests.bench.servers import Server, running

SECTION = "neighbours"
PACE = 10
"""Moves a second at each table."""


def measure(takes: int, seconds: float, watchers: int, tables: int = 20) -> Iterator[Figure]:
    """Both troubles."""
    with running(DAEMON) as daemon:
        yield from _stuck(daemon, takes, seconds, tables)
    with running(DAEMON) as daemon:
        yield from _crowded(daemon, takes, seconds, watchers, tables)


def _taken(
    daemon: Server, tables: Sequence[LoadedTable], seconds: float, crowd: Sequence[LoadedTable] = ()
) -> Sequence[float]:
    """How long each move took, in seconds."""
    every = [*tables, *crowd]
    return paced(daemon, every, seconds, PACE * len(every), unmeasured=crowd).latencies


def _stuck(daemon: Server, takes: int, seconds: float, count: int) -> Iterator[Figure]:
    """At each table of one group somebody looks on who never reads, and has more to read than sockets hold."""
    beside, alone = (played_tables(daemon, count, set=FAR) for _ in range(2))
    closed_loop(daemon, [*beside, *alone], 2 * seconds)
    plugs = [_never_reads(daemon, table, holds=2048) for table in beside]
    pairs = [(_taken(daemon, beside, seconds), _taken(daemon, alone, seconds)) for _ in range(takes)]
    for plug in plugs:
        plug.close()
    hang_up([*beside, *alone])
    yield from _figures(f"{count} tables with a client each that takes nothing", "none", pairs)


def _never_reads(daemon: Server, table: PlayedTable, holds: int | None = None) -> socket.socket:
    """A spectator whose socket holds so many bytes, or else as many as it is sent here."""
    plug = socket.socket()
    if holds is not None:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, holds)
    plug.connect(("127.0.0.1", daemon.port))
    plug.sendall(line_of(type="hello", protocol=1, client="bench", name="Stuck", role="spectator", table=table.name))
    return plug


def _crowded(daemon: Server, takes: int, seconds: float, watchers: int, count: int) -> Iterator[Figure]:
    """Beside the tables that are measured, one plays on with hundreds who look on, or with nobody.

    They do not read, or the load would be busy with them instead of measuring; their sockets take what they are sent.
    """
    tables = played_tables(daemon, count)
    crowded, quiet = played_tables(daemon, 2)
    plugs = [_never_reads(daemon, crowded) for _ in range(watchers)]
    closed_loop(daemon, [*tables, crowded, quiet], 0.2)
    pairs = [
        (_taken(daemon, tables, seconds, [crowded]), _taken(daemon, tables, seconds, [quiet])) for _ in range(takes)
    ]
    for plug in plugs:
        plug.close()
    hang_up([*tables, crowded, quiet])
    yield from _figures(f"{count} tables beside one with {watchers} spectators", "one with none", pairs)


def _figures(name: str, beside: str, pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Iterator[Figure]:
    with_it, without = zip(*pairs, strict=True)
    yield Figure(SECTION, f"p99 at {name}", "ms", tuple(map(_p99, with_it)), beside, tuple(map(_p99, without)))
    together = [tuple(chain.from_iterable(takes)) for takes in (with_it, without)]
    yield Figure(SECTION, f"p99 of all takes at {name}", "ms", (_p99(together[0]),), beside, (_p99(together[1]),))


def _p99(took: Sequence[float]) -> float:
    """In milliseconds."""
    return 1000 * share(took, 0.99)
