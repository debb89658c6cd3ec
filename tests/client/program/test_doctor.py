"""`fives doctor`: its findings about a machine, and what a report leaves out."""

import getpass
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
import trio
from attrs import define, field

from client.program.doctor import _release, without_names
from client.store.files import HOME_VARIABLE
from protocol.version import __version__
from protocol.wire.codec import encode_from_client, encode_from_daemon
from protocol.wire.messages import Farewell, Goodbye, Invited, Tables
from tests.client.net.web_server import Identity, listening

NOT_SAID = "ok      release: the host does not say which one it has"
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
        "encryption:", "in", "firewall:", "router:", "IPv6:", "tunnel:",
    ]  # fmt: skip
    assert f"{platform.python_version()} ({platform.python_implementation()}, " in lines[1]
    assert f" bits, {sys.executable}); 3.11 or later is needed" in lines[1]
    assert lines[3] == "ok      libraries: all are there"
    assert "fails" not in lines[7], "the library that finds hosts is too old or too new"
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
    assert report[1:4] == plain[1:4], "versions and the system are what a report is for"
    assert re.search(r"libraries: .*\btrio \d", report[4])


def test_a_login_name_is_replaced_only_as_a_whole_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "ana")

    assert without_names("C:\\Users\\Ana\\x: analysed by ana") == "C:\\Users\\USER\\x: analysed by USER"


@define(eq=False)
class Host:
    """A host at a port, with an identity. It lists its tables for `invited` people."""

    identity: Identity
    daemon: str | None = None
    invited: Invited = field(default=Invited("mjqxgzjtgiydcmrtgqzdgnbrge"))

    async def __call__(self, stream: trio.abc.Stream) -> None:
        inside = trio.SSLStream(stream, self.identity.context(), server_side=True, https_compatible=True)
        received = await inside.receive_some()
        is_invited = encode_from_client(self.invited) in received
        answer = Tables(daemon=self.daemon) if is_invited else Goodbye(Farewell.NOT_INVITED.value, "")
        await inside.send_all(encode_from_daemon(answer))


async def checked(home: Path, link: str) -> list[str]:
    """The lines about the host of this link in a report, with the exit status first."""
    ran = await trio.run_process(
        [sys.executable, "-m", "client", "doctor", link, "--report"],
        capture_stdout=True,
        env={**os.environ, HOME_VARIABLE: str(home)},
        check=False,
    )
    lines = ran.stdout.decode().splitlines()
    return [str(ran.returncode), *lines[10:]]


async def test_the_way_to_a_host_is_checked_and_no_secret_is_shown(tmp_path: Path) -> None:
    host = Host(Identity(tmp_path))
    key, invitation = host.identity.key, host.invited.invitation
    encrypted = f"ok      encryption: yes, this host's key is {key}"
    async with listening(host) as address:
        assert await checked(tmp_path, f"localhost:{address.port}#k={key},i={invitation}") == [
            "0", "ok      host: HOST answers", encrypted, "ok      invitation: yours is valid", NOT_SAID, ENDS_WELL,
        ]  # fmt: skip
        assert await checked(tmp_path, f"localhost:{address.port}#k={key}") == [
            "1",
            "ok      host: HOST answers",
            encrypted,
            "FAILED  invitation: one is needed, and this link has none; ask the host for another link",
            "This machine cannot play at that host yet: see FAILED above.",
        ]
    status, failed, _ = await checked(tmp_path, f"localhost:{address.port}#k={key},i={invitation}")
    assert status == "1"
    assert failed.startswith("FAILED  host: No connection: nobody answers at HOST:")
    assert invitation not in failed


@pytest.mark.parametrize(
    ("daemon", "release"),
    [
        (None, "the host does not say which one it has"),
        (f"fivesd {__version__}", f"the host has fivesd {__version__}"),
        ("another host 1.0", "the host has another host 1.0"),
        ("fivesd 99.0", f"Your fives ({__version__}) is older than the host's: "),
        ("fivesd 0.0.1", f"The host's fives is older than yours ({__version__}): ask your host to update it."),
    ],
)
def test_the_older_of_both_sides_is_named(daemon: str | None, release: str) -> None:
    assert _release(daemon).startswith(release)


async def test_an_older_fives_is_named_in_the_report(tmp_path: Path) -> None:
    host = Host(Identity(tmp_path), "fivesd 99.0")
    async with listening(host) as address:
        link = f"localhost:{address.port}#k={host.identity.key},i={host.invited.invitation}"
        *_, line, last = await checked(tmp_path, link)

    assert line.startswith(f"ok      release: Your fives ({__version__}) is older than the host's: ")
    assert last == ENDS_WELL
