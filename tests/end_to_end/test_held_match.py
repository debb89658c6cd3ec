"""A match that has come to the next host, which waits for a host before that does not answer any more.

The machines are network namespaces, which only root can make.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.machines import address, at, keep_out, machine
from tests.end_to_end.program import COMMAND, TIME_TO_END, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal
from tests.end_to_end.test_gone_host import daemon
from tests.ended import end_with_children

pytestmark = [
    pytest.mark.usefixtures("short_times"),
    pytest.mark.slow("waits until its players may decide"),
    pytest.mark.skipif(shutil.which("nft") is None, reason="the firewall needs the program `nft`"),
]
AtDans = tuple["subprocess.Popen[bytes]", tuple[PseudoTerminal, PseudoTerminal, PseudoTerminal]]


@contextmanager
def in_round_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtDans]:
    """Dan's daemon, and Ann, Ben and Sue, who play there."""
    words = ("--rules", "all-fives", "--seats", "3")
    with ExitStack() as open_:
        dan = open_.enter_context(daemon("dan", folder, *words))
        players = []
        for name in ("ann", "ben", "sue"):
            monkeypatch.setenv("XDG_DATA_HOME", str(folder / f"{name}-usual"))  # each machine hosts from its own folder
            join = ("join", address("dan"), "--name", name.capitalize(), "--lines")
            players.append(open_.enter_context(at(name, folder, *join)))
            players[-1].shows("You sit at table oak")
        ann, ben, sue = players
        for player in players:
            player.shows("Round 1")
        yield dan, (ann, ben, sue)


def send_to_ben(folder: Path, ben: PseudoTerminal) -> None:
    """Have Dan's daemon hand the match over to Ben, who agrees."""
    data = str(folder / "dan-data")
    command = ["ip", "netns", "exec", machine("dan"), *COMMAND, "hand-over", "2", "--data", data]
    subprocess.run(command, check=True, capture_output=True, timeout=TIME_TO_END, env=environment())
    ben.shows("To host this match on your machine, type take over.")
    ben.press("take over\n")


@contextmanager
def sent_to_ben(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtDans]:
    """Dan's daemon, and Ann, Ben and Sue, whom it has sent to Ben's machine.

    A firewall lets nobody connect to Dan's machine any more, so it learns nothing of who has come there.
    """
    with in_round_one(folder, monkeypatch) as (dan, (ann, ben, sue)):
        keep_out("dan", "ann", "ben", "sue")
        send_to_ben(folder, ben)
        ann.shows("The game goes on at")
        yield dan, (ann, ben, sue)


def test_the_player_whose_machine_holds_the_match_goes_on_when_the_host_before_stays_silent(
    network: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sent_to_ben(tmp_path, monkeypatch) as (dan, (ann, ben, sue)):
        dan.kill()
        dan.wait(TIME_TO_END)

        waits = "The match is here, and goes on once the host before has left it, which does not answer."
        ben.shows(waits)
        ben.press("take over\n")
        ben.shows("Wait for the host before: it has to leave the match first.")
        for player in (ann, sue):
            player.shows(waits)
        ben.shows("The host before does not answer: it may have ended, or play on with others.", "Type take over")
        ben.press("take over\n")
        for player in (ann, ben, sue):
            player.until(lambda player=player: player.text.count("Round 1. You hold") == 2)  # type: ignore[misc]


@contextmanager
def coming_back(folder: Path, command: str) -> Iterator[PseudoTerminal]:
    """Ben's program, started again, in which he hosts the match again."""
    words = ("join", address("dan")) if command == "join" else ("host",)
    with at("ben", folder, *words, "--name", "Ben", "--lines") as again:
        if command == "join":
            again.shows("This match is at your own machine, which does not host it now", "Host it again? [Y/n]")
        else:
            again.until(lambda: "Continue it (y)" in again.text or "Enter or y for 1" in again.text)
        again.press("y\n")
        yield again


@pytest.mark.parametrize("command", ["join", "host"])
def test_a_next_host_that_ends_as_everybody_comes_is_found_again_and_hosts_the_match(
    network: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Everybody waits for its player, whatever command they come back with; the game goes on where it was.

    What they say meanwhile is said there.
    """
    with in_round_one(tmp_path, monkeypatch) as (_, (ann, ben, sue)):
        send_to_ben(tmp_path, ben)
        for player in (ann, sue):
            player.shows("The game goes on at Ben's machine.")
        ben.process.kill()
        for player, word in ((ann, "plum"), (sue, "pear")):
            player.shows("Connection lost: ")
            player.press(f"/{word}\n")
            player.shows("It is sent when the connection is back.")

        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "ben-usual"))
        with coming_back(tmp_path, command) as again:
            again.shows("The game goes on at your machine.", "Round 1")
            again.shows("plum")
            again.shows("pear")


def without_token(folder: Path) -> None:
    """Have the player's seat at the own host be as it is saved before the player comes there."""
    (seat,) = (file for file in folder.glob("seats/*") if json.loads(file.read_text())["host_command"])
    seat.write_text(json.dumps({**json.loads(seat.read_text()), "token": ""}))


@pytest.mark.parametrize("command", ["join", "host"])
def test_the_player_of_a_next_host_whose_machine_ended_before_they_came_there_has_their_seat(
    network: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    with in_round_one(tmp_path, monkeypatch) as (_, (ann, ben, sue)):
        send_to_ben(tmp_path, ben)
        for player in (ann, sue):
            player.shows("The game goes on at Ben's machine.")
        end_with_children(ben.process)
        without_token(tmp_path / "ben")

        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "ben-usual"))
        with coming_back(tmp_path, command) as again:
            again.shows("The game goes on at your machine. You sit at table oak", "Round 1")


def test_where_both_hosts_are_gone_a_player_is_asked_after_a_minute_and_the_others_find_that_one(
    network: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sent_to_ben(tmp_path, monkeypatch) as (dan, (ann, ben, sue)):
        for program in (dan, ben.process):
            program.kill()
            program.wait(TIME_TO_END)

        for player in (ann, sue):
            player.shows("Continue the match here? Type take over.")
        sue.press("take over\n")
        sue.shows("You host this match now.")
        ann.shows(f"Sue goes on with this match, at {address('sue')}: the key of the seat proves it.")
        ann.press("go there\n")
        ann.shows("You go to", "The game goes on at Sue's machine.")
        sue.shows("Ann is back")
