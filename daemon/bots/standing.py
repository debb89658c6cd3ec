"""What the scores at the end of a round are worth: the chance that a side goes on to win the match.

Lives here: `Standing`, for one side. Not here: the chances as found in play (`odds`), and the turns that points are
away from the target, from which they are reckoned in all other games (`race`).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from daemon.bots.odds import odds_for
from daemon.bots.race import race_for
from protocol.game.rules import Rules, TargetMode, Tie

MOST_REMEMBERED: Final = 20_000
LUCK_OF_THE_DEAL: Final = 1.25
"""The turns of a round go well or ill together, as the tiles are: by so much scores spread more than by turns alone."""


class Standing:
    """One side's chance, remembered by scores.

    `is_last_round`: no other follows, the highest score wins. `leader`: the side that leads the next one, if that is
    known.
    """

    def __init__(self, rules: Rules, side: int, *, is_last_round: bool, leader: int | None = None) -> None:
        self._rules = rules
        self._side = side
        self._is_last_round = is_last_round
        self._leader = leader
        self._race = race_for(rules)
        self._chances: dict[tuple[int, ...], float] = {}

    def chance(self, scores: Sequence[int], won_by: int | None) -> float:
        """The chance to win, once the round is over."""
        if won_by is not None:
            return 1.0 if won_by == self._side else 0.0
        key = tuple(scores)
        found = self._chances.get(key)
        if found is None:
            if len(self._chances) > MOST_REMEMBERED:
                self._chances.clear()
            found = self._chances[key] = self._reckoned(scores)
        return found

    @property
    def steady_to(self) -> int:
        """The score up to which one point more is never worth less, to whichever side; -1 where that is not known."""
        rules = self._rules
        if rules.target_mode is TargetMode.END_OF_ROUND or odds_for(rules, 2) is not None:
            return -1
        return rules.target - max(1, self._race.steady_from)

    def _reckoned(self, scores: Sequence[int]) -> float:
        highest = max(scores)
        leaders = [side for side, score in enumerate(scores) if score == highest]
        rules = self._rules
        is_reached = rules.target_mode is TargetMode.END_OF_ROUND and highest >= rules.target
        if self._is_last_round or (is_reached and (len(leaders) == 1 or rules.tie is Tie.SHARED)):
            return (self._side in leaders) / len(leaders)
        odds = odds_for(rules, len(scores))
        if odds is not None:
            return odds.chance(self._side, [rules.target - score for score in scores], self._leader)
        return self._race.chance(self._side, [self._race.turns_from(score) for score in scores], LUCK_OF_THE_DEAL)


@lru_cache(maxsize=64)
def standing_for(rules: Rules, side: int, *, is_last_round: bool, leader: int | None) -> Standing:
    """The standing of a side that this process keeps."""
    return Standing(rules, side, is_last_round=is_last_round, leader=leader)
