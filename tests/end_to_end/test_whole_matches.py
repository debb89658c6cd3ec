"""Whole matches against bots: with keys alone, with clicks alone, and in line mode.

Each of the three knows only what its player is shown.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.line_player import play_in_lines
from tests.end_to_end.program import HOST, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives

MOST_TURNS = 300
NUMBERED = re.compile(r"\s+\d+: ")
"""A row under the tiles of the hand, with their numbers."""
HELD = re.compile(r"[\[│┃] ?(\d) ?[|│┃] ?(\d) ?[\]│┃]")
"""A tile of the hand, in brackets or in a box."""
OVER = "The match has ended."


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


def settled(terminal: PseudoTerminal) -> str:
    """The next action: the first hint of the footer, once it belongs to the player."""
    mine = ("←→ tile", "Space draw", "k knock", "Space continue", "Enter play again")

    def is_mine() -> bool:
        footer = terminal.lines[-1]
        if footer.startswith("←→ tile") and "▶you" not in terminal.lines[1]:
            return False  # another player is thinking, and no tile can be prepared
        return footer.startswith(mine) and "prepare" not in footer and "take back" not in footer

    terminal.until(is_mine)
    return next(hint for hint in mine if terminal.lines[-1].startswith(hint))


class HeldTile(NamedTuple):
    """A tile of the hand on the screen: its text and row, whether it is selected, and whether it fits."""

    text: str
    row: int
    is_selected: bool
    fits: bool


def hand(terminal: PseudoTerminal) -> list[HeldTile]:
    """The tiles of the hand as shown on the screen."""
    return [tile for row, line in enumerate(terminal.lines) if NUMBERED.match(line) for tile in _above(terminal, row)]


def _above(terminal: PseudoTerminal, row: int) -> Iterator[HeldTile]:
    """The tiles above a row of their numbers."""
    numbers = terminal.lines[row]
    above = row - 1 if "[" in terminal.lines[row - 1] else row - 2  # a box has a lower edge
    for tile in HELD.finditer(terminal.lines[above]):
        fits = re.search(r"\+|fits|on ", numbers[tile.start() : tile.end() + 3]) is not None
        yield HeldTile(tile[0], above, terminal.lines[above][tile.start() - 1] == ">", fits)


def changes(terminal: PseudoTerminal, before: str) -> None:
    """Wait until the screen has changed."""
    terminal.until(lambda: terminal.text != before)


def is_carried_out(terminal: PseudoTerminal, hint: str, players: str, held: list[HeldTile]) -> None:
    """Wait until the hinted action is complete: an extra key or click would apply to the next one.

    A play shows in the hand, a draw in the footer, since the draws that the rules demand follow by themselves, and a
    knock in the line of players: the other player plays a tile, or the round is blocked.
    """

    def is_done() -> bool:
        has_played = hint == "←→ tile" and len(hand(terminal)) != len(held)
        has_knocked = hint == "k knock" and terminal.lines[1] != players
        return has_played or has_knocked or not terminal.lines[-1].startswith(hint)

    terminal.until(is_done)


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
        terminal.shows("Begin with a bot on 1 free seat?")
        terminal.press("y")
        for _ in range(MOST_TURNS):
            hint, players, held = settled(terminal), terminal.lines[1], hand(terminal)
            if hint == "Enter play again":
                break
            terminal.press({"←→ tile": "\r", "Space draw": " ", "k knock": "k", "Space continue": " "}[hint])
            is_carried_out(terminal, hint, players, held)
        terminal.shows(OVER, "round  total  pips  left over")
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
