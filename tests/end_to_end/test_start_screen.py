"""The start screen of `fives play` on a real terminal: to a match, to a friend's table, to my games and back."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.client.program.programs import games_in, unfinished
from tests.end_to_end.program import HOST, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.ended import ended

PLAY = ("play", "--think", "0")
FIRST = "> New match: Fives and Threes"
UP, DOWN = "\x1b[A", "\x1b[B"


def begin(home: Path, keys: str) -> None:
    """Begin a match from the start screen with these keys, and leave it."""
    with fives(*PLAY, home=home) as terminal:
        terminal.shows("Join a friend's table")
        terminal.press(keys)
        terminal.shows("· round 1")
        leave(terminal)


def leave(terminal: PseudoTerminal) -> None:
    """Leave a match with two presses of q."""
    terminal.press("qq")
    assert terminal.ends() == 0
    assert terminal.is_restored


def test_enter_begins_a_match_at_the_first_start_and_continues_it_at_the_next(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows(FIRST, "Four players, six tiles each", "Enter begin")
        terminal.press("\r")
        terminal.shows("Fives and Threes to exactly 61 · round 1")
        leave(terminal)
    assert b"Saved. `fives play` continues it." in terminal.written

    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("> Continue: Fives and Threes with", "Enter continue")
        terminal.press("\r")
        terminal.shows("Continuing your match of Fives and Threes.")
        leave(terminal)
    assert games_in(unfinished(tmp_path)) == ["fives-and-threes"]


def test_a_new_match_of_another_game_keeps_the_unfinished_one(tmp_path: Path) -> None:
    begin(tmp_path, "\r")
    begin(tmp_path, 6 * DOWN + "\r")

    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("> Continue: All Threes with", "  Continue: Fives and Threes with")
        terminal.press("q")
        assert terminal.ends() == 0
    assert games_in(unfinished(tmp_path)) == ["all-threes", "fives-and-threes"]


def test_a_new_match_of_the_same_game_ends_the_unfinished_one_after_the_word_end(tmp_path: Path) -> None:
    begin(tmp_path, "\r")
    (kept,) = unfinished(tmp_path)
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("> Continue: Fives and Threes")
        terminal.press(DOWN + "\r")
        terminal.shows("A new match ends this one: Fives and Threes with", "type end to end it:")
        terminal.press("y\r")
        terminal.shows("Nothing has ended: your match is still saved.")
        terminal.press("q")
        assert terminal.ends() == 0
    assert unfinished(tmp_path) == [kept]

    begin(tmp_path, DOWN + "\rend\r")
    (other,) = unfinished(tmp_path)
    assert other != kept


@pytest.mark.parametrize("how", ["q", "ctrl-c", "SIGINT", "SIGTERM", "SIGHUP"])
def test_however_the_player_leaves_the_terminal_is_restored_and_nothing_has_begun(tmp_path: Path, how: str) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows(FIRST)
        if how.startswith("SIG"):
            terminal.signal(signal.Signals[how])
        else:
            terminal.press("q" if how == "q" else "\x03")

        assert terminal.ends() == 0
        assert terminal.is_restored
        assert terminal.written.rpartition(b"\x1b[?1049l")[2].decode().strip("\r\n\x1b[?01256hlmJ") == ""
    assert unfinished(tmp_path) == ["No unfinished match."]


def test_a_second_program_in_the_same_folder_says_so_instead(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as first:
        first.shows(FIRST)
        with fives(*PLAY, home=tmp_path) as second:
            assert second.ends() == 1
            assert b"`fives play` is running in another terminal" in second.written
            assert second.is_restored


def drawn(terminal: PseudoTerminal, rows: int) -> None:
    """Wait until the start screen fills these rows."""
    terminal.until(lambda: FIRST in terminal.text and terminal.lines[rows - 1].startswith("Enter begin"))


def test_the_screen_adapts_when_the_terminal_is_resized(tmp_path: Path) -> None:
    with fives(*PLAY, "--ascii", home=tmp_path) as terminal:
        terminal.shows(FIRST, "+- fives -")
        for columns, rows in ((40, 20), (120, 40)):
            terminal.resize(columns, rows)
            drawn(terminal, rows)


def test_my_games_lead_back_to_the_start_screen(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows(FIRST)
        terminal.press(2 * UP + "\r")
        terminal.shows("No games yet", "q back")
        terminal.press("q")
        terminal.shows("> My games", "q leave")
        terminal.press("1\r")
        terminal.shows("· round 1")
        leave(terminal)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a host, with a table of All Fives."""
    words = ["--data", str(tmp_path / "host"), "--port", "0", "--rules", "all-fives", "--seats", "3", "--no-page"]
    with ended(subprocess.Popen([*HOST, *words], stdout=subprocess.PIPE, text=True, env=environment())) as host:
        assert host.stdout is not None
        yield int(host.stdout.readline().rpartition(":")[2])


def test_a_friends_table_is_joined_after_a_wrong_address_and_found_again_in_my_games(tmp_path: Path, port: int) -> None:
    with fives(*PLAY, "--name", "Ann", "--style", "monochrome", home=tmp_path) as terminal:
        terminal.shows(FIRST)
        terminal.press(UP + "\r")
        terminal.shows("> Type an address")
        terminal.press("\r")
        terminal.shows("address:")
        terminal.press("ftp://oak.example\r")
        terminal.shows("'ftp://oak.example' is not an address")
        terminal.press(f"\r\x15http://127.0.0.1:{port}/oak\r")
        terminal.shows("Seat 1: You.")
        terminal.press("\r")
        terminal.shows("Begin with 2 bots?")
        terminal.press("y")
        terminal.shows("· round 1")
        leave(terminal)
    assert f"`fives join 127.0.0.1:{port} --table oak --name Ann` brings you back." in terminal.text

    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows(FIRST)
        terminal.press(2 * UP + "\r")
        terminal.shows("> Unfinished: All Fives", "Ann", "Enter continue")
        terminal.press("\r")
        terminal.shows("All Fives to 200 · round 1")
        leave(terminal)
