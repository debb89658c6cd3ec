"""The page's script in a real browser, at the port of a running `fivesd`."""

import time
from pathlib import Path
from urllib.parse import urlsplit

import trio

from daemon.machine.network import network_now
from daemon.net.addresses import addresses_for_friends
from protocol.shared.join_link import parse_link
from tests.client.browser import Browser, browser
from tests.client.tab import PATIENCE, Tab
from tests.end_to_end.program import running

TILES = "document.querySelectorAll('#hand .tile').length > 0"
IS_ELSEWHERE = "!document.getElementById('elsewhere').hidden"
IS_WINDOW = "document.getElementById('window').open"
NAME = "JSON.parse(localStorage['fives.kept'] ?? '{}').name"
IS_OFFLINE = "!document.getElementById('offline').hidden"


async def test_a_player_types_a_name_plays_reloads_and_opens_another_tab(tmp_path: Path) -> None:
    flags = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0")
    async with running(tmp_path / "data", *flags, has_page=True) as daemon:
        await trio.to_thread.run_sync(_play, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def give_a_name(tab: Tab, address: str) -> None:
    """Open the page, as soon as its process has started, and sit down as Ann at a table whose match begins."""
    sit_down(tab, address, "Ann")
    tab.until(TILES, True)


def sit_down(tab: Tab, address: str, name: str) -> None:
    """Open the page, as soon as its process has started, and give a name."""
    open_page(tab, address)
    type_name(tab, name)


def open_page(tab: Tab, address: str) -> None:
    """Open the page, as soon as its process has started."""
    deadline = time.monotonic() + PATIENCE
    tab.visit(address)
    while not tab.evaluate("!!document.getElementById('status')"):
        assert time.monotonic() < deadline
        tab.visit(address)


def type_name(tab: Tab, name: str) -> None:
    """Give a name."""
    tab.until("!!document.querySelector('form[data-press=name]')", True)
    tab.evaluate(f"document.querySelector('form[data-press=name] input').value = '{name}'")
    tab.evaluate("document.querySelector('form[data-press=name]').requestSubmit()")


def _play(address: str, folder: Path) -> None:
    with browser(folder) as first:
        give_a_name(first, address)

        # What is typed, and the focus, outlast what changes around them.
        first.click("[data-press=show][data-value=chat]")
        first.until("document.activeElement.name", "text")
        first.evaluate("field = document.activeElement; field.value = 'hello'; field.form.requestSubmit()")
        first.evaluate("field.value = 'half a sen'")
        first.until("document.querySelector('#window ol').textContent.includes('hello')", True)
        assert first.evaluate("document.activeElement.value") == "half a sen"
        first.press("Escape")
        first.until(IS_WINDOW, False)
        first.until("document.activeElement.dataset.value", "chat")  # where it was before the window

        # A reload keeps the seat without asking.
        first.reload()
        first.until(TILES, True)

        _plays_in_another_tab(first, address)
        first.until(TILES, True)
        first.click("[data-press=show][data-value=menu]")
        first.until("!!document.querySelector('a[href*=\"back=\"]')", True)
        back = first.evaluate("document.querySelector('a[href*=\"back=\"]').getAttribute('href')")
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
        assert other.evaluate("location.href") == f"{address}oak"
        assert other.evaluate(NAME) == "Ann"

        # As earlier releases wrote it, and without a name.
        key = parse_link(f"{address}{back}").back
        for fragment in (f"seat={key}", key):
            other.evaluate(f"localStorage.removeItem('fives.kept'), location.hash = '{fragment}'")
            other.until(NAME, "Ann")
            assert other.evaluate("location.href") == f"{address}oak"


async def test_the_link_of_a_table_that_was_opened_on_the_page_leads_there(tmp_path: Path) -> None:
    async with running(tmp_path / "data", has_page=True) as daemon:
        await trio.to_thread.run_sync(_opens_a_table, f"http://localhost:{daemon.port}", tmp_path / "browser")


def _opens_a_table(address: str, folder: Path) -> None:
    with browser(folder) as ann, browser(folder.with_name("another browser")) as bea:
        sit_down(ann, f"{address}/", "Ann")
        ann.until("location.pathname", "/oak")
        for button in ("#waiting [data-value=menu]", "[data-value*=SeeTables]", "#window [data-value*=NewTable]"):
            ann.until(f"!!document.querySelector('{button}')", True)
            ann.evaluate(f"document.querySelector('{button}').click()")
        ann.until("!!document.querySelector('form[data-press=open]')", True)
        ann.evaluate("document.querySelector('form[data-press=open]').requestSubmit()")
        ann.until("document.querySelector('#waiting h2')?.textContent", "Table ash")

        link = urlsplit(ann.evaluate("document.querySelector('.invite b').textContent"))
        sit_down(bea, f"{address}{link.path}", "Bea")

        assert ann.evaluate("location.pathname") == link.path == "/ash"
        bea.until("document.querySelector('#waiting ol')?.textContent.startsWith('AnnYou')", True)
        if addresses_for_friends(["0.0.0.0", "::"], network_now()):
            assert link.hostname != "localhost", "a friend cannot open this machine's own name for itself"


async def test_a_match_is_played_with_a_thumb_on_the_smallest_phone(tmp_path: Path) -> None:
    flags = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0", "--set", "target=20")
    async with running(tmp_path / "data", *flags, has_page=True) as daemon:
        await trio.to_thread.run_sync(_play_a_match, f"http://localhost:{daemon.port}/", tmp_path / "browser")


WIDTH, HEIGHT = 360, 640
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
TOO_SMALL = """[...document.querySelectorAll("main button")].filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return width && (width < 44 || height < 44);
}).map((each) => each.outerHTML)"""
IS_OVER = "!!document.querySelector('.seat.won')"
PRESS_WHAT_THERE_IS = """(() => {
    if (document.querySelector(".seat.won, #window [data-value=rematch]")) return; // its window stays open
    const main = document.querySelector("#actions .main:not(.idle)"), window_ = document.getElementById("window");
    const chosen = document.querySelector(".tile.chosen:not(.unfit)");
    if (window_.open) window_.querySelector("[data-press=close]").click();
    else if (!document.title.startsWith("Your turn") && !document.querySelector("[data-press=go-on]")) return;
    else if (main) main.click();
    else (chosen ?? document.querySelector(".tile:not(.unfit)"))?.click();
})()"""


def play_to_the_end(tab: Tab) -> None:
    """Press what there is until the match is over."""
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate(IS_OVER):
        assert time.monotonic() < deadline
        tab.evaluate(PRESS_WHAT_THERE_IS)
        time.sleep(0.05)


def _play_a_match(address: str, folder: Path) -> None:
    with browser(folder) as tab:
        tab.resize(WIDTH, HEIGHT)
        give_a_name(tab, address)

        deadline = time.monotonic() + PATIENCE
        while not tab.evaluate(IS_OVER):
            assert time.monotonic() < deadline
            assert not tab.evaluate(TOO_WIDE)
            assert tab.evaluate(TOO_SMALL) == []
            tab.evaluate(PRESS_WHAT_THERE_IS)
            time.sleep(0.05)  # a thumb is no faster, and the page takes no more presses

        tab.until("document.getElementById('window-title')?.textContent", "How it ended")
        assert tab.evaluate("document.getElementById('window').contains(document.activeElement)")
        _saves_the_record(tab)


def _saves_the_record(tab: Browser) -> None:
    tab.evaluate("saved = []; HTMLAnchorElement.prototype.click = function () { saved.push(this); }")
    tab.until("!!document.querySelector('#window [data-press=show][data-value=replay]')", True)
    tab.click("#window [data-press=show][data-value=replay]")
    tab.until("!!document.querySelector('[data-press=save-record]')", True)
    tab.click("[data-press=save-record]")
    tab.until("saved.map((link) => `${link.protocol} ${link.download}`).join()", "blob: oak.fives.jsonl")
