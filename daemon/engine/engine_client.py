"""An engine at a host's table, as a client of the wire protocol with one connection.

Here: hello, entries and commands, until the host says goodbye. It does not reconnect. Not here: what the engine reads
and answers (`engine_seat`).
"""

import secrets
import socket
from collections.abc import Iterator
from time import sleep
from typing import Final

from daemon.engine.engine_program import EngineProgram
from daemon.engine.engine_seat import EngineSeat
from protocol.clean import clean
from protocol.log.events import Entry
from protocol.log.refusals import Reason
from protocol.shared.address import Address
from protocol.version import __version__
from protocol.wire import messages
from protocol.wire.codec import MalformedError, UnknownEventError, decode_from_daemon, encode_from_client
from protocol.wire.frames import LineBuffer, LineTooLongError
from protocol.wire.session import GapError, Session

TIME_TO_CONNECT: Final = 10.0
TIME_TO_WAIT: Final = 0.5
"""Seconds before a command that the host could not accept is sent again."""


class JoinError(Exception):
    """The engine cannot play because of the host or the connection. The message is one line."""


class _EngineClient:
    """The engine as a client: its session, and whether a command is still unanswered."""

    def __init__(self, session: Session, program: EngineProgram, wire: socket.socket) -> None:
        self._session = session
        self._program = program
        self._wire = wire
        self._seat: EngineSeat | None = None
        self._run = secrets.token_hex(4)
        self._sent = 0
        self._is_waiting = False

    def receive(self, message: messages.FromDaemon | None) -> None:
        """Apply a message, and move if it is the engine's turn. Raises `EngineError`, `GapError`, `JoinError`."""
        match message:
            case messages.Welcome():
                self._session.take_welcome(message)
                if message.seat is None:
                    raise JoinError("the engine has lost its seat")
                self._seat, self._is_waiting = EngineSeat(self._program, message.seat), False
            case Entry() if self._seat is not None:
                self._session.receive(message)
                self._seat.observe(message.event, self._session.table)
            case messages.Accepted():
                self._is_waiting = False
            case messages.NotAccepted():
                self._refused(message)
            case messages.Tables():
                names = ", ".join(clean(table.table) for table in message.tables)
                raise JoinError(f"there are several tables: choose one of {names} with --table")
        self._move()

    def _refused(self, refusal: messages.NotAccepted) -> None:
        # A refusal changes nothing. The engine moves again if it is still its turn.
        if refusal.reason in (Reason.TOO_FAST, Reason.STORE_FAILED):
            sleep(TIME_TO_WAIT)
        elif refusal.reason not in (Reason.STALE, Reason.NOT_YOUR_TURN, Reason.PAUSED, Reason.MATCH_OVER):
            raise JoinError(f"the host refused a command: {clean(refusal.detail)}")
        self._is_waiting = False

    def _move(self) -> None:
        session, seat = self._session, self._seat
        if seat is None or self._is_waiting or not session.is_caught_up:
            return
        if session.table.turn != seat.seat or session.table.paused:
            return
        move = seat.choose(session.table)
        self._sent += 1
        self._is_waiting = True
        self._wire.sendall(encode_from_client(messages.Do(f"{self._run}-{self._sent}", session.head, move)))


def join(program: EngineProgram, at: Address, name: str, table: str | None, password: str | None) -> str:
    """The host's goodbye, after the engine has played there. Raises `EngineError` and `JoinError`."""
    session = Session(f"fivesd engine {__version__}", name, wanted_table=table, password=password)
    try:
        with socket.create_connection((at.host, at.port), TIME_TO_CONNECT) as wire:
            wire.settimeout(None)
            wire.sendall(encode_from_client(session.hello()))
            client = _EngineClient(session, program, wire)
            for message in _received(wire):
                if isinstance(message, messages.Goodbye):
                    if message.reason == messages.Farewell.FINISHED:
                        return clean(message.detail)
                    raise JoinError(clean(message.detail))
                client.receive(message)
    except OSError as error:
        raise JoinError(f"{at.host} port {at.port}: {error.strerror or error}") from None
    except UnicodeError:  # a label of the host name is empty, or longer than 63 letters
        raise JoinError(f"{at.host} is not an address") from None
    except (MalformedError, UnknownEventError, GapError, LineTooLongError) as error:
        raise JoinError(f"the host sent something invalid: {error}") from None
    raise JoinError("the host closed the connection")


def _received(wire: socket.socket) -> Iterator[messages.FromDaemon | None]:
    lines = LineBuffer(messages.LONGEST_FROM_DAEMON)
    while received := wire.recv(65536):
        for line in lines.feed(received):
            yield decode_from_daemon(line)
