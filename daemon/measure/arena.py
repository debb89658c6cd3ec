"""Matches between levels without a table or pauses, to measure how strong the levels are.

Here: one match, and a round robin on duplicated deals: each deal is played twice with the seats swapped, so that good
tiles favour neither level. Not here: playing a match (`daemon.bots.bare_match`), ratings (`ratings`), the command
(`arena_command`).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Final

from daemon.bots.bare_match import BareMatch, Contest
from daemon.bots.bot_levels import LEVELS
from daemon.bots.bot_player import BotPlayer
from daemon.bots.situation import Level, Situation
from protocol.frozen import frozen
from protocol.log.choices import Play, worth

if TYPE_CHECKING:  # worker processes import this module, and have no use for trio
    from daemon.measure.parallel import ParallelMap


@frozen
class RandomPlay:
    """A player that plays at random: the zero of the ratings, not a level for players."""

    name: str = "random"
    sentence: str = "lays anything that fits"

    def choose(self, situation: Situation, rng: Random) -> Play:
        """A random play."""
        return rng.choice(situation.plays)


@frozen
class Greedy:
    """A player that takes the most points of each turn and considers nothing else."""

    name: str = "greedy"
    sentence: str = "takes the most points of the turn"

    def choose(self, situation: Situation, rng: Random) -> Play:
        """One of the plays that score most, at random between equals."""
        awarded = [worth(situation.table, situation.seat, play).awarded for play in situation.plays]
        most = max(awarded)
        return rng.choice([play for play, points in zip(situation.plays, awarded, strict=True) if points == most])


CONTESTANTS: Final[Mapping[str, Level]] = {"random": RandomPlay(), "greedy": Greedy(), **LEVELS}
"""The players of the arena by name: two reference players, then the levels, weakest first."""


def play_match(contest: Contest, levels: Sequence[Level], deals: str) -> tuple[int, ...]:
    """The winning sides of one match. `levels`: in seat order. The same `deals` give the same tiles to any levels."""
    players = [BotPlayer(level, seat) for seat, level in enumerate(levels)]
    return BareMatch(contest, players, deals).play().won_by


Results = dict[tuple[str, str], list[float]]
"""By pair of levels, the stronger one first (in the order of `CONTESTANTS`): its share of each duplicate."""

Progress = Callable[[str, str, int, int], None]
"""Called with the names of two levels, how many matches they have played, and how many in all."""


async def round_robin(
    levels: Sequence[str], contest: Contest, matches: int, progress: Progress, parallel: "ParallelMap"
) -> Results:
    """The results of each level against each other, with `matches` per pair, rounded up to whole duplicates.

    With more than two seats the two levels alternate, so with partners each level is a team. The results do not depend
    on how many matches are played at once.
    """
    weakest_first = [name for name in CONTESTANTS if name in levels]
    pairs = [(stronger, weaker) for weaker, stronger in combinations(weakest_first, 2)]
    duplicates = (matches + 1) // 2
    tasks = [(contest, *pair, number) for pair in pairs for number in range(duplicates)]
    results: Results = {pair: [] for pair in pairs}
    due = iter(tasks)

    def receive(share: float) -> None:
        _, one, other, _ = next(due)
        shares = results[one, other]
        shares.append(share)
        progress(one, other, 2 * len(shares), 2 * duplicates)

    await parallel.map(_duplicate, tasks, receive)
    return results


_Task = tuple[Contest, str, str, int]


def _duplicate(task: _Task) -> float:
    """The first level's share of two matches on the same deals."""
    contest, *names, number = task
    return (_share_won(contest, names, 0, number) + _share_won(contest, names, 1, number)) / 2


def _share_won(contest: Contest, names: Sequence[str], first: int, number: int) -> float:
    """The share of one match that the first level wins. `first`: the index of the level in seat 0."""
    seated = [names[(seat + first) % 2] for seat in range(contest.seats)]
    won_by = play_match(contest, [CONTESTANTS[name] for name in seated], f"match {number}")
    # With and without partners the lowest seat of side 0 is seat 0, and of side 1 seat 1.
    return sum(seated[side] == names[0] for side in won_by) / len(won_by)
