"""`python -m tests.daemon.measure.between_rounds`: does who stands at 59 win as often as the chances to win say?

Computer players play matches. Before each round it is noted for each side what it has, the chance that bots, hints and
analyses give it then, and after the match whether it won. The table in docs/bots.md was made this way.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count

from attrs import frozen

from daemon.bots.bare_match import BareMatch, Contest
from daemon.bots.bot_player import BotPlayer
from daemon.bots.win_chances import win_chances_for
from daemon.measure.arena import CONTESTANTS
from daemon.measure.parallel import run_in_parallel
from protocol.game.presets import PRESETS, make_rules, preset_named
from protocol.log.leading import next_leader
from tests.daemon.measure.calibration import Bin, Forecast, bin_of


@frozen
class Task:
    """One match to be played."""

    contest: Contest
    level: str
    number: int


class _Watched(BareMatch):
    """A match whose chances are noted before each round: by score."""

    def play_and_compare(self, number: int) -> list[tuple[int, Forecast]]:
        """The forecasts of the match, each with the score of its side."""
        self.said: list[tuple[int, int, float]] = []
        won_by = self.play().won_by
        return [(score, Forecast(chance, (side in won_by) / len(won_by), number)) for side, score, chance in self.said]

    def _deal(self) -> None:
        scores = self.table.scores
        for side, score in enumerate(scores):
            chances = win_chances_for(self.table.rules, side, is_last_round=False)
            self.said.append((side, score, chances.chance(scores, None, next_leader(self.table))))
        super()._deal()


def forecasts_of(task: Task) -> list[tuple[int, Forecast]]:
    """What the chances say before each round of a match, by score, and whether it came true."""
    players = [BotPlayer(CONTESTANTS[task.level], seat) for seat in range(task.contest.seats)]
    return _Watched(task.contest, players, f"match {task.number}").play_and_compare(task.number)


def by_score(forecasts: Sequence[tuple[int, Forecast]], lowest: int) -> Iterator[tuple[int, Bin]]:
    """The forecasts of sides with this score or more, by score."""
    grouped = defaultdict[int, list[Forecast]](list)
    for score, forecast in forecasts:
        if score >= lowest:
            grouped[score].append(forecast)
    return ((score, bin_of(grouped[score])) for score in sorted(grouped))


def main(words: Sequence[str]) -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.daemon.measure.between_rounds", description=__doc__)
    parser.add_argument("--rules", default="cinq-et-trois", choices=list(PRESETS))
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--level", default="club", choices=list(CONTESTANTS))
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args(words)
    house_rules = dict(rule.split("=", 1) for rule in given.set)
    rules, seats = make_rules(preset_named(given.rules), house_rules, given.seats)
    contest = Contest(given.rules, rules, seats, given.seed)
    tasks = [Task(contest, given.level, number) for number in range(given.matches)]
    forecasts: list[tuple[int, Forecast]] = []
    played = count(1)

    def receive(found: list[tuple[int, Forecast]]) -> None:
        forecasts.extend(found)
        if sys.stderr.isatty():
            print(f"\r{next(played)} of {len(tasks)} matches", end="", file=sys.stderr, flush=True)

    run_in_parallel(lambda parallel: parallel.map(forecasts_of, tasks, receive), given.workers)
    print(f"| {given.rules}: score | rounds | said | won |\n| --- | --- | --- | --- |")
    for score, found in by_score(forecasts, rules.target - 11):
        error = f"±{100 * found.error:.1f}"
        print(f"| {score} | {found.count} | {100 * found.said:.1f} | {100 * found.won:.1f} {error} |")


if __name__ == "__main__":
    # Workers find its functions under this name.
    from tests.daemon.measure.between_rounds import main as main_of_module

    main_of_module(sys.argv[1:])
