"""A host that is not there any more: a match goes on at a player's machine, for a terminal, a browser, and a TV."""

import os
from pathlib import Path

import pytest
import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import fivesd, running
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.end_to_end.test_page_in_browser import open_page, sit_down

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the player's terminal needs POSIX")
FLAGS = ("--rules", "all-fives", "--seats", "2")
TILES = "document.querySelectorAll('#hand .tile').length"


async def test_the_host_hands_the_match_over_and_everybody_goes_there(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, *FLAGS, has_page=True) as daemon:
        with browser(tmp_path / "cho") as cho, browser(tmp_path / "tv") as tv:
            await trio.to_thread.run_sync(_play_on, cho, tv, daemon.port, data, tmp_path / "ben")


def _play_on(cho: Browser, tv: Browser, port: int, data: Path, home: Path) -> None:
    open_page(tv, f"http://localhost:{port}/tv")
    sit_down(cho, f"http://localhost:{port}/", "Cho")
    with fives("join", f"localhost:{port}", "--name", "Ben", "--lines", home=home) as ben:
        cho.until(f"{TILES} > 0", True)
        tv.until("document.body.className", "play")

        assert fivesd("hand-over", "2", "--data", data).returncode == 0
        ben.shows("To host this match on your machine, type take over.")
        ben.press("take over\n")

        ben.shows("You host this match now.")
        _goes_there(cho, ben)
        tv.until(f"location.pathname === '/tv' && location.port !== '{port}' && document.body.className", "play")


def _goes_there(cho: Browser, ben: PseudoTerminal) -> None:
    """Nobody has to press anything."""
    old = cho.evaluate("location.host")
    cho.until(f"location.host !== {old!r} && {TILES} > 0", True)
    ben.shows("Cho is back.")
    assert cho.evaluate("document.getElementById('said').textContent.includes('Ben')") is True
