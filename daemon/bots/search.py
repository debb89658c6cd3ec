"""The Monte Carlo search: each play is tried in many possible deals of the hidden tiles.

Here: `best_play`, by which the strongest levels choose, and `weigh`, the chance to win with every play, for hints and
analysis. The deals agree with what the seat has seen (`worlds`). Each is played to the end of the round by the playout
policy, and its value is the chance to win the match with the scores then. The number of worlds and of positions sets
the strength, never time. Not here: rounds in which nothing is hidden (`solver`).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from math import sqrt
from random import Random
from typing import Final

from daemon.bots.deal_likelihood import DealLikelihood
from daemon.bots.line_book import Line, LineBook
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy, policy_for
from daemon.bots.situation import Situation
from daemon.bots.solver import Solver, TooLongError, solver_for
from daemon.bots.win_chances import win_chances_for
from daemon.bots.worlds import World, Worlds
from protocol.frozen import frozen
from protocol.game.rules import Draw, SpinnerRule
from protocol.log.choices import Play
from protocol.log.leading import next_leader
from protocol.wire.analysis import BLUNDERS_FROM, LOSES_TOO_MUCH

MOST_WORK: Final = 30_000
"""About how many tiles are played in all playouts for one choice, which limits the worlds if plays are many."""
DEALT_TO_PICK_ONE: Final = 3
"""Worlds dealt for each one that is used; the others' plays decide which are used."""
FEWEST_WORLDS: Final = 8
FIRST_BATCH: Final = 40
"""Worlds in which every play is tried before the worst ones are dropped. Each later batch doubles them."""
CERTAIN: Final = 2.0
"""A play is worse than another if its chance is lower by so many standard errors of their difference.

All plays are tried in the same deals, so the difference of two chances is known better than either of them.
"""
MORE_WORLDS: Final = 4
LOOKS: Final = (0.25, 0.5, 0.75, 1, 1.5, 2, 3, MORE_WORLDS)
"""After these shares of its worlds an analysis drops the plays that are clearly worse, and ends if the grade is clear.

After fewer it would not see how much was at stake; more than all are for plays of which it is not clear how good they
are."""
ENOUGH: Final = 0.5
"""After this share of its worlds an analysis tries a play no further if none of the others can be better by much."""


@frozen
class WeighedPlay:
    """A play, its seat's chance to win the match with it, and the standard error of that chance.

    `behind`: how much lower that chance is than the best play's, 0 for the best; `doubt`: the standard error of that
    difference, from the same deals.
    """

    play: Play
    chance: float
    error: float
    behind: float
    doubt: float

    @property
    def lost(self) -> float:
        """How much of the chance to win it loses; 0 if it is not certainly worse than the best play."""
        return self.behind if self.behind > CERTAIN * self.doubt else 0.0

    @property
    def is_blunder(self) -> bool:
        """Whether it is certain that it loses as much as a blunder does."""
        return self.behind - CERTAIN * self.doubt >= BLUNDERS_FROM

    @property
    def is_good(self) -> bool:
        """Whether it is certain that it loses no more than a good play may."""
        return self.behind + CERTAIN * self.doubt < LOSES_TOO_MUCH

    @property
    def is_unclear(self) -> bool:
        """Whether it seems to lose more than a good play, but not for certain. `MORE_WORLDS` times the worlds tell."""
        return self.behind >= LOSES_TOO_MUCH > self.behind - CERTAIN * self.doubt


def best_play(situation: Situation, rng: Random, worlds: int, positions: int, *, counts_points: bool = False) -> Play:
    """The play with the best chance in so many worlds, or after so many positions if nothing is hidden.

    `counts_points`: by the lead in points at the end of the round instead; it is not used where nothing is hidden.
    """
    return _TurnSearch(situation, rng, counts_points=counts_points).best(worlds, positions)


def weigh(
    situation: Situation, rng: Random, worlds: int, positions: int, most_work: int | None = None
) -> list[WeighedPlay]:
    """The chances of all plays of the situation, in its order, tried in the same likely worlds.

    If nothing is hidden, at most `positions` positions are searched instead. `most_work`: about how many tiles may be
    played in all playouts; if all worlds would take more, there are fewer.
    """
    search = _TurnSearch(situation, rng)
    search.weigh(worlds, positions, most_work)
    return search.weighed()


def weigh_made(situation: Situation, rng: Random, worlds: int, positions: int, made: Play) -> list[WeighedPlay]:
    """The chances of all plays, in the situation's order, as exact as the grade of the one that was made needs them.

    Plays that are clearly worse than the best, and were not made, are tried in a part of the worlds; so are all, if it
    is certain that the play was good. If it is not clear how good the play was, it and those that may be better are
    tried in up to `MORE_WORLDS` times as many.
    """
    search = _TurnSearch(situation, rng)
    search.weigh_made(worlds, positions, made)
    return search.weighed()


def likely_worlds(situation: Situation, rng: Random, count: int) -> list[World]:
    """A sample of deals of the hidden tiles, in proportion to their likelihood after everything the seat has seen."""
    return _TurnSearch(situation, rng).sampled(count)


class Candidate:
    """A play, or several that are equivalent, with its chance to win in each world so far."""

    __slots__ = ("bit", "chances", "known", "line", "play")

    def __init__(self, play: Play, bit: int, line: Line) -> None:
        self.play = play
        self.bit = bit
        self.line = line
        self.chances: list[float] = []
        self.known: dict[tuple[int, ...], float] = {}
        """Its chance by world, as masks of the hands and bits of the boneyard."""

    @property
    def chance(self) -> float:
        """The mean over all worlds so far."""
        return sum(self.chances) / len(self.chances)

    def error(self, repeats: Sequence[int]) -> float:
        """The standard error of that mean. `repeats`: how many times in a row each different world was used."""
        return _error_of(self.chances, repeats)

    def behind(self, best: "Candidate") -> list[float]:
        """How much lower its chance is than the best one's, in each world in which it was tried."""
        return [higher - lower for lower, higher in zip(self.chances, best.chances, strict=False)]

    def is_clearly_worse_than(self, best: "Candidate") -> bool:
        """Whether it is `CERTAIN` standard errors of the paired difference behind the best one."""
        behind = self.behind(best)
        count = len(behind)
        mean = sum(behind) / count
        variance = sum((difference - mean) ** 2 for difference in behind) / max(1, count - 1)
        return mean * mean * count > CERTAIN**2 * variance + 1e-12


def _chance_of(candidate: Candidate) -> float:
    return candidate.chance


def _error_of(values: Sequence[float], repeats: Sequence[int]) -> float:
    """The standard error of the mean of values, one per world; equal worlds in a row count as one observation."""
    mean, count, at, total = sum(values) / len(values), len(values), 0, 0.0
    for times in repeats:
        total += (times * (values[at] - mean)) ** 2
        at += times
    return sqrt(total * len(repeats) / max(1, len(repeats) - 1)) / count


def _first(repeats: Sequence[int], worlds: int) -> Iterator[int]:
    """Those of the first so many worlds."""
    for times in repeats:
        if worlds <= 0:
            return
        yield times
        worlds -= times


def _not_clearly_worse(candidates: list[Candidate]) -> list[Candidate]:
    best = max(candidates, key=_chance_of)
    return [candidate for candidate in candidates if candidate is best or not candidate.is_clearly_worse_than(best)]


class _TurnSearch:
    """The search for one choice."""

    def __init__(self, situation: Situation, rng: Random, *, counts_points: bool = False) -> None:
        table, round_, rules = situation.table, situation.round, situation.rules
        self._situation = situation
        self._counts_points = counts_points
        self._rng = rng
        self._policy: PlayoutPolicy = policy_for(rules, rules.sides(len(round_.hands)))
        self._book: LineBook = self._policy.book
        self._worlds = Worlds(situation, self._book)
        self._is_last_round = round_.number >= rules.max_rounds
        self._likelihood = DealLikelihood(situation, self._policy)
        self._win_chances = win_chances_for(rules, situation.side, is_last_round=self._is_last_round)
        self._next_leader = next_leader(table)
        self._line = self._book.line_of(round_.layout)
        self._scores = table.scores
        self._repeats: list[int] = []
        """How many times in a row each different world was used."""
        self.candidates = self._different_plays()

    def _different_plays(self) -> list[Candidate]:
        found: dict[tuple[int, Line], Candidate] = {}
        for play in self._situation.plays:
            outcome = self.outcome_of(play)
            found.setdefault(outcome, Candidate(play, *outcome))
        return list(found.values())

    def outcome_of(self, play: Play) -> tuple[int, Line]:
        """The tile's bit and the line it leaves. Plays with the same outcome are equivalent."""
        layout = self._situation.round.layout
        return self._book.bits[play.tile], self._book.line_of(layout.lay(play.tile, play.arm))

    def best(self, worlds: int, positions: int) -> Play:
        """The play with the best chance."""
        if len(self.candidates) == 1:
            return self.candidates[0].play
        if self._is_open_round:
            return self._best_of_open_round(self.candidates, positions).play
        return max(self._best_few(self.candidates, worlds), key=_chance_of).play

    def _best_few(self, candidates: list[Candidate], worlds: int) -> list[Candidate]:
        """The candidates that are not clearly worse than the best after so many worlds, or after the most work."""
        worlds = 1 if self._worlds.is_certain else worlds
        left, batch = MOST_WORK // self._work_of_playout(), FIRST_BATCH
        while worlds > 0 and left > 0 and len(candidates) > 1:
            batch = max(FEWEST_WORLDS, min(batch, worlds, left // len(candidates)))
            self._try_candidates(candidates, self.sampled(batch))
            worlds, left = worlds - batch, left - batch * len(candidates)
            candidates = _not_clearly_worse(candidates)
            batch = len(candidates[0].chances)
        return candidates

    def _work_of_playout(self) -> int:
        """The work of playing out the round, in tiles; with a spinner more, as there are many more lines."""
        round_, rules = self._situation.round, self._situation.rules
        tiles = sum(map(len, round_.hands))
        if rules.draw is not Draw.NONE:
            tiles += len(round_.boneyard)
        return tiles if rules.spinner is SpinnerRule.NONE else 3 * tiles

    def sampled(self, count: int) -> list[World]:
        """A sample of so many likely worlds; one, if only one is possible."""
        if self._worlds.is_certain:
            count = 1
        likelihood = self._likelihood
        if not likelihood.has_evidence or self._worlds.is_certain:
            return self._worlds.sample(count, self._rng)
        return likelihood.resampled(self._worlds.sample(DEALT_TO_PICK_ONE * count, self._rng), count, self._rng)

    @property
    def _is_open_round(self) -> bool:
        """Whether two sides play with nothing hidden, so that the round can be solved.

        Then two hands are left. They may be two of four, where both partners must go out.
        """
        return len(self._scores) == 2 and self._worlds.is_certain

    def weigh(self, worlds: int, positions: int, most_work: int | None) -> None:
        """Find the chance of each candidate, in so many worlds, or with so many positions where nothing is hidden."""
        if self._is_open_round:
            self._weigh_open_round(positions)
            return
        if most_work is not None:
            possible = most_work // (len(self.candidates) * self._work_of_playout())
            worlds = min(worlds, max(FEWEST_WORLDS, possible))
        self._try_candidates(self.candidates, self.sampled(worlds))

    def weigh_made(self, worlds: int, positions: int, made: Play) -> None:
        """As `weigh`; the candidates that are clearly worse than the best, and were not made, in fewer worlds."""
        if self._is_open_round:
            self._weigh_open_round(positions)
            return
        outcome = self.outcome_of(made)
        played = next(candidate for candidate in self.candidates if (candidate.bit, candidate.line) == outcome)
        candidates = self.candidates
        if self._worlds.is_certain:
            self._try_candidates(candidates, self.sampled(1))
            return
        for share in LOOKS:
            if share > 1 and not self._weighed(made, played, self._best).is_unclear:
                break
            more = max(1, int(share * worlds)) - len(played.chances)
            if more > 0:
                self._try_candidates(candidates, self.sampled(more))
            left = _not_clearly_worse(candidates)
            if share >= ENOUGH and all(self._weighed(made, played, other).is_good for other in left):
                break
            candidates = left if played in left else [*left, played]

    @property
    def _best(self) -> Candidate:
        """The best of the candidates that were not dropped."""
        most = max(len(candidate.chances) for candidate in self.candidates)
        return max((one for one in self.candidates if len(one.chances) == most), key=_chance_of)

    def weighed(self) -> list[WeighedPlay]:
        """What has been found about each play of the situation, in its order."""
        best, by_outcome = self._best, {(candidate.bit, candidate.line): candidate for candidate in self.candidates}
        return [self._weighed(play, by_outcome[self.outcome_of(play)], best) for play in self._situation.plays]

    def _weighed(self, play: Play, candidate: Candidate, best: Candidate) -> WeighedPlay:
        behind = candidate.behind(best)
        repeats = list(_first(self._repeats, len(behind)))
        lower = sum(behind) / len(behind)
        return WeighedPlay(play, best.chance - lower, candidate.error(repeats), lower, _error_of(behind, repeats))

    def _try_candidates(self, candidates: Sequence[Candidate], worlds: Sequence[World]) -> None:
        """Add the chances of these candidates in these worlds."""
        self._repeats += [len(list(same)) for _, same in groupby(worlds, key=id)]
        for candidate in candidates:
            candidate.chances += self._chances_of(candidate, worlds)

    def _chances_of(self, candidate: Candidate, worlds: Sequence[World]) -> Iterator[float]:
        """The chance of a candidate in each of these worlds."""
        begun = self._round_in(worlds[0])
        begun.lay(candidate.bit, candidate.line)
        seat, known = self._situation.seat, candidate.known
        for hands, boneyard in worlds:
            # A likely world is several times in the sample, and near the end of a round few are possible.
            key = (*hands, *boneyard)
            chance = known.get(key)
            if chance is None:
                if begun.is_over:
                    # The payment may depend on the others' tiles.
                    round_ = self._round_in((hands, boneyard))
                    round_.lay(candidate.bit, candidate.line)
                else:
                    round_ = Playout(self._book, begun.line, hands, boneyard, begun.turn, begun.scores)
                    round_.hands[seat] ^= candidate.bit
                    self._policy.play_out(round_)
                chance = known[key] = self._value_of(round_)
            yield chance

    def _value_of(self, round_: Playout) -> float:
        """The value of the end of a round: the chance to win the match, or the lead in points."""
        if not self._counts_points:
            return self._win_chances.chance(round_.scores, round_.won_by, self._next_leader)
        side = self._situation.side
        return round_.scores[side] - max(score for other, score in enumerate(round_.scores) if other != side)

    def _weigh_open_round(self, positions: int) -> None:
        """Find the chance of each candidate with equal depth for all, so that they can be compared."""
        solver, round_ = self._solver, self._open_round()
        solver.begin(round_, positions, self._next_leader)
        with suppress(TooLongError):
            for plays in solver.depths(round_):
                solver.look(round_, plays)
                found = [solver.chance_after(round_, (candidate.bit, candidate.line)) for candidate in self.candidates]
                self._repeats = [1]
                for candidate, chance in zip(self.candidates, found, strict=True):
                    candidate.chances = [chance]

    def _best_of_open_round(self, candidates: Sequence[Candidate], positions: int) -> Candidate:
        """The best candidate, by the deepest search that the positions allow.

        A search that is cut off counts for the candidates that it has reached. The best ones so far come first.
        """
        solver, round_, best_first = self._solver, self._open_round(), list(candidates)
        solver.begin(round_, positions, self._next_leader)
        for plays in solver.depths(round_):
            solver.look(round_, plays)
            compared = self._compared(solver, round_, best_first)
            best_first[: len(compared)] = compared
            if len(compared) < len(best_first):
                break
        return best_first[0]

    def _compared(self, solver: Solver, round_: Playout, candidates: Sequence[Candidate]) -> list[Candidate]:
        """As many of these candidates as the positions allow, best first. Only the best one's chance is exact."""
        found: list[Candidate] = []
        best = 0.0
        with suppress(TooLongError):
            for candidate in candidates:
                candidate.chances = [solver.chance_after(round_, (candidate.bit, candidate.line), best)]
                found.append(candidate)
                best = max(best, candidate.chance)
        return sorted(found, key=_chance_of, reverse=True)

    @property
    def _solver(self) -> Solver:
        return solver_for(self._policy, is_last_round=self._is_last_round)

    def _round_in(self, world: World) -> Playout:
        hands, boneyard = world
        situation = self._situation
        knocks = situation.round.knocks
        return Playout(self._book, self._line, hands, boneyard, situation.seat, self._scores, knocks)

    def _open_round(self) -> Playout:
        """The round where nothing is hidden and each side has one hand left, as a round between those two."""
        dealt, _ = self.sampled(1)[0]
        hands, situation = [0, 0], self._situation
        for seat, hand in enumerate(dealt):
            hands[situation.rules.side_of(seat)] |= hand
        return Playout(self._book, self._line, hands, (), situation.side, self._scores, situation.round.knocks)
