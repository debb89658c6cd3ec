"""Who may see what: the only place where secrets are removed.

Lives here: `see(event, viewer)`, pure and idempotent. Only its result, a `Sight`, can be encoded for a socket
(`codec`), so nothing reaches a viewer by another way. Not here: who the viewer is: the daemon knows it by its token.

A deal shows a seat its own hand, a draw shows the tile to the seat that drew it. Nothing else is hidden, and the end of
a round opens everything.
"""

from typing import Final

from protocol.frozen import frozen
from protocol.game.tiles import HIDDEN, Hand
from protocol.log.events import Event, RoundDealt, TileDrawn


@frozen
class Viewer:
    """Somebody who looks at a game: from a seat, from beside the table (None), or at everything once it is over."""

    seat: int | None = None
    sees_all: bool = False


SPECTATOR: Final = Viewer()
READER: Final = Viewer(sees_all=True)
HIDE_TILES: Final[frozenset[type[Event]]] = frozenset((RoundDealt, TileDrawn))
"""The events that are not seen alike by all: `see` looks at nothing else."""


@frozen
class Sight:
    """An event as one viewer may see it."""

    event: Event


def see(event: Event, viewer: Viewer) -> Sight:
    """The event with every tile hidden that this viewer may not see."""
    if viewer.sees_all or type(event) not in HIDE_TILES:
        return Sight(event)
    match event:
        case RoundDealt():
            hands = tuple(hand if seat == viewer.seat else _hidden(hand) for seat, hand in enumerate(event.hands))
            return Sight(
                RoundDealt(event.round, hands, _hidden(event.boneyard), event.leader, event.chosen_by, event.lead)
            )
        case TileDrawn() if event.seat != viewer.seat:
            return Sight(TileDrawn(event.seat, HIDDEN))
        case _:
            return Sight(event)


def is_public(event: Event) -> bool:
    """Whether every viewer sees this event alike, so that its bytes can be made once for all."""
    return type(event) not in HIDE_TILES


def _hidden(hand: Hand) -> Hand:
    return (HIDDEN,) * len(hand)
