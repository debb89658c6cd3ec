"""Whether an event is possible after the events before it, as far as its tiles are visible.

Here: `misfit`, which is called before the fold wherever entries come from a stranger (a daemon, a file). The fold never
checks, and impossible seats, tiles or hands would break it or the code that draws the table.
Not here: whether the event follows the rules (`audit`, which calls this first).
"""

from collections.abc import Sequence
from itertools import chain

from protocol.game.options import RulesError
from protocol.game.rules import OPTIONS, Rules
from protocol.game.table_options import FEWEST_SEATS, MOST_SEATS
from protocol.game.tiles import HIDDEN, Tile, known_tiles, set_of_tiles
from protocol.log import events
from protocol.log.faults import FAULTS
from protocol.log.mixing import is_link
from protocol.log.table import Round, Stage, Table
from protocol.names import LONGEST_NAME
from protocol.sentences import Sentence, in_line


def misfit(table: Table | None, event: events.Event) -> Sentence | None:
    """Why this cannot be the next event at this table, or None if it can; `table` is None before the first event."""
    if table is None:
        return _fault_in_opening(event) if isinstance(event, events.TableOpened) else FAULTS("begins_otherwise")
    seat = event.leader if isinstance(event, events.RoundDealt) else getattr(event, "seat", None)
    if seat is not None and not 0 <= seat < len(table.seats):
        return FAULTS("no_seat", seat=seat + 1)
    match event:
        case events.TableOpened():
            return FAULTS("opened_again")
        case events.MatchStarted():
            if table.stage is not Stage.SEATING or not table.is_full:
                return FAULTS("starts_here")
            if event.match < 1:
                return FAULTS("match_number", match=event.match)
            people = {seat for seat, who in enumerate(table.seats) if who.is_person}
            if not people.issuperset(event.undecided) or len({*event.undecided}) < len(event.undecided):
                return FAULTS("undecided")
            seals = None if event.seals is None else event.seals.seats
            return _fault_in_links(table, "seal", seals) or _fault_in_proofs(table, event)
        case events.RoundDealt():
            return _fault_in_deal(table, event)
        case events.TilePlayed() | events.TileDrawn() | events.Knocked():
            return _fault_in_move(table, event)
        case events.Scored():
            return _fault_in_score(table, event)
        case events.RoundEnded():
            return _fault_in_end_of_round(table, event)
        case events.HostChanged():
            return _fault_in_change_of_host(table, event)
        case events.PlayedOn():
            return _fault_in_playing_on(table, event)
        case events.MatchWon() | events.MatchAbandoned():
            return _fault_in_end_of_match(table, event)
    return None


def _fault_in_opening(event: events.TableOpened) -> Sentence | None:
    if not FEWEST_SEATS <= event.seats <= MOST_SEATS:
        return FAULTS("seats", seats=event.seats)
    fault = _fault_in_rules(event.rules)
    if fault is not None:
        return fault
    if event.rules.hand * event.seats > len(set_of_tiles(event.rules.max_pip)):
        return FAULTS("hands", seats=event.seats, hand=event.rules.hand)
    if event.rules.partners and event.seats != 4:
        return FAULTS("partners")
    if min(event.options.grace, event.options.turn_time) < 0:
        return FAULTS("time")
    board = event.board
    if board is not None and (len(board.players), len(board.teams)) != (event.seats, event.rules.sides(event.seats)):
        return FAULTS("board")
    return None


def _fault_in_rules(rules: Rules) -> Sentence | None:
    for name, row in OPTIONS.items():
        value = getattr(rules, name)
        try:
            if row.parse(value) == value:
                continue
        except RulesError:
            pass
        return FAULTS("option", option=name, value=repr(value))
    return None


def _is_of_the_set(table: Table, tile: Tile) -> bool:
    return tile.high <= table.rules.max_pip


def _fault_in_deal(table: Table, deal: events.RoundDealt) -> Sentence | None:
    number = 1 if table.round is None else table.round.number + 1
    if table.stage is not Stage.PLAYING or (table.round is not None and table.round.ended is None):
        return FAULTS("no_deal_here")
    if deal.round != number:
        return FAULTS("round_number", due=number, round=deal.round)
    size, tiles = table.rules.hand, len(set_of_tiles(table.rules.max_pip))
    if len(deal.hands) != len(table.seats) or any(len(hand) != size for hand in deal.hands):
        return FAULTS("dealt", tiles=size)
    if len(deal.boneyard) != tiles - size * len(deal.hands):
        return FAULTS("not_all_tiles", tiles=tiles)
    known = [*known_tiles(deal.boneyard), *(tile for hand in deal.hands for tile in known_tiles(hand))]
    if len(set(known)) < len(known) or not all(_is_of_the_set(table, tile) for tile in known):
        return FAULTS("not_the_set", pips=table.rules.max_pip)
    fault = _fault_in_links(table, "number", deal.numbers)
    if fault is not None:
        return fault
    named = [tile for tile in (deal.chosen_by, deal.lead) if tile is not None]
    if any(tile not in deal.hands[deal.leader] and HIDDEN not in deal.hands[deal.leader] for tile in named):
        return FAULTS("leader_lacks_tile", seat=deal.leader + 1)
    if not all(_is_of_the_set(table, tile) for tile in named):
        return FAULTS("leads_with_other", pips=table.rules.max_pip)
    return None


def _fault_in_move(table: Table, move: events.TilePlayed | events.TileDrawn | events.Knocked) -> Sentence | None:
    round_ = table.round
    if round_ is None or table.turn != move.seat:
        return FAULTS("not_its_turn", seat=move.seat + 1)
    match move:
        case events.TilePlayed():
            if move.arm not in round_.layout.arms_for(move.tile):
                return FAULTS("does_not_fit", tile=str(move.tile), arm=str(move.arm))
            if not _may_come_from(table, round_, move.seat, move.tile):
                return FAULTS("cannot_hold", seat=move.seat + 1, tile=str(move.tile))
        case events.TileDrawn():
            if not round_.boneyard:
                return FAULTS("boneyard_empty")
            if not _may_be_drawn(table, round_, move.tile):
                return FAULTS("not_next_tile", tile=str(move.tile))
    return None


def _may_come_from(table: Table, round_: Round, seat: int, tile: Tile) -> bool:
    hand = round_.hands[seat]
    return tile in hand or (HIDDEN in hand and _is_unseen(table, round_, tile))


def _may_be_drawn(table: Table, round_: Round, tile: Tile | None) -> bool:
    next_tile = round_.boneyard[0]
    if next_tile is not HIDDEN:
        return tile in {next_tile, HIDDEN}
    return tile is HIDDEN or _is_unseen(table, round_, tile)


def _is_unseen(table: Table, round_: Round, tile: Tile) -> bool:
    """Whether this is a tile of the set that nobody has seen yet."""
    seen = (*round_.layout.tiles, *round_.boneyard, *chain(*round_.hands))
    return _is_of_the_set(table, tile) and tile not in seen


def _fault_in_score(table: Table, scored: events.Scored) -> Sentence | None:
    if table.round is None or table.stage is not Stage.PLAYING or scored.sum != table.round.layout.end_sum:
        return FAULTS("sum", sum=scored.sum)
    offered = scored.play + scored.knocks + scored.chip_out
    if min(scored.play, scored.knocks, scored.chip_out) < 0 or not 0 <= scored.awarded <= offered:
        return FAULTS("points", awarded=scored.awarded, offered=offered)
    return None


def _fault_in_end_of_round(table: Table, end: events.RoundEnded) -> Sentence | None:
    round_ = table.round
    if round_ is None or table.turn is None:
        return FAULTS("no_round")
    held = [len(hand) for hand in round_.hands]
    if [len(hand) for hand in end.hands] != held:
        return FAULTS("tiles_in_hands")
    if (len(end.boneyard), len(end.drawn)) != (len(round_.boneyard), len(round_.drawn)):
        return FAULTS("tiles_in_boneyard")
    tiles = [*round_.layout.tiles, *chain(*end.hands, end.boneyard)]
    if HIDDEN in (*tiles, *end.drawn):
        return FAULTS("hidden_at_end")
    if set(tiles) != set(set_of_tiles(table.rules.max_pip)):
        return FAULTS("tiles_at_end", pips=table.rules.max_pip)
    if end.winner is not None and not 0 <= end.winner < len(table.scores):
        return FAULTS("no_side", side=end.winner + 1)
    if end.pips < 0:
        return FAULTS("pips", pips=end.pips)
    return _fault_in_links(table, "seal", end.seals) or _fault_in_proofs(table, end)


def _fault_in_change_of_host(table: Table, change: events.HostChanged) -> Sentence | None:
    if table.stage is not Stage.PLAYING or (table.round is not None and table.round.ended is None):
        return FAULTS("host_changes_here")
    if change.history is not None and not is_link(change.history):
        return FAULTS("digest")
    return None if change.seal is None or is_link(change.seal) else FAULTS("host_seal")


def _fault_in_playing_on(table: Table, event: events.PlayedOn) -> Sentence | None:
    if table.stage is not Stage.PLAYING:
        return FAULTS("played_on_here")
    if len(event.names) != len(table.seats):
        return FAULTS("names", seats=len(table.seats), names=len(event.names))
    return FAULTS("long_name") if any(len(name) > LONGEST_NAME for name in event.names) else None


def _fault_in_proofs(table: Table, event: events.MatchStarted | events.RoundEnded) -> Sentence | None:
    fault = _fault_in_links(table, "heir", event.heirs)
    if fault is not None or event.seat_keys is None:
        return fault
    return _fault_in_links(table, "key", [None if key is None else key.key for key in event.seat_keys])


def _fault_in_links(table: Table, what: str, by_seat: Sequence[str | None] | None) -> Sentence | None:
    if by_seat is None:
        return None
    if len(by_seat) != len(table.seats):
        return FAULTS("number_of_links", what=what, seats=len(table.seats), there=len(by_seat))
    return None if all(text is None or is_link(text) for text in by_seat) else FAULTS("link", what=what)


def _fault_in_end_of_match(table: Table, end: events.MatchWon | events.MatchAbandoned) -> Sentence | None:
    if table.stage is not Stage.PLAYING:
        return FAULTS("no_match")
    if len(end.scores) != len(table.scores):
        return FAULTS("scores", sides=len(table.scores), scores=len(end.scores))
    if isinstance(end, events.MatchWon) and (not end.sides or not set(end.sides) <= set(range(len(table.scores)))):
        sides = in_line(side + 1 for side in end.sides)
        return FAULTS("winners", sides=sides) if sides != "" else FAULTS("no_winners")
    return None
