"""One table: everything that happens at it happens one thing after another.

Lives here: the mailbox and the task that empties it, and what is done when a clock rings. Not here: commands
(`table_commands`), how it is stored and told (`table_game`), who comes in (`reception`), when a clock rings
(`table_clock`).

Nearly all that happens is a command at a table that is at rest: its task waits for mail, and nothing is on its way to
the disk. Such a command is begun where it is read, and the task is not woken for it.
"""

import logging
import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import trio
from attrs import frozen

from daemon.decide import Asker, decide
from daemon.game_log import GameLog
from daemon.guest import Guest, PartingError
from daemon.journal.interface import Private, StoreError, TokensRevoked
from daemon.table.reception import let_in, see_off
from daemon.table.table_clock import NEVER, Due, Ring
from daemon.table.table_commands import Asks, TableCommands
from daemon.table.table_game import Means, TableGame
from protocol.log.events import PlayerReturned, SeatLeft, StandInSeated, TileDrawn
from protocol.log.table import Stage
from protocol.wire.messages import Do, Farewell, Hello, SeatSummary, TableSummary

MAILBOX: Final = 128
FAILED: Final = "this table failed; come back and it goes on from where it was stored"

log = logging.getLogger("fivesd.table")


@frozen
class _Joins:
    guest: Guest
    hello: Hello


@frozen
class _HasSaidAll:
    guest: Guest


@frozen
class _Goes:
    guest: Guest


@frozen
class _LookAgain:
    """Something else falls due than before, or a bot has made up its mind, maybe too late: that is seen then."""


_Mail = _Joins | Asks | _HasSaidAll | _Goes | _LookAgain


class TableTask:
    """A table of this host."""

    def __init__(self, name: str, log_: GameLog, private: Sequence[Private], means: Means) -> None:
        self.name = name
        self._chance = means.chance
        self._game = TableGame(name, log_, private, means, self._look_again)
        self._commands = TableCommands(self._game, means.hints(), self._command_is_settled)
        self._due = NEVER
        self._waits_for_mail = False
        self._arriving = 0
        """How many have said hello and are not let in yet: a table is not deserted while somebody is at its door."""
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
    def is_guests(self) -> bool:
        """Whether a guest has opened it, in this run of the daemon or in an earlier one."""
        return not self._game.is_home

    @property
    def is_deserted(self) -> bool:
        """Whether the match is over and nobody is connected."""
        return self._game.is_deserted and not self._arriving

    @property
    def is_unused(self) -> bool:
        """Whether nobody has sat down yet and nobody is connected."""
        if self._arriving or self._game.present:
            return False
        table = self._game.log.table
        return table.stage is Stage.SEATING and not any(who.is_person for who in table.seats)

    @property
    def password(self) -> str | None:
        """The hash of its password."""
        return self._game.password

    def knows(self, token: str) -> bool:
        """Whether this token is for a seat at this table."""
        return self._game.tokens.find(token) is not None

    def summary(self, *, is_home: bool) -> TableSummary:
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
            home=is_home,
        )

    # The mailbox: what others put in, and the loop that takes it out.

    async def join(self, guest: Guest, hello: Hello) -> None:
        """Somebody says hello to this table. It is answered by a welcome or a goodbye."""
        self._arriving += 1
        try:
            await self._put_in(_Joins(guest, hello))
        except BaseException:  # whatever it is, it is not let in any more
            self._arriving -= 1
            raise

    async def ask(self, guest: Guest, do: Do, *, is_operator: bool = False) -> None:
        """Somebody at this table, or the operator, gives a command. It is answered in any case."""
        asks = Asks(guest, do, is_operator)
        if not self._begin_now(asks):
            await self._put_in(asks)

    def ask_now(self, guest: Guest, do: Do) -> bool:
        """As `ask`, where the table is at rest. False where it is not: then nothing has been done."""
        return self._begin_now(Asks(guest, do))

    def _begin_now(self, asks: Asks) -> bool:
        if not self._waits_for_mail or self._commands.is_under_way or asks.is_for_another_game:
            return False
        self._commands.begin(asks)
        return True

    async def _put_in(self, mail: _Joins | Asks | _HasSaidAll) -> None:
        self._waits_for_mail = False
        try:
            try:
                self._send.send_nowait(mail)  # which, unlike `send`, gives nobody else a turn first
            except trio.WouldBlock:
                await self._send.send(mail)
        except trio.BrokenResourceError:
            raise PartingError(Farewell.TROUBLE, FAILED) from None

    async def hear_out(self, guest: Guest) -> None:
        """Somebody says nothing more: when all that was asked is answered, that is the end."""
        await self._put_in(_HasSaidAll(guest))

    async def lose(self, guest: Guest) -> None:
        """A connection has ended."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # the table is closed already
            await self._send.send(_Goes(guest))

    def leave(self) -> None:
        """Stop attending to the table."""
        self._until_left.cancel()

    async def run(self) -> None:
        """Attend to the table until cancelled. What has been put in the mailbox goes before what falls due."""
        try:
            with self._mailbox, self._until_left:
                await self._catch_up()
                while True:
                    await self._do_next()
        finally:
            self._waits_for_mail = False

    async def _do_next(self) -> None:
        due = self._due = self._next_due()
        try:
            mail = await self._next_mail(due.at)
            await self._finish_commands()
            await self._attend(mail)
            await self._finish_commands()
            if due.at <= trio.current_time() and due == self._next_due():
                await self._ring(due)
        except StoreError as error:
            self._game.tell_of_trouble(error)

    def _next_due(self) -> Due:
        """What falls due next. A bot's play does only once it has made up its mind, which it begins to do here."""
        table = self._game.log.table
        due = self._game.clock.next_due(table)
        if due.at < math.inf and due.ring is Ring.BOT_PLAYS:
            level = table.seats[due.seat].played_by or table.options.bot_level
            if not self._game.bots.has_made_up_its_mind(due.seat, level, self._game.log.entries):
                return Due(self._game.bots.is_long_at, Ring.BOT_TAKES_LONG, due.seat)
        return due

    def _look_again(self) -> None:
        # Where there is no room, there is other mail to wake up by; where it is closed, nobody plays any more.
        with suppress(trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            self._send.send_nowait(_LookAgain())
        self._waits_for_mail = False

    async def _next_mail(self, until: float) -> _Mail | None:
        with suppress(trio.WouldBlock):
            return self._mailbox.receive_nowait()
        mail = None
        self._waits_for_mail = True
        if until == math.inf:
            mail = await self._mailbox.receive()
        else:
            with trio.move_on_at(until):
                mail = await self._mailbox.receive()
        self._waits_for_mail = False
        return mail

    async def _attend(self, mail: _Mail | None) -> None:
        match mail:
            case Asks() if mail.is_for_another_game:
                await self._commands.begin_another_game(mail)
            case Asks():
                self._commands.begin(mail)
            case _Joins():
                try:
                    await let_in(self._game, mail.guest, mail.hello)
                finally:
                    self._arriving -= 1
            case _HasSaidAll():
                mail.guest.finish()
            case _Goes():
                see_off(self._game, mail.guest)
            case _LookAgain() | None:
                pass

    async def _finish_commands(self) -> None:
        """Wait until no command is under way, and do what follows from the last one."""
        commands = self._commands
        await commands.wait()
        if commands.fault is not None:
            raise commands.fault
        ended, commands.ended = commands.ended, ()
        await self._game.after_the_match(ended)

    def _command_is_settled(self) -> None:
        if not self._waits_for_mail:
            return
        try:
            if self._commands.fault or self._commands.ended or self._next_due() != self._due:
                self._look_again()
        except Exception:  # noqa: BLE001 - the task comes to it itself, and fails of it
            self._look_again()

    async def _catch_up(self) -> None:
        """Do what was due when the daemon stopped: a record that was not written yet."""
        if self._game.is_over:
            await self._game.write_record(self._game.log)

    # What falls due.

    async def _ring(self, due: Due) -> None:
        seat, table = due.seat, self._game.log.table
        match due.ring:
            case Ring.BOT_PLAYS:
                await self._bot_plays(seat)
            case Ring.BOT_TAKES_LONG:
                self._game.mention_long_thought(seat)
            case Ring.GRACE_IS_OVER if table.stage is Stage.SEATING:
                log.info("%s: seat %d is free again", self.name, seat + 1)
                await self._game.store([SeatLeft(seat)], [TokensRevoked(seat)])
            case Ring.MATCH_IS_OWED:
                await self._game.next_game(keeps_people=True)
            case Ring.GRACE_IS_OVER | Ring.TURN_IS_OVER:
                log.info("%s: a bot stands in on seat %d", self.name, seat + 1)
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
