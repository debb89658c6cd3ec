"""A live table: everything that happens at it happens in one order and on one path.

Here: the queue of mail, and the only way into the log. Mail is commands, and guests who come and go; clocks come after
it. Each step decides, passes an `Append` to the journal, and ends. Once that is durable, the table folds it, sends it,
answers, and takes the next step. Nothing here waits, so there are no locks.
Not here: the decisions (`table_commands`, `joining`, `decide`), the state of the game (`table_state`).
"""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import trio

from daemon.decide import Asker, bot_in_place_of, decide
from daemon.game_log import GameLog
from daemon.guest import Guest, PartingError
from daemon.journal.interface import (
    GameHeld,
    GameInfo,
    GameMoved,
    GameOffered,
    GameOpened,
    GameReleased,
    LostGameError,
    NextGameOpened,
    OfferWithdrawn,
    Private,
    ReminderSent,
    StoreError,
    WentBackError,
)
from daemon.table.appends import Append
from daemon.table.between_matches import next_match, room_after_match
from daemon.table.game_change import forget_replaced
from daemon.table.going_on import Departure, depart, release
from daemon.table.joining import JoinRequest, join
from daemon.table.matches import is_the_end
from daemon.table.table_clock import NEVER, AlarmKind, ClockAlarm
from daemon.table.table_commands import CommandRequest, TableCommands, refuse_as_too_fast
from daemon.table.table_state import Services, TableState
from protocol.frozen import frozen
from protocol.log.commands import React, Say
from protocol.log.events import Board, Entry, MatchAbandoned, PlayerReturned, SeatLeft, StandInSeated, TileDrawn
from protocol.log.refusals import Reason, Refused
from protocol.log.succession import SeatClaim
from protocol.log.table import Stage
from protocol.wire.messages import Do, Farewell, Hello, TableSummary
from protocol.wire.notices import TroubleNotice

MOST_WAITING: Final = 2_000
"""How many commands may wait while the disk is slow; further ones are refused."""
MOST_CHAT_WAITING: Final = 100
"""How many of those may be chat, which waits until no move is waiting."""
CLOSED: Final = "the host has closed this table"
FAILED: Final = "this table failed; come back, and it continues from its last stored move"

_WHILE_HELD: Final = (AlarmKind.DISK_IS_TRIED, AlarmKind.WATCHERS_HAVE_CHANGED)
"""Nothing else happens at a table until the host before has left its game."""

log = logging.getLogger("fivesd.table")


@frozen
class _EndOfInput:
    """A guest will send no more, and waits for the last answers."""

    guest: Guest


@frozen
class _Disconnection:
    """The connection of a guest has ended."""

    guest: Guest


@frozen
class _Dissolution:
    """The table is to be closed: `close` does it once everybody is sent away, then `closed` is called."""

    close: Callable[[], None]
    closed: Callable[[], None]
    refused: Callable[[Refused], None]


@frozen
class _Release:
    """The game goes on here, if it was held with this one."""

    held: GameHeld


_Mail = _Release | JoinRequest | CommandRequest | Departure | _EndOfInput | _Disconnection | _Dissolution


@frozen(kw_only=True)
class Callbacks:
    """What the tables of a house tell it, and ask it for.

    `failed` is called when a bug ends a table, `moved` once its game goes on at another host, with the ids of other
    games that go along, `lost` if another daemon has taken its game, or the journal went back, and `released` once a
    game does not wait here any more for the host before. `leads_on` leads a guest from a table to their next board of
    the league; False if none waits for them. `own_key` is this host's key, once it has one.
    """

    failed: Callable[["LiveTable"], None]
    moved: Callable[["LiveTable", GameMoved, Sequence[str]], None]
    lost: Callable[["LiveTable"], None]
    released: Callable[[GameHeld], None]
    leads_on: Callable[[Guest], bool]
    own_key: Callable[[], str | None]


class LiveTable:
    """A table with guests, or ready for them."""

    def __init__(
        self, name: str, game: GameLog, private: Sequence[Private], services: Services, house: Callbacks
    ) -> None:
        self.name = name
        self.is_closed = False
        self.opener: Guest | None = None
        """The guest who opened it in this run of the daemon, and may not have a seat there yet."""
        self._services = services
        self._house = house
        self._timer = services.timers.timer(self._take_next)
        self._state = TableState(name, game, private, services, house.own_key, self._take_next)
        self._commands = TableCommands(self._state, services, self._submit, house.leads_on)
        self._mail: deque[_Mail] = deque()
        self._chat: deque[CommandRequest] = deque()
        self._is_storing = False
        offer = self._state.next_host.offer
        self._along: Sequence[str] = () if offer is None else offer.along
        """The ids of other games that go along to the next host."""
        if self._state.is_over:  # the daemon may have stopped before its record was written
            services.nursery.start_soon(services.matches.write_record, name, game)
        self._set_timer()

    @property
    def game(self) -> str:
        """The id of the game that is being played."""
        return self._state.log.game

    @property
    def game_log(self) -> GameLog:
        """The game that is being played, as everybody here has been shown it."""
        return self._state.log

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._state.is_over

    @property
    def opened_by(self) -> str | None:
        """The household of the guest who opened it; None if the host did."""
        return self._state.opened.opened_by

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is connected and nothing happens without them; false if only bots play, who play on.

        Where nobody has a seat yet, the opener may still take one.
        """
        is_given_up = self.opener is not None and self.opener.has_left and self._state.log.table.stage is Stage.SEATING
        return self._is_empty and (self.is_over or self.is_unfinished or is_given_up)

    @property
    def is_unfinished(self) -> bool:
        """Whether the game is unfinished and somebody may still continue it."""
        return not self.is_over and any(who.is_person for who in self._state.log.table.seats)

    @property
    def _is_empty(self) -> bool:
        return (
            not self._is_storing
            and not len(self._state.present)
            and not any(isinstance(mail, JoinRequest) for mail in self._mail)
        )

    @property
    def password(self) -> str | None:
        """The hash of its password."""
        return self._state.opened.password

    @property
    def info(self) -> GameInfo:
        """The summary of the game."""
        return self._state.info()

    def report_trouble(self, text: str) -> None:
        """Notify everybody of the host's trouble, also at a table that is closed; `text` as in the notice."""
        self._state.present.notify(TroubleNotice(text))

    def knows(self, token: str) -> bool:
        """Whether this token is for a seat at this table."""
        return self._state.tokens.find(token) is not None

    def accepts(self, claim: SeatClaim) -> bool:
        """Whether this claim is for a seat at this table."""
        return self._state.log.succession.seat_for(claim) is not None

    async def recall(self, hello: Hello) -> None:
        """Be ready to say whether the client of this hello has seen the same game."""
        if hello.history is not None and hello.game == self.game:
            await self._state.log.history.reach(hello.since or 0)

    def hands_over_everything_to(self, token: str) -> bool:
        """Whether it waits for the machine of this token's player, which gets the host's other games, too."""
        next_host, issued = self._state.next_host, self._state.tokens.find(token)
        return next_host.is_due and next_host.everything and issued is not None and issued.seat == next_host.seat

    @property
    def waits_for_next_host(self) -> bool:
        """Whether everybody was sent to the next host, and nobody is known to have come there."""
        return self._state.next_host.offer is not None

    @property
    def has_seat_between_matches(self) -> bool:
        """Whether it waits for another match, in which somebody could sit down."""
        state = self._state
        if self.board is not None or not state.awaits_agreement:
            return False
        return any(not who.is_person for who in room_after_match(state).seats)

    def summary(self, *, is_home: bool) -> TableSummary:
        """The table as the lobby shows it."""
        return self._state.summary(is_home=is_home)

    # Boards of the league.

    @property
    def board(self) -> Board | None:
        """What the game counts for in a league, or None."""
        return self._state.log.table.board

    @property
    def secret(self) -> str:
        """From which the host's deals of this game follow."""
        return self._state.opened.secret

    @property
    def stage(self) -> Stage:
        """The stage of the game."""
        return self._state.log.table.stage

    def expects(self, name: str) -> bool:
        """Whether the match here waits for a player with this name, or the host lets them come back without a key."""
        board, table = self.board, self._state.log.table
        seat = None if board is None or self.is_over else board.seat_of(name)
        return seat is not None and (table.seats[seat].is_free or self._state.readmitted_seat(name) is not None)

    @property
    def guests(self) -> tuple[Guest, ...]:
        """Those who are here now."""
        return tuple(self._state.present)

    def retire(self) -> tuple[Guest, ...] | None:
        """Close before the match, and return who was here; None if that cannot be done now."""
        if self._is_storing or self.stage is not Stage.SEATING:
            return None
        guests = self.guests
        for guest in guests:
            release(self._state, guest)
        self.close()
        return guests

    # Requests. These calls do not wait; each request is answered later.

    def join(self, guest: Guest, hello: Hello) -> None:
        """A guest says hello. The answer is a welcome or a goodbye."""
        if self.is_closed:
            guest.dismiss(Farewell.TROUBLE, FAILED)
        else:
            self._submit(JoinRequest(guest, hello))

    def ask(self, guest: Guest, do: Do, *, is_operator: bool = False) -> None:
        """A guest at this table, or the operator, gives a command."""
        if self.is_closed:
            return
        request = CommandRequest(guest, do, is_operator)
        is_chat = isinstance(do.command, Say | React)
        waiting, most = (self._chat, MOST_CHAT_WAITING) if is_chat else (self._mail, MOST_WAITING)
        if len(waiting) >= most:
            refuse_as_too_fast(request)
        elif is_chat:
            self._chat.append(request)
            self._take_next()
        else:
            self._submit(request)

    def send_on(self, guest: Guest, go: Callable[[], None]) -> None:
        """Let a guest go on to another table on the same connection; `go` takes them there."""
        if self.is_closed:
            go()
        else:
            self._submit(Departure(guest, go))

    def finish(self, guest: Guest) -> None:
        """A guest will send no more: the connection ends when everything is answered."""
        if self.is_closed:
            guest.finish()
        else:
            self._submit(_EndOfInput(guest))

    def lose(self, guest: Guest) -> None:
        """The connection of a guest has ended."""
        self._submit(_Disconnection(guest))

    def dissolve(
        self, close: Callable[[], None], closed: Callable[[], None], refused: Callable[[Refused], None]
    ) -> None:
        """Send everybody away and call `close` and `closed`; call `refused` while a match is running."""
        self._submit(_Dissolution(close, closed, refused))

    def go_on(self, held: GameHeld) -> None:
        """Go on here, if the game waits for the same word: the host before has left it."""
        self._submit(_Release(held))

    def close(self) -> None:
        """Stop, and drop everything in memory; the journal has all of it."""
        self.is_closed = True
        self._timer.close()
        self._state.close()
        self._commands.close()
        self._mail.clear()
        self._chat.clear()

    # One thing after another.

    def _submit(self, mail: _Mail) -> None:
        if not self.is_closed:
            self._mail.append(mail)
            self._take_next()

    def _take_next(self) -> None:
        """Handle mail, moves before chat, until something has to be stored; then the clocks that are due."""
        try:
            while not (self._is_storing or self.is_closed):
                if self._mail:
                    append = self._attend(self._mail.popleft())
                elif self._chat:
                    append = self._commands.answer(self._chat.popleft())
                else:
                    self._state.send_host()  # an operator may have come or gone
                    append = self._state.promises_due()
                    if append is None:
                        self._state.send_seat_requests()
                        alarm = self._next_alarm()
                        if alarm.at > trio.current_time():
                            self._timer.set(alarm.at)
                            break
                        append = self._ring(alarm)
                if append is not None:
                    self._store(append)
        except Exception:  # noqa: BLE001 - the boundary, see `_fail`
            self._fail()

    def _attend(self, mail: _Mail) -> Append | None:
        match mail:
            case CommandRequest():
                return self._commands.answer(mail)
            case JoinRequest():
                return join(self._state, self._services, mail)
            case Departure():
                return depart(self._state, self._services, mail)
            case _Dissolution():
                self._dissolve(mail)
            case _Release():
                return self._release() if self._state.held == mail.held else None
            case _EndOfInput():
                if self._chat:  # earlier chat is answered first
                    chat, self._chat = self._chat, deque()
                    self._mail = deque([*chat, mail, *self._mail])
                else:
                    mail.guest.finish()
            case _Disconnection():
                if self._state.let_go(mail.guest):
                    log.info("%s: %s is away", self.name, mail.guest.name)
                    self._state.send_alarms()
        return None

    def _dissolve(self, mail: _Dissolution) -> None:
        if self._state.log.table.stage is Stage.PLAYING:
            mail.refused(Refused(Reason.MATCH_NOT_OVER, "end the match first"))
            return
        for guest in [*self._state.present, *(mail.guest for mail in self._mail if isinstance(mail, JoinRequest))]:
            self._state.let_go(guest)
            guest.dismiss(Farewell.NO_SUCH_TABLE, CLOSED)
        mail.close()
        mail.closed()

    def _release(self) -> Append:
        def stored(error: StoreError | None) -> None:
            if error is None:
                self._state.note_released()

        return Append(self._state.events_of_release(), [GameReleased()], stored)

    def _set_timer(self) -> None:
        self._timer.set(self._next_alarm().at)

    def _fail(self) -> None:
        # The boundary, for every error: expected errors are answered, so this is a bug, and it must not take the other
        # tables down.
        log.exception("table %s failed; it is reloaded from the journal", self.name)
        self.close()
        self._house.failed(self)

    # The only way into the log.

    def _store(self, append: Append) -> None:
        """Pass this to the journal. Nothing else happens at the table until it is durable."""
        self._is_storing = True
        append = self._state.seats_newcomers(append)
        game = self._state.log if append.new_game is None else GameLog(append.new_game)
        entries = game.next_entries(append.events)
        stored = partial(self._is_stored, append, entries)
        self._services.journal.append_soon(game.game, game.head, entries, append.private, stored)

    def _is_stored(self, append: Append, entries: Sequence[Entry], error: Exception | None) -> None:
        self._is_storing = False
        if self.is_closed:
            return
        try:
            following = self._follow(append, entries, error)
            if following is not None:
                self._store(following)
        except Exception:  # noqa: BLE001 - the boundary, see `_fail`
            self._fail()
        else:
            self._take_next()

    def _follow(self, append: Append, entries: Sequence[Entry], error: Exception | None) -> Append | None:
        """Fold and send the durable entries, and answer. Returns an append to store before anything else, or None."""
        if isinstance(error, StoreError):
            self._state.report_disk_failure()
            return append.when_stored(error)
        if isinstance(error, LostGameError):
            level = logging.ERROR if isinstance(error, WentBackError) else logging.INFO
            log.log(level, "%s: %s", self.name, error)
            self.close()
            self._house.lost(self)
            return None
        if error is not None:
            raise error
        self._state.report_disk_recovery()
        held = self._state.held
        if append.new_game is None:
            self._state.take(entries, append.private)
            if held is not None and self._state.held is None:
                self._house.released(held)
        else:
            before, opened = self._state.log, self._state.opened
            self._state.take_new_game(append.new_game, entries, append.private, append.places)
            self._leave_game(before, opened, is_changed=append.places is not None)
        following = append.when_stored(None)
        if following is None:
            following = self._state.held_remarks.due(self._state.log.table)
        moved = next((row for row in append.private if isinstance(row, GameMoved | GameOffered)), None)
        if isinstance(moved, GameMoved):
            self._leave_to(moved)
            return None
        if moved is not None:
            self._send_to(moved)
            return None
        next_match = self._end_match(append) if is_the_end(append.events) else None
        # With something else to store first, the clock begins the next match, as `schedule_match` says.
        return next_match if following is None else following

    def _leave_game(self, before: GameLog, opened: GameOpened, *, is_changed: bool) -> None:
        """Note in the journal which game has followed this one; one that was changed before its match is not kept."""
        journal, name = self._services.journal, self.name
        if is_changed:
            log.info("%s: the game is changed: %s goes on as %s", name, before.game, self.game)
            self._services.nursery.start_soon(forget_replaced, journal, name, before.game, opened.follows, self.game)
        else:
            journal.append_soon(before.game, before.head, [], [NextGameOpened(self.game)], _ignore)

    def _leave_to(self, moved: GameMoved) -> None:
        """Send everybody to the host that has the game now. Nothing is stored here any more."""
        log.info("%s: the game goes on at %s, as %s", self.name, moved.place, moved.game)
        parting = PartingError.to(moved)
        for guest in [*self._state.present, *(mail.guest for mail in self._mail if isinstance(mail, JoinRequest))]:
            self._state.let_go(guest)
            guest.part(parting)
        self._house.moved(self, moved, self._along)
        self.close()

    def _send_to(self, offer: GameOffered) -> None:
        """Send everybody to the next host; until somebody has come there, this one may take the game back."""
        log.info("%s: everybody is sent to %s, which has the game as %s", self.name, offer.place.place, offer.game)
        self._along = offer.along
        for guest in list(self._state.present):
            self._state.let_go(guest)
            guest.part(PartingError.to(offer.place, waits=True))

    def _take_back(self) -> Append:
        """Go on here: nobody has come to the next host."""

        def stored(error: StoreError | None) -> None:
            if error is None:
                log.warning("%s: nobody has reached the next host in time: the game goes on here", self.name)
                self._state.note_taken_back()

        return Append([], [OfferWithdrawn()], stored)

    def _end_match(self, append: Append) -> Append | None:
        """Have the record of the ended match written, and begin another match if one is due."""
        is_abandoned = any(isinstance(event, MatchAbandoned) for event in append.events)
        log.info("%s: the match has ended: %s", self.name, "-".join(map(str, self._state.log.table.scores)))
        self._state.send_evening()
        matches = self._services.matches
        counts = matches.count(self.name, is_guests=not self._state.opened.is_home, is_abandoned=is_abandoned)
        has_next_match = counts and matches.is_another_due
        self._services.nursery.start_soon(partial(matches.end, self.name, self._state.log, counts=counts))
        if not has_next_match:
            return None
        self._state.clock.schedule_match()
        return next_match(self._state, self._services, agreed=None)

    def expect(self, seat: int) -> None:
        """Let the player for whom a finished game is played on take their seat, by name."""
        self._state.readmissions.allow(seat, self._state.tokens, trio.current_time())

    # Clocks.

    def _next_alarm(self) -> ClockAlarm:
        """The alarm that rings next. A bot's move is due only once the bot has decided; its thinking begins here."""
        state = self._state
        table = state.log.table
        alarm = state.clock.next_alarm(table)
        if state.present.watchers.due < alarm.at and alarm.kind is not AlarmKind.DISK_IS_TRIED:
            alarm = ClockAlarm(state.present.watchers.due, AlarmKind.WATCHERS_HAVE_CHANGED)
        if state.held is not None and alarm.kind not in _WHILE_HELD:
            return NEVER
        if state.awaits_agreement and alarm.kind is not AlarmKind.DISK_IS_TRIED and state.rematch_due() <= alarm.at:
            return ClockAlarm(state.rematch_due(), AlarmKind.REMATCH_BEGINS)
        if state.next_host.is_due and alarm.kind is not AlarmKind.DISK_IS_TRIED:
            return ClockAlarm(state.next_host.alarm_at, AlarmKind.NEXT_HOST)
        if state.next_host.alarm_at < alarm.at and alarm.kind is not AlarmKind.DISK_IS_TRIED:
            alarm = ClockAlarm(state.next_host.alarm_at, AlarmKind.NEXT_HOST)
        if alarm.kind is not AlarmKind.DISK_IS_TRIED and state.next_deal.due(state.log, state.clock) < alarm.at:
            return ClockAlarm(state.next_deal.due(state.log, state.clock), AlarmKind.DEAL_IS_DUE)
        reminder = state.reminders.due(state.log, state.clock)
        if alarm.kind is not AlarmKind.DISK_IS_TRIED and reminder.at < alarm.at:
            return reminder
        if alarm.kind is AlarmKind.BOT_PLAYS and alarm.seat >= 0:
            level = table.seats[alarm.seat].played_by or table.options.bot_level
            if not state.bots.has_decided(alarm.seat, level, state.log):
                return ClockAlarm(state.bots.is_long_at, AlarmKind.BOT_TAKES_LONG, alarm.seat)
        return alarm

    def _ring(self, alarm: ClockAlarm) -> Append | None:
        seat, table = alarm.seat, self._state.log.table
        match alarm.kind:
            case AlarmKind.BOT_PLAYS:
                return self._bot_plays(seat)
            case AlarmKind.BOT_TAKES_LONG:
                self._state.send_long_thought(seat)
                return None
            case AlarmKind.GRACE_IS_OVER if table.stage is Stage.SEATING:
                log.info("%s: seat %d is free again", self.name, seat + 1)
                return Append([SeatLeft(seat)], self._state.rows_of_lost(seat))
            case AlarmKind.NEXT_HOST if self._state.next_host.offer is not None:
                return self._take_back()
            case AlarmKind.NEXT_HOST:
                self._state.await_next_host()
                return None
            case AlarmKind.WATCHERS_HAVE_CHANGED:
                self._state.present.send_watchers()
                return None
            case AlarmKind.NOBODY_LOOKS:
                return self._remind(seat)
            case AlarmKind.DISK_IS_TRIED:
                return Append([], [])  # tests the disk even if nobody plays
            case AlarmKind.REMATCH_BEGINS if self._state.rematch.has_slept(trio.current_time()):
                self._state.wait_anew()
                return None
            case AlarmKind.REMATCH_BEGINS | AlarmKind.MATCH_IS_DUE:
                return self._commands.begin_rematch(keeps_everybody=alarm.kind is AlarmKind.MATCH_IS_DUE)
            case AlarmKind.DEAL_IS_DUE:
                return Append(self._state.next_deal.events(self._state.log, self._state.dealer()), [])
            case AlarmKind.GRACE_IS_OVER | AlarmKind.TURN_IS_OVER:
                return self._bot_in_place_of(seat)

    def _bot_in_place_of(self, seat: int) -> Append:
        """Have a bot play for somebody who is away or out of time. Those who had not agreed to the match watch then.

        If they are the last person, the match ends: bots would play it for nobody.
        """
        state, table = self._state, self._state.log.table
        level, chance = table.options.bot_level, state.dealer().chance
        if seat in state.log.undecided and sum(who.is_person for who in table.seats) == 1:
            log.info("%s: nobody has agreed to this match", self.name)
            return Append([MatchAbandoned(table.scores)], [])
        bot = bot_in_place_of(table, seat, level, state.log.undecided, chance, state.names())
        if isinstance(bot, StandInSeated):
            log.info("%s: a bot stands in on seat %d", self.name, seat + 1)
            return Append([bot], [])

        def stored(error: StoreError | None) -> None:
            if error is None:
                log.info("%s: a bot has seat %d, whose player has not agreed to this match", self.name, seat + 1)
                state.stand_up(seat)

        return Append([bot], state.rows_of_lost(seat), stored)

    def _remind(self, seat: int) -> Append:
        """Have the player of this seat reminded of their turn, once that is stored: so it is never done twice."""
        state, reminders = self._state, self._services.reminders
        address, text = state.reminders.reminder(seat, self.name, state.log.table)

        def stored(error: StoreError | None) -> None:
            if error is None:
                self._services.nursery.start_soon(reminders.send_quietly, address, text)

        return Append([], [ReminderSent(seat, state.log.turn_began)], stored)

    def _bot_plays(self, seat: int) -> Append:
        state = self._state
        table = state.log.table
        who = table.seats[seat]
        command = state.bots.choose(seat, who.played_by or table.options.bot_level, state.log)
        asker = Asker(seat, who.name or "", match=state.next_match)
        events = decide(table, asker, command, state.dealer())
        only_draws = len(events) == 1 and isinstance(events[0], TileDrawn)
        if who.stand_in is not None and state.clock.is_here(seat) and not only_draws:
            events = (*events, PlayerReturned(seat))  # it stood in only for the turn whose time was up
        return Append(events, [])


def _ignore(_: Exception | None) -> None:
    """Ignore the outcome of an append whose row may be missing without harm."""
