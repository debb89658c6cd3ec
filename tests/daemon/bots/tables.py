"""Tables for the tests of bots: random house rules, whole matches, and a seat's view of a table.

The random generator is always an argument, so the same seed gives the same game.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random

from attrs import evolve as changed

from daemon.bots.line_book import LineBook
from daemon.bots.memory import Batch, Memory
from daemon.bots.playout import Playout
from daemon.bots.situation import Situation
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.game.tiles import HIDDEN, Hand, SeenTile, known_tiles
from protocol.log.consequences import consequences
from protocol.log.deal import deal
from protocol.log.events import Event, MatchStarted, RoundDealt, SeatTaken, TableOpened, TableOptions, TileDrawn
from protocol.log.table import Stage, Table, empty_table, evolve, fold
from tests.played import NAMES
from tests.protocol.table_notation import a_move

LONG = os.environ.get("FIVES_LONG") == "1"

Step = tuple[Table, Event]
"""A table, and the event that comes next."""


def any_opening(
    chance: Random, *, rounds: int = 3, given: dict[str, Spelling] | None = None, seats: int | None = None
) -> TableOpened:
    """A random game with valid random house rules and at most this many rounds; `given` fixes some of them."""
    some = [seats] if seats else [2, 2, 3, 4, 4, 4, 5, 9, 12]
    while True:
        preset = chance.choice(list(PRESETS.values()))
        settings = {name: _any_value(name, chance) for name in OPTIONS if chance.random() < 0.4}
        settings |= {"max_rounds": rounds, **(given or {})}
        try:
            rules, seats = make_rules(preset, settings, chance.choice(some))
        except RulesError:
            continue
        return TableOpened(preset.name, rules, seats, TableOptions())


def _any_value(name: str, chance: Random) -> Spelling:
    """A random value of this option, as its row of the table describes it."""
    if name == "hand":
        return chance.choice(["more", "less", "1", "3", "5", "7", "16"])
    if name == "divisors":
        return chance.choice(["3", "5", "3,5", "5,7,9", "primes"])
    values = str(OPTIONS[name].kind.values)
    ranged = re.fullmatch(r"(\d+) to (\d+)", values)
    if ranged:
        return str(min(int(ranged[2]), int(ranged[1]) + chance.choice([0, 1, 2, 40])))
    return chance.choice(re.split(r", | or ", values))


def opening_of(preset: str, settings: dict[str, Spelling] | None = None, seats: int | None = None) -> TableOpened:
    """The opening of a table for this game."""
    rules, seats = make_rules(PRESETS[preset], settings, seats)
    return TableOpened(preset, rules, seats, TableOptions())


def match_events(
    opening: TableOpened, chance: Random, moves: Callable[[Table], tuple[Event, ...]] | None = None
) -> Iterator[Step]:
    """Each event of a match with the full table before it; seats play randomly by default."""
    table = empty_table()
    seated = (SeatTaken(seat, NAMES[seat], "club") for seat in range(opening.seats))
    waiting: list[Event] = [opening, *seated, MatchStarted(1)]
    while waiting or table.stage is Stage.PLAYING:
        if not waiting and table.turn is None:
            waiting = [deal(table, chance)]
        elif not waiting:
            waiting = list(moves(table) if moves else consequences(table, a_move(table, chance))[0])
        event = waiting.pop(0)
        yield table, event
        table = evolve(table, event)


def seen_from(seat: int, table: Table) -> Table:
    """The table as this seat sees it in the middle of a round."""
    round_ = table.round
    assert round_ is not None
    hands = tuple(hand if at == seat else (HIDDEN,) * len(hand) for at, hand in enumerate(round_.hands))
    return changed(table, round=changed(round_, hands=hands, boneyard=(HIDDEN,) * len(round_.boneyard)))


def nothing_noticed(table: Table) -> Memory:
    """The memory of a player who has only just sat down: only the size of each hand."""
    assert table.round is not None
    return Memory(tuple((Batch(len(hand)),) for hand in table.round.hands))


def situation_of(seat: int, table: Table, memory: Memory | None = None) -> Situation:
    """A seat's situation in the middle of a round; without `memory` it has noticed nothing."""
    return Situation(seen_from(seat, table), seat, memory or nothing_noticed(table))


def playout_of(book: LineBook, table: Table) -> Playout:
    """The playout of a fully visible table in the middle of a round."""
    round_ = table.round
    assert round_ is not None
    return Playout(
        book,
        book.line_of(round_.layout),
        [book.mask_of(known_tiles(hand)) for hand in round_.hands],
        [book.bits[tile] for tile in reversed(known_tiles(round_.boneyard))],
        round_.turn,
        table.scores,
        round_.knocks,
        has_drawn=round_.has_drawn,
    )


def dealt_otherwise(events: Sequence[Event], seat: int, chance: Random) -> list[Event]:
    """The same game in this seat's view up to now, with the tiles it has not seen in this round dealt differently."""
    table = fold(events)
    round_ = table.round
    assert round_ is not None
    hidden = [*chain(*(hand for at, hand in enumerate(round_.hands) if at != seat), round_.boneyard)]
    hidden = [tile for tile in hidden if tile != round_.chosen_by]
    elsewhere = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    last_deal = max(number for number, event in enumerate(events) if isinstance(event, RoundDealt))
    return [*events[:last_deal], *(_with_tiles_moved(event, elsewhere) for event in events[last_deal:])]


def _with_tiles_moved(event: Event, elsewhere: Mapping[SeenTile, SeenTile]) -> Event:
    def moved(hand: Hand) -> Hand:
        return tuple(elsewhere.get(tile, tile) for tile in hand)

    match event:
        case RoundDealt():
            return changed(event, hands=tuple(map(moved, event.hands)), boneyard=moved(event.boneyard))
        case TileDrawn():
            return changed(event, tile=elsewhere.get(event.tile, event.tile))
        case _:
            return event
