"""Reminders at one table: which player wants them where, and when one is due.

A player who is not connected is reminded of a turn once, after a while. That changes nothing in the game, so it happens
also while nobody is there and no clock runs. An address belongs to a seat like its tokens: it follows its player to the
next game of the table and is forgotten with the seat.

Here: the addresses, the codes that prove them, and the turns of which a player was reminded. Not here: sending, and how
many messages there may be (`daemon.reminders`); storing (`live_table`).
"""

import hmac
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final

from attrs import field

from daemon.game_log import GameLog
from daemon.journal.interface import Private, ReminderAddressSet, ReminderSent
from daemon.reminders.addresses import AddressFaultError, ReminderAddress, read_address
from daemon.reminders.texts import your_code, your_turn
from daemon.table.table_clock import NEVER, AlarmKind, ClockAlarm, TableClock
from protocol.frozen import define, frozen
from protocol.log.not_allowed import NotAllowed
from protocol.log.table import Stage, Table
from protocol.wire.messages import ReminderWays

TIME_TO_LOOK_AWAY: Final = 30.0
"""Seconds that a player is away in their turn before they are reminded: less than the usual time until a bot stands in,
and more than a lost connection takes to come back.
"""
TIME_TO_TYPE: Final = 600.0
"""Seconds for which a code is valid."""
MOST_TRIES: Final = 5
_DIGITS: Final = 6


_LANGUAGE: Final = re.compile("[A-Za-z0-9-]{1,35}")
"""A language as others name it (RFC 5646)."""


@frozen
class _Wanted:
    """Where a player wants to be reminded, and in which language; None is English."""

    address: ReminderAddress
    language: str | None = None


@define
class _Code:
    """A code on its way. `until`: on trio's clock."""

    at: "_Wanted"
    until: float
    text: str = field(factory=lambda: f"{secrets.randbelow(10**_DIGITS):0{_DIGITS}}", repr=False)
    tries: int = MOST_TRIES
    is_sent: bool = False


class TurnReminders:
    """The reminders of one table's players."""

    def __init__(self, private: Iterable[Private] = ()) -> None:
        self._by_seat: dict[int, _Wanted] = {}
        self._reminded: dict[int, int] = {}
        """By seat: the turn of which its player was reminded last."""
        self._codes: dict[int, _Code] = {}
        for row in private:
            self.take_note(row)

    def take_note(self, row: Private) -> None:
        """Update from a stored row."""
        match row:
            case ReminderAddressSet(seat, address, language):
                self._codes.pop(seat, None)
                self._by_seat.pop(seat, None)
                if address is not None:
                    with suppress(AddressFaultError):  # a later release may have stricter rules
                        self._by_seat[seat] = _Wanted(read_address(address), language)
            case ReminderSent(seat, turn):
                self._reminded[seat] = turn
            case _:
                pass

    # Addresses and their codes.

    def carry(self, places: Mapping[int, int]) -> Iterator[ReminderAddressSet]:
        """The addresses, for the next game; `places` are as in `Carried`."""
        return (
            ReminderAddressSet(places[seat], wanted.address.text, wanted.language)
            for seat, wanted in self._by_seat.items()
            if seat in places
        )

    def rows_without(self, seat: int) -> list[ReminderAddressSet]:
        """The row that forgets the address of a seat, and a code on its way there; none if there is neither."""
        return [ReminderAddressSet(seat, None)] if seat in self._by_seat or seat in self._codes else []

    def new_code(self, seat: int, address: ReminderAddress, language: str | None, now: float) -> str:
        """The text with a code, to send to this address. It takes the place of an earlier one."""
        if language is not None and not _LANGUAGE.fullmatch(language):
            language = None
        code = self._codes[seat] = _Code(_Wanted(address, language), now + TIME_TO_TYPE)
        return your_code(code.text, round(TIME_TO_TYPE / 60), language)

    def note_sent(self, seat: int, address: ReminderAddress, why_not: str | None) -> bool:
        """Note that the code was sent, or why not; False if the player does not wait for it any more."""
        code = self._codes.get(seat)
        if code is None or code.at.address != address:
            return False
        code.is_sent = True
        if why_not is not None:
            del self._codes[seat]
        return True

    def proved(self, seat: int, typed: str, now: float) -> ReminderAddressSet:
        """The row of the address whose code this is. Raises `Refused`."""
        code = self._codes.get(seat)
        if code is None or now >= code.until:
            self._codes.pop(seat, None)
            raise NotAllowed("no_code_awaited")
        if hmac.compare_digest("".join(filter(str.isdecimal, typed)).encode(), code.text.encode()):
            return ReminderAddressSet(seat, code.at.address.text, code.at.language)
        code.tries -= 1
        if code.tries:
            raise NotAllowed("wrong_code")
        del self._codes[seat]
        raise NotAllowed("too_many_wrong_codes")

    def told(self, seat: int, ways: tuple[str, ...], why_no_code: str | None = None) -> ReminderWays:
        """What the player of this seat is told; `ways`: the kinds of addresses that the host uses."""
        wanted, code = self._by_seat.get(seat), self._codes.get(seat)
        address = None if wanted is None else wanted.address
        return ReminderWays(
            ways,
            address.place if address is not None and address.kind in ways else None,
            code.at.address.place if code is not None and code.is_sent else None,
            why_no_code,
        )

    # Turns.

    def due(self, log: GameLog, clock: TableClock) -> ClockAlarm:
        """When the player whose turn it is has to be reminded; `NEVER` if not."""
        if not self._by_seat:  # as at most tables
            return NEVER
        table, seat = log.table, log.table.turn
        if seat is None or seat not in self._by_seat or table.stage is not Stage.PLAYING or table.paused:
            return NEVER
        is_reminded = self._reminded.get(seat) == log.turn_began
        if is_reminded or clock.is_here(seat) or table.seats[seat].played_by is not None:
            return NEVER
        return ClockAlarm(clock.turn_missed_since(seat) + TIME_TO_LOOK_AWAY, AlarmKind.NOBODY_LOOKS, seat)

    def reminder(self, seat: int, table_name: str, table: Table) -> tuple[ReminderAddress, str]:
        """Where the player of this seat is reminded, and the text, if one is due."""
        wanted = self._by_seat[seat]
        others = (who.name for other, who in enumerate(table.seats) if other != seat and who.name is not None)
        return wanted.address, your_turn(table_name, tuple(others), wanted.language)
