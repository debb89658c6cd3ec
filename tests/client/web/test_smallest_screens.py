"""Small phones, doubled text and keys alone: names are whole, and what has the focus is in sight."""

from collections.abc import Callable

import pytest

from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.log.events import Event, RoundDealt, RoundEnded, SeatTaken, TableOpened
from protocol.wire.notices import GraceNotice, PresenceNotice
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


HIDDEN = """(() => {
    const { left, right, top, bottom } = document.querySelector(".verdict").getBoundingClientRect();
    const heights = [top + 2, (top + bottom) / 2, bottom - 2], x = (left + right) / 2;
    return heights.filter((y) => !document.elementFromPoint(x, y)?.closest(".verdict")).length;
})()"""
"""How many of three points of the verdict are out of sight."""


def in_turn() -> PagePlayer:
    return at_page(*before("all-fives", has_two_ends))


def match_of_twelve() -> list[Event]:
    return played_match("playroom", {"max_pip": "12"}, seats=12)


def ended_round(events: list[Event]) -> PagePlayer:
    """The page right after the first round."""
    end = next(at for at, event in enumerate(events) if isinstance(event, RoundEnded))
    player = at_page(*events[:end])
    player.receives(events[end])
    return player


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


@pytest.fixture(scope="module")
def tables() -> list[PagePlayer]:
    """A player at tables of two to twelve, in the first round of a match with large hands."""
    players = []
    for seats in range(2, 13):
        events = played_match("playroom", {"max_pip": "12"}, seats=seats)
        dealt = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
        players.append(at_page(*events[: dealt + 20]))
    return players


@pytest.mark.parametrize(
    "size", [(320, 568), (360, 640), (568, 320), (600, 320), (640, 400), (844, 390), *PHONES_AND_LARGER]
)
def test_no_short_name_is_cut_however_many_play(tab: Browser, tables: list[PagePlayer], size: tuple[int, int]) -> None:
    tab.resize(*size)
    cut = {}
    for seats, player in enumerate(tables, start=2):
        show(tab, player)
        assert tab.evaluate("document.querySelectorAll('.seat bdi').length") == seats
        cut[seats] = tab.evaluate(CUT)

    assert not any(cut.values()), cut


CLOCK = """(() => {
    const clock = document.querySelector(".clock"), seat = clock.closest(".seat");
    const [at, box, name] = [clock, seat, seat.querySelector("bdi")].map((each) => each.getBoundingClientRect());
    return {
        lines: Math.round(at.height / parseFloat(getComputedStyle(clock).lineHeight)),
        isInside: box.left <= at.left && at.right <= box.right && box.top <= at.top && at.bottom <= box.bottom,
        isApart: name.right <= at.left || name.bottom <= at.top,
        isReadable: name.width >= 8,
    };
})()"""
"""How the clock of somebody who is away lies in their box, beside the name."""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("seats", [2, 3, 4, 6, 12])
def test_the_clock_of_somebody_who_is_away_is_whole(tab: Browser, seats: int, size: tuple[int, int]) -> None:
    events = played_match("playroom", {"max_pip": "12"}, seats=seats)
    dealt = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    player = at_page(*events[: dealt + 1])
    player.page.receive(player.page.model.receive(PresenceNotice(1, here=False)))
    player.page.receive(player.page.model.receive(GraceNotice(1, 56.0)))
    tab.resize(*size)
    show(tab, player)

    assert tab.evaluate("document.querySelector('.clock').textContent") == "0:56"
    assert tab.evaluate(CLOCK) == {"lines": 1, "isInside": True, "isApart": True, "isReadable": True}


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


@pytest.mark.parametrize("size", [(320, 568), (320, 640), (390, 844)])
def test_the_names_of_twelve_are_whole_with_doubled_text(large: Browser, size: tuple[int, int]) -> None:
    events = match_of_twelve()
    dealt = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    large.resize(*size)
    show(large, at_page(*events[: dealt + 1]))

    assert large.evaluate("document.querySelectorAll('.seat bdi').length") == 12
    assert large.evaluate(CUT) == []


@pytest.mark.parametrize("size", [(320, 568), (320, 640), (360, 640), (390, 844)])
@pytest.mark.parametrize("match", [lambda: played_match("all-fives", seats=4), match_of_twelve])
def test_how_a_round_has_ended_is_in_sight_with_doubled_text(
    large: Browser, match: Callable[[], list[Event]], size: tuple[int, int]
) -> None:
    large.resize(*size)
    show(large, ended_round(match()))

    assert large.evaluate(HIDDEN) == 0


@pytest.mark.parametrize("seats", [2, 4, 5, 12])
def test_a_desk_has_all_of_the_waiting_room_in_sight(tab: Browser, seats: int) -> None:
    events = [
        event
        for event in played_match("playroom", {"max_pip": "12"}, seats)
        if isinstance(event, TableOpened | SeatTaken)
    ]
    player = at_page(*events[:3], host=True, may_begin=True)
    player.page.side = ""  # there is room for the link as a code, too
    tab.resize(1280, 800)
    show(tab, player)

    assert tab.evaluate("!!document.querySelector('.waiting .line')") == (seats > 2)
    assert tab.evaluate("main.scrollHeight <= main.clientHeight")


@pytest.mark.parametrize("size", [(320, 640), (360, 640), (390, 844), (844, 390)])
@pytest.mark.parametrize("player", [waiting_room, introduced, in_turn])
def test_what_has_the_focus_is_not_behind_the_buttons_that_stay(
    tab: Browser, large: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    for opened in (tab, large):
        opened.resize(*size)
        show(opened, player())

        assert opened.evaluate(BEHIND) == []
