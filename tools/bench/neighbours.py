"""Effects on others: a client that never reads, a table with hundreds of spectators, and spectators who chat.

Two groups of tables are paced alternately, one with the disturbance and one without, and their p99 are compared: for
each take, and for all takes together, which is less affected by a disk that is slow for a second.
"""

import selectors
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count

from tools.bench.figures import Figure, share
from tools.bench.load import LoadedTable, closed_loop, hang_up, paced
from tools.bench.moves import DAEMON
from tools.bench.players import FAR, PlayedTable, line_of, played_tables
from tools.bench.servers import Server, running

SECTION = "neighbours"
PACE = 10
"""Moves a second at each table."""
CHATTERS = (1, 5, 40)
REMARKS_A_SECOND = 3
"""As many as a guest may make over time (WIRE.md, "Limits")."""


def measure(takes: int, seconds: float, spectators: int, tables: int = 20) -> Iterator[Figure]:
    """Measure each disturbance."""
    with running(DAEMON) as daemon:
        yield from _stuck(daemon, takes, seconds, tables)
    with running(DAEMON) as daemon:
        yield from _crowded(daemon, takes, seconds, spectators, tables)
    for chatters in CHATTERS:
        with running(DAEMON) as daemon:
            yield from _chatting(daemon, takes, seconds, chatters)


def _taken(
    daemon: Server, tables: Sequence[LoadedTable], seconds: float, crowd: Sequence[LoadedTable] = ()
) -> Sequence[float]:
    """The duration of each move in seconds."""
    every = [*tables, *crowd]
    return paced(daemon, every, seconds, PACE * len(every), unmeasured=crowd).latencies


def _stuck(daemon: Server, takes: int, seconds: float, count: int) -> Iterator[Figure]:
    """One group has at each table a spectator who never reads, with more output than sockets can hold."""
    beside, alone = (played_tables(daemon, count, set=FAR) for _ in range(2))
    closed_loop(daemon, [*beside, *alone], 2 * seconds)
    plugs = [_never_reads(daemon, table, holds=2048) for table in beside]
    pairs = [(_taken(daemon, beside, seconds), _taken(daemon, alone, seconds)) for _ in range(takes)]
    for plug in plugs:
        plug.close()
    hang_up([*beside, *alone])
    yield from _figures(f"{count} tables with a client each that takes nothing", "none", pairs)


def _never_reads(daemon: Server, table: PlayedTable, holds: int | None = None) -> socket.socket:
    """A spectator whose socket holds this many bytes, or else all that it is sent here."""
    plug = socket.socket()
    if holds is not None:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, holds)
    plug.connect(("127.0.0.1", daemon.port))
    plug.sendall(line_of(type="hello", protocol=2, client="bench", name="Stuck", role="spectator", table=table.name))
    return plug


def _crowded(daemon: Server, takes: int, seconds: float, spectators: int, count: int) -> Iterator[Figure]:
    """Beside the measured tables, another table plays with hundreds of spectators, or none.

    The spectators do not read, because the load would then be busy with them instead of measuring; their sockets accept
    everything they are sent.
    """
    tables = played_tables(daemon, count)
    crowded, quiet = played_tables(daemon, 2)
    plugs = [_never_reads(daemon, crowded) for _ in range(spectators)]
    closed_loop(daemon, [*tables, crowded, quiet], 0.2)
    pairs = [
        (_taken(daemon, tables, seconds, [crowded]), _taken(daemon, tables, seconds, [quiet])) for _ in range(takes)
    ]
    for plug in plugs:
        plug.close()
    hang_up([*tables, crowded, quiet])
    yield from _figures(f"{count} tables beside one with {spectators} spectators", "one with none", pairs)


def _chatting(daemon: Server, takes: int, seconds: float, chatters: int) -> Iterator[Figure]:
    """Two tables; at one of them spectators chat as fast as allowed."""
    beside, alone = (played_tables(daemon, 1, set=FAR) for _ in range(2))
    closed_loop(daemon, [*beside, *alone], seconds)
    pace = 10 * PACE
    pairs = []
    for _ in range(takes):
        with _chat(daemon, beside[0], chatters):
            with_it = paced(daemon, beside, seconds, pace).latencies
        pairs.append((with_it, paced(daemon, alone, seconds, pace).latencies))
    hang_up([*beside, *alone])
    yield from _figures(f"a table with {chatters} who chat", "nobody", pairs)


@contextmanager
def _chat(daemon: Server, table: PlayedTable, chatters: int) -> Iterator[None]:
    """This many spectators who chat in turn, each at the limit, and read what they receive."""
    plugs = [_never_reads(daemon, table) for _ in range(chatters)]
    has_ended = threading.Event()
    talking = threading.Thread(target=_talk, args=(plugs, has_ended))
    talking.start()
    try:
        yield
    finally:
        has_ended.set()
        talking.join()
        for plug in plugs:
            plug.close()


def _talk(plugs: Sequence[socket.socket], has_ended: threading.Event) -> None:
    with selectors.DefaultSelector() as selector:
        for plug in plugs:
            selector.register(plug, selectors.EVENT_READ)
        for nth in count():
            remark = {"type": "say", "text": f"remark {nth}"}
            plugs[nth % len(plugs)].sendall(line_of(type="do", id=f"r-{nth}", seq=0, command=remark))
            for key, _ in selector.select(0):
                plugs[plugs.index(key.fileobj)].recv(1 << 20)
            if has_ended.wait(1 / (REMARKS_A_SECOND * len(plugs))):
                return


def _figures(name: str, beside: str, pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Iterator[Figure]:
    with_it, without = zip(*pairs, strict=True)
    yield Figure(SECTION, f"p99 at {name}", "ms", tuple(map(_p99, with_it)), beside, tuple(map(_p99, without)))
    together = [tuple(chain.from_iterable(takes)) for takes in (with_it, without)]
    yield Figure(SECTION, f"p99 of all takes at {name}", "ms", (_p99(together[0]),), beside, (_p99(together[1]),))


def _p99(took: Sequence[float]) -> float:
    """The p99 in milliseconds."""
    return 1000 * share(took, 0.99)
