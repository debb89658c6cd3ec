"""What the page's script does with the device, and before the server answers: windows, wake lock, sharing."""

import time
from pathlib import Path

import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import IS_WINDOW, give_a_name, sit_down

FLAGS = ("--rules", "all-fives", "--seats", "2", "--bots", "1", "--think", "0", "--set", "target=5000")
SLOW = """
window.held = null, window.patience = 1, window.titles = [], window.opened = 0;
const later = setTimeout;
window.setTimeout = (does, wait) => later(does, patience * wait);
const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
const { showModal } = HTMLDialogElement.prototype;
Object.defineProperty(WebSocket.prototype, "onmessage", { ...own, set(handler) {
    window.arrives = handler;
    own.set.call(this, handler && ((event) => held ? held.push(event) : handler(event)));
} });
HTMLDialogElement.prototype.showModal = function () { opened += 1; showModal.call(this); };
new MutationObserver(() => {
    const title = document.querySelector("dialog[open] .opening h2")?.textContent;
    if (title && title !== titles.at(-1)) titles.push(title);
}).observe(document, { childList: true, subtree: true });
"""
"""Holds the server's messages while `held` is a list, and lets the page wait `patience` times as long as it would.

Notes the windows that had only a title for a time.
"""
HOLD = "held = []"
RELEASE = "(messages => { held = null; messages.forEach((event) => arrives(event)); })(held)"
CHANGE = """held.push({ data: '{"taken":0,"shared":{"window":[0,0,""]}}' })"""
"""The server sends the window once more, as when somebody's play has changed it, before it knows of the last press."""
SHOWN = """window.shown = [], new MutationObserver(() => {
    shown.push(document.getElementById("window").open ? document.querySelector("#window .window")?.className : "");
}).observe(document.getElementById("window"), { attributes: true, childList: true, subtree: true })"""
"""Notes which window there is after each change, "" for none."""
TITLE = "document.getElementById('window-title')?.textContent"
IN_WINDOW = "document.getElementById('window').contains(document.activeElement)"
MORE = "#actions [data-press=show][data-value=menu]"
CHAT = "[data-press=show][data-value=chat]"


async def test_a_window_opens_at_once_with_its_title_and_gets_its_content_with_the_answer(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        await trio.to_thread.run_sync(_open_windows, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _open_windows(address: str, folder: Path) -> None:
    with browser(folder) as tab:
        tab.begin_with(SLOW)
        give_a_name(tab, address)
        _close(tab)

        tab.evaluate(HOLD)
        tab.click(MORE)
        tab.until(f"!!document.querySelector('.opening') && {IS_WINDOW} && {TITLE}", "This table")
        assert tab.evaluate(IN_WINDOW)
        tab.evaluate(RELEASE)
        tab.until("!!document.querySelector('.window-menu')", True)
        assert tab.evaluate("document.activeElement.id") == "window-title"

        tab.evaluate(HOLD)
        tab.click("#window [data-value*=Show][data-value*=scores]")
        tab.until(f"!!document.querySelector('.opening') && {TITLE}", "Score sheet")
        tab.evaluate(RELEASE)
        tab.until("!!document.querySelector('.window-scores')", True)
        assert tab.evaluate(IN_WINDOW)
        assert tab.evaluate("opened") == 1
        _close(tab)

        _opens_chat(tab)
        _closes_before_the_content_is_there(tab)
        _closes_before_the_content_is_there(tab, then=CHANGE)
        _opens_another_before_it_is_closed(tab, is_complete=False)
        _opens_another_before_it_is_closed(tab, is_complete=True)
        _opens_another_before_the_first_is_there(tab)
        _closes_by_itself_without_an_answer(tab)
        _opens_complete_if_the_answer_is_fast(tab)


def _close(tab: Browser) -> None:
    """Close the window; the server knows it, too."""
    tab.until(f"document.querySelector('#window .close')?.click(), {IS_WINDOW} || !!{TITLE}", False)


def _opens_chat(tab: Browser) -> None:
    tab.evaluate(HOLD)
    tab.click(CHAT)
    tab.until(f"!!document.querySelector('.opening') && {TITLE}", "Chat")
    tab.evaluate(RELEASE)
    tab.until("document.activeElement.name", "text")
    _close(tab)


def _closes_before_the_content_is_there(tab: Browser, *, then: str = "") -> None:
    """`then`: what happens before the server knows that it is closed."""
    before = tab.evaluate("opened")
    tab.evaluate(HOLD)
    tab.click(MORE)
    tab.until(f"{IS_WINDOW} && typeof held.at(-1)?.data", "string")
    tab.evaluate(then)
    tab.press("Escape")
    tab.until(IS_WINDOW, False)
    tab.evaluate(RELEASE)
    time.sleep(0.5)

    assert tab.evaluate("opened") == before + 1
    assert not tab.evaluate(IS_WINDOW)


def _opens_another_before_it_is_closed(tab: Browser, *, is_complete: bool) -> None:
    """The menu is closed, and the chat opened, before an answer comes. `is_complete`: the menu had its content."""
    if is_complete:
        tab.click(MORE)
        tab.until("!!document.querySelector('.window-menu')", True)
        tab.evaluate(HOLD)
        tab.evaluate(CHANGE)
    else:
        tab.evaluate(HOLD)
        tab.click(MORE)
        tab.until(f"{IS_WINDOW} && held.length > 0", True)
    answers = tab.evaluate("held.length")
    tab.press("Escape")
    tab.until(IS_WINDOW, False)
    tab.until(f"held.length > {answers}", True)
    tab.click(CHAT)
    tab.until(f"{IS_WINDOW} && {TITLE}", "Chat")
    tab.until(f"held.length > {answers + 1}", True)
    tab.evaluate(SHOWN)

    tab.evaluate(RELEASE)

    tab.until("document.activeElement.name", "text")
    assert set(tab.evaluate("shown")) <= {"window opening", "window window-chat"}
    _close(tab)


def _opens_another_before_the_first_is_there(tab: Browser) -> None:
    tab.evaluate(HOLD)
    tab.evaluate(SHOWN)
    tab.evaluate(f"for (const button of ['{MORE}', '{CHAT}']) document.querySelector(button).click()")
    tab.until("held.length > 1", True)

    tab.evaluate(RELEASE)

    tab.until("document.activeElement.name", "text")
    assert set(tab.evaluate("shown")) <= {"", "window opening", "window window-chat"}
    _close(tab)


def _closes_by_itself_without_an_answer(tab: Browser) -> None:
    tab.evaluate(
        "document.querySelector('#actions .row').insertAdjacentHTML('beforeend',"
        '\'<button data-press="show" data-value="nothing" aria-haspopup="dialog">Nothing</button>\'),'
        "document.querySelector('[data-value=nothing]').click()"
    )
    tab.until("titles.at(-1)", "Nothing")
    tab.until(IS_WINDOW, False)


def _opens_complete_if_the_answer_is_fast(tab: Browser) -> None:
    tab.evaluate("patience = 20, titles.length = 0")
    for _ in range(3):
        tab.click(MORE)
        tab.until("!!document.querySelector('.window-menu')", True)
        tab.press("Escape")
        tab.until(IS_WINDOW, False)
    assert tab.evaluate("titles") == []


# The screen's lock.

LOCKS = """
window.held = 0, window.isAway = false;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    held += 1;
    return { released: false, release() { held -= this.released ? 0 : 1; this.released = true; } };
} } });
Object.defineProperty(document, "hidden", { get: () => isAway });
"""
"""A screen that can be kept on, and a page that can be out of sight."""


async def test_the_screen_stays_on_while_a_match_runs_and_the_page_is_in_sight(tmp_path: Path) -> None:
    flags = (*FLAGS[:4], *FLAGS[6:])
    async with running(tmp_path / "data", *flags, has_page=True) as daemon:
        await trio.to_thread.run_sync(_keep_awake, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _keep_awake(address: str, folder: Path) -> None:
    with browser(folder) as tab:
        tab.begin_with(LOCKS)
        sit_down(tab, address, "Ann")
        tab.until("!!document.querySelector('#waiting .main')", True)
        assert tab.evaluate("held") == 0, "nobody plays in the waiting room"

        tab.click("#waiting .main")
        tab.until("!!document.querySelector('[data-press=confirm]')", True)
        tab.click("[data-press=confirm]")
        tab.until("held", 1)

        tab.evaluate("isAway = true, document.dispatchEvent(new Event('visibilitychange'))")
        tab.until("held", 0)
        tab.evaluate("isAway = false, document.dispatchEvent(new Event('visibilitychange'))")
        tab.until("held", 1)


# Sharing.


async def test_a_table_is_shared_as_the_device_does_it_or_copied_or_else_its_link_is_selected(tmp_path: Path) -> None:
    async with running(tmp_path / "data", has_page=True) as daemon:
        await trio.to_thread.run_sync(_share, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _share(address: str, folder: Path) -> None:
    share = "{ value: async ({ url }) => { if (isRefused) throw refusal; shared.push(url); }, configurable: true }"
    clipboard = "{ value: { writeText: async (text) => { copied.push(text); } }, configurable: true }"
    told = "document.querySelector('.invite [role=status]').textContent"
    with browser(folder) as tab:
        sit_down(tab, address, "Ann")
        tab.until("!!document.querySelector('[data-share]')", True)
        link = tab.evaluate("document.querySelector('[data-share]').dataset.share")
        assert link.startswith(tab.evaluate("document.querySelector('.invite b').textContent"))
        tab.evaluate("shared = [], copied = [], isRefused = false")
        tab.evaluate(f"Object.defineProperty(navigator, 'share', {share}), 0")
        tab.evaluate(f"Object.defineProperty(navigator, 'clipboard', {clipboard}), 0")
        tab.click("[data-share]")
        tab.until("shared", [link])
        assert tab.evaluate(told) == ""

        # The player closes what the device shows; then the device shows nothing.
        tab.evaluate("isRefused = true, refusal = new DOMException('', 'AbortError'), 0")
        tab.click("[data-share]")
        tab.evaluate("refusal = new DOMException('', 'NotAllowedError'), 0")
        assert tab.evaluate("copied") == []
        tab.click("[data-share]")
        tab.until(told, "Link copied.")
        assert tab.evaluate("copied") == [link]

        tab.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined }), 0")
        tab.evaluate("document.execCommand = () => false")
        tab.evaluate("Object.defineProperty(navigator, 'share', { value: undefined }), 0")
        tab.click("[data-share]")
        tab.until(told, "Selected: copy it now.")
        assert tab.evaluate("getSelection().toString()") == link
        assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "Link"
