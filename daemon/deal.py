"""The only randomness of a game: the shuffle, and the lot for the lead.

Lives here: `deal`. Which source of chance it takes is the caller's: the daemon gives it the operating system's
(`SystemChance`), tests and simulations a seeded one. Not here: whom the rules make lead (`protocol.log.leading`).
"""

from collections.abc import MutableSequence
from math import factorial
from random import SystemRandom
from typing import Any, Protocol

from protocol.game.tiles import Hand, set_of_tiles
from protocol.log.events import RoundDealt
from protocol.log.leading import ByLot, DealAgain, Leader, find_leader
from protocol.log.table import Table


class Chance(Protocol):
    """A source of chance: `random.Random`, or `SystemChance`."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put these in a random order."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to `stop`, itself excluded."""


class SystemChance(SystemRandom):
    """The operating system's chance, asked once for a whole shuffle: that takes an eighth of the time."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """As `Chance.shuffle`. Of so many orders that there are, each has a number of its own."""
        number = self.randrange(factorial(len(x)))
        for last in range(len(x) - 1, 0, -1):
            number, at = divmod(number, last + 1)
            x[at], x[last] = x[last], x[at]


def deal(table: Table, chance: Chance) -> RoundDealt:
    """The next round's deal. One in which nobody holds the double that the game wants is thrown in and dealt again."""
    number = 1 if table.round is None else table.round.number + 1
    while True:
        hands, boneyard = _shuffled(table, chance)
        leader = find_leader(table, hands)
        if isinstance(leader, ByLot):
            leader = Leader(chance.randrange(len(hands)))
        if not isinstance(leader, DealAgain):
            return RoundDealt(number, hands, boneyard, leader.seat, leader.chosen_by, leader.lead)


def _shuffled(table: Table, chance: Chance) -> tuple[tuple[Hand, ...], Hand]:
    tiles = list(set_of_tiles(table.rules.max_pip))
    chance.shuffle(tiles)
    size, seats = table.rules.hand, len(table.seats)
    hands = tuple(tuple(sorted(tiles[seat * size : (seat + 1) * size], reverse=True)) for seat in range(seats))
    return hands, tuple(tiles[seats * size :])
