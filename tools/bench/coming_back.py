"""Coming back: a player who resumes, and a daemon that restarts on a journal full of open games."""

import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.played import entered
from tools.bench.figures import Figure, side_by_side
from tools.bench.histories import TOKEN, long_game, matches, people_only, stored_copies, stored_game
from tools.bench.moves import DAEMON
from tools.bench.players import connected, line_of
from tools.bench.servers import Server, pinned, running

GAME = "game-of-the-bench"


def measure_resume(takes: int, lengths: Sequence[int]) -> Iterator[Figure]:
    """The time from a hello with a token to the last entry of the game, compared with the round trip of a ping."""
    (match,) = matches(1)
    for name, events in [("a whole match", match[:-1]), *((f"{n:,} entries", long_game(n)) for n in lengths)]:
        with TemporaryDirectory(prefix="fives-bench-") as folder:
            stored_game(Path(folder), GAME, entered(people_only(events)))
            with running(DAEMON, Path(folder)) as daemon, pinned(1):
                first = resume(daemon, len(events))
                waits = side_by_side(takes, partial(resume, daemon, len(events)), partial(_ping, daemon))
        yield Figure("resume", f"{name} ({len(events)}), a game that sleeps", "ms", (first,))
        yield Figure("resume", f"{name} ({len(events)})", "ms", waits[0], "a ping", waits[1])


def resume(daemon: Server, head: int, game: str = GAME, table: str = "oak") -> float:
    """Milliseconds until the player with `TOKEN` has received the whole game."""
    with connected(daemon) as plug:
        start = time.perf_counter()
        hello = {"protocol": 2, "client": "bench", "name": "Ann", "table": table, "game": game, "token": TOKEN}
        plug.sendall(line_of(type="hello", since=0, **hello))
        last = b'{"type":"entry","seq":%d,' % head
        received = b""
        while last not in received or not received.endswith(b"\n"):
            more = plug.recv(1 << 20)
            if not more:
                raise RuntimeError(f"the daemon hung up after {received[-200:]!r}")
            received += more
        return 1000 * (time.perf_counter() - start)


def _ping(daemon: Server) -> float:
    with connected(daemon) as plug:
        start = time.perf_counter()
        plug.sendall(line_of(type="ping", n=1))
        plug.recv(1 << 16)
        return 1000 * (time.perf_counter() - start)


def measure_restart(takes: int, games: int) -> Iterator[Figure]:
    """The time from starting the process until clients can join, compared with an empty journal."""
    with TemporaryDirectory(prefix="fives-bench-") as full:
        entries = stored_copies(Path(full), games)

        def start(data: Path | None) -> float:
            begun = time.perf_counter()
            with running(DAEMON, data):
                return time.perf_counter() - begun

        waits = side_by_side(takes, lambda: start(Path(full)), lambda: start(None))
    yield Figure("restart", f"{games:,} open games of {entries} entries", "s", waits[0], "an empty journal", waits[1])
