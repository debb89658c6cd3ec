"""A deal: the shuffle, and drawing the leader by lot.

Here: `deal`. The caller passes the source of chance: `mixing.Stream` for a deal that the host and the players mix, else
the system's, or in tests and simulations a seeded one.
Not here: the rules about who leads (`leading`).
"""

from collections.abc import MutableSequence
from typing import Any, Protocol

from protocol.game.tiles import Hand, set_of_tiles
from protocol.log.events import RoundDealt
from protocol.log.leading import ByLot, DealAgain, Leader, find_leader
from protocol.log.table import Table


class Chance(Protocol):
    """A source of chance, such as `random.Random` and `random.SystemRandom`."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Shuffle a list in place."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to, but not including, `stop`."""


def deal(table: Table, chance: Chance) -> RoundDealt:
    """The next round's deal. If nobody holds a double that the rules need, the tiles are shuffled and dealt again."""
    number = 1 if table.round is None else table.round.number + 1
    while True:
        hands, boneyard = _shuffled(table, chance)
        leader = find_leader(table, hands)
        if isinstance(leader, ByLot):
            leader = Leader(chance.randrange(len(hands)))
        if not isinstance(leader, DealAgain):
            return RoundDealt(number, hands, boneyard, leader.seat, leader.chosen_by, leader.lead)


def deal_again(table: Table, before: RoundDealt, chance: Chance) -> RoundDealt:
    """The tiles of a round of an earlier match once more. Who leads follows from this match, or was drawn by lot then.

    Where this match cannot be led with these tiles, they are shuffled.
    """
    leader = find_leader(table, before.hands)
    if isinstance(leader, DealAgain):
        return deal(table, chance)
    if isinstance(leader, ByLot):
        leader = Leader(before.leader)
    return RoundDealt(before.round, before.hands, before.boneyard, leader.seat, leader.chosen_by, leader.lead)


def _shuffled(table: Table, chance: Chance) -> tuple[tuple[Hand, ...], Hand]:
    """The hands, in seat order and each sorted, and the shuffled boneyard."""
    tiles = list(set_of_tiles(table.rules.max_pip))
    chance.shuffle(tiles)
    size, seats = table.rules.hand, len(table.seats)
    hands = tuple(tuple(sorted(tiles[seat * size : (seat + 1) * size], reverse=True)) for seat in range(seats))
    return hands, tuple(tiles[seats * size :])
