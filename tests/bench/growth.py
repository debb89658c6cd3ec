"""How the cost of a move grows with tables, entries, spectators and players.

Each is the processor time that the daemon spends on a move (the time of a move where a machine cannot tell), beside the
first point of its own curve.
"""

import time
from collections.abc import Iterator, Sequence

from daemon.game_log import GameLog
from protocol.log.sight import Viewer
from protocol.wire.record import Header
from tests.bench.figures import Figure
from tests.bench.histories import AT, long_game
from tests.bench.load import Load, closed_loop, hang_up
from tests.bench.moves import DAEMON
from tests.bench.players import PlayedTable, open_tables, played_tables
from tests.bench.servers import Server, running
from tests.played import entered

SECTION = "growth"


def measure(
    seconds: float, tables: Sequence[int], entries: int, watchers: Sequence[int], seats: Sequence[int]
) -> Iterator[Figure]:
    """Every curve."""
    yield from _curve("tables", [(f"{count} tables", _over_tables(count, seconds)) for count in tables])
    yield from _over_entries(entries)
    yield from _curve("spectators", [(f"{count} look on", _over_watchers(count, seconds)) for count in watchers])
    yield from _curve("players", [(f"{count} players", _over_seats(count, seconds)) for count in seats])


def _curve(what: str, points: Sequence[tuple[str, Load]]) -> Iterator[Figure]:
    costs = [load.work_a_move or 1e6 / load.moves_a_second for _, load in points]
    for (name, _), cost in zip(points, costs, strict=True):
        yield Figure(SECTION, f"{what}: {name}", "us/move", (cost,), points[0][0], (costs[0],))


def _over_tables(count: int, seconds: float) -> Load:
    with running(DAEMON) as daemon:
        tables = played_tables(daemon, count)
        return _measured(daemon, tables, seconds)


def _measured(daemon: Server, tables: Sequence[PlayedTable], seconds: float) -> Load:
    closed_loop(daemon, tables, seconds / 4)
    load = closed_loop(daemon, tables, seconds)
    hang_up(tables)
    return load


def _over_entries(entries: int) -> Iterator[Figure]:
    """One long game, folded and written for four seats in four parts: what an entry costs in each."""
    log = GameLog(Header("bench", "oak", AT))
    whole = entered(long_game(entries))
    part = len(whole) // 4
    costs = []
    for start in range(0, 4 * part, part):
        begun = time.process_time()
        for entry in whole[start : start + part]:
            log.add([entry])
            for seat in range(4):
                log.line(entry.seq, Viewer(seat))
        costs.append(1e6 * (time.process_time() - begun) / part)
    for nth, cost in enumerate(costs, start=1):
        name = f"entries: folded and written, up to {nth * part:,}"
        yield Figure(SECTION, name, "us/entry", (cost,), f"up to {part:,}", (costs[0],))


def _over_watchers(count: int, seconds: float) -> Load:
    with running(DAEMON) as daemon:
        (name,) = open_tables(daemon, 1)
        return _measured(daemon, [PlayedTable(daemon, name, watchers=count)], seconds)


def _over_seats(count: int, seconds: float) -> Load:
    with running(DAEMON) as daemon:
        tables = played_tables(daemon, 4, count, rules="playroom", set={"max_pip": 12})
        return _measured(daemon, tables, seconds)
