"""A match is handed over to a machine that nobody reaches: it comes back to its host, and nobody is stranded.

The machines are network namespaces, which only root can make.
"""

import shutil
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.machines import keep_out
from tests.end_to_end.pseudo_terminal import PseudoTerminal
from tests.end_to_end.test_rehearsal import in_round_one

pytestmark = [
    pytest.mark.usefixtures("usual_folder", "short_times"),
    pytest.mark.slow("waits until the host takes the match back"),
    pytest.mark.skipif(shutil.which("nft") is None, reason="the firewall needs the program `nft`"),
]
TAKEN_BACK = "so the game goes on here."


def send_to_ben_anyway(dan: PseudoTerminal, ben: PseudoTerminal) -> None:
    """Have the match go to Ben's machine, although no program reaches it."""
    keep_out("ben", "ann", "dan")
    dan.press("handover Ben\ny\n")
    ben.shows("To host this match on your machine, type take over.")
    ben.press("take over\n")
    dan.shows("You and Ann do not reach Ben's machine.")
    dan.press("handover Ben anyway\ny\n")
    ben.shows("You host this match now.")


def test_a_match_that_goes_to_a_machine_behind_a_firewall_comes_back_to_its_host(network: None, tmp_path: Path) -> None:
    with in_round_one(tmp_path) as (dan, ann, ben):
        send_to_ben_anyway(dan, ben)
        ann.shows("program tries there, and at the host before.")

        dan.shows(TAKEN_BACK)
        ann.shows(TAKEN_BACK)
        ben.shows("Nobody could reach this machine: the match goes on at the host before.", TAKEN_BACK)
        for player in (dan, ann, ben):
            player.shows("Round 1")


def test_a_match_that_goes_to_a_machine_that_dies_at_once_comes_back_to_its_host(network: None, tmp_path: Path) -> None:
    with in_round_one(tmp_path) as (dan, ann, ben):
        send_to_ben_anyway(dan, ben)
        ben.close()

        dan.shows(TAKEN_BACK)
        ann.shows(TAKEN_BACK)
