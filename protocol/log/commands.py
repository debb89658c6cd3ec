"""What may be asked of a table. A command may be refused (`refusals`); what it brings about are events.

Lives here: the commands and their names on the wire. Not here: who may give which, and when (the daemon's `decide`).
"""

from typing import Final

from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile


@frozen
class PlayTile:
    """Lay a tile; `arm` may be left out where only one end fits."""

    tile: Tile
    arm: Arm | None = None


@frozen
class DrawTile:
    """Draw one tile from the boneyard."""


@frozen
class Knock:
    """Miss a turn, because nothing fits and nothing can be drawn."""


@frozen
class TakeHint:
    """Be told in one's turn what each play comes to. Everybody is told that one was taken; not what it said."""


@frozen
class Say:
    """Speak to the table."""

    text: str


@frozen
class TakeSeat:
    """Sit down: on this seat, or on the lowest free one."""

    seat: int | None = None


@frozen
class LeaveSeat:
    """Stand up, before the match."""


@frozen
class Start:
    """Begin the match; bots take the empty seats. The host's."""


@frozen
class AddBot:
    """Seat a computer player of a level. The host's. During a match it takes the place of somebody who is away."""

    seat: int
    level: str


@frozen
class RemoveBot:
    """Free a computer player's seat, before the match. The host's."""

    seat: int


@frozen
class Rematch:
    """Play another match at this table, once one is over."""


@frozen
class Pause:
    """Stop play for a while. The host's."""


@frozen
class Resume:
    """Go on after a pause. The host's."""


@frozen
class Kick:
    """Send somebody away from a seat. The host's."""

    seat: int


@frozen
class EndMatch:
    """Abandon the match. The host's."""


Move = PlayTile | DrawTile | Knock
"""The commands of the game itself: only these can be stale."""

Command = (
    Move
    | TakeHint
    | Say
    | TakeSeat
    | LeaveSeat
    | Start
    | AddBot
    | RemoveBot
    | Rematch
    | Pause
    | Resume
    | Kick
    | EndMatch
)

WIRE_NAMES: Final[dict[type[Command], str]] = {
    PlayTile: "play_tile",
    DrawTile: "draw_tile",
    Knock: "knock",
    TakeHint: "take_hint",
    Say: "say",
    TakeSeat: "take_seat",
    LeaveSeat: "leave_seat",
    Start: "start",
    AddBot: "add_bot",
    RemoveBot: "remove_bot",
    Rematch: "rematch",
    Pause: "pause",
    Resume: "resume",
    Kick: "kick",
    EndMatch: "end_match",
}
