"""`fives service`: what starts the daemon together with the machine, and the commands that switch it on and off."""

import os
import plistlib
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from client.program.service_files import SERVICES, Daemon
from tests.client.program.programs import environment, posix_only

TASK = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"
ODD = ("/opt/my games/fivesd", '--password=a "b" \\c%d$e', "--set=target=121")


def service(home: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run `fives service` for a user whose home folder this is."""
    more = {"HOME": str(home), "USERPROFILE": str(home), "XDG_DATA_HOME": str(home / "data")}
    return subprocess.run(
        [sys.executable, "-m", "client", "service", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        env={**environment(home), **more, **({} if path is None else {"PATH": path})},
        check=False,
    )


def recorder(folder: Path, *names: str, status: int = 0) -> Path:
    """Programs of these names that write down how they were called, in the file that is returned, and then end."""
    folder.mkdir()
    calls = folder / "calls"
    for name in names:
        program = folder / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >> "{calls}"\necho no bus >&2\nexit {status}\n')
        program.chmod(0o755)
    return calls


def daemon(*command: str) -> Daemon:
    return Daemon(command, Path("/home/ann/games"), "HOUSE\\ann")


def words_of_unit(text: str) -> list[str]:
    """The command of a unit, as systemd.syntax(7) and systemd.service(5) read it."""
    (line,) = (line for line in text.splitlines() if line.startswith("ExecStart="))
    return [word.replace("%%", "%").replace("$$", "$") for word in shlex.split(line.removeprefix("ExecStart="))]


# The three files.


def test_a_unit_of_systemd_starts_the_command_again_if_it_fails_and_keeps_every_word() -> None:
    text = SERVICES["systemd"].text(daemon(*ODD))

    assert words_of_unit(text) == list(ODD)
    assert {"Restart=on-failure", "WantedBy=default.target"} <= set(text.splitlines())


def test_an_agent_of_launchd_keeps_every_word_and_logs_into_the_data_folder() -> None:
    agent = plistlib.loads(SERVICES["launchd"].text(daemon(*ODD)).encode())

    assert agent["ProgramArguments"] == list(ODD)
    assert agent["KeepAlive"] == {"SuccessfulExit": False}
    assert agent["RunAtLoad"] is True
    assert agent["StandardErrorPath"] == str(Path("/home/ann/games/fivesd.log"))


def test_a_task_of_windows_has_no_time_limit_and_logs_into_the_data_folder() -> None:
    text = SERVICES["windows"].text(daemon("C:\\Program Files\\fives & co\\pythonw.exe", "-P", "--password=a <b>"))
    task = ET.fromstring(text.partition("\n")[2])

    assert task.findtext(f".//{TASK}Command") == "C:\\Program Files\\fives & co\\pythonw.exe"
    assert task.findtext(f".//{TASK}Arguments", "").startswith('-P "--password=a <b>" --log-file=')
    assert task.findtext(f".//{TASK}ExecutionTimeLimit") == "PT0S"
    assert task.findtext(f".//{TASK}UserId") == "HOUSE\\ann"


# The command.


def test_without_more_the_file_is_printed_and_nothing_is_done(tmp_path: Path) -> None:
    ran = service(tmp_path, "all-fives", "--seats=3", "--data", str(tmp_path / "games"))

    assert ran.returncode == 0
    flags = {"--rules=all-fives", "--seats=3", f"--data={tmp_path / 'games'}"}
    if sys.platform == "linux":
        assert set(words_of_unit(ran.stdout)) >= flags
        assert str(tmp_path / SERVICES["systemd"].place) in ran.stderr
    assert not (tmp_path / "games").exists()
    assert not (tmp_path / ".config").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_the_printed_command_starts_a_daemon(tmp_path: Path) -> None:
    printed = service(tmp_path, "--port=0", "--bots=4", "--matches=1", "--think=0", f"--data={tmp_path / 'games'}")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(words_of_unit(printed.stdout), capture_output=True, timeout=60, env=clean, check=False)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "games" / "journal.sqlite").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_installing_writes_the_unit_and_switches_it_on_and_removing_undoes_both(tmp_path: Path) -> None:
    calls = recorder(tmp_path / "bin", "systemctl", "loginctl")
    unit = tmp_path / SERVICES["systemd"].place

    on = service(tmp_path, "--install", "--share", path=str(calls.parent))
    assert (on.returncode, on.stderr) == (0, "")
    assert words_of_unit(unit.read_text())[-1] == "--share="
    assert unit.stat().st_mode & 0o077 == 0, "a table's password may be in it"
    assert calls.read_text().splitlines() == [
        "systemctl --user daemon-reload",
        "systemctl --user enable --now fivesd",
        "loginctl enable-linger",
    ]

    off = service(tmp_path, "--remove", path=str(calls.parent))
    assert (off.returncode, off.stderr) == (0, "")
    assert calls.read_text().splitlines()[-1] == "systemctl --user disable --now fivesd"
    assert not unit.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
def test_what_the_system_refuses_is_said_with_the_command_to_type(tmp_path: Path) -> None:
    calls = recorder(tmp_path / "bin", "systemctl", "loginctl", status=1)
    ran = service(tmp_path, "--install", path=str(calls.parent))

    assert ran.returncode == 1
    assert "`systemctl --user daemon-reload` failed: no bus; type it yourself" in ran.stderr
    assert "Traceback" not in ran.stderr


@posix_only
def test_a_machine_without_the_program_gets_one_plain_line(tmp_path: Path) -> None:
    ran = service(tmp_path, "--install", path=str(tmp_path))

    assert ran.returncode == 1
    assert "is not on this machine" in ran.stderr
    assert not (tmp_path / ".config").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess"], "there is no game called 'chess'"),
        (["--port", "many"], "--port"),
        (["--seats", "99"], "--seats"),
        (["--set", "target=-1"], "--set target"),
        (["--install", "--remove"], "not allowed with"),
        (["--data", __file__], "is a file, not a folder"),
    ],
)
def test_what_no_daemon_would_take_is_refused_in_one_line(tmp_path: Path, words: list[str], says: str) -> None:
    ran = service(tmp_path, *words)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert says in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_nothing_to_remove_is_said(tmp_path: Path) -> None:
    ran = service(tmp_path, "--remove")

    assert ran.returncode == 1
    assert "there is no service of fives" in ran.stderr
