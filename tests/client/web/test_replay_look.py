"""How a replay and a form look in a real browser: the window, the slider and the lists to choose from."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.shared.offered_languages import OFFERED
from tests.client import own_host
from tests.client.browser import Browser, browser
from tests.client.firefox import firefox, needs_firefox
from tests.client.states import match_of
from tests.client.tab import Tab
from tests.client.web.at_page import PagePlayer, at_page
from tests.client.web.test_course_windows import practising_player
from tests.client.web.test_look import LOOKS, SIZES, boxes, colour, contrast, large, page, show, style, tab, use_look
from tests.client.web.test_replay_page import replaying
from tests.client.web.test_replay_windows import analysed
from tests.client.web.test_spoken_names import in_a_lesson, with_form
from tests.client.webkit import needs_webkit, webkit

__all__ = ["large", "page", "tab"]  # fixtures

CUT = """[...document.querySelectorAll("#window select")].flatMap((list) => {
    const pen = document.createElement("canvas").getContext("2d"), its = getComputedStyle(list);
    pen.font = `${its.fontWeight} ${its.fontSize} ${its.fontFamily}`;
    const room = list.clientWidth - parseFloat(its.paddingLeft) - parseFloat(its.paddingRight);
    return [...list.options].map((option) => option.text).filter((text) => pen.measureText(text).width > room + 1);
})"""
"""The texts that have no room in their list. The shorthand of a font with other figures than usual is empty."""
BEYOND = """[...document.querySelectorAll("#window > *, #window button")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
"""The parts of a window and its buttons that have no room for what they say."""
SLIDER = "#window [type=range]"
PARTS = f"""["track", "progress", "thumb"].map((part) =>
    getComputedStyle(document.querySelector("{SLIDER}"), `::-moz-range-${{part}}`).backgroundColor)"""

engines = pytest.mark.parametrize(
    "opens", [browser, pytest.param(firefox, marks=needs_firefox), pytest.param(webkit, marks=needs_webkit)]
)


def replay() -> PagePlayer:
    """A player who sees the replay of the match that has ended."""
    return replaying()[0]


def inviting() -> PagePlayer:
    """A host who reads the link for friends outside."""
    player = at_page(*match_of("all-fives")[:2], host=True, may_begin=True)
    player.page.model.own_host = own_host.hosting(own_host.OPEN)
    player.press("show", "invitations")
    assert "https://" in player.sees("window")
    return player


@pytest.mark.parametrize("size", SIZES)
def test_no_list_cuts_a_text(tab: Browser, size: tuple[int, int]) -> None:
    tab.resize(*size)
    for player in (replay(), with_form()):
        show(tab, player)
        assert tab.evaluate("document.querySelectorAll('#window select').length") > 1
        assert tab.evaluate(CUT) == []
        assert tab.evaluate("[...document.querySelectorAll('#window > *')].every((each) => "
                            "each.scrollWidth <= each.clientWidth)")  # fmt: skip


@pytest.mark.parametrize("name", OFFERED)
def test_another_language_has_room_in_each_large_window(tab: Browser, name: str) -> None:
    with speaking(language_named(name)):
        for player in (replay(), analysed(), with_form(), in_a_lesson(), practising_player(), inviting()):
            for size in ((320, 568), (390, 844), (640, 400), (1280, 800)):
                tab.resize(*size)
                show(tab, player)
                assert tab.evaluate(CUT) == []
                assert tab.evaluate(BEYOND) == []


@engines
def test_lists_have_the_colours_of_the_page_in_every_browser(
    page: Path, tmp_path: Path, opens: Callable[[Path], AbstractContextManager[Tab]]
) -> None:
    with opens(tmp_path / "browser") as tab:
        tab.open(page)
        tab.evaluate(f"document.getElementById('window').innerHTML = {json.dumps(with_form().parts()['window'])}")
        tab.evaluate("document.getElementById('window').showModal()")

        its = "getComputedStyle(document.querySelector('#window {}'))"
        look = "[{0}.color, {0}.backgroundColor, {0}.borderTopColor]"
        chosen, typed = (tab.evaluate(look.format(its.format(kind))) for kind in ("select", "input"))
        assert chosen == typed
        assert contrast(*chosen[:2]) >= 4.5
        assert tab.evaluate(f"{its.format('select')}.appearance") == "none", "no browser draws its own"
        assert "gradient" in tab.evaluate(f"{its.format('select')}.backgroundImage"), "it has an arrow"


@needs_firefox
def test_a_slider_has_the_colours_of_the_page_in_firefox_which_draws_a_white_one(page: Path, tmp_path: Path) -> None:
    with firefox(tmp_path / "browser") as tab:
        tab.open(page)
        tab.evaluate(f"document.getElementById('window').innerHTML = {json.dumps(replay().parts()['window'])}")
        tab.evaluate("document.getElementById('window').showModal()")

        track, progress, thumb = tab.evaluate(PARTS)
        assert progress == thumb == tab.evaluate(f"getComputedStyle(document.querySelector('{SLIDER}')).accentColor")
        around = tab.evaluate("getComputedStyle(document.getElementById('window')).backgroundColor")
        assert contrast(track, around) >= 3
        assert contrast(thumb, around) >= 3


@pytest.mark.parametrize("look", LOOKS)
def test_a_slider_stands_out_from_its_window(tab: Browser, look: str) -> None:
    use_look(tab, look)
    show(tab, replay())

    drawn, around = style(tab, SLIDER, "accentColor"), style(tab, "#window", "backgroundColor")
    gold, scheme = colour(tab, "gold"), style(tab, SLIDER, "colorScheme")
    use_look(tab, "dark")
    assert drawn == gold
    assert contrast(drawn, around) >= 4.5
    assert scheme == look, "the browser draws the rest of the slider for this look"


@pytest.mark.parametrize(
    ("size", "scrolls"), [((360, 640), ".replay"), ((390, 844), ".replay"), ((844, 390), ".beside")]
)
def test_a_scroll_bar_that_a_phone_draws_over_a_replay_covers_none_of_it(
    tab: Browser, size: tuple[int, int], scrolls: str
) -> None:
    tab.be_a_phone(*size, 1)  # whose scroll bars take no room
    show(tab, replay())

    (around,) = boxes(tab, scrolls)
    inside = boxes(tab, f"{scrolls} :is(.felt, .steps button, select)")
    tab.touch(is_on=False)
    assert len(inside) >= 2
    assert max(box["right"] for box in inside) <= around["right"] - 8


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)])
def test_what_leads_on_from_an_analysis_is_in_sight(tab: Browser, size: tuple[int, int]) -> None:
    tab.resize(*size)
    player = analysed()
    player.press("show", "analysis")
    show(tab, player)

    assert all(
        box["bottom"] <= size[1] for box in boxes(tab, "#window :is([data-value=replay], [data-press=practise])")
    )
    assert len(boxes(tab, "#window [data-value=replay]")) == 1


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080)])
def test_on_a_desktop_a_replay_has_the_room_of_the_game(tab: Browser, size: tuple[int, int]) -> None:
    tab.resize(*size)
    show(tab, replay())

    (window,), (game,) = boxes(tab, "#window"), boxes(tab, "main")
    widest = 84 * 16
    assert window["right"] - window["left"] >= min(widest, game["right"] - game["left"] - 32)
    assert window["right"] <= game["right"]


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_with_large_text_the_buttons_of_a_replay_are_in_sight(large: Browser, size: tuple[int, int]) -> None:
    large.resize(*size)
    show(large, replay())

    for box in boxes(large, f"{SLIDER}, .steps button"):
        assert box["bottom"] <= size[1]


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)])
def test_the_fields_of_a_form_are_under_each_other(tab: Browser, size: tuple[int, int]) -> None:
    tab.resize(*size)
    show(tab, with_form())

    fields = boxes(tab, ".options > .option :is(input, select)")
    assert len(fields) > 3
    assert len({round(field["left"]) for field in fields}) == 1
    (lists,) = {round(box["right"]) for box in boxes(tab, ".options > .option select")}
    assert {round(box["right"]) for box in boxes(tab, ".options > .option > .step:last-of-type")} == {lists}
