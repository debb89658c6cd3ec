"""Re-deciding a game by its own recorded rules.

Lives here: `audit`, which finds the first entry that the rules do not bear out: a deal that is not a set, a leader the
rules do not name, a play that does not fit, a sum, an award, an end that is not what follows. Hosts check records with
it, clients check their host. What it finds is told to people, who count seats from 1.
Not here: whether a file is a record at all (`record`).
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from attrs import fields

from protocol.frozen import frozen
from protocol.game.presets import PRESETS
from protocol.game.tiles import HIDDEN, Tile
from protocol.log.choices import Play, choices, plays_of
from protocol.log.consequences import consequences
from protocol.log.events import (
    WIRE_NAMES,
    Assist,
    Entry,
    Event,
    HintTaken,
    Knocked,
    MatchAbandoned,
    MatchWon,
    MoveEvent,
    Paused,
    PlayerReturned,
    Resumed,
    RoundDealt,
    RoundEnded,
    Scored,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TileDrawn,
    TilePlayed,
)
from protocol.log.leading import ByLot, DealAgain, find_leader
from protocol.log.sanity import misfit
from protocol.log.table import Stage, Table, empty_table, evolve, seat_named


@frozen
class Fault:
    """The first entry that is not what the rules make of those before it, and why."""

    seq: int
    text: str

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.text}"


def audit(entries: Iterable[Entry]) -> Fault | None:
    """The first fault of a game whose tiles are all open, or None. A game that is not finished may be whole so far."""
    auditor = Auditor()
    for entry in entries:
        text = auditor.fault_in(entry.event)
        if text is not None:
            return Fault(entry.seq, text)
    return None


def open_part(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries before the first deal that stayed hidden, which is as far as a game can be audited.

    A client's own record ends with such a round where the match was ended in the middle of it.
    """
    return tuple(takewhile(lambda entry: not _is_hidden_deal(entry.event), entries))


def _is_hidden_deal(event: Event) -> bool:
    return isinstance(event, RoundDealt) and any(HIDDEN in hand for hand in (*event.hands, event.boneyard))


class Auditor:
    """The table so far, and the events that the last move has yet to bring about."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._due: tuple[Event, ...] = ()

    def fault_in(self, event: Event) -> str | None:
        """What is wrong with the next event, or None once it is folded. After a fault all is as it was before."""
        fault = misfit(self._table, event) or self._wrong(event)
        if fault is None:
            table = empty_table() if self._table is None else self._table
            following = consequences(table, event)[0] if isinstance(event, MoveEvent) else ()
            self._due = self._due[1:] or following[1:]
            self._table = evolve(table, event)
        return fault

    def _wrong(self, event: Event) -> str | None:
        table = self._table
        if table is None:
            return _opening(event)
        if self._due:
            return None if event == self._due[0] else _difference(self._due[0], event)
        if _a_deal_is_due(table) and not isinstance(event, RoundDealt):
            return f"the next round is to be dealt, and this is {WIRE_NAMES[type(event)]}"
        match event:
            case TilePlayed() | TileDrawn() | Knocked():
                return _forbidden(table, event)
            case RoundDealt():
                return _wrong_deal(table, event)
            case Scored() | RoundEnded() | MatchWon():
                return f"nothing before it brings about this {WIRE_NAMES[type(event)]}"
            case _:
                return _at_the_table(table, event)


def _a_deal_is_due(table: Table) -> bool:
    return table.stage is Stage.PLAYING and (table.round is None or table.round.ended is not None)


def _difference(due: Event, event: Event) -> str:
    """What the rules bring about here and what is told instead: the first field that differs."""
    name = WIRE_NAMES[type(due)]
    if type(event) is not type(due):
        return f"{name} is due, and this is {WIRE_NAMES[type(event)]}"
    for each in fields(type(due)):
        right, told = getattr(due, each.name), getattr(event, each.name)
        if right != told:
            right, told = _shown(each.name, right), _shown(each.name, told)
            return f"{name}: by the rules {each.name} is {right}, and this says {told}"
    raise AssertionError("events that differ, differ in a field")


_NUMBERED: Final = ("seat", "winner", "sides")
"""Fields that number seats or sides: from 0 in an event, from 1 in what is said of it."""


def _shown(name: str, value: object) -> str:
    if value is None:
        return "nobody" if name in _NUMBERED else "none"
    if isinstance(value, tuple) and not isinstance(value, Tile):
        return f"[{', '.join(_shown(name, each) for each in value)}]"
    return str(value + 1 if name in _NUMBERED and isinstance(value, int) else value)


def _opening(event: Event) -> str | None:
    if isinstance(event, TableOpened) and event.preset not in PRESETS:
        return f"there is no game called {event.preset!r}"
    return None


def _forbidden(table: Table, move: MoveEvent) -> str | None:
    if table.paused:
        return "play is paused"
    assert table.round is not None
    may = choices(table, move.seat)
    match move:
        case TilePlayed():
            if Play(move.tile, move.arm) not in may.plays:
                return f"{seat_named(move.seat)} may not play {move.tile} {move.arm}"
        case TileDrawn():
            if not may.may_draw:
                return f"{seat_named(move.seat)} may not draw"
            if move.tile != table.round.boneyard[0]:
                return f"the next tile of the boneyard is {table.round.boneyard[0]}, not {move.tile or 'a hidden tile'}"
        case Knocked():
            if not may.may_knock:
                return f"{seat_named(move.seat)} may not knock"
    return None


def _wrong_deal(table: Table, deal: RoundDealt) -> str | None:
    if _is_hidden_deal(deal):
        return "tiles are hidden"
    leader = find_leader(table, deal.hands)
    if isinstance(leader, DealAgain):
        return "nobody holds a double, so this deal should have been thrown in"
    if isinstance(leader, ByLot):
        is_free = (deal.chosen_by, deal.lead) == (None, None)
        return None if is_free else "the leader is chosen by lot, by no tile and with none that must lead"
    if (deal.leader, deal.chosen_by, deal.lead) != leader:
        return (
            f"the rules make {seat_named(leader.seat)} lead, chosen by {leader.chosen_by or 'no tile'},"
            f" with {leader.lead or 'any tile'}"
        )
    return None


def _at_the_table(table: Table, event: Event) -> str | None:
    """Comings and goings: whether such a thing can be so at this stage."""
    match event:
        case SeatLeft():
            if table.stage is not Stage.SEATING or table.seats[event.seat].is_free:
                return "a seat is left before the match, by the one who sits there"
        case SeatTaken():
            if table.stage is Stage.SEATING and not table.seats[event.seat].is_free:
                return f"{seat_named(event.seat)} is taken"
            if table.stage is not Stage.SEATING and not _takes_over(table, event):
                return "seats change before a match only"
        case StandInSeated():
            who = table.seats[event.seat]
            if table.stage is not Stage.PLAYING or not who.is_person or who.stand_in is not None:
                return "a stand-in plays for a person in a match, one at a time"
        case PlayerReturned():
            if table.seats[event.seat].stand_in is None:
                return "nobody stood in there"
        case HintTaken():
            return _wrong_hint(table, event.seat)
        case MatchAbandoned():
            if event.scores != table.scores:
                return "a match is abandoned while it is on, with the scores as they stand"
        case Paused() | Resumed():
            if table.stage is not Stage.PLAYING or table.paused == isinstance(event, Paused):
                return "play is paused and resumed by turns"
    return None


def _wrong_hint(table: Table, seat: int) -> str | None:
    if table.options.assist is not Assist.POINTS:
        return f"no hints are given where assist is {table.options.assist}"
    if table.paused or table.round is None or table.turn != seat or not table.seats[seat].is_person:
        return "a hint is for a person in their turn"
    if table.round.has_hint or not plays_of(table, seat):
        return "a hint is taken once a turn, by a seat that has something to play"
    return None


def _takes_over(table: Table, event: SeatTaken) -> bool:
    """Whether a bot takes the seat of somebody sent away, for good and under the name that all know."""
    who = table.seats[event.seat]
    return table.stage is Stage.PLAYING and who.is_person and event.name == who.name and event.bot is not None
