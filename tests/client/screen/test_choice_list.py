"""A list of lines to choose from, as in the lobby, the menu and the seats."""

import pytest

from client.picture.pinwheel import Size
from client.screen.choice_list import ChoiceList
from client.screen.paper import RowHit
from tests.client.frames import as_text


def room() -> Size:
    """A card with ten lines of text."""
    return Size(30, 10)


@pytest.fixture
def trees() -> ChoiceList:
    """Ash, elm, fig and oak; ash is selected."""
    return ChoiceList(lambda: ["ash", "elm", "fig", "oak"])


@pytest.mark.parametrize(
    ("keys", "selected"),
    [
        ("down", 1),
        ("up", 3),
        ("down down down down", 0),
        ("tab", 1),
        ("3", 2),
        ("3 9", 2),
        ("pagedown", 3),
        ("up pagedown", 3),
    ],
)
def test_arrows_wrap_around_and_digits_count_from_one(trees: ChoiceList, keys: str, selected: int) -> None:
    for key in keys.split():
        assert trees.press(key, room)

    assert trees.at == selected


def test_a_key_that_does_not_move_is_left_to_the_window(trees: ChoiceList) -> None:
    assert not trees.press("enter", room)
    assert trees.at == 0


def test_the_second_click_on_a_line_chooses_it(trees: ChoiceList) -> None:
    assert not trees.hit(RowHit(2))
    assert trees.hit(RowHit(2))


def test_the_wheel_stops_at_both_ends(trees: ChoiceList) -> None:
    trees.scroll(3)
    trees.scroll(3)
    assert trees.at == 3
    trees.scroll(-9)
    assert trees.at == 0


def test_when_the_list_shrinks_its_last_line_is_selected() -> None:
    lines = ["ash", "elm", "fig"]
    trees = ChoiceList(lambda: lines)
    trees.press("up", room)
    del lines[1:]

    assert trees.at == 0
    assert "> ash" in as_text(trees.card("Trees", 30).placed(Size(30, 5)).lines())


def test_the_selected_line_of_a_long_list_is_always_visible() -> None:
    trees = ChoiceList(lambda: [f"tree {number}" for number in range(100)])
    for _ in range(100):
        trees.press("down", room)
        card = trees.card("Trees", 30).placed(Size(30, 7))
        assert card.furthest == 95
        assert f"> tree {trees.at}" in as_text(card.lines())


def test_a_page_is_as_many_lines_as_the_card_shows_and_stops_at_both_ends() -> None:
    trees = ChoiceList(lambda: [f"tree {number}" for number in range(25)])
    seen = []
    for key in ("pagedown", "pagedown", "pagedown", "pagedown", "pageup"):
        trees.press(key, room)
        seen.append(trees.at)

    assert seen == [9, 18, 24, 24, 15]


def test_a_page_of_long_lines_has_fewer_of_them() -> None:
    trees = ChoiceList(lambda: ["an old tree with a very long name that takes two lines"] * 25)
    trees.press("pagedown", lambda: Size(36, 10))

    assert trees.at == 4
