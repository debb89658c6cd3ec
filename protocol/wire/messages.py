"""The messages of the wire, except the entries of a game (WIRE.md): classes, and the names of all.

Here: the messages that client and daemon send each other. Not here: those of the operator (`operator_messages`), the
kinds of notice (`notices`), messages as bytes (`codec`), and their order (`session`).
"""

from enum import StrEnum
from typing import Final

from attrs import field

from protocol.frozen import IF_ANY, frozen
from protocol.game.options import Spelling
from protocol.league.league import Fixture, League
from protocol.league.results import EndedBoard, Result
from protocol.log.commands import Command, HostReady
from protocol.log.events import Board, Entry, TableOptions
from protocol.log.statements import SeatKey
from protocol.log.succession import Continued
from protocol.log.table import Stage
from protocol.sentences import Facts
from protocol.wire import notices
from protocol.wire.hints import HintedPlay
from protocol.wire.operator_messages import (
    Exchange,
    FromOperator,
    HostCode,
    HostToken,
    Log,
    Operator,
    Reach,
    ToOperator,
)

PROTOCOL: Final = 2
LONGEST_LINE: Final = 16 * 1024
"""Bytes of a client's line, newline included."""
LONGEST_FROM_DAEMON: Final = 1024 * 1024
"""Bytes of a daemon's line, newline included: far more than any has. The texts in it also have limits (`limits`)."""
SCREEN: Final = "fives tv"
"""How the `client` of a hello begins if the spectator is a screen that shows the table to a room."""
LONGEST_SAYING: Final = 400
"""In characters, without escapes and control characters."""


class Role(StrEnum):
    """The role to join in: to play, to watch, or to read a finished game completely."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    READER = "reader"


class Farewell(StrEnum):
    """Why the daemon ends a connection."""

    MALFORMED = "malformed"
    WRONG_PROTOCOL = "wrong_protocol"
    NO_SUCH_TABLE = "no_such_table"
    NO_SUCH_GAME = "no_such_game"
    NOT_FINISHED = "not_finished"
    TABLE_FULL = "table_full"
    NO_SPECTATORS = "no_spectators"
    BAD_TOKEN = "bad_token"  # noqa: S105 - a reason, not a secret
    BAD_PASSWORD = "bad_password"  # noqa: S105 - a reason, not a password
    BAD_NAME = "bad_name"
    REPLACED = "replaced"
    KICKED = "kicked"
    TOO_MANY = "too_many"
    TOO_MANY_SEATS = "too_many_seats"
    SILENT = "silent"
    SHUTDOWN = "shutdown"
    FINISHED = "finished"
    TROUBLE = "trouble"
    NOT_INVITED = "not_invited"
    REVOKED = "revoked"
    MOVED = "moved"
    NOTED = "noted"


@frozen
class Arrival:
    """The player of this seat is at the next host, as the signature `there` proves (`statements.i_am_there`)."""

    seat: int
    there: str


@frozen
class Hello:
    """The first line of a client that wants to play, watch or read. `since`: the last entry it has of `game`.

    `seal`: the end of the chain that binds the client to its numbers for mixed deals, or None. `seat_key`: with which
    key it signs for other hosts of its game. `comes`: at such a host, the signature by which it claims its seat.
    `history`: the beginning of the digest of all entries up to `since` (`history`).
    `there`: with that, the proof for the host before that its player has come. `plays_at`: where the player of the
    token plays the game now, as a host that comes back has to know, or one that lets it go; `arrived`: others who are
    there. `along`: a reader, whom the host of this game hands over everything, wants all other games. `own_token`: what
    the token of the next seat shall be, made by the client, so that who has lost the welcome to a seat comes to it.
    """

    protocol: int
    client: str
    name: str
    role: Role = Role.PLAYER
    table: str | None = None
    game: str | None = None
    token: str | None = field(default=None, repr=False)
    since: int | None = None
    password: str | None = field(default=None, repr=False)
    seal: str | None = field(default=None, metadata=IF_ANY)
    seat_key: SeatKey | None = field(default=None, metadata=IF_ANY)
    comes: str | None = field(default=None, repr=False, metadata=IF_ANY)
    there: str | None = field(default=None, metadata=IF_ANY)
    plays_at: HostReady | None = field(default=None, metadata=IF_ANY)
    arrived: tuple[Arrival, ...] = field(default=(), metadata=IF_ANY)
    along: bool = field(default=False, metadata=IF_ANY)
    history: str | None = field(default=None, metadata=IF_ANY)
    own_token: str | None = field(default=None, repr=False, metadata=IF_ANY)


@frozen
class Do:
    """A command with its id, and the number of the last entry that its sender had seen.

    `table`: from an operator, the table that it is for; None: the table where the sender is, or the host's own.
    """

    id: str
    seq: int
    command: Command
    table: str | None = field(default=None, metadata=IF_ANY)


MOST_LISTED: Final = 200
"""How many tables a club lists at once."""


@frozen
class AskTables:
    """Ask for the list of tables. Sleeping games are listed only if their ids are in `games`.

    `search`: what is in the name of a table, of its game or of one of its players; only a club looks for it.
    """

    games: tuple[str, ...] = ()
    search: str = field(default="", metadata=IF_ANY)


@frozen
class PlayOn:
    """Where to play a finished game on: from the first turn after this entry, on this seat, under this name.

    `token`: of a seat in that game; needed if its table had a password, or if nobody could watch.
    """

    game: str
    entry: int
    seat: int
    name: str
    token: str | None = field(default=None, repr=False)


@frozen
class OpenTable:
    """Open a table: a game, house rules as typed after `--set` or as JSON, and how the table is run.

    `play_on`: if given, the game, the rules, the seats and nearly all options are those of a finished game.
    """

    rules: str
    set: dict[str, Spelling] = field(factory=dict)
    seats: int | None = None
    options: TableOptions = field(factory=TableOptions)
    bots: int = 0
    password: str | None = field(default=None, repr=False)
    play_on: PlayOn | None = field(default=None, metadata=IF_ANY)


@frozen
class AskLeague:
    """Ask for the host's league and its results."""


@frozen
class Ping:
    """Ask for a pong."""

    n: int


@frozen
class Invited:
    """The invitation with which a friend comes from outside."""

    invitation: str = field(repr=False)


@frozen
class ForBrowser:
    """A daemon's page connects to another daemon of its club, for a browser at this address. `secret`: the club's."""

    secret: str = field(repr=False)
    address: str
    outside: bool


FromClient = Do | Ping | Hello | AskTables | OpenTable | AskLeague | Invited | ForBrowser | FromOperator


@frozen
class Welcome:
    """The connection's table, seat and game; entries `from_` to `head` follow.

    `host`: it has the host's rights. `may_begin`: it has not, but may begin the match and seat bots before it.
    `resumed_from`: the id that the game had before it went on here, or None. `succession`: how many hosts it had.
    `after_match`: the number of the match after which these players wait for the next one; 0 if they do not.
    `held`: the game waits here until the host before has left it.
    """

    protocol: int
    daemon: str
    table: str
    game: str
    seat: int | None
    token: str | None = field(repr=False)
    from_: int
    head: int
    host: bool = False
    may_begin: bool = False
    resumed_from: str | None = field(default=None, metadata=IF_ANY)
    succession: int = field(default=0, metadata=IF_ANY)
    after_match: int = field(default=0, metadata=IF_ANY)
    held: bool = field(default=False, metadata=IF_ANY)


@frozen
class Accepted:
    """The command was carried out; `seq` is the last entry it caused. Those entries were sent before this message."""

    id: str
    seq: int


@frozen
class NotAccepted:
    """The command was refused: a word of `refusals.Reason`, and a sentence with the facts.

    `code` and `facts`: the same, for those who say it in another language; a code of `not_allowed`, if it has one.
    """

    id: str
    reason: str
    detail: str
    code: str | None = field(default=None, metadata=IF_ANY)
    facts: Facts = field(factory=dict, metadata=IF_ANY)


@frozen
class Hint:
    """The hint that command `id` asked for, about the table at entry `seq`; the other fields are those of `Advice`.

    It comes some time after `accepted`, because computing it takes time. It is sent to one connection and not stored.
    """

    id: str
    seq: int
    plays: tuple[HintedPlay, ...]
    why: str
    detail: str
    about: tuple[int, ...] = ()


@frozen
class SeatSummary:
    """A seat as the lobby shows it; `here`: its person is connected."""

    name: str | None = None
    bot: str | None = None
    here: bool = False


@frozen
class SeatAsked:
    """The spectator of this name asks for the seat of a bot. `admitted`: they sit down when the round ends."""

    seat: int
    name: str
    admitted: bool = False


@frozen
class TableSummary:
    """A table as the lobby shows it. `home`: it is the host's own table, which always exists.

    `match`: the number of its match, or of the last one, after which it waits for another; 0 before the first.
    `continues`: None if the game has had no other host. `board`: what the game counts for in a league, or None.
    `played`: whether it has been played on since it came here (`succession.is_played_on`); None: nobody has asked.
    `asked`: who asks for which seat of a bot.
    """

    table: str
    game: str
    rules: str
    seats: tuple[SeatSummary, ...]
    stage: Stage
    match: int = 0
    spectators: int = 0
    locked: bool = False
    home: bool = False
    continues: Continued | None = field(default=None, metadata=IF_ANY)
    board: Board | None = field(default=None, metadata=IF_ANY)
    played: bool | None = field(default=None, metadata=IF_ANY)
    asked: tuple[SeatAsked, ...] = field(default=(), metadata=IF_ANY)

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of its game: here, and at the hosts before."""
        return (self.game,) if self.continues is None else (self.game, *self.continues.games)

    @property
    def bots_make_way(self) -> bool:
        """Whether somebody who sits down gets the seat of a bot, because the table waits for another match."""
        waits = self.stage is Stage.OVER or (self.stage is Stage.SEATING and self.match > 0)
        return waits and self.board is None and any(seat.bot is not None for seat in self.seats)


@frozen
class Tables:
    """The tables of this daemon; `opened` names the table that was just opened for this client.

    `league`: the name of the host's league, or None. `daemon`: as in a welcome, if the client has asked for the list.
    """

    tables: tuple[TableSummary, ...] = ()
    opened: str | None = None
    league: str | None = field(default=None, metadata=IF_ANY)
    daemon: str | None = field(default=None, metadata=IF_ANY)


@frozen
class LeagueGames:
    """The host's league, and the results that count for it. `league` None: there is none, and `detail` says why.

    `ended`: the matches at its boards that the host has ended. `code` and `facts`: what `detail` says, as a sentence.
    `more`: this is not all; the next message of this type goes on with more `fixtures`, results and ended matches.
    """

    league: League | None = field(default=None, metadata=IF_ANY)
    results: tuple[Result, ...] = ()
    detail: str = ""
    ended: tuple[EndedBoard, ...] = field(default=(), metadata=IF_ANY)
    code: str | None = field(default=None, metadata=IF_ANY)
    facts: Facts = field(factory=dict, metadata=IF_ANY)
    fixtures: tuple[Fixture, ...] = field(default=(), metadata=IF_ANY)
    more: bool = field(default=False, metadata=IF_ANY)


@frozen
class ReminderWays:
    """How this player may be reminded of turns. `ways`: the kinds of addresses that the host uses.

    `place`: where reminders go, None if nowhere. `awaits`: the place to which a code was sent that has still to be
    given, or None. `detail`: why no code was sent, or None.
    """

    ways: tuple[str, ...] = ()
    place: str | None = None
    awaits: str | None = None
    detail: str | None = None


@frozen
class Pong:
    """The answer to a ping."""

    n: int


@frozen
class Goodbye:
    """The connection ends here: a word of `Farewell`, and a sentence with the facts.

    Only if the game has moved: the `address` and the `key` of its new host, and its id there. `waits`: this host waits
    until somebody has come there, and may take the game back. `release`: the word that has that host go on, once this
    one has left the game for good. If it has taken it back (`noted`), `game` is the id here.
    """

    reason: str
    detail: str
    address: str | None = field(default=None, metadata=IF_ANY)
    key: str | None = field(default=None, metadata=IF_ANY)
    game: str | None = field(default=None, metadata=IF_ANY)
    waits: bool = field(default=False, metadata=IF_ANY)
    release: str | None = field(default=None, repr=False, metadata=IF_ANY)


BesideEntries = (
    Accepted
    | NotAccepted
    | Pong
    | notices.Notice
    | Welcome
    | Hint
    | Tables
    | LeagueGames
    | ReminderWays
    | ToOperator
    | Goodbye
)
FromDaemon = Entry | BesideEntries

FROM_CLIENT: Final[dict[type[FromClient], str]] = {
    Hello: "hello",
    Do: "do",
    AskTables: "tables",
    OpenTable: "open_table",
    AskLeague: "league",
    Ping: "ping",
    Operator: "operator",
    Invited: "invited",
    ForBrowser: "for_browser",
    Exchange: "exchange",
}
FROM_DAEMON: Final[dict[type[FromDaemon], str]] = {
    Welcome: "welcome",
    Entry: "entry",
    Accepted: "accepted",
    NotAccepted: "refused",
    Hint: "hint",
    Tables: "tables",
    LeagueGames: "league",
    **dict.fromkeys(notices.KINDS, "notice"),
    ReminderWays: "reminders",
    Reach: "reach",
    HostCode: "host_code",
    HostToken: "host_token",
    Log: "log",
    Pong: "pong",
    Goodbye: "goodbye",
}
