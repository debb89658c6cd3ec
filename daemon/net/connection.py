"""One connection, and a boundary round it.

Lives here: deadlines of the transport, the rate limit, who this is at which table, and how a connection ends.
Not here: what a message means to a table (`table_task`), the order of what goes out (`outbox`), and when sockets are
read (`hearer`) and written (`teller`).

A connection is one task, which sleeps while all goes well: commands are done as they are heard, and what they bring is
sent as far as the socket takes it. The task does whatever has to be waited for, and a second one writes where a socket
takes nothing for a while.

Whatever goes wrong in here stays in here. A reader that is slow costs nobody anything: entries wait in the table's log,
not in the connection, and one that takes nothing for long is cut, because resuming is cheap.
"""

import logging
import math
import os
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING, Final

import trio

from daemon.net.addresses import whose
from daemon.net.hearer import MOST_BYTES, Hearer, descriptor_of
from daemon.outbox import CHUNK, Outbox
from protocol.clean import clean
from protocol.log.sight import SPECTATOR, Viewer
from protocol.wire.codec import MalformedError, decode_from_client, encode_from_daemon
from protocol.wire.frames import Lines, LineTooLongError
from protocol.wire.messages import (
    LONGEST_LINE,
    Accepted,
    AskTables,
    Do,
    Farewell,
    FromClient,
    Goodbye,
    Hello,
    Hint,
    NotAccepted,
    Notice,
    OpenTable,
    Operate,
    Ping,
    Pong,
    Tables,
)

if TYPE_CHECKING:
    from daemon.house.house import House
    from daemon.table.table_task import TableTask

TIME_TO_SAY_HELLO: Final = 10.0
TIME_IN_THE_LOBBY: Final = 600.0
TIME_TO_TAKE_A_CHUNK: Final = 30.0
TIME_BETWEEN_PINGS: Final = 45.0
"""A client that pings is missed after so many seconds without a byte; one that never pings is not cut for that."""
TIME_TO_SAY_GOODBYE: Final = 3.0
COMMANDS_A_SECOND: Final = 250
COMMANDS_AT_ONCE: Final = 500
LOBBY_LINES_A_SECOND: Final = 10
LOBBY_LINES_AT_ONCE: Final = 20

log = logging.getLogger("fivesd.connection")


class PartingError(Exception):
    """This connection ends, for a reason that it is told."""

    def __init__(self, reason: Farewell, detail: str) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.goodbye = Goodbye(reason.value, detail)


class _Allowance:
    """A bucket of lines that fills up again as time goes by."""

    __slots__ = ("_a_second", "_at", "_at_once", "_left")

    def __init__(self, a_second: int, at_once: int) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._left: float = at_once
        self._at = trio.current_time()

    async def wait_for_one(self) -> None:
        self._fill()
        self._left -= 1
        if self._left < 0:
            await trio.sleep(-self._left / self._a_second)

    def take_one(self) -> bool:
        if self._left < 1:
            self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _fill(self) -> None:
        now = trio.current_time()
        self._left = min(self._at_once, self._left + (now - self._at) * self._a_second)
        self._at = now


class Connection:
    """A stream and whoever is behind it. `table`, `seat` and what goes with them are set by the table it sits at."""

    def __init__(self, stream: trio.abc.Stream, peer: str) -> None:
        self.peer = peer
        self.house_of_peer = whose(peer)
        self.outbox = Outbox()
        self.table: TableTask | None = None
        self.name = ""
        self.seat: int | None = None
        self.token: str | None = None
        self.has_opened: str | None = None
        self._stream = stream
        self._socket = descriptor_of(stream)
        self._lines = Lines(LONGEST_LINE)
        self._waiting: list[FromClient | Exception | None] = []
        """What was heard and not done at once: messages, what is wrong with a line, and None for the end."""
        self._alarm: trio.Event | None = None
        self._allowance = _Allowance(COMMANDS_A_SECOND, COMMANDS_AT_ONCE)
        self._lobby_allowance = _Allowance(LOBBY_LINES_A_SECOND, LOBBY_LINES_AT_ONCE)
        self._is_greeted = False
        self._pings = False
        self._reading = trio.CancelScope(deadline=trio.current_time() + TIME_TO_SAY_HELLO)
        self._writing: trio.CancelScope | None = None
        self._is_written = False

    @property
    def viewer(self) -> Viewer:
        """What this connection may see of its table."""
        return SPECTATOR if self.seat is None else Viewer(self.seat)

    def may_ask(self) -> bool:
        """Count one more command; False where it is one too many for now."""
        return self._allowance.take_one()

    def answer(self, message: Accepted | NotAccepted | Hint | Tables | Pong | Notice) -> None:
        """Send a message after every entry there is now."""
        self.outbox.answer(encode_from_daemon(message))

    def mention(self, notice: Notice) -> None:
        """Send a notice, unless so much waits already that it would be no news."""
        if not self.outbox.is_full:
            self.answer(notice)

    def dismiss(self, reason: Farewell, detail: str) -> None:
        """Say goodbye and end."""
        self.outbox.finish(encode_from_daemon(Goodbye(reason.value, detail)))
        self._reading.cancel()

    async def serve(self, house: "House") -> None:
        """Read and write until either side has enough."""
        self.outbox.wake = partial(house.teller.note, self)
        try:
            await self._read(house)
            with trio.move_on_after(TIME_TO_SAY_GOODBYE):
                while not self._is_written:
                    await self._woken_up()
                await self._drain()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the peer vanished: there is nobody left to tell
        except Exception:
            # The boundary: a fault of ours in one connection must not take the others down.
            log.exception("connection from %s failed", self.peer)
        finally:
            if self._writing is not None:
                self._writing.cancel()
            self._socket = None  # its number is somebody else's from now on
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(self._stream)
                if self.table is not None:
                    await self.table.lose(self)
            self._writing = self._writing or trio.CancelScope()  # nobody is told anything any more
            # Python's search for what holds on to itself next to never comes by here (`serve`).
            self.outbox.let_go()

    def _woken_up(self) -> Awaitable[None]:
        """To be waited for by this connection's task; nothing async, which would weigh on every idle connection."""
        self._alarm = trio.Event()
        return self._alarm.wait()

    def _wake_up(self) -> None:
        if self._alarm is not None:
            self._alarm.set()

    # Hearing.

    async def _read(self, house: "House") -> None:
        try:
            with self._reading:
                while await self._do_what_waits(house):
                    await self._hear_more(house.hearer)
                if self.table is None:
                    self.outbox.finish(b"")
                else:
                    await self.table.hear_out(self)
        except PartingError as parting:
            self.outbox.finish(encode_from_daemon(parting.goodbye))
        except (MalformedError, LineTooLongError) as error:
            # It quotes what was sent, which may be a password: that is for nobody else.
            log.info("connection from %s sent a malformed line, and is told what is wrong with it", self.peer)
            self.outbox.finish(encode_from_daemon(Goodbye(Farewell.MALFORMED.value, clean(str(error)))))
        if self._reading.cancelled_caught:
            self.outbox.finish(
                encode_from_daemon(Goodbye(Farewell.SILENT.value, "nothing was heard from you for too long"))
            )

    async def _do_what_waits(self, house: "House") -> bool:
        """Do what could not be done at once, in its order; False at the end. Raises what is wrong with a line."""
        while self._waiting:
            message = self._waiting.pop(0)
            if message is None:
                return False
            if isinstance(message, Exception):
                raise message
            await self.outbox.room()
            await self._do(message, house)
        return True

    async def _hear_more(self, hearer: Hearer) -> None:
        """Listen until something waits."""
        if self._socket is None:
            self.hear(bytes(await self._stream.receive_some(MOST_BYTES)))
            return
        hearer.follow(self._socket, self)
        try:
            await self._woken_up()
        finally:
            hearer.leave(self._socket)

    def hear(self, received: bytes) -> None:
        """Take what has come: what cannot be done at once waits, and everything behind it."""
        if self._pings:
            self._reading.deadline = trio.current_time() + TIME_BETWEEN_PINGS
        try:
            for line in self._lines.feed(received):
                message = decode_from_client(line)
                if self._waiting or not self._is_done_at_once(message):
                    self._waiting.append(message)
        except Exception as error:  # noqa: BLE001 - this connection's task raises it, and nobody else hears of it
            self._waiting.append(error)
        if not received:
            self._waiting.append(None)
        if self._waiting:
            self._wake_up()

    def _is_done_at_once(self, message: FromClient) -> bool:
        if not isinstance(message, Do) or self.table is None or self.outbox.is_full:
            return False
        return self.table.ask_now(self, message)

    async def _do(self, message: FromClient, house: "House") -> None:
        if isinstance(message, AskTables | OpenTable | Hello):
            await self._lobby_allowance.wait_for_one()
        match message:
            case Do():
                if self.table is None:
                    raise PartingError(Farewell.MALFORMED, "say hello to a table before you do anything there")
                await self.table.ask(self, message)
            case Ping():
                await self._allowance.wait_for_one()
                if self._is_greeted:
                    self._pings = True
                    self._reading.deadline = trio.current_time() + TIME_BETWEEN_PINGS
                self.answer(Pong(message.n))
            case Hello():
                if self._is_greeted:
                    raise PartingError(Farewell.MALFORMED, "hello was said before on this connection")
                self._is_greeted = await house.greet(self, message)
                self._reading.deadline = math.inf if self._is_greeted else trio.current_time() + TIME_IN_THE_LOBBY
            case AskTables():
                self._stay_in_the_lobby()
                self.answer(Tables(house.summaries()))
            case Operate():
                await house.operate(self, message)
            case OpenTable():
                self._stay_in_the_lobby()
                await house.open_for(self, message)

    def _stay_in_the_lobby(self) -> None:
        if not self._is_greeted:
            self._reading.deadline = trio.current_time() + TIME_IN_THE_LOBBY

    # Telling.

    def tell(self, nursery: trio.Nursery) -> None:
        """Send what waits as far as the socket takes it; a task of this nursery does the rest."""
        if self._writing is not None:
            return  # it takes what waits
        try:
            chunk = self.outbox.take_chunk()
        except Exception:
            # The boundary, as in `serve`.
            log.exception("connection from %s could not be told", self.peer)
            self._writing = trio.CancelScope()
            self._end_writing()
            return
        sent = self._try_to_send(chunk) if chunk else 0
        if sent < len(chunk) or sent >= CHUNK or self.outbox.is_closing:
            self._writing = trio.CancelScope()
            nursery.start_soon(self._write, self._writing, chunk[sent:])

    def _try_to_send(self, chunk: bytes) -> int:
        if self._socket is None:
            return 0
        try:
            return os.write(self._socket, chunk)
        except OSError:
            return 0  # it is full, or gone: the writer will see

    async def _write(self, writing: trio.CancelScope, chunk: bytes) -> None:
        """Write until nothing waits. One that takes nothing for long, or has vanished, is given up."""
        try:
            with writing:
                while chunk := chunk or self.outbox.take_chunk():
                    with trio.fail_after(TIME_TO_TAKE_A_CHUNK):
                        await self._stream.send_all(chunk)
                    chunk = b""
                if not self.outbox.is_closing:
                    self._writing = None
                    return
                if isinstance(self._stream, trio.abc.HalfCloseableStream):
                    await self._stream.send_eof()
        except trio.TooSlowError:
            log.info("connection from %s was cut: it took nothing for %g s", self.peer, TIME_TO_TAKE_A_CHUNK)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the peer vanished
        except Exception:
            # The boundary, as in `serve`.
            log.exception("connection from %s could not be written to", self.peer)
        self._end_writing()

    def _end_writing(self) -> None:
        self._reading.cancel()
        self._is_written = True
        self._wake_up()

    async def _drain(self) -> None:
        """Take what still comes: closing a socket with bytes unread in it would throw away the goodbye on its way."""
        while await self._stream.receive_some():
            pass
