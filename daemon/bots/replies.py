"""The likely replies of the next seat, whose hand is hidden.

Here: `NextHand`, the probabilities of a hidden hand, from the tiles out of sight and the numbers that it is known to
lack. Not here: the value of a reply (`evaluation`).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from daemon.bots.line_book import Line, LineBook
from daemon.bots.memory import Batch
from daemon.bots.situation import Situation


class LikelyReply(NamedTuple):
    """The probability of a reply, the turns that it gains, and the lines that it may leave."""

    chance: float
    gain: float
    leaves: Sequence[Line]


class NextHand:
    """A hidden hand: each of its batches is a random choice of the tiles that it may hold."""

    def __init__(self, situation: Situation, seat: int, book: LineBook) -> None:
        batches = situation.memory.hands[seat]
        undealt = situation.memory.undealt
        self._unseen = [book.bits[tile] for tile in situation.unseen]
        own = {batch.tile for batch in batches}
        elsewhere = situation.memory.shown - own
        self._candidates: list[tuple[int, tuple[int, ...]]] = []
        for tile in situation.unseen:
            within = tuple(at for at, batch in enumerate(batches) if batch.may_hold(tile, undealt))
            if within and tile not in elsewhere:
                self._candidates.append((book.bits[tile], within))
        self._none_of = [
            _chances_of_none(batch, sum(at in within for _, within in self._candidates))
            for at, batch in enumerate(batches)
        ]

    def replies(self, line: Line, gain_from: Callable[[Line], float]) -> Iterator[LikelyReply]:
        """The possible replies on this line, best gain first; the seat plays the best it has.

        What the probabilities lack to 1 is the probability that nothing fits.
        """
        by_gain: dict[float, tuple[list[Line], list[int]]] = {}
        for bit, within in self._candidates:
            outcomes = line.after(bit)
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
                yield LikelyReply(none_so_far - none_now, gain, leaves)
            none_so_far = none_now

    def reply_from_boneyard(self, line: Line, gain_from: Callable[[Line], float], *, until: bool) -> LikelyReply:
        """The reply after drawing: any unseen tile that fits, all equally likely. `until`: it draws until one fits."""
        fitting = [
            max(((gain_from(each), each) for each in outcomes), key=_gain_of)
            for bit in self._unseen
            if (outcomes := line.after(bit))
        ]
        if not fitting:
            return LikelyReply(0.0, 0.0, ())
        gain = sum(gain for gain, _ in fitting) / len(fitting)
        chance = 1.0 if until else len(fitting) / len(self._unseen)
        return LikelyReply(chance, gain, [each for _, each in fitting])


def _gain_of(outcome: tuple[float, Line]) -> float:
    return outcome[0]


def _chances_of_none(batch: Batch, candidates: int) -> list[float]:
    """The probability that a batch holds none of the best n of its candidates, by n."""
    chances = [1.0]
    for excluded in range(candidates):
        left = candidates - excluded
        chances.append(chances[-1] * max(0, left - batch.count) / left)
    return chances
