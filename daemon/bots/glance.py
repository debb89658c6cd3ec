"""The choice of a player who does not consider the replies: the points now, and the hand that is left.

Here: `best_at_a_glance`, for the levels that play so in some rounds (`errors`). Not here: looking further (`search`).
"""

from random import Random

from daemon.bots.errors import RoundErrors
from daemon.bots.playout_policy import PlayoutPolicy, policy_for
from daemon.bots.situation import Situation
from protocol.log.choices import Play, worth


def best_at_a_glance(situation: Situation, errors: RoundErrors, rng: Random) -> Play:
    """The play that gains the most turns, its points and the hand that is left together; between equals, any."""
    policy = policy_for(situation.rules, len(situation.table.scores))
    # Rounded, because equal values may be sums in different orders.
    values = [round(_value_of(situation, errors, policy, play), 9) for play in situation.plays]
    most = max(values)
    return rng.choice([play for play, value in zip(situation.plays, values, strict=True) if value == most])


def _value_of(situation: Situation, errors: RoundErrors, policy: PlayoutPolicy, play: Play) -> float:
    """The turns that a play gains. Points on an end that the player does not see are none."""
    book, score = policy.book, situation.table.score_of(situation.seat)
    awarded = 0 if play.arm in situation.unseen_arms else worth(situation.table, situation.seat, play).awarded
    line = book.line_of(situation.round.layout.lay(play.tile, play.arm))
    bit = book.bits[play.tile]
    left = book.mask_of(situation.hand) ^ bit
    gained = policy.turns_gained(score, awarded, prefers_points=errors.prefers_points)
    return gained + policy.worth_of_hand(bit, left, line)
