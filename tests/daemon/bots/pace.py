"""How long each level thinks, and how long hints take, game by game: `python -m tests.daemon.bots.pace 10 master hint`.

Plays the given number of matches per game between players of one level, in one process, as a worker does. The report
gives the processor time of each choice in milliseconds, including the first choices of a game.
"""

import sys
import time
from random import Random

from daemon.bots.advice import WORLDS, advice_on
from daemon.bots.bare_match import Contest
from daemon.bots.bot_levels import LEVELS
from daemon.bots.caches import collect_only_new_garbage
from daemon.bots.situation import Level, Situation
from daemon.measure.arena import play_match
from protocol.game.options import Spelling
from protocol.log.choices import Play
from tests.daemon.bots.tables import opening_of

GAMES: tuple[tuple[str, dict[str, Spelling], int], ...] = (
    ("cinq-et-trois", {}, 2),
    ("fives-and-threes", {}, 4),
    ("fives-and-threes", {"partners": "yes"}, 4),
    ("playroom", {}, 4),
    ("playroom", {}, 2),
    ("all-fives", {}, 2),
    ("all-threes", {}, 2),
)


class Timed:
    """A level that records the duration of each of its choices."""

    def __init__(self, level: Level) -> None:
        self.name, self.sentence = level.name, level.sentence
        self.took: list[float] = []
        self._level = level

    def choose(self, situation: Situation, rng: Random) -> Play:
        began = time.process_time()
        play = self._level.choose(situation, rng)
        self.took.append(1000 * (time.process_time() - began))
        return play


class Hinted:
    """A player that takes a hint in each of its choices, and follows it."""

    name, sentence = "hint", "takes hints"

    def choose(self, situation: Situation, rng: Random) -> Play:
        best = advice_on(situation, rng, WORLDS).plays[0]
        return Play(best.tile, best.arm)


def main() -> None:
    """Measure, and print a line for each game and level."""
    collect_only_new_garbage()
    matches = int(sys.argv[1])
    for name in sys.argv[2:] or LEVELS:
        all_took: list[float] = []
        for preset, settings, seats in GAMES:
            timed = Timed(Hinted() if name == Hinted.name else LEVELS[name])
            contest = Contest(preset, opening_of(preset, dict(settings), seats).rules, seats, seed=5)
            for number in range(matches):
                play_match(contest, [timed] * seats, f"match {number}")
            print(f"{name}, {', '.join((preset, *settings))}, {seats} seats: {_told(timed.took)}", flush=True)
            all_took += timed.took
        print(f"{name}, all together: {_told(all_took)}", flush=True)


def _told(took: list[float]) -> str:
    took = sorted(took)
    mean, most = sum(took) / len(took), took[int(0.99 * len(took))]
    return f"{len(took)} choices, mean {mean:.1f} ms, 99 % within {most:.1f} ms, longest {took[-1]:.1f} ms"


if __name__ == "__main__":
    main()
