"""`fives host`: the table to which the player goes, which is the host's own, to which friends are led.

The daemon knows which table its options describe; this machine knows where the player has a seat. If that is another
table, with an unfinished match or with friends who wait, the player is asked which of them it is to be, and the daemon
makes that one the host's own. Who has not said which table it is to be is offered one like that of the last match.
Without a terminal nobody is asked: it is the table of the options, and a line says what waits elsewhere. A match that
this host has left to another one is at no table: the player reads where it is.

Not here: the unfinished matches of `fives play` (`play`), the choice of a guest (`net.table_choice`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import trio
from attrs import evolve

from client.net.host_connection import Dial
from client.net.remedies.moved import moved_to
from client.net.request import RequestError, Requests, TurnedAwayError
from client.net.tcp import NoConnectionError
from client.program.last_table import can_be_repeated, described_with, friends_at, hosted_again, is_like
from client.program.questions import Ask, IfUnfinished, asked_as_last_time, asked_whether, asked_which
from client.program.record_to_take_over import client_folder, record_in
from client.program.unfinished import summary, view_of
from client.store.files import data_folder
from client.store.host_seats import HostSeats
from client.store.saved_seats import SavedSeat
from client.view.view import View
from client.words.catalogue.row import Person
from client.words.english import listed
from client.words.name_words import game_title, shown
from client.words.say import Who, say, together
from protocol.frozen import define, frozen
from protocol.game.table_options import PASSWORD
from protocol.log.operator_commands import MakeHome
from protocol.log.table import Stage
from protocol.shared.address import Address
from protocol.shared.exit_status import MisusedError
from protocol.shared.join_link import JoinLink
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import (
    PROTOCOL,
    Accepted,
    AskTables,
    Do,
    Hello,
    NotAccepted,
    OpenTable,
    Role,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.operator_messages import Operator
from protocol.wire.session import Session

MOST_LOOKED_FOR: Final = 3
"""Matches that the host is asked about: it lists neither those that are elsewhere, nor those that are damaged."""
_TIME_BETWEEN_LOOKS: Final = 1.0
"""Seconds between two looks at who is there while a question waits."""
_PASSWORD: Final = f"{PASSWORD.flag}="


@frozen
class Waiting:
    """A table where the player has a seat, and where something waits: a match, or friends before one."""

    seat: SavedSeat
    table: TableSummary
    view: View

    @property
    def names_here(self) -> list[str]:
        """The names of the other people who are there now."""
        return [self.table.seats[seat].name or "" for seat in friends_at(self.view) if self.table.seats[seat].here]


@frozen
class GoneMatch:
    """The player's match that this host has left to another one: the seat in it here, and where it is."""

    seat: SavedSeat
    view: View
    where: JoinLink


@frozen
class LastTable:
    """The table of the player's last match here: the seat, the table in words, and what opens another one like it.

    `view`: the match. `names_here`: the other people of it who are at that table now.
    """

    seat: SavedSeat
    words: str
    request: OpenTable
    view: View
    names_here: tuple[str, ...] = ()

    def table_in(self, tables: Sequence[TableSummary]) -> TableSummary | None:
        """The table where that match was, also if its people have begun another one there; None if it is gone."""
        same = next((table for table in tables if table.game == self.seat.game), None)
        by_name = (table for table in tables if table.table == self.seat.table)
        return same or next((table for table in by_name if not self._friends.isdisjoint(_people_at(table))), None)

    def seen_in(self, tables: Sequence[TableSummary]) -> "LastTable":
        """The same, with the people who are there now."""
        table = self.table_in(tables)
        here = () if table is None else (who.name for who in table.seats if who.here and who.bot is None)
        return evolve(self, names_here=tuple(name for name in here if name is not None and name in self._friends))

    @property
    def _friends(self) -> set[str | None]:
        return {self.view.table.seats[seat].name for seat in friends_at(self.view)}


def _people_at(table: TableSummary) -> Iterator[str | None]:
    return (who.name for who in table.seats if who.bot is None)


_Choice = Waiting | LastTable | None
"""What the player goes on with, or opens again; None for the host's own table as the options describe it."""


@frozen
class Offered:
    """What the player can choose beside the host's own table: what waits, and the table of the last match."""

    waiting: tuple[Waiting, ...]
    last: LastTable | None

    @property
    def state(self) -> object:
        """What a question says that may change while it waits."""
        here = () if self.last is None else self.last.names_here
        return here, [(found.table.stage, found.names_here) for found in self.waiting]

    def seen_in(self, tables: Sequence[TableSummary]) -> "Offered":
        """The same, as these tables are now."""
        now = {table.game: table for table in tables}
        waiting = tuple(evolve(found, table=now.get(found.table.game, found.table)) for found in self.waiting)
        return Offered(waiting, None if self.last is None else self.last.seen_in(tables))


@frozen
class OwnTable:
    """The table to which the player goes. `notes`: lines to show on arrival."""

    table: str
    notes: tuple[str, ...] = ()


@define(eq=False)
class OwnTables:
    """The tables of the player's own daemon. `dial` is as in `Link`; `secret` returns the operator's."""

    address: Address
    dial: Dial
    secret: Callable[[], str | None]
    session: Session
    seats: HostSeats
    gone: GoneMatch | None = None
    """The match that is at another host now, after `choose`."""
    locked: frozenset[str] = frozenset()
    """The names of the tables that need a password, after `choose`."""
    is_home_locked: bool = False
    _home: str | None = None
    """The table that was made the host's own here."""

    async def choose(
        self, if_unfinished: IfUnfinished, named: str, ask: Ask | None, left_open: OpenTable | None = None
    ) -> OwnTable | None:
        """The player's table; None if nothing waits for the player but the host's own table, before a match.

        `named`: the table at which the player wants to go on; empty for any. `ask` is None without a terminal.
        `left_open`: as in `HostOptions`. Raises `RequestError`.
        """
        tables = await self._tables()
        self.gone = await self._find_gone(tables)
        home = next((table for table in tables if table.home), None)
        if home is None:
            return None
        places = self.seats.places_at(tables)
        waiting = tuple([found for place in places if (found := await self._found(*place)) is not None])
        last = None if left_open is None or ask is None else await self._last_table(left_open, home)
        if not waiting and last is None:
            is_at_home = all(table.home and table.stage is not Stage.PLAYING for _, table in places)
            return None if is_at_home else OwnTable(home.table)
        choose = partial(_chosen, home, if_unfinished=if_unfinished, named=named, ask=ask)
        chosen, waiting = await self._answer(Offered(waiting, last), choose)
        if isinstance(chosen, LastTable):
            is_unfinished = any(chosen.seat.game == found.table.game for found in waiting)
            table = await self._make_home(await self._open_again(chosen, is_another=is_unfinished))
            self._forget_seats_at(home)
            return OwnTable(table, tuple(map(_kept, waiting)))
        kept = tuple(_kept(other) for other in waiting if other is not chosen)
        if chosen is None and any(found.table.home for found in waiting):
            return OwnTable(await self._make_home(None), kept)
        if chosen is None:
            return OwnTable(home.table, kept)
        if not (chosen.table.home or chosen.table.board):
            try:
                await self._make_home(chosen.table.table)
            except RequestError:
                if any(table.game == chosen.table.game for table in await self._tables()):
                    raise
                return await self.choose(if_unfinished, named, ask, left_open)  # it has gone to another host meanwhile
            self._forget_seats_at(home)
        self._save_at(chosen.table.table, chosen.seat)
        return OwnTable(chosen.table.table, (_going_on(chosen), *kept))

    async def _answer(
        self, offered: Offered, choose: Callable[[Offered], Awaitable[_Choice]]
    ) -> tuple[_Choice, tuple[Waiting, ...]]:
        """What the player chooses, and what waits by then.

        The programs of friends come back by themselves soon after the host has started: a question is put anew
        whenever one of them comes or goes.
        """
        newest = [offered]
        while True:
            asked = newest[0]
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._follow, newest, nursery.cancel_scope)
                chosen = await choose(asked)
                nursery.cancel_scope.cancel()
                return chosen, asked.waiting

    async def _follow(self, newest: list[Offered], question: trio.CancelScope) -> None:
        """Bring this up to date, and cancel the question, once others are there, or a match has begun or ended."""
        before = newest[0].state
        while newest[0].state == before:
            await trio.sleep(_TIME_BETWEEN_LOOKS)
            with suppress(RequestError):
                newest[0] = newest[0].seen_in(await self._tables())
        question.cancel()

    async def _found(self, seat: SavedSeat, table: TableSummary) -> Waiting | None:
        """What waits for the player of this seat; None for nothing, such as a waiting room that only they visited."""
        waits = table.stage is Stage.PLAYING or (table.stage is Stage.SEATING and not table.home)
        view = await self._view_of(seat, table) if waits else None
        if view is None or (table.stage is Stage.SEATING and not friends_at(view)):
            return None
        return Waiting(seat, table, view)

    async def _last_table(self, left_open: OpenTable, home: TableSummary) -> LastTable | None:
        """The table of the player's last match here; None if it is the host's own anyway, or like it, or not known.

        A match that has gone to another host is not offered again here.
        """
        for seat in self.seats.recent()[:MOST_LOOKED_FOR]:
            if seat.game == home.game:
                return None
            if self.gone is not None and seat.game == self.gone.seat.game:
                continue
            view = await view_of(self.address, self.session, seat.game, seat)
            if view is None or view.table.stage is Stage.SEATING:
                continue
            if not can_be_repeated(view.table):
                return None
            words = (word.removeprefix(_PASSWORD) for word in seat.host_command if word.startswith(_PASSWORD))
            request = hosted_again(view, left_open.password or next(words, None))
            return None if is_like(request, left_open) else LastTable(seat, described_with(view), request, view)
        return None

    async def _open_again(self, last: LastTable, *, is_another: bool) -> str:
        """The table of the last match, if its people can still come back there; otherwise a new one like it.

        `is_another`: that match is not finished, and is kept.
        """
        async with self._requests() as host:
            tables = (await host.ask(AskTables((last.seat.game,)), Tables)).tables
            there = last.table_in(tables)
            if there is None or is_another:
                return await host.open_table(last.request)
        self._save_at(there.table, last.seat)
        return there.table

    def _save_at(self, table: str, seat: SavedSeat) -> None:
        """Save the seat under the name that its table has now, by which it is looked for there."""
        if seat.table != table:
            self.seats.saved.delete(seat)
            self.seats.saved.save(evolve(seat, table=table))

    async def _find_gone(self, tables: Sequence[TableSummary]) -> GoneMatch | None:
        for seat in self.seats.unlisted(tables)[:MOST_LOOKED_FOR]:
            where = await self._place_of(seat.game)
            view = None if where is None else await view_of(self.address, self.session, seat.game, seat)
            if where is not None and view is not None:
                return GoneMatch(seat, view, where)
        return None

    async def _place_of(self, game: str) -> JoinLink | None:
        """Where a game of this host goes on that is at another one; None if it is not."""
        hello = Hello(PROTOCOL, self.session.client, self.session.name, Role.SPECTATOR, game=game)
        try:
            async with self._requests() as host:
                await host.ask(hello, Welcome)
        except TurnedAwayError as turned_away:
            return moved_to(turned_away.goodbye, self.address)
        except RequestError:
            return None
        return None

    async def _view_of(self, seat: SavedSeat, table: TableSummary) -> View | None:
        """The match as the player's seat sees it; where the player has not come yet, as its record has it."""
        if seat.token:
            return await view_of(self.address, self.session, table.game, seat)
        with suppress(MisusedError):
            record = Path(seat.host_command[1])
            return record_in(record, client_folder(record, data_folder())).view
        return None

    async def _tables(self) -> Sequence[TableSummary]:
        async with self._requests() as host:
            tables = (await host.ask(AskTables(self.seats.unfinished_games()), Tables)).tables
        self._note_locked(tables)
        return tables

    def _note_locked(self, tables: Sequence[TableSummary]) -> None:
        self.locked = frozenset(table.table for table in tables if table.locked)
        self.is_home_locked = any(table.home and table.locked for table in tables)

    async def restore(self) -> None:
        """Make the same table the host's own again, after the daemon was started again. It may be gone."""
        if self._home is not None:
            with suppress(RequestError):
                await self._make_home(self._home)

    async def _make_home(self, table: str | None) -> str:
        """Have this table, or a new one, made the host's own; returns its name. Raises `RequestError`."""
        async with self._requests() as host:
            answer = await host.ask(Do("home", 0, MakeHome(table)), Accepted, NotAccepted)
            if isinstance(answer, NotAccepted):
                raise RequestError(answer.detail or say("unfinished.not_made_home"))
            tables = (await host.ask(AskTables(), Tables)).tables
        self._note_locked(tables)
        self._home = next(listed.table for listed in tables if listed.home)
        return self._home

    def _forget_seats_at(self, before: TableSummary) -> None:
        """Delete the saved seats of the table that was the host's own, and is gone if it waited for its match."""
        if before.stage is Stage.SEATING:
            for seat in self.seats.saved.all():
                if seat.game == before.game:
                    self.seats.saved.delete(seat)

    @asynccontextmanager
    async def _requests(self) -> AsyncIterator[Requests]:
        """A connection that has shown the operator's secret. Raises `RequestError`."""
        try:
            stream = await self.dial(self.address)  # this learns the host's key, too, by which seats are saved
        except NoConnectionError as error:
            raise RequestError(str(error)) from error
        async with stream:
            secret = self.secret()
            yield Requests(stream, b"" if secret is None else encode_from_client(Operator(secret)))


async def _chosen(
    home: TableSummary,
    offered: Offered,
    *,
    if_unfinished: IfUnfinished,
    named: str,
    ask: Ask | None,
) -> _Choice:
    """The player's choice, asked for if need be."""
    waiting, last = offered.waiting, offered.last
    at_home = next((found for found in waiting if found.table.home), None)
    if if_unfinished is IfUnfinished.END:
        return None
    if if_unfinished is IfUnfinished.CONTINUE:
        return next((found for found in waiting if found.table.table == named), at_home or waiting[0])
    if ask is None:
        return at_home
    new = game_title(home.rules)
    if last is not None and not waiting:
        there = _who_is_there(last.names_here)
        return last if await asked_as_last_time(ask, last.words, new, there) else None
    if last is not None or len(waiting) > 1:
        again = [] if last is None else [last]
        repeats = [say("unfinished.as_last_time", table=table.words) for table in again]
        choices = [*map(_asked_about, waiting), *repeats, say("unfinished.new_match", game=new)]
        return [*waiting, *again, None][await asked_which(ask, choices)]
    (only,) = waiting
    state = "unfinished.unfinished" if only.table.stage is Stage.PLAYING else "unfinished.not_begun"
    question = "unfinished.or_begin_another" if only.view.table.preset == home.rules else "unfinished.or_begin"
    lines = say(state, match=_asked_about(only)), say(question, game=new)
    return only if await asked_whether(ask, "\n".join(lines)) else None


# Sentences.


def _described(waiting: Waiting) -> str:
    """`All Fives with Ben, round 3, scores you 45, Ben 30. Ben is there now.`"""
    return together(say("unfinished.match", match=summary(waiting.view)), _who_is_there(waiting.names_here))


def _asked_about(waiting: Waiting) -> str:
    """As `_described`, and it is said, too, that nobody is there: a question follows those who come."""
    others = friends_at(waiting.view)
    if waiting.names_here or not others:
        return _described(waiting)
    nobody = say("unfinished.none_there" if len(others) > 1 else "unfinished.nobody_there")
    return together(_described(waiting), nobody)


def _who_is_there(here: Sequence[str]) -> str:
    if not here:
        return ""
    names = listed(map(shown, here))
    return say("unfinished.there", who=Who(Person.ONE if len(here) == 1 else Person.MANY, names, names))


def _going_on(waiting: Waiting) -> str:
    return say("unfinished.going_on", table=shown(waiting.table.table), match=_described(waiting))


def _kept(waiting: Waiting) -> str:
    """Says that a match is kept while the player goes to another table."""
    kept = say("unfinished.kept", table=shown(waiting.table.table), match=_described(waiting))
    return together(kept, say("unfinished.kept_where"))
