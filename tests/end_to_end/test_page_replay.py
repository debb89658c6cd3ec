"""The slider of a replay and its running by itself, with the page's script in a real browser."""

import time
from pathlib import Path
from typing import Any

import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import IS_OVER, give_a_name, play_to_the_end
from tests.end_to_end.test_page_script import FLAGS, SPY

SLOW = """
window.delay = 0;
const { set, ...rest } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", { ...rest, set(take) {
    set.call(this, take && ((event) => setTimeout(() => take(event), delay)));
} });
"""
"""Has each message of the server arrive `delay` milliseconds later."""
REPLAY = "#window [data-press=show][data-value=replay]"
THUMB = "document.querySelector('[data-at]').value"
SHOWN = "document.querySelector('[data-at]').dataset.at"
LAST = "document.querySelector('[data-at]').max"
WATCH = """
window.places = [];
(function note() { const range = document.querySelector("[data-at]"); if (range) places.push(Number(range.value));
    requestAnimationFrame(note); })();
"""
"""Notes in each frame where the thumb is."""


async def test_a_replay_is_dragged_stepped_through_and_runs_by_itself(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, "--set", "max_rounds=1", has_page=True) as daemon:
        await trio.to_thread.run_sync(_replay, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _replay(address: str, folder: Path) -> None:
    with browser(folder) as tab:
        tab.begin_with(SPY)
        tab.begin_with(SLOW)
        tab.resize(390, 844)
        give_a_name(tab, address)
        play_to_the_end(tab)
        tab.until(f"!!document.querySelector('{REPLAY}')", True)  # the last board is seen first
        tab.click(REPLAY)
        tab.until("!!document.querySelector('#window [data-at]')", True)
        last = int(tab.evaluate(LAST))
        tab.until(THUMB, str(last))

        _drag(tab, last)
        _keys(tab)
        _run(tab, last)
        _open_an_older_one(tab)


def _drag(tab: Browser, last: int) -> None:
    """The thumb stays under the finger on a slow network, and one press at a time is under way."""
    tab.evaluate("delay = 150; sent.length = 0")
    box: Any = tab.evaluate(
        "box = document.querySelector('[data-at]').getBoundingClientRect(); [box.x, box.y + box.height / 2, box.width]"
    )
    left, middle, width = box
    _mouse(tab, "mousePressed", left + 0.98 * width, middle)
    tab.evaluate(WATCH)
    begun = time.monotonic()
    for nth in range(40):
        _mouse(tab, "mouseMoved", left + (0.98 - 0.02 * nth) * width, middle)
        time.sleep(0.02)
    held = tab.evaluate("places")
    asked = tab.evaluate("sent.filter((message) => message.press === 'slide').length")
    took = time.monotonic() - begun

    assert held == sorted(held, reverse=True), "the thumb jumps back"
    assert len(set(held)) > last // 4
    assert 2 <= asked <= took / 0.15 + 3, asked
    _mouse(tab, "mouseReleased", left + 0.2 * width, middle)
    end = tab.evaluate(THUMB)
    tab.until(SHOWN, end)
    assert tab.evaluate("Math.min(...places)") == int(end)
    tab.evaluate("delay = 0")


def _mouse(tab: Browser, kind: str, x: float, y: float) -> None:
    tab._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)


def _keys(tab: Browser) -> None:
    """The slider has its own keys, and letters do what they do elsewhere in a replay."""
    tab.evaluate("document.querySelector('[data-at]').focus()")
    before = int(tab.evaluate(THUMB))
    tab.evaluate("sent.length = 0")
    tab._call("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight", code="ArrowRight", windowsVirtualKeyCode=39)
    tab.until(SHOWN, str(before + 1))
    assert tab.evaluate("sent.map((message) => message.press).filter(Boolean).join()") == "slide"

    tab.press("n")
    tab.until(SHOWN, str(before + 2))
    tab.until(THUMB, str(before + 2))
    valued = [name for role, name in tab.accessible() if role == "slider"]
    assert valued == ["Place in the match"]


def _run(tab: Browser, last: int) -> None:
    """It runs by itself to the end, also where nothing may move, and stops at a step of the player."""
    tab.prefer("prefers-reduced-motion", "reduce")
    tab.press("Home")
    tab.until(SHOWN, "0")
    tab.click("[data-press=run]")
    tab.until(f"{SHOWN} > 1", True)
    tab.press("n")
    tab.until("'every' in document.querySelector('[data-at]').dataset", False)
    at = tab.evaluate(SHOWN)
    time.sleep(1.2)
    assert tab.evaluate(SHOWN) == at

    for _ in range(4):
        tab.press("+")
    tab.press(" ")  # its button has the focus
    tab.until(SHOWN, str(last))
    tab.until(THUMB, str(last))
    tab.until("'every' in document.querySelector('[data-at]').dataset", False)
    assert tab.evaluate("document.activeElement.dataset.press") == "run", "the focus stays"
    tab.prefer("prefers-reduced-motion", "")


def _open_an_older_one(tab: Browser) -> None:
    """After a rematch has begun, the match before it is fetched from the host; its time is by the browser's clock.

    It is said in the page's language, also if the browser's own is another one.
    """
    tab.press("q")
    tab.until("document.getElementById('window').open", False)
    tab.click("#actions [data-value=rematch]")
    tab.until(IS_OVER, False)
    tab.evaluate("document.documentElement.lang = 'fr'")
    tab.press("G")
    tab.until("document.querySelectorAll('#window [data-press=past]').length", 1)
    french = """(({ dateTime, textContent }) => textContent === new Date(dateTime).toLocaleString("fr",
        { dateStyle: "medium", timeStyle: "short" }))(document.querySelector("#window time"))"""
    assert tab.evaluate(french) is True
    tab.click("#window [data-press=past]")
    tab.until("!!document.querySelector('#window [data-at]')", True)
    assert tab.evaluate("document.querySelector('.verdict').textContent").startswith("Round 1, play 0 of ")
    assert tab.evaluate("document.documentElement.scrollWidth > innerWidth") is False
