"""The messages of the wire, beside the entries of a game (WIRE.md): classes, and their names.

Here: what client and daemon send each other. Not here: the kinds of notice (`notices`), how a message becomes bytes
(`codec`), and in which order messages may come (`session`).
"""

from enum import StrEnum
from typing import Final

from attrs import field

from protocol.frozen import frozen
from protocol.game.options import Spelling
from protocol.log.commands import Command
from protocol.log.events import Entry, TableOptions
from protocol.log.table import Stage
from protocol.wire import notices
from protocol.wire.hints import HintedPlay

PROTOCOL: Final = 1
LONGEST_LINE: Final = 16 * 1024
"""Bytes of a client's line, its end included."""
LONGEST_FROM_DAEMON: Final = 1024 * 1024
"""Bytes of a daemon's line, its end included: far more than any has. The texts in it have limits too (`limits`)."""
LONGEST_SAYING: Final = 400
"""Characters, after escapes and control characters are taken out."""


class Role(StrEnum):
    """What somebody joins as: to play, to watch, or to read a finished game whole."""

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
    BAD_TOKEN = "bad_token"  # noqa: S105 - a reason, no secret
    BAD_PASSWORD = "bad_password"  # noqa: S105 - a reason, no password
    BAD_NAME = "bad_name"
    REPLACED = "replaced"
    KICKED = "kicked"
    TOO_MANY = "too_many"
    TOO_MANY_SEATS = "too_many_seats"
    SILENT = "silent"
    SHUTDOWN = "shutdown"
    FINISHED = "finished"
    TROUBLE = "trouble"


@frozen
class Hello:
    """The first line of a client that wants to sit, watch or read. `since`: the last number it holds of `game`."""

    protocol: int
    client: str
    name: str
    role: Role = Role.PLAYER
    table: str | None = None
    game: str | None = None
    token: str | None = field(default=None, repr=False)
    since: int | None = None
    password: str | None = field(default=None, repr=False)


@frozen
class Do:
    """A command with its id and the last number its sender had seen."""

    id: str
    seq: int
    command: Command


@frozen
class AskTables:
    """Which tables are there? Of games that sleep in the journal, those with these ids are listed as well."""

    games: tuple[str, ...] = ()


@frozen
class OpenTable:
    """Open a table: a game, house rules as `--set` spells them or as JSON, and how the table is kept."""

    rules: str
    set: dict[str, Spelling] = field(factory=dict)
    seats: int | None = None
    options: TableOptions = field(factory=TableOptions)
    bots: int = 0
    password: str | None = field(default=None, repr=False)


@frozen
class Ping:
    """Are you there?"""

    n: int


@frozen
class Operate:
    """A command of the operator's, who shows the secret of the daemon's key file; `table` None: the only one."""

    id: str
    secret: str = field(repr=False)
    table: str | None
    command: Command


@frozen
class Operator:
    """The client shows the secret of the daemon's key file: from here on its connection is the operator's."""

    secret: str = field(repr=False)


FromClient = Do | Ping | Hello | AskTables | OpenTable | Operate | Operator


@frozen
class Welcome:
    """The table, seat and game that follow, from entry `from_` to `head` and on. `host`: this seat is the host's."""

    protocol: int
    daemon: str
    table: str
    game: str
    seat: int | None
    token: str | None = field(repr=False)
    from_: int
    head: int
    host: bool = False


@frozen
class Accepted:
    """The command was carried out; `seq` is the last of the entries it caused, all sent before this."""

    id: str
    seq: int


@frozen
class NotAccepted:
    """The command was refused: a word of `refusals.Reason`, and the facts."""

    id: str
    reason: str
    detail: str


@frozen
class Hint:
    """The hint that the command `id` asked for, about the table as it stood at entry `seq`; its facts as in `Advice`.

    It comes some time after `accepted`: as long as thinking takes. It is told to one connection and kept nowhere.
    """

    id: str
    seq: int
    plays: tuple[HintedPlay, ...]
    why: str
    detail: str


@frozen
class SeatSummary:
    """A seat as the lobby shows it; `here` says whether a person is connected."""

    name: str | None = None
    bot: str | None = None
    here: bool = False


@frozen
class TableSummary:
    """A table as the lobby shows it. `home`: it is the host's own, which is always there."""

    table: str
    game: str
    rules: str
    seats: tuple[SeatSummary, ...]
    stage: Stage
    match: int = 0
    spectators: int = 0
    locked: bool = False
    home: bool = False


@frozen
class Tables:
    """The tables of this daemon; `opened` names the one that was just opened for the asker."""

    tables: tuple[TableSummary, ...] = ()
    opened: str | None = None


@frozen
class Pong:
    """The answer to a ping."""

    n: int


@frozen
class Goodbye:
    """The connection ends here: a word of `Farewell`, and the facts."""

    reason: str
    detail: str


BesideEntries = Accepted | NotAccepted | Pong | notices.Notice | Welcome | Hint | Tables | Goodbye
FromDaemon = Entry | BesideEntries

FROM_CLIENT: Final[dict[type[FromClient], str]] = {
    Hello: "hello",
    Do: "do",
    AskTables: "tables",
    OpenTable: "open_table",
    Ping: "ping",
    Operator: "operator",
    Operate: "operate",
}
FROM_DAEMON: Final[dict[type[FromDaemon], str]] = {
    Welcome: "welcome",
    Entry: "entry",
    Accepted: "accepted",
    NotAccepted: "refused",
    Hint: "hint",
    Tables: "tables",
    **dict.fromkeys(notices.KINDS, "notice"),
    Pong: "pong",
    Goodbye: "goodbye",
}
