"""The state of a table: the log, the seats' tokens, the accepted commands, who is present, the alarms, the bots.

Here: the state, how stored entries change it, and the notices that follow from it. Not here: storing (`live_table`),
joining (`joining`), what is allowed (`decide`).
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

import trio
from attrs import evolve

from daemon.dealer import Dealer, Pledge, chance_of_board, known_deals
from daemon.game_log import GameLog, time_of_day
from daemon.guest import Guest
from daemon.journal.interface import (
    SUMMARY_EVENTS,
    CommandAccepted,
    GameInfo,
    GameOpened,
    GameReleased,
    Journal,
    Private,
    StoreError,
    TokenIssued,
    Trouble,
    held_in,
    last_time,
    summary_of,
)
from daemon.reminders.reminders import Reminders
from daemon.table.accepted_commands import AcceptedCommands
from daemon.table.appends import Append
from daemon.table.bot_seats import BotSeats, Thinking
from daemon.table.carried_rows import CarriedRows
from daemon.table.evening import is_one_evening, won_so_far
from daemon.table.guests_present import GuestsPresent
from daemon.table.matches import Matches
from daemon.table.next_deal import NextDeal
from daemon.table.next_host import NextHost
from daemon.table.readmissions import TIME_TO_COME_BACK, Readmissions
from daemon.table.rematch_vote import RematchVote
from daemon.table.seat_requests import Answerers, SeatRequests
from daemon.table.table_clock import AlarmKind, ClockAlarm, TableClock
from daemon.table.timers import Timers
from daemon.table.tokens import digest, new_token
from protocol.clean import clean
from protocol.frozen import frozen
from protocol.log.commands import HostReady, TriedHost, TryHost
from protocol.log.deal import Chance
from protocol.log.events import Entry, Event, MatchStarted, PlayerReturned, Resumed, RoundEnded, SeatTaken
from protocol.log.participation import removed_from_match
from protocol.log.table import Stage, Table, seat_named
from protocol.names import comparison_key
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.messages import Farewell, SeatSummary, TableSummary
from protocol.wire.notices import (
    EVERYTHING,
    TAKEN_BACK,
    ArrivedNotice,
    EveningNotice,
    GraceNotice,
    HandOverNotice,
    HeldNotice,
    HostNotice,
    MatchesWon,
    MayBeginNotice,
    Notice,
    PlaysAtNotice,
    ReachableNotice,
    ReadmitNotice,
    RematchNotice,
    RequestState,
    SeatRequestNotice,
    ThinkingNotice,
    TroubleNotice,
    TroubleOverNotice,
    TryHostNotice,
    TurnNotice,
)
from protocol.wire.record import Header

ALARM_NOTICES: Final[dict[AlarmKind, type[GraceNotice | TurnNotice]]] = {
    AlarmKind.GRACE_IS_OVER: GraceNotice,
    AlarmKind.TURN_IS_OVER: TurnNotice,
}
"""The notices that say when these alarms ring."""

NOBODY_MAY_WATCH: Final = "nobody may watch this table"

log = logging.getLogger("fivesd.table")


@frozen(kw_only=True)
class Services:
    """The dependencies of all tables of a house.

    `chance`: for what is dealt. `most_seats_from_one`: how many seats at one table one household may have, None for no
    limit.
    """

    nursery: trio.Nursery
    journal: Journal
    chance: Chance
    timers: Timers
    thinking: Thinking
    matches: Matches
    reminders: Reminders
    most_seats_from_one: int | None


def _ignore() -> None:
    """Take the place of a callback that is not wanted any more."""


class TableState:
    """The state of a table. `bot_decided` is called when a bot has chosen its move.

    `own_key` returns this host's key, once it has one. `opened`: the row that says who opened the table. It is copied
    from game to game, with another secret.
    """

    def __init__(
        self,
        name: str,
        log: GameLog,
        private: Sequence[Private],
        services: Services,
        own_key: Callable[[], str | None],
        bot_decided: Callable[[], None],
    ) -> None:
        self.name = name
        self.log = log
        self.own_key = own_key
        self._read_rows(private)
        self.clock = TableClock(services.thinking.seconds, services.thinking.pace, trio.current_time())
        self.present = GuestsPresent(name, self.clock)
        self.rematch = RematchVote()
        self.readmissions = Readmissions()
        self.seat_requests = SeatRequests(log, private)
        self._seat_requests_sent: list[SeatRequestNotice] = []
        self.next_host = NextHost(private, trio.current_time())
        self.held = held_in(private)
        """Until when the game waits here; None if it does not."""
        self.arrived: dict[int, str] = {}
        """By seat, what proves to the host before that its player has come here, while the game waits."""
        self._services = services
        self._bot_decided = bot_decided
        self.bots = self._new_bots()
        self._host_seat_sent, self._seat_that_may_begin_sent = self.host_seat, self.seat_that_may_begin
        self._alarms_sent: list[ClockAlarm] = []
        for seat, who in enumerate(log.table.seats):
            if who.is_person:
                self.clock.note_disconnected(seat, trio.current_time())

    def _read_rows(self, private: Sequence[Private]) -> None:
        """Begin with the private rows of a game."""
        self.opened = next(row for row in private if isinstance(row, GameOpened))
        self.known_deals = known_deals(private)
        self.next_deal = NextDeal(private)
        self.accepted_commands = AcceptedCommands(private)
        self.carried = CarriedRows(private)
        self.tokens, self.reminders = self.carried.tokens, self.carried.reminders
        self.held_remarks = self.carried.held_remarks

    def _new_bots(self) -> BotSeats:
        """The bots of another game."""
        thinking = self._services.thinking
        return BotSeats(self._services.nursery, thinking.run_in_worker, thinking.chance, self._bot_decided)

    def close(self) -> None:
        """Stop the bots, and break reference cycles."""
        self.bots.close()
        self._bot_decided = _ignore

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.log.table.stage is Stage.OVER

    @property
    def is_board_over(self) -> bool:
        """Whether this is a board of the league, and has been played."""
        return self.is_over and self.log.table.board is not None

    @property
    def is_between_matches(self) -> bool:
        """Whether this is the waiting room that follows a match."""
        return self.log.table.stage is Stage.SEATING and self.opened.after_match > 0

    @property
    def awaits_agreement(self) -> bool:
        """Whether the next match begins once the players agree to it."""
        return self.is_over or self.is_between_matches

    @property
    def next_match(self) -> int:
        """The number of the next match at this table."""
        return (self.log.table.match or self.opened.after_match) + 1

    @property
    def begins_when_full(self) -> bool:
        """Whether the match begins by itself once every seat is taken: nobody is away, and nobody has to agree."""
        return not self.is_between_matches and all(map(self.clock.is_here, self._people))

    @property
    def _people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.log.table.seats) if who.is_person]

    def seats_given_up(self, now: float) -> list[int]:
        """The seats of people who have been away for so long that another match does not wait for them."""
        table = self.log.table
        away = [seat for seat in self._people if not self.clock.is_here(seat)]
        grace = table.options.grace
        return [seat for seat in away if table.seats[seat].stand_in or self.clock.grace_ends(seat, grace) <= now]

    def names(self, except_guest: Guest | None = None) -> list[str]:
        """The names on the seats, and those of the spectators other than `except_guest`."""
        seated = [who.name for who in self.log.table.seats if who.name is not None]
        return seated + [guest.name for guest in self.present if guest.seat is None and guest is not except_guest]

    @property
    def host_seat(self) -> int | None:
        """The seat whose player has the host's rights; None if there is none.

        At a guest's table, the seat of the guest who opened it, otherwise of the person who has been seated longest. At
        the operator's tables, the seat of the operator, if the operator has one.
        """
        if self.is_operators:
            return next((guest.seat for guest in self.present.players if guest.is_operator), None)
        opener = self.tokens.host_seat
        return self.log.first_person if opener is None else opener

    @property
    def is_operators(self) -> bool:
        """Whether only the operator is a host here: it is the host's own table, or a board of the league."""
        return self.opened.is_home or self.log.table.board is not None

    @property
    def seat_that_may_begin(self) -> int | None:
        """The seat whose player may begin the match without being the host; None if there is none.

        At the host's own table, while no operator is there, it is the lowest seat that a person has.
        """
        if not self.opened.is_home or any(guest.is_operator for guest in self.present):
            return None
        return next((seat for seat, who in enumerate(self.log.table.seats) if who.is_person), None)

    def dealer(self, newcomer: Guest | None = None) -> Dealer:
        """Who deals the rounds of this game. `newcomer`: a guest who is taking the last free seat."""
        coming = self.seat_requests.admitted

        def pledge_of(seat: int) -> Pledge:
            is_newcomers = newcomer is not None and self.log.table.seats[seat].is_free
            if newcomer is not None and is_newcomers:
                return newcomer.pledge
            return self._new_in(coming[seat].pledge) if seat in coming else self.new_pledge_of(seat)

        chance = chance_of_board(self.log.table, self.opened.secret) or self._services.chance
        names = {seat: guest.name for seat, guest in coming.items()}
        return Dealer(chance, self.opened.secret, self.log.deals, pledge_of, self.known_deals, names)

    def new_pledge_of(self, seat: int) -> Pledge:
        """What the guest on this seat has given, unless it is in the log."""
        return self._new_in(self.present.pledge_of(seat))

    def _new_in(self, pledge: Pledge) -> Pledge:
        """What of this is not in the log yet: a chain is for one game, and binds once."""
        seal, key = pledge
        is_new_key = key is not None and not self.log.succession.has_shown(key.key)
        return Pledge(None if seal in self.log.deals.seals else seal, key if is_new_key else None)

    def is_host(self, guest: Guest) -> bool:
        """Whether this guest has the host's rights. At the operator's tables only the operator has them."""
        if self.is_operators:
            return guest.is_operator
        return guest.has_opened == self.name or (guest.seat is not None and guest.seat == self.host_seat)

    def may_begin(self, guest: Guest) -> bool:
        """Whether this guest, who is not the host, may begin the match and seat bots before it."""
        return guest.seat is not None and guest.seat == self.seat_that_may_begin and not self.is_host(guest)

    def issue_token(self, guest: Guest, seat: int) -> TokenIssued:
        """A token for a guest who takes a seat; the welcome carries it."""
        own = guest.own_token
        guest.token = own if own is not None and self.tokens.find(own) is None else new_token()
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
            match=table.match or self.opened.after_match,
            spectators=self.present.spectators,
            locked=self.opened.password is not None,
            home=is_home,
            continues=self.log.succession.continues,
            board=table.board,
            asked=self.seat_requests.summary(),
        )

    def info(self) -> GameInfo:
        """The summary of the game, equal to the journal's."""
        log = self.log
        summary = [entry for entry in log.entries if isinstance(entry.event, SUMMARY_EVENTS)]
        last_at = last_time(log.entries[-1].at, self.tokens.all_valid())
        return summary_of(log.game, self.opened, summary, log.head, last_at)

    # Applying stored entries.

    def take(self, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        """Fold stored entries and rows, and send the entries to everybody."""
        self._fold(entries, private)
        events, asked = [entry.event for entry in entries], self.next_host.seat
        self.seat_requests.note(events)
        if any(isinstance(event, SeatTaken) and event.seat == asked for event in events):
            self.ask_to_host(None)  # a bot has the seat of who was to host
        elif self.next_host.note(events, trio.current_time()):
            self.send_hand_over()
        if self.log.table.options.turn_time or self.clock.is_anybody_away:
            self.send_alarms()
        self.send_host()

    def take_new_game(
        self,
        header: Header,
        entries: Sequence[Entry],
        private: Sequence[Private],
        places: Mapping[int, int] | None = None,
    ) -> None:
        """Continue with another game, already stored, and welcome everybody to it. `places` are as in `Append`."""
        if places is not None:
            self.rematch.end()  # those were agreements to another game
            for seated in (self.present, self.clock, self.readmissions):
                seated.reseat(places)
        self.log = GameLog(header)
        self._read_rows(private)
        self.next_host, self.held = NextHost(), None
        self.seat_requests, self._seat_requests_sent = SeatRequests(self.log), []
        self.bots.close()
        self.bots = self._new_bots()
        self.clock.start_game(trio.current_time())
        self._fold(entries, ())
        for seat, who in enumerate(self.log.table.seats):
            if not who.is_person:
                self.clock.note_free(seat)  # somebody has given it up since the game before
        self._alarms_sent = self.clock.running_alarms(self.log.table)  # their notices follow the welcome
        for guest in self.present:
            self.welcome(guest, 1)
        self.send_host()

    def _fold(self, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        self.log.add(entries)
        for row in private:
            if isinstance(row, CommandAccepted):
                self.accepted_commands.take_note(row)
            else:
                self.next_host.take_note(row, trio.current_time())
                self.held = None if isinstance(row, GameReleased) else self.held
                self.next_deal.take_note(row)
                self.carried.take_note(row)
                self.seat_requests.take_note(row)
        now, turn = trio.current_time(), self.log.table.turn
        for entry in entries:
            self.clock.note(entry.event, now, turn)
        self.bots.observe(entries)
        self.present.broadcast()

    def welcome(self, guest: Guest, start: int) -> None:
        """Let this guest follow the game from entry `start` on."""
        is_host, may_begin = self.is_host(guest), self.may_begin(guest)
        after_match = self.opened.after_match if self.is_between_matches else 0
        is_held = self.held is not None
        self.present.welcome(
            guest, self.log, start, is_host=is_host, may_begin=may_begin, after_match=after_match, is_held=is_held
        )
        if self.clock.is_waiting_for_disk:
            guest.notify(self._trouble_notice(guest))
        self.send_alarms(guest)
        if self._evening is not None:
            guest.notify(self._evening)
        for seat in self.rematch.seats():
            guest.notify(self._rematch_notice(seat))
        if self.next_host.seat is not None or self.next_host.is_taken_back:
            guest.notify(self._hand_over_notice())
        self._have_it_try(guest)
        reachable = self._reachable_notice()
        if reachable is not None:
            guest.notify(reachable)
        for seat, proof in self.arrived.items() if guest.is_operator else ():
            guest.notify(ArrivedNotice(seat, proof))
        for seat, there in self.next_host.plays_at.items():
            guest.notify(_plays_at_notice(seat, there))
        for notice in self.seat_requests.notices(self.answerers):
            self._send_request(guest, notice)
        self.send_ways_to_remind(guest)

    def rows_of_lost(self, seat: int) -> list[Private]:
        """The rows with which the person of this seat loses it: what belongs to them is forgotten."""
        return self.carried.rows_without(seat)

    def stand_up(self, seat: int) -> None:
        """Have the guest of a seat that is lost watch, or leave if nobody may watch."""
        guest = self.present.stand_up(seat)
        if guest is None:
            return
        self.rematch.withdraw(guest)
        if self.log.table.options.spectators:
            self.welcome(guest, 1)
        else:
            self.send_spectator_away(guest)

    def send_spectator_away(self, guest: Guest) -> None:
        """Disconnect somebody without a seat from a table that nobody may watch."""
        self.let_go(guest)
        guest.dismiss(Farewell.NO_SPECTATORS, NOBODY_MAY_WATCH)

    def let_go(self, guest: Guest) -> bool:
        """Forget a guest. True if the guest had a seat, whose person is now away."""
        self.rematch.withdraw(guest)
        self.seat_requests.let_go(guest)
        seat, had_seat = guest.seat, self.present.let_go(guest)
        rehearsal = self.next_host.rehearsal
        if rehearsal is not None and seat is not None and rehearsal.forget([seat]):
            self.end_rehearsal()
        if had_seat and not self.present.players:
            self.next_host.forget_places()  # as long as somebody played here, the others may have stopped elsewhere
        return had_seat

    # Notices.

    def send_alarms(self, to: Guest | None = None) -> None:
        """Send everybody notices of the alarms that were set since the last call, and guest `to` of all others, too."""
        now, sent = trio.current_time(), self._alarms_sent
        self._alarms_sent = [] if self.held is not None else self.clock.running_alarms(self.log.table)
        for alarm in self._alarms_sent:
            notice = ALARM_NOTICES[alarm.kind](alarm.seat, round(alarm.at - now, 1))
            if alarm not in sent:
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
        """The seat to which a newcomer of this name may come back without its token, or None.

        Its person is away, and the host allowed it.
        """
        seat = self.readmissions.seat_for(name, self.log.table.seats, self.tokens, trio.current_time())
        return None if seat is None or self.clock.is_here(seat) else seat

    def note_arrival(self, seat: int, proof: str | None) -> None:
        """Note that the player of this seat has come here, and have the operators prove it to the host before."""
        if self.held is not None and proof is not None:
            self.arrived[seat] = proof
            for guest in self.present:
                if guest.is_operator:
                    guest.notify(ArrivedNotice(seat, proof))

    def events_of_release(self) -> Sequence[Event]:
        """What happens once the game goes on here: the deal, unless it waits for numbers, and bots make way."""
        seats = enumerate(self.log.table.seats)
        back = [PlayerReturned(seat) for seat, who in seats if who.stand_in is not None and self.clock.is_here(seat)]
        return (*self.dealer().deal_after_hold(self.log.table), *back)

    def note_released(self) -> None:
        """Go on here: the host before has left the game, or the operator goes on without it."""
        self.arrived.clear()
        self.clock.note(Resumed(None), trio.current_time(), self.log.table.turn)
        self.present.notify(HeldNotice(here=False))
        self.send_alarms()

    def ask_to_host(self, seat: int | None, *, everything: bool = False) -> None:
        """Ask the player of this seat to go on hosting, and tell everybody; None: go on here."""
        now = trio.current_time()
        if seat is not None:
            self.next_host.ask(seat, self.log.table, now, everything=everything)
        elif self.next_host.is_taken_back:
            self.note_taken_back()
        elif self.next_host.seat is not None:
            if self.next_host.is_due:  # the time until now counts as a pause
                self.clock.note(Resumed(None), now, self.log.table.turn)
            self.next_host.end()
        self.send_hand_over()

    def await_next_host(self) -> None:
        """The time for the rehearsal is over, or that for the next host, which is late then."""
        if self.next_host.until <= trio.current_time():
            self.ask_to_host(None)
        else:
            self.end_rehearsal()

    def rehearse(self, there: TryHost) -> None:
        """Have the programs of the players who are here try the next host."""
        asked = self.next_host.seat
        seats = [guest.seat for guest in self.present.players if guest.seat is not None and guest.seat != asked]
        if asked is None:
            return
        self.next_host.rehearse(there, seats, trio.current_time())
        notice = _try_host_notice(asked, there)
        for guest in self.present.players:
            if guest.seat != asked:
                guest.notify(notice)
        if not seats:
            self.end_rehearsal()

    def _have_it_try(self, guest: Guest) -> None:
        """Have the program of this player, who has just come back, try the next host, too, if the others still do."""
        asked, rehearsal, seat = self.next_host.seat, self.next_host.rehearsal, guest.seat
        if asked is None or rehearsal is None or rehearsal.is_over or seat is None or seat == asked:
            return
        rehearsal.expect(seat)
        guest.notify(_try_host_notice(asked, rehearsal.there))

    def take_attempt(self, seat: int, tried: TriedHost) -> None:
        """Take what the program on this seat has found."""
        rehearsal = self.next_host.rehearsal
        if rehearsal is not None and rehearsal.take(seat, tried.key, reached=tried.reached):
            self.end_rehearsal()

    def end_rehearsal(self) -> None:
        """Tell everybody who reaches the next host."""
        self.next_host.end_rehearsal(trio.current_time())
        self._send_reachable()

    def go_anyway(self) -> None:
        """Go on at the next host, whoever cannot reach it."""
        self.next_host.go_anyway(trio.current_time())
        if self.next_host.may_go:
            self._send_reachable()

    def _send_reachable(self) -> None:
        notice = self._reachable_notice()
        if notice is not None:
            self.present.notify(notice)
            log.info("%s: %s", self.name, _in_words(notice, self.log.table))

    def _reachable_notice(self) -> ReachableNotice | None:
        asked, rehearsal = self.next_host.seat, self.next_host.rehearsal
        if asked is None or rehearsal is None or not rehearsal.is_over:
            return None
        return rehearsal.notice(asked, may_go=self.next_host.may_go)

    def note_taken_back(self) -> None:
        """Go on here, where nobody is any more. The time until now counts as a pause."""
        self.clock.note(Resumed(None), trio.current_time(), self.log.table.turn)

    def send_hand_over(self) -> None:
        """Tell everybody whose machine is to host the game."""
        self.present.notify(self._hand_over_notice())

    def _hand_over_notice(self) -> HandOverNotice:
        next_host = self.next_host
        if next_host.is_taken_back:
            return HandOverNotice(None, here=False, text=TAKEN_BACK)
        return HandOverNotice(next_host.seat, next_host.is_due, EVERYTHING if next_host.everything else None)

    def note_plays_at(self, seat: int, there: HostReady) -> HostReady | None:
        """Note where the player of this seat plays the game now, and tell everybody.

        Returns that host if the game is to be left to it: more than half of the players say so, and none of them is
        here.
        """
        if self.next_host.name_place(seat, there, trio.current_time(), is_read=len(self.present) > 0):
            self.present.notify(_plays_at_notice(seat, there))
        return None if self.present.players else self.next_host.agreed(there, self._seats_that_count)

    @property
    def _seats_that_count(self) -> Collection[int]:
        """The seats of people who can say where the game goes on.

        Not that of the player who hosts here, if another host had the game before; who its first host is, no log says.
        Nor those of browsers: what a page says for one, its host says.
        """
        continues, keys = self.log.succession.continues, enumerate(self.log.succession.seat_keys)
        pages = {seat for seat, key in keys if key is not None and key.page}
        return {*self._people} - pages - {None if continues is None else continues.seat}

    def evening_until(self, now: str) -> tuple[MatchesWon, ...]:
        """The matches won this evening, with the one at this table; nobody has won any if its last one is long ago."""
        entries = self.log.entries
        began = next((entry.at for entry in entries if isinstance(entry.event, MatchStarted)), now)
        before = self.opened.evening if is_one_evening(self.opened.at, began) else ()
        return won_so_far(before, self.log.table) if is_one_evening(entries[-1].at, now) else ()

    @property
    def _evening(self) -> EveningNotice | None:
        """The matches won this evening: after one that is not its first, and in the waiting room that follows one."""
        is_later_win = bool(self.opened.evening and self.log.table.won_by)
        totals = self.evening_until(time_of_day()) if is_later_win or self.is_between_matches else ()
        return EveningNotice(totals) if totals else None

    def send_evening(self) -> None:
        """Tell everybody how many matches each player has won this evening, after a match that is not its first."""
        if self._evening is not None:
            self.present.notify(self._evening)

    def send_agreement(self, seat: int) -> None:
        """Tell everybody that this seat has agreed to a rematch."""
        self.present.notify(self._rematch_notice(seat))

    def _rematch_notice(self, seat: int) -> RematchNotice:
        seconds = round(self.rematch_due() - trio.current_time(), 1)
        return RematchNotice(seat, seconds, self.rematch.wants_same_deals(seat))

    def rematch_due(self) -> float:
        """When the next match begins, in seconds on trio's clock; infinite if nobody has agreed to one.

        Somebody who is away is waited for as long as their seat is kept, but never longer than an agreement lasts.
        """
        table, grace = self.log.table, self.log.table.options.grace
        awaited = [self.clock.grace_ends(seat, grace) for seat in self._people if table.seats[seat].stand_in is None]
        return self.rematch.due(self.present.players, max(awaited, default=0.0))

    def welcome_newcomer(self, guest: Guest) -> None:
        """Welcome somebody who has just sat down, with time to agree to the next match."""
        self.rematch.wait_anew(trio.current_time())
        self.welcome(guest, 1)
        self._send_agreements()

    def wait_anew(self) -> None:
        """Wait for agreements as long as at first: this machine has slept."""
        self.rematch.wait_anew(trio.current_time())
        self._send_agreements()

    def _send_agreements(self) -> None:
        for seat in self.rematch.seats():
            self.send_agreement(seat)

    def send_host(self) -> None:
        """Tell everybody who is the host and who may begin, if that has changed since the last call.

        The operator is not told at the host's own table: an operator is always a host there.
        """
        host_seat, seat_that_may_begin = self.host_seat, self.seat_that_may_begin
        notices: list[Notice] = [] if host_seat == self._host_seat_sent else [HostNotice(host_seat)]
        notices += (
            [] if seat_that_may_begin == self._seat_that_may_begin_sent else [MayBeginNotice(seat_that_may_begin)]
        )
        if notices:
            self._host_seat_sent, self._seat_that_may_begin_sent = host_seat, seat_that_may_begin
            for guest in self.present:
                if not (self.is_operators and guest.is_operator):
                    for notice in notices:
                        guest.notify(notice)

    # Who asks for the seat of a bot.

    @property
    def host_is_here(self) -> bool:
        """Whether somebody with the host's rights is connected."""
        return any(map(self.is_host, self.present))

    def is_sent_away(self, guest: Guest) -> bool:
        """Whether the host has sent this spectator away from this match, as far as a name and a key show it."""
        key, asked = guest.pledge.seat_key, comparison_key(guest.asked_name or guest.name)
        if key is not None and self.log.succession.has_shown(key.key) and self.log.succession.seat_of(key.key) is None:
            return True
        return asked in map(comparison_key, removed_from_match(entry.event for entry in self.log.entries))

    def send_seat_requests(self) -> None:
        """Tell everybody who asks for which seat, and what has become of it, if that has changed since last time."""
        before = self._seat_requests_sent
        if not (before or self.seat_requests.by_seat):
            return
        now = self._seat_requests_sent = self.seat_requests.notices(self.answerers)
        asks = {(notice.seat, notice.name) for notice in now}
        sits = {(seat, who.name) for seat, who in enumerate(self.log.table.seats) if who.is_person}
        gone = [] if self.is_over else [old for old in before if (old.seat, old.name) not in {*asks, *sits}]
        over = [evolve(old, text=RequestState.TAKEN_BACK, awaits=()) for old in gone]
        for notice in (*over, *(notice for notice in now if notice not in before)):
            for guest in self.present:
                self._send_request(guest, notice)

    def ask_for_seat(self, guest: Guest, seat: int, claim: str | None) -> None:
        """Note that a spectator asks for this seat. One who goes on with a request is told so, and nobody else."""
        self.seat_requests.ask(guest, seat, claim)
        self._give_name(guest, self.seat_requests.by_seat[seat].name)
        for notice in self.seat_requests.notices(self.answerers):
            if notice.seat == seat and notice in self._seat_requests_sent:
                self._send_request(guest, notice)

    def _give_name(self, guest: Guest, name: str) -> None:
        """Give a spectator the name under which they are known, which they may have lost with the connection.

        Another spectator who has got it meanwhile, perhaps their own older connection, gets the other one.
        """
        key = comparison_key(name)
        if any(who.name is not None and comparison_key(who.name) == key for who in self.log.table.seats):
            name = guest.name
        other = next((each for each in self.present if comparison_key(each.name) == key), None)
        if other is not None and other is not guest and name != guest.name:
            other.name = guest.name
            self.seat_requests.rename(other)
        if name != guest.name:
            guest.name = name
            self.present.watchers.note_change(trio.current_time())
        self.seat_requests.rename(guest)

    def refuse_request(self, seat: int, *, by_host: bool) -> None:
        """Nobody gets this seat: tell everybody."""
        sent = next((notice for notice in self._seat_requests_sent if notice.seat == seat), None)
        name = self.seat_requests.by_seat[seat].name
        guest = self.seat_requests.refuse(seat)
        if sent is not None:
            self._seat_requests_sent.remove(sent)
        refused = SeatRequestNotice(seat, by_host, RequestState.REFUSED, name)
        for other in self.present:
            other.notify(evolve(refused, yours=other is guest))

    def promises_due(self) -> Append | None:
        """The append of the promises of seats to which everybody agrees now; None for none, and while the disk fails.

        Whoever had not agreed has gone, so no answer has it.
        """
        if not self.seat_requests.by_seat or self.clock.is_waiting_for_disk:
            return None
        rows = self.seat_requests.rows_due(self.answerers)
        return Append((), rows) if rows else None

    @property
    def answerers(self) -> Answerers:
        """Who answers requests for seats now."""
        seats = [guest.seat for guest in self.present.players if guest.seat is not None]
        return Answerers(self.host_is_here, seats)

    def _send_request(self, guest: Guest, notice: SeatRequestNotice) -> None:
        request = self.seat_requests.by_seat.get(notice.seat)
        if request is None or request.name != notice.name:  # what it was is over
            guest.notify(evolve(notice, yours=notice.name == guest.name and guest.seat is None))
        elif request.guest is guest:
            guest.notify(evolve(notice, yours=True, claim=request.claim))
        else:
            guest.notify(notice)

    def seats_newcomers(self, append: Append) -> Append:
        """This append; with it, if it ends a round, those sit down who have been let into the match."""
        coming = self.seat_requests.admitted
        taken = [event.seat for event in append.events if isinstance(event, SeatTaken) and event.seat in coming]
        if not any(isinstance(event, RoundEnded) for event in append.events) or not taken:
            return append
        tokens = [self.issue_token(coming[seat], seat) for seat in taken]

        def stored(error: StoreError | None) -> Append | None:
            for seat in taken:
                if error is None:
                    self.present.sit(coming[seat], seat)
                    self.welcome(coming[seat], 1)
                    log.info("%s: %s takes seat %d from a bot", self.name, coming[seat].name, seat + 1)
                else:
                    coming[seat].token = None
            return append.when_stored(error)

        return evolve(append, private=[*tokens, *append.private], when_stored=stored)

    def send_ways_to_remind(self, guest: Guest | None, why_no_code: str | None = None) -> None:
        """Tell a player how they may be reminded of their turns, if this host reminds anybody."""
        ways = tuple(kind.value for kind in self._services.reminders.kinds)
        if guest is not None and guest.seat is not None and ways:
            guest.answer(self.reminders.told(guest.seat, ways, why_no_code))

    def send_long_thought(self, seat: int) -> None:
        """Notify everybody that the bot on this seat takes long."""
        self.bots.long_thought_sent()
        self.present.notify(ThinkingNotice(seat))

    # The disk, or the database of a club.

    @property
    def trouble(self) -> Trouble:
        """What is said while the journal stores nothing."""
        return self._services.journal.trouble

    def report_disk_failure(self) -> None:
        """Notify everybody that the journal failed, unless they know, and have it tried again in a while."""
        if not self.clock.is_waiting_for_disk:
            for guest in self.present:
                guest.notify(self._trouble_notice(guest))
        self.clock.schedule_retry(trio.current_time())

    def _trouble_notice(self, guest: Guest) -> TroubleNotice:
        """The notice that the journal fails. Only the operator learns what helps, such as space in a certain folder."""
        text = f"{self.trouble.reason}: {self.trouble.what_follows}"
        if guest.is_operator and self.trouble.remedy:
            return TroubleNotice(f"{text}. {clean(self.trouble.remedy)}")
        return TroubleNotice(text)

    def report_disk_recovery(self) -> None:
        """Notify everybody that the journal works again, if it had failed before."""
        if self.clock.is_waiting_for_disk:
            self.present.notify(TroubleOverNotice())
            self.clock.note_disk_works()


def _try_host_notice(seat: int, there: TryHost) -> TryHostNotice:
    """The notice about a machine that is to be tried. Nobody's invitation is in it."""
    link = parse_link(there.address)
    return TryHostNotice(seat, str(JoinLink(link.endpoints, key=there.key)))


def _in_words(reachable: ReachableNotice, table: Table) -> str:
    """Who reaches the next host, for the log."""
    names = {seat: who.name or seat_named(seat) for seat, who in enumerate(table.seats)}
    found = {"reach": reachable.can, "do NOT reach": reachable.cannot, "may reach": reachable.unknown}
    said = [f"{how} it: {', '.join(names[seat] for seat in seats)}" for how, seats in found.items() if seats]
    return f"the machine of {names[reachable.seat]} is ready; {'; '.join(said) or 'nobody else is here'}"


def _plays_at_notice(seat: int, there: HostReady) -> PlaysAtNotice:
    """The notice about a player who plays elsewhere. Nobody's invitation is in it."""
    link = parse_link(there.address)
    return PlaysAtNotice(seat, str(JoinLink(link.endpoints[:1], key=there.key)))
