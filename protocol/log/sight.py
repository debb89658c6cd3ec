"""An event as a viewer may see it: the only place where secrets are removed.

Here: `see(event, viewer)`, which is pure and idempotent. Only its result, a `Sight`, can be encoded for a socket
(`codec`), so events have no other way to a viewer. Not here: who the viewer is (the daemon knows it from the token).

In a deal, a seat sees only its own hand. Only the seat that draws a tile sees it. Nothing else is ever hidden, and the
end of a round shows every tile.
"""

from typing import Final

from protocol.frozen import frozen
from protocol.game.tiles import HIDDEN, Hand
from protocol.log.events import Event, RoundDealt, TileDrawn


@frozen
class Viewer:
    """A viewer: a seat, a spectator (`seat` is None), or a reader of a finished game, who sees everything."""

    seat: int | None = None
    sees_all: bool = False


SPECTATOR: Final = Viewer()
READER: Final = Viewer(sees_all=True)
HIDE_TILES: Final[frozenset[type[Event]]] = frozenset((RoundDealt, TileDrawn))
"""The events that can contain hidden tiles. All other events are the same for all viewers."""


@frozen
class Sight:
    """An event without the tiles that its viewer may not see. Only `see` makes one."""

    event: Event


def see(event: Event, viewer: Viewer) -> Sight:
    """The event as this viewer may see it, with `HIDDEN` in place of each tile that it may not see."""
    if viewer.sees_all or type(event) not in HIDE_TILES:
        return Sight(event)
    match event:
        case RoundDealt():
            hands = tuple(hand if seat == viewer.seat else _hidden(hand) for seat, hand in enumerate(event.hands))
            boneyard, leader, chosen_by = _hidden(event.boneyard), event.leader, event.chosen_by
            return Sight(RoundDealt(event.round, hands, boneyard, leader, chosen_by, event.lead, event.numbers))
        case TileDrawn() if event.seat != viewer.seat:
            return Sight(TileDrawn(event.seat, HIDDEN))
        case _:
            return Sight(event)


def is_public(event: Event) -> bool:
    """Whether this event is the same for all viewers, so that it needs to be encoded only once."""
    return type(event) not in HIDE_TILES


def _hidden(hand: Hand) -> Hand:
    return (HIDDEN,) * len(hand)
