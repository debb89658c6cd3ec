"""The client on a real terminal: a round is played, the size changes, and the terminal is always restored."""

import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.ports import free_port

RECORD = Path(__file__).parents[1] / "records" / "all-threes.jsonl"
PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"
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
            # Half a frame may still show the prompt of the previous turn: a key for it would close the score sheet or
            # select a tile for the next turn.
            whole = terminal.rest()
            if "left over" in whole:
                break
            if "Your turn" in whole:
                move(terminal)
        # The next lead closes the score sheet: on a busy machine it may arrive before the sheet is checked.
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
                terminal.shows("Your match of Cinq et Trois is saved: `fives play cinq-et-trois`")
            terminal.press("qq")
            assert terminal.ends() == 0


def test_a_second_game_in_the_same_folder_ends_with_one_line_and_restores_the_terminal(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as first:
        first.shows("round 1")
        with fives(*PLAY, home=tmp_path) as second:
            assert second.ends() == 1
            assert "`fives play` is running in another terminal" in second.text
            assert second.is_restored


def test_damaged_house_rules_are_reported_on_the_screen(tmp_path: Path) -> None:
    (tmp_path / "house-rules.json").write_text("{", encoding="utf-8")
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("was damaged and cannot be used")


def test_the_screen_adapts_when_the_terminal_is_resized(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path, columns=120, rows=40) as terminal:
        terminal.shows("round 1", "│ Plays ─")
        terminal.resize(40, 20)
        terminal.until(lambda: "│ Plays ─" not in terminal.text and "? keys" in terminal.lines[19])
        terminal.resize(100, 30)
        terminal.until(lambda: "│ Plays ─" in terminal.text and "? keys" in terminal.lines[29])


@pytest.mark.parametrize("how", ["q", "ctrl-c", "SIGINT", "SIGTERM", "SIGHUP"])
def test_however_the_program_ends_the_terminal_is_restored_and_the_shell_says_how_to_continue(
    tmp_path: Path, how: str
) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("round 1")
        if how == "q":
            terminal.press("q")
            terminal.shows("Leave? Your match is saved. y/n")
            terminal.press("y")
        elif how == "ctrl-c":
            terminal.press("\x03")
        else:
            terminal.signal(signal.Signals[how])

        assert terminal.ends() == 0
        assert terminal.is_restored
        assert b"Traceback" not in terminal.written
        shell = terminal.written.rpartition(b"\x1b[?1049l")[2].decode()
        assert "Saved. `fives play` continues it." in shell


def test_closing_the_terminal_window_leaves_the_table(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("round 1")

        assert terminal.hang_up() in (0, -signal.SIGHUP)


def test_an_address_without_a_daemon_is_reported_in_one_line_after_the_screen_closes(tmp_path: Path) -> None:
    with fives("join", f"127.0.0.1:{free_port()}", "--name", "Ann", home=tmp_path) as terminal:
        assert terminal.ends() == 1
        assert terminal.is_restored
        assert b"nobody answers at 127.0.0.1" in terminal.written.rpartition(b"\x1b[?1049l")[2]


def test_a_replay_is_controlled_by_keys_and_restores_the_terminal(tmp_path: Path) -> None:
    with fives("replay", str(RECORD), home=tmp_path) as terminal:
        terminal.shows("Play 0 of", "all tiles open")
        terminal.press("\x1b[F")
        terminal.shows("the match with")
        terminal.press("q")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_after_being_stopped_by_a_signal_the_screen_and_the_keys_are_restored(tmp_path: Path) -> None:
    with fives("replay", str(RECORD), home=tmp_path) as terminal:
        terminal.shows("←→ step")
        before = terminal.rest()
        terminal.stop_for_a_while()
        terminal.until(lambda: terminal.text == before)
        assert not terminal.echoes
        terminal.press("q")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_ctrl_z_restores_the_terminal_and_continuing_redraws_the_screen(tmp_path: Path) -> None:
    # The program cannot really stop without a shell to continue it: it behaves as if continued at once.
    with fives("replay", str(RECORD), home=tmp_path) as terminal:
        terminal.shows("←→ step")
        before = terminal.rest()
        taken = terminal.written.count(b"\x1b[?1049h")
        terminal.press("\x1a")
        terminal.until(lambda: terminal.written.count(b"\x1b[?1049h") > taken and terminal.text == before)
        assert b"\x1b[?1049l" in terminal.written
        assert not terminal.echoes


def test_ctrl_z_before_the_first_screen_gives_the_terminal_back_too(tmp_path: Path) -> None:
    # As above. The kernel makes the signal, since the program does not take keys yet.
    with fives("play", home=tmp_path) as terminal:
        terminal.shows("Starting ...")
        terminal.press("\x1a")
        terminal.shows("New match: All Fives")
        _, taken_back, again = terminal.written.partition(b"\x1b[?1049l")
        assert taken_back
        assert b"\x1b[?25h" in again.partition(b"\x1b[?1049h")[0]
        assert b"\x1b[?1049h" in again
        terminal.press("q")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_a_stopped_game_leaves_no_title_that_calls_the_player(tmp_path: Path) -> None:
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("round 1")
        terminal.until(lambda: b"\x1b]2;" in terminal.written)
        terminal.press("\x1a")
        terminal.until(lambda: b"\x1b[23;2t" in terminal.written)
        terminal.until(lambda: b"\x1b[22;2t\x1b]2;" in terminal.written.partition(b"\x1b[23;2t")[2])
        terminal.press("\x03")

        assert terminal.ends() == 0
        assert terminal.is_restored


@pytest.mark.skipif(shutil.which("reset") is None, reason="there is no reset on this machine")
def test_after_kill_9_the_command_that_the_docs_name_gives_the_terminal_back(tmp_path: Path) -> None:
    documented = r"killed \(`kill -9`\), nothing gives the terminal back: type `(\w+)`"
    (command,) = re.findall(documented, PLAYING.read_text(encoding="utf-8"))
    with fives(*PLAY, home=tmp_path) as terminal:
        terminal.shows("round 1")
        terminal.signal(signal.SIGKILL)
        assert terminal.ends() == -signal.SIGKILL
        assert not terminal.is_restored
        assert not terminal.echoes

        terminal.run_there(command)
        terminal.until(lambda: terminal.echoes)
        assert b"\x1bc" in terminal.written, "the sequence that resets all: screen, cursor and mouse"
