"""The Monte Carlo search: each play is tried in many possible deals of the hidden tiles.

Here: `Search`, the levels that choose in this way, and `weigh`, the chance to win with every play, for hints and
analysis. The deals agree with what the seat has seen (`worlds`). Each is played to the end of the round by the playout
policy, and its value is the chance to win the match with the scores then. The number of worlds and of positions sets
the strength, never time. Not here: rounds in which nothing is hidden (`solver`), comparing plays (`candidates`).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.candidates import Candidate, judged, still_in_it
from daemon.bots.deal_likelihood import DealLikelihood, LikelyWorld
from daemon.bots.line_book import Line, LineBook
from daemon.bots.lookahead import PLAYOUT_OVERHEAD, Lookahead
from daemon.bots.margins import TooLongError
from daemon.bots.memory import is_duel
from daemon.bots.odds import next_leader
from daemon.bots.playout import Playout, all_after
from daemon.bots.playout_policy import PlayoutPolicy, policy_for
from daemon.bots.race import ALMOST_WON, race_for
from daemon.bots.situation import Situation
from daemon.bots.solver import Solver, solver_for
from daemon.bots.win_chances import win_chances_for
from daemon.bots.worlds import Worlds
from protocol.game.rules import Draw, SpinnerRule
from protocol.log.choices import Play, worth

MOST_WORK: Final = 14_000
"""About how many tiles are played in all playouts for one choice, which limits the worlds if plays are many."""
MOST_WORK_FIRST: Final = 8_000
MOST_WORK_WITH_LOOKAHEAD: Final = 37_000
"""The same with lookahead: the work before it, and all work."""
LOOKAHEAD_PROBE: Final = 2_000
"""The work of the first lookahead, which shows how many more worlds the limit allows."""
NEARLY_ALL: Final = 0.85
"""The part of the remaining work that is planned, as some worlds take longer than others."""
MOST_AT_ONCE: Final = 6
"""The next number of worlds is at most so many times the last one."""
LOOKAHEAD_WORLDS: Final = 800
FEWEST_LOOKAHEAD_WORLDS: Final = 25
BEST_FEW: Final = 4
"""The plays that get a lookahead; fewer if each would begin with fewer than `FEWEST_LOOKAHEAD_WORLDS`."""
PLAYOUT_WEIGHT: Final = 0.4
"""The weight of the chance from plain playouts beside that from lookahead: it is less exact, but from other worlds."""
DEALING_COST: Final = 3
"""Dealing a world takes about as long as playing so many tiles."""
DEALT_TO_PICK_ONE: Final = 3
"""Worlds dealt for each one that is used; the others' plays decide which are used."""
FEWEST_WORLDS: Final = 8
FIRST_BATCH: Final = 40
"""Worlds in which every play is tried before the worst ones are dropped. Each later batch doubles them."""
CERTAIN: Final = 2.0
CERTAIN_BEFORE_LOOKAHEAD: Final = 2.6
"""A play is dropped when it is so many standard errors behind the best one; more before lookahead."""


@frozen
class Duel:
    """The settings for two players without draws: the number of worlds, and how many own choices to look ahead.

    In such games the bot also learns from earlier rounds. With more seats, or draws, neither helps: too few deals look
    the same to a seat later, and too little is revealed about the others.
    """

    worlds: int
    choices_ahead: int


@frozen
class Search:
    """A level that tries each play in `worlds` deals, or searches `positions` if nothing is hidden.

    `noise`: the standard deviation of its errors, in turns.
    """

    name: str
    sentence: str
    worlds: int
    positions: int
    noise: float = 0.0
    duel: Duel | None = None

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play with the best chance to win, as it judges it."""
        if self.duel and is_duel(situation.table):
            search = _TurnSearch(situation, rng, learns=True)
            return search.best(self.duel.worlds, self.positions, self.noise, self.duel.choices_ahead)
        return _TurnSearch(situation, rng).best(self.worlds, self.positions, self.noise)


@frozen
class Weighed:
    """A play, its seat's chance to win the match with it, and the standard error of that chance."""

    play: Play
    chance: float
    error: float


def weigh(situation: Situation, rng: Random, worlds: int, positions: int) -> list[Weighed]:
    """The chances of all plays of the situation, in its order, tried in the same likely worlds.

    If nothing is hidden, at most `positions` positions are searched instead.
    """
    search = _TurnSearch(situation, rng)
    search.weigh(worlds, positions)
    found = {(each.bit, each.line): (each.chance, each.error) for each in search.candidates}
    return [Weighed(play, *found[search.outcome_of(play)]) for play in situation.plays]


def likely_worlds(situation: Situation, rng: Random, count: int) -> list[LikelyWorld]:
    """A sample of deals of the hidden tiles, in proportion to their likelihood after everything the seat has seen."""
    return _TurnSearch(situation, rng).sampled(count)


class _TurnSearch:
    """The search for one choice."""

    def __init__(self, situation: Situation, rng: Random, *, learns: bool = False) -> None:
        table, round_, rules = situation.table, situation.round, situation.rules
        self._situation = situation
        self._rng = rng
        self._policy: PlayoutPolicy = policy_for(rules, rules.sides(len(round_.hands)))
        self._book: LineBook = self._policy.book
        self._worlds = Worlds(situation, self._book)
        self._is_last_round = round_.number >= rules.max_rounds
        self._likelihood = DealLikelihood(situation, self._policy, learns=learns)
        self._leader = next_leader(rules, round_.leader, len(round_.hands))
        self._win_chances = win_chances_for(
            rules, situation.side, is_last_round=self._is_last_round, leader=self._leader
        )
        self._line = self._book.line_of(round_.layout)
        self._scores = table.scores
        self._cost = 0
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

    def best(self, worlds: int, positions: int, noise: float, choices_ahead: int = 0) -> Play:
        """The play with the best chance."""
        candidates = self.candidates
        if len(candidates) == 1:
            return candidates[0].play
        # Another play may have a chance of 1 in all sampled worlds without being a win yet.
        for play in self._situation.plays:
            if self._situation.wins_with(worth(self._situation.table, self._situation.seat, play).awarded):
                return play
        if noise:
            error = noise * race_for(self._situation.rules).worth_of_a_turn(self._situation.side, self._scores)
            for candidate in candidates:
                candidate.misjudged = self._rng.gauss(0, error)
        if self._is_open_round:
            return self._best_of_open_round(candidates, positions).play
        if choices_ahead:
            candidates = self._best_few(candidates, worlds, MOST_WORK_FIRST, CERTAIN_BEFORE_LOOKAHEAD)
            self._look_ahead(candidates, choices_ahead)
        else:
            candidates = self._best_few(candidates, worlds, MOST_WORK, CERTAIN)
        return max(candidates, key=judged).play

    def _best_few(self, candidates: list[Candidate], worlds: int, tiles: int, certain: float) -> list[Candidate]:
        """The candidates that are not clearly worse than the best, after so many worlds, or so many `tiles` played."""
        worlds = 1 if self._worlds.is_certain else worlds
        left, batch = tiles // self._work_of_playout(), FIRST_BATCH
        while worlds > 0 and left > 0 and len(candidates) > 1:
            batch = max(FEWEST_WORLDS, min(batch, worlds, left // len(candidates)))
            self._try_candidates(candidates, self.sampled(batch))
            worlds, left = worlds - batch, left - batch * len(candidates)
            candidates = still_in_it(candidates, certain)
            batch = len(candidates[0].chances)
        return candidates

    def _look_ahead(self, candidates: list[Candidate], choices: int) -> None:
        """Drop all but the best few candidates, and include in their chances the seat's next choices."""
        tries = LOOKAHEAD_PROBE // self._work_of_playout()
        few = min(BEST_FEW, tries // FEWEST_LOOKAHEAD_WORLDS)
        if few < 2 or len(candidates) < 2:
            return
        candidates.sort(key=judged, reverse=True)
        del candidates[few:]
        totals = [0.0] * len(candidates)
        ahead = Lookahead(self._policy, self._win_chances, self._situation.seat)
        tried, count = 0, tries // len(candidates)
        while count > 0:
            worlds, before = self.sampled(count), ahead.cost
            for at, candidate in enumerate(candidates):
                rounds = all_after([self._round_in(world) for world in worlds], candidate.bit, candidate.line)
                totals[at] += ahead.total(rounds, choices)
            tried += count
            took = self._slowness * (ahead.cost - before)
            self._cost += took
            times = (MOST_WORK_WITH_LOOKAHEAD - self._cost) / took
            more = int(NEARLY_ALL * min(times, MOST_AT_ONCE) * count) if times > 1 else 0
            count = min(more, LOOKAHEAD_WORLDS - tried)
        for candidate, total in zip(candidates, totals, strict=True):
            candidate.chances = [(total / tried + PLAYOUT_WEIGHT * candidate.chance) / (1 + PLAYOUT_WEIGHT)]

    @property
    def _slowness(self) -> int:
        """The factor by which playing a tile is slower with a spinner, as there are many more lines."""
        return 1 if self._situation.rules.spinner is SpinnerRule.NONE else 3

    def _work_of_playout(self) -> int:
        """The work of playing out the round, in tiles."""
        round_, rules = self._situation.round, self._situation.rules
        tiles = sum(map(len, round_.hands))
        if rules.draw is not Draw.NONE:
            tiles += len(round_.boneyard)
        return self._slowness * tiles

    def sampled(self, count: int) -> list[LikelyWorld]:
        """A sample of so many likely worlds; one, if only one is possible."""
        if self._worlds.is_certain:
            count = 1
        likelihood = self._likelihood
        if not likelihood.has_evidence or self._worlds.is_certain:
            return [likelihood.with_greed(world, self._rng) for world in self._worlds.some(count, self._rng)]
        self._cost += DEALING_COST * DEALT_TO_PICK_ONE * count
        return likelihood.likeliest(self._worlds.some(DEALT_TO_PICK_ONE * count, self._rng), count, self._rng)

    @property
    def _is_open_round(self) -> bool:
        """Whether two sides play with nothing hidden, so that the round can be solved.

        Then two hands are left. They may be two of four, where both partners must go out.
        """
        return len(self._scores) == 2 and self._worlds.is_certain

    def weigh(self, worlds: int, positions: int) -> None:
        """Find the chance of each candidate, in so many worlds, or with so many positions where nothing is hidden."""
        if self._is_open_round:
            self._weigh_open_round(positions)
        else:
            self._try_candidates(self.candidates, self.sampled(worlds))

    def _try_candidates(self, candidates: Sequence[Candidate], worlds: Sequence[LikelyWorld]) -> None:
        """Add the chances of these candidates in these worlds."""
        for candidate in candidates:
            candidate.chances += self._chances_of(candidate, worlds)

    def _chances_of(self, candidate: Candidate, worlds: Sequence[LikelyWorld]) -> Iterator[float]:
        """The chance of a candidate in each of these worlds."""
        begun = self._round_in(worlds[0])
        begun.lay(candidate.bit, candidate.line)
        seat, last, chance = self._situation.seat, None, 0.0
        work = PLAYOUT_OVERHEAD + self._work_of_playout()
        for world in worlds:
            if world is not last:
                # A likely world is several times in a row in the sample.
                last, (hands, boneyard, greedy) = world, world
                self._cost += work
                if begun.is_over:
                    # The payment may depend on the others' tiles.
                    round_ = self._round_in(world)
                    round_.lay(candidate.bit, candidate.line)
                else:
                    round_ = Playout(self._book, begun.line, hands, boneyard, begun.turn, begun.scores, 0, greedy)
                    round_.hands[seat] ^= candidate.bit
                    self._policy.play_out(round_)
                chance = self._win_chances.chance(round_.scores, round_.won_by)
            yield chance

    def _weigh_open_round(self, positions: int) -> None:
        """Find the chance of each candidate with equal depth for all, so that they can be compared."""
        solver, round_ = self._solver, self._open_round()
        solver.begin(round_, positions)
        with suppress(TooLongError):
            for plays in solver.depths(round_):
                solver.look(round_, plays)
                found = [solver.chance_after(round_, (each.bit, each.line)) for each in self.candidates]
                for candidate, chance in zip(self.candidates, found, strict=True):
                    candidate.chances = [chance]

    def _best_of_open_round(self, candidates: Sequence[Candidate], positions: int) -> Candidate:
        """The best candidate, by the deepest search that the positions allow.

        A search that is cut off counts for the candidates that it has reached. The best ones so far come first.
        """
        solver, round_, best_first = self._solver, self._open_round(), list(candidates)
        solver.begin(round_, positions)
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
                # A sure win is seen in spite of any error.
                low = max(0.0, min(best - candidate.misjudged, ALMOST_WON))
                candidate.chances = [solver.chance_after(round_, (candidate.bit, candidate.line), low)]
                found.append(candidate)
                best = max(best, judged(candidate))
        return sorted(found, key=judged, reverse=True)

    @property
    def _solver(self) -> Solver:
        return solver_for(self._policy, is_last_round=self._is_last_round, leader=self._leader)

    def _round_in(self, world: LikelyWorld) -> Playout:
        hands, boneyard, greedy = world
        situation = self._situation
        knocks = situation.round.knocks
        return Playout(self._book, self._line, hands, boneyard, situation.seat, self._scores, knocks, greedy)

    def _open_round(self) -> Playout:
        """The round where nothing is hidden and each side has one hand left, as a round between those two."""
        dealt, *_ = self.sampled(1)[0]
        hands, situation = [0, 0], self._situation
        for seat, hand in enumerate(dealt):
            hands[situation.rules.side_of(seat)] |= hand
        return Playout(self._book, self._line, hands, (), situation.side, self._scores, situation.round.knocks)
