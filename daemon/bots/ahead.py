"""A seat's own next choices, thought through in rounds that it could not tell apart.

Lives here: `Ahead`. Played out by habits alone, a round is worth what a hasty player makes of it. Here the seat chooses
again when its turn comes: rounds that look alike to it by then are put together, and it lays in all of them the tile
that is best on the whole, for it does not see in which of them it is.
Not here: which rounds could be (`worlds`), the choice that is being made now (`search`).
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from daemon.bots.habits import Habits
from daemon.bots.playout import Playout, all_after
from daemon.bots.standing import Standing

FEWEST_ALIKE: Final = 4
"""Rounds that must look alike for a choice in them to be told from chance; in fewer the seat plays by habit."""
TO_BEGIN: Final = 6
"""Beginning to play a round on takes as long as laying so many tiles, about."""


class Ahead:
    """The next choices of one seat, whose habits everybody else has.

    `laid` is about how many tiles have been laid in thought so far, or what took as long.
    """

    def __init__(self, habits: Habits, standing: Standing, seat: int) -> None:
        self._play_out: Callable[[Playout, int | None], None] = habits.play_out
        self._standing = standing
        self._seat = seat
        self.laid = 0

    def total(self, rounds: Sequence[Playout], choices: int) -> float:
        """The chances to win these rounds, added up, with so many choices of the seat's own; it is not in turn.

        The rounds are played on from where they are.
        """
        seat = self._seat if choices else None
        # One until its next turn, or all that are left.
        self.laid += len(rounds) * (TO_BEGIN + (1 if choices else sum(map(int.bit_count, rounds[0].hands))))
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
            return self.total(all_after(rounds, *plays[0]), choices)
        # The best of what was tried is taken for what it came to. To choose in one half of the rounds and to weigh in
        # the other would be more honest, but told plays apart less well in as many rounds.
        return max(self.total(all_after(rounds, *play), choices - 1) for play in plays)
