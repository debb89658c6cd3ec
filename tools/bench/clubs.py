"""A daemon of a club beside one with a journal of its own, and two daemons of a club beside one.

All daemons share one core, and the load has another. PostgreSQL takes its time from both, so processor time is what
counts: of the daemons for a move, and of the database.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Final

from attrs import frozen

from tests.ports import free_port
from tests.postgres import PostgresServer, running_server
from tools.bench.figures import Figure
from tools.bench.load import Load, LoadedTable, closed_loop, hang_up, paced
from tools.bench.moves import DAEMON, figures_of
from tools.bench.players import played_tables
from tools.bench.servers import Server, processor_time, running

SQLITE: Final = "SQLite"
ONE: Final = "one daemon"


@frozen
class Group:
    """Several programs, whose work counts together."""

    processes: Sequence[int]

    @property
    def processor_time(self) -> float | None:
        """Seconds of a core that all of them have used so far."""
        times = [processor_time(process) for process in self.processes]
        return None if None in times else sum(time or 0.0 for time in times)


@frozen
class LoadedDaemons:
    """Daemons with tables, and their database; None if they have none in common."""

    daemons: Sequence[Server]
    tables: Sequence[LoadedTable]
    database: PostgresServer | None = None

    def load(self, seconds: float, moves_a_second: float | None = None) -> tuple[Load, float]:
        """The load of the closed loop, or at a pace; and the database's microseconds of a core for a move."""
        daemons = Group([daemon.process.pid for daemon in self.daemons])
        before = self._times_of_database()
        if moves_a_second is None:
            load = closed_loop(daemons, self.tables, seconds)
        else:
            load = paced(daemons, self.tables, seconds, moves_a_second)
        after = self._times_of_database()
        return load, 1e6 * sum(time - before.get(process, 0) for process, time in after.items()) / max(1, load.moves)

    def _times_of_database(self) -> dict[int, float]:
        """The processor time of each of its processes, some of which come and go."""
        processes = [] if self.database is None else self.database.processes
        return {process: processor_time(process) or 0.0 for process in processes}


def club_daemon(database: PostgresServer, name: str) -> AbstractContextManager[Server]:
    """A new daemon of the club in this database of the server."""
    return running(DAEMON, None, database.url(name), str(free_port()))


def measure(takes: int, seconds: float, tables: int, moves_a_second: float) -> Iterator[Figure]:
    """The closed loop in a club and in a house, then a pace at two daemons and at one, alternately."""
    with ExitStack() as stack:
        database = stack.enter_context(running_server(is_durable=True))
        name = database.new_database()
        west, east, alone = (stack.enter_context(club_daemon(database, name)) for _ in range(3))
        house = stack.enter_context(running(DAEMON))
        one = LoadedDaemons([alone], played_tables(alone, tables), database)
        half = tables // 2
        two = LoadedDaemons([west, east], [*played_tables(west, half), *played_tables(east, half)], database)
        own = LoadedDaemons([house], played_tables(house, tables))
        for loaded in (one, two, own):
            stack.callback(hang_up, loaded.tables)
            loaded.load(0.3)
        closed = [(one.load(seconds), own.load(seconds)) for _ in range(takes)]
        at_a_pace = [(two.load(seconds, moves_a_second), one.load(seconds, moves_a_second)) for _ in range(takes)]
    label = f"{tables} tables"
    yield from figures_of("club", f"{label}, PostgreSQL", [(ours[0], bare[0]) for ours, bare in closed], SQLITE)
    yield _work(
        f"{label}, PostgreSQL's own work", "the daemon's", [(ours[1], ours[0].work_a_move) for ours, _ in closed]
    )
    label = f"{moves_a_second:g} moves/s over {tables} tables, two daemons"
    yield from figures_of("club", label, [(ours[0], bare[0]) for ours, bare in at_a_pace], ONE)
    yield _work(f"{label}, PostgreSQL's own work", ONE, [(ours[1], bare[1]) for ours, bare in at_a_pace])


def _work(name: str, beside: str, both: Sequence[tuple[float, float]]) -> Figure:
    ours, bare = zip(*both, strict=True)
    return Figure("club", name, "us of a core/move", ours, beside, bare)
