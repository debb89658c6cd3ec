"""The lines that a host reads once clients can join."""

import io
import sys
from ipaddress import ip_address

import pytest

from daemon.machine.network import Network, OwnAddress
from daemon.net.addresses import addresses_for_friends
from daemon.program.announcing import announce, announce_moved


class Terminal(io.RawIOBase):
    """A terminal that others write to as well: it records each write."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: object, /) -> int:
        self.pieces.append(bytes(piece))  # type: ignore[call-overload]  # whatever has bytes
        return len(self.pieces[-1])


def test_the_announcement_is_written_at_once_so_that_no_log_line_interrupts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(
        sys, "stdout", io.TextIOWrapper(io.BufferedWriter(terminal), "utf-8", newline="\n", line_buffering=True)
    )

    announce(["0.0.0.0", "::"], [], 5533, None)

    (piece,) = terminal.pieces
    assert piece.startswith(b"listening on 127.0.0.1:5533\nand on every other address of this machine, port 5533\n")
    assert b"\non this machine:  fives join localhost\n" in piece
    assert piece.endswith(b"unfinished games continue when you start again.\n")


@pytest.mark.parametrize(
    ("listening", "said"),
    [
        (["0.0.0.0", "::"], ["127.0.0.1:5533", "localhost", "192.168.1.20", "[fd00::2]"]),
        (["0.0.0.0"], ["127.0.0.1:5533", "localhost", "192.168.1.20"]),
        (["::"], ["[::1]:5533", "[::1]", "[fd00::2]"]),
        (["192.168.1.20"], ["192.168.1.20:5533", "192.168.1.20", "192.168.1.20"]),
        (["127.0.0.1"], ["127.0.0.1:5533", "localhost"]),
    ],
)
def test_only_addresses_that_answer_are_announced(
    listening: list[str], said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    own = (OwnAddress(ip_address("192.168.1.20"), 24, "eth0"), OwnAddress(ip_address("fd00::2"), 64, "eth0"))

    announce(listening, addresses_for_friends(listening, Network(own)), 5533, None)

    lines = capsys.readouterr().out.splitlines()
    announced = [lines[0].removeprefix("listening on "), *(line.split()[-1] for line in lines if "fives join" in line)]
    assert announced == said


@pytest.mark.parametrize(("listening", "is_said"), [("0.0.0.0", True), ("::", True), ("192.168.1.20", False)])
def test_a_host_that_listens_on_every_address_says_so(
    listening: str, is_said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    announce([listening], [], 5533, None)

    assert ("\nand on every other address of this machine, port 5533\n" in capsys.readouterr().out) == is_said


@pytest.mark.parametrize("has_password", [False, True])
def test_the_host_is_sent_to_the_help_about_friends_elsewhere_and_reminded_of_a_password(
    has_password: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    announce(["0.0.0.0"], [], 5533, None, has_password=has_password)

    lines = capsys.readouterr().out.splitlines()
    assert "Friends in other houses: `fives help hosting`." in lines
    assert ("--password WORD keeps strangers out." in lines) == (not has_password)


def test_the_host_of_a_club_is_told_of_no_password_and_that_games_go_on_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    announce(["0.0.0.0"], [], 5533, None, is_in_club=True)

    said = capsys.readouterr().out
    assert "--password" not in said
    assert "unfinished games go on elsewhere" in said


KEY = "vbnm5-a7z33-34ywp-emt4v"


@pytest.mark.parametrize(
    ("key", "has_page", "said"),
    [
        (
            KEY,
            True,
            [
                f"Terminals are encrypted; this host's key is {KEY}.",
                "Browsers in the house are not encrypted; through a tunnel they are, up to the tunnel's owner.",
            ],
        ),
        (KEY, False, [f"Terminals are encrypted; this host's key is {KEY}."]),
        (None, True, ["Nothing is encrypted, for a private daemon has no key."]),
    ],
)
def test_the_host_is_told_what_is_encrypted(
    key: str | None, has_page: bool, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    announce(["0.0.0.0"], [], 5533, key, has_page=has_page)

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "listening on 127.0.0.1:5533"
    assert [line for line in lines if "encrypted" in line] == said
    assert "The host can read every hand." in lines


def test_other_addresses_are_printed_again_for_friends_and_browsers(capsys: pytest.CaptureFixture[str]) -> None:
    announce_moved(["192.168.88.50", "10.8.0.2"], 5533, has_page=True)
    announce_moved([], 5533, has_page=True)

    assert capsys.readouterr().out.splitlines() == [
        "This machine has another address now. Friends who join need one of these:",
        "friends:          fives join 192.168.88.50",
        "                  fives join 10.8.0.2",
        "in a browser:     http://192.168.88.50:5533/",
        "This machine is in no network now. Friends can join again when it is.",
    ]
