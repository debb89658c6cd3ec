"""What the next seat is likely to answer, as far as can be reckoned without seeing its hand.

Lives here: `NextHand`, the chances of a hidden hand, from the tiles that are out of sight and what its owner has shown
to lack. Not here: which answer is good for whom (`club`).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from daemon.bots.ends import Ends
from daemon.bots.memory import Batch
from daemon.bots.situation import Situation
from protocol.game.tiles import Tile


class Answer(NamedTuple):
    """The chance of an answer that gains so many turns, and the ends that it may leave."""

    chance: float
    gain: float
    leaves: Sequence[Ends]


class NextHand:
    """A hidden hand: each of its batches is some tiles out of those that it may hold."""

    def __init__(self, situation: Situation, seat: int) -> None:
        batches = situation.memory.hands[seat]
        undealt = situation.memory.undealt
        self._unseen = situation.unseen
        own = {batch.tile for batch in batches}
        elsewhere = situation.memory.shown - own
        self._candidates: list[tuple[Tile, tuple[int, ...]]] = []
        for tile in situation.unseen:
            within = tuple(at for at, batch in enumerate(batches) if batch.may_hold(tile, undealt))
            if within and tile not in elsewhere:
                self._candidates.append((tile, within))
        self._none_of = [
            _chances_of_none(batch, sum(at in within for _, within in self._candidates))
            for at, batch in enumerate(batches)
        ]

    def answers(self, ends: Ends, gain_from: Callable[[Ends], float]) -> Iterator[Answer]:
        """What it may lay on these ends, best gain first: it takes the best it has.

        Where the chances do not add up to 1, what is left is the chance that nothing fits.
        """
        by_gain: dict[float, tuple[list[Ends], list[int]]] = {}
        for tile, within in self._candidates:
            outcomes = ends.after(tile)
            if not outcomes:
                continue
            gain, left = max(((gain_from(each), each) for each in outcomes), key=_gain_of)
            leaves, counts = by_gain.setdefault(gain, ([], [0] * len(self._none_of)))
            leaves.append(left)
            for at in within:
                counts[at] += 1
        better = [0] * len(self._none_of)
        none_so_far = 1.0
        for gain in sorted(by_gain, reverse=True):
            leaves, counts = by_gain[gain]
            better = [one + other for one, other in zip(better, counts, strict=True)]
            none_now = 1.0
            for at, how_many in enumerate(better):
                none_now *= self._none_of[at][how_many]
            if none_now < none_so_far:
                yield Answer(none_so_far - none_now, gain, leaves)
            none_so_far = none_now

    def answer_from_boneyard(self, ends: Ends, gain_from: Callable[[Ends], float], *, until: bool) -> Answer:
        """What it lays when it has to draw first: any of the unseen tiles that fit, one as likely as another."""
        fitting = [
            max(((gain_from(each), each) for each in outcomes), key=_gain_of)
            for tile in self._unseen
            if (outcomes := ends.after(tile))
        ]
        if not fitting:
            return Answer(0.0, 0.0, ())
        gain = sum(gain for gain, _ in fitting) / len(fitting)
        chance = 1.0 if until else len(fitting) / len(self._unseen)
        return Answer(chance, gain, [each for _, each in fitting])


def _gain_of(outcome: tuple[float, Ends]) -> float:
    return outcome[0]


def _chances_of_none(batch: Batch, candidates: int) -> list[float]:
    """The chance that a batch holds none of the best n of its candidates, for n from 0."""
    chances = [1.0]
    for excluded in range(candidates):
        left = candidates - excluded
        chances.append(chances[-1] * max(0, left - batch.count) / left)
    return chances
