"""Tables, layouts and hands in the players' notation; details that do not matter to a test have defaults.

    round_of(rules="cinq-et-trois", hands="6-3 | 5-5", line="3-3")     a round that is on, seat 0 in turn
    layout_of("6-6 r:6-3 l:6-1 u:6-2")                                 the lead, then tile by tile
    random_match("all-fives", {"target": "100"}, 3, Random(7))         a whole game, everything open

Tiles are written `6-3`, hidden ones `?`, hands a seat after another with `|` between them. Whatever is built obeys the
rules of building: a tile that does not fit is an error of the test.
"""

from collections.abc import Iterator, Mapping
from random import Random

from attrs import evolve as changed

from protocol.game.layout import Arm, Layout, Spinning
from protocol.game.options import Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import Rules
from protocol.game.tiles import HIDDEN, Hand, SeenTile, Tile, parse_tile, tile
from protocol.log.choices import choices
from protocol.log.consequences import consequences
from protocol.log.events import (
    Event,
    HowRoundEnded,
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
from protocol.log.table import Round, Stage, Table, evolve, fold
from tests.played import NAMES, deal

__all__ = [
    "a_move",
    "arm_of",
    "deal",
    "dealt",
    "draws",
    "hand_of",
    "hands_of",
    "knocks",
    "layout_of",
    "opened_match",
    "plays",
    "random_match",
    "round_of",
    "rules_of",
    "seated_table",
    "tile_of",
]

ARMS = {arm.value[0]: arm for arm in Arm if arm is not Arm.START}


def tile_of(text: str) -> Tile:
    """The tile written in either order: `3-6` equals `6-3`."""
    one, other = map(int, text.split("-"))
    return tile(one, other)


def hand_of(text: str) -> Hand:
    """`6-3 5-5 ?`: two visible tiles and a hidden one."""
    return tuple(_seen(word) for word in text.split())


def _seen(text: str) -> SeenTile:
    return HIDDEN if text == "?" else parse_tile(text)


def hands_of(text: str) -> tuple[Hand, ...]:
    """`6-3 | 5-5 1-0 | `: one hand per seat, the last one empty."""
    return tuple(map(hand_of, text.split("|")))


def arm_of(text: str) -> Arm:
    """`r` or `right`."""
    return ARMS[text[0]]


def layout_of(text: str, spinning: Spinning = Spinning.PLAIN) -> Layout:
    """`6-6 r:6-3 l:6-1 u:6-2`: the lead, then each tile at its arm; a tile without an arm goes to the right."""
    layout = Layout(spinning)
    for word in text.split():
        at, _, written = word.rpartition(":")
        laid = tile_of(written)
        arm = Arm.START if layout.lead is None else arm_of(at or "r")
        assert arm in layout.arms_for(laid), f"{laid} does not fit {arm} of {text}"
        layout = layout.lay(laid, arm)
    return layout


def rules_of(
    preset: str = "fives-and-threes", settings: Mapping[str, Spelling] | None = None, seats: int | None = None
) -> Rules:
    """The rules of a game with these house rules."""
    return make_rules(PRESETS[preset], settings, seats)[0]


def seated_table(
    preset: str = "fives-and-threes", settings: Mapping[str, Spelling] | None = None, seats: int | None = None
) -> Table:
    """A table whose match has started, before the first deal; persons on all seats."""
    return fold(opened_match(preset, settings, seats))


def opened_match(
    preset: str = "fives-and-threes", settings: Mapping[str, Spelling] | None = None, seats: int | None = None
) -> list[Event]:
    """The events up to the first deal."""
    rules, seats = make_rules(PRESETS[preset], settings, seats)
    return [
        TableOpened(preset, rules, seats, TableOptions()),
        *(SeatTaken(seat, NAMES[seat]) for seat in range(seats)),
        MatchStarted(1),
    ]


def round_of(
    *,
    rules: str = "fives-and-threes",
    set: Mapping[str, Spelling] | None = None,  # noqa: A002 - what the command line calls it
    hands: str,
    line: str = "",
    turn: int = 0,
    scores: tuple[int, ...] | None = None,
    boneyard: str = "",
    knocks: int = 0,
    has_drawn: bool = False,
    leader: int = 0,
    lead: str | None = None,
    number: int = 1,
    first_out: int | None = None,
    ended: HowRoundEnded | None = None,
    next_double: int | None = None,
) -> Table:
    """A table in the middle of a round. Hands may be incomplete: only the tiles relevant to a test are needed."""
    held = hands_of(hands)
    table = seated_table(rules, set, len(held))
    round_ = Round(
        number=number,
        hands=held,
        boneyard=hand_of(boneyard),
        leader=leader,
        chosen_by=None,
        lead=None if lead is None else tile_of(lead),
        layout=layout_of(line, table.rules.spinning),
        turn=turn,
        knocks=knocks,
        has_drawn=has_drawn,
        first_out=first_out,
        ended=ended,
    )
    return changed(
        table,
        round=round_,
        scores=table.scores if scores is None else scores,
        next_double=table.next_double if next_double is None else next_double,
    )


def dealt(table: Table, hands: str, boneyard: str = "", leader: int = 0) -> RoundDealt:
    """The next deal of a table, with these hands."""
    number = 1 if table.round is None else table.round.number + 1
    return RoundDealt(number, hands_of(hands), hand_of(boneyard), leader, None, None)


def plays(table: Table, seat: int, text: str, arm: str = "") -> tuple[Event, ...]:
    """The events after a seat plays a tile: on the arm named, or on the only one that it fits."""
    assert table.round is not None
    laid = tile_of(text)
    arms = table.round.layout.arms_for(laid)
    if arm:
        assert arm_of(arm) in arms, f"{laid} fits {arms}"
    else:
        assert len(arms) == 1, f"{laid} fits {arms}"
    return consequences(table, TilePlayed(seat, laid, arm_of(arm) if arm else arms[0]))[0]


def knocks(table: Table, seat: int) -> tuple[Event, ...]:
    """The events after a seat knocks."""
    return consequences(table, Knocked(seat))[0]


def draws(table: Table, seat: int) -> tuple[Event, ...]:
    """The events after a seat draws the next tile of the boneyard."""
    assert table.round is not None
    return consequences(table, TileDrawn(seat, table.round.boneyard[0]))[0]


def random_match(
    preset: str = "fives-and-threes",
    settings: Mapping[str, Spelling] | None = None,
    seats: int | None = None,
    chance: Random | None = None,
) -> list[Event]:
    """Every event of a match of random legal moves, from the opening of the table to its end; nothing is hidden."""
    return list(_random_events(preset, settings, seats, chance or Random(0)))


def _random_events(
    preset: str, settings: Mapping[str, Spelling] | None, seats: int | None, chance: Random
) -> Iterator[Event]:
    opening = opened_match(preset, settings, seats)
    table = fold(opening)
    yield from opening
    while table.stage is Stage.PLAYING:
        if table.turn is None:
            next_deal = deal(table, chance)
            table = evolve(table, next_deal)
            yield next_deal
        else:
            events, table = consequences(table, a_move(table, chance))
            yield from events


def a_move(table: Table, chance: Random) -> MoveEvent:
    """A random legal move of the seat in turn."""
    seat, round_ = table.turn, table.round
    assert seat is not None
    assert round_ is not None
    may = choices(table, seat)
    if may.plays:
        tile_, arm = chance.choice(may.plays)
        return TilePlayed(seat, tile_, arm)
    return TileDrawn(seat, round_.boneyard[0]) if may.may_draw else Knocked(seat)
