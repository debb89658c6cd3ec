"""Small phones, doubled text and keys alone: names are whole, and what has the focus is in sight."""

from collections.abc import Callable

import pytest

from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.log.events import RoundDealt
from tests.client import three_handed as three
from tests.client.browser import Browser
from tests.client.states import before, has_two_ends
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.test_look import before_the_lead, introduced, large, page, show, tab, waiting_room
from tests.played import played_match

__all__ = ["large", "page", "tab"]  # fixtures

CUT = """[...document.querySelectorAll(".seat bdi")].filter((each) => each.scrollWidth > each.clientWidth)
    .map((each) => each.textContent)"""
PHONES_AND_LARGER = [
    (390, 844),
    (430, 932),
    (600, 960),
    (640, 800),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
]
BEHIND = """(() => {
    const behind = [];
    for (const each of document.querySelectorAll("#waiting button, #waiting select, #hand .tile, #actions button")) {
        each.focus();
        const { x, y, width, height } = each.getBoundingClientRect();
        const there = document.elementFromPoint(x + width / 2, y + height / 2);
        if (width && !each.contains(there)) behind.push(each.textContent);
    }
    return behind;
})()"""
"""What lies behind something else while it has the focus."""


def in_turn() -> PagePlayer:
    return at_page(*before("all-fives", has_two_ends))


@pytest.mark.parametrize("size", [(320, 640), (360, 640), (390, 844)])
@pytest.mark.parametrize("player", [before_the_lead, introduced, lambda: at_page(*three.game()), in_turn])
def test_no_short_name_is_cut_in_french_with_doubled_text(
    large: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    large.resize(*size)
    with speaking(language_named("fr")):
        show(large, player())

    assert "Vous" in large.evaluate("document.getElementById('seats').textContent")
    assert large.evaluate(CUT) == []


@pytest.mark.parametrize("size", [(568, 320), (640, 400), (844, 390)])
def test_the_names_of_partners_are_whole_on_a_phone_on_its_side(tab: Browser, size: tuple[int, int]) -> None:
    events = played_match("pub", seats=4)
    dealt = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    tab.resize(*size)
    show(tab, at_page(*events[: dealt + 1]))

    assert tab.evaluate("document.querySelectorAll('.seat bdi').length") == 4
    assert tab.evaluate(CUT) == []


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_the_names_of_partners_are_whole_beside_the_words_about_them(tab: Browser, language: str) -> None:
    events = played_match("pub", seats=4)
    dealt = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    with speaking(language_named(language)):
        for size in PHONES_AND_LARGER:
            tab.resize(*size)
            show(tab, at_page(*events[: dealt + 1], host=True))

            assert tab.evaluate("document.querySelectorAll('.seat bdi').length") == 4
            assert tab.evaluate(CUT) == [], size


@pytest.mark.parametrize("size", [(320, 640), (360, 640), (390, 844), (844, 390)])
@pytest.mark.parametrize("player", [waiting_room, introduced, in_turn])
def test_what_has_the_focus_is_not_behind_the_buttons_that_stay(
    tab: Browser, large: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    for opened in (tab, large):
        opened.resize(*size)
        show(opened, player())

        assert opened.evaluate(BEHIND) == []
