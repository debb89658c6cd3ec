"""Random deals of the hidden tiles that agree with everything a seat has seen.

Here: `Worlds`, which deals the tiles out of sight to the other hands and the boneyard. It respects what `memory`
holds: numbers that a batch of tiles lacks, tiles known to be in a hand, tiles that were dealt to no hand. Not here:
which deals are likelier because of the plays (`deal_likelihood`).
"""

from collections.abc import Callable
from random import Random

from daemon.bots.line_book import LineBook
from daemon.bots.situation import Situation
from protocol.game.rules import Draw


class _Slots:
    """The places for `count` tiles in the hand of `seat`, or in the boneyard (None).

    `may_hold`: the mask of the tiles that may be there.
    """

    __slots__ = ("count", "may_hold", "seat")

    def __init__(self, seat: int | None, count: int, may_hold: int) -> None:
        self.seat = seat
        self.count = count
        self.may_hold = may_hold


World = tuple[list[int], list[int]]
"""The masks of all hands in seat order, and the boneyard as bits, the next to be drawn last; none if none is drawn."""


class Worlds:
    """The deals that are possible in one situation."""

    def __init__(self, situation: Situation, book: LineBook) -> None:
        self._seat = situation.seat
        self._own = book.mask_of(situation.hand)
        self._hands = len(situation.round.hands)
        self._unseen = [book.bits[tile] for tile in situation.unseen]
        self._slots = _slots_of(situation, book)
        self._places = [slots for slots in self._slots for _ in range(slots.count)]
        self._may_hold = [slots.may_hold for slots in self._places]
        self._held = [(slots.seat, slots.count) for slots in self._slots if slots.seat is not None]
        # The boneyard comes last. If nobody draws from it, it does not matter what is there.
        self._is_drawn = situation.rules.draw is not Draw.NONE
        self._to_deal = len(self._unseen) - (0 if self._is_drawn else self._slots[-1].count)
        self._free = self._unrestricted_tiles()
        self._order = [*self._free, *(tile for tile in self._unseen if tile not in self._free)]
        self._dealt_until = len(self._free)
        self._deal: list[int] | None = None

    def _unrestricted_tiles(self) -> list[int]:
        """The unseen tiles that may be dealt to any place by a shuffle alone; none if a shuffle is not enough.

        It is enough if every place may hold every tile. It is also enough if there is one other hand and nobody draws:
        then the tiles that this hand may hold are shuffled, and the others are in the boneyard, in any order.
        """
        everything = sum(self._unseen)
        hands, boneyard = self._slots[:-1], self._slots[-1]
        if len(hands) == 1 and not self._is_drawn and boneyard.may_hold & everything == everything:
            free = [tile for tile in self._unseen if tile & hands[0].may_hold]
            return free if len(free) >= self._to_deal else []
        return self._unseen if all(slots.may_hold & everything == everything for slots in self._slots) else []

    @property
    def is_certain(self) -> bool:
        """Whether all unseen tiles are in one place, so that nothing is hidden."""
        return len({slots.seat for slots in self._slots if slots.count}) <= 1

    def sample(self, count: int, rng: Random) -> list[World]:
        """A sample of `count` possible deals."""
        if self._free:
            return [self._dealt(self._next_order(rng.random)) for _ in range(count)]
        if self._deal is None:
            self._deal = self._first_deal(rng)
            self._swap_some(8 * len(self._deal), rng)
        worlds = []
        for _ in range(count):
            # Consecutive worlds are similar, but a batch of them is not similar to the next batch.
            self._swap_some(len(self._deal) // 2 + 1, rng)
            worlds.append(self._dealt(self._deal))
        return worlds

    def _next_order(self, chance: Callable[[], float]) -> list[int]:
        """The tiles in the order of the next deal. One shuffle serves several deals, as long as it has enough tiles.

        So these worlds have different tiles in the hands, and tiles come up more evenly than in independent deals.
        """
        tiles, first = self._order, self._dealt_until
        if first + self._to_deal > len(self._free):
            first, count = 0, len(self._free)
            for at in range(count - count % self._to_deal if self._to_deal else 0):
                # Several times as quick as `shuffle`; the bias is one world in 2 ** 40.
                other = at + int(chance() * (count - at))
                tiles[at], tiles[other] = tiles[other], tiles[at]
        self._dealt_until = until = first + self._to_deal
        dealt = tiles[first:until]
        return [*dealt, *tiles[:first], *tiles[until:]] if self._is_drawn else dealt

    def _dealt(self, tiles: list[int]) -> World:
        hands = [0] * self._hands
        hands[self._seat] = self._own
        at = 0
        for seat, count in self._held:
            until = at + count
            hands[seat] |= sum(tiles[at:until])
            at = until
        return hands, tiles[at:] if self._is_drawn else []

    def _first_deal(self, rng: Random) -> list[int]:
        """A first deal, found as a bipartite matching of tiles to places (augmenting paths)."""
        deal: list[int | None] = [None] * len(self._places)
        order = rng.sample(range(len(self._places)), len(self._places))

        def settle(tile: int, tried: set[int]) -> bool:
            for place in order:
                if place in tried or not self._places[place].may_hold & tile:
                    continue
                tried.add(place)
                there = deal[place]
                if there is None or settle(there, tried):
                    deal[place] = tile
                    return True
            return False

        for tile in rng.sample(self._unseen, len(self._unseen)):
            if not settle(tile, set()):
                # The memory contradicts itself. A wrong place is better than no deal.
                deal[deal.index(None)] = tile
        return [tile for tile in deal if tile is not None]

    def _swap_some(self, times: int, rng: Random) -> None:
        """Try this many random swaps of two tiles."""
        deal, may_hold = self._deal, self._may_hold
        assert deal is not None
        count = len(deal)
        chance = rng.random
        for _ in range(times):
            one, other = int(chance() * count), int(chance() * count)
            if may_hold[one] & deal[other] and may_hold[other] & deal[one]:
                # A swap within a hand changes nothing; within the boneyard it changes the order of drawing.
                deal[one], deal[other] = deal[other], deal[one]


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
