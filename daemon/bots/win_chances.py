"""The chance to win the match with the scores at the end of a round.

Here: `WinChances`, for one side: by the table of its game, if there is one. Not here: the tables (`chance_tables`), for
other games the turns that each side has to go (`race`).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from daemon.bots.chance_tables import FARTHEST, ChanceTable, chance_table
from daemon.bots.race import race_for
from protocol.game.rules import Rules, TargetMode, Tie

MOST_CHANCES: Final = 20_000
LUCK_OF_THE_DEAL: Final = 1.25
"""The tiles of a round are good or bad for all its turns, so scores spread more by this factor (see `Race.chance`)."""


class WinChances:
    """One side's chances, cached by scores.

    `is_last_round`: the highest score wins at its end.
    """

    def __init__(self, rules: Rules, side: int, *, is_last_round: bool) -> None:
        self._rules = rules
        self._side = side
        self._is_last_round = is_last_round
        self._race = race_for(rules)
        self._chances: dict[tuple[int | None, ...], float] = {}
        self._tables: dict[int, ChanceTable | None] = {}
        """By number of sides."""

    def chance(self, scores: Sequence[int], won_by: int | None, leader: int | None = None) -> float:
        """The chance to win at the end of a round.

        `won_by`: the side that has won the match already, if one has. `leader`: the seat that leads the next round, if
        that is known.
        """
        if won_by is not None:
            return 1.0 if won_by == self._side else 0.0
        key = (leader, *scores)
        found = self._chances.get(key)
        if found is None:
            if len(self._chances) > MOST_CHANCES:
                self._chances.clear()
            found = self._chances[key] = self._calculated(scores, leader)
        return found

    def _calculated(self, scores: Sequence[int], leader: int | None) -> float:
        highest = max(scores)
        leaders = [side for side, score in enumerate(scores) if score == highest]
        rules = self._rules
        is_reached = rules.target_mode is TargetMode.END_OF_ROUND and highest >= rules.target
        if self._is_last_round or (is_reached and (len(leaders) == 1 or rules.tie is Tie.SHARED)):
            return (self._side in leaders) / len(leaders)
        to_go = [rules.target - score for score in scores]
        if len(scores) not in self._tables:
            self._tables[len(scores)] = chance_table(rules, len(scores))
        table = self._tables[len(scores)]
        if table is not None and max(to_go) <= FARTHEST:
            return table.share(self._side, to_go, leader)
        return self._race.chance(self._side, [self._race.turns_from(score) for score in scores], LUCK_OF_THE_DEAL)


@lru_cache(maxsize=64)
def win_chances_for(rules: Rules, side: int, *, is_last_round: bool) -> WinChances:
    """This process's chances for a side."""
    return WinChances(rules, side, is_last_round=is_last_round)
