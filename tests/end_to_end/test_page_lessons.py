"""The lessons with the page's script in a real browser: on a small phone with taps, and with a keyboard."""

from pathlib import Path

import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running
from tests.end_to_end.test_page_script import FLAGS

HEADING = "document.querySelector('.course').textContent.match(/Lesson . of 6/)?.[0]"
IS_READ = "!!document.querySelector('.course .read')"
TOO_MUCH = "found = document.getElementById('window'); found.scrollHeight - found.clientHeight"
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
FOCUS = "document.activeElement.dataset.press"


async def test_lessons_are_played_before_there_is_a_name(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        await trio.to_thread.run_sync(_learn, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _learn(address: str, folder: Path) -> None:
    with browser(folder) as tab:
        tab.be_a_phone(360, 640, 2)
        tab.visit(address)
        tab.until("!!document.querySelector('[data-press=learn]')", True)
        tab.click("[data-press=learn]")
        tab.until(IS_READ, True)
        _with_taps(tab)
        _with_keys(tab)


def _with_taps(tab: Browser) -> None:
    """Lesson 1: everything fits on a small phone, without scrolling."""
    assert tab.evaluate(TOO_MUCH) <= 0
    tab.click("[data-press=course-on]")
    tab.until(IS_READ, False)
    assert tab.evaluate(TOO_MUCH) <= 0
    assert tab.evaluate(TOO_WIDE) <= 0
    tab.click("[data-press=course-tile][data-value='5-3']")
    tab.until("document.querySelector('.piece.chosen')?.dataset.value", "5-3")
    tab.click("[data-press=course-play]")
    tab.until(IS_READ, True)
    tab.until(FOCUS, "course-on")  # so that a keyboard and a screen reader go on from there


def _with_keys(tab: Browser) -> None:
    """Lessons 2 and 3."""
    tab.press("Enter")
    tab.until(HEADING, "Lesson 2 of 6")
    tab.press("Enter")
    tab.until(IS_READ, False)
    tab.press("4")
    tab.until("document.querySelector('.piece.chosen')?.dataset.value", "5-5")
    tab.press("c")
    tab.until("document.querySelector('#window .heard').textContent.startsWith('Ends 5a and 5b')", True)
    tab.click("[data-press=course-play]")
    tab.until(IS_READ, True)
    tab.press("Enter")
    tab.until(HEADING, "Lesson 3 of 6")
    tab.press("Enter")
    tab.until(IS_READ, False)
    tab.press("k")
    tab.until(IS_READ, True)
    tab.press("Escape")
    tab.until("document.getElementById('window').open", False)
