"""Whole matches against bots: with keys alone, with clicks alone, and in line mode.

Each of the three knows only what its player is shown.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.line_player import play_in_lines
from tests.end_to_end.program import HOST, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.end_to_end.screen_player import (
    MOST_TURNS,
    OVER,
    HeldTile,
    changes,
    hand,
    is_carried_out,
    play_with_keys,
    settled,
)


@contextmanager
def hosted(data: Path) -> Iterator[str]:
    """The address of a host with one table that waits for people, and bots that think for no time."""
    daemon = subprocess.Popen(
        [*HOST, "--data", str(data), "--port", "0", "--think", "0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    try:
        assert daemon.stdout is not None
        yield f"127.0.0.1:{daemon.stdout.readline().decode().strip().rpartition(':')[2]}"
    finally:
        daemon.kill()
        daemon.communicate()


def test_a_table_is_opened_and_a_match_and_its_rematch_are_played_with_keys_alone(tmp_path: Path) -> None:
    with hosted(tmp_path / "host") as address, fives("join", address, "--name", "Ann", home=tmp_path) as terminal:
        terminal.shows("Fives and Threes to exactly 61, 4 seats")
        terminal.press("j")
        terminal.shows("Tables of this host", "Open a table")
        terminal.press("\x1b[B\r")
        terminal.shows("Open a table", "> game")
        terminal.press("\x1b[C\x1b[C\x1b[C")  # three games later
        terminal.shows("All Fives ")
        while "> target" not in terminal.text and ">*target" not in terminal.text:
            shown = terminal.text
            terminal.press("\x1b[B")
            changes(terminal, shown)
        terminal.press("40")
        terminal.shows("< 40 ")
        terminal.press("\r")
        terminal.shows("All Fives to 40, 2 seats")
        terminal.press("\r")
        terminal.shows("Begin with 1 bot?")
        terminal.press("y")
        play_with_keys(terminal)
        terminal.press("s")
        terminal.shows("Score sheet", "Total")
        terminal.press("\x1b")
        terminal.shows("Enter play again")
        terminal.press("\r")
        terminal.shows("Match 2 begins", "round 1")
        terminal.press("qq")

        assert terminal.ends() == 0
        assert terminal.is_restored


def fitting_tile(terminal: PseudoTerminal) -> HeldTile:
    """The first tile of the hand that fits."""
    for tile in hand(terminal):
        if tile.fits:
            return tile
    raise AssertionError(f"nothing fits:\n{terminal.text}")


def test_a_whole_match_is_played_with_clicks_alone(tmp_path: Path) -> None:
    options = ("--rules", "all-fives", "--seats", "2", "--think", "0", "--set", "target=40", "--name", "Ann")
    with fives("play", *options, home=tmp_path) as terminal:
        for _ in range(MOST_TURNS):
            hint, players, held = settled(terminal), terminal.lines[1], hand(terminal)
            if hint == "Enter play again":
                break
            if hint == "←→ tile":
                tile = fitting_tile(terminal)
                if not tile.is_selected:
                    terminal.click(tile.text, row=tile.row)
                    terminal.until(lambda: fitting_tile(terminal).is_selected)
                    tile = fitting_tile(terminal)
                terminal.click(tile.text, row=tile.row)
            else:
                terminal.click(hint, row=len(terminal.lines) - 1)
            is_carried_out(terminal, hint, players, held)
        terminal.shows(OVER)
        terminal.click_hint("s scores")
        terminal.shows("Score sheet", "Total")
        terminal.click_hint("Esc close")
        terminal.shows("Enter play again")
        terminal.click_hint("q leave")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_a_whole_match_is_played_in_line_mode_from_a_script(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "client", "play", "--lines", "--rules", "all-fives", "--seats", "2",
               "--think", "0", "--set", "target=40", "--name", "Ann"]  # fmt: skip

    status, lines, errors = play_in_lines(command, {**environment(), "FIVES_HOME": str(tmp_path)})

    assert status == 0
    assert errors == ""
    text = "\n".join(lines)
    assert "the match with" in text
    assert "target reached" in text or "played out" in text or "blocked" in text, "the sheet of the rounds"
    assert "\x1b" not in text
    assert all(line.isprintable() for line in lines)
