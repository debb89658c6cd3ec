"""The errors that people make, by which the levels differ.

Here: `Errors`, how often a level makes each kind of error, and `RoundErrors`, the errors of one round. An error lasts
for a round: a player who overlooks an end overlooks it in its next turn too. The errors of a round follow from the
tiles that the seat was dealt, so they are the same in each turn and in each process. Not here: playing with these
errors (`bot_levels`).
"""

from random import Random

from attrs import evolve

from daemon.bots.memory import Memory
from daemon.bots.situation import Situation
from protocol.frozen import frozen


@frozen
class RoundErrors:
    """The errors of a seat in one round.

    `unseen`: the numbers that it does not see at the open ends. `forgets_knocks`: it forgets which numbers others lack.
    `ignores_reply`: it does not consider how the others will reply. `prefers_points`: it values points alike at all
    scores of the match.
    """

    unseen: frozenset[int] = frozenset()
    forgets_knocks: bool = False
    ignores_reply: bool = False
    prefers_points: bool = False

    def seen(self, situation: Situation) -> Situation:
        """The situation as the seat sees it with these errors."""
        memory = _without_knocks(situation.memory) if self.forgets_knocks else situation.memory
        return evolve(situation, memory=memory, overlooked=self.unseen)


@frozen(kw_only=True)
class Errors:
    """How often a level makes each error, as a share of rounds; `end_unseen` by number."""

    end_unseen: float = 0.0
    knock_forgotten: float = 0.0
    reply_ignored: float = 0.0
    points_preferred: float = 0.0

    def in_round(self, situation: Situation) -> RoundErrors:
        """The errors that this seat makes in the current round."""
        dealt = " ".join(map(str, situation.memory.dealt))
        rng = Random(f"{situation.seat} {situation.round.number} {dealt}")  # noqa: S311 - it decides no deal
        forgets, ignores, prefers = rng.random(), rng.random(), rng.random()
        numbers = range(situation.rules.max_pip + 1)
        return RoundErrors(
            frozenset(number for number in numbers if rng.random() < self.end_unseen),
            forgets < self.knock_forgotten,
            ignores < self.reply_ignored,
            prefers < self.points_preferred,
        )


def _without_knocks(memory: Memory) -> Memory:
    return evolve(
        memory, hands=tuple(tuple(evolve(batch, lacks=frozenset()) for batch in hand) for hand in memory.hands)
    )
