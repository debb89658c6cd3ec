"""One table, one task: everything that happens at a table happens here, one thing after another.

Lives here: the mailbox, commands and their answers, and what is done when a clock rings. Not here: what is allowed
(`decide`), how it is stored and told (`table_game`), who comes in (`reception`), when a clock rings (`table_clock`).
"""

import logging
import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import trio
from attrs import frozen

from daemon.admission import free_name
from daemon.answers import content_of
from daemon.connection import Connection, PartingError
from daemon.decide import Asker, decide
from daemon.game_log import GameLog
from daemon.journal import CommandAccepted, Private, StoreError, TokensRevoked
from daemon.reception import let_in, see_off
from daemon.table_clock import Due, Ring
from daemon.table_game import Means, TableGame
from protocol.commands import AddBot, Command, Deed, Kick, Rematch, TakeHint, TakeSeat
from protocol.events import Event, PlayerReturned, SeatLeft, SeatTaken, StandInSeated, TileDrawn
from protocol.messages import Accepted, Do, Farewell, Hello, NotAccepted, SeatSummary, TableSummary
from protocol.refusals import Reason, Refused
from protocol.table import Stage

MAILBOX: Final = 128
FAILED: Final = "this table failed; come back and it goes on from where it was stored"

log = logging.getLogger("fivesd.table")


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
        self._chance = means.chance
        self._game = TableGame(name, log_, private, means, self._bot_has_made_up_its_mind)
        self._hints = means.hints()
        self._until_left = trio.CancelScope()
        self._send, self._mailbox = trio.open_memory_channel[_Mail](MAILBOX)

    @property
    def game(self) -> str:
        """The id of the game that is on."""
        return self._game.log.game

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._game.is_over

    @property
    def is_deserted(self) -> bool:
        """Whether the match is over and nobody is connected."""
        return self._game.is_deserted

    @property
    def is_unused(self) -> bool:
        """Whether nobody has sat down yet and nobody is connected."""
        table = self._game.log.table
        return table.stage is Stage.SEATING and not any(who.is_person for who in table.seats) and not self._game.present

    @property
    def password(self) -> str | None:
        """The hash of its password."""
        return self._game.password

    def knows(self, token: str) -> bool:
        """Whether this token is for a seat at this table."""
        return self._game.tokens.find(token) is not None

    def summary(self) -> TableSummary:
        """The table as the lobby shows it."""
        table, game = self._game.log.table, self._game
        return TableSummary(
            table=self.name,
            game=self.game,
            rules=table.preset,
            seats=tuple(SeatSummary(who.name, who.bot, game.clock.is_here(at)) for at, who in enumerate(table.seats)),
            stage=table.stage,
            match=table.match,
            spectators=game.present.spectators,
            locked=game.password is not None,
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
                    self._game.tell_of_trouble(error)

    def _next_due(self) -> Due:
        """What falls due next. A bot's play does not before it has made up its mind, which it begins to here."""
        table = self._game.log.table
        due = self._game.clock.next_due(table)
        if due.ring is Ring.BOT_PLAYS and due.at < math.inf:
            level = table.seats[due.seat].played_by or table.options.bot_level
            if not self._game.bots.has_made_up_its_mind(due.seat, level, self._game.log.entries):
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
                await let_in(self._game, mail.connection, mail.hello)
            case _Goes():
                see_off(self._game, mail.connection)
            case _HasMadeUpItsMind() | None:
                pass

    async def _catch_up(self) -> None:
        """Do what was due when the daemon stopped: a record that was not written yet."""
        if self._game.is_over:
            await self._game.write_record()

    # Commands.

    async def _answer(self, asks: _Asks) -> None:
        connection, do = asks.connection, asks.do
        if connection not in self._game.present and not asks.is_operator:
            return  # replaced or dismissed since: its goodbye is the answer
        given = self._game.answers.given(do, connection.seat)
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
            self._game.tell_of_trouble(error)
        else:
            connection.answer(Accepted(do.id, self._game.log.head))
            self._give_hint(connection, do)
            await self._game.after_the_match(events)

    def _give_hint(self, connection: Connection, do: Do) -> None:
        if isinstance(do.command, TakeHint):
            self._hints.ask(connection, do, self._game.log)

    async def _carry_out(self, asks: _Asks) -> tuple[Event, ...]:
        """Decide, store and tell. The events that were stored in the game that was on."""
        connection, do = asks.connection, asks.do
        command = do.command
        self._check_timely(do)
        sits_down = isinstance(command, TakeSeat) and connection.seat is None
        name = free_name(self._game.log.table, connection.name) if sits_down else connection.name
        asker = Asker(connection.seat, name, asks.is_operator or self._game.is_host(connection), self._game.next_match)
        events = decide(self._game.log.table, asker, command, self._chance)
        if isinstance(command, Rematch):
            await self._game.next_game(keeps_people=True, asked=(connection, do))
            return events
        seat = connection.seat
        if isinstance(command, Deed) and seat is not None and self._game.log.table.seats[seat].stand_in is not None:
            events = (*events, PlayerReturned(seat))  # quicker than the bot whose turn it had become
        accepted = CommandAccepted(do.id, content_of(do, connection.seat), self._game.log.head + len(events))
        seated = next((each.seat for each in events if isinstance(each, SeatTaken)), None)
        if isinstance(command, TakeSeat) and seated is not None:
            await self._game.store(events, [accepted, self._game.issue_token(connection, seated)])
            connection.name = name
            self._game.present.sit(connection, seated)
            self._game.welcome(connection, 1)
        else:
            revoked = [TokensRevoked(seat) for seat in self._seats_lost(events)]
            await self._game.store(events, [accepted, *revoked])
            self._send_away(command, [each.seat for each in revoked])
        return events

    def _check_timely(self, do: Do) -> None:
        """What a command can be refused for before the rules are asked."""
        playing = self._game.log.table.stage is Stage.PLAYING
        if isinstance(do.command, Deed) and playing and not self._game.log.last_deed <= do.seq <= self._game.log.head:
            # A number past the head is of another game: the one before this rematch.
            raise Refused(Reason.STALE, f"the table is no longer as it was at entry {do.seq}")
        if isinstance(do.command, AddBot) and self._game.clock.is_here(do.command.seat):
            raise Refused(Reason.SEAT_OCCUPIED, "who sits there is here")

    def _seats_lost(self, events: Sequence[Event]) -> list[int]:
        """The seats that a person has no longer after these events."""
        seats = self._game.log.table.seats
        return [
            event.seat for event in events if isinstance(event, SeatLeft | SeatTaken) and seats[event.seat].is_person
        ]

    def _send_away(self, command: Command, seats: Sequence[int]) -> None:
        """Whoever left a seat looks on; whoever was sent away from one is gone."""
        for seat in seats:
            connection = self._game.present.stand_up(seat)
            if connection is None:
                continue
            if isinstance(command, Kick):
                self._game.present.let_go(connection)
                connection.dismiss(Farewell.KICKED, "the host has given your seat away")
            else:
                self._game.welcome(connection, 1)

    # What falls due.

    async def _ring(self, due: Due) -> None:
        seat, table = due.seat, self._game.log.table
        match due.ring:
            case Ring.BOT_PLAYS:
                await self._bot_plays(seat)
            case Ring.GRACE_IS_OVER if table.stage is Stage.SEATING:
                log.info("%s: seat %d is free again", self.name, seat)
                await self._game.store([SeatLeft(seat)], [TokensRevoked(seat)])
            case Ring.MATCH_IS_OWED:
                await self._game.next_game(keeps_people=True)
            case Ring.GRACE_IS_OVER | Ring.TURN_IS_OVER:
                log.info("%s: a bot stands in on seat %d", self.name, seat)
                await self._game.store([StandInSeated(seat, table.options.bot_level)])

    async def _bot_plays(self, seat: int) -> None:
        table = self._game.log.table
        who = table.seats[seat]
        command = self._game.bots.choose(seat, who.played_by or table.options.bot_level, self._game.log.entries)
        events = decide(table, Asker(seat, who.name or "", match=self._game.next_match), command, self._chance)
        goes_on = len(events) == 1 and isinstance(events[0], TileDrawn)
        if who.stand_in is not None and self._game.clock.is_here(seat) and not goes_on:
            events = (*events, PlayerReturned(seat))  # it stood in for one turn that had run out
        await self._game.store(events)
        await self._game.after_the_match(events)
