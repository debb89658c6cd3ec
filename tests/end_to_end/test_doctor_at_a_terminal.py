"""`fives doctor` at a terminal: what only the player can see there, each with one question."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from client.program.doctor_looks import ALL_IS_WELL, HEADING, SCANNED, TITLE
from tests.client.frames import FINDER
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives

QUESTION = "[Y/n]"
NAME = "Zoë"


def doctor(home: Path) -> PseudoTerminal:
    """It has asked its first question, at a terminal with room for all of it."""
    (home / "settings.toml").write_text(f'name = "{NAME}"\n', encoding="utf-8")
    return PseudoTerminal([sys.executable, "-m", "client", "doctor"], home, 100, 90)


def test_each_thing_is_shown_with_one_question_and_a_no_is_followed_by_what_helps(tmp_path: Path) -> None:
    terminal = doctor(tmp_path)
    try:
        terminal.until(lambda: b"\x1b]11;?" in terminal.written)
        terminal.press("\x1b]11;rgb:ffff/ffff/ffff\x07")
        terminal.shows(HEADING, "Your turn", "nice one", "Can you read every word of this line? [Y/n]")
        assert b"38;5;22" in terminal.written, "dark green, which can be read on white"
        terminal.press("\n")
        terminal.shows("|──────────|\n|1234567890|\nDo the line and the digits end in the same column? [Y/n]")
        terminal.press("n\n")
        terminal.shows(f"|{NAME}|\n|123|\nDo your name")
        assert "`fives settings ascii yes` draws without them." in " ".join(terminal.text.split())
        terminal.press("perhaps\n\n")
        terminal.shows("Does the title of this window", f"say {TITLE}? [Y/n]")
        assert f"\x1b]2;{TITLE}\x07".encode() in terminal.written
        terminal.press("y\n")
        terminal.shows("Was there a bell, or a flash? [Y/n]")
        assert terminal.written.endswith(b"\x07Was there a bell, or a flash? [Y/n] ")
        terminal.press("\n")
        terminal.shows(FINDER, f"Does the camera of a phone read it, as {SCANNED}? [Y/n]")
        terminal.press("\n")

        assert terminal.ends() == 0
        assert ALL_IS_WELL not in terminal.text
        assert b"\x1b[23;2t" in terminal.written
        assert terminal.has_its_settings
    finally:
        terminal.close()


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
def test_it_ends_at_any_question(tmp_path: Path, key: str) -> None:
    terminal = doctor(tmp_path)
    try:
        terminal.shows(HEADING, QUESTION)
        terminal.press("\n\n\n")
        terminal.shows(f"say {TITLE}?")
        terminal.press(key)

        assert terminal.ends() == 0
        assert b"Traceback" not in terminal.written
        assert b"\x1b[23;2t" in terminal.written
        assert terminal.has_its_settings
    finally:
        terminal.close()


def test_a_report_asks_nothing(tmp_path: Path) -> None:
    with fives("doctor", "--report", home=tmp_path) as terminal:
        assert terminal.ends() == 0
        assert HEADING not in terminal.text
