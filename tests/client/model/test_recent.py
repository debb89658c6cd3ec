"""What happened since a player's last move."""

from client.model.recent import since_my_move
from protocol.game.tiles import Tile
from protocol.log.events import Entry, Event, Knocked
from tests.client.three_handed import game, played
from tests.played import entered


def entries(*more: Event) -> list[Entry]:
    return entered(game(*more))


def test_the_tiles_that_others_played_since_my_move_and_their_points() -> None:
    recent = since_my_move(entries(*played("6-6", "6-1", "6-5", "6-4")), 1)

    assert recent.tiles == {Tile(6, 5), Tile(6, 4)}
    assert recent.points == {0: 10}


def test_my_own_play_is_recent_until_somebody_else_plays() -> None:
    mine = since_my_move(entries(*played("6-6", "6-1", "6-5", "6-4")), 0)

    assert mine.tiles == {Tile(6, 4)}
    assert mine.points == {0: 10}


def test_a_knock_is_a_move_of_mine() -> None:
    assert since_my_move(entries(*played("6-6"), Knocked(1), *[]), 1).tiles == frozenset()


def test_a_spectator_sees_the_last_play_marked() -> None:
    assert since_my_move(entries(*played("6-6", "6-1")), None).tiles == {Tile(6, 1)}


def test_a_new_round_begins_without_marks() -> None:
    recent = since_my_move(entries(), 0)

    assert (recent.tiles, dict(recent.points)) == (frozenset(), {})
