"""In which manner somebody plays: like anybody who thinks a little, or greedily, for the points of the moment.

Lives here: how likely a choice is from a hand in either manner (`Chosen`), and what the choices of rounds that are over
make of a seat's manner (`odds_of_greed`). All hands are open at the end of a round, so those choices tell a lot; nobody
is told who sits there.
Not here: what is remembered (`memory`), how likely a deal is (`past`).
"""

from functools import lru_cache
from math import exp, log
from typing import Final

from daemon.bots.habits import WON, Habits
from daemon.bots.lines import Line
from daemon.bots.memory import Choice, Memory, OpenChoice
from daemon.bots.playout import bits_in

SHARPNESS: Final = 2.5
"""How much likelier a play is, as a power of e, for each turn that it gains more than another."""
ANYTHING: Final = 0.1
"""The share of choices that follow no rule."""
SLIPS: Final = 0.05
"""The same for somebody who plays greedily."""
GREED: Final = -1.0
"""How likely somebody is to be greedy of whom nothing is known, as the logarithm of the odds."""

Likelihoods = tuple[float, float]
"""Of a choice: for somebody who thinks a little, and for somebody greedy."""


class Chosen:
    """One choice: how tempting each tile was that would have fitted, as far as they lie in `among`."""

    __slots__ = ("_awards", "_chosen", "_fits", "_known", "_temptation", "seat")

    def __init__(self, choice: Choice, habits: Habits, among: int) -> None:
        book = habits.book
        line = book.line_of(choice.layout)
        bonus = choice.knocks * book.rules.knock_bonus
        self.seat = choice.seat
        self._fits = line.fits

        def looked_at(bit: int, after: Line) -> tuple[float, int]:
            awarded = book.awarded(choice.score, after.points, bonus, 0)
            value = habits.value_of(bit, after, choice.score, awarded)
            return exp(SHARPNESS * min(value, 4.0)) if value < WON else exp(SHARPNESS * 4.0), awarded

        self._temptation: dict[int, float] = {}
        self._awards: dict[int, list[int]] = {}
        for bit in bits_in(line.fits & among):
            looks = [looked_at(bit, after) for after in line.after(bit)]
            self._temptation[bit] = max(temptation for temptation, _ in looks)
            self._awards[bit] = [awarded for _, awarded in looks]
        laid = book.line_of(choice.layout.lay(choice.tile, choice.arm))
        self._chosen = looked_at(book.bits[choice.tile], laid)
        self._known: dict[int, Likelihoods] = {}

    def likelihoods(self, hand: int) -> Likelihoods:
        """How likely the choice was from this hand, as it was before it."""
        fitting = hand & self._fits
        found = self._known.get(fitting)
        if found is None:
            found = self._known[fitting] = self._thinking(bits_in(fitting)), self._greedy(bits_in(fitting))
        return found

    def _thinking(self, bits: list[int]) -> float:
        tempting = sum(self._temptation[bit] for bit in bits)
        return (1 - ANYTHING) * min(1.0, self._chosen[0] / tempting) + ANYTHING / len(bits)

    def _greedy(self, bits: list[int]) -> float:
        awards = [awarded for bit in bits for awarded in self._awards[bit]]
        most = max(awards)
        share = 1 / awards.count(most) if self._chosen[1] == most else 0.0
        return (1 - SLIPS) * share + SLIPS / len(bits)


def odds_of_greed(memory: Memory, seats: int, habits: Habits) -> list[float]:
    """By seat: how likely it is to be greedy, as the logarithm of the odds."""
    odds = [GREED] * seats
    for opened in memory.opened:
        odds[opened.choice.seat] += _towards_greed(opened, habits)
    return odds


@lru_cache(maxsize=4_000)
def _towards_greed(opened: OpenChoice, habits: Habits) -> float:
    hand = habits.book.mask_of(opened.hand)
    thinking, greedy = Chosen(opened.choice, habits, hand).likelihoods(hand)
    return log(greedy / thinking)
