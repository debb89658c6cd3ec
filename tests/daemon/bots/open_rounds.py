"""How long open rounds are to think through: `python -m tests.daemon.bots.open_rounds 3000 club all-fives`.

So many matches between two players of one level at one game, with settings as for `--set` after it; or at `any`, each
with a game and house rules by lot, three rounds in which all tiles of a double-six set are dealt. In each round the
first choice with nothing hidden, 22 tiles left or fewer and more than one play is thought through. Told is how many
there were and how much processor time they took, by a solver that knew nothing.
"""

import sys
import time
from random import Random

from daemon.bots.arena import Contest, play_match
from daemon.bots.habits import habits_for
from daemon.bots.levels import LEVELS
from daemon.bots.playout import Playout
from daemon.bots.search import likely_worlds
from daemon.bots.situation import Level, Situation
from daemon.bots.solver import Solver
from daemon.bots.worlds import Worlds
from daemon.worker import look_for_cycles_among_new_objects
from protocol.choices import Play
from protocol.events import TableOpened
from protocol.option_kinds import Spelling
from tests.daemon.bots.tables import any_opening, opening_of

ANY = "any"
LARGE = 15
"""Tiles from which on it takes more than a few milliseconds; those with fewer are only counted."""


class Watched:
    """A level whose open rounds are thought through, once each."""

    def __init__(self, level: Level) -> None:
        self.name, self.sentence = level.name, level.sentence
        self.took: list[float] = []
        self.small = 0
        self._level = level
        self._laid, self._is_done = 0, False

    def choose(self, situation: Situation, rng: Random) -> Play:
        laid = len(situation.round.layout.tiles)
        if laid <= self._laid:
            self._is_done = False  # another round
        self._laid = laid
        if not self._is_done:
            self._think_through(situation)
        return self._level.choose(situation, rng)

    def _think_through(self, situation: Situation) -> None:
        rules, round_ = situation.rules, situation.round
        habits = habits_for(rules, 2)
        if not Worlds(situation, habits.book).is_certain:
            return
        hands, _, _ = likely_worlds(situation, Random(1), 1)[0]
        line = habits.book.line_of(round_.layout)
        open_round = Playout(habits.book, line, hands, (), situation.seat, situation.table.scores, round_.knocks)
        solver = Solver(habits, is_last_round=round_.number >= rules.max_rounds)
        if not solver.can_end(open_round):
            return
        self._is_done = True
        if sum(map(len, round_.hands)) < LARGE:
            self.small += 1
            return
        began = time.process_time()
        _solve(solver, open_round)
        self.took.append(time.process_time() - began)
        solver.come_apart()


def _solve(solver: Solver, round_: Playout) -> None:
    """Find the best play of a round, as `Search` does."""
    solver.begin(round_)
    best = 0.0
    for play in sorted(round_.plays(), key=lambda play: -solver.promise(round_, play)):
        best = max(best, solver.chance_after(round_, play, best))


def any_with_all_dealt(number: int) -> TableOpened:
    """A table for two of any game with any house rules, at which each is dealt half of the tiles."""
    return any_opening(Random(f"open rounds {number}"), given={"max_pip": 6, "hand": 14}, seats=2)


def main() -> None:
    """Play, and print a line."""
    look_for_cycles_among_new_objects()
    matches, name, preset, *settings = sys.argv[1:]
    chosen: dict[str, Spelling] = {option: value for option, _, value in (each.partition("=") for each in settings)}
    watched = Watched(LEVELS[name])
    for number in range(int(matches)):
        opening = any_with_all_dealt(number) if preset == ANY else opening_of(preset, chosen, 2)
        play_match(Contest(opening.preset, opening.rules, 2, seed=5), [watched] * 2, f"match {number}")
    took = sorted(watched.took) or [0.0]
    print(
        f"{len(watched.took)} open rounds with {LARGE} tiles or more; "
        f"mean {sum(took) / len(took):.2f} s, median {took[len(took) // 2]:.2f} s, longest {took[-1]:.1f} s; "
        f"{watched.small} with fewer tiles"
    )


if __name__ == "__main__":
    main()
