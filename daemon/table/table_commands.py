"""What is asked at a table, and its answer: one command at a time.

Lives here: a command's way from being read to being answered. It is decided where it is read, and answered from where
its events became durable; until then the next one waits in the table's mailbox. Not here: what is allowed (`decide`),
how it is stored and told (`table_game`), what waits and what falls due (`table_task`).
"""

from collections.abc import Callable, Sequence
from functools import partial

import trio

from daemon.decide import Asker, decide
from daemon.guest import COMMANDS_A_SECOND, Guest
from daemon.journal.interface import CommandAccepted, Private, StoreError, TokensRevoked
from daemon.table.admission import NOBODY_MAY_WATCH, free_name
from daemon.table.answers import LONGEST_ID, content_of
from daemon.table.hint_requests import Hints
from daemon.table.table_game import TableGame, is_the_end
from protocol.frozen import frozen
from protocol.log.commands import AddBot, Command, Kick, LeaveSeat, Move, Rematch, Start, TakeHint, TakeSeat
from protocol.log.events import Event, PlayerReturned, SeatLeft, SeatTaken
from protocol.log.refusals import Reason, Refused
from protocol.log.table import Stage, Table, fold
from protocol.wire.messages import Accepted, Do, Farewell, NotAccepted


@frozen
class Asks:
    """Somebody gives a command."""

    guest: Guest
    do: Do
    is_operator: bool = False

    @property
    def is_for_another_game(self) -> bool:
        """Whether another log begins with it."""
        return isinstance(self.do.command, Rematch)


@frozen
class _Decided:
    """A command that is allowed, with what it brings about.

    `lost`: the seats that somebody has no longer; `sits_on`: the one that its asker takes, as `name`.
    """

    asks: Asks
    events: tuple[Event, ...]
    private: Sequence[Private]
    lost: Sequence[int] = ()
    sits_on: int | None = None
    name: str = ""


def _check_for_people(table: Table) -> None:
    """Bots among themselves would play on when whoever wanted to see them has long gone (as in `openers`)."""
    if table.stage is Stage.PLAYING and not any(who.is_person for who in table.seats):
        raise Refused(Reason.NOT_ALLOWED, "sit down first: bots alone play for the host's own machine only")


class TableCommands:
    """The commands of one table. `settled` is called when one that was under way is done.

    `is_under_way`: one is decided and not yet stored. `fault`: what went wrong that never should, for the table's task
    to fail of. `ended`: the events with which a match ended, until they are taken.
    """

    def __init__(self, game: TableGame, hints: Hints, settled: Callable[[], None]) -> None:
        self.is_under_way = False
        self.fault: Exception | None = None
        self.ended: tuple[Event, ...] = ()
        self._game = game
        self._hints = hints
        self._settled = settled
        self._is_done: trio.Event | None = None

    async def wait(self) -> None:
        """Wait until none is under way."""
        while self.is_under_way:
            self._is_done = trio.Event()
            await self._is_done.wait()

    def begin(self, asks: Asks) -> None:
        """Answer a command: at once, or when what it brings about is stored."""
        try:
            if not self._is_answered(asks):
                self._store(self._decide(asks))
        except Refused as refused:
            asks.guest.answer(NotAccepted(asks.do.id, refused.reason.value, refused.detail))
        except Exception as fault:  # noqa: BLE001 - it is raised where the table runs
            self._settle(fault)

    async def begin_another_game(self, asks: Asks) -> None:
        """A rematch: it has a log of its own."""
        guest, do = asks.guest, asks.do
        if self._is_answered(asks):
            return
        try:
            decide(self._game.log.table, Asker(guest.seat, guest.name), do.command, self._game.means.chance)
            await self._game.next_game(keeps_people=True, asked=(guest, do))
        except Refused as refused:
            guest.answer(NotAccepted(do.id, refused.reason.value, refused.detail))
        except StoreError as error:
            self._was_not_stored(asks, error)
        else:
            guest.answer(Accepted(do.id, self._game.log.head))

    def _is_answered(self, asks: Asks) -> bool:
        """Whether this command is answered, or need not be, because of what was before it.

        Commands are counted here, because each comes by here once, whichever way it took to the table.
        """
        guest, do = asks.guest, asks.do
        if guest not in self._game.present and not asks.is_operator:
            return True  # replaced or dismissed since: its goodbye is the answer
        given = self._game.answers.given(do, guest.seat)
        if isinstance(given, Accepted):
            guest.answer(given)
            self._give_hint(guest, do)  # the first one may have been lost on its way
        elif not guest.may_command():
            too_fast = f"more than {COMMANDS_A_SECOND} commands a second"
            guest.answer(NotAccepted(do.id[:LONGEST_ID], Reason.TOO_FAST.value, too_fast))
        elif given is not None:
            guest.answer(given)
        else:
            return False
        return True

    # Deciding.

    def _decide(self, asks: Asks) -> _Decided:
        """What a command comes to. Raises `Refused`."""
        command = asks.do.command
        if isinstance(command, Move):
            self._check_timely(asks.do)
            return self._decide_move(asks)
        if isinstance(command, AddBot) and self._game.clock.is_here(command.seat):
            raise Refused(Reason.SEAT_OCCUPIED, "who sits there is here")
        return self._decide_other(asks)

    def _decide_move(self, asks: Asks) -> _Decided:
        guest, game = asks.guest, self._game
        table, seat = game.log.table, guest.seat
        events = decide(table, Asker(seat, guest.name), asks.do.command, game.means.chance)
        if seat is not None and table.seats[seat].stand_in is not None:
            events = (*events, PlayerReturned(seat))  # quicker than the bot whose turn it had become
        return _Decided(asks, events, (self._accepted(asks, events),))

    def _decide_other(self, asks: Asks) -> _Decided:
        guest, command, game = asks.guest, asks.do.command, self._game
        table, seat = game.log.table, guest.seat
        sits_down = isinstance(command, TakeSeat) and seat is None
        name = free_name(table, guest.name) if sits_down else guest.name
        is_host = asks.is_operator or game.is_host(guest)
        asker = Asker(seat, name, is_host, game.next_match, game.all_are_here)
        events = decide(table, asker, command, game.means.chance)
        is_from_here = asks.is_operator or guest.origin.is_loopback
        if isinstance(command, Start | AddBot) and not is_from_here:
            _check_for_people(fold(events, table))
        accepted = self._accepted(asks, events)
        if sits_down:
            taken = next(each.seat for each in events if isinstance(each, SeatTaken))
            return _Decided(asks, events, (game.issue_token(guest, taken), accepted), (), taken, name)
        lost = self._seats_lost(events)
        return _Decided(asks, events, (*map(TokensRevoked, lost), accepted), lost)

    def _accepted(self, asks: Asks, events: Sequence[Event]) -> CommandAccepted:
        return CommandAccepted(asks.do.id, content_of(asks.do, asks.guest.seat), self._game.log.head + len(events))

    def _check_timely(self, do: Do) -> None:
        log = self._game.log
        if not log.last_move <= do.seq <= log.head and log.table.stage is Stage.PLAYING:
            # A number past the head is of another game: the one before this rematch.
            raise Refused(Reason.STALE, f"the table is no longer as it was at entry {do.seq}")

    def _seats_lost(self, events: Sequence[Event]) -> list[int]:
        """The seats that a person has no longer after these events."""
        seats = self._game.log.table.seats
        return [
            event.seat for event in events if isinstance(event, SeatLeft | SeatTaken) and seats[event.seat].is_person
        ]

    # Storing and answering.

    def _store(self, this: _Decided) -> None:
        self.is_under_way = True
        self._game.store_soon(this.events, this.private, partial(self._is_stored, this))

    def _is_stored(self, this: _Decided, error: Exception | None) -> None:
        """Answer a command whose events are stored and told, or could not be stored."""
        try:
            if isinstance(error, StoreError):
                self._was_not_stored(this.asks, error)
            elif error is not None:
                raise error
            else:
                self._was_stored(this)
        except Exception as fault:  # noqa: BLE001 - it is raised where the table runs
            self._settle(fault)
        else:
            self._settle()

    def _was_not_stored(self, asks: Asks, error: StoreError) -> None:
        asks.guest.answer(NotAccepted(asks.do.id, Reason.STORE_FAILED.value, "the host's disk takes nothing"))
        self._game.tell_of_trouble(error)

    def _was_stored(self, this: _Decided) -> None:
        guest, do = this.asks.guest, this.asks.do
        if this.sits_on is not None:
            guest.name = this.name
            self._game.present.sit(guest, this.sits_on)
            self._game.welcome(guest, 1)
        elif this.lost:
            self._send_away(do.command, this.lost)
        guest.answer(Accepted(do.id, self._game.log.head))
        if isinstance(do.command, LeaveSeat) and not self._game.log.table.options.spectators:
            self._game.present.let_go(guest)
            guest.dismiss(Farewell.NO_SPECTATORS, NOBODY_MAY_WATCH)
        self._give_hint(guest, do)
        if is_the_end(this.events):
            self.ended = this.events

    def _settle(self, fault: Exception | None = None) -> None:
        self.fault = self.fault or fault
        self.is_under_way = False
        if self._is_done is not None:
            self._is_done.set()
            self._is_done = None
        self._settled()

    def _send_away(self, command: Command, seats: Sequence[int]) -> None:
        """Whoever left a seat looks on, where anybody may; whoever was sent away from one is gone."""
        for seat in seats:
            guest = self._game.present.stand_up(seat)
            if guest is None:
                continue
            if isinstance(command, Kick):
                self._game.present.let_go(guest)
                guest.dismiss(Farewell.KICKED, "the host has given your seat away")
            elif self._game.log.table.options.spectators:
                self._game.welcome(guest, 1)

    def _give_hint(self, guest: Guest, do: Do) -> None:
        if isinstance(do.command, TakeHint):
            self._hints.ask(guest, do, self._game.log)
