"""The page in Firefox and in WebKitGTK, whose engine is that of Safari: clicks at the port of a running `fivesd`.

In each run the first page and a play; with FIVES_LONG a whole match of each game.
"""

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import pytest
import trio

from daemon.journal.sqlite_journal import open_journal
from protocol.game.presets import PRESETS
from tests.client.firefox import firefox, needs_firefox
from tests.client.tab import PATIENCE, PAUSE, Tab
from tests.client.webkit import needs_webkit, webkit
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import IS_OVER, IS_WINDOW, TILES, TOO_WIDE, open_page, sit_down, type_name

Opens = Callable[[Path], AbstractContextManager[Tab]]

PHONE: Final = (390, 844)
NOTE_FAULTS: Final = "window.faults ??= (addEventListener('error', ({ message }) => faults.push(message)), [])"
HAND: Final = "[...document.querySelectorAll('#hand .tile')].map((tile) => tile.dataset.value)"
SCORES: Final = "[...document.querySelectorAll('.seat .score')].map((score) => parseInt(score.textContent))"
IS_MY_TURN: Final = "document.title.startsWith('Your turn')"
NEXT_CLICK: Final = f"""(() => {{
    const [window_, main, tile] = ["#window .close", "#actions .main:not(.idle)", ".tile:not(.unfit)"]
        .map((selector) => document.querySelector(selector));
    const next = {IS_WINDOW} ? window_ : {IS_MY_TURN} || main?.dataset.press === "go-on" ? main ?? tile : null;
    if (!next || {IS_OVER}) return null;
    next.scrollIntoView({{ block: "center" }});
    const {{ x, y, width, height }} = next.getBoundingClientRect(), middle = [x + width / 2, y + height / 2];
    return next.contains(document.elementFromPoint(...middle)) ? middle : null;
}})()"""
"""Where a player clicks next; null if that is nowhere."""

browsers = pytest.mark.parametrize(
    "opens", [pytest.param(firefox, marks=needs_firefox), pytest.param(webkit, marks=needs_webkit)]
)


def table_of(game: str) -> list[str]:
    """The flags of a table of this game, with bots on all seats but one."""
    seats = PRESETS[game].default_seats
    return ["--rules", game, "--seats", str(seats), "--bots", str(seats - 1), "--think", "0"]


@browsers
async def test_the_first_page_a_play_and_a_reload(tmp_path: Path, opens: Opens) -> None:
    no_draws = table_of("fives-and-threes")  # the first click that changes the hand is one play; draws would go on
    async with running(tmp_path / "data", *no_draws, has_page=True) as daemon:
        await trio.to_thread.run_sync(_look_and_play, f"http://localhost:{daemon.port}/", opens, tmp_path / "browser")


def _look_and_play(address: str, opens: Opens, folder: Path) -> None:
    with opens(folder) as tab:
        tab.resize(*PHONE)
        open_page(tab, address)
        tab.until("!!document.querySelector('#lobby .mark, #lobby input')", True)
        assert not tab.evaluate(TOO_WIDE)
        type_name(tab, "Ann")
        tab.until(TILES, True)
        tab.evaluate(NOTE_FAULTS)
        dealt = tab.evaluate(f"{HAND}.length")
        _click_until(tab, f"{HAND}.length !== {dealt}")
        hand = tab.evaluate(HAND)
        assert tab.evaluate("faults") == []

        tab.reload()
        tab.until(TILES, True)
        assert tab.evaluate(HAND) == hand
        assert not tab.evaluate(TOO_WIDE)


@pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long")
@pytest.mark.parametrize("game", PRESETS)
@browsers
async def test_a_whole_match(tmp_path: Path, opens: Opens, game: str) -> None:
    async with running(tmp_path / "data", *table_of(game), has_page=True) as daemon:
        address = f"http://localhost:{daemon.port}/"
        shown = await trio.to_thread.run_sync(_play_a_match, address, opens, tmp_path / "browser")

    async with open_journal(tmp_path / "data" / "journal.sqlite") as journal:
        (info,) = [info for info in await journal.games() if info.is_over]
    assert sorted(shown) == sorted(info.scores), "the page shows what the host has stored"


def _play_a_match(address: str, opens: Opens, folder: Path) -> list[int]:
    """Play a match; returns the scores on the page."""
    with opens(folder) as tab:
        tab.resize(*PHONE)
        sit_down(tab, address, "Ann")
        tab.until(TILES, True)
        tab.evaluate(NOTE_FAULTS)
        _click_until(tab, IS_OVER)

        assert tab.evaluate("faults") == []
        assert not tab.evaluate(TOO_WIDE)
        scores: list[int] = tab.evaluate(SCORES)
        return scores


def _click_until(tab: Tab, is_done: str) -> None:
    """Click where a player would, again and again, until this is so."""
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate(is_done):
        assert time.monotonic() < deadline
        where = tab.evaluate(NEXT_CLICK)
        if where is not None:
            tab.click_at(*where)
            deadline = time.monotonic() + PATIENCE
        time.sleep(PAUSE)
