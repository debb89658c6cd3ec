"""From the last lesson into the first match, in a browser of a phone's size: its tutor speaks about each play."""

import json
import re
import time
from pathlib import Path
from typing import Final

import trio

from client.words.say import say
from protocol.log.commands import DrawTile, Move, PlayTile
from tests.client.browser import Browser, browser
from tests.client.practice.played_lessons import RIGHT_MOVES
from tests.client.tab import PATIENCE, PAUSE
from tests.end_to_end.program import running
from tests.end_to_end.test_page_in_browser import TILES, open_page

PLAYS: Final = 2
LONGEST_THOUGHT: Final = 300.0
"""Seconds for a comment, where other programs have the processors."""
WINDOW: Final = "document.getElementById('window')"
FITS: Final = "#hand .tile:not(.unfit):has(.on)"
CAN_PLAY: Final = f"document.title.includes('Your turn') && !!document.querySelector({json.dumps(FITS)})"
COMMENTS: Final = """[...document.querySelectorAll('#said [class~=hint]')].map((line) => line.textContent)"""


async def test_the_lessons_lead_to_a_first_match_in_which_a_tutor_speaks_about_each_play(tmp_path: Path) -> None:
    async with running(tmp_path / "data", has_page=True) as daemon:
        await trio.to_thread.run_sync(_learn_and_play, f"http://localhost:{daemon.port}/", tmp_path / "browser")


def _learn_and_play(address: str, folder: Path) -> None:
    with browser(folder) as tab:
        tab.be_a_phone(390, 844, 2)
        open_page(tab, address)
        tab.click("[data-press=learn]")
        tab.until(f"!!{WINDOW}.querySelector('[data-press=course-on]')", True)
        for move in RIGHT_MOVES:
            _make(tab, move)
        tab.click("#window [data-press=course-on]")
        tab.until(f"{WINDOW}.textContent.includes({say('lesson.what_first_match')!r})", True)
        tab.evaluate("document.querySelector('form[data-press=first-match] input').value = 'Ann'")
        tab.click("form[data-press=first-match] button")
        tab.until(TILES, True)
        for play in range(1, PLAYS + 1):
            played = _play(tab)
            comment = _comment(tab, play)
            assert re.match(rf"{played}\b.* was (the best|the only|a good) play|\d-\d.* was better: ", comment), comment


def _make(tab: Browser, move: Move) -> None:
    """Read on until a move is awaited, and make this one."""
    _read_on(tab)
    match move:
        case PlayTile(tile, arm):
            tab.click(f"#window [data-press=course-tile][data-value='{tile}']")
            tab.until(f"!!{WINDOW}.querySelector('.chosen')", True)
            tab.evaluate(f"{WINDOW}.querySelector(\"[data-press=course-end][data-value='{arm}']\")?.click()")
            tab.click("#window [data-press=course-play]")
        case DrawTile():
            tab.click("#window [data-press=course-move][data-value=draw]")
        case _:
            tab.click("#window [data-press=course-move][data-value=knock]")
    tab.until(f"!!{WINDOW}.querySelector('[data-press=course-on]')", True)


def _read_on(tab: Browser) -> None:
    """Press the button that goes on, until there is none. One press too many does nothing where a move is awaited."""
    while tab.evaluate(f"(on => on?.click() ?? !!on)({WINDOW}.querySelector('[data-press=course-on]'))"):
        time.sleep(PAUSE)


def _play(tab: Browser) -> str:
    """Lay the first tile that fits, at the player's next turn; returns its name."""
    deadline = time.monotonic() + PATIENCE
    while not tab.evaluate(CAN_PLAY):
        assert time.monotonic() < deadline
        tab.evaluate("document.querySelector('#actions [data-value=pass], #actions [data-press=go-on]')?.click()")
        time.sleep(0.05)
    tile: str = tab.evaluate(f"document.querySelector({json.dumps(FITS)}).dataset.value")
    button = f"#hand [data-value='{tile}']"
    tab.click(button)
    tab.until("!!document.querySelector('#actions [data-press=play]')", True)
    tab.click("#actions [data-press=play]")
    tab.until(f"!!document.querySelector({json.dumps(button)})", False)
    return tile


def _comment(tab: Browser, nth: int) -> str:
    """The tutor's sentence about the play of this number, which is made at low priority."""
    deadline = time.monotonic() + LONGEST_THOUGHT
    while len(said := tab.evaluate(COMMENTS)) < nth:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert len(said) == nth
    return str(said[-1])
