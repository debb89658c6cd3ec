"""The club player: what a play scores, what it lets the next seat score, and what is left to play on with.

Lives here: `Club` and what it makes of things. Everything is reckoned in turns: how many fewer its side has to go, how
many fewer the others (`race`), and what that makes of the chance to win. So it plays for an exact target, and against
one, without rules of its own for it.
Not here: reckoning one play through (`outlook`), the chances of a hidden hand (`replies`).
"""

from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.outlook import Outlook, Weights
from daemon.bots.race import misjudged, race_for
from daemon.bots.situation import Situation
from protocol.log.choices import Play

CLUB: Final = Weights(follow_up=0.8, stuck=0.5, next_draws=0.3, number_covered=0.1, double_left=0.2, pips_left=0.15)


@frozen
class Club:
    """Two plays ahead, with an eye on the target. `noise` is the usual error of its judgement, in turns."""

    name: str
    sentence: str
    noise: float = 0.0
    weights: Weights = CLUB

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play with the best chance to win, as it judges it; between equals, any."""
        outlook = Outlook(situation, self.weights)
        # Rounded, so that equals are equal whichever way their sums were added up.
        chances = [round(outlook.chance_after(play), 9) for play in situation.plays]
        if self.noise:
            table = situation.table
            error = self.noise * race_for(situation.rules).worth_of_a_turn(situation.side, table.scores)
            chances = [misjudged(chance, rng.gauss(0, error)) for chance in chances]
        best = max(chances)
        return rng.choice([play for play, chance in zip(situation.plays, chances, strict=True) if chance == best])
