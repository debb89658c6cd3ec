"""A match hosted from a phone's browser alone: from the code in the terminal to the end of its rights."""

import json
from functools import partial
from pathlib import Path

import trio

from protocol.shared.join_link import parse_link
from tests.client.browser import Browser, browser
from tests.end_to_end.program import fivesd, running
from tests.end_to_end.test_page_in_browser import open_page, sit_down, type_name

FLAGS = ("--rules", "all-fives", "--seats", "2", "--think", "0")
KEPT = "(JSON.parse(localStorage['fives.kept'] ?? '{}').host ?? null)"
WINDOW = "document.getElementById('window').innerText"
PROGRESS = "(document.querySelector('#status .progress')?.textContent ?? '')"
TABLE = "document.querySelector('#waiting h2')?.textContent ?? ''"
FITS = "document.documentElement.scrollWidth <= innerWidth"


def new_code(data: Path) -> str:
    """A code, as the daemon's machine shows it."""
    (line,) = fivesd("host-code", "--data", data).stdout.splitlines()
    code = parse_link(line).host
    assert code is not None
    return code


def tap(tab: Browser, label: str, where: str = "body") -> None:
    """Tap the first visible button with a label that begins like this, once there is one."""
    button = (
        f"[...document.querySelectorAll('{where} button')]"
        f".find((one) => one.offsetParent && one.textContent.trim().startsWith({json.dumps(label)}))"
    )
    tab.until(f"!!{button}", True)
    assert tab.evaluate(FITS) is True
    tab.evaluate(f"shown = {button}; shown.shownAt = 1; shown.click()")


def choose(tab: Browser, *labels: str) -> None:
    """Open the menu, and tap one line after the other in the windows that open."""
    tap(tab, "More")
    for label in labels:
        tap(tab, label, "#window")


async def test_a_phone_hosts_from_the_code_to_the_end_of_its_rights(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, *FLAGS, has_page=True) as daemon:
        host = partial(_host, f"http://localhost:{daemon.port}/", data, tmp_path / "browser")
        await trio.to_thread.run_sync(host)
        assert "WARNING" not in daemon.errors.read_text()


def _host(address: str, data: Path, folder: Path) -> None:
    with browser(folder) as hana, browser(folder.with_name("another browser")) as ben:
        hana.be_a_phone(360, 640, 1)
        _becomes_the_host(hana, address, data)
        sit_down(ben, f"{address}", "Ben")
        ben.until("document.querySelectorAll('#hand .tile').length > 0", True)

        # At the host's own table: pause, resume, send away, end.
        choose(hana, "Pause the game")
        ben.until(f"{PROGRESS}.includes('paused')", True)
        tap(hana, "Resume the game")
        ben.until(f"{PROGRESS}.includes('paused')", False)
        choose(hana, "Send Ben away")
        tap(hana, "Yes", "#window")
        hana.until("document.getElementById('said').textContent.includes(\"takes over Ben's seat for good\")", True)
        choose(hana, "End the match")
        tap(hana, "Yes", "#window")
        hana.until(f"{WINDOW}.includes('ended the match')", True)
        hana.evaluate("document.querySelector('#window .close').click()")

        _opens_a_table_for_bots_and_itself(hana)
        _loses_its_rights(hana, data)


def _becomes_the_host(tab: Browser, address: str, data: Path) -> None:
    code = new_code(data)
    open_page(tab, f"{address}#host={code}")
    tab.until(f"{WINDOW}.includes('This page is not encrypted')", True)
    assert tab.evaluate("location.href") == address, "the code has left the address bar"
    tap(tab, "Host from here", "#window")
    tab.until(f"{KEPT} !== null", True)
    assert code not in tab.evaluate("JSON.stringify({...localStorage})")
    type_name(tab, "Hana")
    tab.until(TABLE, "Table oak")


def _opens_a_table_for_bots_and_itself(tab: Browser) -> None:
    choose(tab, "Host's controls", "Open a table")
    tab.until("!!document.querySelector('form[data-press=open]')", True)
    tab.evaluate("document.querySelector('form[data-press=open]').requestSubmit()")
    tab.until(TABLE, "Table ash")
    tap(tab, "Add bot")
    tab.until("document.querySelectorAll('#waiting [href=\"#icon-bot\"]').length", 1)
    tap(tab, "Begin the match")
    tap(tab, "Yes", "#window")
    tab.until("document.querySelectorAll('#hand .tile').length > 0", True)


def _loses_its_rights(tab: Browser, data: Path) -> None:
    choose(tab, "Host's controls", "Browsers that host", "Take back")
    tap(tab, "Yes", "#window")
    tab.until(f"{KEPT} === null && document.querySelectorAll('#hand .tile').length > 0", True)
    tap(tab, "More")
    tab.until(f"{WINDOW}.includes('Who sits where')", True)
    assert tab.evaluate(f'{WINDOW}.includes("Host\'s controls")') is False
