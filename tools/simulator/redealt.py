"""The same game with other hidden tiles: only the tiles that one viewer may not know are dealt differently.

Here: finding a deal consistent with everything the viewer saw. Not here: playing it (`stage`), comparing
(`interference`).

A tile changes its place only if it is hidden from the viewer from the deal to the last move; so every play remains
possible, and `protocol.log.audit` checks whether every draw and knock would have been required.
"""

import copy
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from attrs import evolve

from protocol.game.tiles import Hand, Tile, known_tiles
from protocol.log.audit import Auditor
from protocol.log.events import Entry, Event, RoundDealt, RoundEnded, TileDrawn
from protocol.log.sight import Viewer, see
from protocol.log.table import Round, fold

Exchange = Mapping[Tile, Tile]
"""Which tile lies in the other world where this one lies here."""
_TRIES = 12


def exchanges(entries: Sequence[Entry], dealt_at: int, viewer: Viewer, chance: Random, count: int) -> list[Exchange]:
    """Up to `count` other deals of the round of `entries[dealt_at]` that this viewer cannot distinguish from it."""
    deal = entries[dealt_at].event
    assert isinstance(deal, RoundDealt)
    played = _until_all_is_open(entries[dealt_at:])
    round_ = fold(entry.event for entry in [*entries[:dealt_at], *played]).round
    assert round_ is not None
    hidden = _hidden(round_, deal, viewer)
    before = Auditor()
    for entry in entries[:dealt_at]:
        before.fault_in(entry.event)
    found: list[Exchange] = []
    for attempt in range(_TRIES * count):
        exchange = _drawn(hidden, chance, swaps_two=attempt % 2 == 1)
        if len(found) < count and _makes_a_difference(exchange, round_) and _is_borne_out(before, played, exchange):
            found.append(exchange)
    return found


def _until_all_is_open(entries: Sequence[Entry]) -> Sequence[Entry]:
    ends = [at for at, entry in enumerate(entries) if isinstance(entry.event, RoundEnded)]
    return entries[: ends[0]] if ends else entries


def _hidden(round_: Round, deal: RoundDealt, viewer: Viewer) -> list[Tile]:
    others = [hand for seat, hand in enumerate(round_.hands) if seat != viewer.seat]
    named = {deal.chosen_by, deal.lead}
    return [tile for hand in (*others, round_.boneyard) for tile in known_tiles(hand) if tile not in named]


def _drawn(hidden: Sequence[Tile], chance: Random, *, swaps_two: bool) -> Exchange:
    """Everything shuffled, or only two tiles, which more often fits the rest of the log."""
    if len(hidden) < 2:
        return {}
    if swaps_two:
        one, other = chance.sample(hidden, 2)
        return {one: other, other: one}
    return dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))


def _makes_a_difference(exchange: Exchange, round_: Round) -> bool:
    """Whether some hand holds other tiles, or the order of the boneyard differs."""
    hands = any(set(hand) != set(_exchanged(hand, exchange)) for hand in round_.hands)
    return hands or round_.boneyard != _exchanged(round_.boneyard, exchange)


def _is_borne_out(before: Auditor, played: Iterable[Entry], exchange: Exchange) -> bool:
    auditor = copy.deepcopy(before)
    return all(auditor.fault_in(dealt_otherwise(entry.event, exchange)) is None for entry in played)


def _exchanged(hand: Hand, exchange: Exchange) -> Hand:
    return tuple(tile if tile is None else exchange.get(tile, tile) for tile in hand)


def dealt_otherwise(event: Event, exchange: Exchange) -> Event:
    """A deal or a draw in the other world; any other event unchanged."""
    match event:
        case RoundDealt():
            hands = tuple(_exchanged(hand, exchange) for hand in event.hands)
            return evolve(event, hands=hands, boneyard=_exchanged(event.boneyard, exchange))
        case TileDrawn() if event.tile is not None:
            return evolve(event, tile=exchange.get(event.tile, event.tile))
        case _:
            return event


def history_dealt_otherwise(entries: Sequence[Entry], dealt_at: int, exchange: Exchange) -> list[Entry]:
    """A log with its last round dealt differently."""
    return [
        evolve(entry, event=dealt_otherwise(entry.event, exchange)) if at >= dealt_at else entry
        for at, entry in enumerate(entries)
    ]


def look_alike(one: Event, other: Event, viewer: Viewer) -> bool:
    """Whether both look the same to this viewer."""
    return see(one, viewer) == see(other, viewer)
