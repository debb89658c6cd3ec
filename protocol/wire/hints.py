"""What a hint says: each legal play, what it earns, what may come of it, and why the first of them is advised.

Here: `HintedPlay`, `Advice` and the closed list of reasons, for daemon, wire, client text and tests alike.
Not here: how it is thought out (the daemon's), the sentences for a player (the client's), who is told (`messages`).
"""

from enum import StrEnum

from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile


class Why(StrEnum):
    """What speaks for the best play, against the next best: the one thing in which they differ most."""

    ONLY_PLAY = "only_play"
    WINS = "wins"
    POINTS = "points"
    REPLY = "reply"
    KNOCK = "knock"
    ENDS = "ends"
    HAND = "hand"
    EVEN = "even"


@frozen
class HintedPlay:
    """A legal play. `points`: those that count now. Chances are from 0 to 1.

    `win`: to win the match, for the seat's side, and `error`, its standard error. `knock`: that nothing of the next
    player's fits, who then knocks or draws. `reply`: the tile that it is likeliest to lay, None where the round ends;
    `reply_points`: what it scores by that, on average.
    """

    tile: Tile
    arm: Arm
    points: int
    win: float
    error: float
    knock: float
    reply: Tile | None
    reply_points: float


@frozen
class Advice:
    """The legal plays, best first; `why` is a word of `Why`, `detail` the same as a sentence with the facts."""

    plays: tuple[HintedPlay, ...]
    why: str
    detail: str


def next_best(plays: tuple[HintedPlay, ...]) -> HintedPlay | None:
    """What the first of these plays is compared with: the next that is not the same on another arm."""
    best = plays[0]
    for play in plays[1:]:
        if play.tile != best.tile or (play.points, play.win) != (best.points, best.win):
            return play
    return None
