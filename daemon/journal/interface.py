"""The journal: where the logs of all games are kept, behind three calls.

Lives here: the interface, what is kept beside the log and never in it, and the ways it fails.
Not here: how it is kept: `sqlite_journal` on disk, `memory_journal` for tests and simulations.

An append is durable when it returns; until then nobody is told of it. It happens whole or not at all.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

import trio
from attrs import field

from protocol.frozen import frozen
from protocol.log.events import Entry, MatchAbandoned, MatchStarted, MatchWon, SeatLeft, SeatTaken, TableOpened
from protocol.log.sanity import misfit
from protocol.log.table import Seat, Stage, Table, empty_table, evolve, fold


class StoreError(Exception):
    """The disk would not take it, or what lies there cannot be read. The text says which and what to do."""


class WrongPlaceError(Exception):
    """An append at another place than the end of the log; nothing was stored."""


@frozen
class GameOpened:
    """A game begins, at the table of this name; `password` is a salted hash, or None for an open table.

    `is_home`: the table was opened as the host's own, by the daemon itself and not by a guest.
    """

    table: str
    at: str
    password: str | None = None
    is_home: bool = False


@frozen
class TokenIssued:
    """The hash of a token that brings its bearer back to a seat."""

    seat: int
    digest: str
    is_host: bool


@frozen
class TokensRevoked:
    """No token issued so far brings anybody to this seat."""

    seat: int


@frozen
class CommandAccepted:
    """An accepted id with a hash of its content and the last entry it caused."""

    id: str
    digest: str
    seq: int


@frozen
class WentOn:
    """The table goes on with another game, and those who played this one are there."""

    game: str


SUMMED_UP: Final = (TableOpened, SeatTaken, SeatLeft, MatchStarted, MatchWon, MatchAbandoned)
"""The events a summary is made of."""

Private = GameOpened | TokenIssued | TokensRevoked | CommandAccepted | WentOn
"""What is stored with a game in the same transaction and never enters an event, a record or a log line."""


@frozen
class GameInfo:
    """A game as the list of games shows it. `match` is 0 until one starts; `scores` are by side once it is over.

    `table`, `at`, `password` and `is_home` are as in `GameOpened`; `opened` is how the table is.
    """

    game: str
    table: str
    at: str
    password: str | None = field(repr=False)
    is_home: bool
    opened: TableOpened
    seats: tuple[Seat, ...]
    entries: int
    match: int
    is_over: bool
    is_abandoned: bool
    scores: tuple[int, ...]

    @property
    def preset(self) -> str:
        """The name of the game that is played."""
        return self.opened.preset

    @property
    def is_locked(self) -> bool:
        """Whether there is a password."""
        return self.password is not None

    @property
    def is_started(self) -> bool:
        """Whether its match has begun."""
        return self.match > 0

    @property
    def is_anybodys(self) -> bool:
        """Whether it has begun or a person sat down for it: a table at which nobody sat is no game."""
        return self.is_started or any(who.is_person for who in self.seats)


@frozen
class Stored:
    """What the journal holds of a game, from a number onward; `private` is always whole."""

    entries: tuple[Entry, ...]
    private: tuple[Private, ...]


Outcome = Callable[[Exception | None], None]
"""What is called once an append is durable, or with the reason why it is not."""


class Journal(Protocol):
    """The three calls, of which the first can be waited for."""

    def append_soon(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private], then: Outcome
    ) -> None:
        """Store these entries behind entry `expected_seq`, durably and together with what is private.

        `then` is called later, from the event loop: with None, with `WrongPlaceError` where the log does not end there,
        or with `StoreError`.
        """

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """As `append_soon`, and wait. Raises what it would be told."""

    async def read(self, game: str, after: int = 0) -> Stored:
        """The entries behind number `after`; none for a game that is not there. Raises `StoreError`."""

    async def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """The games, oldest first. Raises `StoreError`."""


async def wait_for(
    journal: Journal, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private]
) -> None:
    """An append by `append_soon`, waited for."""
    is_decided = trio.Event()
    errors: list[Exception] = []

    def then(error: Exception | None) -> None:
        if error is not None:
            errors.append(error)
        is_decided.set()

    journal.append_soon(game, expected_seq, entries, private, then)
    await is_decided.wait()
    if errors:
        raise errors[0]


def info_of(game: str, opened: GameOpened, telling: Sequence[Entry], entries: int) -> GameInfo:
    """The summary of a game, from those of its entries that open it, seat it, start it and end it.

    Raises `StoreError` where they cannot be those of a game.
    """
    first = telling[0].event if telling else None
    seats = first.seats if isinstance(first, TableOpened) else 0
    if not isinstance(first, TableOpened) or any(getattr(entry.event, "seat", 0) >= seats for entry in telling):
        raise StoreError(f"the journal is damaged: game {game} does not begin with its table")
    table = fold(entry.event for entry in telling)
    is_over = table.stage is Stage.OVER
    return GameInfo(
        game=game,
        table=opened.table,
        at=opened.at,
        password=opened.password,
        is_home=opened.is_home,
        opened=first,
        seats=table.seats,
        entries=entries,
        match=table.match,
        is_over=is_over,
        is_abandoned=any(isinstance(entry.event, MatchAbandoned) for entry in telling),
        scores=table.scores if is_over else (),
    )


def damage_in(entries: Iterable[Entry]) -> str | None:
    """The first place at which these cannot be all the entries of a game from its beginning, or None."""
    table: Table | None = None
    for due, entry in enumerate(entries, start=1):
        if entry.seq != due:
            return f"entry {due} is missing"
        fault = misfit(table, entry.event)
        if fault is not None:
            return f"entry {due}: {fault}"
        table = evolve(empty_table() if table is None else table, entry.event)
    return None
