"""A seat's own next choices, thought through in rounds that it could not tell apart.

Lives here: `Ahead`. Played out by habits alone, a round is worth what a hasty player makes of it. Here the seat chooses
again when its turn comes: rounds that look alike to it by then are put together, and it lays in all of them the tile
that is best on the whole, for it does not see in which of them it is.
Not here: which rounds could be (`worlds`), the choice that is being made now (`search`).
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from daemon.bots.habits import Habits
from daemon.bots.playout import Playout
from daemon.bots.standing import Standing

FEWEST_ALIKE: Final = 6
"""Rounds that must look alike for a choice in them to be told from chance; in fewer the seat plays by habit."""


class Ahead:
    """The next choices of one seat, whose habits everybody else has."""

    def __init__(self, habits: Habits, standing: Standing, seat: int) -> None:
        self._play_out: Callable[[Playout, int | None], None] = habits.play_out
        self._standing = standing
        self._seat = seat

    def total(self, rounds: Sequence[Playout], choices: int) -> float:
        """The chances to win these rounds, added up, with so many choices of the seat's own; it is not in turn.

        The rounds are played on from where they are.
        """
        seat = self._seat if choices else None
        total = 0.0
        alike: dict[Hashable, list[Playout]] = {}
        for round_ in rounds:
            self._play_out(round_, seat)
            if round_.is_over:
                total += self._standing.chance(round_.scores, round_.won_by)
            else:
                # Others' draws are seen, and how many tiles they hold tells of them.
                looks = round_.line, round_.knocks, round_.hands[self._seat], len(round_.boneyard), *round_.scores
                alike.setdefault(looks, []).append(round_)
        return total + sum(self._chosen_in(each, choices) for each in alike.values())

    def _chosen_in(self, rounds: Sequence[Playout], choices: int) -> float:
        """The same for rounds that look alike to the seat, which is in turn."""
        if len(rounds) < FEWEST_ALIKE or rounds[0].may_draw:
            return self.total(rounds, 0)
        plays = rounds[0].plays()
        if not plays:
            for round_ in rounds:
                round_.knock()
            return self.total(rounds, choices)
        if len(plays) == 1:
            return self.total([each.after(*plays[0]) for each in rounds], choices)
        # What is best is found out in one half and weighed in the other: who chooses by luck is not to profit by it.
        half = len(rounds) // 2
        first, second = rounds[:half], rounds[half:]
        in_first = [self.total([each.after(*play) for each in first], choices - 1) for play in plays]
        in_second = [self.total([each.after(*play) for each in second], choices - 1) for play in plays]
        return in_first[in_second.index(max(in_second))] + in_second[in_first.index(max(in_first))]
