"""Matches between levels, played as fast as they can think, to measure them.

Lives here: one match by the rules (`play_match`) and a round robin on duplicated deals (`round_robin`): each deal is
played again with the seats swapped, so that nobody is judged by good tiles. Every player is blind to what its seat may
not see, as at a real table.
Not here: what the results mean (`ratings`), the command (`arena_command`).
"""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from multiprocessing import get_context
from random import Random
from typing import Final

from attrs import frozen

from daemon.bots.caches import collect_only_new_garbage
from daemon.bots.greedy import Greedy
from daemon.bots.levels import LEVELS
from daemon.bots.player import BotPlayer, as_event
from daemon.bots.situation import Level, Situation
from daemon.deal import deal
from protocol.game.rules import Rules
from protocol.log.choices import Play
from protocol.log.consequences import consequences
from protocol.log.events import Event, MatchStarted, SeatTaken, TableOpened, TableOptions
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, Table, empty_table, evolve


@frozen
class RandomPlay:
    """Any play, one as likely as another: the yardstick from which ratings are counted, not a level to play with."""

    name: str = "random"
    sentence: str = "lays anything that fits"

    def choose(self, situation: Situation, rng: Random) -> Play:
        """One of the plays."""
        return rng.choice(situation.plays)


CONTESTANTS: Final[Mapping[str, Level]] = {"random": RandomPlay(), "greedy": Greedy(), **LEVELS}
"""Everyone the arena knows by name: the yardsticks, then the levels, weakest first."""


@frozen
class Contest:
    """What is played: a table of so many seats, and the seed that every deal and every choice is made from."""

    preset: str
    rules: Rules
    seats: int
    seed: int


def play_match(contest: Contest, levels: Sequence[Level], deals: str) -> tuple[int, ...]:
    """The winning sides of one match, a level a seat. The same `deals` are the same tiles, whoever plays."""
    match = _Match(contest, levels, deals)
    while match.table.stage is Stage.PLAYING:
        match.next_move()
    return match.table.won_by


Results = dict[tuple[str, str], list[float]]
"""By pair of levels, the later one first as `CONTESTANTS` has them: its share of each duplicate."""

Progress = Callable[[str, str, int, int], None]
"""Told which two play, how many matches they have played, and of how many."""


def round_robin(
    levels: Sequence[str], contest: Contest, matches: int, progress: Progress, workers: int | None = None
) -> Results:
    """Each level against each other, so many matches a pair, rounded up to whole duplicates.

    With more than two seats they sit by turns, so with partners each level is a team. `workers`: how many processes
    play, by default one a processor; with 1 all is played in this one. The results do not depend on it.
    """
    weakest_first = [name for name in CONTESTANTS if name in levels]
    pairs = [(stronger, weaker) for weaker, stronger in combinations(weakest_first, 2)]
    duplicates = (matches + 1) // 2
    tasks = [(contest, *pair, number) for pair in pairs for number in range(duplicates)]
    results: Results = {pair: [] for pair in pairs}
    for (_, one, other, _), share in zip(tasks, _played(tasks, workers), strict=True):
        shares = results[one, other]
        shares.append(share)
        progress(one, other, 2 * len(shares), 2 * duplicates)
    return results


_Task = tuple[Contest, str, str, int]


def _played(tasks: Sequence[_Task], workers: int | None) -> Iterator[float]:
    if workers == 1:
        yield from map(_duplicate, tasks)
        return
    with get_context("spawn").Pool(workers, begin_to_play) as pool:
        yield from pool.imap(_duplicate, tasks, chunksize=4)


def begin_to_play() -> None:
    """What a process does first that is to play or to look over one match after another."""
    # Ctrl-C reaches every process of a terminal; only the one that collects the results shall answer it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_only_new_garbage()


def _duplicate(task: _Task) -> float:
    """The first level's share of two matches on the same deals."""
    contest, *names, number = task
    return (_share_won(contest, names, 0, number) + _share_won(contest, names, 1, number)) / 2


def _share_won(contest: Contest, names: Sequence[str], first: int, number: int) -> float:
    """How much of one match the first level wins, when the levels sit by turns and this one begins."""
    seated = [names[(seat + first) % 2] for seat in range(contest.seats)]
    won_by = play_match(contest, [CONTESTANTS[name] for name in seated], f"match {number}")
    # A side is a seat, or the seats of a partnership: the lowest seat of side 0 is 0, of side 1 is 1 either way.
    return sum(seated[side] == names[0] for side in won_by) / len(won_by)


class _Match:
    """A match under way: the whole table, and a blind player on each seat."""

    def __init__(self, contest: Contest, levels: Sequence[Level], deals: str) -> None:
        self.table: Table = empty_table()
        self._deals = f"{contest.seed}/{deals}"
        self._players = [BotPlayer(level, seat) for seat, level in enumerate(levels)]
        self._rngs = [Random(f"{self._deals}/seat {seat}") for seat in range(contest.seats)]  # noqa: S311 - a seed repeats it
        self._tell(TableOpened(contest.preset, contest.rules, contest.seats, TableOptions()))
        for seat, level in enumerate(levels):
            self._tell(SeatTaken(seat, f"Seat {seat}", level.name))
        self._tell(MatchStarted(1))
        self._deal()

    def next_move(self) -> None:
        """Let the seat in turn do what it does."""
        turn = self.table.turn
        assert turn is not None
        command = self._players[turn].choose(self._rngs[turn])
        events, _ = consequences(self.table, as_event(self.table, turn, command))
        for event in events:
            self._tell(event)
        if self.table.stage is Stage.PLAYING and self.table.turn is None:
            self._deal()

    def _deal(self) -> None:
        number = 1 if self.table.round is None else self.table.round.number + 1
        # A chance of its own for each round, so that its tiles do not depend on how the rounds before it went.
        self._tell(deal(self.table, Random(f"{self._deals}/round {number}")))  # noqa: S311 - a seed repeats it

    def _tell(self, event: Event) -> None:
        self.table = evolve(self.table, event)
        for player in self._players:
            player.told(see(event, Viewer(player.seat)).event)
