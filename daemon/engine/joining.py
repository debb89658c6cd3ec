"""An engine at a host's table: a client of the wire like any other, with one connection and nothing to show.

Lives here: hello, entries, commands, until the host says goodbye. It does not come back when the line is cut. Not here:
what the engine is told (`seat`), hosting.
"""

import secrets
import socket
from collections.abc import Iterator
from time import sleep
from typing import Final

from daemon.engine.program import EngineProgram
from daemon.engine.seat import EngineSeat
from protocol.clean import clean
from protocol.console.address import Address
from protocol.log.events import Entry
from protocol.log.refusals import Reason
from protocol.version import __version__
from protocol.wire.codec import MalformedError, UnknownEventError, decode_from_daemon, encode_from_client
from protocol.wire.frames import Lines, LineTooLongError
from protocol.wire.messages import (
    LONGEST_FROM_DAEMON,
    Accepted,
    Do,
    Farewell,
    FromDaemon,
    Goodbye,
    NotAccepted,
    Tables,
    Welcome,
)
from protocol.wire.session import GapError, Session

TIME_TO_CONNECT: Final = 10.0
TIME_TO_WAIT: Final = 0.5
"""Before something that the host could not take is tried again."""


class JoinError(Exception):
    """The host, or the way to it, is why the engine does not play: one line."""


class _Seated:
    """The engine as one client: what it has been told, and what it has asked and not been answered."""

    def __init__(self, session: Session, program: EngineProgram, wire: socket.socket) -> None:
        self._session = session
        self._program = program
        self._wire = wire
        self._seat: EngineSeat | None = None
        self._run = secrets.token_hex(4)
        self._asked = 0
        self._waits = False

    def hear(self, message: FromDaemon | None) -> None:
        """Take in a message, and do what is to be done. Raises `EngineError`, `GapError`, `JoinError`."""
        match message:
            case Welcome():
                self._session.welcomed(message)
                if message.seat is None:
                    raise JoinError("the engine has lost its seat")
                self._seat, self._waits = EngineSeat(self._program, message.seat), False
            case Entry() if self._seat is not None:
                self._session.told(message)
                self._seat.told(message.event, self._session.table)
            case Accepted():
                self._waits = False
            case NotAccepted():
                self._refused(message)
            case Tables():
                names = ", ".join(clean(each.table) for each in message.tables)
                raise JoinError(f"there are several tables: choose one of {names} with --table")
        self._act()

    def _refused(self, refusal: NotAccepted) -> None:
        """Nothing has changed: it is tried again when the table as it is now says so."""
        if refusal.reason in (Reason.TOO_FAST, Reason.STORE_FAILED):
            sleep(TIME_TO_WAIT)
        elif refusal.reason not in (Reason.STALE, Reason.NOT_YOUR_TURN, Reason.PAUSED, Reason.MATCH_OVER):
            raise JoinError(f"the host refused a command: {clean(refusal.detail)}")
        self._waits = False

    def _act(self) -> None:
        session, seat = self._session, self._seat
        if seat is None or self._waits or not session.is_caught_up:
            return
        if session.table.turn != seat.seat or session.table.paused:
            return
        move = seat.choose(session.table)
        self._asked += 1
        self._waits = True
        self._wire.sendall(encode_from_client(Do(f"{self._run}-{self._asked}", session.head, move)))


def join(program: EngineProgram, at: Address, name: str, table: str | None, password: str | None) -> str:
    """Play at this host until it says goodbye; what it said. Raises `EngineError` and `JoinError`."""
    session = Session(f"fivesd engine {__version__}", name, wanted_table=table, password=password)
    try:
        with socket.create_connection((at.host, at.port), TIME_TO_CONNECT) as wire:
            wire.settimeout(None)
            wire.sendall(encode_from_client(session.hello()))
            seated = _Seated(session, program, wire)
            for message in _messages(wire):
                if isinstance(message, Goodbye):
                    if message.reason == Farewell.FINISHED:
                        return clean(message.detail)
                    raise JoinError(clean(message.detail))
                seated.hear(message)
    except OSError as error:
        raise JoinError(f"{at.host} port {at.port}: {error.strerror or error}") from None
    except UnicodeError:  # the encoding of names of machines: a part of it is empty, or over 63 letters
        raise JoinError(f"{at.host} is no address") from None
    except (MalformedError, UnknownEventError, GapError, LineTooLongError) as error:
        raise JoinError(f"the host is not understood: {error}") from None
    raise JoinError("the host has hung up")


def _messages(wire: socket.socket) -> Iterator[FromDaemon | None]:
    lines = Lines(LONGEST_FROM_DAEMON)
    while received := wire.recv(65536):
        for line in lines.feed(received):
            yield decode_from_daemon(line)
