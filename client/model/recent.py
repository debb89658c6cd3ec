"""What happened since a player's last move: the tiles played and the points they earned.

Here: finding both among the entries, for every front end that marks them. Pure. Not here: how they are marked
(`screen.draw`, `screen.frame_lines`, `web.board_part`).
"""

from collections.abc import Mapping, Sequence

from attrs import field

from protocol.frozen import frozen
from protocol.game.tiles import Tile
from protocol.log.events import Entry, Knocked, RoundDealt, Scored, TilePlayed


@frozen
class Recent:
    """The plays since a player's last move: their `tiles`, and the `points` that they earned, by seat.

    `newest`: the tile that was played last; None without tiles.
    """

    tiles: frozenset[Tile] = frozenset()
    points: Mapping[int, int] = field(factory=dict)
    newest: Tile | None = None


def since_my_move(entries: Sequence[Entry], seat: int | None) -> Recent:
    """The plays of this round since this seat's last move, or that move itself if nobody has played since.

    For no seat, only the last play.
    """
    tiles: list[Tile] = []
    points: dict[int, int] = {}
    scored: Scored | None = None
    for entry in reversed(entries):
        event = entry.event
        match event:
            case RoundDealt():
                break
            case Scored():
                scored = event
            case TilePlayed():
                is_mine = seat is None or event.seat == seat
                if not (is_mine and tiles):
                    tiles.append(event.tile)
                    if scored is not None and scored.awarded:
                        points[event.seat] = points.get(event.seat, 0) + scored.awarded
                scored = None
                if is_mine:
                    break
            case Knocked() if event.seat == seat:
                break
            case _:
                pass
    return Recent(frozenset(tiles), points, tiles[0] if tiles else None)
