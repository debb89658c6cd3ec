"""Play the round out in many worlds, from each play that there is, and see which wins most often.

Lives here: flat Monte Carlo over deals that agree with what the seat has seen (`worlds`), each played to the end of
the round by everybody's habits, and worth the chance to win the match as it then stands. `weigh` tells what every play
comes to, for hints and analysis; `Search` is the levels that choose this way. How well one plays is a matter of how
many worlds it looks at and how surely it judges what it sees, never of time.
Not here: rounds in which nothing is hidden (`solver`).
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.habits import Habits, habits_for
from daemon.bots.lines import Line, LineBook
from daemon.bots.past import Past
from daemon.bots.playout import Playout
from daemon.bots.race import race_for
from daemon.bots.situation import Situation
from daemon.bots.standing import Standing
from daemon.bots.worlds import World, Worlds
from protocol.choices import Play
from protocol.rules import Draw, SpinnerRule

LAID_AT_MOST: Final = 14_000
"""Tiles laid in thought for one choice, about: it bounds the worlds where hands are large or plays are many."""
DEALT_TO_PICK_ONE: Final = 3
"""Worlds dealt for each one that is played, picked by what the others chose."""
FEWEST_WORLDS: Final = 8
CERTAIN: Final = 3.0
"""How many standard errors behind the best a play must be to be given up before the end."""


@frozen
class Search:
    """So many worlds for each play. `noise` is the usual error of its judgement, in turns."""

    name: str
    sentence: str
    worlds: int
    noise: float = 0.0

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play that won the most, as it judges it."""
        return _Thought(situation, rng).best(self.worlds, self.noise)


@frozen
class Weighed:
    """A play, its seat's chance to win the match with it, and the standard error of that chance."""

    play: Play
    chance: float
    error: float


def weigh(situation: Situation, rng: Random, worlds: int) -> list[Weighed]:
    """Every play of the situation, in its order, tried in so many likely worlds, the same for each play."""
    thought = _Thought(situation, rng)
    sampled = thought.sampled(worlds)
    found = {}
    for candidate in thought.candidates:
        thought.try_in(candidate, sampled)
        found[candidate.bit, candidate.line] = candidate.chance, candidate.error
    return [Weighed(play, *found[thought.outcome_of(play)]) for play in situation.plays]


def likely_worlds(situation: Situation, rng: Random, count: int) -> list[World]:
    """So many deals of the tiles out of sight, the more often the better they go with all that was seen and chosen."""
    return _Thought(situation, rng).sampled(count)


class _Candidate:
    """A play, or several that come to the same, and what it came to in each world so far."""

    __slots__ = ("bit", "chances", "line", "misjudged", "play")

    def __init__(self, play: Play, bit: int, line: Line) -> None:
        self.play = play
        self.bit = bit
        self.line = line
        self.chances: list[float] = []
        self.misjudged = 0.0

    @property
    def chance(self) -> float:
        """The mean of all worlds so far."""
        return sum(self.chances) / len(self.chances)

    @property
    def error(self) -> float:
        """The standard error of that mean."""
        count, mean = len(self.chances), self.chance
        return sqrt(sum((each - mean) ** 2 for each in self.chances) / max(1, count - 1) / count)


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
        self.candidates = self._different_plays()

    def _different_plays(self) -> list[_Candidate]:
        found: dict[tuple[int, Line], _Candidate] = {}
        for play in self._situation.plays:
            outcome = self.outcome_of(play)
            found.setdefault(outcome, _Candidate(play, *outcome))
        return list(found.values())

    def outcome_of(self, play: Play) -> tuple[int, Line]:
        """The tile's bit and the line it leaves: plays that have both in common come to the same."""
        layout = self._situation.round.layout
        return self._book.bits[play.tile], self._book.line_of(layout.lay(play.tile, play.arm))

    def best(self, worlds: int, noise: float) -> Play:
        """The play with the best chance."""
        candidates = self.candidates
        if len(candidates) == 1:
            return candidates[0].play
        worlds = max(FEWEST_WORLDS, min(worlds, LAID_AT_MOST // (self._length_of_round() * len(candidates))))
        if noise:
            error = noise * race_for(self._situation.rules).worth_of_a_turn(self._situation.side, self._scores)
            for candidate in candidates:
                candidate.misjudged = self._rng.gauss(0, error)
        sampled = self.sampled(worlds)
        looked_at = 0
        for share in (0.25, 0.5, 0.75, 1.0):
            until = round(share * worlds)
            for candidate in candidates:
                self.try_in(candidate, sampled[looked_at:until])
            looked_at = until
            candidates = _still_in_it(candidates)
            if len(candidates) == 1:
                break
        return max(candidates, key=_judged).play

    def _length_of_round(self) -> int:
        """About how many tiles are yet to be laid, or what takes as long: lines with a spinner are many and long."""
        round_, rules = self._situation.round, self._situation.rules
        tiles = sum(map(len, round_.hands))
        if rules.draw is not Draw.NONE:
            tiles += len(round_.boneyard) // 2
        return tiles if rules.spinner is SpinnerRule.NONE else 2 * tiles

    def sampled(self, count: int) -> list[World]:
        """So many likely worlds."""
        worlds = Worlds(self._situation, self._book)
        past = Past(self._situation, self._habits)
        if not past.says_something:
            return worlds.some(count, self._rng)
        return past.likeliest(worlds.some(DEALT_TO_PICK_ONE * count, self._rng), count, self._rng)

    def try_in(self, candidate: _Candidate, worlds: Sequence[World]) -> None:
        """See what a play comes to in these worlds."""
        candidate.chances += [self._chance_of(candidate, world) for world in worlds]

    def _chance_of(self, candidate: _Candidate, world: World) -> float:
        hands, boneyard = world
        round_ = self._situation.round
        playout = Playout(self._book, self._line, hands, boneyard, self._situation.seat, self._scores, round_.knocks)
        playout.lay(candidate.bit, candidate.line)
        self._habits.play_out(playout)
        return self._standing.chance(playout.scores, playout.won_by)


def _still_in_it(candidates: list[_Candidate]) -> list[_Candidate]:
    """Those that are not clearly worse than the best so far, world by world."""
    best = max(candidates, key=_judged)
    return [each for each in candidates if each is best or not _is_clearly_worse(each, best)]


def _judged(candidate: _Candidate) -> float:
    return candidate.chance + candidate.misjudged


def _is_clearly_worse(one: _Candidate, best: _Candidate) -> bool:
    behind = [mine - its for mine, its in zip(best.chances, one.chances, strict=True)]
    count = len(behind)
    mean = sum(behind) / count
    variance = sum((each - mean) ** 2 for each in behind) / max(1, count - 1)
    mean += best.misjudged - one.misjudged
    return mean * mean * count > CERTAIN**2 * variance + 1e-12
