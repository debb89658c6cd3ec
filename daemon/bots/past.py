"""How likely a deal is, going by what the others chose: who laid this had nothing much better, most likely.

Lives here: `Past`, which weighs deals (`worlds`) by the choices of this round (`memory`), picks among them, and tells
who plays greedily in each.
Not here: how likely a choice is from a hand (`manners`).
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from daemon.bots.habits import Habits
from daemon.bots.manners import Chosen, odds_of_greed
from daemon.bots.situation import Situation
from daemon.bots.worlds import World

Likely = tuple[list[int], list[int], int]
"""A world, and a mask of the seats that play greedily in it (`Playout.greedy`)."""

CERTAIN: Final = 30.0
"""Odds are not taken for greater than this power of e."""


class Past:
    """The others' choices in this match, those of this round above all. Without `learns` everybody thinks a little."""

    def __init__(self, situation: Situation, habits: Habits, *, learns: bool) -> None:
        bits, seats = habits.book.bits, len(situation.round.hands)
        if learns:
            others = [
                _Other(seat, _chance(odds)) for seat, odds in enumerate(odds_of_greed(situation.memory, seats, habits))
            ]
        else:
            others = [_Other(seat, 0.0) for seat in range(seats)]
        for choice in reversed(situation.memory.chosen):
            other = others[choice.seat]
            other.laid_since |= bits[choice.tile]
            if choice.layout.lead is not None and choice.seat != situation.seat:
                other.turns.append((Chosen(choice, habits, habits.book.every_tile), other.laid_since))
        self._others = [other for other in others if other.seat != situation.seat]

    def likeliest(self, worlds: Sequence[World], count: int, rng: Random) -> list[Likely]:
        """So many of these worlds, the likelier ones more often."""
        weights = [self._weight(hands) for hands, _ in worlds]
        step = sum(weights) / count
        threshold = rng.random() * step
        picked: list[Likely] = []
        so_far = 0.0
        for world, weight in zip(worlds, weights, strict=True):
            so_far += weight
            if threshold < so_far:
                likely = self.with_manners(world, rng)
                while threshold < so_far and len(picked) < count:
                    picked.append(likely)
                    threshold += step
        # They come in the order they were dealt in, not by weight, so any part of them is as good as the whole.
        return picked

    def with_manners(self, world: World, rng: Random) -> Likely:
        """A world, with somebody playing greedily in it as often as it is likely."""
        hands, boneyard = world
        greedy = 0
        for other in self._others:
            if other.greed and rng.random() < other.weighed(hands[other.seat])[1]:
                greedy |= 1 << other.seat
        return hands, boneyard, greedy

    @property
    def says_something(self) -> bool:
        """Whether anybody else has chosen anything yet in this round."""
        return any(other.turns for other in self._others)

    def _weight(self, hands: Sequence[int]) -> float:
        weight = 1.0
        for other in self._others:
            weight *= other.weighed(hands[other.seat])[0]
        return weight


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-max(-CERTAIN, min(CERTAIN, odds))))


class _Other:
    """Another seat: how likely it is to be greedy, and its choices in this round with what it has laid since each."""

    __slots__ = ("_known", "greed", "laid_since", "seat", "turns")

    def __init__(self, seat: int, greed: float) -> None:
        self.seat = seat
        self.turns: list[tuple[Chosen, int]] = []
        self.laid_since = 0
        self.greed = greed
        self._known: dict[int, tuple[float, float]] = {}

    def weighed(self, hand: int) -> tuple[float, float]:
        """How likely all its choices were if this is its hand now, and how likely it is greedy then."""
        found = self._known.get(hand)
        if found is None:
            thinking, greedy = 1 - self.greed, self.greed
            for chosen, laid_since in self.turns:
                by_thinking, by_greed = chosen.likelihoods(hand | laid_since)
                thinking *= by_thinking
                greedy *= by_greed
            found = self._known[hand] = thinking + greedy, greedy / (thinking + greedy)
        return found
