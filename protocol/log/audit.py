"""Checking a recorded game against its own rules.

Here: `audit`, which finds the first wrong entry: impossible rules, a deal that is not the set, a leader or a move that
is not allowed, or a score or an end that is wrong or missing. Hosts check records with it, clients check their host.
Faults are sentences for people, so they count seats from 1.
Not here: what is allowed (`choices`), what follows (`consequences`), and whether a file is a record (`record`).
"""

from collections.abc import Collection, Iterable
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
from protocol.log.dealing import MixedDeals, fault_in_deal, is_dealing
from protocol.log.faults import FAULTS
from protocol.log.leading import ByLot, DealAgain, find_leader
from protocol.log.participation import sends_away, still_undecided
from protocol.log.sanity import misfit
from protocol.log.table import Stage, Table, empty_table, evolve
from protocol.names import comparison_key
from protocol.sentences import Said, Sentence


@frozen
class Fault:
    """The first wrong entry of a game, and what is wrong with it."""

    seq: int
    text: Sentence

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.text}"


def audit(entries: Iterable[events.Entry], *, goes_on: bool = False) -> Fault | None:
    """The first fault of a game without hidden tiles, or None. The game may be unfinished.

    Entries that are always stored together must not be cut off, unless the game `goes_on` after these entries.
    """
    auditor, seq, dealt = Auditor(), 0, 0
    for entry in entries:
        seq = entry.seq
        dealt = seq if isinstance(entry.event, events.RoundDealt) else dealt
        text = auditor.fault_in(entry.event)
        if text is not None:
            return Fault(dealt if auditor.deal_is_wrong else seq, text)
    missing = None if goes_on else auditor.missing()
    return None if missing is None else Fault(seq, FAULTS("must_follow", event=missing))


def open_part(entries: Iterable[events.Entry]) -> tuple[events.Entry, ...]:
    """The entries before the first deal with hidden tiles, which are all that can be audited.

    A client's own record ends with such a deal if the match was abandoned in the middle of the round.
    """
    return tuple(takewhile(lambda entry: not _is_hidden_deal(entry.event), entries))


def _is_hidden_deal(event: events.Event) -> bool:
    return isinstance(event, events.RoundDealt) and any(HIDDEN in hand for hand in (*event.hands, event.boneyard))


class Auditor:
    """An audit, event by event. It holds the table so far, and the events that still have to follow the last move."""

    def __init__(self) -> None:
        self.deal_is_wrong = False
        """Whether the fault is in the last deal. It can only be seen at the end of its round."""
        self._table: Table | None = None
        self._due: tuple[events.Event, ...] = ()
        self._deals = MixedDeals()
        self._last_deal: tuple[Table, events.RoundDealt] | None = None
        """The last deal, and the table before it."""
        self._newcomers: set[int] = set()
        """The bots' seats whose seals or keys the round that has just ended shows: people take them next."""
        self._is_between_rounds = False
        """Whether a round has just ended, so that people may take the seats of bots now."""
        self._is_held = False
        """Whether the host has just changed: the next deal waits until the host before has left the game."""
        self._undecided: frozenset[int] = frozenset()
        """The seats of people who have not agreed to the match."""

    def fault_in(self, event: events.Event) -> Sentence | None:
        """Why the next event is wrong, or None. A correct event is folded; a wrong one changes nothing."""
        fault = misfit(self._table, event) or self._fault(event) or self._fault_in_mixing(event)
        if fault is None:
            table = empty_table() if self._table is None else self._table
            batch = consequences(table, event)[0] if isinstance(event, events.MoveEvent) else ()
            self._due = self._due[1:] or batch[1:]
            self._note_newcomers(table, event)
            self._deals.note(table, event)
            self._undecided = still_undecided(self._undecided, event)
            self._table = evolve(table, event)
            self._is_held = isinstance(event, events.HostChanged)
        return fault

    @property
    def awaits_move(self) -> bool:
        """Whether a move of the seat in turn comes next, and nothing that belongs to the move before."""
        return not self._due and self._table is not None and self._table.turn is not None

    def missing(self) -> str | None:
        """The name of the event that must follow the last one, because both are always stored together; or None."""
        if self._due:
            return events.WIRE_NAMES[type(self._due[0])]
        if self._newcomers:
            return events.WIRE_NAMES[events.SeatTaken]
        if self._table is None:
            return None
        if self._a_deal_is_due() and not self._is_held:
            return events.WIRE_NAMES[events.RoundDealt]
        return events.WIRE_NAMES[events.MatchStarted] if _bots_wait(self._table) else None

    def _fault(self, event: events.Event) -> Sentence | None:
        table = self._table
        if table is None:
            return _fault_in_opening(event)
        sits_down = self._is_between_rounds and _sits_down(table, event)
        if self._newcomers and not (sits_down and isinstance(event, events.SeatTaken)):
            return FAULTS("newcomers", event=events.WIRE_NAMES[type(event)])
        if self._due:
            return _first_difference(self._due[0], event)
        if sits_down:
            return None
        if self._a_deal_is_due() and not isinstance(event, events.RoundDealt | events.HostChanged):
            return FAULTS("deal_is_due", event=events.WIRE_NAMES[type(event)])
        match event:
            case events.TilePlayed() | events.TileDrawn() | events.Knocked():
                if event.seat in self._undecided and table.seats[event.seat].stand_in is not None:
                    return FAULTS("undecided_bot")
                return _fault_in_move(table, event)
            case events.RoundDealt():
                return _fault_in_deal(table, event)
            case events.Scored() | events.RoundEnded() | events.MatchWon():
                return FAULTS("does_not_follow", event=events.WIRE_NAMES[type(event)])
            case _:
                return _fault_between_moves(table, event, self._undecided)

    def _fault_in_mixing(self, event: events.Event) -> Sentence | None:
        if self._table is None:
            return None
        match event:
            case events.MatchStarted():
                return self._deals.fault_in_seals(self._table, event)
            case events.RoundDealt():
                self._last_deal = self._table, event
                return self._deals.fault_in_numbers(self._table, event)
            case events.HostChanged():
                return self._deals.fault_in_change_of_host(event)
            case events.RoundEnded() if self._last_deal is not None:
                before, dealt = self._last_deal
                fault = self._deals.fault_in_host_number(dealt.round, event)
                fault = fault or self._deals.fault_in_seals(self._table, event)
                deal_fault = fault_in_deal(before, dealt, event)
                self.deal_is_wrong = fault is None and deal_fault is not None
                return fault or deal_fault
            case _:
                return None

    def _note_newcomers(self, table: Table, event: events.Event) -> None:
        match event:
            case events.RoundEnded():
                self._is_between_rounds = True
                seals, keys = event.seals or (), event.seat_keys or ()
                given = {seat for pledges in (seals, keys) for seat, pledge in enumerate(pledges) if pledge is not None}
                self._newcomers = {seat for seat in given if table.seats[seat].bot is not None}
            case events.SeatTaken():
                self._newcomers.discard(event.seat)
            case _:
                self._is_between_rounds = False

    def _a_deal_is_due(self) -> bool:
        """Whether a deal must follow at once. A mixed one comes later, when the players have given their numbers."""
        return self._table is not None and is_dealing(self._table) and self._deals.host is None


def _bots_wait(table: Table) -> bool:
    """Whether bots have every seat before a match. Then the match starts together with the last of them."""
    return table.stage is Stage.SEATING and all(who.bot is not None for who in table.seats)


_FROM_PLAYERS: Final = ("host_number", "seals", "seat_keys", "heirs")
"""Fields of an end of a round that do not follow from the rules."""


def _first_difference(due: events.Event, event: events.Event) -> Sentence | None:
    """The first difference between the required event and the recorded one, or None."""
    if event == due:
        return None
    name = events.WIRE_NAMES[type(due)]
    if type(event) is not type(due):
        return FAULTS("other_is_due", event=events.WIRE_NAMES[type(event)], due=name)
    for field in fields(type(due)):
        right, recorded = getattr(due, field.name), getattr(event, field.name)
        if right != recorded and field.name not in _FROM_PLAYERS:
            right, recorded = _as_text(field.name, right), _as_text(field.name, recorded)
            return FAULTS("differs", event=name, field=field.name, right=right, recorded=recorded)
    return None


_NUMBERED: Final = ("seat", "winner", "sides")
"""The fields that number seats or sides: from 0 in events, from 1 in the text of a fault."""


def _as_text(name: str, value: object) -> Said:
    if value is None:
        return FAULTS("nobody" if name in _NUMBERED else "none")
    if isinstance(value, tuple) and not isinstance(value, Tile):
        return f"[{', '.join(str(_as_text(name, element)) for element in value)}]"
    return str(value + 1 if name in _NUMBERED and isinstance(value, int) else value)


def _fault_in_opening(event: events.Event) -> Sentence | None:
    if not isinstance(event, events.TableOpened):
        return None
    preset = PRESETS.get(event.preset)
    if preset is None:
        return FAULTS("no_such_game", game=brief(event.preset))
    # Every value that differs from the game's own is a house rule, which must be valid for such a table.
    rules = {name: getattr(event.rules, name) for name in OPTIONS}
    house_rules = {name: value for name, value in rules.items() if value != preset.values.get(name)}
    try:
        make_rules(preset, house_rules, event.seats)
    except RulesError as error:
        return FAULTS("impossible_game", game=preset.name, option=error.option, why=error.text)
    return None


def _fault_in_move(table: Table, move: events.MoveEvent) -> Sentence | None:
    assert table.round is not None
    match move:
        case events.TilePlayed():
            if why_not(table, move.seat, PlayTile(move.tile, move.arm)):
                return FAULTS("may_not_play", seat=move.seat + 1, tile=str(move.tile), arm=str(move.arm))
        case events.TileDrawn():
            if why_not(table, move.seat, DrawTile()):
                return FAULTS("may_not_draw", seat=move.seat + 1)
            if move.tile != table.round.boneyard[0]:
                tile = str(move.tile) if move.tile else FAULTS("hidden_tile")
                return FAULTS("other_tile_is_next", next=str(table.round.boneyard[0]), tile=tile)
        case events.Knocked():
            if why_not(table, move.seat, Knock()):
                return FAULTS("may_not_knock", seat=move.seat + 1)
    return None


def _fault_in_deal(table: Table, deal: events.RoundDealt) -> Sentence | None:
    if _is_hidden_deal(deal):
        return FAULTS("hidden")
    leader = find_leader(table, deal.hands)
    if isinstance(leader, DealAgain):
        return FAULTS("deal_again")
    if isinstance(leader, ByLot):
        is_free = (deal.chosen_by, deal.lead) == (None, None)
        return None if is_free else FAULTS("by_lot")
    if (deal.leader, deal.chosen_by, deal.lead) != leader:
        return FAULTS(
            "other_leads",
            seat=leader.seat + 1,
            tile=str(leader.chosen_by) if leader.chosen_by else FAULTS("no_tile"),
            lead=str(leader.lead) if leader.lead else FAULTS("any_tile"),
        )
    return None


def _fault_between_moves(table: Table, event: events.Event, undecided: Collection[int]) -> Sentence | None:
    """What is wrong with an event that is not a move: seats, hints, pauses, and an abandoned match."""
    match event:
        case events.SeatLeft():
            if table.stage is not Stage.SEATING or table.seats[event.seat].is_free:
                return FAULTS("seat_left")
        case events.SeatTaken():
            if table.stage is Stage.SEATING and not table.seats[event.seat].is_free:
                return FAULTS("seat_taken", seat=event.seat + 1)
            if table.stage is not Stage.SEATING and not _takes_over(table, event, undecided):
                return FAULTS("seats_change")
        case events.StandInSeated():
            who = table.seats[event.seat]
            if table.stage is not Stage.PLAYING or not who.is_person or who.stand_in is not None:
                return FAULTS("stand_in")
        case events.PlayerReturned():
            if table.seats[event.seat].stand_in is None:
                return FAULTS("no_stand_in")
        case events.HintTaken():
            return _fault_in_hint(table, event.seat)
        case events.PlayedOn():
            if table.turn is None:
                return FAULTS("played_on_turn")
        case events.MatchAbandoned():
            if event.scores != table.scores:
                return FAULTS("abandoned")
        case events.Paused() | events.Resumed():
            if table.stage is not Stage.PLAYING or table.paused == isinstance(event, events.Paused):
                return FAULTS("pause")
    return None


def _fault_in_hint(table: Table, seat: int) -> Sentence | None:
    if why_no_hint(table, seat):
        return FAULTS("no_hint", seat=seat + 1)
    round_ = table.round
    if not table.seats[seat].is_person or round_ is None or round_.has_hint:
        return FAULTS("hint_again")
    return None


def _sits_down(table: Table, event: events.Event) -> bool:
    """Whether a person takes the seat of a bot, in a match that this may happen in."""
    if not isinstance(event, events.SeatTaken) or event.bot is not None or table.stage is not Stage.PLAYING:
        return False
    counts_or_repeats = table.board is not None or table.repeats is not None
    return table.seats[event.seat].bot is not None and not _is_taken(table, event.name) and not counts_or_repeats


def _takes_over(table: Table, event: events.SeatTaken, undecided: Collection[int]) -> bool:
    """Whether a bot takes the seat of a removed person, under the same name, or of an undecided one, under its own."""
    who = table.seats[event.seat]
    has_own_name = event.seat in undecided and not _is_taken(table, event.name)
    is_named = sends_away(who.name, event) or (has_own_name and event.bot is not None)
    return table.stage is Stage.PLAYING and who.is_person and is_named


def _is_taken(table: Table, name: str) -> bool:
    return any(comparison_key(who.name or "") == comparison_key(name) for who in table.seats)
