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
from protocol.log.mixing import is_link
from protocol.log.table import Round, Stage, Table, seat_named
from protocol.names import LONGEST_NAME


def misfit(table: Table | None, event: events.Event) -> str | None:
    """Why this cannot be the next event at this table, or None if it can; `table` is None before the first event."""
    if table is None:
        return _fault_in_opening(event) if isinstance(event, events.TableOpened) else "a game begins with table_opened"
    seat = event.leader if isinstance(event, events.RoundDealt) else getattr(event, "seat", None)
    if seat is not None and not 0 <= seat < len(table.seats):
        return f"there is no {seat_named(seat)}"
    match event:
        case events.TableOpened():
            return "table_opened can only be the first entry of a game"
        case events.MatchStarted():
            if table.stage is not Stage.SEATING or not table.is_full:
                return "a match starts only once, and only when every seat is taken"
            if event.match < 1:
                return f"a table's matches are numbered from 1, but this one is {event.match}"
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


def _fault_in_opening(event: events.TableOpened) -> str | None:
    if not FEWEST_SEATS <= event.seats <= MOST_SEATS:
        return f"a table cannot have {event.seats} seats"
    fault = _fault_in_rules(event.rules)
    if fault is not None:
        return fault
    if event.rules.hand * event.seats > len(set_of_tiles(event.rules.max_pip)):
        return f"{event.seats} hands of {event.rules.hand} cannot be dealt"
    if event.rules.partners and event.seats != 4:
        return "partners need four seats"
    if min(event.options.grace, event.options.turn_time) < 0:
        return "a time cannot be below 0 seconds"
    board = event.board
    if board is not None and (len(board.players), len(board.teams)) != (event.seats, event.rules.sides(event.seats)):
        return "the board of a league has a player for each seat, and a team for each side"
    return None


def _fault_in_rules(rules: Rules) -> str | None:
    for name, row in OPTIONS.items():
        value = getattr(rules, name)
        try:
            if row.parse(value) == value:
                continue
        except RulesError:
            pass
        return f"{name} cannot be {value!r}"
    return None


def _is_of_the_set(table: Table, tile: Tile) -> bool:
    return tile.high <= table.rules.max_pip


def _fault_in_deal(table: Table, deal: events.RoundDealt) -> str | None:
    number = 1 if table.round is None else table.round.number + 1
    if table.stage is not Stage.PLAYING or (table.round is not None and table.round.ended is None):
        return "no round can be dealt here"
    if deal.round != number:
        return f"this is round {number}, not {deal.round}"
    size, tiles = table.rules.hand, len(set_of_tiles(table.rules.max_pip))
    if len(deal.hands) != len(table.seats) or any(len(hand) != size for hand in deal.hands):
        return f"every seat must be dealt {size} tiles"
    if len(deal.boneyard) != tiles - size * len(deal.hands):
        return f"the hands and the boneyard are not the {tiles} tiles of the set"
    known = [*known_tiles(deal.boneyard), *(tile for hand in deal.hands for tile in known_tiles(hand))]
    if len(set(known)) < len(known) or not all(_is_of_the_set(table, tile) for tile in known):
        return f"the hands and the boneyard are not a double-{table.rules.max_pip} set"
    fault = _fault_in_links(table, "number", deal.numbers)
    if fault is not None:
        return fault
    named = [tile for tile in (deal.chosen_by, deal.lead) if tile is not None]
    if any(tile not in deal.hands[deal.leader] and HIDDEN not in deal.hands[deal.leader] for tile in named):
        return f"{seat_named(deal.leader)} does not hold the tile that makes it lead"
    if not all(_is_of_the_set(table, tile) for tile in named):
        return f"the tile that makes this seat lead is not in a double-{table.rules.max_pip} set"
    return None


def _fault_in_move(table: Table, move: events.TilePlayed | events.TileDrawn | events.Knocked) -> str | None:
    round_ = table.round
    if round_ is None or table.turn != move.seat:
        return f"it is not the turn of {seat_named(move.seat)}"
    match move:
        case events.TilePlayed():
            if move.arm not in round_.layout.arms_for(move.tile):
                return f"{move.tile} does not fit {move.arm}"
            if not _may_come_from(table, round_, move.seat, move.tile):
                return f"{seat_named(move.seat)} cannot hold {move.tile}"
        case events.TileDrawn():
            if not round_.boneyard:
                return "the boneyard is empty"
            if not _may_be_drawn(table, round_, move.tile):
                return f"{move.tile} cannot be the next tile of the boneyard"
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


def _fault_in_score(table: Table, scored: events.Scored) -> str | None:
    if table.round is None or table.stage is not Stage.PLAYING or scored.sum != table.round.layout.end_sum:
        return f"the ends do not add up to {scored.sum}"
    offered = scored.play + scored.knocks + scored.chip_out
    if min(scored.play, scored.knocks, scored.chip_out) < 0 or not 0 <= scored.awarded <= offered:
        return f"{scored.awarded} of {offered} points cannot count"
    return None


def _fault_in_end_of_round(table: Table, end: events.RoundEnded) -> str | None:
    round_ = table.round
    if round_ is None or table.turn is None:
        return "no round is running"
    held = [len(hand) for hand in round_.hands]
    if [len(hand) for hand in end.hands] != held:
        return "the hands do not have as many tiles as before"
    if (len(end.boneyard), len(end.drawn)) != (len(round_.boneyard), len(round_.drawn)):
        return "the boneyard does not have as many tiles as before"
    tiles = [*round_.layout.tiles, *chain(*end.hands, end.boneyard)]
    if HIDDEN in (*tiles, *end.drawn):
        return "a tile is hidden, but every tile is shown at the end of a round"
    if set(tiles) != set(set_of_tiles(table.rules.max_pip)):
        return f"the tiles are not a double-{table.rules.max_pip} set"
    if end.winner is not None and not 0 <= end.winner < len(table.scores):
        return f"there is no side {end.winner + 1}"
    if end.pips < 0:
        return f"{end.pips} points cannot be paid"
    return _fault_in_links(table, "seal", end.seals) or _fault_in_proofs(table, end)


def _fault_in_change_of_host(table: Table, change: events.HostChanged) -> str | None:
    if table.stage is not Stage.PLAYING or (table.round is not None and table.round.ended is None):
        return "the host can change only between the rounds of a match"
    if change.history is not None and not is_link(change.history):
        return "the digest of a history has 64 hexadecimal digits"
    return None if change.seal is None or is_link(change.seal) else "a seal has 64 hexadecimal digits"


def _fault_in_playing_on(table: Table, event: events.PlayedOn) -> str | None:
    if table.stage is not Stage.PLAYING:
        return "a game can be played on only from the middle of its match"
    if len(event.names) != len(table.seats):
        return f"there have to be {len(table.seats)} names, but there are {len(event.names)}"
    return "a name is too long" if any(len(name) > LONGEST_NAME for name in event.names) else None


def _fault_in_proofs(table: Table, event: events.MatchStarted | events.RoundEnded) -> str | None:
    fault = _fault_in_links(table, "heir", event.heirs)
    if fault is not None or event.seat_keys is None:
        return fault
    return _fault_in_links(table, "key", [None if key is None else key.key for key in event.seat_keys])


def _fault_in_links(table: Table, what: str, by_seat: Sequence[str | None] | None) -> str | None:
    if by_seat is None:
        return None
    if len(by_seat) != len(table.seats):
        return f"there has to be a {what}, or none, for each of {len(table.seats)} seats, but there are {len(by_seat)}"
    return None if all(text is None or is_link(text) for text in by_seat) else f"a {what} has 64 hexadecimal digits"


def _fault_in_end_of_match(table: Table, end: events.MatchWon | events.MatchAbandoned) -> str | None:
    if table.stage is not Stage.PLAYING:
        return "no match is running"
    if len(end.scores) != len(table.scores):
        return f"there are {len(table.scores)} sides, but {len(end.scores)} scores"
    if isinstance(end, events.MatchWon) and (not end.sides or not set(end.sides) <= set(range(len(table.scores)))):
        return f"the winning sides cannot be: {', '.join(str(side + 1) for side in end.sides) or 'none'}"
    return None
