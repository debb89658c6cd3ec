"""A host's machine is gone, and everybody is in one network: who goes on, and whom the others believe.

The machines are network namespaces, which only root can make.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from protocol.log.statements import i_come, is_signed
from tests.end_to_end.machines import address, at, machine
from tests.end_to_end.program import COMMAND, TIME_TO_END, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal
from tests.ended import ended

pytestmark = pytest.mark.usefixtures("usual_folder", "short_times")


@contextmanager
def daemon(name: str, folder: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """`fivesd` on the machine of this name."""
    command = ["ip", "netns", "exec", machine(name), *COMMAND, "--data", str(folder / f"{name}-data"), "--no-page"]
    with ended(subprocess.Popen([*command, *words], stdout=subprocess.PIPE, env=environment())) as host:
        assert host.stdout is not None
        host.stdout.readline()  # it listens
        yield host


def _join(name: str, folder: Path, *words: str) -> list[str]:
    return ["join", f"{address('dan')}", "--name", name.capitalize(), "--lines", *words]


@contextmanager
def _in_round_one(folder: Path) -> Iterator[tuple["subprocess.Popen[bytes]", PseudoTerminal, PseudoTerminal]]:
    """Dan's daemon, and Ann and Ben, who play there."""
    players = ExitStack()
    with daemon("dan", folder, "--seats", "2", "--rules", "cinq-et-trois") as dan, players:
        ann = players.enter_context(at("ann", folder, *_join("ann", folder)))
        ann.shows("You sit at table oak")
        ben = players.enter_context(at("ben", folder, *_join("ben", folder)))
        ben.shows("Round 1")
        yield dan, ann, ben


def test_a_spectator_does_not_become_the_host_and_a_player_who_does_is_asked_about(
    network: None, tmp_path: Path
) -> None:
    """Sue only watched, and calls herself Ben. Nobody goes to her machine; Ann goes to Ben's, once she says so."""
    with ExitStack() as open_, _in_round_one(tmp_path) as (dan, ann, ben):
        sue = open_.enter_context(at("sue", tmp_path, "watch", address("dan"), "--name", "Sue", "--lines"))
        sue.shows("Round 1")
        (record,) = (tmp_path / "ann" / "unfinished").iterdir()
        dan.kill()
        dan.wait(TIME_TO_END)

        # Spectators keep no record; she has one from somebody.
        words = ("--take-over", str(record), "--listed-as", "Ben")
        open_.enter_context(daemon("sue", tmp_path, *words))
        doubt = f"A host at {address('sue')} says that this match goes on there. It is no player of this match;"
        for player in (ann, ben):
            player.shows(f"{doubt} it calls itself Ben. Type go there to play there.")
            player.shows("Continue the match here? Type take over.")
        assert "You go to" not in ann.text + ben.text

        ben.press("take over\n")
        ben.shows("You host this match now.")
        ann.shows(f"Ben goes on with this match, at {address('ben')}: the key of the seat proves it.")
        ann.press("go there\n")
        ann.shows("You go to", "The game goes on at Ben's machine.")
        ben.shows("Ann is back")


def test_the_command_that_takes_a_match_over_seats_its_player_there_also_the_second_time(
    network: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _in_round_one(tmp_path) as (dan, _, ben):
        dan.kill()
        dan.wait(TIME_TO_END)
        ben.shows("Connection lost: ")

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "ben-usual"))  # he hosts from there
    (record,) = (tmp_path / "ben" / "unfinished").iterdir()
    for _ in range(2):
        with at("ben", tmp_path, "take-over", str(record), "--lines") as host:
            host.shows("You sit at table oak", "Round 1")


def test_a_stranger_who_says_that_the_match_goes_on_there_learns_nothing_that_opens_a_seat(
    network: None, tmp_path: Path
) -> None:
    """Until Ann agrees, he is only asked for his tables; and what she then shows him is of no use at another host."""
    with ExitStack() as open_, _in_round_one(tmp_path) as (dan, ann, ben):
        (record,) = (tmp_path / "ann" / "unfinished").iterdir()
        game = json.loads(record.read_text(encoding="utf-8").partition("\n")[0])["game"]
        dan.kill()
        dan.wait(TIME_TO_END)

        (tmp_path / "liar").mkdir()
        words = [sys.executable, "-m", "tests.end_to_end.lying_host", str(tmp_path / "liar"), address("sue"), game]
        liar = open_.enter_context(_started(["ip", "netns", "exec", machine("sue"), *words]))
        key = next(liar)
        for player in (ann, ben):
            player.shows(f"A host at {address('sue')}:5544 says that this match goes on there. Nothing proves it;")
        ann.press("go there\n")
        said = [json.loads(next(liar))]
        while said[-1]["type"] != "hello":
            said.append(json.loads(next(liar)))

    *asked, hello = said
    assert {line["type"] for line in asked} == {"tables"}
    assert (hello.get("token"), hello.get("game"), hello.get("password")) == (None, None, None)
    seat_key, comes = hello["seat_key"]["key"], hello["comes"]
    assert is_signed(seat_key, i_come(game, 1, key), comes)
    assert not is_signed(seat_key, i_come(game, 1, "vbnm5-a7z33-34ywp-emt4v"), comes)


@contextmanager
def _started(command: list[str]) -> Iterator[Iterator[str]]:
    """The lines that a program prints, which ends with the block."""
    with ended(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())) as program:
        assert program.stdout is not None
        yield (line.strip() for line in program.stdout)


def test_who_has_handed_a_match_over_hosts_it_again_when_the_next_host_is_gone(network: None, tmp_path: Path) -> None:
    with ExitStack() as open_:
        words = ("host", "cinq-et-trois", "--seats", "2", "--name", "Dan", "--lines", "--data", str(tmp_path / "data"))
        dan = open_.enter_context(at("dan", tmp_path, *words))
        dan.shows("You sit at table oak")
        ben = open_.enter_context(at("ben", tmp_path, *_join("ben", tmp_path)))
        ben.shows("Round 1")
        dan.shows("Round 1")
        dan.press("handover Ben\ny\n")
        ben.shows("To host this match on your machine, type take over.")
        ben.press("take over\n")
        ben.shows("You host this match now.")
        dan.shows("The game goes on at Ben's machine.")

        ben.close()
        dan.shows("Continue the match here? Type take over.")
        dan.press("take over\n")
        dan.shows("You host this match now.")
        dan.shows("Round 1", "Ben is away")
        dan.press("q\ny\n")
        dan.ends()


def test_a_host_who_comes_back_leads_everybody_to_where_the_match_goes_on(network: None, tmp_path: Path) -> None:
    words = ("host", "cinq-et-trois", "--seats", "2", "--name", "Dan", "--lines", "--data", str(tmp_path / "data"))
    with ExitStack() as open_:
        with at("dan", tmp_path, *words) as dan:
            dan.shows("You sit at table oak")
            ben = open_.enter_context(at("ben", tmp_path, *_join("ben", tmp_path)))
            ben.shows("Round 1")
            dan.shows("Round 1")
        ben.shows("Continue the match here? Type take over.")
        ben.press("take over\n")
        ben.shows("You host this match now.")

        dan = open_.enter_context(at("dan", tmp_path, *words, "--resume"))
        dan.shows(f"Ben goes on with this match, at {address('ben')}: the key of the seat proves it.")
        dan.shows("Type take over to lead everybody there; until then your table goes on, too.")
        dan.press("take over\n")
        dan.shows("The game goes on at Ben's machine.")
        ben.shows("Dan is back")
