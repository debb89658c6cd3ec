"""The chances at the end of a round as they were found in play, for the games in which they were looked for.

Lives here: `Odds`. Each side is so far from winning, in log-odds, by the points that it has to go and by whether it
leads the next round; its chance follows from that and from how far the others are. The numbers are in `odds.json`, and
`python -m tests.daemon.bots.odds` makes them anew from matches that habits play against each other.
Not here: what the chances are in all other games (`race`).
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
    """How far a side is, by its points `to_go`: one that `leads` the next round, and one that `follows`."""

    game: str
    seats: int
    to_go: tuple[int, ...]
    leads: tuple[float, ...]
    follows: tuple[float, ...]

    @property
    def rules(self) -> Rules:
        """The rules that they were found under."""
        return make_rules(preset_named(self.game), None, self.seats)[0]

    def chance(self, side: int, to_go: Sequence[int], leader: int | None) -> float:
        """The chance that this side wins; `to_go` by side. `leader` is the side that leads next, if that is known."""
        if leader is None:
            sides = range(len(to_go))
            return sum(self.chance(side, to_go, each) for each in sides) / len(to_go)
        behind = [self._far(points, leads=at == leader) for at, points in enumerate(to_go)]
        return 1 / sum(exp(behind[side] - each) for each in behind)

    def _far(self, points: int, *, leads: bool) -> float:
        known, far = self.to_go, self.leads if leads else self.follows
        # Between two points, and beyond the last one, it goes on in a straight line.
        at = next((at for at, each in enumerate(known[1:-1]) if points <= each), len(known) - 2)
        share = (points - known[at]) / (known[at + 1] - known[at])
        return far[at] + share * (far[at + 1] - far[at])


@lru_cache(maxsize=1)
def _all_found() -> list[Odds]:
    entries = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return [
        Odds(each["game"], each["seats"], tuple(each["to_go"]), tuple(each["leads"]), tuple(each["follows"]))
        for each in entries
    ]


@lru_cache(maxsize=64)
def odds_for(rules: Rules, sides: int) -> Odds | None:
    """The odds under these rules, whatever the target, if they were looked for."""
    if rules.target_mode is not TargetMode.EXACT:
        return None
    for found in _all_found():
        like = found.rules
        if found.seats == sides and evolve(rules, target=like.target, max_rounds=like.max_rounds) == like:
            return found
    return None


def next_leader(rules: Rules, leader: int, seats: int) -> int | None:
    """The side that leads the round after one that this seat leads, where that does not depend on how it goes."""
    is_known = rules.later_lead is LeadRule.ROTATE and rules.after_block in {LeadRule.SAME, LeadRule.ROTATE}
    return rules.side_of((leader + 1) % seats) if is_known else None
