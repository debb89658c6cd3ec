"""The page in browsers that store nothing: because their player forbids it, or because there is no storage at all."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
import trio

from client.words.say import say
from tests.client.browser import browser
from tests.client.firefox import firefox, needs_firefox
from tests.client.tab import Tab
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import TILES, give_a_name, open_page

FLAGS = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0", "--set", "target=5000")
FORBIDDEN = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no", "SecurityError"); },
})"""
MISSING = """Object.defineProperty(window, "localStorage", { value: null })"""
FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }"""
SAID = "document.getElementById('said').textContent"


@pytest.mark.parametrize("way", [FORBIDDEN, MISSING, FULL], ids=["forbidden", "missing", "full"])
async def test_the_page_works_says_what_is_lost_with_the_tab_and_finds_its_seat_after_a_reload(
    tmp_path: Path, way: str
) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        await trio.to_thread.run_sync(_in_chromium, f"http://localhost:{daemon.port}", tmp_path / "browser", way)


def _in_chromium(address: str, folder: Path, way: str) -> None:
    with browser(folder) as tab:
        tab.begin_with(way)
        _play_without_storage(tab, address)


@needs_firefox
@pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long")
@pytest.mark.parametrize("setting", [("dom.storage.enabled", False), ("network.cookie.cookieBehavior", 2)])
async def test_the_same_in_a_firefox_that_is_set_so(tmp_path: Path, setting: tuple[str, object]) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        address, settings = f"http://localhost:{daemon.port}", dict([setting])
        await trio.to_thread.run_sync(_in_firefox, address, tmp_path / "browser", settings)


def _in_firefox(address: str, folder: Path, settings: Mapping[str, object]) -> None:
    with firefox(folder, settings) as tab:
        _play_without_storage(tab, address)


def _play_without_storage(tab: Tab, address: str) -> None:
    give_a_name(tab, f"{address}/")
    tab.until(f"{SAID}.includes('{say('page.forgets')}')", True)
    tab.until("location.pathname", "/oak")

    tab.reload()
    tab.until(TILES, True)
    assert say("page.forgets") not in tab.evaluate(SAID), "it was said at the first seat"
    tab.evaluate("document.querySelector('#actions [data-value=menu]').click()")
    tab.until(f"document.getElementById('window').textContent.includes('{say('page.forgets')}')", True)

    open_page(tab, f"{address}/tv")
    tab.until("document.body.className", "play")
