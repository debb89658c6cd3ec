"""A match is handed over from the page of a browser that hosts to a player's terminal, and taken back there."""

import os
from pathlib import Path

import pytest
import trio

from tests.client.browser import Browser, browser
from tests.end_to_end.program import running
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.end_to_end.test_page_hosting import KEPT, TABLE, choose, new_code, tap
from tests.end_to_end.test_page_in_browser import TILES, open_page, type_name

pytestmark = [
    pytest.mark.usefixtures("usual_folder", "short_times"),
    pytest.mark.skipif(os.name == "nt", reason="the player's terminal needs POSIX"),
]
FLAGS = ("--rules", "all-fives", "--seats", "2", "--think", "0")


async def test_a_browser_hands_the_match_over_to_a_terminal_and_takes_it_back(tmp_path: Path) -> None:
    """The terminal is on the host's machine: it has joined without encryption, and so without the host's key."""
    data = tmp_path / "data"
    async with running(data, *FLAGS, has_page=True) as daemon:
        await trio.to_thread.run_sync(_play, f"localhost:{daemon.port}", data, tmp_path)


def _play(there: str, data: Path, folder: Path) -> None:
    with browser(folder / "hana") as hana:
        _host(hana, there, data)
        with fives("join", there, "--name", "Ben", "--lines", home=folder / "ben", columns=200, rows=50) as ben:
            hana.until(TILES, True)

            _hand_over(hana, there, ben)
            _take_back(hana, there, ben)


def _host(tab: Browser, there: str, data: Path) -> None:
    open_page(tab, f"http://{there}/#host={new_code(data)}")
    tap(tab, "Host from here", "#window")
    tab.until(f"{KEPT} !== null", True)
    type_name(tab, "Hana")
    tab.until(TABLE, "Table oak")


def _hand_over(hana: Browser, there: str, ben: PseudoTerminal) -> None:
    """Nobody presses anything but who hands it over, and who agrees."""
    choose(hana, "Let Ben go on hosting the match")
    tap(hana, "Yes", "#window")
    ben.shows("To host this match on your machine, type take over.")
    ben.press("take over\n")
    ben.shows("You host this match now.")
    hana.until(f"location.host !== {there!r} && {TILES}", True)
    ben.shows("Hana is back.")


def _take_back(hana: Browser, there: str, ben: PseudoTerminal) -> None:
    """The page of the host before lets its host do that."""
    open_page(hana, f"http://{there}/oak")
    tap(hana, "Take the match back to my machine")
    tap(hana, "Yes", "#window")
    hana.until(TILES, True)
    ben.shows("The host before has taken the match back: the match goes on at the host before.")
    hana.until("document.getElementById('said').textContent.includes('Ben is back.')", True)
