"""How the page looks in a real browser: its parts without its script, measured at several sizes."""

import json
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
import trio
from attrs import evolve

from client.web.page_files import page_files
from client.web.sentences import chat_line
from client.words.languages.by_name import language_named
from client.words.presence_words import Saying
from client.words.say import speaking
from protocol.log.choices import plays_of
from protocol.log.events import Event, RoundDealt, RoundEnded, SeatTaken, TilePlayed
from protocol.log.table import Stage, Table, fold
from protocol.shared.offered_languages import ENGLISH, OFFERED
from protocol.wire.messages import SeatSummary, Tables, TableSummary
from protocol.wire.notices import RequestState, SeatRequestNotice
from tests.client import three_handed as three
from tests.client.at_table import welcome
from tests.client.browser import Browser, browser
from tests.client.states import before, has_two_ends, is_my_turn, match_of
from tests.client.web.at_page import PagePlayer, at_page, newcomer
from tests.played import played_match
from tests.protocol.table_notation import opened_match

LYING = [(844, 390), (568, 320), (640, 400)]
"""Phones on their sides, a desktop at 200 % zoom."""
SIZES = [(320, 568), (360, 640), (390, 844), *LYING, (768, 1024), (1024, 768), (1280, 800)]
"""Small and larger phones, these, tablets, a desktop."""
SMALLEST_WITH_PANEL = 960
LARGE_TEXT = 32
LONG_NAME = "Wolfeschlegelsteinhausen"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without its script."""
    files = page_files()
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.with_name("page.css").write_bytes(files["/page.css"].content)
    html = files["/"].content.decode()
    path.write_text(html.replace('<script type="module" src="page.js"></script>', ""))
    return path


@pytest.fixture(scope="module")
def tab(page: Path) -> Iterator[Browser]:
    """A tab with the page."""
    with browser(page.with_name("browser")) as opened:
        opened.open(page)
        yield opened


@pytest.fixture(scope="module")
def large(page: Path) -> Iterator[Browser]:
    """A tab with the page in a browser whose user has doubled the size of text."""
    with browser(page.with_name("browser with large text"), LARGE_TEXT) as opened:
        opened.open(page)
        yield opened


SHOW = """((parts, said) => {
    for (const [id, html] of Object.entries(parts)) document.getElementById(id).innerHTML = html;
    const dialog = document.getElementById("window"), list = document.getElementById("said");
    dialog.close();
    if (dialog.firstElementChild) dialog.showModal();
    if (said) list.innerHTML = said;
    list.scrollTop = list.scrollHeight;
})"""


def show(tab: Browser, player: PagePlayer) -> None:
    """Show the parts of this player's page."""
    tab.evaluate(f"{SHOW}({json.dumps(player.parts())}, {json.dumps(''.join(player.page.sentences.take()))})")


def boxes(tab: Browser, selector: str) -> list[dict[str, float]]:
    """The place of each of these elements that is shown: left, top, right, bottom."""
    found: list[dict[str, float]] = tab.evaluate(
        f"[...document.querySelectorAll({json.dumps(selector)})].filter((each) => each.getClientRects().length)"
        ".map((each) => { const { left, top, right, bottom } = each.getBoundingClientRect();"
        "return { left, top, right, bottom }; })"
    )
    return found


INK = """(each) => {
    const pen = document.createElement("canvas").getContext("2d"), place = each.getStartPositionOfChar(0);
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(each); // `font` is empty with figures of one width
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const glyphs = pen.measureText(each.textContent), toScreen = each.getScreenCTM();
    return [-glyphs.actualBoundingBoxAscent, glyphs.actualBoundingBoxDescent]
        .map((below) => new DOMPoint(place.x, place.y + below).matrixTransform(toScreen).y);
}"""


def inked(tab: Browser, selector: str) -> list[tuple[float, float]]:
    """The top and the bottom of what is drawn of each of these texts of a picture.

    A box is as high as its font's lines, which differ from font to font, and capital letters fill only half of it.
    """
    found = tab.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})].map({INK})")
    return [(top, bottom) for top, bottom in found]


def style(tab: Browser, selector: str, name: str) -> Any:
    """A property of an element, as the browser computes it."""
    return tab.evaluate(f"getComputedStyle(document.querySelector({json.dumps(selector)}))[{json.dumps(name)}]")


def introduced() -> PagePlayer:
    """A newcomer at the first turn, after another player has led."""
    player = newcomer()
    model = player.page.model
    model.introduction.known = set()
    model.receive(welcome(head=len(three.OPENING), seat=1))
    player.receives(*three.OPENING)
    player.receives(three.DEAL, *three.played("6-6"))
    assert player.parts()["introduction"]
    return player


def with_hand(tiles: int) -> PagePlayer:
    """A player in turn, after another has led, who holds so many tiles."""
    events = played_match("all-fives", {"hand": str(tiles)}, seats=2, chance=2)
    lead = next(at for at, event in enumerate(events) if isinstance(event, TilePlayed))
    assert fold(events[: lead + 1]).turn == 0
    return at_page(*events[: lead + 1])


def leading() -> PagePlayer:
    """A player who leads a round with any of seven tiles."""
    return at_page(
        *before(
            "all-fives",
            lambda table: (
                table.turn == 0
                and len(plays_of(table, 0)) == 7
                and not (table.round is None or table.round.layout.tiles)
            ),
        )
    )


def asked_for_the_seat_of_a_bot() -> PagePlayer:
    """A host in turn, whom a spectator with a long name asks for a seat."""
    events = [evolve(event, bot="club") if isinstance(event, SeatTaken) and event.seat == 1 else event
              for event in played_match("all-fives", seats=2, chance=2)]  # fmt: skip
    lead = next(at for at, event in enumerate(events) if isinstance(event, TilePlayed))
    player = at_page(*events[: lead + 1], host=True)
    asked = SeatRequestNotice(1, here=True, text=RequestState.ASKED, name="Bartholomew of the Hill")
    player.page.receive(player.page.model.receive(asked))
    assert "admit" in player.parts()["actions"]
    return player


def at_twelve_seats() -> PagePlayer:
    events = played_match("playroom", {"max_pip": "12"}, seats=12)
    return at_page(*events[: next(at for at, event in enumerate(events) if isinstance(event, RoundDealt)) + 40])


def with_name(events: tuple[Event, ...], name: str) -> list[Event]:
    """These events, with the other players called so."""
    return [evolve(event, name=f"{name}{event.seat}") if isinstance(event, SeatTaken) and event.seat else event
            for event in events]  # fmt: skip


# A table on screens of every size.


@pytest.mark.parametrize("size", SIZES)
def test_the_introduction_leaves_room_for_the_board_the_hand_and_the_buttons(
    tab: Browser, size: tuple[int, int]
) -> None:
    tab.resize(*size)
    show(tab, introduced())

    (board,) = boxes(tab, "#board")
    assert board["bottom"] - board["top"] >= 128
    (closes,) = boxes(tab, "[data-press=introduced]")
    assert closes["bottom"] < board["top"]
    _check_hand(tab, *size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "player",
    [
        lambda: with_hand(7),
        lambda: with_hand(11),
        at_twelve_seats,
        asked_for_the_seat_of_a_bot,
        lambda: at_page(*before("all-fives", has_two_ends)),
    ],
)
def test_the_hand_and_what_its_tiles_score_are_in_sight(
    tab: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    tab.resize(*size)
    show(tab, player())

    _check_hand(tab, *size)


def _check_hand(tab: Browser, width: int, height: int) -> None:
    """Check that all tiles of the hand and all buttons are in sight, and that none covers another."""
    buttons, (hand,) = boxes(tab, "#actions button"), boxes(tab, "#hand")
    tiles = boxes(tab, ".tile, .tile b, .tile .on")
    assert tiles
    for box in tiles:
        assert hand["top"] <= box["top"]
        assert box["bottom"] <= min(hand["bottom"], buttons[0]["top"])
    _check_buttons(tab, width, height)


def _check_buttons(tab: Browser, width: int, height: int) -> None:
    """Check that all buttons are on the screen."""
    for box in boxes(tab, "#actions button"):
        assert box["left"] >= 0
        assert box["right"] <= width
        assert box["bottom"] <= height


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_wanted", [is_my_turn, has_two_ends])
def test_choosing_a_tile_moves_nothing(tab: Browser, is_wanted: Callable[[Table], bool], size: tuple[int, int]) -> None:
    still = "#board, .tile, #actions .row > :last-child, #actions .main"
    tab.resize(*size)
    player = at_page(*before("all-fives", is_wanted))
    view = player.page.model.view
    show(tab, player)
    places = boxes(tab, still)

    for tile in view.my_hand():
        if player.page.selection.tile != tile:
            player.press("tile", str(tile))
        show(tab, player)
        assert boxes(tab, still) == places


@pytest.mark.parametrize("size", SIZES)
def test_the_places_for_a_tile_can_be_hit_and_lie_in_the_room_for_the_board(
    tab: Browser, size: tuple[int, int]
) -> None:
    tab.resize(*size)
    player = at_page(*before("all-fives", has_two_ends))
    show(tab, player)
    player.press("shape", tab.evaluate("board.clientWidth + 'x' + board.clientHeight"))
    view = player.page.model.view
    player.press("tile", str(next(play.tile for play in view.my_plays() if len(view.arms_for(play.tile)) > 1)))
    show(tab, player)

    (board,), ghosts = boxes(tab, "#board"), boxes(tab, ".ghost .outline")
    assert len(ghosts) == 2
    for ghost in ghosts:
        assert board["left"] <= ghost["left"]
        assert ghost["right"] <= board["right"]
        assert board["top"] <= ghost["top"]
        assert ghost["bottom"] <= board["bottom"]
    for reach in boxes(tab, ".ghost .reach"):
        assert min(reach["right"] - reach["left"], reach["bottom"] - reach["top"]) > 42


def test_the_mark_of_a_play_stays_within_its_tile(tab: Browser) -> None:
    tab.resize(390, 844)
    show(tab, at_twelve_seats())

    rings = boxes(tab, ".board .last")
    assert len(rings) > 2
    for at, one in enumerate(rings):
        for other in rings[at + 1 :]:
            assert (
                one["right"] <= other["left"]
                or other["right"] <= one["left"]
                or one["bottom"] <= other["top"]
                or other["bottom"] <= one["top"]
            )


def test_nothing_within_a_picture_has_a_filter_of_css_which_webkit_does_not_draw(tab: Browser) -> None:
    show(tab, at_page(*three.game(), *three.played("6-6", "6-1", "6-5")))

    filters = tab.evaluate("[...document.querySelectorAll('svg *')].map((each) => getComputedStyle(each).filter)")
    assert {*filters} == {"none", 'url("#blur")'}
    assert tab.evaluate("document.querySelectorAll('#blur feGaussianBlur').length") == 1


def before_the_lead() -> PagePlayer:
    return at_page(*three.OPENING, three.DEAL, seat=1)


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
@pytest.mark.parametrize(
    "player", [before_the_lead, introduced, at_twelve_seats, lambda: at_page(*before("all-fives", has_two_ends))]
)
def test_the_board_keeps_a_third_of_the_screen_with_large_text(
    large: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    large.resize(*size)
    show(large, player())

    (board,), texts = (
        boxes(large, "#board"),
        boxes(large, ".seat, #introduction button, .who-leads, #sum p:not(.advice)"),
    )
    assert board["bottom"] - board["top"] >= size[1] / 3
    for one, other in combinations(texts, 2):
        apart = one["bottom"] <= other["top"] + 1 or other["bottom"] <= one["top"] + 1
        assert apart or one["right"] <= other["left"] or other["right"] <= one["left"]


def ended_round(seats: int, name: str) -> PagePlayer:
    """A round that has just ended, with the others called so."""
    match = with_name(tuple(played_match("all-fives", seats=seats)), name)
    at = next(at for at, event in enumerate(match) if isinstance(event, RoundEnded))
    player = at_page(*match[:at])
    player.receives(*match[at : at + 3])
    return player


def cut_off() -> PagePlayer:
    """A player in turn whose connection is lost for now."""
    player = at_page(*before("all-fives", is_my_turn))
    player.page.receive(player.page.model.connection_lost("the host closed the connection", 4.0))
    return player


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@pytest.mark.parametrize(
    "player", [lambda: ended_round(2, "Ben"), lambda: ended_round(4, "Ben"), lambda: ended_round(2, LONG_NAME), cut_off]
)
def test_with_large_text_nothing_that_has_happened_is_behind_the_buttons(
    large: Browser, player: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    large.resize(*size)
    show(large, player())

    buttons, texts = boxes(large, "#actions button"), boxes(large, "#sum p, #status p")
    assert texts
    assert max(text["bottom"] for text in texts) <= min(button["top"] for button in buttons) + 1
    assert max(button["bottom"] for button in buttons) <= size[1]


def test_with_large_text_the_buttons_of_the_waiting_room_leave_most_of_a_phone_to_it(large: Browser) -> None:
    large.resize(390, 844)
    show(large, waiting_room())

    (row,) = boxes(large, ".waiting > .row")
    assert row["bottom"] - row["top"] <= 844 / 4


def test_with_large_text_no_word_beside_the_link_for_friends_is_broken(large: Browser) -> None:
    large.resize(390, 844)
    show(large, waiting_room())

    large.evaluate("document.querySelector('.invite p').style.overflowWrap = 'normal'")
    assert large.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('.invite p'))"
    )


@pytest.mark.parametrize("player", [before_the_lead, introduced])
def test_large_text_cuts_no_short_name_of_three(large: Browser, player: Callable[[], PagePlayer]) -> None:
    large.resize(390, 844)
    show(large, player())

    names = "[...document.querySelectorAll('.seat bdi')].filter((each) => each.scrollWidth <= each.clientWidth)"
    assert large.evaluate(f"{names}.map((each) => each.textContent)") == ["Ann", "You", "Cho"]


def test_large_text_leaves_every_button_in_reach_and_the_hand_in_sight(large: Browser) -> None:
    for width, height in ((390, 844), (360, 640)):
        large.resize(width, height)
        for player in (at_page(*before("all-fives", is_my_turn), host=True), introduced(), at_twelve_seats()):
            show(large, player)
            _check_buttons(large, width, height)
            assert large.evaluate("main.scrollWidth <= main.clientWidth")
    large.resize(390, 844)
    show(large, at_page(*before("all-fives", is_my_turn), host=True))
    _check_hand(large, 390, 844)


def test_names_and_the_target_are_legible_on_a_small_phone(tab: Browser) -> None:
    whole = "[...document.querySelectorAll('.seat bdi')].filter((each) => each.scrollWidth <= each.clientWidth).length"
    tab.resize(360, 640)
    show(tab, at_twelve_seats())
    assert tab.evaluate(whole) == 12
    assert tab.evaluate("(each => each.scrollWidth <= each.clientWidth)(document.querySelector('h1'))")

    show(tab, at_page(*with_name(tuple(played_match("all-fives", seats=4))[:20], "Teo"), host=True))
    assert tab.evaluate(whole) == 4


@pytest.mark.parametrize("size", SIZES)
def test_the_number_of_tiles_in_a_hand_has_its_backs_beside_it_and_both_are_in_the_box(
    tab: Browser, size: tuple[int, int]
) -> None:
    tab.resize(*size)
    show(tab, with_hand(7))

    backs, seats = boxes(tab, ".seat .backs"), boxes(tab, ".seat")
    scores, names = boxes(tab, ".seat .score"), boxes(tab, ".seat .names")
    assert len(backs) == len(seats) == 2
    for row, seat in zip(backs, seats, strict=True):
        assert row["right"] - row["left"] >= 14
        assert seat["left"] <= row["left"]
        assert row["right"] <= seat["right"]
        assert not any(overlap(row, other) for other in (*scores, *names))


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)])
def test_the_strip_of_sentences_begins_with_a_whole_line(tab: Browser, size: tuple[int, int]) -> None:
    tab.resize(*size)
    player = introduced()
    player.page.sentences.say(
        "A long sentence that is wrapped on a phone. " * 3, *(f"Sentence {number}." for number in range(9))
    )
    show(tab, player)

    cut = tab.evaluate(
        """(() => {
            const said = document.getElementById("said"), all = document.createRange();
            all.selectNodeContents(said);
            const top = said.getBoundingClientRect().top + said.clientTop;
            return [...all.getClientRects()].map((each) => [each.top - top, each.bottom - top])
                .filter(([above, below]) => above < -4 && below > 4);
        })()"""
    )
    assert cut == []


# Windows.

BROKEN = """(() => {
    const broken = [], nodes = document.createTreeWalker(document.getElementById("window"), NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
        if (!nodes.currentNode.parentElement.closest("table")) continue;
        for (const word of nodes.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(nodes.currentNode, word.index);
            range.setEnd(nodes.currentNode, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size > 1) broken.push(word[0]);
        }
    }
    return broken;
})()"""
"""The words and numbers in tables that are broken into two lines."""


@pytest.mark.parametrize("name", ["Kofi", LONG_NAME])
@pytest.mark.parametrize("window", ["scores", "end", "keys"])
def test_no_table_breaks_a_word_or_a_number(tab: Browser, large: Browser, window: str, name: str) -> None:
    events = with_name(tuple(played_match("all-fives", seats=4, chance=1)), name)
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    player.page.show(window)
    for opened in (tab, large):
        for size in ((360, 640), (390, 844)):
            opened.resize(*size)
            show(opened, player)
            assert opened.evaluate("document.querySelectorAll('#window td').length") > 4
            assert opened.evaluate(BROKEN) == []
            assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


CUT = """[...document.querySelectorAll("#window th")].filter((each) => each.scrollWidth > each.clientWidth)
.map((each) => each.textContent)"""


@pytest.mark.parametrize("window", ["scores", "end"])
def test_names_of_partners_are_whole_on_a_phone(tab: Browser, window: str) -> None:
    events = with_name(tuple(played_match("all-fives", {"partners": "yes"}, seats=4, chance=1)), "Cornelia")
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    player.page.show(window)
    tab.resize(390, 844)
    show(tab, player)

    assert "Cornelia1 and Cornelia3" in tab.evaluate("document.getElementById('window').textContent")
    assert tab.evaluate(CUT) == []


@pytest.mark.parametrize("language", [ENGLISH, *OFFERED])
def test_the_end_of_a_match_of_four_is_in_sight_on_a_desk(tab: Browser, language: str) -> None:
    tab.resize(1280, 800)
    with speaking(language_named(language)):
        player = at_page(*(events := played_match("all-fives", seats=4, chance=1))[:-2])
        player.receives(*events[-2:])
        show(tab, player)

    (results,), (foot,) = boxes(tab, "#window table.ended"), boxes(tab, "#window .foot")
    assert results["bottom"] <= foot["top"]


def test_windows_look_alike_whatever_is_in_them(tab: Browser) -> None:
    tab.resize(390, 844)
    player = at_page(*match_of("all-fives")[:-2])
    looks = set()
    for window in ("menu", "chat", "who", "scores", "rules", "keys", "hand", "history"):
        player.page.show(window)
        show(tab, player)
        looks.add((style(tab, "h2", "color"), style(tab, ".window", "color"), style(tab, ".window", "cursor")))
    player.receives(*match_of("all-fives")[-2:])
    player.page.show("end")
    show(tab, player)

    assert {*looks, (style(tab, "h2", "color"), style(tab, ".window", "color"), style(tab, ".window", "cursor"))} == {
        (style(tab, "body", "color"), style(tab, "body", "color"), "auto")
    }


def test_a_window_has_a_strip_for_chat_only_if_there_is_some(tab: Browser) -> None:
    player = at_page(*three.game())
    player.press("show", "rules")
    show(tab, player)
    assert style(tab, ".heard", "backgroundColor") == "rgba(0, 0, 0, 0)"

    player.page.sentences.heard = chat_line(Saying("Ben", "hello"))
    show(tab, player)
    assert style(tab, ".heard", "backgroundColor") == style(tab, ".window .head", "backgroundColor")


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether one of these boxes lies on the other, by more than a pixel."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return across > 1 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_end_of_a_round_is_on_the_table_and_what_goes_on_is_in_view_as_it_is(tab: Browser, seats: int) -> None:
    game, options = ("playroom", {"max_pip": "12"}) if seats == 12 else ("all-fives", {})
    match = played_match(game, options, seats=seats)
    at = next(at for at, event in enumerate(match) if isinstance(event, RoundEnded))
    player = at_page(*match[:at])
    player.receives(*match[at : at + 3])
    for size in [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080)]:
        tab.resize(*size)
        show(tab, player)
        (go_on,), (board,) = boxes(tab, "[data-press=go-on]"), boxes(tab, "#board .board")
        assert go_on["bottom"] <= size[1]
        assert go_on["top"] >= 0
        assert board["bottom"] - board["top"] >= 100
        shown = boxes(tab, ".seats .left-over svg, .score, .gained, .left-over small, .names")
        assert not [pair for pair in combinations(shown, 2) if overlap(*pair)]
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not tab.evaluate("document.getElementById('window').open")


def test_the_buttons_after_a_match_are_in_view_and_leave_room_for_the_winner(tab: Browser, large: Browser) -> None:
    events = match_of("all-fives")
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    for opened in (tab, large):
        for width, height in [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 800), (1920, 1080)]:
            opened.resize(width, height)
            show(opened, player)
            buttons, (head,) = boxes(opened, "#window .foot button"), boxes(opened, "#window .head")
            assert len(buttons) >= 5
            assert max(button["bottom"] for button in buttons) <= height
            assert min(button["top"] for button in buttons) - head["bottom"] >= 100


def test_the_texts_of_the_curve_are_large_enough_to_read(tab: Browser) -> None:
    tab.resize(360, 640)
    events = match_of("all-fives")
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    show(tab, player)

    scale = "document.querySelector('.curve').getScreenCTM().a * parseFloat"
    for text in ("score", "round", "letter"):
        assert tab.evaluate(f"{scale}(getComputedStyle(document.querySelector('.curve .{text}')).fontSize)") >= 11
    assert tab.evaluate("document.querySelector('.curve').textContent.includes('Ben')") is False


LOOKS = ["light", "dark"]


def use_look(tab: Browser, look: str) -> None:
    """Give the page this look; "dark" is the default."""
    if look == "dark":
        tab.evaluate("delete document.documentElement.dataset.look")
    else:
        tab.evaluate(f"document.documentElement.dataset.look = {json.dumps(look)}")


def colour(tab: Browser, name: str) -> str:
    """A colour of the style sheet, as `rgb(r, g, b)`."""
    found: str = tab.evaluate(
        f"probe = document.body.appendChild(document.createElement('i')); probe.style.color = 'var(--{name})';"
        "found = getComputedStyle(probe).color; probe.remove(); found"
    )
    return found


def test_the_letters_of_the_curve_do_not_overlap(tab: Browser) -> None:
    tab.resize(360, 640)
    events = tuple(played_match("playroom", {"max_pip": "12"}, seats=12))
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    show(tab, player)

    letters = inked(tab, ".curve .letter")
    assert len(letters) == 6
    assert all(lower_top - upper_bottom >= 2 for (_, upper_bottom), (lower_top, _) in pairwise(letters))
    (picture,) = boxes(tab, ".curve")
    assert letters[0][0] >= picture["top"]
    assert letters[-1][1] <= picture["bottom"]


@pytest.mark.parametrize("look", LOOKS)
def test_the_colours_of_the_players_stand_out_and_differ(tab: Browser, look: str) -> None:
    use_look(tab, look)
    show(tab, at_twelve_seats())

    box = style(tab, ".seat", "backgroundColor")
    marks = "[...document.querySelectorAll('.seat .name')].map((name) => getComputedStyle(name, '::before')"
    colours = tab.evaluate(f"{marks}.backgroundColor)")
    use_look(tab, "dark")
    assert len(set(colours)) == 12
    assert min(contrast(colour, box) for colour in colours) >= 3


@pytest.mark.parametrize("width", [360, 390, 768, 1280, 1920])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 8, 12])
def test_the_boxes_of_the_players_are_equally_wide_and_in_sight(tab: Browser, seats: int, width: int) -> None:
    tab.resize(width, 900)
    show(tab, at_page(*played_match("playroom", {"max_pip": "12"}, seats=seats)[: seats + 30]))

    found = boxes(tab, ".seat")
    widths = [box["right"] - box["left"] for box in found]
    assert len(found) == seats
    assert max(widths) - min(widths) < 1
    assert max(widths) < 240
    assert all(box["left"] >= 0 and box["right"] <= width for box in found)
    assert all(box["bottom"] - box["top"] < 80 for box in found)


@pytest.mark.parametrize("look", LOOKS)
def test_the_edges_of_fields_and_buttons_stand_out(tab: Browser, look: str) -> None:
    use_look(tab, look)
    player = at_page(*three.game())
    player.press("show", "chat")
    show(tab, player)

    inside, around = style(tab, "#window input", "backgroundColor"), style(tab, "dialog", "backgroundColor")
    edges = {style(tab, "#window input", "borderTopColor"), style(tab, "#actions .idle", "borderTopColor")}
    felts = [colour(tab, "felt"), colour(tab, "felt-edge")]
    use_look(tab, "dark")
    for edge in edges:
        assert contrast(edge, around) >= 3
        assert contrast(edge, inside) >= 2.5
        assert all(contrast(edge, felt) >= 3 for felt in felts)


@pytest.mark.parametrize("look", LOOKS)
def test_texts_can_be_read_on_everything_that_they_stand_on(tab: Browser, look: str) -> None:
    use_look(tab, look)
    grounds = {name: colour(tab, name) for name in ("felt", "felt-edge", "bar", "box", "lift")}
    texts = {name: colour(tab, name) for name in ("ink", "quiet", "gold", "good", "bad")}
    pairs = [(colour(tab, one), colour(tab, other)) for one, other in (("on-gold", "gold"), ("on-main", "main"),
                                                                       ("on-mark", "mark"))]  # fmt: skip
    use_look(tab, "dark")

    low = {(text, ground): contrast(texts[text], grounds[ground]) for text in texts for ground in grounds}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    assert min(contrast(one, other) for one, other in pairs) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
def test_tiles_and_the_marks_on_them_stand_out(tab: Browser, look: str) -> None:
    use_look(tab, look)
    felts = [colour(tab, "felt"), colour(tab, "felt-edge")]
    face, edge, mark = colour(tab, "face"), colour(tab, "face-edge"), colour(tab, "mark")
    use_look(tab, "dark")

    assert all(max(contrast(face, felt), contrast(edge, felt)) >= 2.5 for felt in felts)
    assert all(contrast(mark, felt) >= 3 for felt in felts)


def test_the_dark_felt_is_the_look_of_a_device_that_prefers_light(tab: Browser) -> None:
    tab.prefer("prefers-color-scheme", "light")
    ink = style(tab, "body", "color")
    tab.prefer("prefers-color-scheme", "")

    assert contrast(ink, "rgb(0, 0, 0)") > 15


def contrast(one: str, other: str) -> float:
    """The ratio of luminances of two colours, as WCAG defines it."""
    lighter, darker = sorted(map(_luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").rstrip(")").split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# Names from right to left.


def test_a_name_from_right_to_left_stays_on_its_side_of_a_number(tab: Browser) -> None:
    tab.resize(390, 844)
    events = with_name(match_of("all-fives"), "שרה")
    player = at_page(*events[:-2])
    player.receives(*events[-2:])
    show(tab, player)

    verdict = tab.evaluate("document.querySelector('.verdict').textContent")
    name, points = verdict.index("שרה"), verdict.rindex("165")
    assert name < points
    places = tab.evaluate(
        f"""[[{name}, 3], [{points}, 3]].map(([at, long]) => {{
            const range = document.createRange(), text = document.querySelector(".verdict").firstChild;
            range.setStart(text, at);
            range.setEnd(text, at + long);
            const {{ left, right, top }} = range.getBoundingClientRect();
            return [Math.round(top), left, right];
        }})"""
    )
    assert places[0] < places[1]


# Before a match, and lists to choose from.


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (640, 400), (1280, 800)])
def test_the_first_page_is_in_sight_as_a_whole(tab: Browser, size: tuple[int, int]) -> None:
    tab.resize(*size)
    tab.evaluate("said.replaceChildren()")
    show(tab, first_page())

    (felt,) = boxes(tab, "main")
    assert (felt["left"], felt["right"]) == (0, size[0]), "there is no empty panel beside it"
    places = boxes(tab, "#lobby .mark, #lobby h2, #lobby input, #lobby button, #lobby > .about")
    assert len(places) == 6
    for box in places:
        assert box["top"] >= 0
        assert box["bottom"] <= size[1]
    middle = (min(box["left"] for box in places) + max(box["right"] for box in places)) / 2
    assert abs(middle - size[0] / 2) < size[0] / 8


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1280, 800), (1920, 1080)])
def test_the_first_page_of_a_desktop_is_the_table_with_the_form_in_its_middle_and_who_is_there_around_it(
    tab: Browser, size: tuple[int, int]
) -> None:
    tab.resize(*size)
    tab.evaluate("said.replaceChildren()")
    show(tab, first_page())

    seats, form = boxes(tab, ".initials > *"), boxes(tab, "#lobby h2, #lobby input, #lobby button, #lobby p")
    (main,) = boxes(tab, "main")
    assert len(seats) == 4
    for seat in seats:
        assert main["left"] <= seat["left"] < seat["right"] <= main["right"]
        assert main["top"] <= seat["top"] < seat["bottom"] <= main["bottom"]
        assert not [each for each in form if overlap(each, seat)]
    assert max(seats, key=lambda seat: seat["bottom"]) is seats[2], "the first free seat is the nearest"
    assert seats[3]["right"] < min(each["left"] for each in form), "the others are around the table"
    assert seats[1]["left"] > max(each["right"] for each in form)


def test_the_room_for_the_board_does_not_change_with_the_first_sentence(tab: Browser) -> None:
    tab.resize(1280, 800)
    player = at_page(*before("all-fives", is_my_turn))
    sentences = player.page.sentences.take()
    tab.evaluate("said.replaceChildren()")
    show(tab, player)
    room = boxes(tab, "#board")

    player.page.sentences.unsent.extend(sentences)
    show(tab, player)
    assert sentences
    assert boxes(tab, "#board") == room


def first_page() -> PagePlayer:
    """A visitor who has given no name yet, and sees a table."""
    player = newcomer()
    seats = (SeatSummary("Ann", here=True), SeatSummary("Ben", here=True), SeatSummary(), SeatSummary())
    player.page.newcomer.named, player.page.newcomer.no_tables = trio.Event(), ""
    player.page.model.lobby.update(Tables((TableSummary("oak", "g1", "playroom", seats, Stage.SEATING),)))
    return player


@pytest.mark.parametrize("size", SIZES)
def test_the_match_can_be_begun_without_scrolling(tab: Browser, size: tuple[int, int]) -> None:
    tab.resize(*size)
    show(tab, waiting_room())

    (begin,), (main,) = boxes(tab, "#waiting .main"), boxes(tab, "main")
    assert begin["bottom"] <= main["bottom"]
    assert tab.evaluate("main.scrollWidth <= main.clientWidth")


def waiting_room() -> PagePlayer:
    """The host of a table of five, most of whose seats are free."""
    seated = (event for event in played_match("playroom", seats=5) if not isinstance(event, RoundDealt))
    return at_page(*list(seated)[:3], host=True, may_begin=True)


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_a_long_name_makes_the_waiting_room_no_wider_with_large_text(large: Browser, size: tuple[int, int]) -> None:
    large.resize(*size)
    opened = opened_match("all-fives", seats=3)[0]
    show(large, at_page(opened, SeatTaken(0, LONG_NAME), SeatTaken(1, "Ben"), seat=1))

    assert LONG_NAME in large.evaluate("waiting.textContent")
    assert large.evaluate("main.scrollWidth <= main.clientWidth")


ROUND = [(seats, size) for seats in (2, 3, 4, 5, 6) for size in ((768, 1024), (1024, 768), (1280, 800), (1920, 1080))]
ROUND += [(seats, (1920, 940)) for seats in (7, 8, 9, 10, 11, 12)]


@pytest.mark.parametrize(("seats", "size"), ROUND)
def test_the_seats_are_around_the_table_without_covering_each_other_or_the_code_in_its_middle(
    tab: Browser, seats: int, size: tuple[int, int]
) -> None:
    tab.resize(*size)
    player = at_page(*played_match("playroom", {"max_pip": 12}, seats)[: min(4, seats)], host=True)
    if size[0] > SMALLEST_WITH_PANEL:
        player.press("side", "")
    show(tab, player)

    placed = boxes(tab, ".waiting li")
    codes = boxes(tab, ".waiting .qr")
    (main,), (link,), (begin,) = boxes(tab, "main"), boxes(tab, ".invite"), boxes(tab, ".waiting > .row")
    assert len(placed) == seats
    assert len(codes) == (size[0] > SMALLEST_WITH_PANEL)
    others = [*codes, link]
    for place, box in enumerate(placed):
        assert main["left"] <= box["left"]
        assert box["right"] <= main["right"]
        assert not [other for other in [*placed[:place], *others] if overlap(box, other)]
    assert max(placed, key=lambda box: box["bottom"]) is placed[0], "the player's own seat is the nearest"
    assert begin["bottom"] <= main["bottom"]


@pytest.mark.parametrize("size", LYING)
def test_on_a_low_screen_the_buttons_of_the_waiting_room_are_beside_the_seats(
    tab: Browser, size: tuple[int, int]
) -> None:
    tab.resize(*size)
    show(tab, waiting_room())

    seats = max(box["right"] for box in boxes(tab, ".waiting li"))
    assert all(box["left"] > seats for box in boxes(tab, ".waiting > .row button"))


@pytest.mark.parametrize("look", LOOKS)
def test_switches_and_chosen_values_can_be_told_from_the_others(tab: Browser, look: str) -> None:
    tab.resize(360, 640)
    use_look(tab, look)
    player = at_page(*three.game())
    player.press("show", "settings")
    show(tab, player)
    around, chosen, other = (
        style(tab, selector, "backgroundColor")
        for selector in (".window .choices", ".segments [aria-pressed=true]", ".segments [aria-pressed=false]")
    )
    track = "getComputedStyle(document.querySelector('[role=switch][aria-checked={}]'), '::after').borderTopColor"
    tracks = [tab.evaluate(track.format(state)) for state in ("true", "false")]
    use_look(tab, "dark")

    assert contrast(chosen, other) >= 3
    assert tracks[0] != tracks[1]
    assert all(contrast(colour, around) >= 2.5 for colour in tracks)
    assert all(box["bottom"] - box["top"] >= 44 for box in boxes(tab, ".window button"))


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 800)])
def test_values_to_choose_from_have_room_for_their_words(tab: Browser, large: Browser, size: tuple[int, int]) -> None:
    player = at_page(*three.game())
    player.press("show", "settings")
    for opened in (tab, large):
        opened.resize(*size)
        show(opened, player)

        assert opened.evaluate("[...document.querySelectorAll('.segments button')].every((each) => "
                               "each.scrollWidth <= each.clientWidth)")  # fmt: skip
        names = "[...document.querySelectorAll('.segments button')].map((each) => each.textContent)"
        places = dict(zip(opened.evaluate(names), boxes(opened, ".segments li"), strict=True))
        assert len(places) >= 7
        longest = places[max(places, key=len)]
        assert longest["right"] - longest["left"] >= 0.4 * (min(size[0], 500) - 40), "the longest is no narrow column"


def test_the_keys_are_not_offered_where_there_is_no_keyboard(tab: Browser) -> None:
    player = at_page(*three.game())
    player.press("show", "menu")
    show(tab, player)
    assert boxes(tab, "[data-value=Keys]")
    assert boxes(tab, ".choices kbd")

    tab.touch(is_on=True)
    found = boxes(tab, "[data-value=Keys], .choices kbd")
    room = tab.evaluate(
        "[...document.querySelectorAll('.choices [aria-haspopup]:not(:has(b))')].filter((entry) => entry.offsetParent)"
        ".map((entry) => parseFloat(getComputedStyle(entry, '::after').marginLeft))"
    )
    tab.touch(is_on=False)
    assert found == []
    assert len(room) > 1
    assert min(room) > 0, "the arrow of an entry that opens more is at its end"


# Other languages, which need more room.


@pytest.mark.parametrize("name", OFFERED)
def test_another_language_has_room_on_each_screen(tab: Browser, name: str) -> None:
    with speaking(language_named(name)):
        players = introduced(), with_hand(7), at_page(*before("all-fives", has_two_ends)), newcomer()
        for player in players:
            for size in SIZES:
                tab.resize(*size)
                show(tab, player)
                assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
                if player.page.model.view.my_hand():
                    _check_hand(tab, *size)


@pytest.mark.parametrize("name", OFFERED)
def test_what_is_said_under_tiles_to_lead_with_is_not_run_together(tab: Browser, name: str) -> None:
    with speaking(language_named(name)):
        player = leading()
        for size in SIZES:
            tab.resize(*size)
            show(tab, player)
            words = boxes(tab, ".tile .on")
            assert all(one["right"] <= other["left"] for one, other in pairwise(words) if one["top"] == other["top"])
