"""How the cost of a move grows: with tables, with entries behind it, with those who look on, with players.

Each is the processor time that the daemon spends on a move (the time of a move where a machine cannot tell), beside the
first point of its own curve.
"""

from collections.abc import Iterator, Sequence

from tests.bench.figures import Figure
from tests.bench.load import Load, closed_loop, hang_up
from tests.bench.moves import DAEMON
from tests.bench.players import FAR, PlayedTable, open_tables, played_tables
from tests.bench.servers import Server, running

SECTION = "growth"


def measure(
    seconds: float, tables: Sequence[int], slices: int, watchers: Sequence[int], seats: Sequence[int]
) -> Iterator[Figure]:
    """Every curve."""
    yield from _curve("tables", [(f"{count} tables", _over_tables(count, seconds)) for count in tables])
    yield from _curve("entries", list(_over_entries(seconds, slices)))
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


def _over_entries(seconds: float, slices: int) -> Iterator[tuple[str, Load]]:
    """One table that plays on and on in one game."""
    with running(DAEMON) as daemon:
        tables = played_tables(daemon, 1, set=FAR)
        closed_loop(daemon, tables, seconds / 4)
        for _ in range(slices):
            load = closed_loop(daemon, tables, seconds)
            yield f"up to {tables[0].clients[0].seen:,}", load
        hang_up(tables)


def _over_watchers(count: int, seconds: float) -> Load:
    with running(DAEMON) as daemon:
        (name,) = open_tables(daemon, 1)
        return _measured(daemon, [PlayedTable(daemon, name, watchers=count)], seconds)


def _over_seats(count: int, seconds: float) -> Load:
    with running(DAEMON) as daemon:
        tables = played_tables(daemon, 4, count, rules="playroom", set={"max_pip": 12})
        return _measured(daemon, tables, seconds)
