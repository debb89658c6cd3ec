"""`fives replay` and `fives rules` as programs: pipes, terminals, exit statuses (WIRE.md, "Command line")."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.replay.record_file import open_file
from client.store.saved_records import save_record

RECORDS = Path(__file__).parents[2] / "records"
FIVES = (sys.executable, "-m", "client")
DEADLINE = 120.0


def fives(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*FIVES, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=environment(home),
        timeout=DEADLINE,
        check=False,
    )


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "FIVES_HOME": str(home), "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}


def test_without_a_terminal_a_record_is_printed_to_its_end(tmp_path: Path) -> None:
    ran = fives("replay", str(RECORDS / "all-threes.jsonl"), home=tmp_path)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("All Threes to 60: Ann and Ben (bot).")
    assert ran.stdout.endswith("Scores: Ann 39, Ben 68.\n")


def test_a_damaged_record_fails_in_one_line(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes((RECORDS / "all-threes.jsonl").read_bytes()[:-9])

    ran = fives("replay", str(damaged), home=tmp_path)

    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"fives: {damaged} is damaged: line 80: ")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["replay", "nowhere.jsonl"], ["rules", "sixes"], ["replay", "--speed", "fast"]])
def test_wrong_usage_is_one_line_and_status_2(tmp_path: Path, arguments: list[str]) -> None:
    ran = fives(*arguments, home=tmp_path)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["replay", str(RECORDS / "playroom.jsonl")], ["rules", "playroom"], ["replay"]])
def test_a_closed_pipe_ends_it_quietly(tmp_path: Path, arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        ran = subprocess.run(
            [*FIVES, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=closed,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
            timeout=DEADLINE,
            check=False,
        )

    assert (ran.returncode, ran.stderr) == (0, b"")


def test_rules_and_replay_in_lines_need_no_full_screen(tmp_path: Path) -> None:
    program = (
        "import sys; from client.program.command import main; main(sys.argv[1:]);"
        "print('IMPORTED', *sorted({'trio', 'asyncio', 'prompt_toolkit'} & set(sys.modules)))"
    )
    for arguments in (["rules", "all-fives"], ["replay", str(RECORDS / "all-fives.jsonl")]):
        ran = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            env=environment(tmp_path),
            timeout=DEADLINE,
            check=True,
        )
        assert ran.stdout.splitlines()[-1].split() == ["IMPORTED"]


class Pty:
    """A program on a terminal of its own."""

    def __init__(self, *arguments: str, home: Path) -> None:
        import pty

        self._master, slave = pty.openpty()
        self._program = subprocess.Popen(
            [*FIVES, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment(home), start_new_session=True
        )
        os.close(slave)
        self._deadline = time.monotonic() + DEADLINE
        self.seen = ""

    def type(self, line: str) -> None:
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def until(self, text: str) -> str:
        """What is on the terminal up to this text; what was there before is forgotten."""
        while text not in self.seen:
            self._read()
        found, _, self.seen = self.seen.partition(text)
        return found + text

    def _read(self) -> None:
        import select

        left = self._deadline - time.monotonic()
        assert left > 0, f"this never came; seen: {self.seen}"
        if select.select([self._master], [], [], left)[0]:
            self.seen += os.read(self._master, 4096).decode(errors="replace").replace("\r\n", "\n")

    def status(self) -> int:
        """The exit status, once it is over."""
        return self._program.wait(max(0.0, self._deadline - time.monotonic()))

    def close(self) -> None:
        if self._program.poll() is None:
            self._program.kill()
            self._program.wait()
        os.close(self._master)


@pytest.fixture
def on_a_terminal(tmp_path: Path) -> Iterator["type[Pty]"]:
    pytest.importorskip("pty", reason="no pseudo-terminals here")
    made: list[Pty] = []

    class ClosedLater(Pty):
        def __init__(self, *arguments: str, home: Path) -> None:
            super().__init__(*arguments, home=home)
            made.append(self)

    yield ClosedLater
    for program in made:
        program.close()


def test_on_a_terminal_letters_control_a_replay_in_lines(on_a_terminal: type[Pty], tmp_path: Path) -> None:
    replay = on_a_terminal("replay", "--lines", str(RECORDS / "cinq-et-trois.jsonl"), home=tmp_path)
    replay.until("Round 1. Ben leads, chosen at random.\n")

    replay.type("")
    replay.until("Ben leads 6-6: sum 12 = 4 threes, 4 points.\n")
    replay.type("play")
    replay.until("Playing, 1 step a second. Enter pauses.\n")
    replay.type("+")
    replay.type("+")
    replay.until("Ann plays 6-1 on the right.")
    replay.type("")
    replay.until("Paused.")
    replay.type("end")
    replay.until("Ben wins the match with 31 points.")
    replay.type("q")

    assert replay.status() == 0


def test_on_a_terminal_a_saved_game_is_chosen_by_its_number(on_a_terminal: type[Pty], tmp_path: Path) -> None:
    for name in ("all-fives", "all-threes"):
        save_record(tmp_path / "records", "host:5533", name, "oak", open_file(RECORDS / f"{name}.jsonl").record.entries)
    replay = on_a_terminal("replay", "--lines", home=tmp_path)
    replay.until("1: 2026-01-02 03:00, All Threes, Ann and Ben (bot): Ben won 68 to 39\n2: ")
    replay.until("Number of a game, or q to leave:\n")

    replay.type("3")
    replay.until("The numbers go from 1 to 2.\n")
    replay.type("2")
    replay.until("All Fives to 100: ")
    replay.type("q")

    assert replay.status() == 0


def test_on_the_full_screen_a_saved_game_is_chosen_from_a_list(on_a_terminal: type[Pty], tmp_path: Path) -> None:
    for name in ("all-fives", "all-threes"):
        save_record(tmp_path / "records", "host:5533", name, "oak", open_file(RECORDS / f"{name}.jsonl").record.entries)
    replay = on_a_terminal("replay", home=tmp_path)

    replay.until("Saved games, newest first")
    replay.press("2\r")
    replay.until("All Fives to 100")
    replay.press("q")

    assert replay.status() == 0


def test_a_page_of_the_list_leaves_room_for_the_question(
    on_a_terminal: type[Pty], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "8")
    for name in ("all-fives", "all-threes", "cinq-et-trois"):
        save_record(tmp_path / "records", "host:5533", name, "oak", open_file(RECORDS / f"{name}.jsonl").record.entries)
    replay = on_a_terminal("replay", "--lines", home=tmp_path)

    listed = replay.until("Number of a game, m for more, or q to\nleave:\n")
    replay.type("m")
    listed_then = replay.until("Number of a game, or q to leave:\n")

    assert listed.startswith("1: ")
    assert len(listed.splitlines()) < 8, "the last line is for the answer"
    assert "3: " not in listed
    assert "3: " in listed_then


def test_on_a_terminal_an_empty_folder_is_reported(on_a_terminal: type[Pty], tmp_path: Path) -> None:
    replay = on_a_terminal("replay", "--lines", home=tmp_path)

    replay.until("No games are saved in")

    assert replay.status() == 0
