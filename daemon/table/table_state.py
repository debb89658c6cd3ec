"""The state of a table: the log, the seats' tokens, the answers given, who is present, the clock, the bots.

Here: the state, how stored entries change it, and the notices that follow from it. Not here: storing (`live_table`),
joining (`joining`), what is allowed (`decide`).
"""

import logging
import random
from collections.abc import Callable, Sequence
from typing import Final

import trio

from daemon.deal import Chance
from daemon.game_log import GameLog, time_of_day
from daemon.guest import Guest
from daemon.journal.interface import (
    SUMMARY_EVENTS,
    CommandAccepted,
    GameInfo,
    GameOpened,
    Journal,
    Private,
    TokenIssued,
    last_time,
    summary_of,
)
from daemon.journal.records import Records
from daemon.table.accepted_commands import Answers
from daemon.table.bot_seats import BotSeats
from daemon.table.guests_present import GuestsPresent
from daemon.table.hint_requests import Hints
from daemon.table.matches import Matches
from daemon.table.readmissions import TIME_TO_COME_BACK, Readmissions
from daemon.table.rematch_vote import RematchVote
from daemon.table.table_clock import Due, Ring, TableClock
from daemon.table.timers import Timers
from daemon.table.tokens import SeatTokens, digest, new_token
from protocol.clean import clean
from protocol.frozen import frozen
from protocol.log.events import Entry
from protocol.log.table import Stage
from protocol.wire.messages import SeatSummary, TableSummary
from protocol.wire.notices import (
    GraceNotice,
    HostNotice,
    MayBeginNotice,
    Notice,
    ReadmitNotice,
    RematchNotice,
    ThinkingNotice,
    TroubleNotice,
    TroubleOverNotice,
    TurnNotice,
)
from protocol.wire.record import Header

CLOCKS: Final[dict[Ring, type[GraceNotice | TurnNotice]]] = {
    Ring.GRACE_IS_OVER: GraceNotice,
    Ring.TURN_IS_OVER: TurnNotice,
}
"""The notices that say when these clocks ring."""
CANNOT_WRITE: Final = "the host cannot write to its disk: play has stopped, and nothing is lost"

log = logging.getLogger("fivesd.table")


@frozen(kw_only=True)
class Services:
    """The dependencies of all tables of a house.

    `next_id` makes the id of a new game at a table. `hints` makes the hints of a table, and `bots` the bots of a game;
    its argument is called when a bot has decided. `think`: about how many seconds bots take; `pace` draws the exact
    time. `most_seats_from_one`: how many seats at one table one household may have, None for no limit. `folder`: where
    games are stored, for the operator alone.
    """

    journal: Journal
    records: Records
    chance: Chance
    pace: random.Random
    think: float
    most_seats_from_one: int | None
    folder: str
    next_id: Callable[[str], str]
    matches: Matches
    timers: Timers
    nursery: trio.Nursery
    hints: Callable[[], Hints]
    bots: Callable[[Callable[[], None]], BotSeats]


def _nothing() -> None:
    pass


class TableState:
    """A table between two steps. `bot_decided` is called when a bot has chosen its move.

    `opened` says who opened the table, and is copied from game to game.
    """

    def __init__(
        self, name: str, log: GameLog, private: Sequence[Private], services: Services, bot_decided: Callable[[], None]
    ) -> None:
        self.name = name
        self.log = log
        self.tokens = SeatTokens(private)
        self.answers = Answers(private)
        self.opened = next(row for row in private if isinstance(row, GameOpened))
        self.bots = services.bots(bot_decided)
        self.clock = TableClock(services.think, services.pace, trio.current_time())
        self.present = GuestsPresent(name, self.clock)
        self.rematch = RematchVote()
        self.readmissions = Readmissions()
        self._services = services
        self._bot_decided = bot_decided
        self._host_seat_sent, self._first_seat_sent = self.host_seat, self.first_seat
        self._clocks_sent: list[Due] = []
        for seat, who in enumerate(log.table.seats):
            if who.is_person:
                self.clock.goes(seat, trio.current_time())

    def close(self) -> None:
        """Stop the bots, and break reference cycles."""
        self.bots.close()
        self._bot_decided = _nothing

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.log.table.stage is Stage.OVER

    @property
    def next_match(self) -> int:
        """The number of the next match at this table."""
        return self.log.table.match + 1

    def all_are_here(self, but: int | None = None) -> bool:
        """Whether everybody who has a seat is connected; seat `but` does not count."""
        seats = self.log.table.seats
        return all(self.clock.is_here(seat) or seat == but for seat, who in enumerate(seats) if who.is_person)

    def names(self, but: Guest | None = None) -> list[str]:
        """The names on the seats and of the spectators of this table; guest `but` does not count."""
        seated = [who.name for who in self.log.table.seats if who.name is not None]
        return seated + [guest.name for guest in self.present if guest.seat is None and guest is not but]

    @property
    def host_seat(self) -> int | None:
        """The seat of the guest who opened the table, otherwise of the person who has been seated longest.

        At the host's own table, that of the operator; None while no operator is on a seat there.
        """
        if self.opened.is_home:
            return next((guest.seat for guest in self.present.players if guest.is_operator), None)
        opener = self.tokens.host_seat
        return self.log.first_person if opener is None else opener

    @property
    def first_seat(self) -> int | None:
        """The seat of the person who may begin while no host is there: at the host's own table, the lowest one taken.

        None while the operator is there, and at all other tables.
        """
        if not self.opened.is_home or any(guest.is_operator for guest in self.present):
            return None
        return next((seat for seat, who in enumerate(self.log.table.seats) if who.is_person), None)

    def is_host(self, guest: Guest) -> bool:
        """Whether this guest has the host's rights. The host's own table has no host but the operator."""
        if self.opened.is_home:
            return guest.is_operator
        return guest.has_opened == self.name or (guest.seat is not None and guest.seat == self.host_seat)

    def may_begin(self, guest: Guest) -> bool:
        """Whether this guest, who is not the host, may begin the match and seat bots before it."""
        return guest.seat is not None and guest.seat == self.first_seat and not self.is_host(guest)

    def issue_token(self, guest: Guest, seat: int) -> TokenIssued:
        """A token for a guest who takes a seat; the welcome carries it."""
        guest.token = new_token()
        is_host = guest.has_opened == self.name and not self.opened.is_home
        return TokenIssued(seat, digest(guest.token), is_host, time_of_day())

    def summary(self, *, is_home: bool) -> TableSummary:
        """The table as the lobby shows it."""
        table = self.log.table
        return TableSummary(
            table=self.name,
            game=self.log.game,
            rules=table.preset,
            seats=tuple(SeatSummary(who.name, who.bot, self.clock.is_here(at)) for at, who in enumerate(table.seats)),
            stage=table.stage,
            match=table.match,
            spectators=self.present.spectators,
            locked=self.opened.password is not None,
            home=is_home,
        )

    def info(self) -> GameInfo:
        """The summary of the game, equal to the journal's."""
        log = self.log
        summary = [entry for entry in log.entries if isinstance(entry.event, SUMMARY_EVENTS)]
        last_at = last_time(log.entries[-1].at, self.tokens.holding())
        return summary_of(log.game, self.opened, summary, log.head, last_at)

    # Applying stored entries.

    def take(self, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        """Fold stored entries and rows, and send the entries to everybody."""
        self._fold(entries, private)
        if self.log.table.options.turn_time or self.clock.somebody_is_away:
            self.send_clocks()
        self.send_host()

    def take_new_game(self, header: Header, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        """Continue with another game, already stored, and welcome everybody to it."""
        self.log = GameLog(header)
        self.tokens, self.answers = SeatTokens(private), Answers(private)
        self.bots.close()
        self.bots = self._services.bots(self._bot_decided)
        self.clock.another_game(trio.current_time())
        self._fold(entries, ())
        self._clocks_sent = self.clock.running(self.log.table)  # their notices follow the welcome
        for guest in self.present:
            self.welcome(guest, 1)
        self.send_host()

    def _fold(self, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        self.log.add(entries)
        for row in private:
            keeper = self.answers if isinstance(row, CommandAccepted) else self.tokens
            keeper.take_note(row)
        now, turn = trio.current_time(), self.log.table.turn
        for entry in entries:
            self.clock.note(entry.event, now, turn)
        self.bots.observe(entries)
        self.present.broadcast()

    def welcome(self, guest: Guest, start: int) -> None:
        """Let this guest follow the game from entry `start` on."""
        is_host, may_begin = self.is_host(guest), self.may_begin(guest)
        self.present.welcome(guest, self.log, start, is_host=is_host, may_begin=may_begin)
        if self.clock.waits_for_the_disk:
            guest.notify(self._disk_takes_nothing(guest))
        self.send_clocks(guest)
        for seat in self.rematch.seats():
            guest.notify(self._agreed(seat))

    def let_go(self, guest: Guest) -> bool:
        """Forget a guest; True where that leaves a person's seat without one."""
        self.rematch.withdraw(guest)
        return self.present.let_go(guest)

    # Notices.

    def send_clocks(self, to: Guest | None = None) -> None:
        """Send notices of clocks that were started since the last call; to a new guest, of all that run."""
        now, sent = trio.current_time(), self._clocks_sent
        self._clocks_sent = self.clock.running(self.log.table)
        for due in self._clocks_sent:
            notice = CLOCKS[due.ring](due.seat, round(due.at - now, 1))
            if due not in sent:
                self.present.notify(notice)
            elif to is not None:
                to.notify(notice)

    def readmit(self, seat: int) -> None:
        """Let the person of this seat come back by name for a while, and tell everybody."""
        self.readmissions.allow(seat, self.tokens, trio.current_time())
        name, minutes = self.log.table.seats[seat].name, round(TIME_TO_COME_BACK / 60)
        log.info("%s: for %d minutes %s may come back to seat %d by name", self.name, minutes, name, seat + 1)
        self.present.notify(ReadmitNotice(seat, TIME_TO_COME_BACK))

    def readmitted_seat(self, name: str) -> int | None:
        """The seat of somebody away to which a newcomer of this name may come back without a token, or None."""
        seat = self.readmissions.seat_for(name, self.log.table.seats, self.tokens, trio.current_time())
        return None if seat is None or self.clock.is_here(seat) else seat

    def send_agreed(self, seat: int) -> None:
        """Tell everybody that this seat has agreed to a rematch."""
        self.present.notify(self._agreed(seat))

    def _agreed(self, seat: int) -> RematchNotice:
        return RematchNotice(seat, round(self.rematch_due() - trio.current_time(), 1))

    def rematch_due(self) -> float:
        """When the next match begins, on trio's clock; infinity for never, as nobody has agreed."""
        return self.rematch.due(self.present.players)

    def send_host(self) -> None:
        """Tell everybody who is the host and who may begin, if that has changed since the last call.

        At the host's own table the operator always is, wherever another operator sits.
        """
        host_seat, first_seat = self.host_seat, self.first_seat
        notices: list[Notice] = [] if host_seat == self._host_seat_sent else [HostNotice(host_seat)]
        notices += [] if first_seat == self._first_seat_sent else [MayBeginNotice(first_seat)]
        if notices:
            self._host_seat_sent, self._first_seat_sent = host_seat, first_seat
            for guest in self.present:
                if not (self.opened.is_home and guest.is_operator):
                    for notice in notices:
                        guest.notify(notice)

    def send_long_thought(self, seat: int) -> None:
        """Notify everybody that the bot on this seat takes long."""
        self.bots.long_thought_sent()
        self.present.notify(ThinkingNotice(seat))

    # The disk.

    def disk_fails(self) -> None:
        """The journal failed: notify everybody, unless they know, and try again in a while."""
        if not self.clock.waits_for_the_disk:
            for guest in self.present:
                guest.notify(self._disk_takes_nothing(guest))
        self.clock.try_later(trio.current_time())

    def _disk_takes_nothing(self, guest: Guest) -> TroubleNotice:
        """The notice of a full disk. Only the operator learns which folder it is."""
        if guest.is_operator and self._services.folder:
            return TroubleNotice(f"{CANNOT_WRITE}. Free some space in {clean(self._services.folder)}")
        return TroubleNotice(CANNOT_WRITE)

    def disk_works(self) -> None:
        """The journal stored an append: if it had failed before, notify everybody, and stop waiting."""
        if self.clock.waits_for_the_disk:
            self.present.notify(TroubleOverNotice())
            self.clock.disk_works()
