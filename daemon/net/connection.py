"""One connection: it turns lines into messages, passes them to the house or the table, and contains its errors.

Here: the deadlines of a connection, its line limits, and its end. Not here: the effect of a message at a table
(`daemon.table`), the order of output (`daemon.outbox`), reading and writing the socket (`sockets`).

A connection is one task, which sleeps most of the time: commands are passed to the table as they are read. The task
handles only messages that have to wait for something. Its errors do not affect other connections.
"""

import hmac
import logging
import math
from typing import Final

import trio

from daemon.guest import (
    COMMANDS_A_SECOND,
    COMMANDS_AT_ONCE,
    NO_PLACE_FOR_STRANGERS,
    Allowance,
    Guest,
    Origin,
    PartingError,
    check_admitted,
    check_place,
)
from daemon.house.house import House
from daemon.net.addresses import origin_of
from daemon.net.browsers import BrowserError, is_browser
from daemon.net.encryption import FIRST_BYTE, Encryption
from daemon.net.identity import Identity
from daemon.net.sockets import Sockets
from daemon.table.live_table import LiveTable
from protocol.clean import clean
from protocol.log.operator_commands import OfOperator
from protocol.shared.household import household_of_invited
from protocol.shared.places import NEEDED, PlaceLimits, Places, Usage, Use
from protocol.wire import messages, operator_messages
from protocol.wire.codec import MalformedError, decode_from_client
from protocol.wire.frames import LineBuffer, LineTooLongError

TIME_TO_SAY_HELLO: Final = 10.0
TIME_IN_THE_LOBBY: Final = 600.0
TIME_BETWEEN_PINGS: Final = 45.0
"""A client that has pinged is cut after so many seconds without a byte; one that never pings is not."""
TIME_TO_SAY_GOODBYE: Final = 3.0
TIME_TO_MAKE_ROOM: Final = 0.5
"""Seconds that a connection has to read its goodbye if another one needs its socket."""
NOT_ENCRYPTED: Final = "this host does not encrypt: send lines of JSON"
IDLE: Final = "all places are taken, and you have not used yours for a while: come back later"
LOBBY_LINES_A_SECOND: Final = 10
LOBBY_LINES_AT_ONCE: Final = 20

log = logging.getLogger("fivesd.connection")


_UNLIMITED: Final = messages.Do | messages.Ping
"""What has a limit elsewhere, or none. If there is too much of all else, it is read more slowly."""
_FOR_STRANGERS: Final = (
    messages.Ping | operator_messages.Operator | messages.Invited | messages.ForBrowser | messages.Hello
)
"""What is read from somebody from outside who has not shown an invitation. A `hello` needs a token then."""


def _is_of_operator(do: messages.Do) -> bool:
    """Whether only an operator may send this: a command of theirs, or one for a table that it names."""
    return do.table is not None or isinstance(do.command, OfOperator)


class Connection:
    """A stream and its guest. `origin` is where the stream comes from.

    `is_provisional`: it keeps its place only if it sends a valid token in time. Its first bytes show what the peer
    speaks: TLS, with lines inside, if this host has a certificate (`identity`); HTTP if it `may_be_browser`; lines.
    """

    def __init__(
        self,
        stream: trio.abc.Stream,
        origin: Origin,
        house: House,
        sockets: Sockets,
        places: "Places[Connection]",
        limits: PlaceLimits,
        *,
        is_provisional: bool = False,
        may_be_browser: bool = False,
        identity: Identity | None = None,
    ) -> None:
        self._house = house
        self._places = places
        self._limits = limits
        self.guest = Guest(origin, self._output_pending, is_operator=house.is_private)
        self.guest.is_provisional = is_provisional
        self.guest.is_admitted = not house.asks(origin)
        self.has_made_room = False
        """Whether another connection has its place already, while it is still saying goodbye."""
        self._spoke_at = trio.current_time()
        """When it last sent anything but a ping, in seconds on trio's clock."""
        self._identity = identity
        self._may_be_browser = may_be_browser
        self._first: bytes | None = b""
        """The bytes so far, as long as they do not show what the peer speaks."""
        self._lines = LineBuffer(messages.LONGEST_LINE)
        self._waiting: list[messages.FromClient | Exception | None] = []
        """Input that has to wait: messages, the error of a malformed line, and None for the end."""
        self._pings_allowed = Allowance(COMMANDS_A_SECOND, COMMANDS_AT_ONCE)
        self._lobby_lines_allowed = Allowance(LOBBY_LINES_A_SECOND, LOBBY_LINES_AT_ONCE)
        self._is_busy = False
        self._is_greeted = False
        self._pings = False
        self._reading = trio.CancelScope(deadline=trio.current_time() + TIME_TO_SAY_HELLO)
        self._socket = sockets.open(stream, origin.address, self.guest.outbox, self._reading.cancel)

    @property
    def _table(self) -> LiveTable | None:
        """The table where the guest is; None in the lobby."""
        return self._house.guests.table_of(self.guest)

    async def serve(self) -> bytes | None:
        """Read and write until either side ends.

        The first bytes of a browser are returned, and its stream is left open: it is somebody else's to serve.
        """
        browser: bytes | None = None
        try:
            await self._read()
            with trio.move_on_after(TIME_TO_MAKE_ROOM if self.has_made_room else TIME_TO_SAY_GOODBYE):
                await self._socket.until_all_is_written()
                if not self.has_made_room:
                    await self._socket.drain()
        except BrowserError as found:
            browser = None if self.guest.outbox.is_closing else found.first
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # the peer has gone: there is nobody left to answer
        except Exception:
            # The boundary: a bug in one connection must not take the others down.
            log.exception("connection from %s failed", self.guest.origin.address)
        finally:
            if browser is None:
                with trio.CancelScope(shield=True):
                    await self._socket.aclose()
            else:
                self._socket.release()
            self._house.lose(self.guest)
            # The garbage collector hardly ever looks here (`program.serve`), so there must be no reference cycles.
            self.guest.leave()
        return browser

    def usage(self) -> Usage:
        """What it uses its place for, and when it last sent anything but a ping."""
        guest, outbox = self.guest, self.guest.outbox
        if guest.seat is not None or outbox.is_closing:
            return NEEDED
        if guest.is_provisional:
            return Usage(Use.PROVISIONAL, self._spoke_at)
        if guest.is_operator or (guest.is_admitted and (self._is_busy or self._waiting)):
            return NEEDED
        if self._table is not None:
            return Usage(Use.WATCHING, self._spoke_at)
        if not self._is_greeted:
            return Usage(Use.IDLE, self._spoke_at)
        has_read = outbox.is_empty and not self._socket.is_writing
        return Usage(Use.HAS_READ, self._spoke_at) if has_read else NEEDED

    def make_room(self) -> None:
        """Say goodbye, and end soon: another connection has the place already."""
        self.has_made_room = True
        detail = NO_PLACE_FOR_STRANGERS if self.guest.is_provisional else IDLE
        self.guest.dismiss(messages.Farewell.TOO_MANY, detail)

    def _output_pending(self, last: bool) -> None:
        self._socket.output_pending(last=last)
        if self.guest.outbox.is_closing:
            self._reading.cancel()

    # Reading.

    async def _read(self) -> None:
        guest = self.guest
        try:
            with self._reading:
                while await self._carry_out_waiting():
                    await self._socket.listen(self._receive)
                if self._table is None:
                    guest.finish()
                else:
                    self._table.finish(guest)
        except PartingError as parting:
            guest.part(parting)
        except (MalformedError, LineTooLongError) as error:
            # The error quotes the line, which may contain a password, so it is sent to the client but not logged.
            log.info("connection from %s sent a malformed line, and gets the reason", guest.origin.address)
            guest.dismiss(messages.Farewell.MALFORMED, clean(str(error)))
        if guest.is_provisional:
            self._places.make_room(self)
        elif self._reading.cancelled_caught:
            guest.dismiss(messages.Farewell.SILENT, "nothing was heard from you for too long")

    async def _carry_out_waiting(self) -> bool:
        """Carry out the waiting messages in order; False at the end. Raises the error of a malformed line."""
        while self._waiting:
            message = self._waiting.pop(0)
            if message is None:
                return False
            if isinstance(message, Exception):
                raise message
            await self.guest.outbox.wait_for_room()
            self._is_busy = True
            await self._carry_out(message)
            self._is_busy = False
        return True

    def _receive(self, received: bytes) -> bool:
        """Handle input that need not wait. The first message that must wait and all after it are queued; then True."""
        if self._pings:
            self._reading.deadline = trio.current_time() + TIME_BETWEEN_PINGS
        if self._first is not None and received:
            self._first += received
            if self._first.startswith(FIRST_BYTE):
                return self._receive_tls(received)
            found = self._may_be_browser and is_browser(self._first)
            if found is None:
                return False
            if found:
                self._waiting.append(BrowserError(self._first))
                return True
            received, self._first = self._first, None
        try:
            for line in self._lines.feed(received):
                message = decode_from_client(line)
                if not isinstance(message, messages.Ping):
                    self._spoke_at = trio.current_time()
                if self._waiting or not self._has_passed_on(message):
                    self._waiting.append(message)
        except Exception as error:  # noqa: BLE001 - this connection's task raises it; other connections are unaffected
            self._waiting.append(error)
        if not received:
            self._waiting.append(None)
        return bool(self._waiting)

    def _receive_tls(self, received: bytes) -> bool:
        """Handle the first bytes of a peer that speaks TLS; its lines will be received decrypted."""
        self._first = None
        if self._identity is not None:
            return self._socket.encrypt(Encryption(self._identity.context), received)
        self._waiting.append(MalformedError(NOT_ENCRYPTED))  # at once: the peer waits for an answer, not for a newline
        return True

    def _has_passed_on(self, message: messages.FromClient) -> bool:
        """Pass a command to the table. False for a message that has to wait for something."""
        table = self._table
        if not isinstance(message, messages.Do) or table is None or self.guest.outbox.is_full:
            return False
        if _is_of_operator(message):
            return False
        table.ask(self.guest, message)
        return True

    async def _carry_out(self, message: messages.FromClient) -> None:
        guest, house = self.guest, self._house
        if not isinstance(message, _UNLIMITED):
            await self._lobby_lines_allowed.wait_for_one()
        if not isinstance(message, _FOR_STRANGERS):
            check_admitted(guest)
        match message:
            case messages.Do() if self._table is not None and not _is_of_operator(message):
                self._table.ask(guest, message)
            case messages.Do() if not guest.is_operator and not _is_of_operator(message):
                raise PartingError(messages.Farewell.MALFORMED, "say hello to a table before you do anything there")
            case messages.Ping():
                await self._pings_allowed.wait_for_one()
                if self._is_greeted:
                    self._pings = True
                    self._reading.deadline = trio.current_time() + TIME_BETWEEN_PINGS
                guest.answer(messages.Pong(message.n))
            case messages.Invited():
                house.admit_invited(guest, message)
                self._count_as_invited()
            case messages.ForBrowser():
                self._count_as_browser(message)
            case messages.Hello():
                if self._is_greeted:
                    raise PartingError(messages.Farewell.MALFORMED, "hello was said before on this connection")
                self._reading.deadline = math.inf  # a password has to wait, and a reader may take its time
                self._is_greeted = await house.greet(guest, message)
                house.reach.note_visit(guest.origin)
                self._reading.deadline = math.inf if self._is_greeted else trio.current_time() + TIME_IN_THE_LOBBY
            case messages.AskTables():
                self._stay_in_the_lobby()
                guest.answer(await house.tables_for(message, asleep=guest.is_operator))
            case messages.AskLeague():
                self._stay_in_the_lobby()
                for line in await house.league_night.answer():
                    await guest.outbox.wait_for_room()
                    guest.answer_with(line)
            case messages.OpenTable():
                check_place(guest, has_seat=False)
                self._stay_in_the_lobby()
                await house.open_for(guest, message)
            case _:
                await house.controls.carry_out(guest, message)
                if guest.is_operator:
                    self._stay_in_the_lobby()  # it may want nothing but news of `reach`

    def _count_as_invited(self) -> None:
        """Count the place under the invitation, too, and no longer under a tunnel. Raises `PartingError`."""
        name, limits = self.guest.invitation, self._limits
        if name is None:
            return
        log.info("connection from %s came with the invitation for %s", self.guest.origin.address, name)
        counts = limits.counts(self.guest.origin.household) | limits.counts(household_of_invited(name))
        if not self._places.count_again(self, counts, trio.current_time()):
            raise PartingError(messages.Farewell.TOO_MANY, "too many connections came with this invitation: try later")

    def _count_as_browser(self, message: messages.ForBrowser) -> None:
        """Count the place where the browser is, as another daemon of this club says. Raises `PartingError`."""
        identity, guest = self._identity, self.guest
        if identity is None or not hmac.compare_digest(identity.secret.encode(), message.secret.encode()):
            check_admitted(guest)
            raise PartingError(messages.Farewell.BAD_TOKEN, "that is not the secret of this club")
        guest.origin = origin_of(message.address, is_outside=message.outside)
        guest.is_admitted = not self._house.asks(guest.origin)
        if not self._places.count_again(self, self._limits.counts(guest.origin.household), trio.current_time()):
            raise PartingError(messages.Farewell.TOO_MANY, "too many connections came from your address: try later")

    def _stay_in_the_lobby(self) -> None:
        if not self._is_greeted and not self.guest.is_provisional:
            self._reading.deadline = trio.current_time() + TIME_IN_THE_LOBBY
