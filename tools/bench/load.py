"""The load: clients at many tables, in one process, which play on the daemon or send lines through the relay.

Here: sockets, the closed loop and the paced one, and their measurements. A move counts once the last client of
its table has received it; then the table's next one is due. Not here: the content of messages (`players`).
"""

import selectors
import socket
import time
from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol

from attrs import field, frozen

from protocol.frozen import define
from tools.bench.servers import pinned

PATIENCE: Final = 30.0


@define(eq=False)
class Client:
    """A connection of one client at one table. `seen`: the last entry received; `welcome`: the last welcome."""

    socket: socket.socket
    table: "LoadedTable"
    held: bytes = b""
    seen: int = 0
    game: int = 0
    welcome: bytes = b""

    def send(self, line: bytes) -> None:
        self.socket.sendall(line)


class LoadedTable(Protocol):
    """A table as the load sees it."""

    clients: list[Client]

    def move(self) -> None:
        """Send the next move."""

    def receive(self, client: Client, received: bytes) -> None:
        """Process the bytes that a client received."""

    @property
    def is_told(self) -> bool:
        """Whether every client has received the previous move."""

    @property
    def counts(self) -> bool:
        """Whether the last message sent counts as a move."""

    @property
    def goes_on(self) -> bool:
        """Whether another move should be sent."""


class Worker(Protocol):
    """What serves the load."""

    @property
    def processor_time(self) -> float | None:
        """Seconds of a core used so far; None if the system does not tell."""


@frozen
class Load:
    """The result of a stretch of load: `latencies` in seconds, `work` is the server's processor time."""

    moves: int
    seconds: float
    latencies: Sequence[float]
    work: float | None = None

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds

    @property
    def work_a_move(self) -> float:
        """Microseconds of a core per move on the server; 0 if unknown."""
        return 1e6 * (self.work or 0) / max(1, self.moves)


@define
class _Running:
    """Tables under load."""

    tables: Sequence[LoadedTable]
    selector: selectors.BaseSelector = field(factory=selectors.DefaultSelector)
    sent_at: dict[int, float] = field(factory=dict)
    latencies: list[float] = field(factory=list)
    unmeasured: Sequence[LoadedTable] = ()

    def __enter__(self) -> "_Running":
        for table in self.tables:
            for client in table.clients:
                self.selector.register(client.socket, selectors.EVENT_READ, client)
        return self

    def __exit__(self, *_: object) -> None:
        self.selector.close()

    def send(self, table: LoadedTable, due: float) -> None:
        self.sent_at[id(table)] = due
        table.move()

    def delivered(self, timeout: float) -> list[LoadedTable]:
        """Wait for output to the clients; returns the tables where every client has received the move."""
        finished = []
        for key, _ in self.selector.select(timeout):
            client: Client = key.data
            received = client.socket.recv(1 << 18)
            if not received:
                raise RuntimeError("the server has hung up")
            table = client.table
            table.receive(client, received)
            if table.is_told and id(table) in self.sent_at:
                waited = time.perf_counter() - self.sent_at.pop(id(table))
                if table.counts and table not in self.unmeasured:
                    self.latencies.append(waited)
                finished.append(table)
        return finished


def closed_loop(server: Worker, tables: Sequence[LoadedTable], seconds: float) -> Load:
    """Every table sends its next move as soon as all its clients have received the previous one."""
    with pinned(1), _Running(tables) as running:
        start, work = time.perf_counter(), server.processor_time
        end = start + seconds
        for table in tables:
            running.send(table, time.perf_counter())
        while time.perf_counter() < end:
            for table in running.delivered(PATIENCE):
                if table.goes_on:
                    running.send(table, time.perf_counter())
            if not running.sent_at:
                break
        load = _so_far(running, start, server, work)
        _settle(running)
    return load


def paced(
    server: Worker,
    tables: Sequence[LoadedTable],
    seconds: float,
    moves_a_second: float,
    unmeasured: Sequence[LoadedTable] = (),
) -> Load:
    """Moves are due at regular intervals, table after table. A late move is timed from when it was due."""
    due: deque[LoadedTable] = deque(tables)
    late: dict[int, deque[float]] = {id(table): deque() for table in tables}
    with pinned(1), _Running(tables, unmeasured=unmeasured) as running:
        start, work = time.perf_counter(), server.processor_time
        next_due, end = start, start + seconds
        while (now := time.perf_counter()) < end:
            while next_due <= now:
                table = due[0]
                due.rotate(-1)
                if id(table) in running.sent_at:
                    late[id(table)].append(next_due)
                else:
                    running.send(table, next_due)
                next_due += 1 / moves_a_second
            for table in running.delivered(max(0.0, next_due - time.perf_counter())):
                if not table.counts:
                    running.send(table, time.perf_counter())
                elif late[id(table)]:
                    running.send(table, late[id(table)].popleft())
        load = _so_far(running, start, server, work)
        _settle(running)
    return load


def _so_far(running: _Running, start: float, server: Worker, work_before: float | None) -> Load:
    seconds, latencies = time.perf_counter() - start, tuple(running.latencies)
    work = server.processor_time
    return Load(len(latencies), seconds, latencies, None if work is None or work_before is None else work - work_before)


def _settle(running: _Running) -> None:
    """Wait until every move in progress has been delivered, so that the tables can continue later."""
    deadline = time.perf_counter() + PATIENCE
    while running.sent_at:
        if time.perf_counter() > deadline:
            raise RuntimeError("the server has stopped answering")
        running.delivered(1.0)


def hang_up(tables: Sequence[LoadedTable]) -> None:
    """Close every client of these tables."""
    for table in tables:
        for client in table.clients:
            client.socket.close()
