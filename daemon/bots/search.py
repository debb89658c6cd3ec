"""Play the round out in many worlds, from each play that there is, and see which wins most often.

Lives here: flat Monte Carlo over deals that agree with what the seat has seen (`worlds`), each played to the end of
the round by everybody's habits, and worth the chance to win the match as it then stands. `weigh` tells what every play
comes to, for hints and analysis; `Search` is the levels that choose this way. How well one plays is a matter of how
many worlds it looks at and how surely it judges what it sees, never of time.
Not here: rounds in which nothing is hidden (`solver`), which play is behind (`candidates`).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.ahead import TO_BEGIN, Ahead
from daemon.bots.candidates import Candidate, judged, still_in_it
from daemon.bots.habits import Habits, habits_for
from daemon.bots.lines import Line, LineBook
from daemon.bots.margins import TooLongError
from daemon.bots.memory import is_duel
from daemon.bots.odds import next_leader
from daemon.bots.past import Likely, Past
from daemon.bots.playout import Playout, all_after
from daemon.bots.race import ALMOST_WON, race_for
from daemon.bots.situation import Situation
from daemon.bots.solver import Solver, solver_for
from daemon.bots.standing import standing_for
from daemon.bots.worlds import Worlds
from protocol.game.rules import Draw, SpinnerRule
from protocol.log.choices import Play, worth

LAID_AT_MOST: Final = 14_000
"""Tiles laid in thought for one choice, about: it bounds the worlds where hands are large or plays are many."""
LAID_FIRST: Final = 8_000
LAID_WITH_AHEAD: Final = 37_000
"""The same where the seat's next choices are thought through as well: before that, and with that and all beside it."""
PROBED_AHEAD: Final = 2_000
"""Tiles laid, about, to see how long that takes: from that follows in how many worlds more there is time for it."""
NEARLY_ALL: Final = 0.85
"""How much of that time is used, since the worlds are not alike."""
MOST_AT_ONCE: Final = 6
"""How many times as many worlds as before are looked at next, at the most."""
WORLDS_AHEAD: Final = 800
FEWEST_AHEAD: Final = 25
BEST_FEW: Final = 4
"""How many plays are tried in these worlds, fewer where that would be in fewer than `FEWEST_AHEAD` to begin with."""
WEIGHT_OF_HABIT: Final = 0.4
"""How much counts beside it what a play came to by habit alone: that is less to the point, but from other worlds."""
TO_DEAL: Final = 3
"""Dealing a world takes as long as laying so many tiles, about."""
DEALT_TO_PICK_ONE: Final = 3
"""Worlds dealt for each one that is played, picked by what the others chose."""
FEWEST_WORLDS: Final = 8
FIRST_BATCH: Final = 40
"""Worlds that every play is tried in before the worst are given up; each batch after it doubles them."""
CERTAIN: Final = 2.0
CERTAIN_BEFORE_AHEAD: Final = 2.6
"""How many standard errors behind the best a play must be to be given up before the end, or before looking ahead."""


@frozen
class Duel:
    """What is done otherwise where two play and nobody draws: so many worlds, and choices of its own thought through.

    There it also heeds how the other one chose in rounds that are over. With more seats, or draws, too few deals look
    alike later for the one, and too little is seen of anybody for the other.
    """

    worlds: int
    choices_ahead: int


@frozen
class Search:
    """So many worlds for each play, or so many positions where nothing is hidden.

    `noise` is the usual error of its judgement, in turns.
    """

    name: str
    sentence: str
    worlds: int
    positions: int
    noise: float = 0.0
    duel: Duel | None = None

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play that won the most, as it judges it."""
        if self.duel and is_duel(situation.table):
            thought = _Thought(situation, rng, learns=True)
            return thought.best(self.duel.worlds, self.positions, self.noise, self.duel.choices_ahead)
        return _Thought(situation, rng).best(self.worlds, self.positions, self.noise)


@frozen
class Weighed:
    """A play, its seat's chance to win the match with it, and the standard error of that chance."""

    play: Play
    chance: float
    error: float


def weigh(situation: Situation, rng: Random, worlds: int, positions: int) -> list[Weighed]:
    """Every play of the situation, in its order, tried in so many likely worlds, the same for each play.

    Where nothing is hidden, so many positions are searched at the most.
    """
    thought = _Thought(situation, rng)
    thought.weigh(worlds, positions)
    found = {(each.bit, each.line): (each.chance, each.error) for each in thought.candidates}
    return [Weighed(play, *found[thought.outcome_of(play)]) for play in situation.plays]


def likely_worlds(situation: Situation, rng: Random, count: int) -> list[Likely]:
    """So many deals of the tiles out of sight, the more often the better they go with all that was seen and chosen."""
    return _Thought(situation, rng).sampled(count)


class _Thought:
    """One choice being made."""

    def __init__(self, situation: Situation, rng: Random, *, learns: bool = False) -> None:
        table, round_, rules = situation.table, situation.round, situation.rules
        self._situation = situation
        self._rng = rng
        self._habits: Habits = habits_for(rules, rules.sides(len(round_.hands)))
        self._book: LineBook = self._habits.book
        self._worlds = Worlds(situation, self._book)
        self._is_last_round = round_.number >= rules.max_rounds
        self._past = Past(situation, self._habits, learns=learns)
        self._leader = next_leader(rules, round_.leader, len(round_.hands))
        self._standing = standing_for(rules, situation.side, is_last_round=self._is_last_round, leader=self._leader)
        self._line = self._book.line_of(round_.layout)
        self._scores = table.scores
        self._laid = 0
        self.candidates = self._different_plays()

    def _different_plays(self) -> list[Candidate]:
        found: dict[tuple[int, Line], Candidate] = {}
        for play in self._situation.plays:
            outcome = self.outcome_of(play)
            found.setdefault(outcome, Candidate(play, *outcome))
        return list(found.values())

    def outcome_of(self, play: Play) -> tuple[int, Line]:
        """The tile's bit and the line it leaves: plays that have both in common come to the same."""
        layout = self._situation.round.layout
        return self._book.bits[play.tile], self._book.line_of(layout.lay(play.tile, play.arm))

    def best(self, worlds: int, positions: int, noise: float, choices_ahead: int = 0) -> Play:
        """The play with the best chance."""
        candidates = self.candidates
        if len(candidates) == 1:
            return candidates[0].play
        # Whatever wins in every world that is looked at is as good as a win, but it is none yet.
        for play in self._situation.plays:
            if self._situation.wins_with(worth(self._situation.table, self._situation.seat, play).awarded):
                return play
        if noise:
            error = noise * race_for(self._situation.rules).worth_of_a_turn(self._situation.side, self._scores)
            for candidate in candidates:
                candidate.misjudged = self._rng.gauss(0, error)
        if self._is_open:
            return self._best_of_open_round(candidates, positions).play
        if choices_ahead:
            candidates = self._best_few(candidates, worlds, LAID_FIRST, CERTAIN_BEFORE_AHEAD)
            self._look_ahead(candidates, choices_ahead)
        else:
            candidates = self._best_few(candidates, worlds, LAID_AT_MOST, CERTAIN)
        return max(candidates, key=judged).play

    def _best_few(self, candidates: list[Candidate], worlds: int, tiles: int, certain: float) -> list[Candidate]:
        """Those that nothing is clearly better than, tried in so many worlds, or until so many tiles are laid."""
        worlds = 1 if self._worlds.is_certain else worlds
        left, batch = tiles // self._length_of_round(), FIRST_BATCH
        while worlds > 0 and left > 0 and len(candidates) > 1:
            batch = max(FEWEST_WORLDS, min(batch, worlds, left // len(candidates)))
            self._try_in(candidates, self.sampled(batch))
            worlds, left = worlds - batch, left - batch * len(candidates)
            candidates = still_in_it(candidates, certain)
            batch = len(candidates[0].chances)
        return candidates

    def _look_ahead(self, candidates: list[Candidate], choices: int) -> None:
        """Judge the best few of these also by how they turn out when the seat's next choices are thought through.

        The others are given up.
        """
        tries = PROBED_AHEAD // self._length_of_round()
        few = min(BEST_FEW, tries // FEWEST_AHEAD)
        if few < 2 or len(candidates) < 2:
            return
        candidates.sort(key=judged, reverse=True)
        del candidates[few:]
        totals = [0.0] * len(candidates)
        ahead = Ahead(self._habits, self._standing, self._situation.seat)
        tried, count = 0, tries // len(candidates)
        while count > 0:
            worlds, before = self.sampled(count), ahead.laid
            for at, candidate in enumerate(candidates):
                rounds = all_after([self._round_in(world) for world in worlds], candidate.bit, candidate.line)
                totals[at] += ahead.total(rounds, choices)
            tried += count
            took = self._slowness * (ahead.laid - before)
            self._laid += took
            times = (LAID_WITH_AHEAD - self._laid) / took
            more = int(NEARLY_ALL * min(times, MOST_AT_ONCE) * count) if times > 1 else 0
            count = min(more, WORLDS_AHEAD - tried)
        for candidate, total in zip(candidates, totals, strict=True):
            candidate.chances = [(total / tried + WEIGHT_OF_HABIT * candidate.chance) / (1 + WEIGHT_OF_HABIT)]

    @property
    def _slowness(self) -> int:
        """How much longer it takes to lay a tile than without a spinner: lines with one are many and long."""
        return 1 if self._situation.rules.spinner is SpinnerRule.NONE else 3

    def _length_of_round(self) -> int:
        """About how many tiles are yet to be laid, or what takes as long."""
        round_, rules = self._situation.round, self._situation.rules
        tiles = sum(map(len, round_.hands))
        if rules.draw is not Draw.NONE:
            tiles += len(round_.boneyard)
        return self._slowness * tiles

    def sampled(self, count: int) -> list[Likely]:
        """So many likely worlds; one, where there is but one."""
        if self._worlds.is_certain:
            count = 1
        past = self._past
        if not past.says_something or self._worlds.is_certain:
            return [past.with_manners(world, self._rng) for world in self._worlds.some(count, self._rng)]
        self._laid += TO_DEAL * DEALT_TO_PICK_ONE * count
        return past.likeliest(self._worlds.some(DEALT_TO_PICK_ONE * count, self._rng), count, self._rng)

    @property
    def _is_open(self) -> bool:
        """Whether two sides play with nothing hidden, so that it can be thought through.

        Then two hands are left. Where both partners must go out, they may be two of four.
        """
        return len(self._scores) == 2 and self._worlds.is_certain

    def weigh(self, worlds: int, positions: int) -> None:
        """See what each play comes to, tried in so many worlds, or with so many positions where nothing is hidden."""
        if self._is_open:
            self._weigh_open_round(positions)
        else:
            self._try_in(self.candidates, self.sampled(worlds))

    def _try_in(self, candidates: Sequence[Candidate], worlds: Sequence[Likely]) -> None:
        """See what these plays come to in these worlds."""
        for candidate in candidates:
            candidate.chances += self._chances_of(candidate, worlds)

    def _chances_of(self, candidate: Candidate, worlds: Sequence[Likely]) -> Iterator[float]:
        """What a play comes to in each of these worlds."""
        begun = self._round_in(worlds[0])
        begun.lay(candidate.bit, candidate.line)
        seat, last, chance = self._situation.seat, None, 0.0
        laid = TO_BEGIN + self._length_of_round()
        for world in worlds:
            if world is not last:
                # What is likely was picked several times in a row, and comes to the same each time.
                last, (hands, boneyard, greedy) = world, world
                self._laid += laid
                if begun.is_over:
                    # Who goes out may be paid for what the others hold.
                    round_ = self._round_in(world)
                    round_.lay(candidate.bit, candidate.line)
                else:
                    round_ = Playout(self._book, begun.line, hands, boneyard, begun.turn, begun.scores, 0, greedy)
                    round_.hands[seat] ^= candidate.bit
                    self._habits.play_out(round_)
                chance = self._standing.chance(round_.scores, round_.won_by)
            yield chance

    def _weigh_open_round(self, positions: int) -> None:
        """Find out what each play comes to, looking equally far ahead for each, so that they can be compared."""
        solver, round_ = self._solver, self._open_round()
        solver.begin(round_, positions)
        with suppress(TooLongError):
            for plays in solver.depths(round_):
                solver.look(round_, plays)
                found = [solver.chance_after(round_, (each.bit, each.line)) for each in self.candidates]
                for candidate, chance in zip(self.candidates, found, strict=True):
                    candidate.chances = [chance]

    def _best_of_open_round(self, candidates: Sequence[Candidate], positions: int) -> Candidate:
        """The best of these plays, by the farthest look ahead that the positions allow.

        Where they are used up in the middle of a look, the plays that it has come to count, as the best ones so far
        come first.
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
        """As many of these plays as the positions allow, the best one first; of the others only that they are worse."""
        found: list[Candidate] = []
        best = 0.0
        with suppress(TooLongError):
            for candidate in candidates:
                # Whatever it is misjudged by, a sure win is not missed.
                low = max(0.0, min(best - candidate.misjudged, ALMOST_WON))
                candidate.chances = [solver.chance_after(round_, (candidate.bit, candidate.line), low)]
                found.append(candidate)
                best = max(best, judged(candidate))
        return sorted(found, key=judged, reverse=True)

    @property
    def _solver(self) -> Solver:
        return solver_for(self._habits, is_last_round=self._is_last_round, leader=self._leader)

    def _round_in(self, world: Likely) -> Playout:
        hands, boneyard, greedy = world
        situation = self._situation
        knocks = situation.round.knocks
        return Playout(self._book, self._line, hands, boneyard, situation.seat, self._scores, knocks, greedy)

    def _open_round(self) -> Playout:
        """The round where nothing is hidden and each side has one hand left: between those two alone."""
        dealt, *_ = self.sampled(1)[0]
        hands, situation = [0, 0], self._situation
        for seat, hand in enumerate(dealt):
            hands[situation.rules.side_of(seat)] |= hand
        return Playout(self._book, self._line, hands, (), situation.side, self._scores, situation.round.knocks)
