"""Two matches with the same deals, compared: the points of each round, and the first move that was another one.

Here: the facts, with a short line for each of the two moves. Pure. Not here: the panel (`panels.comparison`).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from attrs import evolve, field

from client.model.sheet import Sheet
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.words import event_words
from protocol.frozen import define, frozen
from protocol.log.events import Entry, Knocked, MoveEvent, PlayedOn, RoundDealt, Said, TileDrawn, TilePlayed
from protocol.log.table import Table, empty_table
from protocol.log.table import evolve as folded

_MOST_HELD: Final = 4


@frozen
class FirstDifference:
    """The first move of a round that was another one: how many moves before it were the same, and each of the two.

    A text is empty if the round had ended by then, or is not as far yet.
    """

    same: int
    then: str
    now: str


@frozen
class ComparedRound:
    """A round of both matches, or of one of them. `difference`: None if one match lacks it, or all moves are the same.

    `has_same_tiles`: whether it was dealt as it was then.
    """

    number: int
    then: RoundRow | None
    now: RoundRow | None
    difference: FirstDifference | None = None
    has_same_tiles: bool = True


@frozen
class Comparison:
    """The rounds of both matches, and the table at the end of each of them."""

    then: Table
    now: Table
    rounds: tuple[ComparedRound, ...]

    @property
    def is_of_same_sides(self) -> bool:
        """Whether both matches have as many seats, and as many sides."""
        return len(self.then.seats) == len(self.now.seats) and len(self.then.scores) == len(self.now.scores)


@define
class _Moves:
    """The moves of one round, each with the view before it."""

    moves: list[tuple[View, MoveEvent]] = field(factory=list)


@define
class _Match:
    """A match. `fresh_from`: the number of its first round with tiles of its own, if it is played on; else None."""

    table: Table
    rows: Sequence[RoundRow]
    moves: Sequence[_Moves]
    fresh_from: int | None = None


@lru_cache(_MOST_HELD)
def compared(then: tuple[Entry, ...], now: tuple[Entry, ...], seat: int | None) -> Comparison:
    """Both matches as the player on this seat sees them; in a match of other people, nobody is "you"."""
    second = _match(now, seat)
    first = _match(then, seat)
    if [who.name for who in first.table.seats] != [who.name for who in second.table.seats]:
        first = _match(then, None)
    rounds = zip_longest(first.rows, second.rows, first.moves, second.moves)
    found = [_round(number, *both) for number, both in enumerate(rounds, start=1)]
    if second.fresh_from is not None:
        fresh = second.fresh_from
        found = [one if one.number < fresh else evolve(one, difference=None, has_same_tiles=False) for one in found]
    return Comparison(first.table, second.table, tuple(found))


def _match(entries: Sequence[Entry], seat: int | None) -> _Match:
    sheet, view, moves, fresh_from = Sheet(), View(empty_table(), seat), list[_Moves](), None
    for entry in entries:
        if isinstance(entry.event, Said):
            continue
        before, view = view, View(folded(view.table, entry.event), seat)
        sheet.note(entry.seq, before, entry.event)
        if isinstance(entry.event, RoundDealt):
            moves.append(_Moves())
        elif isinstance(entry.event, MoveEvent) and moves:
            moves[-1].moves.append((before, entry.event))
        elif isinstance(entry.event, PlayedOn):
            fresh_from = len(moves) + 1
    return _Match(view.table, sheet.rounds, moves, fresh_from)


def _round(
    number: int, then: RoundRow | None, now: RoundRow | None, first: _Moves | None, second: _Moves | None
) -> ComparedRound:
    if first is None or second is None:
        return ComparedRound(number, then, now)
    pairs = enumerate(zip_longest(first.moves, second.moves))
    for same, (one, other) in pairs:
        if one is None or other is None or _key(one[1]) != _key(other[1]):
            return ComparedRound(number, then, now, FirstDifference(same, _told(one), _told(other)))
    return ComparedRound(number, then, now)


def _key(move: MoveEvent) -> tuple[object, ...]:
    """The part of a move that everybody sees."""
    return (move.seat, move.tile, move.arm) if isinstance(move, TilePlayed) else (move.seat, type(move))


def _told(made: tuple[View, MoveEvent] | None) -> str:
    if made is None:
        return ""
    before, move = made
    match move:
        case TilePlayed():
            return event_words.played_short(before, move)
        case TileDrawn():
            return event_words.drew_short(before, move.seat, 1)
        case Knocked():
            return event_words.knocked_short(before, move)
