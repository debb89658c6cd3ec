"""`fives host`: one command that hosts and plays, what friends see, and who has the host's rights."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from protocol.shared.operator_key import KEY
from tests.client.program.programs import children_of
from tests.end_to_end.program import run
from tests.end_to_end.pseudo_terminal import PseudoTerminal, fives
from tests.ports import free_port

GAME = ("--rules", "cinq-et-trois", "--set", "target=5", "--set", "target_mode=at_least", "--think", "0")
CTRL_C = "\x03"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of one user, for the client and by default for the daemon inside it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def port() -> str:
    """A free port."""
    return str(free_port())


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "client", *words]


@contextmanager
def hosted(home: Path, port: str, *words: str, has_page: bool = False) -> Iterator[PseudoTerminal]:
    """A host on a terminal, in the waiting room. Without `has_page` there is no page, which needs another process."""
    page = () if has_page else ("--no-page",)
    with fives("host", "--hidden", "--port", port, "--name", "Hana", *page, *words, home=home) as terminal:
        terminal.shows("Friends in this house can open this", f":{port}/", "For friends in other houses:")
        yield terminal


@contextmanager
def joined(port: str, folder: Path, *words: str, name: str = "Ben") -> Iterator[PseudoTerminal]:
    """A player in line mode on this machine."""
    with fives("join", f"localhost:{port}", "--name", name, "--lines", *words, home=folder) as terminal:
        yield terminal


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
def test_the_host_has_a_seat_and_sees_the_link_for_friends(home: Path, port: str, size: tuple[int, int]) -> None:
    columns, rows = size
    with fives("host", "--hidden", "--port", port, "--name", "Hana", home=home, columns=columns, rows=rows) as host:
        host.shows("Friends in this house can open this; L", f":{port}/oak#k=", "Seat 1: You.", "Enter begin")

        assert "For friends in other houses: `fives host" in host.rest()


def test_a_match_is_hosted_stopped_with_ctrl_c_and_continues_the_next_time(home: Path, port: str) -> None:
    friends = home / "ben"
    with ExitStack() as later:
        with hosted(home, port, *GAME, has_page=True) as host:
            ben = later.enter_context(joined(port, friends))
            ben.shows("With Hana.")
            host.shows("round 1", "Ben")

            host.press(CTRL_C)
            host.shows("Stop hosting? Everybody's game is saved. y/n")
            host.press("\x1b")
            host.until(lambda: "Stop hosting?" not in host.text)
            host.press(CTRL_C)
            host.shows("Stop hosting?")
            host.press(CTRL_C)

            assert host.ends() == 0
            assert host.is_restored
            ended = host.written.rpartition(b"\x1b[?1049l")[2].decode()
        assert "Hosting has stopped. Everybody's game is saved: `fives host " in ended
        log = home / "fivesd" / "fivesd.log"
        assert log.name not in ended, "nothing has failed"
        assert "--bot-level" not in ended, "nobody has typed it"
        assert log.read_text().splitlines()[-1].endswith("stopped cleanly")
        ben.shows("the host was shut down.")

        (listed,) = run(command("games"), FIVES_HOME=str(home)).stdout.splitlines()[:1]
        again, _, about = listed.partition(": ")
        assert about == "Cinq et Trois with Ben, hosted by you, as Hana"
        program, *words = shlex.split(again)
        assert program == "fives"
        with fives(*words, home=home) as host:
            host.shows("round 1", "Ben")
            ben.shows("You are back.")


@pytest.mark.parametrize("mode", ["--lines", "--no-lines"])
def test_a_daemon_that_dies_is_started_again_once_a_minute(home: Path, port: str, mode: str) -> None:
    with hosted(home, port, mode, *GAME) as host, joined(port, home / "ben") as ben:
        ben.shows("With Hana.")
        _kill_daemon(host)
        if mode == "--lines":  # on the full screen it is seen for a moment
            host.shows("Connection lost: the host's part of fives has failed, and is started again")
        host.shows("The host's part of fives failed and was started again. Nothing is lost.")
        ben.shows("Connection lost: ")
        ben.press("\r")
        ben.shows("You are back.")

        _kill_daemon(host)
        if mode == "--no-lines":
            host.shows("has failed twice within 60 seconds. Any key leaves.")
            host.press("x")
        assert host.ends() == 1
        host.shows("fives: The host's part of fives has failed twice within 60 seconds.", "continues it.")
        assert host.text.count("is saved") == 1
        assert "told" not in host.text


def _kill_daemon(host: PseudoTerminal) -> None:
    (daemon,) = children_of(host.process.pid)
    os.kill(daemon, signal.SIGKILL)


def test_a_whole_match_is_played_in_line_mode_from_a_pipe(home: Path, port: str) -> None:
    moves = "\n".join(["start", *["1", "2", "3", "4", "5", "6", "7", "k", "1 r", "1 l"] * 12])
    done = run(command("host", "--hidden", "--port", port, "--name", "Hana", *GAME), moves, FIVES_HOME=str(home))

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Friends in this house can open this:\nhttp://")
    before, _, _ = done.stdout.partition("Round 1")
    assert "`invitations` says what is encrypted" in before
    assert "this host's key" not in before, "it is read to who asks"
    assert "Hosting has stopped" in done.stdout
    assert "Round 1" in done.stdout


def test_ctrl_c_asks_for_confirmation_in_line_mode_too(home: Path, port: str) -> None:
    with hosted(home, port, "--lines") as host:
        # The whole line: an echo by the terminal in its middle would break the next one.
        host.until(lambda: "all are taken." in host.text and host.written.endswith(b"\r\n"))
        for _ in range(2):
            host.press(CTRL_C)
            host.shows("Stop hosting? Everybody's game is saved. Type y to confirm.")

        assert host.ends() == 0
        assert host.has_its_settings
        host.shows("Hosting has stopped")


@pytest.mark.parametrize("how", ["SIGTERM", "hang up"])
def test_a_signal_stops_hosting_without_confirmation(home: Path, port: str, how: str) -> None:
    with hosted(home, port, has_page=True) as host:
        if how == "hang up":
            host.hang_up()
        else:
            host.process.terminate()
            assert host.ends() == 0
    assert not (home / "fivesd" / KEY).exists()


@contextmanager
def joined_by_stopped_guest(home: Path, port: str) -> Iterator[PseudoTerminal]:
    """A host, and a guest whose program has stopped, so that it does not leave when it is told to."""
    with hosted(home, port, *GAME) as host, joined(port, home / "ben") as ben:
        ben.shows("You sit at table")
        host.shows("Ben")
        ben.signal(signal.SIGSTOP)
        try:
            yield host
        finally:
            ben.signal(signal.SIGCONT)


def test_hosting_twice_shows_the_command_to_join(home: Path, port: str) -> None:
    with hosted(home, port):
        done = run(command("host", "--hidden"), FIVES_HOME=str(home))

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"fives: a game is hosted from {home / 'fivesd'} already: `fives join localhost:{port}` joins it\n"
    )


def test_who_hosts_again_at_once_waits_until_the_goodbye_to_a_stopped_program_has_ended(home: Path, port: str) -> None:
    with joined_by_stopped_guest(home, port) as host:
        host.process.kill()
        host.process.wait()
        with fives("host", "--hidden", "--port", port, "--name", "Hana", "--no-page", *GAME, home=home) as again:
            again.shows("Unfinished: Cinq et Trois with Ben")


def test_a_port_used_by_another_program_is_reported_in_one_line(home: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as server:
        port = str(server.getsockname()[1])
        done = run(command("host", "--hidden", "--port", port), FIVES_HOME=str(home))

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (f"fives: cannot listen on port {port}: another program has it; choose another with --port\n")


def test_the_host_is_informed_when_nobody_else_can_join(home: Path, port: str) -> None:
    done = run(
        command("host", "--hidden", "--port", port, "--listen", "127.0.0.1", "--name", "Hana"),
        "q\n",
        FIVES_HOME=str(home),
    )

    assert done.stdout.startswith(
        f"On this machine: fives join localhost:{port} --name NAME\nNo other machine can join at this address.\n"
    )


def test_the_host_has_the_same_seat_at_another_port_and_from_another_terminal(home: Path, port: str) -> None:
    with hosted(home, port, *GAME) as host:
        host.press("\r")
        host.shows("Begin with 1 bot? y/n")
        host.press("y")
        host.shows("round 1")
    other = str(free_port())
    with fives("host", "--hidden", "--port", other, "--name", "Hana", "--no-page", *GAME, home=home) as host:
        host.shows("Continue it (y), or begin another match")
        host.press("y\r")
        host.shows("· round 1")
        with joined(other, home, name="Hana") as again:
            again.shows("You sit at table oak", "ound 1")


def test_hosting_continues_when_the_hosts_seat_is_taken_from_another_terminal(home: Path, port: str) -> None:
    with hosted(home, port) as host, joined(port, home, name="Hana") as again:
        again.shows("You sit at table")
        host.shows("You have taken this seat from another terminal.")
        host.press("x")
        host.shows("Stop hosting? Everybody's game is saved.")
        host.press("\x1b")
        again.press("t\r")
        again.shows("The match has not started")


# Who has the host's rights.


@contextmanager
def waiting_daemon(port: str) -> Iterator[None]:
    """`fivesd` with its default folder."""
    daemon = subprocess.Popen(
        [sys.executable, "-m", "daemon", "--hidden", "--port", port],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ,
        text=True,
    )
    try:
        assert daemon.stdout is not None
        assert daemon.stdout.readline().startswith("listening on ")
        yield
    finally:
        daemon.terminate()
        daemon.communicate()


def test_a_player_on_the_machine_of_the_daemon_is_the_host_by_its_key(home: Path, port: str) -> None:
    with waiting_daemon(port), joined(port, home / "ann", name="Ann") as ann:
        ann.shows("You sit at table")
        ann.press("pause\r")
        ann.shows("The match has not started")

        with joined(port, home / "ben", name="Ben") as ben:
            ben.shows("With Ann.")
            ben.press("start\r")
            ben.shows("y to confirm.")
            ben.press("y\r")
            ben.shows("Round 1")


def test_without_the_key_a_player_on_the_same_machine_is_not_the_host(
    home: Path, port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosted(home, port):
        monkeypatch.setenv("XDG_DATA_HOME", str(home / "another user"))
        with joined(port, home / "ben") as ben:
            ben.shows("With Hana.")
            ben.press("start\r")
            ben.shows("Only the host")


# Questions.


def test_a_name_is_asked_for_once_and_remembered(home: Path, port: str) -> None:
    with fives("host", "--hidden", "--port", port, "--lines", home=home) as host:
        host.shows("Your name at the table [")
        host.press("you\r")
        host.shows("That name is not valid: the game itself uses 'you' for players")
        host.until(lambda: host.text.count("Your name at the table [") == 2)
        host.press("  Hana \r")
        host.shows("Saved. `fives settings name NAME` changes it.", "You sit at table")
        host.press("q\r")
        host.shows("Type y to confirm")
        host.press("y\r")
        host.ends()
    assert 'name = "Hana"' in (home / "settings.toml").read_text()

    with fives("host", "--hidden", "--port", port, "--lines", home=home) as host:
        host.shows("You sit at table")
        assert "Your name" not in host.text


def test_a_link_is_asked_for_where_none_is_given(home: Path, port: str) -> None:
    with fives("host", "--hidden", "--port", port, "--lines", "--name", "Hana", home=home) as host:
        host.shows("You sit at table")
        with fives("join", "--lines", "--name", "Ben", home=home / "ben") as ben:
            ben.shows("The number of a host, an address or a link")
            ben.press("ftp://localhost\r")
            ben.shows("a link begins with http:// or https://")
            ben.press(f"http://localhost:{port}/#i=mjqxgzjtgiydcmrtgqzdgnbrge\r")
            ben.shows("With Hana.")


def test_enter_alone_accepts_the_suggested_name(home: Path, port: str) -> None:
    with fives("join", f"127.0.0.1:{port}", "--lines", home=home) as terminal:
        terminal.shows("Your name at the table [")
        found = re.search(r"\[(.*)\]", terminal.text)
        terminal.press("\r")
        terminal.ends()
    assert found is not None
    assert f'name = "{found[1]}"' in (home / "settings.toml").read_text()


def test_ctrl_c_at_the_question_ends_its_line(home: Path, port: str) -> None:
    with fives("host", "--hidden", "--port", port, "--lines", home=home) as terminal:
        terminal.shows("Your name at the table [")
        terminal.press("\x03")
        terminal.until(lambda: terminal.written.endswith(b"^C\r\n"))
        terminal.ends()


def test_no_name_is_asked_for_without_a_terminal(home: Path, port: str) -> None:
    done = run(command("host", "--hidden", "--port", port), "", FIVES_HOME=str(home))

    assert done.returncode == 0
    assert "Your name" not in done.stdout
    assert not (home / "settings.toml").exists()


def test_in_line_mode_a_password_is_asked_for_and_not_shown(home: Path, port: str) -> None:
    with hosted(home, port, "--password", "plum pie"), joined(port, home / "ben") as ben:
        ben.shows("has a password. Type it (it is not shown), or press Enter to give up.")
        ben.press("plumb\r")
        ben.shows("That is not the password of table")
        ben.press("plum pie\r")
        ben.shows("With Hana.")
        assert "plum" not in ben.text
        ben.press("who\r")
        ben.shows("who")  # typed text is echoed again


def test_on_the_full_screen_a_typed_password_is_shown_as_stars(home: Path, port: str) -> None:
    with (
        hosted(home, port, "--password", "plum"),
        fives("join", f"localhost:{port}", "--name", "Ben", home=home / "ben") as ben,
    ):
        ben.shows("has a password", "password:")
        ben.press("plum")
        ben.shows("password: ****")
        ben.press("\r")
        ben.shows("Hana", "Seat 2: You.")


@pytest.mark.parametrize("mode", ["--lines", "--no-lines"])
def test_giving_no_password_ends_with_a_plain_line(home: Path, port: str, mode: str) -> None:
    with (
        hosted(home, port, "--password", "plum"),
        fives("join", f"localhost:{port}", "--name", "Ben", mode, home=home / "ben") as ben,
    ):
        ben.shows("has a password")
        ben.rest()
        ben.press("\r")

        assert ben.ends() == 1
        assert ben.has_its_settings
        ben.shows("fives: Table oak has a password, and you gave none: ask your host for it.")


def test_three_wrong_passwords_end_with_a_plain_line(home: Path, port: str) -> None:
    with hosted(home, port, "--password", "plum"), joined(port, home / "ben") as ben:
        ben.shows("has a password")
        for wrong in (1, 2):
            ben.press("plumb\r")
            ben.until(lambda: ben.text.count("That is not the password") == wrong)  # noqa: B023 - called at once
        ben.press("plumb\r")

        assert ben.ends() == 1
        assert ben.has_its_settings
        ben.shows("fives: 3 wrong passwords for table oak: ask your host for the right one.")


def test_no_password_is_asked_for_without_a_terminal(home: Path, port: str) -> None:
    with hosted(home, port, "--password", "plum"):
        done = run(command("join", f"localhost:{port}", "--name", "Ben"), "", FIVES_HOME=str(home / "ben"))

    assert done.returncode == 1
    assert done.stderr == ("fives: The password is wrong. Ask your host for it, and give it with --password.\n")
