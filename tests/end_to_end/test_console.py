"""A terminal that cannot show the full screen, as in some Windows consoles: line mode is used."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.pseudo_terminal import PseudoTerminal

RECORD = Path(__file__).parents[1] / "records" / "all-threes.jsonl"
WITHOUT_CONSOLE = """
import sys
from prompt_toolkit.output import defaults
from client.program.command import main

class NoConsoleScreenBufferError(Exception):
    pass

def create_output(*_, **__):
    raise NoConsoleScreenBufferError("Found xterm-256color, while expecting a Windows console.")

defaults.create_output = create_output
sys.exit(main())
"""
TOLD = "fives: the full screen cannot be drawn here"


def test_play_continues_in_line_mode_and_says_why(tmp_path: Path) -> None:
    words = [sys.executable, "-c", WITHOUT_CONSOLE, "play", "--think", "0", "--name", "Ann"]
    with closing(PseudoTerminal(words, tmp_path, 100, 30)) as terminal:
        terminal.shows(TOLD, "You sit at table")
        terminal.press("q\rq\r")

        assert terminal.ends() == 0
        assert terminal.text.count("expecting a Windows") == 1


def test_a_replay_continues_in_line_mode_and_says_why(tmp_path: Path) -> None:
    words = [sys.executable, "-c", WITHOUT_CONSOLE, "replay", str(RECORD)]
    with closing(PseudoTerminal(words, tmp_path, 100, 30)) as terminal:
        terminal.shows(TOLD)
        terminal.press("q\r")

        assert terminal.ends() == 0


def test_the_doctor_mentions_the_fallback_without_a_failure(tmp_path: Path) -> None:
    words = [sys.executable, "-c", WITHOUT_CONSOLE, "doctor"]
    with closing(PseudoTerminal(words, tmp_path, 100, 30)) as terminal:
        terminal.shows("ok      terminal: the full screen cannot be drawn here", "This machine can play.")

        assert terminal.ends() == 0
