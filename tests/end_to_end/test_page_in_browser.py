"""The page's script in a real browser, at the port of a running `fivesd`."""

from pathlib import Path

import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running

TILES = "document.querySelectorAll('#hand .tile').length > 0"
IS_ELSEWHERE = "!document.getElementById('elsewhere').hidden"
IS_OFFLINE = "!document.getElementById('offline').hidden"


async def test_a_player_types_a_name_plays_reloads_and_opens_another_tab(tmp_path: Path) -> None:
    flags = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0")
    async with running(tmp_path / "data", *flags, has_page=True) as daemon:
        await trio.to_thread.run_sync(_play, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _play(address: str, folder: Path) -> None:
    with browser(folder) as first:
        first.visit(address)
        first.until("!!document.querySelector('form[data-press=name]')", True)
        first.evaluate("document.querySelector('form input').value = 'Ann'")
        first.evaluate("document.querySelector('form').requestSubmit()")
        first.until(TILES, True)

        # What is typed, and the focus, outlast what changes around them.
        first.until("!!document.querySelector('#chat input')", True)
        first.evaluate("document.querySelector('#chat input').focus()")
        first.evaluate("document.querySelector('#chat input').value = 'half a sen'")
        first.evaluate("document.querySelector('[data-press=ask]').click()")
        first.until("document.getElementById('said').children.length > 2", True)
        assert first.evaluate("document.activeElement.value") == "half a sen"

        # A reload keeps the seat without asking.
        first.visit(address)
        first.until(TILES, True)

        _plays_in_another_tab(first, address)
        first.until(TILES, True)
        back = first.evaluate("document.querySelector('a[href^=\"#seat=\"]').getAttribute('href')")
        _comes_back_by_its_link(address, back, folder)


def _plays_in_another_tab(first: Browser, address: str) -> None:
    second = first.another_tab()
    second.visit(address)
    second.until(TILES, True)
    first.until(IS_ELSEWHERE, True)

    # The first tab does not fight, not even when it is woken; it plays again when its player says so.
    first.evaluate("dispatchEvent(new Event('online'))")
    assert second.evaluate(IS_ELSEWHERE) is False
    first.evaluate("document.querySelector('#elsewhere button').click()")
    first.until(f"{IS_ELSEWHERE} || {IS_OFFLINE}", False)
    second.until(IS_ELSEWHERE, True)


def _comes_back_by_its_link(address: str, back: str, folder: Path) -> None:
    with browser(folder.with_name("another browser")) as other:
        other.visit(address + back)

        other.until(TILES, True)
        assert other.evaluate("location.href") == address
        assert other.evaluate("JSON.parse(localStorage['fives.kept']).name") == "Ann"
