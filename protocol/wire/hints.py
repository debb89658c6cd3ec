"""The content of a hint: every legal play, its points and prospects, and why the first of them is best.

Here: `HintedPlay`, `Advice` and the closed list of reasons, for daemon, wire, client text and tests.
Not here: computing a hint (the daemon's), the sentences for a player (the client's), the message (`messages`).
"""

from enum import StrEnum
from typing import Final

from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile


class Why(StrEnum):
    """The advantage of the best play over the next best: the aspect in which the two differ most."""

    ONLY_PLAY = "only_play"
    WINS = "wins"
    POINTS = "points"
    TARGET = "target"
    STOPS = "stops"
    REPLY = "reply"
    LACKS = "lacks"
    GONE = "gone"
    KNOCK = "knock"
    PARTNER = "partner"
    KEEPS = "keeps"
    DOUBLE = "double"
    PIPS = "pips"
    CHANCE = "chance"
    EVEN = "even"


LIKELY: Final = 0.5
"""The least chance from which a reply is one that the next player will probably lay."""


@frozen
class HintedPlay:
    """A legal play. `points`: how many points count now. Chances are from 0 to 1.

    `win`: the chance that the seat's side wins the match; `error`: the standard error of `win`. `knock`: the chance
    that the next player cannot play, and knocks or draws. `reply`: the tile that the next player most likely lays, also
    after drawing, None if the round ends; `reply_chance`: how likely that is, 0 from an older daemon; `reply_points`:
    the next player's average points; `reply_wins`: how likely they win the match, 0 from an older daemon.
    """

    tile: Tile
    arm: Arm
    points: int
    win: float
    error: float
    knock: float
    reply: Tile | None
    reply_points: float
    reply_chance: float = 0.0
    reply_wins: float = 0.0


@frozen
class Advice:
    """The legal plays, best first; `why` is a word of `Why`, `detail` the same reason as a sentence with figures.

    `about`: the numbers that the reason is about; their meaning depends on `why` (WIRE.md, `hint`).
    """

    plays: tuple[HintedPlay, ...]
    why: str
    detail: str
    about: tuple[int, ...] = ()


def next_best(plays: tuple[HintedPlay, ...]) -> HintedPlay | None:
    """The play to compare the first one with: the next one that is not the same play on another arm."""
    best = plays[0]
    for play in plays[1:]:
        if play.tile != best.tile or (play.points, play.win) != (best.points, best.win):
            return play
    return None
