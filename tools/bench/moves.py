"""Moves per second and their latency, with durable storage, compared with the bare relay.

Here: the closed loop and the pace, over a number of tables of four. Daemon and relay run on one core and are
loaded alternately from another.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from tools.bench.figures import Figure, share
from tools.bench.load import Load, LoadedTable, closed_loop, hang_up, paced
from tools.bench.players import played_tables, relayed_tables
from tools.bench.servers import Server, running

DAEMON = "tools.bench.host"
RELAY = "tools.bench.relay"
BESIDE = "bare relay"
Loaded = tuple[Server, Sequence[LoadedTable]]


@contextmanager
def daemon_and_relay(tables: int) -> Iterator[tuple[Loaded, Loaded]]:
    """Both servers, warmed up, with this many tables of four each."""
    with ExitStack() as both:
        daemon, relay = (both.enter_context(running(module)) for module in (DAEMON, RELAY))
        loaded: tuple[Loaded, Loaded] = (
            (daemon, played_tables(daemon, tables)),
            (relay, relayed_tables(relay, tables)),
        )
        for server, loaded_tables in loaded:
            closed_loop(server, loaded_tables, 0.2)
            both.callback(hang_up, loaded_tables)
        yield loaded


def measure(takes: int, seconds: float, counts: Sequence[int]) -> Iterator[Figure]:
    """The closed loop with these numbers of tables: each table moves as soon as all four clients have received the
    move.
    """
    for tables in counts:
        with daemon_and_relay(tables) as (ours, bare):
            loads = [(closed_loop(*ours, seconds), closed_loop(*bare, seconds)) for _ in range(takes)]
        yield from figures_of("moves", f"{tables} tables", loads, BESIDE)


def measure_paced(takes: int, seconds: float, tables: int, moves_a_second: float) -> Iterator[Figure]:
    """This many moves per second over this many tables, at intervals like those of people."""
    with daemon_and_relay(tables) as (ours, bare):
        loads = [(paced(*ours, seconds, moves_a_second), paced(*bare, seconds, moves_a_second)) for _ in range(takes)]
    yield from figures_of("paced", f"{moves_a_second:g} moves/s over {tables} tables", loads, BESIDE)


def figures_of(section: str, name: str, loads: Sequence[tuple[Load, Load]], beside: str) -> Iterator[Figure]:
    """Moves a second, work for a move and latencies of the first of each two loads, beside the second."""

    def figure(what: str, unit: str, ours: list[float], bare: list[float]) -> Figure:
        return Figure(section, f"{name}, {what}" if what else name, unit, tuple(ours), beside, tuple(bare))

    both = list(zip(*loads, strict=True))
    yield figure("", "moves/s", *([load.moves_a_second for load in side] for side in both))
    yield figure("work", "us of a core/move", *([load.work_a_move for load in side] for side in both))
    for part, label in ((0.5, "p50"), (0.99, "p99")):
        yield figure(label, "ms", *([1000 * share(load.latencies, part) for load in side] for side in both))
