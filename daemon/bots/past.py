"""How likely a deal is, going by what the others chose: who laid this had nothing much better, most likely.

Lives here: `Past`, which weighs deals (`worlds`) by the choices of this round (`memory`) and picks among them.
Not here: what a seat would choose (`habits`).
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from daemon.bots.habits import WON, Habits
from daemon.bots.lines import Line
from daemon.bots.memory import Choice
from daemon.bots.playout import bits_in
from daemon.bots.situation import Situation
from daemon.bots.worlds import World

SHARPNESS: Final = 2.5
"""How much likelier a play is, as a power of e, for each turn that it gains more than another."""
ANYTHING: Final = 0.1
"""The share of choices that follow no rule."""


class Past:
    """The others' choices in this round."""

    def __init__(self, situation: Situation, habits: Habits) -> None:
        chosen = [each for each in situation.memory.chosen if each.seat != situation.seat]
        laid_since: dict[int, int] = {}
        self._turns: list[_Turn] = []
        for choice in reversed(chosen):
            laid_since[choice.seat] = laid_since.get(choice.seat, 0) | habits.book.bits[choice.tile]
            if choice.layout.lead is not None:
                self._turns.append(_Turn(choice, laid_since[choice.seat], habits))

    @property
    def says_something(self) -> bool:
        """Whether anybody else has chosen anything yet."""
        return bool(self._turns)

    def likeliest(self, worlds: Sequence[World], count: int, rng: Random) -> list[World]:
        """So many of these worlds, the likelier ones more often."""
        weights = [self._weight(hands) for hands, _ in worlds]
        step = sum(weights) / count
        threshold = rng.random() * step
        picked: list[World] = []
        so_far = 0.0
        for world, weight in zip(worlds, weights, strict=True):
            so_far += weight
            while threshold < so_far and len(picked) < count:
                picked.append(world)
                threshold += step
        # They come in the order they were dealt in, not by weight, so any part of them is as good as the whole.
        return picked

    def _weight(self, hands: Sequence[int]) -> float:
        weight = 1.0
        for turn in self._turns:
            weight *= turn.likelihood(hands[turn.seat])
        return weight


class _Turn:
    """One choice: how tempting each tile was that would have fitted."""

    __slots__ = ("_chosen", "_fits", "_known", "_laid_since", "_temptation", "seat")

    def __init__(self, choice: Choice, laid_since: int, habits: Habits) -> None:
        book = habits.book
        line = book.line_of(choice.layout)
        bonus = choice.knocks * book.rules.knock_bonus
        self.seat = choice.seat
        self._laid_since = laid_since
        self._fits = line.fits

        def temptation(bit: int, after: Line) -> float:
            awarded = book.awarded(choice.score, after.points, bonus, 0)
            value = habits.value_of(bit, after, choice.score, awarded)
            return exp(SHARPNESS * min(value, 4.0)) if value < WON else exp(SHARPNESS * 4.0)

        self._temptation = {bit: max(temptation(bit, after) for after in line.after(bit)) for bit in bits_in(line.fits)}
        laid = book.line_of(choice.layout.lay(choice.tile, choice.arm))
        self._chosen = temptation(book.bits[choice.tile], laid)
        self._known: dict[int, float] = {}

    def likelihood(self, hand: int) -> float:
        """How likely the choice was from this hand, as it is now."""
        fitting = (hand | self._laid_since) & self._fits
        found = self._known.get(fitting)
        if found is None:
            tempting = [self._temptation[bit] for bit in bits_in(fitting)]
            share = min(1.0, self._chosen / sum(tempting))
            found = self._known[fitting] = (1 - ANYTHING) * share + ANYTHING / len(tempting)
        return found
