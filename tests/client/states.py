"""Every state of a player in every game, each with the text that must be visible at any size."""

from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

from client.model.absent_host import Continuing
from client.model.own_host import OwnHost
from client.model.status import Ended
from client.picture.board import Zoom
from client.screen.tile_box import HEAVY, box
from client.words.score_words import end_name
from client.words.take_over_words import Proof, Successor
from protocol.game.tiles import Tile
from protocol.log.choices import plays_of
from protocol.log.events import Event, RoundDealt, RoundEnded
from protocol.log.table import Table, evolve, fold
from protocol.shared.address import Address
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.wire.operator_messages import Reach
from tests.client.at_desk import Player, at_table, whole_deal
from tests.played import played_match
from tests.protocol.table_notation import opened_match


@lru_cache
def match_of(game: str) -> tuple[Event, ...]:
    """A whole match with several rounds, which contains every state below."""
    return tuple(played_match(game, chance=5))


def before(game: str, happens: Callable[[Table], bool]) -> tuple[Event, ...]:
    """The match up to the first table for which this is true."""
    table = fold(match_of(game)[:1])
    for at, event in enumerate(match_of(game)[1:], start=2):
        table = evolve(table, event)
        if happens(table):
            return match_of(game)[:at]
    pytest.fail("this never happens in this match")


def has_turn(table: Table, tiles: int) -> bool:
    """Whether a player has the turn, with at least this many tiles on the board."""
    return table.turn is not None and table.round is not None and len(table.round.layout.tiles) >= tiles


def is_my_turn(table: Table) -> bool:
    return has_turn(table, 4) and table.turn == 0 and bool(plays_of(table, 0))


def has_two_ends(table: Table) -> bool:
    """Whether it is my turn, and a tile of mine fits two ends."""
    tiles = [play.tile for play in plays_of(table, 0)] if is_my_turn(table) else []
    return len(set(tiles)) < len(tiles)


def marks_of_chosen(tile: Tile) -> tuple[str, ...]:
    """How the selected tile of the hand may look: in brackets, or the middle row of a box."""
    rows = (
        box(str(tile.high), str(tile.low), HEAVY, zoom, is_standing=False)[middle]
        for zoom, middle in ((Zoom.PIPS, 2), (Zoom.BOXES, 1))
    )
    return f">[{tile.high}|{tile.low}]<", *(f">{row}<" for row in rows)


def states(game: str) -> Iterator[tuple[str, Player, list[str | tuple[str, ...]]]]:
    """Each state of a game, a player in it, and the texts that must be visible at any size; of a tuple, one of them."""
    names = ["You", *(seat.name or "" for seat in fold(match_of(game)).seats[1:])]
    player = at_table(*match_of(game)[:2], host=True)
    player.model.own_host = OwnHost("http://localhost", reach=Reach(inside=("http://192.168.1.20:5533",)))
    yield "seating", player, ["Seat 1: You", "Enter begin", "? keys"]

    player = at_table(*before(game, is_my_turn))
    player.press("escape")
    assert player.model.selection.tile is not None
    chosen = marks_of_chosen(player.model.selection.tile)
    yield "my turn", player, ["▶you", "Your turn", chosen, "sum ", "Enter play"]

    player = at_table(*before(game, lambda table: has_turn(table, 3) and table.turn not in (None, 0)))
    player.press("escape", "z")
    yield "their turn", player, ["▶", "'s turn", "sum ", "Enter prepare" if player.model.view.my_plays() else "sum "]

    player = at_table(*before(game, has_two_ends))
    tile = next(play.tile for play in player.model.view.my_plays() if len(player.model.view.arms_for(play.tile)) > 1)
    player.press("escape", str(player.model.view.my_hand().index(tile) + 1), "down")
    assert player.model.selection.arm == player.model.view.arms_for(tile)[1]
    assert player.model.selection.arm is not None
    end = end_name(player.model.view.layout, player.model.selection.arm)
    yield "choosing an end", player, [f"Your turn: {tile}", f"[on {end}", "↑↓ end"]

    events = match_of(game)
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    player = at_table(*events[:at])
    player.receives(*(event for event in events[at : at + 2] if isinstance(event, RoundEnded | RoundDealt)))
    yield "round end", player, ["left over", "round  total", "Space continue", *names]

    player = at_table(*events[:-2])
    player.receives(*events[-2:])
    ended = "The match has ended.", "Enter plays another."
    yield "match end", player, ["match", "*", "left over", "Enter play again", ended]

    player = at_table(*before(game, is_my_turn))
    player.take(player.model.connection_lost("the host closed the connection", 4.0))
    yield "reconnecting", player, ["No connection", "4 s", "sum "]

    player = at_table(*before(game, is_my_turn))
    player.take(player.model.connection_lost("the host closed the connection", 4.0))
    player.model.absent_host.state = Continuing.ASKED
    yield "without a host", player, ["Continue the match here?", "T continue here"]

    there = JoinLink((Endpoint(Address("192.168.1.7", 5533)),), "oak", "vbnm5-a7z33-34ywp-emt4v")
    player.model.absent_host.found = Successor("Ben", there, ("Ann",), Proof.PLAYER)
    yield "found elsewhere", player, ["Go there?", "Y go there", "T continue here"]

    player = at_table(*before(game, is_my_turn))
    player.model.status = Ended("The host has been shut down.")
    player.take([])
    yield "ended", player, ["The host has been shut down.", "Any key leaves", "Enter leave"]


def hand_of_twelve() -> list[Event]:
    """A deal for two: I hold twelve tiles."""
    opening = opened_match("all-fives", {"hand": "12"}, 2)
    hand = " ".join(f"{high}-{low}" for high in range(5) for low in range(high + 1))
    others = " ".join(f"6-{low}" for low in range(7)) + " 5-0 5-1 5-2 5-3 5-4"
    return [*opening, whole_deal(fold(opening), f"{' '.join(hand.split()[:12])} | {others}")]
