"""Choosing and laying a tile on the page, at a running `fivesd`: at once over a slow network, by keys, by dragging."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import give_a_name
from tests.end_to_end.test_page_script import FLAGS, NOTICE, SPY, Cable, cable_to, until_a_tile_can_be_played

ROUND_TRIP = 0.6
FITS = ".tile:not(.unfit):has(.on)"
CHOSEN = "document.querySelector('.tile.chosen')?.dataset.value"
IS_ANSWERED = "!document.querySelector('[data-behind]')"
WATCH = f"""
window.frames_shown = [];
(function watch() {{ frames_shown.push({CHOSEN} ?? ""); requestAnimationFrame(watch); }})();
"""
"""Notes the chosen tile of every frame that the browser draws."""


async def at_the_page(tmp_path: Path, does: Callable[[Browser, Cable], None]) -> None:
    """Do this at the page of a match, before the player's play."""

    def open_page(cable: Cable) -> None:
        with browser(tmp_path / "browser") as tab:
            tab.begin_with(SPY)
            tab.resize(390, 844)
            tab.use_fingers()
            give_a_name(tab, f"http://localhost:{cable.port}/")
            until_a_tile_can_be_played(tab)
            tab.evaluate("sent.length = 0")  # if nothing fitted at first, the player has drawn
            does(tab, cable)

    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(open_page, cable)


def presses(tab: Browser, *names: str) -> list[str]:
    """The values of the presses with these names that the page has sent."""
    found: list[str] = tab.evaluate(
        f"sent.filter((message) => {json.dumps(names)}.includes(message.press)).map((message) => message.value)"
    )
    return found


def first_that_fits(tab: Browser) -> str:
    tile: str = tab.evaluate(f"document.querySelector({json.dumps(FITS)}).dataset.value")
    return tile


# Over a slow network.


async def test_a_tile_is_marked_at_once_and_an_older_answer_does_not_undo_it(tmp_path: Path) -> None:
    await at_the_page(tmp_path, _tap_two_tiles)


def _tap_two_tiles(tab: Browser, cable: Cable) -> None:
    cable.delay = ROUND_TRIP / 2
    tab.evaluate(WATCH)
    one, other = tab.evaluate("[...document.querySelectorAll('.tile')].slice(0, 2).map((tile) => tile.dataset.value)")
    marked = f"document.querySelector('.tile[data-value=\"{other}\"]').getAttribute('aria-selected')"

    assert tab.evaluate(f"document.querySelector('.tile[data-value=\"{one}\"]').click(), {CHOSEN}") == one
    assert tab.evaluate(f"document.querySelector('.tile[data-value=\"{other}\"]').click(), {CHOSEN}") == other
    assert tab.evaluate(marked) == "true"
    tab.evaluate("document.querySelector('#actions .main').click()")  # it is about neither tile

    tab.until(IS_ANSWERED, True)
    assert tab.evaluate(CHOSEN) == other
    assert presses(tab, "tile", "play", "advise", "order") == [one, other]

    frames = [tile for tile in tab.evaluate("frames_shown") if tile]
    assert one not in frames[frames.index(other) :]


async def test_two_taps_play_a_tile_before_the_first_one_is_answered(tmp_path: Path) -> None:
    await at_the_page(tmp_path, _tap_twice)


def _tap_twice(tab: Browser, cable: Cable) -> None:
    cable.delay = ROUND_TRIP / 2
    tile = first_that_fits(tab)
    tap = f"document.querySelector('.tile[data-value=\"{tile}\"]').click()"

    tab.evaluate(f"{tap}, {tap}")

    tab.until(f"!document.querySelector('.tile[data-value=\"{tile}\"]') && {IS_ANSWERED}", True)


async def test_a_mark_that_the_server_never_heard_of_is_gone_once_the_network_is_back(tmp_path: Path) -> None:
    await at_the_page(tmp_path, _tap_as_the_network_dies)


def _tap_as_the_network_dies(tab: Browser, cable: Cable) -> None:
    tile = first_that_fits(tab)
    cable.is_dead = True
    tab.evaluate(f"document.querySelector('.tile[data-value=\"{tile}\"]').click()")
    tab.evaluate(NOTICE)
    tab.until(f"document.getElementById('offline').hidden || {CHOSEN} !== {json.dumps(tile)}", False)

    cable.is_dead = False

    tab.until(f"{CHOSEN} ?? '' ", "")
    tab.until(IS_ANSWERED, True)


# By keys.


async def test_the_places_for_a_tile_are_a_list_for_keys_and_screen_readers(tmp_path: Path) -> None:
    await at_the_page(tmp_path, _use_keys)


def _use_keys(tab: Browser, cable: Cable) -> None:
    tab.press("z")
    tab.until("!!document.querySelector('.ghost.chosen')", True)
    tile = tab.evaluate(CHOSEN)
    name = tab.evaluate("document.querySelector('.ghost.chosen').getAttribute('aria-label')")
    assert {("listbox", f"Where to lay {tile}"), ("option", name)} <= set(tab.accessible())

    tab.evaluate("document.querySelector('.ghost.chosen').focus()")
    tab.press("Enter")

    tab.until(f"!document.querySelector('.tile[data-value=\"{tile}\"]')", True)
    assert tab.evaluate("document.activeElement !== document.body")


async def test_a_letter_in_the_menu_does_what_its_line_does(tmp_path: Path) -> None:
    await at_the_page(tmp_path, _use_the_menu)


def _use_the_menu(tab: Browser, cable: Cable) -> None:
    tab.press("x")
    tab.until("document.querySelector('#window .window-menu [aria-keyshortcuts=n] kbd')?.textContent ?? ''", "n")

    tab.press("n")

    tab.until("!!document.querySelector('#window .window-who')", True)


async def test_the_letter_that_leaves_a_table_closes_a_window_and_only_then_asks_whether_to_leave(
    tmp_path: Path,
) -> None:
    await at_the_page(tmp_path, _use_q)


def _use_q(tab: Browser, cable: Cable) -> None:
    tab.press("n")
    tab.until("!!document.querySelector('#window .window-who')", True)

    tab.press("q")
    tab.until("document.getElementById('window').open", False)

    tab.press("q")
    tab.until("!!document.querySelector('#window .window-confirm')", True)
    tab.press("q")
    tab.until("document.getElementById('window').open", False)
    tab.press("x")
    tab.until("!!document.querySelector('#window .window-menu [aria-keyshortcuts=q] kbd')", True)
    tab.press("q")
    tab.until("!!document.querySelector('#window .window-confirm')", True)


# By dragging.


def by_mouse(tab: Browser, does: str, x: float = 0, y: float = 0) -> None:
    tab.mouse({"down": "mousePressed", "move": "mouseMoved", "up": "mouseReleased"}[does], x, y)


def by_finger(tab: Browser, does: str, x: float = 0, y: float = 0) -> None:
    tab.finger({"down": "touchStart", "move": "touchMove", "up": "touchEnd"}[does], x, y)


@pytest.mark.parametrize("point", [by_mouse, by_finger])
async def test_a_tile_that_is_dragged_to_one_of_its_ends_is_played_there(
    point: Callable[..., None], tmp_path: Path
) -> None:
    def drag(tab: Browser, cable: Cable) -> None:
        tile = first_that_fits(tab)
        x, y = tab.middle(f".tile[data-value='{tile}'] svg")
        point(tab, "down", x, y)
        point(tab, "move", x, y - 5)
        assert tab.evaluate("!document.querySelector('.dragged')"), "a finger is never quite still"

        point(tab, "move", x, y - 40)
        tab.until("!!document.querySelector('.dragged') && document.querySelector('.ghosts')?.dataset.tile", tile)
        to = tab.middle(".ghost .outline")
        point(tab, "move", *to)
        tab.until("document.querySelectorAll('.ghost.over').length", 1)
        for happens in (
            "document.querySelector('.ghost.over').classList.remove('over')",
            "dispatchEvent(new Event('resize'))",
        ):
            tab.evaluate(happens)  # the place is drawn anew under a pointer that rests
        tab.until("document.querySelectorAll('.ghost.over').length", 1)
        arm = tab.evaluate("document.querySelector('.ghost.over').dataset.value").split()[0]
        point(tab, "up", *to)

        tab.until(f"!document.querySelector('.tile[data-value=\"{tile}\"]')", True)
        tab.until("!document.querySelector('.dragged')", True)
        assert presses(tab, "lift", "tile", "end", "play") == [tile, f"{tile} {arm}"]

    await at_the_page(tmp_path, drag)


@pytest.mark.parametrize("point", [by_mouse, by_finger])
async def test_a_tile_that_is_dropped_elsewhere_is_only_chosen(point: Callable[..., None], tmp_path: Path) -> None:
    def drag(tab: Browser, cable: Cable) -> None:
        tile = first_that_fits(tab)
        x, y = tab.middle(f".tile[data-value='{tile}'] svg")
        for to_x, to_y in ((x, y - 40), (x, y)):  # back on the hand, where a click would play it
            point(tab, "down", x, y)
            point(tab, "move", x, y - 20)
            point(tab, "move", to_x, to_y)
            point(tab, "up", to_x, to_y)
            tab.until("!document.querySelector('.dragged')", True)
        tab.until(f"{IS_ANSWERED} && {CHOSEN}", tile)
        assert presses(tab, "tile", "end", "play") == []

        tab.click(f".tile[data-value='{tile}']")

        tab.until(f"!document.querySelector('.tile[data-value=\"{tile}\"]')", True)

    await at_the_page(tmp_path, drag)
