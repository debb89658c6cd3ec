"""How likely a deal of the hidden tiles is, given what the other seats have played.

Here: `DealLikelihood`, which weighs worlds by the plays of this round and samples among them. Each play is judged as
the choice of a player who thinks a little. Not here: remembering plays (`memory`), dealing (`worlds`).
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from daemon.bots.line_book import Line, bits_in
from daemon.bots.memory import ObservedPlay
from daemon.bots.playout_policy import WON, PlayoutPolicy
from daemon.bots.situation import Situation
from daemon.bots.worlds import World

SHARPNESS: Final = 2.5
"""For each turn that a play gains over another it is likelier by the factor e to this power."""
RANDOM_SHARE: Final = 0.1
"""The share of plays that do not follow the model."""
MOST_TURNS: Final = 4.0
"""The most turns by which one play is taken to be better than another."""


class DealLikelihood:
    """The likelihood of worlds in one situation."""

    def __init__(self, situation: Situation, policy: PlayoutPolicy) -> None:
        bits, others = policy.book.bits, [_OtherSeat(seat) for seat in range(len(situation.round.hands))]
        for play in reversed(situation.memory.observed):
            other = others[play.seat]
            other.played_since |= bits[play.tile]
            if play.layout.lead is not None and play.seat != situation.seat:
                other.turns.append((_PlayLikelihood(play, policy), other.played_since))
        self._others = [other for other in others if other.turns]

    @property
    def has_evidence(self) -> bool:
        """Whether another seat has made a choice in this round."""
        return bool(self._others)

    def resampled(self, worlds: Sequence[World], count: int, rng: Random) -> list[World]:
        """A sample of `count` of these worlds, in proportion to their likelihood (systematic resampling)."""
        weights = self._weights(worlds)
        step = sum(weights) / count
        threshold = rng.random() * step
        picked: list[World] = []
        so_far = 0.0
        for world, weight in zip(worlds, weights, strict=True):
            so_far += weight
            while threshold < so_far and len(picked) < count:
                picked.append(world)
                threshold += step
        # They stay in the order in which they were dealt, so any part of them is a fair sample too.
        return picked

    def _weights(self, worlds: Sequence[World]) -> list[float]:
        weights = [1.0] * len(worlds)
        for other in self._others:
            seat, likelihood = other.seat, other.likelihood
            for at, (hands, _) in enumerate(worlds):
                weights[at] *= likelihood[hands[seat]]
        return weights


class _OtherSeat:
    """Another seat: its plays in this round with the tiles played since each."""

    __slots__ = ("likelihood", "played_since", "seat", "turns")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.turns: list[tuple[_PlayLikelihood, int]] = []
        self.played_since = 0
        self.likelihood = _Likelihoods(self.turns)


class _Likelihoods(dict[int, float]):
    """The likelihood of all plays of a seat by its hand now; that of a hand is found when it is first needed."""

    __slots__ = ("_turns",)

    def __init__(self, turns: "list[tuple[_PlayLikelihood, int]]") -> None:
        super().__init__()
        self._turns = turns

    def __missing__(self, hand: int) -> float:
        found = 1.0
        for play, played_since in self._turns:
            found *= play.likelihood(hand | played_since)
        self[hand] = found
        return found


class _PlayLikelihood:
    """The likelihood of one play, by hand."""

    __slots__ = ("_appeals", "_chosen", "_fits", "_known")

    def __init__(self, play: ObservedPlay, policy: PlayoutPolicy) -> None:
        book = policy.book
        line = book.line_of(play.layout)
        bonus = play.knocks * book.rules.knock_bonus
        self._fits = line.fits

        def appeal(bit: int, after: Line) -> float:
            awarded = book.awarded(play.score, after.points, bonus, 0, leads=not line.open)
            value = policy.value_of(bit, after, policy.gain(play.score, awarded))
            return exp(SHARPNESS * (min(value, MOST_TURNS) if value < WON else MOST_TURNS))

        self._appeals = {bit: max(appeal(bit, after) for after in line.after(bit)) for bit in bits_in(line.fits)}
        left = book.line_of(play.layout.lay(play.tile, play.arm))
        self._chosen = appeal(book.bits[play.tile], left)
        self._known: dict[int, float] = {}

    def likelihood(self, hand: int) -> float:
        """The likelihood of the play, given the hand before it as a mask."""
        fitting = hand & self._fits
        found = self._known.get(fitting)
        if found is None:
            bits = bits_in(fitting)
            share = min(1.0, self._chosen / sum(self._appeals[bit] for bit in bits))
            found = self._known[fitting] = (1 - RANDOM_SHARE) * share + RANDOM_SHARE / len(bits)
        return found
