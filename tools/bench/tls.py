"""What encryption costs the daemon: moves a second, the work of a move and of a new connection, and memory.

Two daemons on one core, loaded alternately: the clients of one connect with TLS, those of the other without.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

from attrs import evolve

from tools.bench.figures import Figure
from tools.bench.load import closed_loop, hang_up
from tools.bench.moves import DAEMON, figures_of
from tools.bench.players import connected, line_of, messages_from, played_tables
from tools.bench.servers import Server, running

BESIDE: Final = "without TLS"
KB, MB = 1024.0, 1024.0 * 1024


def measure(takes: int, seconds: float, tables: int, connections: int) -> Iterator[Figure]:
    """Measure new and idle connections, and then tables of four in the closed loop."""
    with ExitStack() as both:
        plain = both.enter_context(running(DAEMON))
        over_tls = evolve(both.enter_context(running(DAEMON)), over_tls=True)
        yield from _connections(over_tls, plain, takes, connections)
        loaded = [(server, played_tables(server, tables)) for server in (over_tls, plain)]
        for server, loaded_tables in loaded:
            both.callback(hang_up, loaded_tables)
            closed_loop(server, loaded_tables, 0.2)
        ours, bare = loaded
        loads = [(closed_loop(*ours, seconds), closed_loop(*bare, seconds)) for _ in range(takes)]
        yield from figures_of("tls", f"{tables} tables", loads, BESIDE)
        if over_tls.memory is not None and plain.memory is not None:
            name = f"a daemon with {tables} tables of four"
            yield Figure("tls", name, "MB", (over_tls.memory / MB,), BESIDE, (plain.memory / MB,))


def _connections(over_tls: Server, plain: Server, takes: int, count: int) -> Iterator[Figure]:
    """The work of a connection up to its first answer, and its memory then, which only the first take shows."""
    for server in (over_tls, plain):
        _of_a_connection(server, 1)  # what the first one alone takes
    ours, bare = zip(
        *((_of_a_connection(over_tls, count), _of_a_connection(plain, count)) for _ in range(takes)), strict=True
    )
    first, second = (tuple(work for work, _ in side) for side in (ours, bare))
    yield Figure("tls", "a new connection, work", "us of a core", first, BESIDE, second)
    if plain.memory is not None:
        yield Figure("tls", "an idle connection", "KB", (ours[0][1],), BESIDE, (bare[0][1],))


def _of_a_connection(server: Server, count: int) -> tuple[float, float]:
    """Microseconds of a core for each of this many new connections, and KB."""
    memory, work = server.memory or 0, server.processor_time or 0
    plugs = [connected(server) for _ in range(count)]
    for plug in plugs:
        plug.sendall(line_of(type="ping", n=1))
        next(messages_from(plug))
    work, memory = (server.processor_time or 0) - work, (server.memory or 0) - memory
    for plug in plugs:
        plug.close()
    time.sleep(0.5)  # until the server has noticed
    return 1e6 * work / count, memory / count / KB
