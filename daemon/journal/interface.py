"""The journal: the logs of all games, behind four calls.

Here: the calls, what is stored beside a log and never in it, the summary of a game, and the errors. Not here: storage
(`sqlite_journal` on disk, `memory_journal` for tests and simulations).

An append is durable once it is reported; until then nothing of it may be sent. It is stored whole or not at all.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from attrs import field

from protocol.frozen import frozen
from protocol.log.events import Entry, MatchAbandoned, MatchStarted, MatchWon, SeatLeft, SeatTaken, TableOpened
from protocol.log.sanity import misfit
from protocol.log.table import Seat, Stage, Table, empty_table, evolve


class StoreError(Exception):
    """The disk refused, or what is stored cannot be read. The text says which, in one line."""


class DamagedError(Exception):
    """What is stored of a game is not what was written. The text says what and where, for whoever names the game."""


class WrongPlaceError(Exception):
    """An append anywhere but at the end of its log; nothing of it was stored."""


@frozen
class GameOpened:
    """A game begins, at the table of this name; `password` is a salted hash, or None for an open table.

    `is_home`: the daemon itself opened the table, as the host's own. `opened_by`: the household of the guest who opened
    it; None where that was the host. `resumed_from`: the damaged game from which this one goes on, or None.
    """

    table: str
    at: str
    password: str | None = None
    is_home: bool = False
    opened_by: str | None = None
    resumed_from: str | None = None


@frozen
class TokenIssued:
    """The hash of a token that brings its owner back to a seat, and when it was issued.

    Each return brings a new one.
    """

    seat: int
    digest: str
    is_host: bool
    at: str = ""


@frozen
class TokensRevoked:
    """No token issued so far opens this seat any more."""

    seat: int


@frozen
class CommandAccepted:
    """An accepted id with a hash of its content and the last entry it caused."""

    id: str
    digest: str
    seq: int


@frozen
class WentOn:
    """The table goes on with another game, with the same players."""

    game: str


Private = GameOpened | TokenIssued | TokensRevoked | CommandAccepted | WentOn
"""What is stored with a game in the same transaction and never enters an event, a record or a log line."""

SUMMARY_EVENTS: Final = (TableOpened, SeatTaken, SeatLeft, MatchStarted, MatchWon, MatchAbandoned)
"""The events from which a game's summary is made."""
LAST_EVENTS: Final = (MatchWon, MatchAbandoned)
"""The events that end a game."""


@frozen
class GameInfo:
    """The summary of a game. `match` is 0 until one starts; `scores` are by side once it has ended.

    `table`, `at`, `password`, `is_home`, `opened_by` and `resumed_from` are as in `GameOpened`; `last_at` is when
    something was played or somebody came back for the last time; `opened` is the first event of the log.
    """

    game: str
    table: str
    at: str
    last_at: str
    password: str | None = field(repr=False)
    is_home: bool
    opened_by: str | None
    resumed_from: str | None
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
        """Whether it has begun or a person has a seat: a table where nobody sat down is not worth listing."""
        return self.is_started or any(who.is_person for who in self.seats)


@frozen
class Stored:
    """What the journal holds of a game, from a number onward; `private` is always whole."""

    entries: tuple[Entry, ...]
    private: tuple[Private, ...]


PIECE: Final = 100
"""Entries, at most, in a piece of a game."""


class Pieces(Protocol):
    """A game that is read in pieces, from its first entry on; nothing is kept in memory between two of them."""

    async def next(self) -> Stored | None:
        """The next entries, at most `PIECE`, and what is private of the appends that end there; None at the end.

        Raises `StoreError`. That it comes to None says that everything was what was written.
        """


Outcome = Callable[[Exception | None], None]
"""Called with None once an append is durable, or with the reason why it is not."""


class Journal(Protocol):
    """The calls. The first has two forms: with a callback, and to be awaited."""

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
        """Do as `append_soon`, and wait. Raises the error that `then` would get."""

    async def read(self, game: str, after: int = 0) -> Stored:
        """The entries behind number `after`; none for a game that is not there. Raises `StoreError`."""

    def pieces(self, game: str) -> Pieces:
        """The same, to be read in pieces, however long the game is."""

    async def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """The games, oldest first. Raises `StoreError`."""

    async def forget(self, games: Sequence[str]) -> None:
        """Delete these games, all of them or, with `StoreError`, none."""


def sound_part(entries: Iterable[Entry], table: Table | None = None) -> tuple[list[Entry], Table, str | None]:
    """The entries before the first that cannot belong to the game, the table they make, and what is wrong, or None.

    `table` is the one that the entries before them made.
    """
    sound: list[Entry] = []
    fault = None
    try:
        for entry in entries:
            misfits = misfit(table, entry.event)
            if misfits is not None:
                raise DamagedError(f"entry {entry.seq}: {misfits}")
            table = evolve(empty_table() if table is None else table, entry.event)
            sound.append(entry)
    except DamagedError as error:
        fault = str(error)
    return sound, empty_table() if table is None else table, fault


def last_time(entry: str, private: Iterable[Private]) -> str:
    """The later of the time of a game's last entry and that of the last return of a player."""
    return max([entry, *(each.at for each in private if isinstance(each, TokenIssued))])


def summary_of(game: str, opened: GameOpened, entries: Iterable[Entry], head: int, last_at: str) -> GameInfo:
    """The summary of a game whose last entry is number `head`, from those of its entries that are `SUMMARY_EVENTS`.

    Raises `DamagedError` where they cannot be those of a game.
    """
    sound, table, fault = sound_part(entries)
    first = sound[0].event if sound else None
    if fault is not None or not isinstance(first, TableOpened):
        raise DamagedError(fault or "entry 1 is missing")
    is_over = table.stage is Stage.OVER
    return GameInfo(
        game=game,
        table=opened.table,
        at=opened.at,
        last_at=last_at,
        password=opened.password,
        is_home=opened.is_home,
        opened_by=opened.opened_by,
        resumed_from=opened.resumed_from,
        opened=first,
        seats=table.seats,
        entries=head,
        match=table.match,
        is_over=is_over,
        is_abandoned=any(isinstance(entry.event, MatchAbandoned) for entry in sound),
        scores=table.scores if is_over else (),
    )
