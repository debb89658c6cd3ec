"""The club player, which weighs what a play scores, what it lets the next seat score, and the hand that is left.

Here: `Club` and its weights. Everything is measured in turns that a side is away from winning (`race`), and these give
the chance to win. So the player needs no special rules for exact targets. Not here: evaluating one play (`evaluation`),
the probabilities of a hidden hand (`replies`).
"""

from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.evaluation import Evaluation, Weights
from daemon.bots.race import misjudged, race_for
from daemon.bots.situation import Situation
from protocol.log.choices import Play

CLUB: Final = Weights(follow_up=0.8, stuck=0.5, next_draws=0.3, number_covered=0.1, double_left=0.2, pips_left=0.15)


@frozen
class Club:
    """A player that looks two plays ahead. `noise`: the standard deviation of its errors, in turns."""

    name: str
    sentence: str
    noise: float = 0.0
    weights: Weights = CLUB

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play with the best chance to win, as it judges it; between equals, any."""
        evaluation = Evaluation(situation, self.weights)
        # Rounded, because equal chances may be sums in different orders.
        chances = [round(evaluation.chance_after(play), 9) for play in situation.plays]
        if self.noise:
            table = situation.table
            error = self.noise * race_for(situation.rules).worth_of_a_turn(situation.side, table.scores)
            chances = [misjudged(chance, rng.gauss(0, error)) for chance in chances]
        best = max(chances)
        return rng.choice([play for play, chance in zip(situation.plays, chances, strict=True) if chance == best])
