"""Two models of another player: one who thinks a little, and a greedy one, who takes the most points of each turn.

Here: the likelihood of a play under each model, given the hand (`PlayLikelihood`), and how likely a seat is to be
greedy after its plays in earlier rounds, when all hands have been revealed (`greed_log_odds`). Not here: remembering
plays (`memory`), how likely a deal is (`deal_likelihood`).
"""

from functools import lru_cache
from math import exp, log
from typing import Final

from daemon.bots.line_book import Line
from daemon.bots.memory import Memory, ObservedPlay, RevealedPlay
from daemon.bots.playout import bits_in
from daemon.bots.playout_policy import WON, PlayoutPolicy

SHARPNESS: Final = 2.5
"""For each turn that a play gains over another it is likelier by the factor e to this power."""
RANDOM_SHARE: Final = 0.1
"""The share of plays that follow neither model, for a player who thinks a little."""
GREEDY_RANDOM_SHARE: Final = 0.05
"""The same for a greedy player."""
GREED: Final = -1.0
"""The prior log-odds that a player is greedy."""

Likelihoods = tuple[float, float]
"""The likelihood of a play for a player who thinks a little, and for a greedy one."""


class PlayLikelihood:
    """The likelihood of one play, by hand. `among`: the mask of the tiles that the hand may hold."""

    __slots__ = ("_awards", "_chosen", "_fits", "_known", "_temptation")

    def __init__(self, play: ObservedPlay, policy: PlayoutPolicy, among: int) -> None:
        book = policy.book
        line = book.line_of(play.layout)
        bonus = play.knocks * book.rules.knock_bonus
        self._fits = line.fits

        def appeal(bit: int, after: Line) -> tuple[float, int]:
            awarded = book.awarded(play.score, after.points, bonus, 0)
            value = policy.value_of(bit, after, play.score, awarded)
            return exp(SHARPNESS * min(value, 4.0)) if value < WON else exp(SHARPNESS * 4.0), awarded

        self._temptation: dict[int, float] = {}
        self._awards: dict[int, list[int]] = {}
        for bit in bits_in(line.fits & among):
            appeals = [appeal(bit, after) for after in line.after(bit)]
            self._temptation[bit] = max(temptation for temptation, _ in appeals)
            self._awards[bit] = [awarded for _, awarded in appeals]
        left = book.line_of(play.layout.lay(play.tile, play.arm))
        self._chosen = appeal(book.bits[play.tile], left)
        self._known: dict[int, Likelihoods] = {}

    def likelihoods(self, hand: int) -> Likelihoods:
        """The likelihoods of the play, given the hand before it as a mask."""
        fitting = hand & self._fits
        found = self._known.get(fitting)
        if found is None:
            found = self._known[fitting] = self._thinking(bits_in(fitting)), self._greedy(bits_in(fitting))
        return found

    def _thinking(self, bits: list[int]) -> float:
        tempting = sum(self._temptation[bit] for bit in bits)
        return (1 - RANDOM_SHARE) * min(1.0, self._chosen[0] / tempting) + RANDOM_SHARE / len(bits)

    def _greedy(self, bits: list[int]) -> float:
        awards = [awarded for bit in bits for awarded in self._awards[bit]]
        most = max(awards)
        share = 1 / awards.count(most) if self._chosen[1] == most else 0.0
        return (1 - GREEDY_RANDOM_SHARE) * share + GREEDY_RANDOM_SHARE / len(bits)


def greed_log_odds(memory: Memory, seats: int, policy: PlayoutPolicy) -> list[float]:
    """By seat: the log-odds that it is greedy."""
    odds = [GREED] * seats
    for revealed in memory.revealed:
        odds[revealed.play.seat] += _evidence_of_greed(revealed, policy)
    return odds


@lru_cache(maxsize=4_000)
def _evidence_of_greed(revealed: RevealedPlay, policy: PlayoutPolicy) -> float:
    hand = policy.book.mask_of(revealed.hand)
    thinking, greedy = PlayLikelihood(revealed.play, policy, hand).likelihoods(hand)
    return log(greedy / thinking)
