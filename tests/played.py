"""Whole games for tests, played with the protocol's own functions by players who always choose the best play.

The random generator is an argument, so the same seed gives the same game.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from protocol.game.options import Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.tiles import set_of_tiles
from protocol.log.choices import choices, worth
from protocol.log.consequences import consequences
from protocol.log.events import (
    Entry,
    Event,
    Knocked,
    MatchStarted,
    MoveEvent,
    RoundDealt,
    SeatTaken,
    TableOpened,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.leading import ByLot, DealAgain, Leader, find_leader
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, Table, empty_table, evolve, fold

NAMES = ("Ann", "Ben", "Cho", "Dai", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")


def played_match(
    preset: str, settings: Mapping[str, Spelling] | None = None, seats: int | None = None, chance: int = 0
) -> list[Event]:
    """A whole match from the opening of its table; every seat except the first has a bot."""
    random = Random(chance)
    rules, seats = make_rules(PRESETS[preset], settings, seats)
    events: list[Event] = [
        TableOpened(preset, rules, seats, TableOptions()),
        *(SeatTaken(seat, NAMES[seat], "club" if seat else None) for seat in range(seats)),
        MatchStarted(1),
    ]
    table = fold(events)
    while table.stage is Stage.PLAYING:
        following = list(_next(table, random))
        events += following
        table = fold(following, table)
    return events


def _next(table: Table, random: Random) -> Iterable[Event]:
    if table.turn is None:
        return [deal(table, random)]
    return consequences(table, move(table, random))[0]


def deal(table: Table, random: Random) -> RoundDealt:
    """The next round of this table; deals in which nobody could lead are repeated."""
    size, seats = table.rules.hand, len(table.seats)
    while True:
        tiles = list(set_of_tiles(table.rules.max_pip))
        random.shuffle(tiles)
        hands = tuple(tuple(tiles[size * seat : size * (seat + 1)]) for seat in range(seats))
        leader = find_leader(table, hands)
        if isinstance(leader, DealAgain):
            continue
        if isinstance(leader, ByLot):
            leader = Leader(random.randrange(seats))
        number = 1 if table.round is None else table.round.number + 1
        return RoundDealt(number, hands, tuple(tiles[size * seats :]), *leader)


def move(table: Table, random: Random) -> MoveEvent:
    """The move of the seat in turn: the play with the most points, chosen randomly among equals; else a draw or a
    knock.
    """
    seat, round_ = table.turn, table.round
    assert seat is not None
    assert round_ is not None
    may = choices(table, seat)
    if may.plays:
        best = max(may.plays, key=lambda play: (worth(table, seat, play).awarded, random.random()))
        return TilePlayed(seat, best.tile, best.arm)
    return TileDrawn(seat, round_.boneyard[0]) if may.may_draw else Knocked(seat)


def entered(events: Iterable[Event]) -> list[Entry]:
    """The events as entries of a log, one second apart."""
    return [
        Entry(seq, f"2026-01-02T03:{seq // 60 % 60:02}:{seq % 60:02}.000Z", event)
        for seq, event in enumerate(events, start=1)
    ]


def seen_from(seat: int | None, entries: Iterable[Entry]) -> list[Entry]:
    """The entries as seen by a seat, or by a spectator (None)."""
    return [Entry(entry.seq, entry.at, see(entry.event, Viewer(seat)).event) for entry in entries]


def tables_of(events: Iterable[Event]) -> Iterator[Table]:
    """The table after each event."""
    table = empty_table()
    for event in events:
        table = evolve(table, event)
        yield table
