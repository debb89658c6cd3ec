"""The analysis of a recorded game: each play is compared with the best one, given what its seat knew then.

Here: `decisions_of`, `analyse`, and `explain`, which says of single turns what each play was worth and why. The cost of
plays is skill, and the rest of a round's result is luck. Not here: the
command (`analysis_command`), estimating the chances (`daemon.bots.search`).
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from daemon.bots.advice import explain as explain_plays
from daemon.bots.memory import Memory, remember
from daemon.bots.search import WeighedPlay, weigh_made
from daemon.bots.situation import Situation
from daemon.bots.win_chances import WinChances
from protocol.frozen import frozen
from protocol.game.tiles import HIDDEN
from protocol.log.choices import Play
from protocol.log.events import (
    Entry,
    Event,
    HintTaken,
    MatchAbandoned,
    MatchWon,
    RoundDealt,
    RoundEnded,
    SeatTaken,
    TableOpened,
    TilePlayed,
)
from protocol.log.leading import next_leader
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, Table, empty_table, evolve, fold
from protocol.version import __version__
from protocol.wire.analysis import (
    ANALYSIS_VERSION,
    Analysis,
    BetterPlay,
    JudgedPlay,
    JudgedPlayer,
    JudgedRound,
    accuracy_of,
)
from protocol.wire.explained import ExplainedTurn, Explanation
from protocol.wire.record import Record

if TYPE_CHECKING:  # worker processes import this module, and have no use for trio
    from daemon.measure.parallel import ParallelMap


WORLDS: Final = 400
POSITIONS: Final = 200_000
"""Positions searched for each play where nothing is hidden, which takes some seconds."""

Progress = Callable[[int, int], None]
"""Called with how many plays have been judged, and how many there are."""


@frozen
class Decision:
    """A play that had an alternative. `seq`: its entry. `situation`: what its seat knew then."""

    seq: int
    situation: Situation
    play: Play


def decisions_of(entries: Iterable[Entry]) -> Iterator[Decision]:
    """The plays that had an alternative."""
    seats: list[_SeatView] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, TilePlayed):
            seen = seats[event.seat]
            situation = Situation(seen.table, event.seat, seen.memory)
            is_seen = HIDDEN not in situation.round.hands[event.seat]
            if is_seen and len(situation.plays) > 1:
                yield Decision(entry.seq, situation, Play(event.tile, event.arm))
        if isinstance(event, TableOpened):
            seats = [_SeatView(seat) for seat in range(event.seats)]
        for view in seats:
            view.observe(entry)


class _SeatView:
    """The table as one seat sees it, and the seat's memory."""

    def __init__(self, seat: int) -> None:
        self._viewer = Viewer(seat)
        self.table = empty_table()
        self.memory = Memory()

    def observe(self, entry: Entry) -> None:
        event = see(entry.event, self._viewer).event
        self.memory = remember(self.memory, self.table, event)
        self.table = evolve(self.table, event)


async def analyse(
    record: Record, progress: Progress, parallel: "ParallelMap", *, worlds: int = WORLDS, seed: int = 1
) -> Analysis:
    """The analysis of a game. It does not depend on how many plays are judged at once."""
    tasks = [(decision, worlds, f"{seed}/{decision.seq}") for decision in decisions_of(record.entries)]
    plays: list[JudgedPlay] = []

    def receive(play: JudgedPlay) -> None:
        plays.append(play)
        progress(len(plays), len(tasks))

    progress(0, len(tasks))
    await parallel.map(judge, tasks, receive)
    rounds = tuple(_rounds(record.entries, plays))
    players = tuple(judged_players(record.entries, plays, rounds))
    return Analysis(ANALYSIS_VERSION, record.header.game, worlds, seed, players, rounds, tuple(plays), __version__)


async def explain(
    record: Record, turns: Container[int], progress: Progress, parallel: "ParallelMap", *, worlds: int, seed: int
) -> Explanation:
    """The plays of the turns before these entries, each with its reason. Other deals are tried than in `analyse`."""
    decisions = [decision for decision in decisions_of(record.entries) if decision.seq in turns]
    tasks = [(decision, worlds, f"{seed}/explained/{decision.seq}") for decision in decisions]
    explained: list[ExplainedTurn] = []

    def receive(turn: ExplainedTurn) -> None:
        explained.append(turn)
        progress(len(explained), len(tasks))

    progress(0, len(tasks))
    await parallel.map(explain_turn, tasks, receive)
    return Explanation(tuple(explained))


def explain_turn(task: "_Task") -> ExplainedTurn:
    """The plays of one turn, explained."""
    decision, worlds, seed = task
    rng = Random(seed)  # noqa: S311 - the same seed finds the same
    return ExplainedTurn(decision.seq, explain_plays(decision.situation, rng, worlds))


_Task = tuple[Decision, int, str]
"""A decision, in how many worlds to try its plays, and the seed of these worlds."""


def judge(task: _Task) -> JudgedPlay:
    """The play that was made, compared with the others."""
    decision, worlds, seed = task
    rng = Random(seed)  # noqa: S311 - the same seed finds the same
    weighed = weigh_made(decision.situation, rng, worlds, POSITIONS, decision.play)
    made = next(play for play in weighed if play.play == decision.play)
    best = max(weighed, key=_chance_of)
    return JudgedPlay(
        decision.seq,
        decision.situation.seat,
        *decision.play,
        win=round(made.chance, 4),
        error=round(made.error, 4),
        lost=round(made.lost, 4),
        better=BetterPlay(*best.play, round(best.chance, 4)) if made.lost else None,
        at_stake=round(max(play.behind for play in weighed), 4),
        lost_error=round(made.doubt, 4),
    )


def _chance_of(weighed: WeighedPlay) -> float:
    return weighed.chance


# Skill and luck.


def _rounds(entries: Sequence[Entry], plays: Iterable[JudgedPlay]) -> Iterator[JudgedRound]:
    plays_by_seq = {play.seq: play for play in plays}
    table, lost = empty_table(), [0.0]
    before: tuple[float, ...] = ()
    for entry in entries:
        if isinstance(entry.event, RoundDealt):
            before, lost = _chances(table), [0.0] * len(table.scores)
        table = evolve(table, entry.event)
        if entry.seq in plays_by_seq:
            lost[table.side_of(plays_by_seq[entry.seq].seat)] += plays_by_seq[entry.seq].lost
        if isinstance(entry.event, RoundEnded) and table.round is not None:
            after = _chances(_with_end_of_match(table, entries[entry.seq : entry.seq + 1]))
            gained = [now - then for now, then in zip(after, before, strict=True)]
            luck = [mine - skill for mine, skill in zip(gained, _skill(lost), strict=True)]
            yield JudgedRound(table.round.number, tuple(map(_rounded, gained)), tuple(map(_rounded, luck)))


def _with_end_of_match(table: Table, following: Sequence[Entry]) -> Table:
    """The table after a round, and after the match if it ends with the round: that is the next entry then."""
    ends = (entry.event for entry in following if isinstance(entry.event, MatchWon | MatchAbandoned))
    return fold(ends, table)


def _skill(lost: Sequence[float]) -> list[float]:
    """By side, its gain from plays: its share of the others' losses, less its own losses."""
    return [(sum(lost) - mine) / (len(lost) - 1) - mine for mine in lost]


def _chances(table: Table) -> tuple[float, ...]:
    """Each side's chance to win the match, between two rounds. Their sum is 1."""
    sides = range(len(table.scores))
    if table.stage is Stage.OVER and table.won_by:
        return tuple((side in table.won_by) / len(table.won_by) for side in sides)
    leader = next_leader(table)
    chances = [WinChances(table.rules, side, is_last_round=False).chance(table.scores, None, leader) for side in sides]
    return tuple(chance / sum(chances) for chance in chances)


def judged_players(
    entries: Sequence[Entry], plays: Iterable[JudgedPlay], rounds: Sequence[JudgedRound]
) -> Iterator[JudgedPlayer]:
    """Each player with what they have played themselves: of who has taken the seat of a bot, not what that has."""
    table = fold(entry.event for entry in entries)
    by_seat: Mapping[int, list[JudgedPlay]] = {seat: [] for seat in range(len(table.seats))}
    for play in plays:
        by_seat[play.seat].append(play)
    for seat, who in enumerate(table.seats):
        since, side = _since(entries, seat) if who.joined else 0, table.side_of(seat)
        made = [play for play in by_seat[seat] if play.seq > since]
        hints = sum(
            isinstance(entry.event, HintTaken) and entry.event.seat == seat and entry.seq > since for entry in entries
        )
        yield JudgedPlayer(
            seat,
            who.name or "",
            who.bot,
            len(made),
            accuracy_of(made),
            _rounded(sum(play.lost for play in made)),
            _rounded(sum(round_.luck[side] for round_ in rounds)),
            hints,
            since,
        )


def _since(entries: Iterable[Entry], seat: int) -> int:
    """The number of the entry with which a person last took this seat."""
    return max(entry.seq for entry in entries if _sits_down(entry.event, seat))


def _sits_down(event: Event, seat: int) -> bool:
    return isinstance(event, SeatTaken) and event.seat == seat and event.bot is None


def _rounded(chance: float) -> float:
    return round(chance, 4)
