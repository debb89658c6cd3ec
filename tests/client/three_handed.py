"""All Fives for three with three tiles each: the game that most tests of the screen are played in."""

from collections.abc import Sequence

from protocol.game.tiles import parse_tile
from protocol.log.consequences import consequences
from protocol.log.events import Event, RoundDealt, TilePlayed
from protocol.log.table import fold
from tests.client.at_desk import whole_deal
from tests.played import played_match
from tests.protocol.table_notation import opened_match

OPENING = opened_match("all-fives", {"hand": "3"}, 3)
DEAL = whole_deal(fold(OPENING), "6-6 6-4 2-1 | 6-1 3-3 4-3 | 6-5 5-5 4-4")
"""Ann leads, then come Ben and Cho."""


def game(*more: Event) -> tuple[Event, ...]:
    """Everything up to the first deal, and more."""
    return (*OPENING, DEAL, *more)


def played(*tiles: str, game: Sequence[Event] = (*OPENING, DEAL)) -> list[Event]:
    """These tiles played in turn, each at the first end that it fits, with all consequences."""
    events: list[Event] = []
    table = fold(game)
    for text in tiles:
        assert table.round is not None
        arm = table.round.layout.arms_for(parse_tile(text))[0]
        following = consequences(table, TilePlayed(table.round.turn, parse_tile(text), arm))[0]
        events += following
        table = fold(following, table)
    return events


def one_round() -> list[Event]:
    """A match up to the deal of its second round."""
    events = played_match("all-fives", seats=3, chance=2)
    second = [at for at, event in enumerate(events) if isinstance(event, RoundDealt)][1]
    return events[: second + 1]
