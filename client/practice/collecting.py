"""Exercises from a game that was analysed: the player's costliest plays, if their loss is certain.

Here: which plays those are, and the exercises made of them. Those near an exact target come first: they are rare, and
what is right there is seldom what was right before. A loss is certain if the analysis and the explanation,
which tries other deals, both find one of more than two standard errors. Not here: analysing and explaining
(`replay.analyser`), when an exercise is asked (`model.practice`).
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from client.model.practice import WORTH_PRACTISING, Exercise
from client.view.position import PositionError, position_before
from client.words.rule_words import spelled_house_rules
from protocol.game.options import Spelling
from protocol.game.rules import TargetMode
from protocol.game.scoring import sums_too_high
from protocol.log.choices import Play
from protocol.log.events import TilePlayed
from protocol.log.table import fold
from protocol.wire.analysis import LOSES_TOO_MUCH, Analysis, JudgedPlay
from protocol.wire.explained import ExplainedTurn, Explanation
from protocol.wire.record import Record

MOST_OF_A_GAME: Final = 5
"""Exercises from one game."""
_CERTAIN: Final = 2.0
"""Standard errors by which the loss has to be above what a good play may lose."""


def turns_to_explain(record: Record, analysis: Analysis, seat: int) -> tuple[int, ...]:
    """The entries of this seat's costliest plays that lost for certain, those near an exact target first."""
    costliest = analysis.costliest(len(analysis.plays), (seat,))
    certain = [play.seq for play in costliest if _lost_for_certain(play)]
    return tuple(sorted(certain, key=lambda seq: not _is_near_target(record, seq)))[:MOST_OF_A_GAME]


def _is_near_target(record: Record, seq: int) -> bool:
    """Whether a side is so near to an exact target before this entry that some sums pay too much."""
    table = fold(entry.event for entry in record.entries[: seq - 1])
    rules = table.rules
    is_exact = rules.target_mode is TargetMode.EXACT
    return is_exact and bool(sums_too_high(rules, rules.target - max(table.scores, default=0)))


def _lost_for_certain(play: JudgedPlay) -> bool:
    is_certain = play.lost_error > 0 and play.lost - _CERTAIN * play.lost_error >= LOSES_TOO_MUCH
    return is_certain and play.lost >= WORTH_PRACTISING


def exercises_of(record: Record, seat: int, explanation: Explanation) -> Iterator[Exercise]:
    """The exercises in these turns of the seat."""
    house = spelled_house_rules(fold(entry.event for entry in record.entries))
    for turn in explanation.turns:
        with suppress(PositionError):
            yield from _exercise(record, seat, turn, house)


def _exercise(record: Record, seat: int, turn: ExplainedTurn, house: dict[str, Spelling]) -> Iterator[Exercise]:
    event = record.entries[turn.seq - 1].event
    if not isinstance(event, TilePlayed):
        return
    position = position_before(record.entries, turn.seq, seat, house)
    exercise = Exercise(
        record.header.game, turn.seq, record.header.at, position, Play(event.tile, event.arm), turn.plays
    )
    if exercise.cost >= WORTH_PRACTISING:
        yield exercise
