"""Unfinished games for the simulation: any preset, any house rules, any event at a table.

Here: logs that a daemon might have left in its journal. Not here: continuing them (`stage`).
"""

import re
from collections.abc import Mapping
from random import Random
from typing import Final

from attrs import frozen

from protocol.game.options import RulesError, Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS
from protocol.log.choices import plays_of
from protocol.log.consequences import consequences
from protocol.log.events import (
    Event,
    HintTaken,
    MatchStarted,
    Paused,
    PlayerReturned,
    Resumed,
    RoundEnded,
    Said,
    Seals,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TableOptions,
)
from protocol.log.table import Stage, Table, fold
from tests.mixed import Mixers
from tests.played import NAMES, deal, move

_SET_APART: Final = ("hand", "divisors", "target", "max_pip", "max_rounds", "knock_bonus", "chip_bonus")


@frozen
class HouseGame:
    """A game with house rules and the number of its seats."""

    preset: str
    settings: Mapping[str, Spelling]
    seats: int


def house_game(chance: Random) -> HouseGame:
    """A random game with valid house rules."""
    preset = PRESETS[chance.choice(list(PRESETS))]
    max_pip = chance.choice((6, 6, 6, 9, 12))
    fewest, most = preset.seats[max_pip]
    seats = chance.randint(fewest, min(most, 6))
    settings: dict[str, Spelling] = {"max_pip": max_pip, "target": chance.randint(30, 120)}
    for name in chance.sample(list(OPTIONS), 4):
        if name not in _SET_APART:
            values = re.split(", | or ", str(OPTIONS[name].kind.values))
            settings = _if_a_game(preset.name, {**settings, name: chance.choice(values)}, settings, seats)
    settings = _if_a_game(preset.name, settings, {"max_pip": max_pip}, seats)
    return HouseGame(preset.name, settings, seats)


def _if_a_game(
    preset: str, tried: dict[str, Spelling], otherwise: dict[str, Spelling], seats: int
) -> dict[str, Spelling]:
    try:
        make_rules(PRESETS[preset], tried, seats)
    except RulesError:
        return otherwise
    return tried


def table_options(chance: Random, *, is_mixed: bool = False) -> TableOptions:
    """Random options of a table, with clocks so short that they ring."""
    usual = TableOptions()
    return TableOptions(
        away=chance.choice(list(type(usual.away))),
        grace=chance.choice((3, 10)),
        turn_time=chance.choice((0, 0, 5)),
        spectators=chance.random() < 0.9,
        bot_level="casual",
        deals="mixed" if is_mixed else None,
    )


def played_so_far(
    game: HouseGame, bots: set[int], options: TableOptions, chance: Random, mixers: Mixers | None = None
) -> list[Event]:
    """A match in the middle of a round; `bots` are the seats of computer players, `mixers` mix its deals."""
    rules, seats = make_rules(PRESETS[game.preset], game.settings, game.seats)
    events: list[Event] = [TableOpened(game.preset, rules, seats, options)]
    taken = [SeatTaken(seat, NAMES[seat], "casual" if seat in bots else None) for seat in range(seats)]
    chance.shuffle(taken)
    for event in taken:
        events += [event, SeatLeft(event.seat), event] if chance.random() < 0.1 else [event]
    events.append(_start(fold(events), mixers))
    table = fold(events)
    for _ in range(chance.choice((1, 5, 20, 50, 80)) + chance.randrange(10)):
        following = _what_comes(table, chance, mixers)
        after = fold(following, table)
        if after.stage is Stage.OVER:
            break
        events += following
        table = after
    return [*events, *_deal(table, chance, mixers)] if table.turn is None else events


def _start(table: Table, mixers: Mixers | None) -> MatchStarted:
    seals = None if mixers is None else mixers.seals(table, 0, 1)
    return MatchStarted(1, None if mixers is None or seals is None else Seals(mixers.host.seal, seals))


def _deal(table: Table, chance: Random, mixers: Mixers | None) -> list[Event]:
    return [deal(table, chance)] if mixers is None else list(mixers.deal(table))


def _what_comes(table: Table, chance: Random, mixers: Mixers | None) -> list[Event]:
    if table.turn is None:
        return _deal(table, chance, mixers)
    seat = chance.randrange(len(table.seats))
    aside: list[Event] = []
    if chance.random() < 0.03:
        aside = [Said(seat, NAMES[seat], "well played")]
    elif chance.random() < 0.02:
        aside = [Paused(seat), Resumed(None)]
    elif chance.random() < 0.05 and _may_take_a_hint(table):
        aside = [HintTaken(table.turn or 0)]
    elif chance.random() < 0.02 and table.seats[seat].is_person:
        aside = [StandInSeated(seat, "club"), PlayerReturned(seat)]
    decided = consequences(table, move(table, chance))[0]
    if mixers is not None:
        after = fold(decided, table)
        decided = tuple(mixers.end(after, event) if isinstance(event, RoundEnded) else event for event in decided)
    return [*aside, *decided]


def _may_take_a_hint(table: Table) -> bool:
    seat = table.turn
    return seat is not None and table.seats[seat].is_person and bool(plays_of(table, seat))
