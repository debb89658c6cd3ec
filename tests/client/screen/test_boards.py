"""The size of the tiles on one board after another."""

from client.picture.pinwheel import Size
from client.screen.boards import Boards
from client.view.view import View
from protocol.log.table import Table, fold
from tests.client.states import before, has_turn

SIZE = Size(80, 12)


def after(tiles: int) -> View:
    """All Fives with at least this many tiles on the board, for the first time."""
    return View(fold(before("all-fives", lambda table: has_turn(table, tiles))), 0)


def test_another_position_of_the_same_round_does_not_keep_the_small_tiles_of_the_one_before() -> None:
    crowded, boards = after(14), Boards()
    assert crowded.round is not None
    number = crowded.round.number
    early = View(fold(before("all-fives", lambda table: has_turn(table, 3) and _round(table) == number)), 0)

    assert boards.board(crowded, SIZE).zoom > Boards().board(early, SIZE).zoom
    assert boards.board(early, SIZE).zoom == Boards().board(early, SIZE).zoom


def _round(table: Table) -> int:
    assert table.round is not None
    return table.round.number


def test_from_play_to_play_the_tiles_do_not_grow() -> None:
    boards, crowded = Boards(), after(14)
    zoom = boards.board(crowded, SIZE).zoom

    assert boards.board(crowded, SIZE).zoom == zoom
    assert boards.board(after(15), SIZE).zoom >= zoom
    assert boards.board(crowded, SIZE).zoom >= zoom
