"""Before a match goes to another machine, everybody reads who reaches that one: firewalls keep some out, or all.

The machines are network namespaces, which only root can make.
"""

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

pytestmark = [
    pytest.mark.usefixtures("usual_folder"),
    pytest.mark.slow("starts programs on machines of their own"),
    pytest.mark.skipif(shutil.which("nft") is None, reason="the firewall needs the program `nft`"),
]


def _join(name: str) -> list[str]:
    return ["join", address("dan"), "--name", name.capitalize(), "--lines"]


@contextmanager
def in_round_one(folder: Path, *more: str) -> Iterator[tuple[PseudoTerminal, PseudoTerminal, PseudoTerminal]]:
    """Dan, who hosts, Ann and Ben."""
    words = ("host", "all-fives", "--seats", "3", "--name", "Dan", "--lines", "--data", str(folder / "data"))
    with ExitStack() as open_:
        dan = open_.enter_context(at("dan", folder, *words, *more))
        dan.shows("You sit at table oak")
        ann = open_.enter_context(at("ann", folder, *_join("ann")))
        ann.shows("You sit at table oak")
        ben = open_.enter_context(at("ben", folder, *_join("ben")))
        for player in (dan, ann, ben):
            player.shows("Round 1")
        yield dan, ann, ben


def _hand_over_to_ben(dan: PseudoTerminal, ben: PseudoTerminal) -> None:
    dan.press("handover Ben\ny\n")
    ben.shows("To host this match on your machine, type take over.")
    ben.press("take over\n")
    ben.shows("Your machine is ready.")


def test_a_machine_that_everybody_reaches_hosts_the_match_without_a_question(network: None, tmp_path: Path) -> None:
    with in_round_one(tmp_path) as (dan, ann, ben):
        _hand_over_to_ben(dan, ben)
        dan.shows(f"Ben's machine is ready, at {address('ben')}", "You and Ann reach Ben's machine.")
        ben.shows("Dan and Ann reach your machine.", "You host this match now.")
        ann.shows("The game goes on at Ben's machine.")


def test_the_host_reads_whom_a_firewall_keeps_out_and_the_match_stays_until_it_lets_them_in(
    network: None, tmp_path: Path
) -> None:
    keep_out("ben", "ann")
    with in_round_one(tmp_path) as (dan, ann, ben):
        _hand_over_to_ben(dan, ben)
        dan.shows(
            "Ann does not reach Ben's machine. You do.",
            "You decide: type handover Ben anyway, or decline.",
        )
        ann.shows("You do not reach Ben's machine. Dan does. The host decides.")
        ben.shows(
            "Ann does not reach your machine. Dan does.", "let it allow TCP port 5533", "Type take over to try again."
        )

        keep_out("ben")
        ben.press("take over\n")
        ben.shows("You host this match now.")
        ann.shows("You and Dan reach Ben's machine.")
        ann.shows("The game goes on at Ben's machine.")
        dan.shows("The game goes on at Ben's machine.")


def test_a_machine_that_nobody_reaches_strands_nobody(network: None, tmp_path: Path) -> None:
    keep_out("ben", "ann", "dan")
    with in_round_one(tmp_path) as (dan, ann, ben):
        _hand_over_to_ben(dan, ben)
        dan.shows("You and Ann do not reach Ben's machine.")
        dan.press("decline\n")
        for player in (dan, ann, ben):
            player.shows("The game stays at this host.")
        dan.press("who\n")
        dan.shows("Ben")


def test_the_host_goes_on_although_somebody_is_left_behind_only_after_a_question(network: None, tmp_path: Path) -> None:
    keep_out("ben", "ann")
    with in_round_one(tmp_path) as (dan, ann, ben):
        _hand_over_to_ben(dan, ben)
        dan.shows("Ann does not reach Ben's machine. You do.")
        dan.press("handover Ben anyway\n")
        dan.shows("Ann does not reach Ben's machine. Go on there all the same?")
        dan.press("y\n")
        ann.shows("The match goes to Ben's machine all the same. You stay behind for now.")
        ben.shows("You host this match now.")
        dan.shows("The game goes on at Ben's machine.")
        keep_out("ben")
        ann.shows("The game goes on at Ben's machine.")


def test_without_a_player_at_the_host_its_log_says_who_reaches_the_machine_and_a_command_decides(
    network: None, tmp_path: Path
) -> None:
    keep_out("ben", "ann")
    data = tmp_path / "data"
    program = ["ip", "netns", "exec", machine("dan"), *COMMAND]
    flags = ("--no-page", "--rules", "cinq-et-trois", "--seats", "2", "--data", str(data))
    with ExitStack() as open_:
        log = open_.enter_context((tmp_path / "log").open("wb"))
        host = open_.enter_context(
            subprocess.Popen([*program, *flags], stderr=log, stdout=subprocess.PIPE, env=environment())
        )
        open_.callback(host.kill)
        assert host.stdout is not None
        host.stdout.readline()  # it listens
        ann = open_.enter_context(at("ann", tmp_path, *_join("ann")))
        ann.shows("You sit at table oak")
        ben = open_.enter_context(at("ben", tmp_path, *_join("ben")))
        ben.shows("Round 1")

        _run([*program, "hand-over", "2", "--data", str(data)])
        ben.press("take over\n")
        ben.shows("Ann does not reach your machine.")
        assert "oak: the machine of Ben is ready; do NOT reach it: Ann" in (tmp_path / "log").read_text(
            encoding="utf-8"
        )
        _run([*program, "hand-over", "2", "--anyway", "--data", str(data)])
        ben.shows("You host this match now.")
        keep_out("ben")
        ann.shows("The game goes on at Ben's machine.", "It is the match that you have seen")


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=TIME_TO_END, env=environment())
