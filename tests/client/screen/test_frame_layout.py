"""Where the parts of a frame are."""

from collections.abc import Iterator

import pytest

from client.picture.pinwheel import Size
from client.screen.desk_scene import layout_of
from client.screen.frame_layout import FrameLayout
from protocol.log.table import Stage
from protocol.wire.messages import SeatSummary, Tables, TableSummary
from tests.client.at_desk import NORMAL, SMALL, WIDE, Player, at_table, newcomer
from tests.client.states import before, is_my_turn, states

SIZES = (SMALL, Size(60, 24), NORMAL, Size(100, 30), WIDE)


def layout_for(player: Player, size: Size) -> FrameLayout:
    player.screen.resize(size)
    return layout_of(player.desk, player.windows, size, player.now)


def players() -> Iterator[tuple[str, Player]]:
    """A player in each state of a game, with a text, a list and a question over the board, and in the lobby."""
    for name, player, _ in states("fives-and-threes"):
        yield name, player
    for key in "rxq":
        player = at_table(*before("all-fives", is_my_turn), host=True)
        player.press(key)
        yield key, player
    player = newcomer()
    seats = (SeatSummary("Ben", here=True), SeatSummary())
    player.take(player.model.receive(Tables((TableSummary("oak", "g1", "all-fives", seats, Stage.SEATING),))))
    yield "lobby", player


@pytest.mark.slow("draws a screen at many sizes")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_parts_take_all_lines_of_the_terminal(size: Size) -> None:
    for name, player in players():
        layout = layout_for(player, size)

        bar_and_hand = 0 if layout.hand is None else 1 + layout.hand.height
        keys = 1
        taken = len(layout.top) + layout.middle + bar_and_hand + len(layout.end) + layout.message + keys
        assert taken == size.height, name


@pytest.mark.slow("draws long texts at many sizes")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_text_scrolls_as_far_as_its_place_says(size: Size) -> None:
    player = at_table(*before("all-fives", is_my_turn))
    player.press("r", "r")
    card = layout_for(player, size).card
    assert card is not None
    assert card.size.width == size.width

    *_, last = (line for line in card.text if line)
    for _ in range(card.furthest):
        player.press("down")
    assert player.card is not None
    assert player.card.top == card.furthest
    assert "".join(part.text for part in last).strip() in player.sees(size)


def test_finding_the_place_of_a_text_looks_for_no_places_of_tiles() -> None:
    player = at_table(*before("all-fives", is_my_turn))
    player.press("r", "r")

    assert layout_for(player, NORMAL).shares is None
