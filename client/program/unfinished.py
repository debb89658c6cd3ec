"""The matches that were left unfinished at the private daemon: finding and ending them.

Lives here: what can be continued, as far as this machine still has the saved to the seat. Not here: what is done with
them (`play`), the sentences (`program.unfinished_words`).
"""

from typing import Final

from attrs import frozen

from client.net.request import RequestError, TurnedAwayError, requests_to
from client.net.saved_seats import SavedSeat, SavedSeats
from client.program import unfinished_words as words
from client.view.view import View
from protocol.console.address import Address
from protocol.game.rules import Rules
from protocol.log.commands import EndMatch
from protocol.log.table import Stage
from protocol.wire.messages import (
    PROTOCOL,
    Accepted,
    AskTables,
    Do,
    Farewell,
    Hello,
    NotAccepted,
    Role,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.wire.session import Session

SAVED_AS: Final = ("private", "")
"""A private daemon has another port each time, and one player: its seats are kept by table alone."""


@frozen
class Unfinished:
    """A match that can be continued: the saved to the seat, and the table as that seat sees it."""

    saved: SavedSeat
    view: View

    @property
    def game(self) -> str:
        """The name of its game, as on the command line."""
        return self.view.table.preset

    def is_of(self, rules: Rules, seats: int) -> bool:
        """Whether it is played by these rules and by so many."""
        return (self.view.table.rules, len(self.view.table.seats)) == (rules, seats)


@frozen
class Found:
    """The matches that can be continued, the one played last first, and how many unfinished ones cannot be.

    `damaged`: the ids of the games that the daemon cannot read.
    """

    matches: tuple[Unfinished, ...] = ()
    lost: int = 0
    damaged: tuple[str, ...] = ()


async def find_unfinished(address: Address, session: Session, seats: SavedSeats) -> Found:
    """The unfinished matches at this daemon. Raises `RequestError`."""
    async with requests_to(address) as host:
        tables = (await host.ask(AskTables(), Tables)).tables
    waiting = {table.table: table for table in tables if table.stage is Stage.PLAYING and _has_person(table)}
    found, damaged = [], []
    for saved in seats.seats(*SAVED_AS):
        view = await _seen(address, session, waiting[saved.table].game, saved) if saved.table in waiting else None
        if view is not None:
            found.append(Unfinished(saved, view))
            del waiting[saved.table]
        elif not saved.is_over and await _is_damaged(address, session, saved):
            damaged.append(saved.game)
    lost = [table for table in waiting.values() if table.game not in damaged]
    return Found(tuple(found), len(lost), tuple(damaged))


def _has_person(table: TableSummary) -> bool:
    return any(seat.name is not None and seat.bot is None for seat in table.seats)


async def _seen(address: Address, session: Session, game: str, saved: SavedSeat) -> View | None:
    """What the seat of this saved sees; None where the saved is not for this match, or where it cannot be read."""
    reader = _reader(session, game, saved)
    try:
        async with requests_to(address) as host:
            await host.read_game(reader)
    except RequestError:
        return None
    return None if reader.seat is None else View(reader.table, reader.seat)


async def _is_damaged(address: Address, session: Session, saved: SavedSeat) -> bool:
    """Whether the daemon has the game of this saved and cannot read it."""
    try:
        async with requests_to(address) as host:
            await host.ask(_reader(session, saved.game, saved).hello(), Welcome)
    except TurnedAwayError as error:
        return error.goodbye.reason == Farewell.TROUBLE
    except RequestError:
        return False
    return False


def _reader(session: Session, game: str, saved: SavedSeat) -> Session:
    return Session(session.client, session.name, Role.READER, wanted_game=game, token=saved.token)


async def end(address: Address, session: Session, seats: SavedSeats, match: Unfinished) -> None:
    """End a match, as its host. Raises `RequestError`, and then it stays as it is."""
    saved = match.saved
    hello = Hello(PROTOCOL, session.client, session.name, table=saved.table, token=saved.token)
    async with requests_to(address) as host:
        welcome = await host.ask(hello, Welcome)
        answer = await host.ask(Do(f"end-{welcome.game}", welcome.head, EndMatch()), Accepted, NotAccepted)
    if isinstance(answer, NotAccepted):
        raise RequestError(words.NOT_ENDED)
    seats.delete(saved)
