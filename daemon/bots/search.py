"""Play the round out in many worlds, from each play that there is, and see which wins most often.

Lives here: `Search`, a level: flat Monte Carlo over deals that agree with what the seat has seen (`worlds`), each
played to the end of the round by everybody's habits, and worth the chance to win the match as it then stands.
How well it plays is a matter of how many worlds it looks at and how surely it judges what it sees, never of time.
Not here: rounds in which nothing is hidden (`solver`).
"""

from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.habits import Habits, habits_for
from daemon.bots.lines import Line, LineBook
from daemon.bots.past import Past
from daemon.bots.playout import Playout
from daemon.bots.situation import Situation
from daemon.bots.standing import Standing
from daemon.bots.worlds import World, Worlds
from protocol.choices import Play

LAID_AT_MOST: Final = 14_000
"""Tiles laid in thought for one choice, about: it bounds the worlds where hands are large or plays are many."""
DEALT_TO_PICK_ONE: Final = 3
"""Worlds dealt for each one that is played, picked by what the others chose."""
FEWEST_WORLDS: Final = 8
CERTAIN: Final = 3.0
"""How many standard errors behind the best a play must be to be given up before the end."""


@frozen
class Search:
    """So many worlds for each play, and an error of judgement: `noise` is in chances to win, as typical error."""

    name: str
    sentence: str
    worlds: int
    noise: float = 0.0

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play that won the most, as it judges it."""
        return _Thought(situation, rng).best(self.worlds, self.noise)


class _Candidate:
    """A play, or several that come to the same, and what it came to in each world so far."""

    __slots__ = ("bit", "chances", "line", "play")

    def __init__(self, play: Play, bit: int, line: Line) -> None:
        self.play = play
        self.bit = bit
        self.line = line
        self.chances: list[float] = []


class _Thought:
    """One choice being made."""

    def __init__(self, situation: Situation, rng: Random) -> None:
        table, round_, rules = situation.table, situation.round, situation.rules
        self._situation = situation
        self._rng = rng
        self._habits: Habits = habits_for(rules, rules.sides(len(round_.hands)))
        self._book: LineBook = self._habits.book
        self._standing = Standing(rules, situation.side, is_last_round=round_.number >= rules.max_rounds)
        self._line = self._book.line_of(round_.layout)
        self._scores = table.scores
        self._candidates = self._different_plays()

    def _different_plays(self) -> list[_Candidate]:
        found: dict[tuple[int, Line], _Candidate] = {}
        layout = self._situation.round.layout
        for play in self._situation.plays:
            bit, line = self._book.bits[play.tile], self._book.line_of(layout.lay(play.tile, play.arm))
            found.setdefault((bit, line), _Candidate(play, bit, line))
        return list(found.values())

    def best(self, worlds: int, noise: float) -> Play:
        """The play with the best chance."""
        candidates = self._candidates
        if len(candidates) == 1:
            return candidates[0].play
        tiles = sum(map(len, self._situation.round.hands))
        worlds = max(FEWEST_WORLDS, min(worlds, LAID_AT_MOST // (tiles * len(candidates))))
        sampled = self._sampled(worlds)
        looked_at = 0
        for share in (0.25, 0.5, 0.75, 1.0):
            until = round(share * worlds)
            for candidate in candidates:
                candidate.chances += [self._chance_of(candidate, world) for world in sampled[looked_at:until]]
            looked_at = until
            candidates = _still_in_it(candidates)
            if len(candidates) == 1:
                break
        judged = [sum(each.chances) / len(each.chances) + self._rng.gauss(0, noise) for each in candidates]
        return candidates[judged.index(max(judged))].play

    def _sampled(self, count: int) -> list[World]:
        worlds = Worlds(self._situation, self._book)
        past = Past(self._situation, self._habits)
        if not past.says_something:
            return worlds.some(count, self._rng)
        return past.likeliest(worlds.some(DEALT_TO_PICK_ONE * count, self._rng), count, self._rng)

    def _chance_of(self, candidate: _Candidate, world: World) -> float:
        hands, boneyard = world
        round_ = self._situation.round
        playout = Playout(self._book, self._line, hands, boneyard, self._situation.seat, self._scores, round_.knocks)
        playout.lay(candidate.bit, candidate.line)
        self._habits.play_out(playout)
        return self._standing.chance(playout.scores, playout.won_by)


def _still_in_it(candidates: list[_Candidate]) -> list[_Candidate]:
    """Those that are not clearly worse than the best so far, world by world."""
    best = max(candidates, key=_total_of)
    return [each for each in candidates if each is best or not _is_clearly_worse(each, best)]


def _total_of(candidate: _Candidate) -> float:
    return sum(candidate.chances)


def _is_clearly_worse(one: _Candidate, best: _Candidate) -> bool:
    behind = [mine - its for mine, its in zip(best.chances, one.chances, strict=True)]
    count = len(behind)
    mean = sum(behind) / count
    variance = sum((each - mean) ** 2 for each in behind) / max(1, count - 1)
    return mean * mean * count > CERTAIN**2 * variance + 1e-12
