"""What happened: the entries of a game's log.

Lives here: the event types, their fields and their names on the wire (WIRE.md). An event is past tense, immutable and
stored for ever; it says what happened, never what can be worked out from it (whose turn, totals).
Not here: what an event changes (`table`), who may see it (`sight`), how it is written (`codec`).

A changed meaning is a new type under a new name: old logs are read for ever.
"""

from enum import StrEnum
from typing import Final

from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.levels import USUAL_LEVEL
from protocol.game.rules import Rules
from protocol.game.tiles import Hand, SeenTile, Tile

LONGEST_TIME: Final = 86_400
"""Seconds that a grace or a turn may take at most."""


class Assist(StrEnum):
    """How much help every client at the table gives: points and legal plays, legal plays, or none."""

    POINTS = "points"
    LEGAL = "legal"
    NONE = "none"


class Away(StrEnum):
    """What happens at the turn of somebody who is away for longer than the grace: wait, or a bot stands in."""

    WAIT = "wait"
    BOT = "bot"


class HowRoundEnded(StrEnum):
    """Somebody went out, nobody could play, or the target was reached with the round still open."""

    OUT = "out"
    BLOCKED = "blocked"
    WON = "won"


class HowMatchWon(StrEnum):
    """The target was reached, or the last round allowed was over."""

    TARGET = "target"
    ROUND_CAP = "round_cap"


@frozen(kw_only=True)
class TableOptions:
    """How the table is kept, beside the rules of the game.

    Times are in seconds; a `turn_time` of 0 is no clock. `bot_level`: of those who fill free seats or stand in.
    """

    assist: Assist = Assist.POINTS
    away: Away = Away.BOT
    grace: int = 60
    turn_time: int = 0
    spectators: bool = True
    bot_level: str = USUAL_LEVEL


@frozen
class TableOpened:
    """A game begins at a table. `seats` is their number."""

    preset: str
    rules: Rules
    seats: int
    options: TableOptions


@frozen
class SeatTaken:
    """Somebody sits down; `bot` is the level of a computer player, or None."""

    seat: int
    name: str
    bot: str | None = None


@frozen
class SeatLeft:
    """A seat is free again."""

    seat: int


@frozen
class StandInSeated:
    """A bot plays on for somebody who is away."""

    seat: int
    level: str


@frozen
class PlayerReturned:
    """Whoever the seat belongs to plays it again."""

    seat: int


@frozen
class HintTaken:
    """A seat has taken a hint in its turn. What it was told is nobody else's affair."""

    seat: int


@frozen
class MatchStarted:
    """The seats are settled; `match` counts the matches at this table from 1."""

    match: int


@frozen
class RoundDealt:
    """Hands are dealt, one a seat in seat order; the boneyard stands in the order in which it would be drawn.

    `chosen_by`: the tile that made this seat the leader, open to all, or None. `lead`: the tile that must lead, if any.
    """

    round: int
    hands: tuple[Hand, ...]
    boneyard: Hand
    leader: int
    chosen_by: Tile | None
    lead: Tile | None


@frozen
class TilePlayed:
    """A tile is laid."""

    seat: int
    tile: Tile
    arm: Arm


@frozen
class TileDrawn:
    """A tile leaves the boneyard for a hand."""

    seat: int
    tile: SeenTile


@frozen
class Knocked:
    """A seat cannot play or draw and misses its turn."""

    seat: int


@frozen
class Scored:
    """The tile just laid earned points of each kind; `awarded` of them count, 0 where they overshoot the target."""

    seat: int
    sum: int
    play: int
    knocks: int
    chip_out: int
    awarded: int


@frozen
class RoundEnded:
    """A round is over and every tile is open.

    `hands`: what each seat still held. `boneyard`: what was left, `drawn`: what was drawn, both in drawing order.
    `winner`: the side that takes pips, or None where none are taken; `pips`: the points given, 0 when they overshoot.
    """

    how: HowRoundEnded
    hands: tuple[Hand, ...]
    boneyard: Hand
    drawn: Hand
    winner: int | None
    pips: int


@frozen
class MatchWon:
    """The match is over; several `sides` share a tie. `scores` are by side."""

    how: HowMatchWon
    sides: tuple[int, ...]
    scores: tuple[int, ...]


@frozen
class MatchAbandoned:
    """The host ended the match before anybody won. `scores` are by side."""

    scores: tuple[int, ...]


@frozen
class Paused:
    """The host, or the operator where `seat` is None, stops play for a while."""

    seat: int | None


@frozen
class Resumed:
    """Play goes on."""

    seat: int | None


@frozen
class Said:
    """Somebody spoke; `seat` is None for a spectator."""

    seat: int | None
    name: str
    text: str


MoveEvent = TilePlayed | TileDrawn | Knocked
"""What a seat did in its turn, one for each command of `commands.Move`."""

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
    Said: "said",
}
"""The one list of event names. A name, once used, keeps its meaning for ever."""


@frozen
class Entry:
    """An event in its game's log: its number from 1, and when it was stored (UTC, ISO 8601, milliseconds)."""

    seq: int
    at: str
    event: Event
