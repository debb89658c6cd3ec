"""Who is at a table just now: the connections, and which of them has which seat.

Lives here: coming, going, presence and welcomes. Not here: whose a seat is: the log and the tokens say that.
"""

from collections.abc import Iterator
from typing import Final

import trio

from daemon.game_log import GameLog
from daemon.net.connection import Connection
from daemon.net.teller import Teller
from daemon.table.table_clock import TableClock
from protocol.version import __version__
from protocol.wire.codec import encode_from_daemon
from protocol.wire.messages import PROTOCOL, Notice, Welcome

DAEMON: Final = f"fivesd {__version__}"


class Attendance:
    """The connections of one table. Its clock is told who of the people is there."""

    def __init__(self, table: str, clock: TableClock, teller: Teller) -> None:
        self._table = table
        self._clock = clock
        self._teller = teller
        self._connections: dict[Connection, None] = {}
        self._by_seat: dict[int, Connection] = {}

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._connections

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    @property
    def spectators(self) -> int:
        """How many look on."""
        return sum(1 for connection in self._connections if connection.seat is None)

    def on_seat(self, seat: int) -> Connection | None:
        """The connection that has this seat."""
        return self._by_seat.get(seat)

    def sit(self, connection: Connection, seat: int) -> None:
        """A connection has this seat now."""
        connection.seat = seat
        self._by_seat[seat] = connection
        self._clock.comes(seat, trio.current_time())
        self._tell_presence(seat, here=True)

    def welcome(self, connection: Connection, log: GameLog, start: int, *, is_host: bool) -> None:
        """Let a connection follow this game from entry `start` on, and tell it who is there."""
        self._connections[connection] = None
        welcome = Welcome(
            protocol=PROTOCOL,
            daemon=DAEMON,
            table=self._table,
            game=log.game,
            seat=connection.seat,
            token=connection.token,
            from_=start,
            head=log.head,
            host=is_host,
        )
        connection.outbox.follow(log, connection.viewer, start, encode_from_daemon(welcome))
        for seat, who in enumerate(log.table.seats):
            if who.is_person and seat != connection.seat:
                connection.mention(Notice("presence", seat=seat, here=self._clock.is_here(seat)))

    def let_go(self, connection: Connection) -> bool:
        """Forget a connection; True where it leaves a seat without one."""
        self._connections.pop(connection, None)
        seat = connection.seat
        if seat is None or self._by_seat.get(seat) is not connection:
            return False
        del self._by_seat[seat]
        self._clock.goes(seat, trio.current_time())
        self._tell_presence(seat, here=False)
        return True

    def stand_up(self, seat: int) -> Connection | None:
        """The seat is nobody's, or somebody else's, from now on: the connection that had it."""
        connection = self._by_seat.pop(seat, None)
        if connection is not None:
            connection.seat, connection.token = None, None
        return connection

    def tell(self) -> None:
        """There are new entries to send: to those who play, and then to those who look on."""
        if len(self._connections) == len(self._by_seat):
            self._teller.note_all(self._connections)  # a dict is taken over without a look at its keys
        else:
            self._teller.note_all(self._by_seat.values())
            self._teller.note_crowd([each for each in self._connections if each.seat is None])

    def mention(self, notice: Notice) -> None:
        """Tell everybody something that is not kept."""
        for connection in self._connections:
            connection.mention(notice)

    def _tell_presence(self, seat: int, *, here: bool) -> None:
        for connection in self._connections:
            if connection.seat != seat:
                connection.mention(Notice("presence", seat=seat, here=here))
