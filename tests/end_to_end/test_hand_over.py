"""A host that is not there any more: a match goes on at a player's machine, for a terminal, a browser, and a TV."""

import os
import re
from pathlib import Path

import pytest
import trio

from daemon.journal.interface import GameOpened
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from tests.client.browser import Browser, browser
from tests.client.succeeded import begun_round, old_match
from tests.end_to_end.program import Running, fivesd, running
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.end_to_end.test_page_in_browser import open_page, sit_down
from tests.played import entered

pytestmark = [
    pytest.mark.usefixtures("usual_folder", "short_times"),
    pytest.mark.skipif(os.name == "nt", reason="the player's terminal needs POSIX"),
]
FLAGS = ("--rules", "all-fives", "--seats", "2")
TILES = "document.querySelectorAll('#hand .tile').length"


async def test_the_host_hands_the_match_over_and_everybody_goes_there(tmp_path: Path) -> None:
    data = tmp_path / "data"
    await _play_other_games(data)
    async with running(data, *FLAGS, has_page=True) as daemon:
        with browser(tmp_path / "cho") as cho, browser(tmp_path / "tv") as tv:
            await trio.to_thread.run_sync(_play_on, cho, tv, daemon.port, data, tmp_path / "ben")


async def _play_other_games(data: Path) -> None:
    """A game that sleeps, and one that has ended."""
    await trio.Path(data).mkdir(mode=0o700)
    async with open_journal(data / JOURNAL) as journal:
        for game, events in (("2026-01-02-elm-a1b2c3", begun_round(2)), ("2026-01-02-elm-d4e5f6", old_match())):
            entries = entered(events)
            await journal.append(game, 0, entries, [GameOpened("elm", entries[0].at)])


def _play_on(cho: Browser, tv: Browser, port: int, data: Path, home: Path) -> None:
    open_page(tv, f"http://localhost:{port}/tv")
    sit_down(cho, f"http://localhost:{port}/", "Cho")
    with fives("join", f"localhost:{port}", "--name", "Ben", "--lines", home=home) as ben:
        cho.until(f"{TILES} > 0", True)
        tv.until("document.body?.className", "play")

        assert fivesd("hand-over", "2", "--everything", "--data", data).returncode == 0
        ben.shows("To host this match, and all other games of this host, on your machine,")
        ben.press("take over\n")

        ben.shows("You host this match now.")
        ben.shows("Also on this machine now: 1 unfinished match and 1 record.")
        _leaves(f"localhost:{port}", cho, ben)
        assert "2026-01-02-elm-a1b2c3  went on at" in fivesd("games", "--data", data).stdout
        tv.until(f"location.pathname === '/tv' && location.port !== '{port}' && document.body?.className", "play")


def _leaves(host: str, cho: Browser, ben: PseudoTerminal) -> None:
    """Nobody has to press anything."""
    cho.until(f"location.host !== {host!r} && {TILES} > 0", True)
    ben.shows("Cho is back.")
    assert cho.evaluate("document.getElementById('said').textContent.includes('Ben')") is True


async def test_a_host_dies_and_a_terminal_a_browser_a_spectator_and_a_tv_are_at_the_next_one(tmp_path: Path) -> None:
    async with running(tmp_path / "data", *FLAGS, has_page=True) as daemon:
        with browser(tmp_path / "cho") as cho, browser(tmp_path / "tv") as tv:
            await trio.to_thread.run_sync(_outlive, cho, tv, daemon, tmp_path)


def _outlive(cho: Browser, tv: Browser, daemon: Running, folder: Path) -> None:
    there = f"localhost:{daemon.port}"
    open_page(tv, f"http://{there}/tv")
    sit_down(cho, f"http://{there}/", "Cho")
    with (
        fives("join", there, "--name", "Ben", "--lines", home=folder / "ben", columns=200, rows=50) as ben,
        fives("watch", there, "--name", "Sue", "--lines", home=folder / "sue") as sue,
    ):
        cho.until(f"{TILES} > 0", True)
        sue.shows("Round 1")
        daemon.process.kill()
        ben.shows("Continue the match here? Type take over.")
        ben.press("take over\n")
        ben.shows("You host this match now.")
        link = re.search(r"http://\S+", ben.text)
        assert link is not None

        cho.until("document.querySelector('#moved')?.hidden", False)
        cho.evaluate(f"document.getElementById('moved-link').value = {link[0]!r}")
        cho.evaluate("document.getElementById('moved').requestSubmit()")
        cho.until(f"location.host !== {there!r} && {TILES} > 0", True)
        ben.shows("Cho is back")
        open_page(tv, f"{link[0].partition('#')[0]}tv")
        tv.until("document.body?.className", "play")
        with fives("watch", link[0], "--name", "Sue", "--lines", home=folder / "sue") as again:
            again.shows("You watch table", "Round 1")
