"""The chances to win at the end of a round, measured in self-play for some games.

Here: `Odds`. A side's distance from winning, in log-odds, depends on its points to go and on whether it leads the next
round; its chance follows from all sides' distances. The numbers are in `odds.json`;
`python -m tests.daemon.bots.odds` measures them again in matches that the playout policy plays against itself. Not
here: the chances in all other games (`race`).
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final

from attrs import evolve, frozen

from protocol.game.presets import make_rules, preset_named
from protocol.game.rules import LeadRule, Rules, TargetMode

FILE: Final = "odds.json"


@frozen
class Odds:
    """The distances from winning at the points `to_go`, if a side `leads` the next round and if it `follows`."""

    game: str
    seats: int
    to_go: tuple[int, ...]
    leads: tuple[float, ...]
    follows: tuple[float, ...]

    @property
    def rules(self) -> Rules:
        """The rules under which they were measured."""
        return make_rules(preset_named(self.game), None, self.seats)[0]

    def chance(self, side: int, to_go: Sequence[int], leader: int | None) -> float:
        """The chance that this side wins. `to_go`: by side. `leader`: the side that leads next, if it is known."""
        if leader is None:
            sides = range(len(to_go))
            return sum(self.chance(side, to_go, each) for each in sides) / len(to_go)
        behind = [self._distance(points, leads=at == leader) for at, points in enumerate(to_go)]
        return 1 / sum(exp(behind[side] - each) for each in behind)

    def _distance(self, points: int, *, leads: bool) -> float:
        known, far = self.to_go, self.leads if leads else self.follows
        # Linear between two points, and beyond the last one.
        at = next((at for at, each in enumerate(known[1:-1]) if points <= each), len(known) - 2)
        share = (points - known[at]) / (known[at + 1] - known[at])
        return far[at] + share * (far[at + 1] - far[at])


@lru_cache(maxsize=1)
def _all_odds() -> list[Odds]:
    entries = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return [
        Odds(each["game"], each["seats"], tuple(each["to_go"]), tuple(each["leads"]), tuple(each["follows"]))
        for each in entries
    ]


@lru_cache(maxsize=64)
def odds_for(rules: Rules, sides: int) -> Odds | None:
    """The odds under these rules, with any target, if they were measured."""
    if rules.target_mode is not TargetMode.EXACT:
        return None
    for found in _all_odds():
        like = found.rules
        if found.seats == sides and evolve(rules, target=like.target, max_rounds=like.max_rounds) == like:
            return found
    return None


def next_leader(rules: Rules, leader: int, seats: int) -> int | None:
    """The side that leads the round after one that this seat leads, if the rules fix it beforehand."""
    is_known = rules.later_lead is LeadRule.ROTATE and rules.after_block in {LeadRule.SAME, LeadRule.ROTATE}
    return rules.side_of((leader + 1) % seats) if is_known else None
