"""`fives doctor`: its findings about a machine, and what a report leaves out."""

import getpass
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from client.program.doctor import without_names
from client.store.files import HOME_VARIABLE

ENDS_WELL = "This machine can play."
DAEMON_FAILS = """
import sys
from client.program import daemon_start
from client.program.command import main
quoting = "import sys; sys.exit(f'fivesd: {sys.argv[1]}: no room')"
daemon_start._command = lambda flags, data: [sys.executable, "-c", quoting, str(data)]
sys.exit(main(["doctor", *sys.argv[1:]]))
"""


def doctor(home: Path, *words: str, program: tuple[str, ...] = ("-m", "client", "doctor"), **more: str) -> list[str]:
    """Its output line by line, with the exit status first."""
    ran = subprocess.run(
        [sys.executable, *program, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, HOME_VARIABLE: str(home), "PYTHONWARNINGS": "error", **more},
        check=False,
        timeout=60,
    )
    assert ran.stderr == ""
    return [str(ran.returncode), *ran.stdout.splitlines()]


def test_a_machine_that_can_play_passes_every_check(tmp_path: Path) -> None:
    status, *lines, last = doctor(tmp_path / "new")

    assert (status, last) == ("0", ENDS_WELL)
    assert all(line.startswith("ok      ") for line in lines)
    assert [line[8:].split()[0] for line in lines] == [
        "fives", "Python", "system:", "libraries:", "terminal:", "encoding:", "network:", "hosts", "files:", "computer",
    ]  # fmt: skip
    assert "trio " in lines[3]
    assert f"files: {tmp_path / 'new'} can be written" in lines[8]


def test_a_failed_check_is_named_and_fails_the_command(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    status, *lines, last = doctor(tmp_path / "file")

    assert (status, last) == ("1", "This machine cannot play yet: see FAILED above.")
    [failed] = [line for line in lines if not line.startswith("ok ")]
    assert failed.startswith(f"FAILED  files: {tmp_path / 'file'} cannot be written: ")  # Windows has its own reasons


def test_a_report_has_no_names_and_folders(tmp_path: Path) -> None:
    home = tmp_path / "annabel"
    temporary = home / "temporary"
    temporary.mkdir(parents=True)
    homes = dict.fromkeys(("HOME", "USERPROFILE"), str(home))
    names = dict.fromkeys(("LOGNAME", "USER", "USERNAME"), "annabel")
    person = {**homes, **names, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))}
    (home / "file").touch()

    plain = doctor(home / "file", program=("-c", DAEMON_FAILS), **person)
    report = doctor(home / "file", "--report", program=("-c", DAEMON_FAILS), **person)

    assert "annabel" in "".join(plain)
    assert "annabel" not in "".join(report).casefold()
    assert str(tmp_path) not in "".join(report)
    assert platform.node() not in "".join(report).split()
    files, daemon = [line for line in report if line.startswith("FAILED")]
    assert files.startswith("FAILED  files: the data folder cannot be written: ")
    assert daemon.startswith("FAILED  computer players: TEMP")
    assert daemon.endswith(": no room")
    assert report[1:5] == plain[1:5], "versions and the system are what a report is for"


def test_a_login_name_is_replaced_only_as_a_whole_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "ana")

    assert without_names("C:\\Users\\Ana\\x: analysed by ana") == "C:\\Users\\USER\\x: analysed by USER"
