"""A finished match is played on from its replay, to its end: on the full screen, and in line mode."""

import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.line_player import play_in_lines
from tests.end_to_end.program import environment
from tests.end_to_end.pseudo_terminal import fives
from tests.end_to_end.screen_player import play_with_keys

RECORD = Path(__file__).parents[1] / "records" / "all-fives.jsonl"


def test_on_the_full_screen_p_plays_on_and_c_compares(tmp_path: Path) -> None:
    with fives("replay", str(RECORD), "--at", "30", home=tmp_path) as terminal:
        terminal.shows("Play 30 of ")
        terminal.press("P")
        terminal.shows("Play on from here", "It counts in no statistics.", "whose turn it is")
        terminal.press("\r")
        terminal.shows("All Fives to 100, not counted")
        play_with_keys(terminal, "z\r")
        terminal.press("C")
        terminal.shows("Then and now", "Total")
        terminal.press("\x1b")
        terminal.shows("Enter play again")
        terminal.press("q")

        assert terminal.ends() == 0
        assert terminal.is_restored


def test_in_line_mode_it_is_played_on_and_is_in_no_total(tmp_path: Path) -> None:
    home = {**environment(), "FIVES_HOME": str(tmp_path)}
    fives_command = [sys.executable, "-m", "client"]
    play_on = [f"--play-on={RECORD}", "--entry=60", "--own-seat=2", "--lines", "--think=0", "--name=Zoe"]

    status, lines, errors = play_in_lines([*fives_command, "play", *play_on], home)

    assert (status, errors) == (0, "")
    assert lines[0].startswith("You sit at table oak: All Fives to 100, not counted. With Ann (bot) and Cho (bot).")
    assert any(re.search(r"Then, with these deals: Ann 65, you 30, Cho 100\.", line) for line in lines)

    _, listed, _ = play_in_lines([*fives_command, "games"], home)
    assert "(known deals, not counted)" in listed[0]
    assert listed[1] == "You have finished no game yet that counts."


def test_a_record_that_cannot_be_played_on_is_one_line_on_the_errors(tmp_path: Path) -> None:
    home = {**environment(), "FIVES_HOME": str(tmp_path)}
    fives_command = [sys.executable, "-m", "client", "play", "--lines"]

    for flags, why in (
        ([f"--play-on={RECORD}", "--entry=9999"], "the match ends there"),
        ([f"--play-on={RECORD}", "--entry=0"], "both begin with 1"),
        ([f"--play-on={tmp_path / 'none.jsonl'}"], "there is no file"),
    ):
        status, lines, errors = play_in_lines([*fives_command, *flags], home)

        assert status in (1, 2)
        assert lines == []
        assert why in errors
        assert len(errors.splitlines()) == 1
