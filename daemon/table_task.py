"""One table, one task: everything that happens at a table happens here, one thing after another.

Lives here: the mailbox, and the order in which a thing is decided, stored, folded and told: nobody is told of an event
before the journal holds it. Not here: what is allowed (`decide`), when a clock rings (`table_clock`), how lines go out
(`connection`, `outbox`).
"""

import logging
import math
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import trio
from attrs import frozen

from daemon.admission import check_spectators, free_name, name_from, start_for
from daemon.answers import Answers, content_of
from daemon.attendance import Attendance
from daemon.bot_seats import BotSeats
from daemon.connection import Connection, PartingError
from daemon.deal import Chance
from daemon.decide import Asker, decide, lowest_free_seat, sit_down
from daemon.game_log import GameLog, now
from daemon.hints import Hints
from daemon.journal import (
    CommandAccepted,
    GameOpened,
    Journal,
    Private,
    StoreError,
    TokenIssued,
    TokensRevoked,
)
from daemon.openings import reopening
from daemon.records import Records
from daemon.table_clock import Due, Ring, TableClock
from daemon.tokens import SeatTokens, digest, new_token
from protocol.commands import AddBot, Command, Deed, Kick, Rematch, TakeHint, TakeSeat
from protocol.events import (
    Away,
    Entry,
    Event,
    MatchAbandoned,
    MatchWon,
    PlayerReturned,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TileDrawn,
)
from protocol.messages import (
    Accepted,
    Do,
    Farewell,
    Hello,
    NotAccepted,
    Notice,
    Role,
    SeatSummary,
    TableSummary,
)
from protocol.record import Header
from protocol.refusals import Reason, Refused
from protocol.table import Stage

MAILBOX: Final = 128
FAILED: Final = "this table failed; come back and it goes on from where it was stored"

log = logging.getLogger("fivesd.table")


@frozen
class Means:
    """What a table is given to work with.

    `next_id` names a new game at a table; `finished` is called after a match and tells whether another one follows;
    `hints` are made for a table, and `bots` for a game, with what to call when one has made up its mind.
    """

    journal: Journal
    records: Records
    chance: Chance
    pace: random.Random
    think: float
    next_id: Callable[[str], str]
    finished: Callable[[], bool]
    hints: Callable[[], Hints]
    bots: Callable[[Callable[[], None]], BotSeats]


@frozen
class _Joins:
    connection: Connection
    hello: Hello


@frozen
class _Asks:
    connection: Connection
    do: Do
    is_operator: bool = False


@frozen
class _Goes:
    connection: Connection


@frozen
class _HasMadeUpItsMind:
    """A bot. It may have done so too late: that is seen when it is asked."""


_Mail = _Joins | _Asks | _Goes | _HasMadeUpItsMind


class TableTask:
    """A table of this host."""

    def __init__(self, name: str, log_: GameLog, private: Sequence[Private], means: Means) -> None:
        self.name = name
        self._means = means
        self._log = log_
        self._tokens = SeatTokens(private)
        self._answers = Answers(private)
        self._password = next((each.password for each in private if isinstance(each, GameOpened)), None)
        self._bots = means.bots(self._bot_has_made_up_its_mind)
        self._hints = means.hints()
        self._clock = TableClock(means.think, means.pace, trio.current_time())
        self._present = Attendance(name, self._clock)
        self._host_mentioned = self._host_seat
        self._until_left = trio.CancelScope()
        self._send, self._mailbox = trio.open_memory_channel[_Mail](MAILBOX)
        for seat, who in enumerate(log_.table.seats):
            if who.is_person:
                self._clock.goes(seat, trio.current_time())

    @property
    def game(self) -> str:
        """The id of the game that is on."""
        return self._log.game

    @property
    def is_deserted(self) -> bool:
        """Whether the match is over and nobody is connected."""
        return self._log.table.stage is Stage.OVER and not len(self._present)

    @property
    def is_unused(self) -> bool:
        """Whether nobody has sat down yet and nobody is connected."""
        seats = self._log.table.seats
        return self._log.table.stage is Stage.SEATING and not any(who.is_person for who in seats) and not self._present

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._log.table.stage is Stage.OVER

    @property
    def password(self) -> str | None:
        """The hash of its password."""
        return self._password

    def knows(self, token: str) -> bool:
        """Whether this token is for a seat at this table."""
        return self._tokens.find(token) is not None

    def summary(self) -> TableSummary:
        """The table as the lobby shows it."""
        table = self._log.table
        return TableSummary(
            table=self.name,
            game=self._log.game,
            rules=table.preset,
            seats=tuple(
                SeatSummary(who.name, who.bot, self._clock.is_here(seat)) for seat, who in enumerate(table.seats)
            ),
            stage=table.stage,
            match=table.match,
            spectators=self._present.spectators,
            locked=self._password is not None,
        )

    # The mailbox: what others put in, and the loop that takes it out.

    async def join(self, connection: Connection, hello: Hello) -> None:
        """Somebody says hello to this table. It is answered by a welcome or a goodbye."""
        connection.table = self
        await self._put_in(_Joins(connection, hello))

    async def ask(self, connection: Connection, do: Do, *, is_operator: bool = False) -> None:
        """Somebody at this table, or the operator, gives a command. It is answered in any case."""
        await self._put_in(_Asks(connection, do, is_operator))

    async def _put_in(self, mail: _Joins | _Asks) -> None:
        try:
            try:
                self._send.send_nowait(mail)  # which, unlike `send`, gives nobody else a turn first
            except trio.WouldBlock:
                await self._send.send(mail)
        except trio.BrokenResourceError:
            raise PartingError(Farewell.TROUBLE, FAILED) from None

    async def lose(self, connection: Connection) -> None:
        """A connection has ended."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # the table is closed already
            await self._send.send(_Goes(connection))

    def leave(self) -> None:
        """Stop attending to the table."""
        self._until_left.cancel()

    async def run(self) -> None:
        """Attend to the table until cancelled. What has been put in the mailbox goes before what falls due."""
        with self._mailbox, self._until_left:
            await self._catch_up()
            while True:
                due = self._next_due()
                try:
                    await self._attend(await self._next_mail(due.at))
                    if due.at <= trio.current_time() and due == self._next_due():
                        await self._ring(due)
                except StoreError as error:
                    self._tell_of_trouble(error)

    def _next_due(self) -> Due:
        """What falls due next. A bot's play does not before it has made up its mind, which it begins to here."""
        table = self._log.table
        due = self._clock.next_due(table)
        if due.ring is Ring.BOT_PLAYS and due.at < math.inf:
            level = table.seats[due.seat].played_by or table.options.bot_level
            if not self._bots.has_made_up_its_mind(due.seat, level, self._log.entries):
                return Due(math.inf)
        return due

    def _bot_has_made_up_its_mind(self) -> None:
        # Where there is no room, there is other mail to wake up by; where it is closed, nobody plays any more.
        with suppress(trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            self._send.send_nowait(_HasMadeUpItsMind())

    async def _next_mail(self, until: float) -> _Mail | None:
        try:
            return self._mailbox.receive_nowait()
        except trio.WouldBlock:
            pass
        if until == math.inf:
            return await self._mailbox.receive()
        with trio.move_on_at(until):
            return await self._mailbox.receive()
        return None

    async def _attend(self, mail: _Mail | None) -> None:
        match mail:
            case _Asks():
                await self._answer(mail)
            case _Joins():
                await self._let_in(mail.connection, mail.hello)
            case _Goes():
                self._see_off(mail.connection)
            case _HasMadeUpItsMind() | None:
                pass

    def _tell_of_trouble(self, error: StoreError) -> None:
        log.error("%s: %s; play stops until the disk takes it", self.name, error)
        self._clock.try_later(trio.current_time())
        self._present.mention(Notice("trouble", text="the host's disk takes nothing: play stops, and nothing is lost"))

    async def _catch_up(self) -> None:
        """Do what was due when the daemon stopped: a record that was not written yet."""
        if self._log.table.stage is Stage.OVER:
            await self._write_record()

    # Storing: persist, fold, then tell.

    async def _store(self, events: Sequence[Event], private: Sequence[Private] = ()) -> None:
        """Append, and only then fold and tell. Raises `StoreError`, and then nothing has happened."""
        at, head = now(), self._log.head
        entries = [Entry(head + nth, at, event) for nth, event in enumerate(events, start=1)]
        with trio.CancelScope(shield=True):
            await self._means.journal.append(self._log.game, head, entries, private)
            self._take_note(entries, private)

    def _take_note(self, entries: Sequence[Entry], private: Sequence[Private]) -> None:
        self._log.add(entries)
        for each in private:
            self._tokens.take_note(each)
            self._answers.take_note(each)
        for entry in entries:
            self._clock.note(entry.event, trio.current_time())
        self._bots.told(entries)
        self._present.wake()
        self._mention_turn_time()
        self._mention_host()

    def _mention_turn_time(self) -> None:
        table = self._log.table
        turn, seconds = table.turn, table.options.turn_time
        if seconds and turn is not None and table.seats[turn].played_by is None:
            self._present.mention(Notice("turn", seat=turn, seconds=seconds))

    def _mention_host(self) -> None:
        if self._host_seat != self._host_mentioned:
            self._host_mentioned = self._host_seat
            self._present.mention(Notice("host", seat=self._host_seat))

    # Coming and going.

    async def _let_in(self, connection: Connection, hello: Hello) -> None:
        try:
            if hello.role is Role.PLAYER:
                await self._seat_player(connection, hello)
            else:
                check_spectators(self._log.table)
                connection.name = name_from(hello)
                self._welcome(connection, start_for(self._log, connection, hello))
        except PartingError as parting:
            connection.dismiss(Farewell(parting.goodbye.reason), parting.goodbye.detail)
        except StoreError as error:
            connection.dismiss(Farewell.TROUBLE, "the host's disk takes nothing: try again later")
            self._tell_of_trouble(error)

    async def _seat_player(self, connection: Connection, hello: Hello) -> None:
        if hello.token is not None:
            issued = self._tokens.find(hello.token)
            if issued is None:
                raise PartingError(Farewell.BAD_TOKEN, "that token is not for any seat at this table")
            await self._come_back(connection, hello, issued)
            return
        wanted = name_from(hello)
        if self.is_deserted:
            await self._next_game(keeps_people=False)
        name = free_name(self._log.table, wanted)
        try:
            seat = lowest_free_seat(self._log.table)
            events = sit_down(self._log.table, seat, name, self._next_match, self._means.chance)
        except Refused:
            raise PartingError(
                Farewell.TABLE_FULL, f"every seat of table {self.name} is taken; you may watch: fives watch"
            ) from None
        connection.name = name
        await self._store(events, [self._issue_token(connection, seat)])
        self._present.sit(connection, seat)
        self._welcome(connection, 1)
        log.info("%s: %s sits down on seat %d", self.name, name, seat)

    async def _come_back(self, connection: Connection, hello: Hello, issued: TokenIssued) -> None:
        seat = issued.seat
        who = self._log.table.seats[seat]
        connection.name, connection.token = who.name or "", hello.token
        await self._renew_token(connection, issued)
        older = self._present.on_seat(seat)
        if older is not None:
            self._present.let_go(older)
            older.dismiss(Farewell.REPLACED, "you are connected from somewhere else now")
        self._present.sit(connection, seat)
        self._welcome(connection, start_for(self._log, connection, hello))
        log.info("%s: %s is back on seat %d", self.name, connection.name, seat)
        if who.stand_in is not None:
            await self._store([PlayerReturned(seat)])

    async def _renew_token(self, connection: Connection, used: TokenIssued) -> None:
        token = new_token()
        renewed = TokenIssued(used.seat, digest(token), used.is_host)
        try:
            await self._store([], [TokensRevoked(used.seat), used, renewed])
        except StoreError as error:
            self._tell_of_trouble(error)  # the old token still holds, and a full disk keeps nobody out
        else:
            connection.token = token

    def _issue_token(self, connection: Connection, seat: int) -> TokenIssued:
        connection.token = new_token()
        return TokenIssued(seat, digest(connection.token), connection.has_opened == self.name)

    def _welcome(self, connection: Connection, start: int) -> None:
        self._present.welcome(connection, self._log, start, is_host=self._is_host(connection))

    def _see_off(self, connection: Connection) -> None:
        if not self._present.let_go(connection):
            return
        log.info("%s: %s is away from seat %s", self.name, connection.name, connection.seat)
        table = self._log.table
        if table.stage is Stage.PLAYING and table.options.away is Away.BOT:
            self._present.mention(Notice("grace", seat=connection.seat, seconds=table.options.grace))

    # Commands.

    @property
    def _next_match(self) -> int:
        return self._log.table.match + 1

    @property
    def _host_seat(self) -> int | None:
        """The host is who opened the table, else the person seated first of those who still have their seats."""
        opener = self._tokens.host_seat
        return self._log.first_person if opener is None else opener

    def _is_host(self, connection: Connection) -> bool:
        if connection.has_opened == self.name:
            return True
        return connection.seat is not None and connection.seat == self._host_seat

    async def _answer(self, asks: _Asks) -> None:
        connection, do = asks.connection, asks.do
        if connection not in self._present and not asks.is_operator:
            return  # replaced or dismissed since: its goodbye is the answer
        given = self._answers.given(do, connection.seat)
        if given is not None:
            connection.answer(given)
            if isinstance(given, Accepted):
                self._give_hint(connection, do)  # the first one may have been lost on its way
            return
        try:
            events = await self._carry_out(asks)
        except Refused as refused:
            connection.answer(NotAccepted(do.id, refused.reason.value, refused.detail))
        except StoreError as error:
            connection.answer(NotAccepted(do.id, Reason.STORE_FAILED.value, "the host's disk takes nothing"))
            self._tell_of_trouble(error)
        else:
            connection.answer(Accepted(do.id, self._log.head))
            self._give_hint(connection, do)
            await self._after_the_match(events)

    def _give_hint(self, connection: Connection, do: Do) -> None:
        if isinstance(do.command, TakeHint):
            self._hints.ask(connection, do, self._log)

    async def _carry_out(self, asks: _Asks) -> tuple[Event, ...]:
        """Decide, store and tell. The events that were stored in the game that was on."""
        connection, do = asks.connection, asks.do
        command = do.command
        self._check_timely(do)
        sits_down = isinstance(command, TakeSeat) and connection.seat is None
        name = free_name(self._log.table, connection.name) if sits_down else connection.name
        asker = Asker(connection.seat, name, asks.is_operator or self._is_host(connection), self._next_match)
        events = decide(self._log.table, asker, command, self._means.chance)
        if isinstance(command, Rematch):
            await self._next_game(keeps_people=True, asked=(connection, do))
            return events
        seat = connection.seat
        if isinstance(command, Deed) and seat is not None and self._log.table.seats[seat].stand_in is not None:
            events = (*events, PlayerReturned(seat))  # quicker than the bot whose turn it had become
        accepted = CommandAccepted(do.id, content_of(do, connection.seat), self._log.head + len(events))
        seated = next((each.seat for each in events if isinstance(each, SeatTaken)), None)
        if isinstance(command, TakeSeat) and seated is not None:
            await self._store(events, [accepted, self._issue_token(connection, seated)])
            connection.name = name
            self._present.sit(connection, seated)
            self._welcome(connection, 1)
        else:
            revoked = [TokensRevoked(seat) for seat in self._seats_lost(events)]
            await self._store(events, [accepted, *revoked])
            self._send_away(command, [each.seat for each in revoked])
        return events

    def _check_timely(self, do: Do) -> None:
        """What a command can be refused for before the rules are asked."""
        playing = self._log.table.stage is Stage.PLAYING
        if isinstance(do.command, Deed) and playing and not self._log.last_deed <= do.seq <= self._log.head:
            # A number past the head is of another game: the one before this rematch.
            raise Refused(Reason.STALE, f"the table is no longer as it was at entry {do.seq}")
        if isinstance(do.command, AddBot) and self._clock.is_here(do.command.seat):
            raise Refused(Reason.SEAT_OCCUPIED, "who sits there is here")

    def _seats_lost(self, events: Sequence[Event]) -> list[int]:
        """The seats that a person has no longer after these events."""
        seats = self._log.table.seats
        return [
            event.seat for event in events if isinstance(event, SeatLeft | SeatTaken) and seats[event.seat].is_person
        ]

    def _send_away(self, command: Command, seats: Sequence[int]) -> None:
        """Whoever left a seat looks on; whoever was sent away from one is gone."""
        for seat in seats:
            connection = self._present.stand_up(seat)
            if connection is None:
                continue
            if isinstance(command, Kick):
                self._present.let_go(connection)
                connection.dismiss(Farewell.KICKED, "the host has given your seat away")
            else:
                self._welcome(connection, 1)

    # What falls due.

    async def _ring(self, due: Due) -> None:
        seat, table = due.seat, self._log.table
        match due.ring:
            case Ring.BOT_PLAYS:
                await self._bot_plays(seat)
            case Ring.GRACE_IS_OVER if table.stage is Stage.SEATING:
                log.info("%s: seat %d is free again", self.name, seat)
                await self._store([SeatLeft(seat)], [TokensRevoked(seat)])
            case Ring.MATCH_IS_OWED:
                await self._next_game(keeps_people=True)
            case Ring.GRACE_IS_OVER | Ring.TURN_IS_OVER:
                log.info("%s: a bot stands in on seat %d", self.name, seat)
                await self._store([StandInSeated(seat, table.options.bot_level)])

    async def _bot_plays(self, seat: int) -> None:
        table = self._log.table
        who = table.seats[seat]
        command = self._bots.choose(seat, who.played_by or table.options.bot_level, self._log.entries)
        events = decide(table, Asker(seat, who.name or "", match=self._next_match), command, self._means.chance)
        goes_on = len(events) == 1 and isinstance(events[0], TileDrawn)
        if who.stand_in is not None and self._clock.is_here(seat) and not goes_on:
            events = (*events, PlayerReturned(seat))  # it stood in for one turn that had run out
        await self._store(events)
        await self._after_the_match(events)

    # From match to match.

    async def _after_the_match(self, events: Sequence[Event]) -> None:
        if not any(isinstance(event, MatchWon | MatchAbandoned) for event in events):
            return
        log.info("%s: the match is over: %s", self.name, self._log.table.scores)
        await self._write_record()
        if self._means.finished():
            self._clock.owe_a_match(True)
            await self._next_game(keeps_people=True)

    async def _write_record(self) -> None:
        if await self._means.records.has(self._log.game):
            return
        try:
            where = await self._means.records.write(self._log.header, self._log.entries)
        except OSError as error:
            log.warning("%s: no record was written: %s; it will be at the next start", self.name, error)
        else:
            log.info("%s: the record is %s", self.name, where)

    async def _next_game(self, *, keeps_people: bool, asked: tuple[Connection, Do] | None = None) -> None:
        """Another game at this table, with a log of its own: a rematch, or seats free for whoever comes."""
        match = self._next_match if keeps_people else 1
        events = reopening(self._log.table, match, self._host_seat, self._means.chance, keeps_people=keeps_people)
        log_ = GameLog(Header(self._means.next_id(self.name), self.name, now()))
        private: list[Private] = [GameOpened(self.name, log_.header.at, self._password)]
        private += self._tokens.holding() if keeps_people else []
        if asked is not None:
            connection, do = asked
            private.append(CommandAccepted(do.id, content_of(do, connection.seat), len(events)))
        entries = [Entry(nth, log_.header.at, event) for nth, event in enumerate(events, start=1)]
        with trio.CancelScope(shield=True):
            await self._means.journal.append(log_.game, 0, entries, private)
            self._log, self._bots = log_, self._means.bots(self._bot_has_made_up_its_mind)
            self._tokens, self._answers = SeatTokens(private), Answers(private)
            self._clock.owe_a_match(False)
            self._take_note(entries, ())
        for connection in self._present:
            self._welcome(connection, 1)
