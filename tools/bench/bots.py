"""Whole matches without a network: bots on every seat, the rules, the fold, and each seat's view.

Each game is compared with the bare fold of such matches, once for the table and once for each seat.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count

from daemon.bots.bare_match import Contest
from daemon.measure.arena import CONTESTANTS, play_match
from protocol.game.presets import PRESETS, make_rules
from protocol.log.events import Event
from protocol.log.table import fold
from tools.bench.figures import Figure, rate, side_by_side
from tools.bench.histories import matches

LEVEL = "casual"


def measure(takes: int, seconds: float) -> Iterator[Figure]:
    """Matches per second of one core, game by game."""
    for name, preset in PRESETS.items():
        rules, seats = make_rules(preset)
        contest = Contest(name, rules, seats, seed=1)
        numbers = count()

        def played(contest: Contest = contest, seats: int = seats, numbers: Iterator[int] = numbers) -> int:
            play_match(contest, [CONTESTANTS[LEVEL]] * seats, f"match {next(numbers)}")
            return 1

        def folded(whole: tuple[tuple[Event, ...], ...] = matches(3, name), seats: int = seats) -> int:
            for match in whole:
                for _ in range(1 + seats):
                    fold(match)
            return len(whole)

        rates = side_by_side(takes, partial(rate, played, seconds), partial(rate, folded, seconds))
        yield Figure("bots", f"{name}, {seats} seats", "matches/s", rates[0], "the fold alone", rates[1])
