"""How likely a deal of the hidden tiles is, given what the other seats have played.

Here: `DealLikelihood`, which weighs worlds by the plays of this round, samples among them, and decides which seats are
greedy in each. Not here: the likelihood of a play (`opponent_model`), dealing (`worlds`).
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from daemon.bots.opponent_model import PlayLikelihood, greed_log_odds
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.situation import Situation
from daemon.bots.worlds import World

LikelyWorld = tuple[list[int], list[int], int]
"""A world with its mask of greedy seats (`Playout.greedy`)."""

CERTAIN: Final = 30.0
"""The limit of log-odds, against overflow."""


class DealLikelihood:
    """The likelihood of worlds in one situation. Unless it `learns` from earlier rounds, nobody is greedy."""

    def __init__(self, situation: Situation, policy: PlayoutPolicy, *, learns: bool) -> None:
        bits, seats = policy.book.bits, len(situation.round.hands)
        if learns:
            others = [
                _Other(seat, _chance(odds)) for seat, odds in enumerate(greed_log_odds(situation.memory, seats, policy))
            ]
        else:
            others = [_Other(seat, 0.0) for seat in range(seats)]
        for play in reversed(situation.memory.observed):
            other = others[play.seat]
            other.played_since |= bits[play.tile]
            if play.layout.lead is not None and play.seat != situation.seat:
                other.turns.append((PlayLikelihood(play, policy, policy.book.every_tile), other.played_since))
        self._others = [other for other in others if other.seat != situation.seat]

    def likeliest(self, worlds: Sequence[World], count: int, rng: Random) -> list[LikelyWorld]:
        """A sample of `count` of these worlds, in proportion to their likelihood (systematic resampling)."""
        weights = [self._weight(hands) for hands, _ in worlds]
        step = sum(weights) / count
        threshold = rng.random() * step
        picked: list[LikelyWorld] = []
        so_far = 0.0
        for world, weight in zip(worlds, weights, strict=True):
            so_far += weight
            if threshold < so_far:
                likely = self.with_greed(world, rng)
                while threshold < so_far and len(picked) < count:
                    picked.append(likely)
                    threshold += step
        # They stay in the order in which they were dealt, so any part of them is a fair sample too.
        return picked

    def with_greed(self, world: World, rng: Random) -> LikelyWorld:
        """The world, with each seat made greedy with its probability of being so."""
        hands, boneyard = world
        greedy = 0
        for other in self._others:
            if other.greed and rng.random() < other.weighed(hands[other.seat])[1]:
                greedy |= 1 << other.seat
        return hands, boneyard, greedy

    @property
    def has_evidence(self) -> bool:
        """Whether another seat has made a choice in this round."""
        return any(other.turns for other in self._others)

    def _weight(self, hands: Sequence[int]) -> float:
        weight = 1.0
        for other in self._others:
            weight *= other.weighed(hands[other.seat])[0]
        return weight


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-max(-CERTAIN, min(CERTAIN, odds))))


class _Other:
    """Another seat: the probability that it is greedy, and its plays in this round with the tiles played since each."""

    __slots__ = ("_known", "greed", "played_since", "seat", "turns")

    def __init__(self, seat: int, greed: float) -> None:
        self.seat = seat
        self.turns: list[tuple[PlayLikelihood, int]] = []
        self.played_since = 0
        self.greed = greed
        self._known: dict[int, tuple[float, float]] = {}

    def weighed(self, hand: int) -> tuple[float, float]:
        """The likelihood of all its plays if this is its hand now, and the probability that it is greedy then."""
        found = self._known.get(hand)
        if found is None:
            thinking, greedy = 1 - self.greed, self.greed
            for play, played_since in self.turns:
                by_thinking, by_greed = play.likelihoods(hand | played_since)
                thinking *= by_thinking
                greedy *= by_greed
            found = self._known[hand] = thinking + greedy, greedy / (thinking + greedy)
        return found
