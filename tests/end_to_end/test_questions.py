"""Every question in lines takes Ctrl-D, Ctrl-C and bytes that are not text: nothing happens, and no traceback."""

import re
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
import trio

from client.store.file_games import save_result
from client.store.files import RECORDS, RESULTS
from client.store.saved_games import Result
from client.store.saved_records import read_file, save_record
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from tests.daemon.journal.journals import begin
from tests.end_to_end.program import COMMAND, ROOT, fivesd

if sys.platform == "win32":
    pytest.skip("there are no pseudo terminals on Windows", allow_module_level=True)

from tests.end_to_end.pseudo_terminal import PseudoTerminal

FIVES = (sys.executable, "-m", "client")


class Question(NamedTuple):
    """A command, and what the terminal shows with its question."""

    command: tuple[str, ...]
    text: str


QUESTIONS = {
    "forget": Question((*COMMAND, "forget", "g1", "--data", "HOME"), "Delete this game"),
    "the host": Question((*FIVES, "join", "--lines", "--name", "Ann"), "The number of a host"),
    "the name": Question((*FIVES, "join", "127.0.0.1:9", "--lines"), "Your name at the table"),
    "a record, in lines": Question((*FIVES, "replay", "--lines"), "Number of a game"),
    "a game, in lines": Question((*FIVES, "games", "--lines"), "Number of a game"),
}
LEAVE = b"\x03"
ENDS = {"Ctrl-D": b"\x04", "Ctrl-C": LEAVE, "no text": b"\xff\xfe\n"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder with a record, its result, and a journal with a game."""
    record = read_file(ROOT / "tests" / "records" / "all-fives.jsonl")
    save_record(tmp_path / RECORDS, "192.0.2.7:5533", record.header.game, "oak", record.entries)
    names = ("Ann", "Ben")
    at, host, game = "2026-01-02T03:04:05Z", "192.0.2.7:5533", record.header.game
    result = Result(at, host, "oak", game, "all-fives", names, (None, None), 0, False, (250, 180), (0,))
    save_result(tmp_path / RESULTS, result)
    return tmp_path


def with_a_game(home: Path) -> None:
    async def store() -> None:
        async with open_journal(home / JOURNAL) as journal:
            await begin(journal)

    trio.run(store)


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
def test_a_question_is_not_answered(home: Path, question: Question, end: bytes) -> None:
    if "forget" in question.command:
        with_a_game(home)
    command = [str(home) if word == "HOME" else word for word in question.command]
    with closing(PseudoTerminal(command, home, 80, 24)) as terminal:
        terminal.shows(question.text)
        asked = len(terminal.written)
        terminal.press(end)
        # Not before it has answered: Python loses a Ctrl-C that comes in a callback, such as after an import.
        terminal.until(lambda: terminal.process.poll() is not None or re.search(b"[a-z]", terminal.written[asked:]))
        terminal.rest()
        terminal.press(LEAVE)  # if it has not ended
        terminal.ends()

        assert b"Traceback" not in terminal.written
    if "forget" in question.command:
        assert "table_opened" in fivesd("export", "g1", "--data", home).stdout
