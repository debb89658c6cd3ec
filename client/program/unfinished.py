"""The matches that were left unfinished at the private daemon: finding and ending them.

Lives here: what can be continued, as far as this machine still has the key to the seat. Not here: what is done with
them (`play`), the sentences (`program.unfinished_words`).
"""

from typing import Final

from attrs import frozen

from client.net.errand import ErrandError, TurnedAwayError, errand
from client.net.keeping import Keeping, KeptSeat
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

KEPT_AS: Final = ("private", "")
"""A private daemon has another port each time, and one player: its seats are kept by table alone."""


@frozen
class Unfinished:
    """A match that can be continued: the key to the seat, and the table as that seat sees it."""

    key: KeptSeat
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


async def find_unfinished(address: Address, session: Session, keeping: Keeping) -> Found:
    """The unfinished matches at this daemon. Raises `ErrandError`."""
    async with errand(address) as talk:
        tables = (await talk.ask(AskTables(), Tables)).tables
    waiting = {table.table: table for table in tables if table.stage is Stage.PLAYING and _has_person(table)}
    found, damaged = [], []
    for key in keeping.seats(*KEPT_AS):
        view = await _seen(address, session, waiting[key.table].game, key) if key.table in waiting else None
        if view is not None:
            found.append(Unfinished(key, view))
            del waiting[key.table]
        elif not key.is_over and await _is_damaged(address, session, key):
            damaged.append(key.game)
    lost = [table for table in waiting.values() if table.game not in damaged]
    return Found(tuple(found), len(lost), tuple(damaged))


def _has_person(table: TableSummary) -> bool:
    return any(seat.name is not None and seat.bot is None for seat in table.seats)


async def _seen(address: Address, session: Session, game: str, key: KeptSeat) -> View | None:
    """What the seat of this key sees; None where the key is not for this match, or where it cannot be read."""
    reader = _reader(session, game, key)
    try:
        async with errand(address) as talk:
            await talk.read_out(reader)
    except ErrandError:
        return None
    return None if reader.seat is None else View(reader.table, reader.seat)


async def _is_damaged(address: Address, session: Session, key: KeptSeat) -> bool:
    """Whether the daemon has the game of this key and cannot read it."""
    try:
        async with errand(address) as talk:
            await talk.ask(_reader(session, key.game, key).hello(), Welcome)
    except TurnedAwayError as error:
        return error.goodbye.reason == Farewell.TROUBLE
    except ErrandError:
        return False
    return False


def _reader(session: Session, game: str, key: KeptSeat) -> Session:
    return Session(session.client, session.name, Role.READER, wanted_game=game, token=key.token)


async def end(address: Address, session: Session, keeping: Keeping, match: Unfinished) -> None:
    """End a match, as its host. Raises `ErrandError`, and then it stays as it is."""
    key = match.key
    hello = Hello(PROTOCOL, session.client, session.name, table=key.table, token=key.token)
    async with errand(address) as talk:
        welcome = await talk.ask(hello, Welcome)
        answer = await talk.ask(Do(f"end-{welcome.game}", welcome.head, EndMatch()), Accepted, NotAccepted)
    if isinstance(answer, NotAccepted):
        raise ErrandError(words.NOT_ENDED)
    keeping.forget(key)
