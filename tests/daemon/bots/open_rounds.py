"""How long open rounds take: `python -m tests.daemon.bots.open_rounds 100 club playroom spinner=first_double`.

Plays the given number of matches between two players of one level at one game, with settings as for `--set` after it.
The game `any` plays random games and house rules instead, three rounds each, with all tiles of a double-six set dealt.
At every choice with nothing hidden, `expert` and `master` choose too and a hint is computed. The report gives the
processor time and the number of positions searched.
"""

import sys
import time
from collections.abc import Callable
from random import Random

from attrs import define, field

from daemon.bots.advice import WORLDS, advice_on
from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS
from daemon.bots.caches import collect_only_new_garbage
from daemon.bots.playout_policy import policy_for
from daemon.bots.situation import Level, Situation
from daemon.bots.solver import Solver, solver_for
from daemon.bots.worlds import Worlds
from daemon.measure.arena import play_match
from protocol.game.options import Spelling
from protocol.log.choices import Play
from protocol.log.events import TableOpened
from tests.daemon.bots.tables import any_opening, opening_of

ANY = "any"
Think = Callable[[Situation, Random], object]

THINKERS: dict[str, Think] = {
    "expert": LEVELS["expert"].choose,
    "master": LEVELS["master"].choose,
    "hint": lambda situation, rng: advice_on(situation, rng, WORLDS),
}


@define
class Taken:
    """The cost of the choices in open rounds: processor seconds and positions searched."""

    seconds: list[float] = field(factory=list)
    positions: list[int] = field(factory=list)


class Watched:
    """A level that is observed: `expert`, `master` and the hint also decide at each of its choices."""

    def __init__(self, level: Level) -> None:
        self.name, self.sentence = level.name, level.sentence
        self.took = {name: Taken() for name in THINKERS}
        self._level = level

    def choose(self, situation: Situation, rng: Random) -> Play:
        if is_open(situation):
            for name, think in THINKERS.items():
                forget_solver(situation)
                began = time.process_time()
                think(situation, Random(1))
                self.took[name].seconds.append(time.process_time() - began)
                self.took[name].positions.append(positions_searched(situation))
        return self._level.choose(situation, rng)


def is_open(situation: Situation) -> bool:
    """Whether two hands are left and nothing is hidden."""
    book = policy_for(situation.rules, len(situation.table.scores)).book
    return len(situation.table.scores) == 2 and Worlds(situation, book).is_certain


def positions_searched(situation: Situation) -> int:
    """How many positions this process searched for its last choice in this round."""
    return _solver_of(situation).searched


def forget_solver(situation: Situation) -> None:
    """Make the next choice in this round with a new solver."""
    _solver_of(situation, is_other=True)  # only one is cached


def _solver_of(situation: Situation, *, is_other: bool = False) -> Solver:
    rules, round_ = situation.rules, situation.round
    is_last_round = (round_.number >= rules.max_rounds) != is_other
    return solver_for(policy_for(rules, 2), is_last_round=is_last_round)


def any_with_all_dealt(number: int) -> TableOpened:
    """A random game with random house rules for two, with half of the tiles dealt to each."""
    return any_opening(Random(f"open rounds {number}"), given={"max_pip": 6, "hand": 14}, seats=2)


def main() -> None:
    """Play, and print a line for each level and for hints."""
    collect_only_new_garbage()
    matches, name, preset, *settings = sys.argv[1:]
    chosen: dict[str, Spelling] = {
        option: value for option, _, value in (setting.partition("=") for setting in settings)
    }
    watched = Watched(LEVELS[name])
    for number in range(int(matches)):
        opening = any_with_all_dealt(number) if preset == ANY else opening_of(preset, chosen, 2)
        play_match(Contest(opening.preset, opening.rules, 2, seed=5), [watched] * 2, f"match {number}")
    for thinker, took in watched.took.items():
        print(f"{thinker}: {_told(took)}")


def _told(took: Taken) -> str:
    seconds, count = sorted(took.seconds) or [0.0], len(took.seconds)
    return (
        f"{count} choices, mean {sum(seconds) / len(seconds):.2f} s, 99 % within {seconds[int(0.99 * count)]:.2f} s, "
        f"longest {seconds[-1]:.2f} s; at the most {max(took.positions, default=0)} positions"
    )


if __name__ == "__main__":
    main()
