"""The journal: the logs of all games, behind four calls.

Here: the calls, the private rows stored beside a log, the summary of a game, and the errors. Not here: storage
(`sqlite_journal` on disk, `daemon.club` for a club).

An append is durable once it is reported; until then, nothing of it may be sent. It is stored completely or not at all.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import reduce
from itertools import takewhile
from typing import Any, Final, Protocol

from attrs import field

from protocol.frozen import IF_ANY, frozen
from protocol.log.commands import HostReady
from protocol.log.events import (
    Entry,
    Event,
    HostChanged,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    PlayedOn,
    SeatLeft,
    SeatTaken,
    TableOpened,
)
from protocol.log.sanity import misfit
from protocol.log.succession import Continued, continued_again
from protocol.log.table import Seat, Stage, Table, empty_table, evolve, fold
from protocol.shared.join_link import parse_link
from protocol.wire.notices import MatchesWon


class StoreError(Exception):
    """The disk failed, or stored data cannot be read. The text is one line and says which."""


class UnusableError(StoreError):
    """The journal cannot be used as it is, so that no daemon can start: the text says why, and what to do."""


@frozen
class Trouble:
    """What is said while a journal stores nothing. `reason`: to everybody, as the beginning of a sentence.

    `remedy`: to the operator, what helps, as a sentence without its end; empty if nothing does. `may_lose`: what was
    shown may be gone when the journal works again.
    """

    reason: str
    remedy: str = ""
    may_lose: bool = False

    @property
    def what_follows(self) -> str:
        """What this means for players, as the rest of a sentence."""
        return "play has stopped" if self.may_lose else "play has stopped, and nothing is lost"

    @property
    def later(self) -> str:
        """What those are told who wanted something stored."""
        return f"{self.reason}: try again later"


DISK_TROUBLE: Final = "the host cannot write to its disk"


class DamagedError(Exception):
    """The stored data of a game is not what was written. The text says what and where; the caller adds the game."""


NEWER: Final = "a newer fives wrote it: update this one"
"""What is wrong with a game whose rows are what was written, and say what this release does not know."""


class NewerError(DamagedError):
    """A stored game of a newer release: nothing of it is lost."""

    def __init__(self) -> None:
        super().__init__(NEWER)


def wrong_with(damage: str) -> str:
    """What is wrong with a game, as the rest of a sentence that begins with it."""
    return f"is newer: {damage}" if damage == NEWER else f"is damaged: {damage}"


class WrongPlaceError(Exception):
    """An append that is not at the end of its log; nothing was stored."""


class LostGameError(Exception):
    """This daemon does not have the game any more, or not as it was: it has to be read anew.

    The text is one line and says why. Nothing was stored, unless the text says that nobody knows.
    """


class WentBackError(LostGameError):
    """The journal does not have the end of the game any more that was stored, so players have seen what is lost."""


@frozen
class GameOpened:
    """A game begins at the table with this name; `password` is a salted hash, or None for an open table.

    `is_home`: the daemon opened the table as the host's own. `opened_by`: the household of the guest who opened it, or
    None if the host did. `resumed_from`: the game that this one continues, which was damaged or had another host, or
    None. `instead_of`: the game that this one replaced at the table before its match, or None. `secret`: from it follow
    the host's numbers for the mixed deals of this game; empty in games of older releases. `evening`: the matches won
    before this one in the same evening. `follows`: the game that was played at this table before, by the same people,
    and `after_match` the number of its match; None and 0 if there was none. `first_opened`: how the table was opened,
    if its game was changed since, as an event in JSON; else empty.
    """

    table: str
    at: str
    password: str | None = None
    is_home: bool = False
    opened_by: str | None = None
    resumed_from: str | None = None
    instead_of: str | None = None
    secret: str = field(default="", repr=False)
    evening: tuple[MatchesWon, ...] = ()
    follows: str | None = None
    after_match: int = 0
    first_opened: str = ""


@frozen
class TokenIssued:
    """The hash of a token with which a player comes back to a seat, and when it was issued.

    Each return to the seat issues a new one.
    """

    seat: int
    digest: str
    is_host: bool
    at: str = ""


@frozen
class TokensRevoked:
    """All tokens issued so far for this seat become invalid."""

    seat: int


@frozen
class CommandAccepted:
    """The id of an accepted command, a hash of its content, and the last entry it caused."""

    id: str
    digest: str
    seq: int


@frozen
class NextGameOpened:
    """The table continues with another game, whose id is `game`."""

    game: str


@frozen
class GameMoved:
    """The game goes on at another host, as `game`: at this address or link, and the host there has this key.

    `release`: the word with which that host is told so; empty if it does not wait for one.
    """

    address: str = field(repr=False)
    key: str | None
    game: str
    release: str = field(default="", repr=False)

    @property
    def place(self) -> str:
        """Where that is, without what else is in a link, such as an invitation."""
        return str(parse_link(self.address).endpoints[0])


def moved_to(host: HostReady) -> GameMoved:
    """The row of a game that goes on at this host."""
    return GameMoved(host.address, host.key, host.game, host.release or "")


@frozen
class GameOffered:
    """Everybody is sent to the next host, which holds the game; this one waits until somebody has come there.

    The fields of the same names are as in `GameMoved`, which this becomes then. `seat`: that of the player who hosts
    there; `is_alone`: nobody else was here, so that player is enough. `along`: as in `HostReady`.
    """

    address: str = field(repr=False)
    key: str | None
    game: str
    release: str = field(repr=False)
    seat: int
    is_alone: bool = False
    along: tuple[str, ...] = ()

    @property
    def place(self) -> GameMoved:
        """Where people are sent meanwhile, without the word that has that host go on."""
        return GameMoved(self.address, self.key, self.game)

    @property
    def left(self) -> GameMoved:
        """The row with which the game is left to that host."""
        return GameMoved(self.address, self.key, self.game, self.release)

    def is_for(self, there: HostReady) -> bool:
        """Whether this is the host at which somebody says to be."""
        return (self.key, self.game) == (there.key, there.game)

    def counts(self, seat: int) -> bool:
        """Whether the game is left once the player of this seat is there."""
        return self.is_alone or seat != self.seat


@frozen
class OfferWithdrawn:
    """The host has taken the game back: nobody has come to the next one in time, or nobody has played a round there."""


@frozen
class GameHeld:
    """The game waits here until the host before has left it. `release`: the SHA-256 of that host's word for it."""

    release: str


@frozen
class GameReleased:
    """It does not wait any more."""


def offer_in(private: Iterable["Private"]) -> GameOffered | None:
    """The host to which everybody is sent now, while this one waits; None if the game is not between two hosts."""
    offer = None
    for row in private:
        match row:
            case GameOffered():
                offer = row
            case OfferWithdrawn() | GameMoved():
                offer = None
            case _:
                pass
    return offer


def held_in(private: Iterable["Private"]) -> GameHeld | None:
    """Until when the game waits here; None if it does not."""
    held = None
    for row in private:
        match row:
            case GameHeld():
                held = row
            case GameReleased():
                held = None
            case _:
                pass
    return held


@frozen
class NumberRevealed:
    """A player's number for the mixed deal of a round, which nobody else may know before it."""

    seat: int
    round: int
    number: str = field(repr=False)


@frozen
class ReminderAddressSet:
    """Where the player of this seat is reminded of their turns; None: nowhere any more.

    `language`: of the reminders; None is English.
    """

    seat: int
    address: str | None = field(repr=False)
    language: str | None = field(default=None, metadata=IF_ANY)


@frozen
class ReminderSent:
    """The player of this seat is reminded of the turn that began with entry `turn`."""

    seat: int
    turn: int


@frozen
class RemarkHeld:
    """What a spectator of this name said in a round, which players may not read before it is over."""

    name: str
    text: str = field(repr=False)
    round: int


@frozen
class RemarksReleased:
    """All remarks held back so far are in the log now."""


@frozen
class DealsRepeated:
    """The deals of another game that this one repeats: its id, and each deal as it is in its log, as JSON."""

    game: str
    deals: tuple[str, ...] = field(repr=False)


@frozen
class SeatPromised:
    """The spectator of this name takes this seat from a bot when the round ends, if they are there with their claim.

    `claim`: its SHA-256. `seq`: the last entry when it was promised. It is void with the end of the round, or of the
    match, after that; before, `SeatForgotten` takes it back. `game`: the promise is for no other one.
    """

    seat: int
    name: str
    claim: str
    game: str
    seq: int


@frozen
class SeatForgotten:
    """All rows so far that belong to this seat, and that this daemon does not know, are void: its person lost it.

    So is a promise of it.
    """

    seat: int


@frozen
class UnknownRow:
    """A row of a type that only a newer or another daemon knows, with its fields and its `type`. It is kept as it is.

    It comes along to the next game, unless it has a `seat` that does not: so a row of a new type has the `seat` that it
    belongs to, ends with `SeatForgotten` for it, and names its game if it holds for that one only.

    What no daemon may overlook, such as where a game is played, is not a row of a new type, but an event, or a field of
    a row that every daemon knows: then the game is newer for those that lack it.
    """

    fields: Mapping[str, Any] = field(repr=False)

    @property
    def seat(self) -> int | None:
        """The seat that it belongs to, None for none."""
        seat = self.fields.get("seat")
        return seat if isinstance(seat, int) else None


KnownRow = (
    GameOpened
    | TokenIssued
    | TokensRevoked
    | CommandAccepted
    | NextGameOpened
    | GameMoved
    | GameOffered
    | OfferWithdrawn
    | GameHeld
    | GameReleased
    | NumberRevealed
    | ReminderAddressSet
    | ReminderSent
    | RemarkHeld
    | RemarksReleased
    | DealsRepeated
    | SeatPromised
    | SeatForgotten
)
Private = KnownRow | UnknownRow
"""A row that is stored in the same transaction as a game's events, but never in an event, a record or a log line."""

SUMMARY_EVENTS: Final = (
    *(TableOpened, SeatTaken, SeatLeft, MatchStarted, HostChanged, PlayedOn, MatchWon, MatchAbandoned),
)
"""The events from which a game's summary is made."""
LAST_EVENTS: Final = (MatchWon, MatchAbandoned)
"""The events that end a game."""


@frozen
class GameInfo:
    """The summary of a game. `match` is 0 until one starts; `scores` are by side once it has ended.

    `table`, `at`, `password`, `is_home`, `opened_by`, `resumed_from`, `instead_of`, `first_opened` and `after_match`
    are as in `GameOpened`; `last_at` is the time of the last entry or of the last return of a player; `opened` is the
    first event of the log. `players`: how many people had seats when the match began, 0 before. `won_by`: the sides
    that won. `continues`: as in `Succession`. `left`: where it goes on, None if here under this id.
    """

    game: str
    table: str
    at: str
    last_at: str
    password: str | None = field(repr=False)
    is_home: bool
    opened_by: str | None
    resumed_from: str | None
    instead_of: str | None
    opened: TableOpened
    seats: tuple[Seat, ...]
    players: int
    entries: int
    match: int
    is_over: bool
    is_abandoned: bool
    scores: tuple[int, ...]
    won_by: tuple[int, ...] = ()
    continues: Continued | None = None
    left: GameMoved | NextGameOpened | None = None
    first_opened: str = ""
    after_match: int = 0

    @property
    def preset(self) -> str:
        """The name of its preset."""
        return self.opened.preset

    @property
    def is_locked(self) -> bool:
        """Whether the table has a password."""
        return self.password is not None

    @property
    def is_started(self) -> bool:
        """Whether its match has begun."""
        return self.match > 0

    @property
    def is_used(self) -> bool:
        """Whether its match has begun or a person has a seat. Otherwise nobody misses it: it is not listed."""
        return self.is_started or any(who.is_person for who in self.seats)


@frozen
class StoredRows:
    """The stored entries of a game from some number on, and all its private rows."""

    entries: tuple[Entry, ...]
    private: tuple[Private, ...]


PIECE: Final = 100
"""The most entries in a piece of a game."""


class Pieces(Protocol):
    """A game that is read in pieces, from its first entry on. Nothing is kept in memory between two pieces."""

    async def next(self) -> StoredRows | None:
        """The next entries, at most `PIECE`, with the private rows of the appends that end there; None at the end.

        Raises `StoreError`. Reaching the end proves that the whole game was undamaged.
        """


Outcome = Callable[[Exception | None], None]
"""Called with None once an append is durable, or with the reason why it is not."""


class Journal(Protocol):
    """The calls that every journal has. Appending exists in two forms: with a callback, and awaitable."""

    @property
    def trouble(self) -> Trouble:
        """What is said while it stores nothing."""

    def append_soon(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private], then: Outcome
    ) -> None:
        """Store these entries after entry `expected_seq`, durably and together with the private rows.

        `then` is called later, from the event loop: with None, with `WrongPlaceError` if the log does not end there,
        with `LostGameError`, or with `StoreError`.
        """

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """Do the same as `append_soon`, and wait. Raises the error that `then` would get."""

    async def read(self, game: str, after: int = 0) -> StoredRows:
        """The entries after number `after`; none for an unknown game. Raises `StoreError`."""

    def pieces(self, game: str) -> Pieces:
        """The whole game, to read in pieces."""

    async def games(self, ids: Collection[str] | None = None, *, unfinished_only: bool = False) -> list[GameInfo]:
        """The games, or those of them with these ids, oldest first. Raises `StoreError`."""

    async def finished(self) -> set[str]:
        """The ids of the games that have ended. Raises `StoreError`."""

    async def games_with(self, event: type[Event], games: Collection[str]) -> set[str]:
        """The ids of those of these games in which there was such an event. Raises `StoreError`."""

    async def forget(self, games: Sequence[str]) -> None:
        """Delete all these games. Raises `StoreError`; then none is deleted."""


def sound_part(entries: Iterable[Entry], table: Table | None = None) -> tuple[list[Entry], Table, str | None]:
    """The entries before the first impossible one, the table after them, and the fault, or None.

    `table` is the table before these entries.
    """
    sound: list[Entry] = []
    fault = None
    try:
        for entry in entries:
            reason = misfit(table, entry.event)
            if reason is not None:
                raise DamagedError(f"entry {entry.seq}: {reason}")
            table = evolve(empty_table() if table is None else table, entry.event)
            sound.append(entry)
    except DamagedError as error:
        fault = str(error)
    return sound, empty_table() if table is None else table, fault


def last_time(entry: str, private: Iterable[Private]) -> str:
    """The time of a game's last entry or of the last return of a player, whichever is later."""
    return max([entry, *(row.at for row in private if isinstance(row, TokenIssued))])


def left_in(private: Iterable[Private]) -> GameMoved | NextGameOpened | None:
    """Where a game goes on, from the private rows of its last append, or all of them: one that has left may be back."""
    left = [row for row in private if isinstance(row, GameMoved | NextGameOpened)]
    return left[-1] if left else None


def summary_of(
    game: str,
    opened: GameOpened,
    entries: Iterable[Entry],
    head: int,
    last_at: str,
    left: GameMoved | NextGameOpened | None = None,
) -> GameInfo:
    """The summary of a game whose last entry is number `head`, from its entries with `SUMMARY_EVENTS`.

    Raises `DamagedError` if these entries are impossible.
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
        instead_of=opened.instead_of,
        opened=first,
        seats=table.seats,
        players=_players(sound) if table.match else 0,
        entries=head,
        match=table.match,
        is_over=is_over,
        is_abandoned=any(isinstance(entry.event, MatchAbandoned) for entry in sound),
        scores=table.scores if is_over else (),
        won_by=table.won_by,
        continues=reduce(continued_again, sound, None),
        left=left,
        first_opened=opened.first_opened,
        after_match=opened.after_match,
    )


def _players(entries: Sequence[Entry]) -> int:
    """How many people had seats when the match of this game began; one if one plays another game on."""
    if any(isinstance(entry.event, PlayedOn) for entry in entries):
        return 1
    before = takewhile(lambda event: not isinstance(event, MatchStarted), (entry.event for entry in entries))
    return sum(1 for who in fold(before).seats if who.is_person)
