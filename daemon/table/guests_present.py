"""The guests at a table right now, and which of them has which seat.

Here: guests who come and go, presence notices, welcomes. Not here: who owns a seat (the log and the tokens).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import trio

from daemon.dealer import Pledge
from daemon.game_log import GameLog
from daemon.guest import Guest
from daemon.table.table_clock import TableClock
from daemon.table.watchers import NOBODY, Watchers
from protocol.log.table import Seat
from protocol.version import __version__
from protocol.wire.codec import encode_from_daemon
from protocol.wire.messages import PROTOCOL, Welcome
from protocol.wire.notices import Notice, PresenceNotice

DAEMON: Final = f"fivesd {__version__}"


class GuestsPresent:
    """The guests of one table. It tells the table's clock who is connected."""

    def __init__(self, table: str, clock: TableClock) -> None:
        self._table = table
        self._clock = clock
        self._guests: dict[Guest, None] = {}
        self.watchers = Watchers()
        self._by_seat: dict[int, Guest] = {}
        self._household_by_seat: dict[int, str] = {}
        """By seat: the household from which its person last connected."""

    def __contains__(self, guest: Guest) -> bool:
        return guest in self._guests

    def __iter__(self) -> Iterator[Guest]:
        return iter(tuple(self._guests))

    def __len__(self) -> int:
        return len(self._guests)

    @property
    def players(self) -> Collection[Guest]:
        """The guests who have seats."""
        return self._by_seat.values()

    @property
    def spectators(self) -> int:
        """The number of spectators."""
        return sum(1 for guest in self._guests if guest.seat is None)

    def on_seat(self, seat: int) -> Guest | None:
        """The guest on this seat, or None."""
        return self._by_seat.get(seat)

    def pledge_of(self, seat: int) -> Pledge:
        """What the guest on this seat has given for the log, if there is one."""
        guest = self._by_seat.get(seat)
        return Pledge() if guest is None else guest.pledge

    def seats_from(self, household: str, seats: Sequence[Seat]) -> int:
        """How many of these seats belong to people of this household who have been here, connected or away."""
        return sum(1 for seat, home in self._household_by_seat.items() if home == household and seats[seat].is_person)

    def sit(self, guest: Guest, seat: int) -> None:
        """Put a guest on this seat."""
        if guest in self._guests and guest.seat is None:
            self.watchers.note_change(trio.current_time())
        guest.seat = seat
        self._by_seat[seat] = guest
        self._household_by_seat[seat] = guest.origin.household
        self._clock.note_connected(seat, trio.current_time())
        self._send_presence(seat, here=True)

    def welcome(
        self,
        guest: Guest,
        log: GameLog,
        start: int,
        *,
        is_host: bool,
        may_begin: bool,
        after_match: int,
        is_held: bool = False,
    ) -> None:
        """Let a guest follow this game from entry `start` on, and send a notice for each other person."""
        if guest.seat is None and guest not in self._guests:
            self.watchers.note_change(trio.current_time())
        self._guests[guest] = None
        continues = log.succession.continues
        welcome = Welcome(
            protocol=PROTOCOL,
            daemon=DAEMON,
            table=self._table,
            game=log.game,
            seat=guest.seat,
            token=guest.token,
            from_=start,
            head=log.head,
            host=is_host,
            may_begin=may_begin,
            resumed_from=None if continues is None else continues.games[-1],
            succession=log.succession.number,
            after_match=after_match,
            held=is_held,
        )
        guest.follow(log, guest.viewer, start, welcome)
        for seat, who in enumerate(log.table.seats):
            if who.is_person and seat != guest.seat:
                guest.notify(PresenceNotice(seat, self._clock.is_here(seat)))
        watching = NOBODY if guest.seat is None else self.watchers.known_to(guest)
        if watching != NOBODY:
            guest.notify(watching)

    def let_go(self, guest: Guest) -> bool:
        """Forget a guest; True if a person's seat now has no guest."""
        was_here, seat = guest in self._guests, guest.seat
        self._guests.pop(guest, None)
        if was_here and seat is None:
            self.watchers.note_change(trio.current_time())
        if seat is None or self._by_seat.get(seat) is not guest:
            return False
        del self._by_seat[seat]
        self._clock.note_disconnected(seat, trio.current_time())
        self._send_presence(seat, here=False)
        return True

    def stand_up(self, seat: int) -> Guest | None:
        """Free a seat and return its guest."""
        guest = self._by_seat.pop(seat, None)
        if guest is not None:
            guest.seat, guest.token = None, None
            self.watchers.note_change(trio.current_time())
        return guest

    def reseat(self, places: Mapping[int, int]) -> None:
        """Put everybody on their new places, given by their seats until now."""
        self._by_seat = {places[seat]: guest for seat, guest in self._by_seat.items()}
        homes = self._household_by_seat.items()
        self._household_by_seat = {places[seat]: home for seat, home in homes if seat in places}
        for seat, guest in self._by_seat.items():
            guest.seat = seat

    def broadcast(self) -> None:
        """Have new entries sent, to the players first, then to the spectators."""
        for guest in self._guests:
            guest.output_pending(last=guest.seat is None)

    def notify(self, notice: Notice) -> None:
        """Send a notice to everybody."""
        _notify(self._guests, notice)

    def notify_spectators(self, notice: Notice) -> None:
        """Send a notice to the people who watch. Players sit before a screen that shows the table to a room."""
        _notify((guest for guest in self._guests if guest.seat is None and not guest.is_screen), notice)

    def send_watchers(self) -> None:
        """Tell the players who watches, if that has changed."""
        notice = self.watchers.next_notice(self._guests, trio.current_time())
        if notice is not None:
            _notify(self.players, notice)

    def _send_presence(self, seat: int, *, here: bool) -> None:
        _notify((guest for guest in self._guests if guest.seat != seat), PresenceNotice(seat, here))


def _notify(guests: Iterable[Guest], notice: Notice) -> None:
    """Send a notice to these guests. It is encoded once: there may be many spectators."""
    line = encode_from_daemon(notice)
    for guest in guests:
        guest.send_notice(line)
