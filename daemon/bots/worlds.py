"""Deals of the hidden tiles that agree with all that a seat has seen.

Lives here: `Worlds`, which deals the tiles out of sight to the other hands and the boneyard, keeping to what `memory`
holds: numbers that a batch of tiles lacks, tiles known to be in a hand, tiles that no hand was dealt.
Not here: which of them are likelier by what was played (`past`).
"""

from collections.abc import Callable, Sequence
from random import Random

from daemon.bots.lines import LineBook
from daemon.bots.situation import Situation
from protocol.game.rules import Draw


class _Slots:
    """Places for so many tiles, in a seat's hand or in the boneyard (None), and a mask of those that may lie there."""

    __slots__ = ("count", "may_hold", "seat")

    def __init__(self, seat: int | None, count: int, may_hold: int) -> None:
        self.seat = seat
        self.count = count
        self.may_hold = may_hold


World = tuple[list[int], list[int]]
"""The masks of the hands in seat order, the seat's own as it is; and the boneyard, in drawing order from the end."""


class Worlds:
    """The deals that one situation allows."""

    def __init__(self, situation: Situation, book: LineBook) -> None:
        self._seat = situation.seat
        self._own = book.mask_of(situation.hand)
        self._hands = len(situation.round.hands)
        self._unseen = [book.bits[tile] for tile in situation.unseen]
        self._slots = _slots_of(situation, book)
        self._places = [slots for slots in self._slots for _ in range(slots.count)]
        self._may_hold = [slots.may_hold for slots in self._places]
        # The boneyard comes last. Where nobody draws from it, its order means nothing.
        is_drawn = situation.rules.draw is not Draw.NONE
        self._to_deal = len(self._unseen) - (0 if is_drawn else self._slots[-1].count)
        self._free = self._freely_dealt(is_drawn=is_drawn)
        self._order = [*self._free, *(tile for tile in self._unseen if tile not in self._free)]
        self._dealt_until = len(self._free)
        self._lies: list[int] | None = None

    def _freely_dealt(self, *, is_drawn: bool) -> list[int]:
        """The tiles that may go to any place which is dealt; none where that differs from place to place.

        The others lie in the boneyard, and their order means nothing.
        """
        everything = sum(self._unseen)
        hands, boneyard = self._slots[:-1], self._slots[-1]
        if len(hands) == 1 and not is_drawn and boneyard.may_hold & everything == everything:
            free = [tile for tile in self._unseen if tile & hands[0].may_hold]
            return free if len(free) >= self._to_deal else []
        return self._unseen if all(slots.may_hold & everything == everything for slots in self._slots) else []

    @property
    def is_certain(self) -> bool:
        """Whether everything is in one hand, so that nothing is hidden."""
        return len({slots.seat for slots in self._slots if slots.count}) <= 1

    def some(self, count: int, rng: Random) -> list[World]:
        """So many of them, each by chance."""
        if self._free:
            return [self._dealt(self._next_order(rng.random)) for _ in range(count)]
        if self._lies is None:
            self._lies = self._any_deal(rng)
            self._stir(8 * len(self._lies), rng)
        worlds = []
        for _ in range(count):
            # Neighbours have much in common, but from one batch of worlds to the next all of it has changed.
            self._stir(len(self._lies) // 2 + 1, rng)
            worlds.append(self._dealt(self._lies))
        return worlds

    def _next_order(self, chance: Callable[[], float]) -> list[int]:
        """The tiles in the order of the next deal: one shuffle is dealt from as long as it has tiles.

        So the worlds of one shuffle share no tile that is dealt, and tiles come up more evenly than by chance.
        """
        tiles, first = self._order, self._dealt_until
        if first + self._to_deal > len(self._free):
            first, count = 0, len(self._free)
            for at in range(count - count % self._to_deal if self._to_deal else 0):
                # Several times as quick as `shuffle`, and fair enough: a world more or less in 2 ** 40.
                other = at + int(chance() * (count - at))
                tiles[at], tiles[other] = tiles[other], tiles[at]
        self._dealt_until = until = first + self._to_deal
        return [*tiles[first:until], *tiles[:first], *tiles[until:]]

    def _dealt(self, tiles: Sequence[int]) -> World:
        hands = [0] * self._hands
        hands[self._seat] = self._own
        boneyard: list[int] = []
        at = 0
        for slots in self._slots:
            until = at + slots.count
            if slots.seat is None:
                boneyard += tiles[at:until]
            else:
                hands[slots.seat] |= sum(tiles[at:until])
            at = until
        return hands, boneyard

    def _any_deal(self, rng: Random) -> list[int]:
        """A first deal: each tile in turn finds a place, and moves others on where it must (augmenting paths)."""
        lies: list[int | None] = [None] * len(self._places)
        order = rng.sample(range(len(self._places)), len(self._places))

        def settle(tile: int, tried: set[int]) -> bool:
            for place in order:
                if place in tried or not self._places[place].may_hold & tile:
                    continue
                tried.add(place)
                there = lies[place]
                if there is None or settle(there, tried):
                    lies[place] = tile
                    return True
            return False

        for tile in rng.sample(self._unseen, len(self._unseen)):
            if not settle(tile, set()):
                # What is remembered cannot be: any place will do rather than none.
                lies[lies.index(None)] = tile
        return [tile for tile in lies if tile is not None]

    def _stir(self, times: int, rng: Random) -> None:
        """Swap tiles that may be swapped, often enough to make it another deal."""
        lies, may_hold = self._lies, self._may_hold
        assert lies is not None
        count = len(lies)
        chance = rng.random
        for _ in range(times):
            one, other = int(chance() * count), int(chance() * count)
            if may_hold[one] & lies[other] and may_hold[other] & lies[one]:
                # Within a hand the order means nothing, so there it changes nothing; within the boneyard it does.
                lies[one], lies[other] = lies[other], lies[one]


def _slots_of(situation: Situation, book: LineBook) -> list[_Slots]:
    memory, round_ = situation.memory, situation.round
    undealt = book.mask_of(tuple(memory.undealt))
    known = book.mask_of(tuple(memory.shown))
    slots = []
    for seat, batches in enumerate(memory.hands):
        if seat == situation.seat:
            continue
        for batch in batches:
            may_hold = book.every_tile & ~known if batch.tile is None else book.bits[batch.tile]
            for number in batch.lacks if batch.tile is None else ():
                may_hold &= ~book.with_number[number]
            slots.append(_Slots(seat, batch.count, may_hold if batch.drawn else may_hold & ~undealt))
    slots.append(_Slots(None, len(round_.boneyard), book.every_tile & ~known))
    return slots
