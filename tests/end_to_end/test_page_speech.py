"""What the page at a running `fivesd` gives a screen reader: each sentence once and in order, and its own keys.

A live region is read when something is added to it. Of several elements that are added together, Chromium makes events
in any order, so here is what has to be true of the additions. Not here: the keyboard without a screen reader
(`test_page_access`), what things are called (`test_spoken_names`), the events of a desktop
(`test_page_is_heard`).
"""

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import trio

from tests.client.browser import Browser, browser
from tests.client.tab import PATIENCE
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import IS_WINDOW, PRESS_WHAT_THERE_IS, give_a_name, play_to_the_end
from tests.end_to_end.test_page_script import FLAGS, IS_MY_TURN, until_a_tile_can_be_played

SPY = """
window.listed = [], window.additions = [];
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
        if (target.id === "said") listed.push(...[...addedNodes].map((line) => line.textContent));
        if (!target.matches?.("[aria-live]")) continue;
        const added = [...addedNodes].map(({ childElementCount, textContent }) => [childElementCount, textContent]);
        const where = target.closest("dialog, [id]").id, region = [...target.parentNode.children].indexOf(target);
        if (added.length) additions.push({ where, region, added, at: performance.now() });
    }
}).observe(document, { childList: true, subtree: true });
"""
"""Notes what comes into the list of sentences, and what is added to live regions."""
TEXTS = "additions.flatMap(({ added }) => added.map(([, text]) => text))"
LIST_HAS_FOCUS = "document.activeElement.matches('#hand > [role=listbox]')"


def _at_the_page(folder: Path, does: Callable[[Browser], None], target: int = 5000) -> None:
    """Sit down at a table with a bot, with notes of what a screen reader gets from the beginning, and do this."""

    async def run() -> None:
        async with running(folder / "data", *FLAGS, "--set", f"target={target}", has_page=True) as daemon:
            await trio.to_thread.run_sync(open_page, f"http://localhost:{daemon.port}/")

    def open_page(address: str) -> None:
        with browser(folder / "browser") as tab:
            tab.begin_with(SPY)
            give_a_name(tab, address)
            does(tab)

    trio.run(run)


def sentence(line: str) -> str:
    """The line with the full stop that it gets for a screen reader."""
    return line if line.endswith((".", "?", "!", ":", "…")) else f"{line}."


def _until_all_is_spoken(tab: Browser, *more: str) -> list[str]:
    """Wait until all lines of the list, and then these, have been added to live regions in order. The texts added."""
    deadline = time.monotonic() + PATIENCE
    while True:
        lines, texts = tab.evaluate(f"[listed, {TEXTS}]")
        if " ".join(map(sentence, [*lines, *more])) == " ".join(text.removesuffix("\xa0") for text in texts):
            return [*texts]
        assert time.monotonic() < deadline, (lines, texts)
        time.sleep(0.05)


def test_what_comes_together_is_one_text_for_a_screen_reader_and_all_is_said_in_order(tmp_path: Path) -> None:
    _at_the_page(tmp_path, _hear_the_beginning)


def _hear_the_beginning(tab: Browser) -> None:
    tab.until(f"{IS_MY_TURN} && listed.some((line) => line.startsWith('Your turn'))", True)

    texts = _until_all_is_spoken(tab)

    assert len(texts) < len(tab.evaluate("listed")), "the beginning of a match has several sentences at once"
    added = tab.evaluate("additions")
    assert [addition["added"] for addition in added] == [[[0, text]] for text in texts], "each is one text"
    assert {addition["where"] for addition in added} == {"spoken"}
    times = [addition["at"] for addition in added]
    assert all(later - earlier > 150 for earlier, later in pairwise(times)), "they come apart"
    regions = [addition["region"] for addition in added]
    assert all(earlier != later for earlier, later in pairwise(regions)), "a region gets another text while one waits"


def test_the_same_answer_twice_is_two_texts_that_differ_for_a_screen_reader(tmp_path: Path) -> None:
    _at_the_page(tmp_path, _ask_twice)


def _ask_twice(tab: Browser) -> None:
    until_a_tile_can_be_played(tab)
    _until_all_is_spoken(tab)
    for answers in (1, 2, 3):
        before = tab.evaluate("additions.length")
        tab.press("c")
        tab.until("additions.length", before + 1)
        first, *others = tab.evaluate(TEXTS)[-answers:]
        assert [text.rstrip("\xa0") for text in others] == [first] * (answers - 1)
        assert all(earlier != later for earlier, later in pairwise([first, *others]))


def test_a_window_says_its_name_and_how_it_closes(tmp_path: Path) -> None:
    _at_the_page(tmp_path, _open_windows)


def _open_windows(tab: Browser) -> None:
    until_a_tile_can_be_played(tab)
    _until_all_is_spoken(tab)
    tab.press("?")
    tab.until(IS_WINDOW, True)
    tab.until("additions.at(-1).where", "window")
    assert tab.evaluate(f"{TEXTS}.at(-1)") == "Keys. Escape closes it."

    # Also on a button, where the title comes before the content, and only once; the list is the page's again after it.
    tab.press("Escape")
    tab.until(IS_WINDOW, False)
    tab.click("#actions [data-value=menu]")
    tab.until("!!document.querySelector('#window .window-menu')", True)
    tab.until(f"{TEXTS}.filter((text) => text === 'This table. Escape closes it.').length", 1)
    tab.press("Escape")
    tab.until(IS_WINDOW, False)
    tab.press("c")
    tab.until("additions.at(-1).where", "spoken")
    assert tab.evaluate(f"{TEXTS}.filter((text) => text.startsWith('This table.')).length") == 1


def test_the_end_of_a_match_is_said_in_the_window_that_covers_the_board(tmp_path: Path) -> None:
    _at_the_page(tmp_path, _hear_the_end, target=20)


def _hear_the_end(tab: Browser) -> None:
    play_to_the_end(tab)
    tab.until("document.getElementById('window').open", True)
    _until_all_is_spoken(tab, "How it ended. Escape closes it.")
    (end,) = (added for added in tab.evaluate("additions") if "the match with" in str(added["added"]))
    assert end["where"] == "window", "what is added to the page just before is lost"


def test_the_hand_is_a_list_and_has_the_focus_from_the_first_tile_on(tmp_path: Path) -> None:
    _at_the_page(tmp_path, _use_the_list)


def _use_the_list(tab: Browser) -> None:
    until_a_tile_can_be_played(tab)
    assert tab.evaluate(f"{LIST_HAS_FOCUS} || document.activeElement.matches('#hand [role=option]')")
    roles = {role for role, name in tab.accessible() if name == "Your hand"}
    assert roles == {"listbox"}

    _play_until_two_tiles_fit(tab)
    tab.press("z")
    tab.until("document.activeElement.matches('#hand [role=option][aria-selected=true]')", True)
    chosen = "[...document.querySelectorAll('#hand [aria-selected=true]')].map((tile) => tile.dataset.value).join()"
    before = tab.evaluate(chosen)
    tab.press("ArrowRight")
    tab.until(f"{chosen} !== '{before}'", True)  # else the answer could come after the next choice
    assert "," not in tab.evaluate(chosen)

    # A tile that is chosen while it has the focus is not read again, so the play is.
    other = "#hand [role=option]:not(.unfit):not([aria-selected=true])"
    tab.evaluate(f"document.querySelector('{other}').focus(), document.activeElement.click()")
    tab.until("document.activeElement.ariaSelected + actions.hasAttribute('data-behind')", "truefalse")
    label = tab.evaluate("document.querySelector('#actions .main').textContent")
    tab.until(f"{TEXTS}.some((text) => text.endsWith(`{label}.`))", True)

    # At the end of a round the button that goes on has the focus, and then the new hand.
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate("!!document.querySelector('#actions [data-next]')"):
        assert time.monotonic() < deadline
        tab.evaluate(PRESS_WHAT_THERE_IS.replace("else if (main)", "else if (main && !main.matches('[data-next]'))"))
        time.sleep(0.05)
    tab.until("document.activeElement.matches('#actions [data-next]')", True)
    tab.until("Date.now() - document.activeElement.shownAt > 1000", True)
    tab.press("Enter")
    tab.until("!!document.querySelector('#hand .tile')", True)
    tab.until(LIST_HAS_FOCUS, True)


def _play_until_two_tiles_fit(tab: Browser) -> None:
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate(
        f"{IS_MY_TURN} && !{IS_WINDOW} && document.querySelectorAll('.tile:not(.unfit) .on').length > 1"
    ):
        assert time.monotonic() < deadline
        tab.evaluate(PRESS_WHAT_THERE_IS)
        time.sleep(0.05)
