"""A guest: the person or program behind one connection, as the house and its tables know it.

Here: the guest's seat, name, token, origin, and pending output. Not here: the socket (`net`), who owns a seat (the log
and the tokens), and what a guest may do (`decide`).
"""

from collections.abc import Callable, Iterable
from typing import Final

import trio
from attrs import evolve

from daemon.dealer import Pledge
from daemon.game_log import GameLog, line_for
from daemon.journal.interface import GameMoved
from daemon.outbox import Outbox
from protocol.clean import shortened
from protocol.frozen import frozen
from protocol.log.events import Entry
from protocol.log.sight import SPECTATOR, Viewer
from protocol.log.succession import SeatClaim
from protocol.shared.household import LOOPBACK, household_of_invited, is_shared
from protocol.wire import messages, notices, operator_messages
from protocol.wire.codec import ViewerLine, encode_from_daemon
from protocol.wire.limits import LONGEST_SENTENCE
from protocol.wire.messages import Farewell, Goodbye

COMMANDS_A_SECOND: Final = 250
COMMANDS_AT_ONCE: Final = 500
REMARKS_A_SECOND: Final = 3
REMARKS_AT_ONCE: Final = 10
REFUSALS_A_SECOND: Final = 20
REFUSALS_AT_ONCE: Final = 2_000
"""A client with more refusals than this is broken or malicious, and is disconnected."""

NO_PLACE_FOR_STRANGERS: Final = "all places are taken; some are kept for those who come back to their seats: try later"
BY_INVITATION: Final = "this table is by invitation: ask its host for a link"


class PartingError(Exception):
    """The connection has to end; the reason is sent to the guest. `game`: the one here that counts, if that is news."""

    def __init__(
        self,
        reason: Farewell,
        detail: str,
        moved: GameMoved | None = None,
        *,
        waits: bool = False,
        game: str | None = None,
    ) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail
        self.moved = moved
        self.waits = waits
        self.game = game

    @classmethod
    def to(cls, moved: GameMoved, *, waits: bool = False) -> "PartingError":
        """The guest goes on at another host. `waits`: this one waits until somebody has come there."""
        return cls(Farewell.MOVED, f"the game goes on at {moved.place}", moved, waits=waits)


@frozen
class Origin:
    """Where a guest connects from.

    `address` is the peer's IP address; `household` is the same for all addresses of one home, for limits. `is_outside`:
    it is neither on this machine nor in its networks, or it comes through a tunnel.
    """

    address: str
    household: str
    is_outside: bool = False

    @property
    def is_loopback(self) -> bool:
        """Whether the connection comes from this machine, perhaps through a tunnel."""
        return self.household == LOOPBACK

    def invited_as(self, name: str) -> "Origin":
        """The origin of a guest with this invitation, which is all that tells apart those behind a tunnel."""
        return evolve(self, household=household_of_invited(name)) if is_shared(self.household) else self


class Allowance:
    """A rate limit: `a_second` on average, and bursts of `at_once`."""

    __slots__ = ("_a_second", "_at", "_at_once", "_left")

    def __init__(self, a_second: int, at_once: int) -> None:
        self._a_second = a_second
        self._at_once = at_once
        self._left: float = at_once
        self._at = trio.current_time()

    async def wait_for_one(self) -> None:
        """Wait until one is allowed, and take it."""
        self._fill()
        self._left -= 1
        if self._left < 0:
            await trio.sleep(-self._left / self._a_second)

    def take_one(self) -> bool:
        """Take one; False if none is left for now."""
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


class Guest:
    """The person or program behind one connection.

    `output_pending` is called when there is output to send; its argument says that it may be sent last, after everybody
    else's output. The guest's table sets `seat`, `name` and `token`. `is_operator`: the guest has sent the operator's
    secret, or needs none.
    """

    def __init__(self, origin: Origin, output_pending: Callable[[bool], None], *, is_operator: bool = False) -> None:
        self.origin = origin
        self.is_operator = is_operator
        self.name = ""
        self.seat: int | None = None
        self.token: str | None = None
        self.own_token: str | None = None
        """What the token of the next seat shall be, as the guest's program says; None if it does not."""
        self.has_opened: str | None = None
        """The name of the table that this guest opened."""
        self.is_admitted = True
        """False: the guest is from outside, and has to show an invitation or a valid token first."""
        self.invitation: str | None = None
        """The name of the invitation that the guest has shown."""
        self.is_provisional = False
        """Admitted to a place reserved for players who come back: the guest has to send a valid token, or leave."""
        self.pledge = Pledge()
        """The newest one that the guest has given."""
        self.claim: SeatClaim | None = None
        """By what the guest claims a seat in a game that had another host."""
        self.asked_name = ""
        """The name that a spectator has asked for; `name` may have a number, because somebody else has it."""
        self.is_screen = False
        """Whether this spectator is no person, but a screen that shows the table to a room."""
        self.has_left = False
        self.outbox = Outbox()
        self._commands_allowed = Allowance(COMMANDS_A_SECOND, COMMANDS_AT_ONCE)
        self._remarks_allowed = Allowance(REMARKS_A_SECOND, REMARKS_AT_ONCE)
        self._refusals_allowed = Allowance(REFUSALS_A_SECOND, REFUSALS_AT_ONCE)
        self._output_pending = output_pending

    @property
    def viewer(self) -> Viewer:
        """The viewer that this guest is at its table."""
        return SPECTATOR if self.seat is None else Viewer(self.seat)

    def may_command(self) -> bool:
        """Count one more command; False if it is too many for now."""
        return self._commands_allowed.take_one()

    def may_chat(self) -> bool:
        """Count one more remark; False if it is too many for now."""
        return self._remarks_allowed.take_one()

    def answer(
        self,
        message: messages.Accepted
        | messages.NotAccepted
        | messages.Hint
        | messages.Tables
        | messages.ReminderWays
        | messages.Pong
        | operator_messages.Reach
        | operator_messages.HostCode
        | operator_messages.HostToken
        | operator_messages.Log
        | notices.Notice,
    ) -> None:
        """Send a message, after all entries that exist now."""
        self._send(encode_from_daemon(message))

    def answer_with(self, line: ViewerLine) -> None:
        """Do the same with the line of a message, which several guests get."""
        self._send(line)

    def refuse(self, refusal: messages.NotAccepted) -> None:
        """Send a refusal, or a goodbye if there were too many refusals."""
        if self._refusals_allowed.take_one():
            self.answer(refusal)
        else:
            self.dismiss(Farewell.TOO_MANY, "too many commands were refused: mend the program, and come back")

    def notify(self, notice: notices.Notice) -> None:
        """Send a notice, unless so much output is pending that it would come too late."""
        self.send_notice(encode_from_daemon(notice))

    def send_notice(self, line: ViewerLine) -> None:
        """Do the same with the line of a notice, which several guests get."""
        if not self.outbox.is_full:
            self._send(line)

    def follow(self, log: GameLog, viewer: Viewer, start: int, welcome: messages.Welcome) -> None:
        """Send a welcome, then the entries of this log from `start` on, present and future."""
        self.outbox.follow(log, viewer, start, encode_from_daemon(welcome))
        self.output_pending()

    def welcome_to_read(self, welcome: messages.Welcome) -> None:
        """Send the welcome to a stored game; `send_stored` sends its entries."""
        self._send(encode_from_daemon(welcome))

    async def send_stored(self, entries: Iterable[Entry], viewer: Viewer) -> None:
        """Send some entries of a stored game, and wait until they are written, so that only these are in memory."""
        for entry in entries:
            self.outbox.answer(line_for(entry, viewer))
        self.output_pending(last=True)
        await self.outbox.wait_until_empty()

    def output_pending(self, *, last: bool = False) -> None:
        """Have the pending output sent, including new entries, which the outbox finds in the log."""
        self._output_pending(last)

    def dismiss(self, reason: Farewell, detail: str) -> None:
        """Say goodbye and end the connection."""
        self.part(PartingError(reason, detail))

    def part(self, parting: PartingError) -> None:
        """Say goodbye for this reason and end the connection."""
        goodbye = Goodbye(parting.reason.value, shortened(parting.detail, LONGEST_SENTENCE), game=parting.game)
        if parting.moved is not None:
            moved = parting.moved
            goodbye = evolve(goodbye, address=moved.address, key=moved.key, game=moved.game)
            goodbye = evolve(goodbye, waits=parting.waits, release=moved.release or None)
        self.finish(encode_from_daemon(goodbye))

    def finish(self, last_line: ViewerLine | None = None) -> None:
        """End the connection when all pending output, and this last line, have been sent."""
        self.outbox.finish(last_line)
        self.output_pending()

    def leave(self) -> None:
        """Drop all output, because the connection has ended."""
        self.has_left = True
        self.outbox.clear()
        self._output_pending = _ignore

    def _send(self, line: ViewerLine) -> None:
        self.outbox.answer(line)
        self.output_pending()


def check_place(guest: Guest, *, has_seat: bool) -> None:
    """Make the place of a guest with a seat permanent. Raises `PartingError` for others in a provisional place."""
    if guest.is_provisional and not has_seat:
        raise PartingError(Farewell.TOO_MANY, NO_PLACE_FOR_STRANGERS)
    guest.is_provisional = False
    guest.is_admitted = guest.is_admitted or has_seat


def check_admitted(guest: Guest) -> None:
    """Raise `PartingError` for somebody from outside who has shown neither an invitation nor a token yet."""
    if not guest.is_admitted:
        raise PartingError(Farewell.NOT_INVITED, BY_INVITATION)


def _ignore(_: bool) -> None:
    """Take the place of a callback that is not wanted any more."""
