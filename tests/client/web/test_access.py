"""The page for players who see or touch in other ways: sizes of targets, zoom, large text, forced colours."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.client.browser import Browser
from tests.client.states import before, has_two_ends, match_of
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.test_look import (
    LYING,
    at_twelve_seats,
    boxes,
    introduced,
    large,
    page,
    show,
    style,
    tab,
    with_hand,
)

__all__ = ["large", "page", "tab"]  # fixtures
LEAST = 44
SMALL = [(320, 568), (360, 640), *LYING]


def waiting() -> PagePlayer:
    """The host of a table whose match has not begun."""
    return at_page(*match_of("all-fives")[:2], host=True, may_begin=True)


def with_choice() -> PagePlayer:
    """A player who has chosen a tile that fits two ends."""
    player = at_page(*before("all-fives", has_two_ends), host=True)
    view = player.page.model.view
    player.press("tile", str(next(play.tile for play in view.my_plays() if len(view.arms_for(play.tile)) > 1)))
    return player


def with_window(name: str) -> PagePlayer:
    player = with_choice()
    player.press("show", name)
    return player


STATES: list[Callable[[], PagePlayer]] = [
    waiting, introduced, with_choice, at_twelve_seats, lambda: with_hand(11), lambda: with_window("menu"),
    lambda: with_window("settings"), lambda: with_window("chat"),
]  # fmt: skip


@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("player", STATES)
def test_every_target_is_large_enough_and_nothing_is_beside_the_screen(
    tab: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    tab.resize(*size)
    show(tab, player())

    for box in boxes(tab, "button, input, select, summary"):
        assert box["right"] - box["left"] >= LEAST - 0.1
        assert box["bottom"] - box["top"] >= LEAST - 0.1
        assert box["left"] >= -0.1
        assert box["right"] <= size[0] + 0.1
    assert tab.evaluate("[document.documentElement, main].every((box) => box.scrollWidth <= box.clientWidth)")


@pytest.mark.parametrize("size", LYING)
@pytest.mark.parametrize("player", [with_choice, at_twelve_seats])
def test_on_a_phone_on_its_side_the_board_is_as_high_as_the_screen_below_the_seats(
    tab: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    tab.resize(*size)
    show(tab, player())

    (seats,), (board,), (own,), (said,) = (boxes(tab, name) for name in ("#seats", "#board", "#own", "#said"))
    assert board["top"] <= seats["bottom"] + 1
    assert board["bottom"] >= size[1] - 1
    assert seats["bottom"] <= 0.17 * size[1]
    assert own["left"] >= board["right"]
    assert own["bottom"] >= size[1] - 1
    assert said["left"] >= board["right"]
    assert said["bottom"] <= own["top"]


def test_the_panel_of_a_desktop_has_the_sentences_above_a_field_for_chat(tab: Browser) -> None:
    player = with_choice()
    player.press("side", "scores")
    tab.resize(1280, 800)
    show(tab, player)

    (main,), (sheet,), (said,), (field,) = (boxes(tab, name) for name in ("main", "#sheet", "#said", "#talk input"))
    assert main["right"] <= sheet["left"]
    assert sheet["bottom"] <= said["top"]
    assert said["bottom"] <= field["top"]
    assert field["bottom"] <= 800
    assert tab.evaluate("document.querySelector('.sheets .wide').clientHeight") > 0

    tab.resize(1280, 500)
    assert boxes(tab, "#sheet, #talk") == []


@pytest.mark.parametrize("size", [(960, 640), (1280, 800), (1920, 1080)])
def test_the_buttons_of_the_panel_have_a_line_each(tab: Browser, size: tuple[int, int]) -> None:
    player = with_choice()
    player.press("side", "scores")
    tab.resize(*size)
    show(tab, player)

    lines = "[...document.querySelectorAll('.sheets > .row button')].map((each) => {"
    lines += (
        "const text = document.createRange(); text.selectNodeContents(each); return text.getClientRects().length })"
    )
    assert tab.evaluate(lines) == [1, 1, 1]


def test_the_newest_sentence_is_at_the_bottom_of_a_list_that_is_not_full(tab: Browser) -> None:
    for size in ((1280, 800), (844, 390)):
        tab.resize(*size)
        player = with_choice()
        player.page.sentences.take()
        player.page.sentences.say("One.", "Two.")
        show(tab, player)
        (said,), (first, second) = boxes(tab, "#said"), boxes(tab, "#said li")
        assert first["top"] > said["top"] + 20
        assert abs(said["bottom"] - second["bottom"]) < 1


def test_the_way_to_the_newest_sentence_lies_over_the_others_and_takes_no_room(tab: Browser) -> None:
    tab.resize(1280, 800)
    show(tab, with_choice())
    (before,) = boxes(tab, "#said")

    tab.evaluate("document.getElementById('newest').hidden = false")

    (said,), (newest,) = boxes(tab, "#said"), boxes(tab, "#newest")
    assert (said["left"], said["right"]) == (before["left"], before["right"])
    assert said["left"] < newest["left"] < newest["right"] < said["right"]


def test_no_line_ends_inside_the_name_of_a_tile(tab: Browser) -> None:
    tab.resize(390, 844)
    player = with_choice()
    player.page.sentences.take()
    player.page.sentences.say("You can play 6-4, 5-3, 6-1 or 12-10.")
    show(tab, player)

    names = """(() => {
    document.querySelector("#said").style.width = "3rem";
    const sentence = document.querySelector("#said li").textContent, lines = [];
    const places = document.createTreeWalker(document.querySelector("#said li"), NodeFilter.SHOW_TEXT);
    while (places.nextNode()) for (const found of places.currentNode.data.matchAll(/\\d+-\\d+/g)) {
      const range = document.createRange();
      range.setStart(places.currentNode, found.index);
      range.setEnd(places.currentNode, found.index + found[0].length);
      lines.push([found[0], range.getClientRects().length]);
    }
    return [sentence, lines];
    })()"""
    assert tab.evaluate(names) == [
        "You can play 6-4, 5-3, 6-1 or 12-10.",
        [["6-4", 1], ["5-3", 1], ["6-1", 1], ["12-10", 1]],
    ]


def test_forced_colours_show_what_is_chosen_whose_turn_it_is_and_what_is_switched_on(tab: Browser) -> None:
    tab.resize(390, 844)
    tab.prefer("forced-colors", "active")
    player = with_choice()
    show(tab, player)
    try:
        assert style(tab, ".tile.chosen", "borderColor") != style(tab, ".tile:not(.chosen)", "borderColor")
        assert style(tab, ".seat.turn", "borderColor") != style(tab, ".seat:not(.turn)", "borderColor")
        chat = "#actions [data-value=chat]"
        assert style(tab, "#actions .main", "backgroundColor") != style(tab, chat, "backgroundColor")
        assert tab.evaluate("getComputedStyle(document.querySelector('#symbols .pips')).stroke") == "rgb(0, 0, 0)"
        assert tab.evaluate("getComputedStyle(document.querySelector('#symbols .face')).fill") == "rgb(255, 255, 255)"
    finally:
        tab.prefer("forced-colors", "")


def test_text_of_twice_the_size_is_all_there_on_a_narrow_screen(large: Browser, page: Path) -> None:
    large.resize(320, 568)
    for player in (with_choice(), waiting(), introduced()):
        show(large, player)
        assert large.evaluate("main.scrollWidth <= main.clientWidth")
        for box in boxes(large, "button"):
            assert box["right"] <= 320
