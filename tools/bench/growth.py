"""How the cost of a move, a join, a list of tables and a restart grows while something in the daemon grows tenfold.

A cost is the daemon's processor time. It is measured at one size and at ten times that size alternately, and their
ratio gives the exponent: 0 for a cost that stays the same, 1 for one that grows in proportion, 2 for a quadratic one.
Nothing is measured where the system does not report the processor time of another process exactly.
"""

import json
import math
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from attrs import frozen

from tools.bench.figures import Figure, side_by_side
from tools.bench.histories import stored_copies
from tools.bench.load import closed_loop, hang_up
from tools.bench.moves import DAEMON
from tools.bench.players import FAR, PlayedTable, connected, line_of, messages_from, open_tables, played_tables
from tools.bench.servers import Server, pinned, running

SECTION: Final = "growth"
GROWING: Final = ("open tables", "sleeping games", "finished games", "entries", "spectators")
SURVIVES_A_RESTART: Final = ("sleeping games", "finished games", "entries")
TENFOLD: Final = 10
BUSY: Final = 4
"""How many tables make the moves that are measured, beside everything else."""


@frozen
class World:
    """A daemon with something in it. Moves are measured at the `tables`, all else at the first of them."""

    daemon: Server
    tables: list[PlayedTable]

    def move(self, seconds: float) -> float:
        return 1e-6 * closed_loop(self.daemon, self.tables, seconds).work_a_move

    def watch(self, seconds: float) -> float:
        """A spectator who comes, receives the whole game and leaves."""
        table = self.tables[0]

        def watch() -> None:
            with connected(self.daemon) as plug:
                hello = {"protocol": 2, "client": "bench", "name": "Look", "role": "spectator", "table": table.name}
                plug.sendall(line_of(type="hello", **hello))
                received = b""
                while b'{"type":"entry","seq":%d,' % table.clients[0].seen not in received[-4096:]:
                    received += plug.recv(1 << 20)

        return self._cost(watch, seconds)

    def come_back(self, seconds: float) -> float:
        """A player who comes back to a seat and has all entries but the last. The load has lost the seat then."""
        table = self.tables[0]

        def come_back() -> None:
            mine = json.loads(table.clients[0].welcome)
            with connected(self.daemon) as plug:
                hello = {"protocol": 2, "client": "bench", "name": "Load 1", "table": table.name}
                back = {"game": mine["game"], "token": mine["token"], "since": table.clients[0].seen - 1}
                plug.sendall(line_of(type="hello", **hello, **back))
                welcome = next(messages_from(plug))
                table.clients[0].welcome = json.dumps(welcome).encode()

        return self._cost(come_back, seconds)

    def list_tables(self, seconds: float) -> float:
        with connected(self.daemon) as plug:
            messages = messages_from(plug)

            def list_tables() -> None:
                plug.sendall(line_of(type="tables"))
                next(messages)

            return self._cost(list_tables, seconds)

    def _cost(self, action: Callable[[], None], seconds: float) -> float:
        with pinned(1):
            action()
            count, before, end = 0, self.daemon.processor_time or 0.0, time.perf_counter() + seconds
            while time.perf_counter() < end:
                action()
                count += 1
            return ((self.daemon.processor_time or 0.0) - before) / count


COSTS: Final[dict[str, Callable[[World, float], float]]] = {
    "a spectator's visit": World.watch,
    "a list of tables": World.list_tables,
    "a move": World.move,
    "a return": World.come_back,
}
"""In this order, because moves make the game longer, and after a return the load has no seat to move from."""


@contextmanager
def _world(grows: str, folder: Path, size: int) -> Iterator[World]:
    if grows.endswith(" games"):
        stored_copies(folder, size, finished=grows == "finished games")
    with running(DAEMON, folder) as daemon:
        tables = _tables(grows, daemon, size)
        yield World(daemon, tables[:BUSY])
        hang_up(tables)


def _tables(grows: str, daemon: Server, size: int) -> list[PlayedTable]:
    match grows:
        case "spectators":
            return [PlayedTable(daemon, open_tables(daemon, 1, set=FAR)[0], spectators=size)]
        case "entries":
            tables = played_tables(daemon, 1, set=FAR)
            while tables[0].clients[0].seen < size:
                closed_loop(daemon, tables, 0.1)
            return tables
        case _:
            return played_tables(daemon, max(size, BUSY) if grows == "open tables" else BUSY, set=FAR)


def measure(takes: int, seconds: float, size: int, growing: Collection[str] = GROWING) -> Iterator[Figure]:
    """Measure every cost with so many tables, games and spectators, or ten times as many entries, and with tenfold."""
    costs: list[Figure] = []
    for grows in growing:
        costs += _grown(grows, TENFOLD * size if grows == "entries" else size, takes, seconds)
    yield from costs
    for figure in costs:
        exponents = tuple(map(math.log10, figure.ratios))
        yield Figure(SECTION, f"exponent of {figure.name.replace(': ', ' with ')}", "", exponents)


def _grown(grows: str, size: int, takes: int, seconds: float) -> Iterator[Figure]:
    few, many = f"{size:,}", f"{TENFOLD * size:,}"

    def figure(cost: str, at_many: tuple[float, ...], at_few: tuple[float, ...]) -> Figure:
        in_us = [tuple(1e6 * value for value in costs) for costs in (at_many, at_few)]
        return Figure(SECTION, f"{cost}: {many} {grows}", "us", in_us[0], few, in_us[1])

    with TemporaryDirectory(prefix="fives-bench-") as small, TemporaryDirectory(prefix="fives-bench-") as large:
        with _world(grows, Path(small), size) as less, _world(grows, Path(large), TENFOLD * size) as more:
            if less.daemon.processor_time is None:
                return
            for name, cost in COSTS.items():
                yield figure(name, *side_by_side(takes, partial(cost, more, seconds), partial(cost, less, seconds)))
        if grows in SURVIVES_A_RESTART:
            yield figure("a restart", *_restarts(takes, Path(large), Path(small)))


def _restarts(takes: int, *folders: Path) -> list[tuple[float, ...]]:
    """The processor time of a start on each of these folders, less that of a start on an empty one."""

    def start(data: Path | None) -> float:
        with running(DAEMON, data) as daemon:
            return daemon.processor_time or 0.0

    *filled, empty = side_by_side(takes, *(partial(start, folder) for folder in folders), partial(start, None))
    return [tuple(max(1e-4, cost - median(empty)) for cost in costs) for costs in filled]
