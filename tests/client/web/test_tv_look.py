"""How a TV looks in a real browser, lying, 4:3 and upright: its parts without its script, measured at several sizes."""

import json
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from client.web.page_files import page_files
from client.words.languages.by_name import language_named
from client.words.say import speaking
from protocol.log.events import Event, RoundDealt, RoundEnded
from protocol.shared.offered_languages import OFFERED
from tests.client.browser import Browser, browser
from tests.client.states import match_of
from tests.client.web.at_page import PagePlayer
from tests.client.web.test_look import LONG_NAME, boxes, with_name
from tests.client.web.test_tv import new_tv, on_tv
from tests.played import played_match

SIZES = [(1920, 1080), (1280, 720), (1024, 768), (768, 1024), (800, 1280), (1080, 1920), (390, 844)]
"""TVs, an old one or a tablet, and the same held upright, down to a phone."""
FOUR_SIZES = [(1280, 720), (1024, 768), (768, 1024), (390, 844)]
TABLETS = [(1024, 768), (768, 1024), (800, 1280)]
SHOW = """((parts, said) => {
    for (const [id, html] of Object.entries(parts)) document.getElementById(id).innerHTML = html;
    document.body.className = document.getElementById("signal").firstElementChild.dataset.scene;
    document.getElementById("said").innerHTML = said;
})"""
SHOWN = "#status > *, #board, #match > *, #sum > *, #lobby > *, #waiting li, .seat, #round tr, #invitation, #said"
TEXTS = "#status > *, #lobby > *, #sum p, .winners, .legend, #match > p, #round tr > *, .seat, .who-leads, #waiting li"
SMALLEST = f"""Math.min(...[...document.querySelectorAll("{TEXTS}")]
    .filter((text) => text.getClientRects().length).map((text) => parseFloat(getComputedStyle(text).fontSize)))"""

CUT = "[...document.querySelectorAll('bdi')].filter((name) => name.scrollWidth > name.clientWidth).map(String)"


@pytest.fixture(scope="module")
def tv(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A TV with its page, without its script."""
    files, folder = page_files(), tmp_path_factory.mktemp("tv")
    html = files["/tv"].content.decode()
    for name in ("tv.css", "tv.js", "motion.js"):
        (folder / name).write_bytes(files[f"/{name}"].content if name == "tv.css" else b"")
        html = html.replace(f'"/{name}', f'"{name}')
    (folder / "tv.html").write_text(html)
    with browser(folder / "browser") as opened:
        opened.open(folder / "tv.html")
        yield opened


def show(tv: Browser, player: PagePlayer) -> None:
    """Show the parts of this TV."""
    tv.evaluate(f"{SHOW}({json.dumps(player.parts())}, {json.dumps(''.join(player.page.sentences.take()))})")


def in_a_round(events: list[Event], after: int) -> PagePlayer:
    dealt = next(at for at, event in enumerate(events) if isinstance(event, RoundDealt))
    tv = on_tv(*events[: dealt + 1])
    tv.receives(*events[dealt + 1 : dealt + after])
    return tv


def at_the_end(events: tuple[Event, ...], of: int) -> PagePlayer:
    tv = on_tv(*events[: of - 2])
    tv.page.services.start = lambda *_: None
    tv.receives(*events[of - 2 : of])
    return tv


def waiting() -> PagePlayer:
    return on_tv(*match_of("all-fives")[:2])


def waiting_four() -> PagePlayer:
    return on_tv(*played_match("all-fives", seats=4)[:3])


def waiting_with_long_names() -> PagePlayer:
    return on_tv(*with_name(tuple(played_match("all-fives", seats=4))[:4], LONG_NAME))


def waiting_twelve() -> PagePlayer:
    return on_tv(*played_match("playroom", {"max_pip": "12"}, seats=12)[:8])


def before_the_lead() -> PagePlayer:
    return in_a_round(list(match_of("all-fives")), 1)


def four_players() -> PagePlayer:
    return in_a_round(played_match("all-fives", seats=4), 16)


def twelve_players() -> PagePlayer:
    return in_a_round(played_match("playroom", {"max_pip": "12"}, seats=12), 50)


def end_of_round() -> PagePlayer:
    events = match_of("all-fives")
    ended = next(at for at, event in enumerate(events, start=1) if isinstance(event, RoundEnded))
    return at_the_end(events, ended)


def end_of_round_of_four() -> PagePlayer:
    return first_end(tuple(played_match("all-fives", seats=4)))


def end_of_round_of_twelve() -> PagePlayer:
    return first_end(tuple(played_match("playroom", {"max_pip": "12"}, seats=12)))


def first_end(events: tuple[Event, ...]) -> PagePlayer:
    return at_the_end(events, next(at for at, event in enumerate(events, start=1) if isinstance(event, RoundEnded)))


def end_of_match() -> PagePlayer:
    events = tuple(played_match("all-fives", seats=4, chance=1))
    return at_the_end(events, len(events))


ENDS = [end_of_round, end_of_round_of_four, end_of_round_of_twelve]
WITH_BOARD = [before_the_lead, four_players, twelve_players, *ENDS]
BEFORE = [waiting, waiting_four, waiting_with_long_names, waiting_twelve]
SCENES = [*BEFORE, *WITH_BOARD, end_of_match, lambda: PagePlayer(new_tv())]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", SCENES)
def test_everything_is_on_the_screen_and_nothing_lies_on_anything(
    tv: Browser, scene: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    tv.resize(*size)
    show(tv, scene())

    _check_screen(tv, *size)


def _check_screen(tv: Browser, width: int, height: int) -> None:
    """Check that everything is on the screen, that no part lies on another, and that texts are large and whole."""
    for box in boxes(tv, f"{SHOWN}, {TEXTS}, .qr, .curve, .left-over svg"):
        assert (box["left"], box["top"]) >= (0, 0), box
        assert box["right"] <= width + 1, box
        assert box["bottom"] <= height + 1, box
    for one, other in combinations(boxes(tv, SHOWN), 2):
        overlap = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
        assert overlap <= 1 or one["right"] <= other["left"] + 1 or other["right"] <= one["left"] + 1
    assert tv.evaluate(SMALLEST) >= 12
    assert tv.evaluate(CUT) == []


@pytest.mark.parametrize("name", OFFERED)
@pytest.mark.parametrize("scene", SCENES)
def test_another_language_has_room_on_each_screen(tv: Browser, scene: Callable[[], PagePlayer], name: str) -> None:
    with speaking(language_named(name)):
        show(tv, scene())

    for size in FOUR_SIZES:
        tv.resize(*size)
        _check_screen(tv, *size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", WITH_BOARD)
def test_the_board_has_the_most_room_and_the_seats_are_beside_it_on_a_tv_and_around_it_on_a_tablet(
    tv: Browser, scene: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    tv.resize(*size)
    show(tv, scene())

    (board,), near, far = boxes(tv, "#board"), boxes(tv, ".near .seat"), boxes(tv, ".far .seat")
    assert (board["right"] - board["left"]) * (board["bottom"] - board["top"]) >= size[0] * size[1] / 4
    assert near
    if size[0] < size[1]:
        assert all(box["top"] >= board["bottom"] for box in near)
        assert all(box["bottom"] <= board["top"] for box in far)
    else:
        beside_left, beside_right = (near, far) if size in TABLETS else ([], [*near, *far])
        assert all(box["right"] <= board["left"] for box in beside_left)
        assert all(box["left"] >= board["right"] for box in beside_right)


@pytest.mark.parametrize("size", [size for size in SIZES if size != (390, 844)])
def test_an_address_in_a_home_network_has_one_line(tv: Browser, size: tuple[int, int]) -> None:
    tv.resize(*size)
    show(tv, waiting_four())
    tv.evaluate("document.querySelector('#invitation b').textContent = 'http://192.168.178.20:5533/oak'")

    lines = (
        "(() => { const all = document.createRange(); all.selectNodeContents(document.querySelector('#invitation b'));"
    )
    assert tv.evaluate(f"{lines} return all.getClientRects().length; }})()") == 1
    _check_screen(tv, *size)


@pytest.mark.parametrize("size", TABLETS)
@pytest.mark.parametrize("scene", BEFORE)
def test_before_a_match_a_tablet_has_the_seats_around_the_code_with_which_players_join(
    tv: Browser, scene: Callable[[], PagePlayer], size: tuple[int, int]
) -> None:
    tv.resize(*size)
    show(tv, scene())

    seats, (code,) = boxes(tv, "#waiting li"), boxes(tv, "#invitation .qr")
    assert min(code["right"] - code["left"], code["bottom"] - code["top"]) >= 0.27 * min(size)
    middle = (code["left"] + code["right"]) / 2
    assert abs(middle - size[0] / 2) < 2
    assert seats[0]["top"] >= code["bottom"], "the first seat is the nearest"
    assert seats[len(seats) // 2]["bottom"] <= code["top"], "and the one across the table the farthest"
    for at, seat in enumerate(seats[1:], start=1):
        if 2 * at != len(seats):
            is_left = seat["right"] <= middle
            assert is_left if 2 * at < len(seats) else seat["left"] >= middle, "in their order around the table"
