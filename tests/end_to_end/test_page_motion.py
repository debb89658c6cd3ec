"""What moves on the page, in a real browser at a running `fivesd`, and that nothing moves for those who prefer that."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import trio

from tests.client.browser import Browser, browser
from tests.client.tab import PATIENCE
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import IS_WINDOW, PRESS_WHAT_THERE_IS, give_a_name

FLAGS = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0")
LONG = ("--set", "target=5000")
SHORT = ("--set", "hand=3", "--set", "target=15")
"""A match that ends soon."""
LOOK = 700
"""Milliseconds for which the last board of a match is seen at least, unless the player touches the page."""
DRAW_SLOWLY = """(async () => {
    for (const open of document.querySelectorAll("dialog[open]")) open.close();
    await used.onmessage({ data: JSON.stringify({ parts: { window: "<p data-later></p>" } }) });
    for (const begun = performance.now(); performance.now() < begun + 600;);
    const drawn = performance.now();
    new MutationObserver(() => { // what the daemon sends meanwhile may be shown together with it
        if (document.querySelector("#window [data-later]")) window.seen ??= performance.now() - drawn;
    }).observe(document.body, { childList: true, subtree: true });
})()"""
"""Has the page hold a window over the board that takes 600 ms to be drawn, and note how long the board is seen."""
SPY = """
window.moved = [], window.running = 0, window.ended = 0, window.opened = 0, window.last = 0;
window.taps = false, window.openedByTap = false;
const animate = Element.prototype.animate, send = WebSocket.prototype.send;
const showModal = HTMLDialogElement.prototype.showModal;
Element.prototype.animate = function (...how) {
    moved.push(this.getAttribute("class")?.split(" ")[0] ?? this.nodeName);
    const animation = animate.call(this, ...how);
    running = Math.max(running, document.getAnimations().length);
    return animation;
};
WebSocket.prototype.send = function (text) { window.used = this; send.call(this, text); };
HTMLDialogElement.prototype.showModal = function () {
    if (this.querySelector(".window-end")) opened = performance.now();
    showModal.call(this);
};
const tap = () => {
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    openedByTap = opened > ended;
};
document.addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const line of addedNodes) {
        if (!line.matches(".round") || !/wins? the match/.test(line.textContent)) continue;
        ended = performance.now(), last = document.querySelectorAll("#board use").length;
        if (taps) setTimeout(tap, 50);
    }
}).observe(document.getElementById("said"), { childList: true }));
"""
"""Notes what moves, the connection, when a sentence says that the match has ended and how many tiles lie there, and
when the window opens.

`taps`: then, touch the page, and note whether that opens the window.
"""
PICTURE = """(() => {
    for (const part of [main, hand]) part.scrollTop = 0;
    return [...document.querySelectorAll("#board use, #hand use, .tile, .seat, .score, .seat .name")].map((shape) => {
        const { left, top, width, height } = shape.getBoundingClientRect(), style = getComputedStyle(shape);
        const place = [left, top, width, height].map(Math.round);
        const tile = shape.dataset.value ?? shape.getAttribute("href");
        return [shape.textContent, tile, style.opacity, style.fontSize, ...place].join(" ");
    });
})()"""
"""What is seen of the table: the tiles, the boxes and the scores, each with its place."""
TILES = """[...document.querySelectorAll('#board use, #hand use, .tile')]
    .map((tile) => tile.dataset.value ?? tile.getAttribute("href")).join()"""
"""The tiles on the board, and after them those of the hand, with their names."""
MAY_SETTLE = f"""document.title.startsWith('Your turn') && !{IS_WINDOW} && !document.querySelector('.chosen')
    && !document.querySelector('#introduction').firstElementChild && opened >= ended && !document.querySelector('.open')
    && document.getAnimations().length + document.querySelectorAll('.gain, [data-count], .gone').length === 0"""
SETTLED = f"(({MAY_SETTLE}) ? ({PICTURE}).join() : '')"
"""This picture in the player's turn, while nothing moves; else nothing. A reload closes the introduction: more room."""


def at_a_table(folder: Path, plays: Callable[[Browser, str], None], *, is_calm: bool = False) -> Callable[[int], None]:
    """Does this in a browser at the table at a port."""

    def play(port: int) -> None:
        with browser(folder) as tab:
            if is_calm:
                tab.prefer("prefers-reduced-motion", "reduce")
            tab.begin_with(SPY)
            give_a_name(tab, f"http://localhost:{port}/")
            plays(tab, f"http://localhost:{port}/")

    return play


def play_until(tab: Browser, expression: str) -> None:
    """Press what there is until this is true."""
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate(expression):
        assert time.monotonic() < deadline
        tab.evaluate(f"ended > opened || {PRESS_WHAT_THERE_IS}")  # the last board is seen, if nothing is pressed
        time.sleep(0.05)


async def test_a_play_moves_its_tile_and_ends_in_the_same_picture_as_without_motion(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, *LONG, has_page=True) as daemon:
        await trio.to_thread.run_sync(at_a_table(tmp_path / "browser", _watch_a_play), daemon.port)


def _watch_a_play(tab: Browser, address: str) -> None:
    play_until(tab, "['use', 'gain', 'seat', 'drawn'].every((name) => moved.includes(name))")
    assert tab.evaluate("running") > 0
    moving, still = "", tab.evaluate(TILES)
    while tiles_in(moving) != still:  # the last press may have been under way when the picture was taken
        tab.prefer("prefers-reduced-motion", "")
        play_until(tab, f"{SETTLED} !== ''")
        moving = tab.evaluate(SETTLED)
        tab.prefer("prefers-reduced-motion", "reduce")
        tab.visit(address)
        tab.until("document.querySelectorAll('.tile').length > 0", True)  # the board is empty if a round has begun
        still = tab.evaluate(TILES)
    tab.until(f"({PICTURE}).join()", moving)


def tiles_in(picture: str) -> str:
    """The tiles of a picture, as `TILES` gives them."""
    return ",".join(re.findall(r"#t\d+|(?<= )\d+-\d+(?= )", picture))


async def test_nothing_moves_for_those_who_prefer_that_and_the_end_of_a_match_opens_at_once(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, *SHORT, has_page=True) as daemon:
        await trio.to_thread.run_sync(at_a_table(tmp_path / "browser", _play_calmly, is_calm=True), daemon.port)


def _play_calmly(tab: Browser, _: str) -> None:
    play_until(tab, "opened > 0")

    assert tab.evaluate("moved") == []
    assert tab.evaluate("document.getAnimations().length") == 0
    assert tab.evaluate("opened - ended") < LOOK


ROUND_HAS_ENDED = "!!document.querySelector('[data-press=go-on]')"


async def test_at_the_end_of_a_round_the_focus_is_on_the_next_one_and_the_points_are_counted_up(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, *LONG, "--set", "hand=3", has_page=True) as daemon:
        await trio.to_thread.run_sync(at_a_table(tmp_path / "browser", _end_rounds_by_keys), daemon.port)


def _end_rounds_by_keys(tab: Browser, _: str) -> None:
    tab.evaluate(
        "names = new Set(), counted = new Set(), new MutationObserver((changes) => {"
        " for (const { target } of changes) {"
        " if (target.closest('.takes')) counted.add(target.dataset.count);"
        " if ('count' in target.dataset) names.add(getComputedStyle(target, '::before').content.split(' / ')[1]); } })"
        ".observe(document.body, { attributeFilter: ['data-count'], subtree: true })"
    )
    while not tab.evaluate("[...counted].filter(Boolean).length > 1"):
        play_until(tab, ROUND_HAS_ENDED)
        tab.until("document.activeElement.dataset.press", "go-on")
        assert tab.evaluate("document.querySelectorAll('.seat .left-over').length") == 2
        tab.until("Date.now() - document.activeElement.shownAt > 2500 ", True)
        assert tab.evaluate("document.querySelectorAll('.gain, [data-count]').length") == 0
        tab.press("Enter")
        tab.until(ROUND_HAS_ENDED, False)
        assert tab.evaluate("main.contains(document.activeElement)")
    assert tab.evaluate("[...names]") == ['""'], "a screen reader would get each number"


async def test_the_last_board_of_a_match_is_seen_before_the_window_opens_unless_the_page_is_touched(
    tmp_path: Path,
) -> None:
    async with running(tmp_path / "data", *FLAGS, *SHORT, has_page=True) as daemon:
        await trio.to_thread.run_sync(at_a_table(tmp_path / "browser", _end_matches), daemon.port)


def _end_matches(tab: Browser, _: str) -> None:
    play_until(tab, "ended > 0")
    tab.until("opened > 0", True)
    last: Any = tab.evaluate("last")
    assert last > 0, "it is not an empty board"  # a lead can win
    assert tab.evaluate("opened - ended") >= LOOK
    assert tab.evaluate("document.querySelectorAll('#board use').length") == last

    tab.evaluate("ended = opened = 0, taps = true")
    tab.until("Date.now() - document.querySelector('#window [data-value=rematch]').shownAt > 1000", True)
    tab.click("#window [data-value=rematch]")
    play_until(tab, "ended > 0")
    tab.until("opened > 0", True)
    assert tab.evaluate("openedByTap")


async def test_the_last_board_is_seen_for_as_long_where_it_takes_a_while_to_be_drawn(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, *LONG, has_page=True) as daemon:
        await trio.to_thread.run_sync(at_a_table(tmp_path / "browser", _draw_slowly), daemon.port)


def _draw_slowly(tab: Browser, _: str) -> None:
    tab.evaluate(f"{DRAW_SLOWLY}, 0")
    tab.until("(window.seen ?? 0) > 0", True)
    assert tab.evaluate("seen") >= LOOK
