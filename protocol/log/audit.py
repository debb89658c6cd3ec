"""The first fault in a recorded game: it is decided again, by its own rules.

Here: `audit`, which finds the first entry that is wrong by the rules: rules that its game cannot be played by, a deal
that is not the set, a leader or a move that is not allowed, or a score or an end that does not follow or is missing.
Hosts check records with it, clients check their host.
Faults are sentences for people, who count seats from 1.
Not here: what is allowed (`choices`), what follows (`consequences`), and whether a file is a record (`record`).
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from attrs import fields

from protocol.clean import brief
from protocol.frozen import frozen
from protocol.game.options import RulesError
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.game.tiles import HIDDEN, Tile
from protocol.log import events
from protocol.log.choices import why_no_hint, why_not
from protocol.log.commands import DrawTile, Knock, PlayTile
from protocol.log.consequences import consequences
from protocol.log.leading import ByLot, DealAgain, find_leader
from protocol.log.sanity import misfit
from protocol.log.table import Stage, Table, empty_table, evolve, seat_named


@frozen
class Fault:
    """The first entry that is wrong, given the entries before it, and why."""

    seq: int
    text: str

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.text}"


def audit(entries: Iterable[events.Entry], *, goes_on: bool = False) -> Fault | None:
    """The first fault of a game without hidden tiles, or None. An unfinished game may be right so far.

    It may end anywhere but between what was stored as one, unless it `goes_on`: then these are not all its entries.
    """
    auditor, seq = Auditor(), 0
    for entry in entries:
        seq = entry.seq
        text = auditor.fault_in(entry.event)
        if text is not None:
            return Fault(seq, text)
    missing = None if goes_on else auditor.missing()
    return None if missing is None else Fault(seq, f"nothing follows it, and {missing} belongs to it")


def open_part(entries: Iterable[events.Entry]) -> tuple[events.Entry, ...]:
    """The entries before the first deal with hidden tiles: a game can be audited only up to there.

    A client's own record ends with such a round if the match was ended in the middle of it.
    """
    return tuple(takewhile(lambda entry: not _is_hidden_deal(entry.event), entries))


def _is_hidden_deal(event: events.Event) -> bool:
    return isinstance(event, events.RoundDealt) and any(HIDDEN in hand for hand in (*event.hands, event.boneyard))


class Auditor:
    """An audit, event by event. It keeps the table so far, and the events that still have to follow the last move."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._due: tuple[events.Event, ...] = ()

    def fault_in(self, event: events.Event) -> str | None:
        """What is wrong with the next event. If nothing is, the event is folded; after a fault nothing has changed."""
        fault = misfit(self._table, event) or self._wrong(event)
        if fault is None:
            table = empty_table() if self._table is None else self._table
            following = consequences(table, event)[0] if isinstance(event, events.MoveEvent) else ()
            self._due = self._due[1:] or following[1:]
            self._table = evolve(table, event)
        return fault

    def missing(self) -> str | None:
        """The name of an event that has to follow the last one, as it is always stored together with it; or None."""
        if self._due:
            return events.WIRE_NAMES[type(self._due[0])]
        if self._table is None:
            return None
        if _a_deal_is_due(self._table):
            return events.WIRE_NAMES[events.RoundDealt]
        return events.WIRE_NAMES[events.MatchStarted] if _bots_wait(self._table) else None

    def _wrong(self, event: events.Event) -> str | None:
        table = self._table
        if table is None:
            return _opening(event)
        if self._due:
            return None if event == self._due[0] else _difference(self._due[0], event)
        if _a_deal_is_due(table) and not isinstance(event, events.RoundDealt):
            return f"the next round is to be dealt, and this is {events.WIRE_NAMES[type(event)]}"
        match event:
            case events.TilePlayed() | events.TileDrawn() | events.Knocked():
                return _forbidden(table, event)
            case events.RoundDealt():
                return _wrong_deal(table, event)
            case events.Scored() | events.RoundEnded() | events.MatchWon():
                return f"nothing before it brings about this {events.WIRE_NAMES[type(event)]}"
            case _:
                return _at_the_table(table, event)


def _a_deal_is_due(table: Table) -> bool:
    return table.stage is Stage.PLAYING and (table.round is None or table.round.ended is not None)


def _bots_wait(table: Table) -> bool:
    """Whether bots have every seat before a match: they wait for nobody, so it begins with the last of them."""
    return table.stage is Stage.SEATING and all(who.bot is not None for who in table.seats)


def _difference(due: events.Event, event: events.Event) -> str:
    """The first difference between the event that has to come next and the one that came."""
    name = events.WIRE_NAMES[type(due)]
    if type(event) is not type(due):
        return f"{name} is due, and this is {events.WIRE_NAMES[type(event)]}"
    for each in fields(type(due)):
        right, recorded = getattr(due, each.name), getattr(event, each.name)
        if right != recorded:
            right, recorded = _shown(each.name, right), _shown(each.name, recorded)
            return f"{name}: by the rules {each.name} is {right}, and this says {recorded}"
    raise AssertionError("events that differ, differ in a field")


_NUMBERED: Final = ("seat", "winner", "sides")
"""The fields that are numbers of seats or sides: from 0 in events, from 1 in the text of a fault."""


def _shown(name: str, value: object) -> str:
    if value is None:
        return "nobody" if name in _NUMBERED else "none"
    if isinstance(value, tuple) and not isinstance(value, Tile):
        return f"[{', '.join(_shown(name, each) for each in value)}]"
    return str(value + 1 if name in _NUMBERED and isinstance(value, int) else value)


def _opening(event: events.Event) -> str | None:
    if not isinstance(event, events.TableOpened):
        return None
    preset = PRESETS.get(event.preset)
    if preset is None:
        return f"there is no game called {brief(event.preset)}"
    # Whatever is not as in the game itself is a house rule, and has to be one that could be set at such a table.
    rules = {name: getattr(event.rules, name) for name in OPTIONS}
    house_rules = {name: value for name, value in rules.items() if value != preset.values.get(name)}
    try:
        make_rules(preset, house_rules, event.seats)
    except RulesError as error:
        return f"no table of {preset.name} is like this: {error}"
    return None


def _forbidden(table: Table, move: events.MoveEvent) -> str | None:
    assert table.round is not None
    match move:
        case events.TilePlayed():
            if why_not(table, move.seat, PlayTile(move.tile, move.arm)):
                return f"{seat_named(move.seat)} may not play {move.tile} {move.arm}"
        case events.TileDrawn():
            if why_not(table, move.seat, DrawTile()):
                return f"{seat_named(move.seat)} may not draw"
            if move.tile != table.round.boneyard[0]:
                return f"the next tile of the boneyard is {table.round.boneyard[0]}, not {move.tile or 'a hidden tile'}"
        case events.Knocked():
            if why_not(table, move.seat, Knock()):
                return f"{seat_named(move.seat)} may not knock"
    return None


def _wrong_deal(table: Table, deal: events.RoundDealt) -> str | None:
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


def _at_the_table(table: Table, event: events.Event) -> str | None:
    """What is wrong with an event that is no part of play: seats, hints, pauses, and the end of a match by the host."""
    match event:
        case events.SeatLeft():
            if table.stage is not Stage.SEATING or table.seats[event.seat].is_free:
                return "a seat is left before the match, by the one who sits there"
        case events.SeatTaken():
            if table.stage is Stage.SEATING and not table.seats[event.seat].is_free:
                return f"{seat_named(event.seat)} is taken"
            if table.stage is not Stage.SEATING and not _takes_over(table, event):
                return "seats change before a match only"
        case events.StandInSeated():
            who = table.seats[event.seat]
            if table.stage is not Stage.PLAYING or not who.is_person or who.stand_in is not None:
                return "a stand-in plays for a person in a match, one at a time"
        case events.PlayerReturned():
            if table.seats[event.seat].stand_in is None:
                return "nobody stood in there"
        case events.HintTaken():
            return _wrong_hint(table, event.seat)
        case events.MatchAbandoned():
            if event.scores != table.scores:
                return "a match is abandoned while it is on, with the scores as they stand"
        case events.Paused() | events.Resumed():
            if table.stage is not Stage.PLAYING or table.paused == isinstance(event, events.Paused):
                return "play is paused and resumed by turns"
    return None


def _wrong_hint(table: Table, seat: int) -> str | None:
    if why_no_hint(table, seat):
        return f"{seat_named(seat)} may not take a hint"
    round_ = table.round
    if not table.seats[seat].is_person or round_ is None or round_.has_hint:
        return "a hint is taken by a person, once a turn"
    return None


def _takes_over(table: Table, event: events.SeatTaken) -> bool:
    """Whether a bot takes the seat of a person who was sent away, under the same name."""
    who = table.seats[event.seat]
    return table.stage is Stage.PLAYING and who.is_person and event.name == who.name and event.bot is not None
