"""Re-deciding a game by its own recorded rules.

Lives here: `audit`, which finds the first entry that the rules do not bear out: a deal that is not a set, a leader the
rules do not name, a play that does not fit, a sum, an award, an end that is not what follows. Hosts check records with
it, clients check their host. Not here: whether a file is a record at all (`record`).
"""

from collections.abc import Iterable, Iterator

from attrs import frozen

from protocol.choices import Play, choices
from protocol.consequences import Deed, consequences
from protocol.events import (
    Entry,
    Event,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    Paused,
    PlayerReturned,
    Resumed,
    RoundDealt,
    RoundEnded,
    Said,
    Scored,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TileDrawn,
    TilePlayed,
)
from protocol.leading import ByLot, DealAgain, find_leader
from protocol.presets import PRESETS
from protocol.table import Stage, Table, empty_table, evolve
from protocol.tiles import HIDDEN, set_of_tiles


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


class Auditor:
    """The table so far, and the events that the last deed has yet to bring about."""

    def __init__(self) -> None:
        self._table = empty_table()
        self._is_open = False
        self._following: Iterator[Event] = iter(())

    def fault_in(self, event: Event) -> str | None:
        """What is wrong with the next event, or None once it is folded."""
        expected = next(self._following, None)
        if expected is not None:
            if event != expected:
                return f"the rules make it {expected}, and it says {event}"
        else:
            fault = self._unforced(event)
            if fault is not None:
                return fault
        self._table = evolve(self._table, event)
        self._is_open = True
        return None

    def _unforced(self, event: Event) -> str | None:
        if self._is_open == isinstance(event, TableOpened):
            return "a game begins with table_opened, once"
        if self._a_deal_is_due != isinstance(event, RoundDealt):
            return f"{'a' if self._a_deal_is_due else 'no'} round is to be dealt, and it says {event}"
        seat = getattr(event, "seat", None)
        if seat is not None and not 0 <= seat < len(self._table.seats):
            return f"there is no seat {seat}"
        match event:
            case TilePlayed() | TileDrawn() | Knocked():
                return self._deed(event)
            case RoundDealt():
                return _wrong_deal(self._table, event)
            case Scored() | RoundEnded() | MatchWon():
                return f"nothing before it brings about {event}"
            case TableOpened():
                return _opening(event)
            case _:
                return _at_the_table(self._table, event)

    def _deed(self, deed: Deed) -> str | None:
        fault = _forbidden(self._table, deed)
        if fault is not None:
            return fault
        following, _ = consequences(self._table, deed)
        self._following = iter(following[1:])
        return None

    @property
    def _a_deal_is_due(self) -> bool:
        round_ = self._table.round
        return self._table.stage is Stage.PLAYING and (round_ is None or round_.ended is not None)


def _opening(event: TableOpened) -> str | None:
    preset = PRESETS.get(event.preset)
    if preset is None:
        return f"there is no game called {event.preset!r}"
    tiles = len(set_of_tiles(event.rules.max_pip)) if 0 < event.rules.max_pip <= 12 else 0
    if event.seats < 2 or event.rules.hand * event.seats > tiles:
        return f"{event.seats} hands of {event.rules.hand} cannot be dealt"
    if event.rules.partners and event.seats != 4:
        return "partners need four seats"
    return None


def _forbidden(table: Table, deed: Deed) -> str | None:
    if table.turn != deed.seat:
        return f"it is not the turn of seat {deed.seat}"
    assert table.round is not None
    may = choices(table, deed.seat)
    match deed:
        case TilePlayed():
            if Play(deed.tile, deed.arm) not in may.plays:
                return f"seat {deed.seat} may not play {deed.tile} {deed.arm}"
        case TileDrawn():
            if not may.may_draw:
                return f"seat {deed.seat} may not draw"
            if deed.tile != table.round.boneyard[0]:
                return f"the next tile of the boneyard is {table.round.boneyard[0]}, not {deed.tile}"
        case Knocked():
            if not may.may_knock:
                return f"seat {deed.seat} may not knock"
    return None


def _wrong_deal(table: Table, deal: RoundDealt) -> str | None:
    number = 1 if table.round is None else table.round.number + 1
    if deal.round != number:
        return f"this is round {number}, not {deal.round}"
    rules = table.rules
    tiles = [each for hand in (*deal.hands, deal.boneyard) for each in hand]
    if HIDDEN in tiles:
        return "tiles are hidden"
    if sorted(each for each in tiles if each is not None) != sorted(set_of_tiles(rules.max_pip)):
        return f"hands and boneyard are not the double-{rules.max_pip} set"
    if len(deal.hands) != len(table.seats) or any(len(hand) != rules.hand for hand in deal.hands):
        return f"every seat is to be dealt {rules.hand} tiles"
    leader = find_leader(table, deal.hands)
    if isinstance(leader, DealAgain):
        return "nobody holds a double, so this deal should have been thrown in"
    if isinstance(leader, ByLot):
        chosen_rightly = 0 <= deal.leader < len(table.seats) and (deal.chosen_by, deal.lead) == (None, None)
        return None if chosen_rightly else "the leader is chosen by lot, by no tile and with none that must lead"
    if (deal.leader, deal.chosen_by, deal.lead) != leader:
        return f"the rules make seat {leader.seat} lead, chosen by {leader.chosen_by}, with {leader.lead or 'any tile'}"
    return None


def _at_the_table(table: Table, event: Event) -> str | None:
    """Comings and goings: whether such a thing can be so at this stage."""
    match event:
        case MatchStarted():
            if table.stage is not Stage.SEATING or not table.is_full:
                return "a match starts once, when every seat is taken"
        case SeatLeft():
            if table.stage is not Stage.SEATING or table.seats[event.seat].is_free:
                return "a seat is left before the match, by who sits there"
        case SeatTaken():
            if table.stage is Stage.SEATING and not table.seats[event.seat].is_free:
                return f"seat {event.seat} is taken"
        case StandInSeated():
            if not table.seats[event.seat].is_person or table.seats[event.seat].stand_in is not None:
                return "a stand-in plays for a person, one at a time"
        case PlayerReturned():
            if table.seats[event.seat].stand_in is None:
                return "nobody stood in there"
        case MatchAbandoned():
            if table.stage is not Stage.PLAYING or event.scores != table.scores:
                return "a match is abandoned while it is on, with the scores as they stand"
        case Paused() | Resumed():
            if table.paused == isinstance(event, Paused):
                return "play is paused and resumed by turns"
        case Said():
            pass
    return None
