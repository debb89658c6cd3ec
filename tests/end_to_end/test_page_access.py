"""The page at a running `fivesd` with the keyboard alone, and with assistive technology."""

import time
from collections.abc import Callable
from pathlib import Path

import trio

from tests.client.browser import Browser, browser
from tests.client.tab import PATIENCE
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import IS_WINDOW, give_a_name
from tests.end_to_end.test_page_script import FLAGS, HAS_FOCUS, IS_MY_TURN

DESKTOP, PHONE = (1280, 800), (390, 844)
STOPS = """[...document.querySelectorAll("button, a[href], input, select, summary, [tabindex='0']")]
    .filter((stop) => stop.getClientRects().length)"""
"""What the Tab key should stop at."""
AT = f"{STOPS}.indexOf(document.activeElement)"
OUTLINE = "(({ outlineStyle, outlineWidth }) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))"
SHEET = "document.querySelector('#sheet [data-sheet]')?.dataset.sheet"
SAID = "[...document.querySelectorAll('#said li')].map((line) => line.textContent)"
FIELD = "document.activeElement.matches('form[data-press=chat] input')"
FOCUS = "document.activeElement.dataset.value ?? document.activeElement.id"
FITS = ".tile:not(.unfit)"


def _play(size: tuple[int, int], does: Callable[[Browser], None], folder: Path) -> None:
    """Sit down at a table with a bot, in a window of this size, and do this in a turn."""

    async def run() -> None:
        async with running(folder / "data", *FLAGS, "--set", "target=5000", has_page=True) as daemon:
            await trio.to_thread.run_sync(at_the_page, f"http://localhost:{daemon.port}/")

    def at_the_page(address: str) -> None:
        with browser(folder / "browser") as tab:
            tab.resize(*size)
            give_a_name(tab, address)
            deadline = time.monotonic() + PATIENCE
            while not tab.evaluate(f"{IS_MY_TURN} && !{IS_WINDOW} && !!document.querySelector('{FITS}')"):
                assert time.monotonic() < deadline
                tab.evaluate("document.querySelector('#window .close, [data-value=draw], [data-value=knock]')?.click()")
                time.sleep(0.05)
            does(tab)

    trio.run(run)


def _tab_to(tab: Browser, selector: str) -> None:
    """Press Tab until the focus is there. It never leaves the page's stops, and can be seen at each."""
    for _ in range(60):
        tab.press("Tab")
        if tab.evaluate("document.hasFocus() && document.activeElement !== document.body"):
            style, width = tab.evaluate(OUTLINE)
            assert style != "none"
            assert float(width.removesuffix("px")) >= 2
        if tab.evaluate(f"document.activeElement.matches(`{selector}`)"):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_turn_is_played_with_the_keyboard_alone_on_a_desktop(tmp_path: Path) -> None:
    _play(DESKTOP, _take_a_turn_on_a_desktop, tmp_path)


def _take_a_turn_on_a_desktop(tab: Browser) -> None:
    tab.until("!!document.querySelector('#sheet button')", True)
    _check_the_order_of_stops(tab)
    _choose_and_play(tab)

    # Chat: the key puts the focus in the field under the sentences, Escape takes it back to the hand.
    tab.press("/")
    assert tab.evaluate(f"{FIELD} && document.activeElement.form.id === 'talk'")
    for letter in "a/b":
        tab.press(letter)
    tab.press("Enter")
    tab.until(f"{SAID}.includes('You: a/b')", True)
    assert tab.evaluate(f"{FIELD} && document.activeElement.value === ''")
    assert tab.evaluate(IS_WINDOW) is False
    tab.press("Escape")
    assert tab.evaluate("document.activeElement.closest('#hand, #main') !== null")

    # A sheet that a key opens gets the focus; the keys of the game still work there, and the same key closes it.
    before = tab.evaluate(FOCUS)
    tab.press("s")
    tab.until(f"{SHEET} === 'scores' && document.activeElement.matches('#sheet h2')", True)
    tab.press("s")
    tab.until(f"{SHEET} === undefined", True)
    assert tab.evaluate(FOCUS) == before
    _tab_to(tab, "#sheet [data-value=rules]")
    tab.press("Enter")
    tab.until(f"{SHEET} === 'rules'", True)
    assert tab.evaluate("document.activeElement.matches('#sheet [data-value=rules]')")
    tab.press("Escape")
    tab.until(f"{SHEET} === undefined && {HAS_FOCUS}", True)

    _open_and_close_the_menu(tab)
    _scroll_back_in_the_list(tab)


def _scroll_back_in_the_list(tab: Browser) -> None:
    """A sheet that takes room leaves the newest sentence in sight; a button leads back to it from older ones."""
    left = "said.scrollHeight - said.scrollTop - said.clientHeight"
    tab.evaluate("for (let line = 0; line < 60; line++) said.insertAdjacentHTML('beforeend', '<li>A line.</li>')")
    tab.evaluate("said.scrollTop = said.scrollHeight")
    tab.evaluate("document.querySelector('#sheet [data-value=rules]').click()")
    tab.until(f"{SHEET} === 'rules' && {left} < 2", True)

    tab.evaluate("said.scrollTop = 0")
    tab.until("said.scrollTop", 0)
    tab.press("c")
    tab.until("!newest.hidden", True)
    assert tab.evaluate(left) > 100
    tab.click("#newest")
    tab.until(f"newest.hidden && {left} < 2", True)


def _check_the_order_of_stops(tab: Browser) -> None:
    """Tab stops at everything that can be used, in the order of the page."""
    tab.evaluate("document.getElementById('main').focus()")
    stops = tab.evaluate(f"{STOPS}.length")
    for stop in range(stops):
        tab.press("Tab")
        assert tab.evaluate(AT) == stop


def _choose_and_play(tab: Browser) -> None:
    played = tab.evaluate("document.querySelectorAll('#hand .tile').length")
    _tab_to(tab, FITS)
    tab.press("Enter")
    tab.until("document.activeElement.matches('.tile.chosen[aria-selected=true]')", True)
    tab.press("ArrowDown")  # another end, if it has one
    tab.until("!!document.querySelector('#actions .main[data-press=play]')", True)
    _tab_to(tab, "#actions .main")
    tab.press("Enter")
    tab.until(f"document.querySelectorAll('#hand .tile').length !== {played} || {IS_WINDOW}", True)
    assert tab.evaluate(HAS_FOCUS)


def _open_and_close_the_menu(tab: Browser) -> None:
    _tab_to(tab, "#actions [data-value=menu]")
    tab.press("Enter")
    tab.until(IS_WINDOW, True)
    _go_on_to_the_games(tab)
    _tab_to(tab, "#window .close")
    tab.press("Enter")
    tab.until(IS_WINDOW, False)
    tab.until("document.activeElement.dataset.value", "menu")


def _go_on_to_the_games(tab: Browser) -> None:
    """A window that takes the place of another begins with its title, at its top."""
    tab.evaluate("document.querySelector(`#window [data-value='My games'] button`).focus()")
    tab.press("Enter")
    tab.until("document.activeElement.id + document.activeElement.innerText", "window-titleMy games")
    tab.until("document.getElementById('window').scrollTop", 0)


def test_a_turn_is_played_with_the_keyboard_alone_on_a_phone(tmp_path: Path) -> None:
    _play(PHONE, _take_a_turn_on_a_phone, tmp_path)


def _take_a_turn_on_a_phone(tab: Browser) -> None:
    _check_the_order_of_stops(tab)
    _choose_and_play(tab)
    tab.until(IS_MY_TURN, True)  # the bot has answered, so that no other sentence comes
    _begins_with_a_whole_sentence(tab)
    _shows_the_beginning_of_a_long_sentence(tab)
    _tab_to(tab, "#actions [data-value=chat]")
    tab.press("Enter")
    tab.until(f"{IS_WINDOW} && {FIELD}", True)
    tab.press("Escape")
    tab.until(f"!{IS_WINDOW} && document.activeElement.dataset.value === 'chat'", True)
    _open_and_close_the_menu(tab)


def _begins_with_a_whole_sentence(tab: Browser) -> None:
    """The strip leaves out a sentence of which only the end fits, until the player scrolls back to it."""
    seen = "[...said.children].filter((line) => getComputedStyle(line).opacity === '1')"
    long = "<li>A sentence that takes two lines on a phone, as many of them do, or even three.</li>"
    tab.evaluate(f"said.innerHTML = '{long}'.repeat(9)")
    # The browser tells of it only if the sentences before did not take as much room.
    tab.evaluate("said.scrollTop = said.scrollHeight, said.dispatchEvent(new Event('scroll'))")
    tab.until(f"{seen}.length", 8)

    tab.evaluate("said.scrollTop = 30")
    tab.until(f"{seen}.length", 9)


def _shows_the_beginning_of_a_long_sentence(tab: Browser) -> None:
    """Of a sentence with more lines than the strip has, its first ones are there; the list still follows the game."""
    tab.evaluate("said.innerHTML = `<li>${'A sentence of many words. '.repeat(20)}</li>`")
    tab.evaluate("said.scrollTop = said.scrollHeight")
    tab.resize(PHONE[0], 640)  # the strip has another height
    tab.until("said.scrollHeight > said.clientHeight + 80 && said.scrollTop < 2", True)

    tab.press("c")
    tab.until("said.children.length", 2)
    tab.until("said.lastElementChild.getBoundingClientRect().bottom <= said.getBoundingClientRect().bottom + 1", True)
    tab.resize(*PHONE)


def test_a_full_list_loses_its_oldest_sentence_and_nothing_else_in_it_changes(tmp_path: Path) -> None:
    _play(PHONE, _fill_the_list, tmp_path)


def _fill_the_list(tab: Browser) -> None:
    tab.evaluate("""added = [], removed = 0, new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes, target } of changes) {
            added.push(...[...addedNodes].map((line) => line.nodeName));
            removed += removedNodes.length;
        }
    }).observe(document.getElementById("said"), { childList: true, characterData: true, subtree: true })""")
    tab.evaluate("while (said.children.length < 300) said.prepend(document.createElement('li'))")
    tab.evaluate("added = [], removed = 0")
    tab.press("c")
    tab.until("added.length", 1)
    assert tab.evaluate("[added, removed, said.children.length]") == [["LI"], 1, 300]
