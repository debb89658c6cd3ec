"""The first moments of a visit in a browser at a running `fivesd`: before the page's script has come, and after."""

from collections.abc import Callable
from pathlib import Path

import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import TILES, give_a_name, open_page, type_name
from tests.end_to_end.test_page_script import Cable, cable_to

FLAGS = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0")
FIELD = "document.querySelector('form[data-press=name] input')"
OFFER = "!!document.querySelector('.offer h2')"
"""Whether the server has said whose table it is."""
AT_THE_FIELD = """
window.hasScript = null, window.shown = 0;
new MutationObserver((changes, itself) => {{
    const field = document.querySelector("form[data-press=name] button")?.form.elements.text;
    if (!field) return;
    itself.disconnect();
    hasScript = early.socket === null; // the page's script has taken it
    {does}
}}).observe(document, {{ childList: true, subtree: true }});
const look = () => {{
    const field = document.querySelector("form[data-press=name] input");
    if (field?.getClientRects().length) shown += 1;
    requestAnimationFrame(look);
}};
requestAnimationFrame(look);
"""
"""Does something with the field for the name once the browser has it, and counts the frames in which it is seen."""
AFTER_THE_FIRST_MESSAGE = """
window.hasSentName = false, window.told = [];
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
    send.call(this, text);
    if (hasSentName) return;
    hasSentName = true;
    queueMicrotask(() => {
        const field = document.querySelector("form[data-press=name] input");
        field.value = "Ann";
        field.form.requestSubmit();
    });
};
new MutationObserver(() => {
    const bar = document.getElementById("offline");
    if (bar?.textContent) told.push(bar.textContent);
}).observe(document, { childList: true, subtree: true });
"""
"""Gives a name right after the script's first message, and notes what the page says of the connection."""


async def in_a_browser(tmp_path: Path, does: Callable[[Browser, str], None]) -> None:
    """Do this in a browser, with the address of a page."""

    def visit(port: int) -> None:
        with browser(tmp_path / "browser") as tab:
            does(tab, f"http://localhost:{port}/")

    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        await trio.to_thread.run_sync(visit, daemon.port)


async def test_a_name_that_is_sent_before_the_script_has_come_brings_its_player_to_the_table(tmp_path: Path) -> None:
    await in_a_browser(tmp_path, _send_early)


def _send_early(tab: Browser, address: str) -> None:
    open_page(tab, f"{address}tv")  # until the page's process has started
    tab.begin_with(AT_THE_FIELD.format(does="field.value = 'Ann'; field.form.requestSubmit();"))
    tab.visit(address)

    tab.until(TILES, True)
    assert tab.evaluate("hasScript") is False
    assert tab.evaluate("document.querySelector('#seats').textContent.includes('You')")
    assert tab.evaluate("document.getElementById('offline').textContent") == ""


async def test_a_name_that_is_sent_before_the_server_has_answered_raises_no_doubt_about_it(tmp_path: Path) -> None:
    await in_a_browser(tmp_path, _send_before_the_answer)


def _send_before_the_answer(tab: Browser, address: str) -> None:
    open_page(tab, f"{address}tv")
    tab.begin_with(AFTER_THE_FIRST_MESSAGE)
    tab.visit(address)

    tab.until(TILES, True)
    assert tab.evaluate("hasSentName")
    assert tab.evaluate("told") == []


async def test_a_name_that_was_lost_with_the_connection_is_given_again(tmp_path: Path) -> None:
    def visit(cable: Cable) -> None:
        with browser(tmp_path / "browser") as tab:
            open_page(tab, f"http://localhost:{cable.port}/")
            tab.until(OFFER, True)
            cable.is_dead = True
            type_name(tab, "Ann")
            tab.until("document.getElementById('offline').textContent.startsWith('Not connected.')", True)

            cable.is_dead = False
            tab.until(TILES, True)

    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon, cable_to(daemon.port) as cable:
        await trio.to_thread.run_sync(visit, cable)


async def test_a_name_that_is_typed_before_the_script_has_come_stays_in_its_field(tmp_path: Path) -> None:
    await in_a_browser(tmp_path, _type_early)


def _type_early(tab: Browser, address: str) -> None:
    open_page(tab, f"{address}tv")
    tab.begin_with(AT_THE_FIELD.format(does="field.value = 'An'; field.focus(); window.field = field;"))
    tab.visit(address)

    tab.until(OFFER, True)
    assert tab.evaluate("hasScript") is False
    assert tab.evaluate(f"{FIELD} === window.field && document.activeElement === window.field")
    assert tab.evaluate(f"{FIELD}.value") == "An"
    tab.evaluate(f"{FIELD}.value += 'n'")
    tab.evaluate(f"{FIELD}.form.requestSubmit()")
    tab.until(TILES, True)


async def test_a_player_who_comes_back_is_asked_for_no_name(tmp_path: Path) -> None:
    await in_a_browser(tmp_path, _come_back)


def _come_back(tab: Browser, address: str) -> None:
    give_a_name(tab, address)
    tab.begin_with(AT_THE_FIELD.format(does=""))
    tab.reload()

    tab.until(TILES, True)
    assert tab.evaluate("shown") == 0
