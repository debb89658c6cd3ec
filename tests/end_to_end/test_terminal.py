"""The client on a real terminal: a round is played, the size changes, and the terminal is always given back."""

import signal
import socket
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives

RECORD = Path(__file__).parents[1] / "records" / "all-threes.jsonl"
PLAY = ("play", "--name", "Ann", "--rules", "all-fives", "--seats", "2", "--think", "0")


def move(terminal: PseudoTerminal) -> None:
    """Do what the footer offers."""
    footer = terminal.lines[-1]
    before = terminal.text
    if footer.startswith("Space draw"):
        terminal.press(" ")
    elif footer.startswith("k knock"):
        terminal.press("k")
    else:
        terminal.press("\r")
    terminal.until(lambda: terminal.text != before)


def test_a_round_is_played_from_start_to_finish_at_80x24(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("All Fives to 250 · round 1")
        for _ in range(200):
            terminal.until(lambda: "Your turn" in terminal.text or "left over" in terminal.text)
            # Half a frame may still have the prompt of the turn before: a key for it would put the sheet away, or
            # choose a tile for the next turn.
            whole = terminal.rest()
            if "left over" in whole:
                break
            if "Your turn" in whole:
                move(terminal)
        # The next lead takes the sheet away: on a busy machine it may have come before the sheet is looked at.
        sheet = ("round  total  pips  left over", "Space continue")
        terminal.until(lambda: all(text in terminal.text for text in sheet) or "Round 2:" in terminal.text)
        terminal.press(" ")
        terminal.shows("round 2")
        terminal.press("qq")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_a_match_of_another_game_is_kept_and_the_screen_says_so(tmp_path: Path) -> None:
    for game in ("cinq-et-trois", "all-threes"):
        with fives("play", "--rules", game, "--think", "0", home=tmp_path) as terminal:
            terminal.shows("round 1")
            if game == "all-threes":
                terminal.shows("Your match of Cinq et Trois is saved: `fives play --rules cinq-et-trois`")
            terminal.press("qq")
            assert terminal.ends() == 0


def test_another_size_is_filled_when_the_terminal_changes(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path, columns=120, rows=40) as terminal:
        terminal.shows("round 1", "│ Plays ─")
        terminal.resize(40, 20)
        terminal.until(lambda: "│ Plays ─" not in terminal.text and "? keys" in terminal.lines[19])
        terminal.resize(100, 30)
        terminal.until(lambda: "│ Plays ─" in terminal.text and "? keys" in terminal.lines[29])


@pytest.mark.parametrize("how", ["ctrl-c", "SIGINT", "SIGTERM", "SIGHUP"])
def test_however_it_ends_the_terminal_is_given_back(tmp_path: Path, how: str) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("round 1")
        if how == "ctrl-c":
            terminal.press("\x03")
        else:
            terminal.signal(signal.Signals[how])

        assert terminal.ends() == 0
        assert terminal.is_restored
        assert b"Traceback" not in terminal.written


def test_a_window_that_is_closed_is_a_player_who_leaves(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("round 1")

        assert terminal.hang_up() in (0, -signal.SIGHUP)


def test_an_address_where_nobody_answers_is_one_plain_line_after_the_screen(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with fives("join", f"127.0.0.1:{port}", "--name", "Ann", home=tmp_path) as terminal:
        assert terminal.ends() == 1
        assert terminal.is_restored
        assert b"nobody answers at 127.0.0.1" in terminal.written.rpartition(b"\x1b[?1049l")[2]


def test_a_replay_is_led_by_keys_and_gives_the_terminal_back(tmp_path: Path) -> None:
    with fives("replay", str(RECORD), home=tmp_path) as terminal:
        terminal.shows("Entry", "all tiles open")
        terminal.press("\x1b[F")
        terminal.shows("the match with")
        terminal.press("q")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_after_a_stop_from_outside_the_screen_and_the_keys_are_as_they_were(tmp_path: Path) -> None:
    with fives("replay", str(RECORD), home=tmp_path) as terminal:
        terminal.shows("←→ step")
        before = terminal.rest()
        terminal.stop_for_a_while()
        terminal.until(lambda: terminal.text == before)
        assert not terminal.echoes
        terminal.press("q")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_ctrl_z_gives_the_terminal_back_and_takes_it_again(tmp_path: Path) -> None:
    # Nothing can be stopped here, as no shell would let it go on: it is as if it were told to go on at once.
    with fives("replay", str(RECORD), home=tmp_path) as terminal:
        terminal.shows("←→ step")
        before = terminal.rest()
        taken = terminal.written.count(b"\x1b[?1049h")
        terminal.press("\x1a")
        terminal.until(lambda: terminal.written.count(b"\x1b[?1049h") > taken and terminal.text == before)
        assert b"\x1b[?1049l" in terminal.written
        assert not terminal.echoes
