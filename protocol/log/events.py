"""The events of a game: the entries of its log.

Here: the types of events, their fields and their names on the wire (WIRE.md). An event is immutable and stored forever.
It records what happened, never what can be derived from it (whose turn it is, totals).
Not here: what an event changes (`table`), who may see it (`sight`), how it is encoded (`codec`).

Old logs stay readable forever, so an event never changes its meaning: a new meaning needs a new type with a new name.
"""

from enum import StrEnum
from typing import Final

from attrs import field

from protocol.frozen import IF_ANY, frozen
from protocol.game import table_options
from protocol.game.layout import Arm
from protocol.game.rules import Rules
from protocol.game.table_options import Assist, Away, Reactions
from protocol.game.tiles import Hand, SeenTile, Tile
from protocol.log.statements import SeatKey
from protocol.names import comparison_key


class HowRoundEnded(StrEnum):
    """Why a round ended: a seat went out, nobody could play or draw, or a play won the match."""

    OUT = "out"
    BLOCKED = "blocked"
    WON = "won"


class HowMatchWon(StrEnum):
    """Why a match ended: a side reached the target, or the last allowed round ended."""

    TARGET = "target"
    ROUND_CAP = "round_cap"


@frozen(kw_only=True)
class TableOptions:
    """How the table is run, apart from the rules of the game. Each field has its row in `table_options`.

    Times are in seconds; a `turn_time` of 0 means no limit. `bot_level` is the level of bots that fill free seats or
    stand in. `deals`: who deals; None in logs of older releases, where the host alone did.
    """

    assist: Assist = table_options.ASSIST.default
    away: Away = table_options.AWAY.default
    grace: int = table_options.GRACE.default
    turn_time: int = table_options.TURN_TIME.default
    spectators: bool = table_options.SPECTATORS.default
    bot_level: str = table_options.BOT_LEVEL.default
    deals: str | None = field(default=None, metadata=IF_ANY)
    warnings: bool = field(default=table_options.WARNINGS.default, metadata=IF_ANY)
    reactions: Reactions = field(default=table_options.REACTIONS.default, metadata=IF_ANY)

    @property
    def may_mix(self) -> bool:
        """Whether players may take part in the deals."""
        return self.deals == "mixed"


@frozen
class Board:
    """What a game counts for in a league: a board of a fixture.

    `teams`: by side; `players`: by seat, who is to play there. `duplicate`: it shares its deals with other boards.
    """

    league: str
    fixture: int
    number: int
    teams: tuple[str, ...]
    players: tuple[str, ...]
    duplicate: bool = False

    def seat_of(self, name: str) -> int | None:
        """The seat of the player with this name, or None."""
        keys = [comparison_key(player) for player in self.players]
        return keys.index(comparison_key(name)) if comparison_key(name) in keys else None


@frozen
class TableOpened:
    """A table was opened, and its game begins. `seats` is the number of seats.

    `board`: what the game counts for in a league; None for all others.
    """

    preset: str
    rules: Rules
    seats: int
    options: TableOptions
    board: Board | None = field(default=None, metadata=IF_ANY)


@frozen
class SeatTaken:
    """A player took a seat; `bot` is the level of a bot, or None for a person.

    In a match: a bot took the seat of a person who was removed, under the same name, or of one who had not agreed to
    the match, under a name of its own; or right after a round a person took that of a bot.
    """

    seat: int
    name: str
    bot: str | None = None


@frozen
class SeatLeft:
    """A seat became free."""

    seat: int


@frozen
class StandInSeated:
    """A bot began to play for a person who is away."""

    seat: int
    level: str


@frozen
class PlayerReturned:
    """The person came back, and the bot stopped standing in."""

    seat: int


@frozen
class HintTaken:
    """A seat took a hint in its turn. The log does not have the hint itself."""

    seat: int


@frozen
class Seals:
    """What binds host and players before a match: the seal of the host, and by seat those of players, None for none."""

    host: str
    seats: tuple[str | None, ...]


@frozen
class MatchStarted:
    """The match started; `match` is its number at this table, from 1. `seals`: None if the host alone deals.

    `seat_keys`: by seat, with which key its player signs for other hosts, None for none; None if nobody does.
    `repeats`: the id of the game whose deals are dealt again, None if the deals are new. `undecided`: the seats of
    people who were there, and had not agreed to it. `heirs`: what earlier releases had in place of keys, which proves
    nothing.
    """

    match: int
    seals: Seals | None = field(default=None, metadata=IF_ANY)
    seat_keys: tuple[SeatKey | None, ...] | None = field(default=None, metadata=IF_ANY)
    repeats: str | None = field(default=None, metadata=IF_ANY)
    undecided: tuple[int, ...] = field(default=(), metadata=IF_ANY)
    heirs: tuple[str | None, ...] | None = field(default=None, metadata=IF_ANY)


@frozen
class PlayedOn:
    """A finished game is played on from here, as a game of its own; the entries before this one are from its log.

    `game`: the id of the finished game. `seat`: that of the player who plays on. `names`: by seat, everybody's name
    from here on. `level`: that of the bots that play for all other people.
    """

    game: str
    seat: int
    names: tuple[str, ...]
    level: str


@frozen
class RoundDealt:
    """A round was dealt: one hand per seat, in seat order, and the boneyard, in drawing order.

    `chosen_by`: the tile that made `leader` the leader, which everybody sees, or None. `lead`: the tile that must be
    led, or None. `numbers`: by seat, the links that were revealed for a mixed deal, None for none; None if the host
    alone dealt.
    """

    round: int
    hands: tuple[Hand, ...]
    boneyard: Hand
    leader: int
    chosen_by: Tile | None
    lead: Tile | None
    numbers: tuple[str | None, ...] | None = field(default=None, metadata=IF_ANY)


@frozen
class TilePlayed:
    """A seat played a tile."""

    seat: int
    tile: Tile
    arm: Arm


@frozen
class TileDrawn:
    """A seat drew the next tile of the boneyard."""

    seat: int
    tile: SeenTile


@frozen
class Knocked:
    """A seat passed, because it could neither play nor draw."""

    seat: int


@frozen
class Scored:
    """The last play scored: its points by kind. `awarded` of them count: 0 if they would overshoot the target."""

    seat: int
    sum: int
    play: int
    knocks: int
    chip_out: int
    awarded: int


@frozen
class RoundEnded:
    """A round ended, and every tile is shown.

    `hands`: the tiles that each seat still held. `boneyard` and `drawn`: the tiles that were left and those that were
    drawn, both in drawing order. `winner`: the side that is paid for pips, or None. `pips`: its points, 0 if they would
    overshoot the target.

    `host_number`: the host's link for a mixed deal. `seals`: by seat, those of players who sealed since the last deal,
    None for the others; None if nobody did. `seat_keys`, `heirs`: in the same way, those that are new. They may belong
    to somebody who takes the seat of a bot right after this.
    """

    how: HowRoundEnded
    hands: tuple[Hand, ...]
    boneyard: Hand
    drawn: Hand
    winner: int | None
    pips: int
    host_number: str | None = field(default=None, metadata=IF_ANY)
    seals: tuple[str | None, ...] | None = field(default=None, metadata=IF_ANY)
    seat_keys: tuple[SeatKey | None, ...] | None = field(default=None, metadata=IF_ANY)
    heirs: tuple[str | None, ...] | None = field(default=None, metadata=IF_ANY)


@frozen
class HostChanged:
    """The game goes on at another host, from the end of the last round; `game` is its id at the host before.

    `seat`: that of the player who hosts it now, None for somebody without one. `seal`: what binds the new host in mixed
    deals, None if the host alone deals. `history`: the digest of all entries before this one; None in earlier releases.
    `signature`: that of the player, under the statement that they host the game; None for somebody without a key.
    """

    game: str
    seat: int | None = None
    seal: str | None = field(default=None, metadata=IF_ANY)
    history: str | None = field(default=None, metadata=IF_ANY)
    signature: str | None = field(default=None, metadata=IF_ANY)


@frozen
class MatchWon:
    """The match ended with a winner, or with several `sides` that share a tie. `scores` are by side."""

    how: HowMatchWon
    sides: tuple[int, ...]
    scores: tuple[int, ...]


@frozen
class MatchAbandoned:
    """The host ended the match without a winner. `scores` are by side."""

    scores: tuple[int, ...]


@frozen
class Paused:
    """The host paused the match, or the operator did if `seat` is None."""

    seat: int | None


@frozen
class Resumed:
    """The host resumed the match, or the operator did if `seat` is None."""

    seat: int | None


@frozen
class Said:
    """A player or a spectator said something; `seat` is None for a spectator."""

    seat: int | None
    name: str
    text: str


MoveEvent = TilePlayed | TileDrawn | Knocked
"""The move of a seat in its turn; one type for each command of `commands.Move`."""

Event = (
    MoveEvent
    | Scored
    | RoundDealt
    | RoundEnded
    | Said
    | StandInSeated
    | PlayerReturned
    | HintTaken
    | Paused
    | Resumed
    | HostChanged
    | PlayedOn
    | MatchWon
    | MatchAbandoned
    | MatchStarted
    | SeatTaken
    | SeatLeft
    | TableOpened
)

WIRE_NAMES: Final[dict[type[Event], str]] = {
    TableOpened: "table_opened",
    SeatTaken: "seat_taken",
    SeatLeft: "seat_left",
    StandInSeated: "stand_in_seated",
    PlayerReturned: "player_returned",
    HintTaken: "hint_taken",
    MatchStarted: "match_started",
    RoundDealt: "round_dealt",
    TilePlayed: "tile_played",
    TileDrawn: "tile_drawn",
    Knocked: "knocked",
    Scored: "scored",
    RoundEnded: "round_ended",
    MatchWon: "match_won",
    MatchAbandoned: "match_abandoned",
    Paused: "paused",
    Resumed: "resumed",
    HostChanged: "host_changed",
    PlayedOn: "played_on",
    Said: "said",
}
"""The only list of event names. A name keeps its meaning forever."""


@frozen
class Entry:
    """An event in a log, with its number from 1 and the time it was stored (UTC, ISO 8601, milliseconds)."""

    seq: int
    at: str
    event: Event
