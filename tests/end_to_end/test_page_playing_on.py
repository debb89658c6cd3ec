"""On the page: a match is played on from a step of its replay, to its end; and then the same deals again."""

from pathlib import Path

import trio

from client.words.say import say
from tests.client.browser import browser
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import IS_OVER, give_a_name, play_to_the_end
from tests.end_to_end.test_page_replay import REPLAY, SHOWN
from tests.end_to_end.test_page_script import FLAGS

WINDOW = "document.getElementById('window')?.textContent"
TITLE = "document.getElementById('window-title')?.textContent"
HEADING = "document.querySelector('#status h1')?.textContent"
IS_OPEN = "document.getElementById('window').open"


async def test_a_match_is_played_on_and_another_one_has_the_same_deals(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, "--set", "max_rounds=1", has_page=True) as daemon:
        await trio.to_thread.run_sync(_play_on, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _play_on(address: str, folder: Path) -> None:
    with browser(folder) as tab:
        tab.resize(360, 640)
        give_a_name(tab, address)
        play_to_the_end(tab)
        tab.until(f"!!document.querySelector('{REPLAY}')", True)
        tab.click(REPLAY)
        tab.until("!!document.querySelector('#window [data-at]')", True)
        tab.press("P")
        tab.until(f"{WINDOW}.includes('the match ends here')", True)
        tab.press("Escape")
        tab.until("!!document.querySelector('#window [data-at]')", True)
        tab.press("Home")
        for step in ("1", "2", "3"):
            tab.press("n")
            tab.until(SHOWN, step)
        tab.press("P")
        tab.until(f"{WINDOW}.includes('Bots play for all others')", True)

        tab.click("#window .choices li:nth-child(2) button")

        tab.until(f"{IS_OPEN} || {HEADING}.includes('not counted')", True)
        tab.until(f"{HEADING}.includes('not counted')", True)
        play_to_the_end(tab)
        tab.until("!!document.querySelector('#window [data-value=comparison]')", True)
        tab.click("#window [data-value=comparison]")
        tab.until(f"{TITLE} === '{say('panel.comparison')}' && {WINDOW}.includes('Total')", True)
        assert tab.evaluate("document.documentElement.scrollWidth > innerWidth") is False

        tab.press("Escape")
        tab.until(IS_OPEN, False)
        tab.press("D")
        tab.until(IS_OVER, False)
        tab.until(f"{HEADING}.includes('not counted')", True)
        play_to_the_end(tab)
        tab.until("!!document.querySelector('#window [data-value=comparison]')", True)
        tab.press("Escape")
        tab.until(IS_OPEN, False)
        tab.reload()  # which forgets the first match, so the host sends it once more
        tab.until(IS_OVER, True)
        tab.press("C")
        tab.until(f"{WINDOW}.includes('Total')", True)
        tab.press("Escape")
        tab.until(IS_OPEN, False)
        tab.press("G")
        tab.until("document.querySelectorAll('#window [data-press=past]').length", 3)
