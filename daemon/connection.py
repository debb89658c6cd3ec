"""One connection: a reader, a writer, and a boundary round both.

Lives here: deadlines of the transport, the rate limit, who this is at which table, and how a connection ends.
Not here: what a message means to a table (`table_task`), the order of what goes out (`outbox`).

Whatever goes wrong in here stays in here. A reader that is slow costs nobody anything: entries wait in the table's log,
not in the connection, and one that takes nothing for a while is cut, because resuming is cheap.
"""

import logging
import math
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

import trio

from daemon.addresses import whose
from daemon.outbox import Outbox
from protocol.clean import clean
from protocol.codec import MalformedError, decode_from_client, encode_from_daemon
from protocol.frames import Lines, LineTooLongError
from protocol.messages import (
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
from protocol.refusals import Reason
from protocol.sight import SPECTATOR, Viewer

if TYPE_CHECKING:
    from daemon.house import House
    from daemon.table_task import TableTask

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
        self._allowance = _Allowance(COMMANDS_A_SECOND, COMMANDS_AT_ONCE)
        self._lobby_allowance = _Allowance(LOBBY_LINES_A_SECOND, LOBBY_LINES_AT_ONCE)
        self._is_greeted = False
        self._written = trio.Event()
        self._reading = trio.CancelScope(deadline=trio.current_time() + TIME_TO_SAY_HELLO)

    @property
    def viewer(self) -> Viewer:
        """What this connection may see of its table."""
        return SPECTATOR if self.seat is None else Viewer(self.seat)

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
        if isinstance(self._stream, trio.SocketStream) and sys.platform != "win32":
            self.outbox.wake = partial(house.teller.note, self)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write)
                await self._read(house)
                with trio.move_on_after(TIME_TO_SAY_GOODBYE):
                    await self._written.wait()
                    await self._drain()
                nursery.cancel_scope.cancel()
        except* (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the peer vanished: there is nobody left to tell
        except* Exception:
            # The boundary: a fault of ours in one connection must not take the others down.
            log.exception("connection from %s failed", self.peer)
        finally:
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(self._stream)
                if self.table is not None:
                    await self.table.lose(self)

    async def _read(self, house: "House") -> None:
        try:
            with self._reading:
                await self._read_lines(house)
                self.outbox.finish(b"")
        except PartingError as parting:
            self.outbox.finish(encode_from_daemon(parting.goodbye))
        except (MalformedError, LineTooLongError) as error:
            detail = clean(str(error))  # it quotes what a stranger sent
            log.info("connection from %s sent a malformed line: %s", self.peer, detail)
            self.outbox.finish(encode_from_daemon(Goodbye(Farewell.MALFORMED.value, detail)))
        if self._reading.cancelled_caught:
            self.outbox.finish(
                encode_from_daemon(Goodbye(Farewell.SILENT.value, "nothing was heard from you for too long"))
            )

    async def _read_lines(self, house: "House") -> None:
        lines = Lines(LONGEST_LINE)
        while received := await self._stream.receive_some(LONGEST_LINE):
            if self._reading.deadline < math.inf and self._is_greeted:
                self._reading.deadline = trio.current_time() + TIME_BETWEEN_PINGS
            for line in lines.feed(bytes(received)):
                await self.outbox.room()
                await self._hear(decode_from_client(line), house)

    async def _hear(self, message: FromClient, house: "House") -> None:
        if isinstance(message, AskTables | OpenTable | Hello):
            await self._lobby_allowance.wait_for_one()
        match message:
            case Do():
                await self._do(message)
            case Ping():
                await self._allowance.wait_for_one()
                if self._is_greeted:
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

    async def _do(self, do: Do) -> None:
        if self.table is None:
            raise PartingError(Farewell.MALFORMED, "say hello before you do anything")
        if self._allowance.take_one():
            await self.table.ask(self, do)
        else:
            self.answer(NotAccepted(do.id, Reason.TOO_FAST.value, f"more than {COMMANDS_A_SECOND} commands a second"))

    def tell(self) -> None:
        """Send what waits as far as the socket takes it at once."""
        self.outbox.tell(self._try_to_send)

    def _try_to_send(self, chunk: bytes) -> int:
        assert isinstance(self._stream, trio.SocketStream)
        try:
            return os.write(self._stream.socket.fileno(), chunk)
        except OSError:
            return 0  # it is full, or gone: the writer will see

    async def _write(self) -> None:
        while chunk := await self.outbox.next_chunk():
            with trio.move_on_after(TIME_TO_TAKE_A_CHUNK) as patience:
                await self._stream.send_all(chunk)
            if patience.cancelled_caught:
                log.info("connection from %s was cut: it took nothing for %g s", self.peer, TIME_TO_TAKE_A_CHUNK)
                self._reading.cancel()
                break
        if isinstance(self._stream, trio.abc.HalfCloseableStream):
            await self._stream.send_eof()
        self._written.set()

    async def _drain(self) -> None:
        """Take what still comes: closing a socket with bytes unread in it would throw away the goodbye on its way."""
        while await self._stream.receive_some():
            pass
