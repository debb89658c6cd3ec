"""Line mode for ears and for braille on a real terminal: what is offered, where the cursor stands, how it ends."""

import sys
from functools import partial
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives

PLAY = ("play", "--lines", "--name", "Ann", "--rules", "cinq-et-trois", "--think", "0")
FOR_EARS = (*PLAY, "--verbosity", "speech")
OFFER = "With a screen reader? Type verbosity speech"
WIDE = 200


def has_begun(terminal: PseudoTerminal) -> bool:
    """Whether a match runs, or the program asks whether an earlier one is continued."""
    return "Your turn" in terminal.text or "Continue it?" in terminal.text


def leaves(terminal: PseudoTerminal) -> None:
    terminal.press("q\r")
    terminal.until(lambda: b"Type y to confirm." in terminal.written)
    terminal.press("y\r")
    assert terminal.ends() == 0


def test_the_first_start_of_line_mode_offers_the_verbosity_for_ears(tmp_path: Path) -> None:
    for is_offered in (True, False):
        with fives(*PLAY, home=tmp_path, columns=WIDE) as terminal:
            terminal.until(partial(has_begun, terminal))
            assert (OFFER in terminal.text) is is_offered
            if is_offered:
                leaves(terminal)


def test_who_has_chosen_a_verbosity_gets_no_offer(tmp_path: Path) -> None:
    with fives(*FOR_EARS, home=tmp_path, columns=WIDE) as terminal:
        terminal.shows("Your turn")

        assert OFFER not in terminal.text


def test_the_cursor_stands_on_the_line_of_my_turn(tmp_path: Path) -> None:
    with fives(*FOR_EARS, home=tmp_path, columns=WIDE) as terminal:
        terminal.until(lambda: terminal.row_of_cursor.startswith("Your turn"))

        terminal.press("e\r")
        terminal.shows("Tiles: you")
        terminal.until(lambda: terminal.row_of_cursor.startswith("Your turn"))
        leaves(terminal)


def test_no_line_is_wrapped_and_no_sign_is_silent(tmp_path: Path) -> None:
    with fives(*FOR_EARS, home=tmp_path, columns=40, rows=60) as terminal:
        terminal.shows("Your turn")
        leaves(terminal)
        written = terminal.written.decode()

    assert "`" not in written
    assert "You sit at table oak: Cinq et Trois to exactly 61. With" in written


def test_a_terminal_that_is_closed_in_my_turn_is_a_way_to_leave(tmp_path: Path) -> None:
    with fives(*FOR_EARS, home=tmp_path) as terminal:
        terminal.until(lambda: terminal.row_of_cursor.startswith("Your turn"))

        assert terminal.hang_up() == 0
