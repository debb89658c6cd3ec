"""The value of plays when a seat also chooses well in its next turns.

Here: `Lookahead`. A round that is played out by the policy alone has the value that a hasty player makes of it. Here
the seat chooses again in its next turns: rounds that look the same to the seat by then are put in one group, and the
seat plays the tile that is best for the whole group, as it cannot know in which of the rounds it is. Not here: which
rounds are possible (`worlds`), the play that is being chosen now (`search`).
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from daemon.bots.playout import Playout, all_after
from daemon.bots.playout_policy import PlayoutPolicy
from daemon.bots.win_chances import WinChances

FEWEST_ALIKE: Final = 4
"""The smallest group in which the seat chooses; in smaller ones the choice would be luck, and the policy plays."""
PLAYOUT_OVERHEAD: Final = 6
"""Starting a playout takes about as long as playing so many tiles."""


class Lookahead:
    """One seat's next choices; all others play by the policy.

    `cost`: the work so far, in tiles played.
    """

    def __init__(self, policy: PlayoutPolicy, win_chances: WinChances, seat: int) -> None:
        self._play_out: Callable[[Playout, int | None], None] = policy.play_out
        self._win_chances = win_chances
        self._seat = seat
        self.cost = 0

    def total(self, rounds: Sequence[Playout], choices: int) -> float:
        """The sum of the chances to win these rounds, with so many choices by the seat, which is not in turn.

        The rounds are played on in place.
        """
        seat = self._seat if choices else None
        # One tile until its next turn, or all that are left.
        self.cost += len(rounds) * (PLAYOUT_OVERHEAD + (1 if choices else sum(map(int.bit_count, rounds[0].hands))))
        total = 0.0
        groups: dict[Hashable, list[Playout]] = {}
        for round_ in rounds:
            self._play_out(round_, seat)
            if round_.is_over:
                total += self._win_chances.chance(round_.scores, round_.won_by)
            else:
                # The boneyard's size says how many tiles the others have drawn.
                visible = round_.line, round_.knocks, round_.hands[self._seat], len(round_.boneyard), *round_.scores
                groups.setdefault(visible, []).append(round_)
        return total + sum(self._total_of_group(each, choices) for each in groups.values())

    def _total_of_group(self, rounds: Sequence[Playout], choices: int) -> float:
        """The sum of the chances to win rounds that look the same to the seat, which is in turn."""
        if len(rounds) < FEWEST_ALIKE or rounds[0].may_draw:
            return self.total(rounds, 0)
        plays = rounds[0].plays()
        if not plays:
            for round_ in rounds:
                round_.knock()
            return self.total(rounds, choices)
        if len(plays) == 1:
            return self.total(all_after(rounds, *plays[0]), choices)
        # The maximum is biased upwards. Choosing in one half of the rounds and evaluating in the other half would
        # avoid that, but was measured to separate good plays from bad ones less well.
        return max(self.total(all_after(rounds, *play), choices - 1) for play in plays)
