"""The commands that a client can send to a table. Each is either refused (`refusals`) or causes events.

Here: the commands and their names on the wire. Not here: who may send which command, and when (the daemon's `decide`).
"""

from typing import Final

from attrs import field

from protocol.frozen import IF_ANY, frozen
from protocol.game.layout import Arm
from protocol.game.options import Spelling
from protocol.game.tiles import Tile
from protocol.log.events import TableOptions
from protocol.log.operator_commands import (
    CloseTable,
    FollowReach,
    Invite,
    MakeHome,
    MakeHostCode,
    NamePage,
    OfOperator,
    OpenFixture,
    ReadLog,
    Revoke,
    TakeMatchBack,
    Uninvite,
)
from protocol.log.statements import SeatKey


@frozen
class PlayTile:
    """Play a tile. `arm` may be None if the tile fits exactly one arm.

    `warn`: refuse it first if it certainly costs much, at a table that warns.
    """

    tile: Tile
    arm: Arm | None = None
    warn: bool = field(default=False, metadata=IF_ANY)


@frozen
class DrawTile:
    """Draw one tile from the boneyard."""


@frozen
class Knock:
    """Pass, because no tile fits and none can be drawn."""


@frozen
class TakeHint:
    """Ask, in one's own turn, how good each play is. Everybody sees that a hint was taken; only the asker sees it."""


@frozen
class Say:
    """Say something to everybody at the table."""

    text: str


@frozen
class React:
    """Show everybody at the table a word of `reactions.Reaction`. For players."""

    reaction: str


@frozen
class TakeSeat:
    """Take this seat, or the lowest free one."""

    seat: int | None = None


@frozen
class LeaveSeat:
    """Leave one's seat before the match."""


@frozen
class RequestSeat:
    """Ask, in a match, for the seat of this bot from the next round on; None: do not ask any more. For spectators.

    `claim`: that of one's request on a connection that was lost, which goes on with what was agreed to it.
    """

    seat: int | None = None
    claim: str | None = field(default=None, repr=False, metadata=IF_ANY)


@frozen
class AnswerRequest:
    """Let the spectator of this name have the seat of a bot that they ask for, or not.

    For the host, and where none is here for every player.
    """

    seat: int
    name: str
    admits: bool


@frozen
class Start:
    """Fill the free seats with bots and start the match. For the host."""


@frozen
class AddBot:
    """Put a bot on a seat; during a match, as a stand-in for a player who is away. For the host."""

    seat: int
    level: str


@frozen
class RemoveBot:
    """Remove a bot before the match. For the host."""

    seat: int


@frozen
class ChangeGame:
    """Play another game at this table, or the same one by other rules, before the match. For the host.

    A game, house rules as typed after `--set` or as JSON, and the number of seats, None for the game's own. `options`:
    how the table is run, None for no change.
    """

    rules: str
    set: dict[str, Spelling] = field(factory=dict, hash=False)
    seats: int | None = None
    options: TableOptions | None = None


@frozen
class Rematch:
    """Play another match at this table, after a match has ended. `same_deals`: with the deals of that match."""

    same_deals: bool = field(default=False, metadata=IF_ANY)


@frozen
class Pause:
    """Pause the match. For the host."""


@frozen
class Resume:
    """Resume the match after a pause. For the host."""


@frozen
class Kick:
    """Remove a player from a seat. For the host."""

    seat: int


@frozen
class Readmit:
    """Let the person of a seat, who is away, come back to it by name, without the token. For the host."""

    seat: int


@frozen
class EndMatch:
    """End the match without a winner. For the host."""


@frozen
class HandOver:
    """Let the player of this seat go on hosting the game after this round; None: nobody. For the host.

    With None, the player who was asked declines. `everything`: the sleeping games and the finished ones, too.
    `anyway`: also if some players' programs do not reach that machine.
    """

    seat: int | None = None
    everything: bool = field(default=False, metadata=IF_ANY)
    anyway: bool = field(default=False, metadata=IF_ANY)


@frozen
class HostReady:
    """The game goes on at another host: its address or link, its key, and the game's id there.

    As a command, it comes from the player whose machine that is. `along`: the ids of the sleeping games that it has,
    too, if the host hands over everything. `release`: the word with which that host, which holds the game until then,
    is to be told that this one has left it; None from somebody whose host does not hold it.
    """

    address: str
    key: str | None
    game: str
    along: tuple[str, ...] = field(default=(), metadata=IF_ANY)
    release: str | None = field(default=None, repr=False, metadata=IF_ANY)


@frozen
class GoOn:
    """Go on with a game that is held here until the host before has left it. `release`: its word, as in `HostReady`.

    None: without that host's word. For the operator.
    """

    release: str | None = field(default=None, repr=False, metadata=IF_ANY)


@frozen
class TryHost:
    """Have the other players' programs try whether they reach the player's machine, before the game goes there.

    `address`, `key`: as in `HostReady`. From the player who is asked to host.
    """

    address: str
    key: str


@frozen
class TriedHost:
    """Whether the player's program reaches the host with this key; None: it has not tried, or cannot know."""

    key: str
    reached: bool | None = None


@frozen
class Seal:
    """Bind oneself to the chain that ends with this seal, for mixed deals to come. `seat_key`: as in a hello."""

    seal: str
    seat_key: SeatKey | None = field(default=None, metadata=IF_ANY)


@frozen
class Reveal:
    """Give one's number for the deal of this round."""

    round: int
    number: str


@frozen
class RemindAt:
    """Be reminded of one's turns at this address, once the code has been given that is sent there.

    None: be reminded no more. `language`: of the reminders, as in `pt-BR`; None is English.
    """

    address: str | None = field(default=None, repr=False)
    language: str | None = field(default=None, metadata=IF_ANY)


@frozen
class RemindCode:
    """The code that has come to the address for reminders."""

    code: str = field(repr=False)


Move = PlayTile | DrawTile | Knock
"""The commands for a seat in its turn. Only these can be stale."""

Command = (
    Move
    | TakeHint
    | Say
    | React
    | TakeSeat
    | LeaveSeat
    | RequestSeat
    | AnswerRequest
    | Start
    | AddBot
    | RemoveBot
    | ChangeGame
    | Rematch
    | Pause
    | Resume
    | Kick
    | Readmit
    | EndMatch
    | HandOver
    | HostReady
    | TryHost
    | TriedHost
    | GoOn
    | Seal
    | Reveal
    | RemindAt
    | RemindCode
    | OfOperator
)

WIRE_NAMES: Final[dict[type[Command], str]] = {
    PlayTile: "play_tile",
    DrawTile: "draw_tile",
    Knock: "knock",
    TakeHint: "take_hint",
    Say: "say",
    React: "react",
    TakeSeat: "take_seat",
    LeaveSeat: "leave_seat",
    RequestSeat: "request_seat",
    AnswerRequest: "answer_request",
    Start: "start",
    AddBot: "add_bot",
    RemoveBot: "remove_bot",
    ChangeGame: "change_game",
    Rematch: "rematch",
    Pause: "pause",
    Resume: "resume",
    Kick: "kick",
    Readmit: "readmit",
    EndMatch: "end_match",
    HandOver: "hand_over",
    HostReady: "host_ready",
    TryHost: "try_host",
    TriedHost: "tried_host",
    GoOn: "go_on",
    Seal: "seal",
    Reveal: "reveal",
    RemindAt: "remind_at",
    RemindCode: "remind_code",
    FollowReach: "follow_reach",
    Invite: "invite",
    Uninvite: "uninvite",
    CloseTable: "close_table",
    MakeHome: "make_home",
    OpenFixture: "open_fixture",
    MakeHostCode: "make_host_code",
    Revoke: "revoke",
    ReadLog: "read_log",
    NamePage: "name_page",
    TakeMatchBack: "take_match_back",
}
