"""A host who has handed the match over takes it back, and everybody returns, unless a round was played there.

The machines are network namespaces, which only root can make.
"""

import shutil
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from tests.end_to_end.machines import address, at, keep_out
from tests.end_to_end.pseudo_terminal import PseudoTerminal
from tests.end_to_end.test_rehearsal import in_round_one

pytestmark = [
    pytest.mark.usefixtures("usual_folder", "short_times"),
    pytest.mark.slow("starts programs on machines of their own, and waits until the players' programs ask again"),
    pytest.mark.skipif(shutil.which("nft") is None, reason="the firewall needs the program `nft`"),
]


def hand_over(dan: PseudoTerminal, ann: PseudoTerminal, ben: PseudoTerminal) -> None:
    """Have the match go to Ben's machine, and everybody play there."""
    dan.press("handover Ben\ny\n")
    ben.shows("To host this match on your machine, type take over.")
    ben.press("take over\n")
    ben.shows("You host this match now.")
    for player in (dan, ann):
        player.shows("The game goes on at Ben's machine.")


def comes_back(ann: PseudoTerminal) -> None:
    """Wait until Ann is back, whether her program has asked the host before first, or Ben's host has led her there."""
    asked, led = "The host before has taken the match back", "The game goes on at the host before."
    ann.until(lambda: asked in ann.text or led in ann.text)


def test_a_host_takes_the_match_back_and_everybody_returns(network: None, tmp_path: Path) -> None:
    with in_round_one(tmp_path) as (dan, ann, ben):
        hand_over(dan, ann, ben)

        dan.press("takeback\n")
        dan.shows("Take the match back to your machine?")
        dan.press("y\n")
        dan.shows("Your host asks the other one whether a round was played there.", "The match is taken back.")
        dan.shows("The game goes on at this host.")
        comes_back(ann)
        ben.shows("The host before has taken the match back: the match goes on at the host before.")
        dan.shows("Ann is back.", "Ben is back.")


def test_a_host_whose_next_one_does_not_answer_insists(network: None, tmp_path: Path) -> None:
    with in_round_one(tmp_path) as (dan, ann, ben):
        hand_over(dan, ann, ben)
        keep_out("ben", "dan", "ann")

        dan.press("takeback\ny\n")
        dan.shows(f"Nobody answers at {address('ben')}", "both matches exist. Type takeback anyway to do that.")
        dan.press("takeback anyway\ny\n")
        dan.shows("The match is taken back.")


def test_a_host_who_hosts_again_reads_where_the_match_is_and_takes_it_back(network: None, tmp_path: Path) -> None:
    with in_round_one(tmp_path) as (dan, ann, ben):
        hand_over(dan, ann, ben)
        dan.process.kill()
        ann.shows("Dan is away")

        words = ("host", "all-fives", "--seats", "3", "--name", "Dan", "--lines", "--data", str(tmp_path / "data"))
        with at("dan", tmp_path, *words) as again:
            again.shows(
                f"Your host has handed a match over to {address('ben')}: All Fives with Ann and Ben, round 1.",
                f"`fives join {address('ben')}#k=",
                "Type takeback to go on with it here, as long as nobody has played a round there.",
            )
            again.press("takeback\ny\n")
            insists = "Type takeback anyway to do that."  # a busy machine may not answer the host in five seconds
            again.until(lambda: "The match is taken back." in again.text or insists in again.text)
            if insists in again.text:
                again.press("takeback anyway\ny\n")
            again.shows("The match is taken back.", "It waits at a table of its own")
            comes_back(ann)
            ben.shows("The host before has taken the match back: the match goes on at the host before.")
            again.press("tables\n")
            again.shows("All Fives, playing")
