"""A next host that lies strands nobody: the match comes back within a minute or two, or its players decide.

The machines are network namespaces, which only root can make.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("a pty is POSIX's", allow_module_level=True)

from daemon.net.identity import open_identity
from tests.end_to_end.lying_next_host import Lie
from tests.end_to_end.machines import address, at, connected, machine
from tests.end_to_end.program import COMMAND, TIME_TO_END, environment
from tests.end_to_end.pseudo_terminal import PseudoTerminal
from tests.end_to_end.test_gone_host import daemon

pytestmark = pytest.mark.slow("starts programs on machines of their own, and waits until the host before has waited")

COMES_BACK = "Nobody could reach the next host in time, so the game goes on here."
STAYS = "The game stays at this host."
PLAYERS_DECIDE = "Continue the match here? Type take over."
READ: dict[Lie, tuple[str, str]] = {
    Lie.NOWHERE: ("Nobody answers at", COMES_BACK),
    Lie.OLD_HOST: ("The game waits for Ben's machine.", STAYS),
    Lie.WEB: ("This program tries there, and at the host before.", COMES_BACK),
    Lie.OTHER_KEY: ("has another key", COMES_BACK),
    Lie.NO_ANSWER: ("Nobody answers at", COMES_BACK),
    Lie.NO_GAME: ("the game is not at the other host.", COMES_BACK),
    Lie.NO_TABLE: ("This program tries there, and at the host before.", COMES_BACK),
    Lie.SENDS_AWAY: ("This program tries there, and at the host before.", COMES_BACK),
    Lie.NO_WELCOME: ("the other host does not let you in.", COMES_BACK),
    Lie.STALLS: ("the host has gone silent.", PLAYERS_DECIDE),
    Lie.OTHER_HISTORY: (
        "WARNING: this game is not the one of the host before.",
        "You are back: the host before goes on",
    ),
}
"""What the players read meanwhile, and in the end."""


@pytest.fixture
def network() -> Iterator[None]:
    """The machines of Dan, Ann, Ben and Sue, connected by a switch."""
    with connected():
        yield


@contextmanager
def sent_by(lie: Lie, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PseudoTerminal]]:
    """Ann and Sue, whose host, Dan's daemon, has asked Ben to go on hosting; he lies."""
    with ExitStack() as open_:
        open_.enter_context(daemon("dan", folder, "--rules", "all-fives", "--seats", "3"))
        players = [_seated("ann", folder, open_, monkeypatch)]
        ben = folder / "ben"
        ben.mkdir()
        words = [address("dan"), open_identity(folder / "dan-data").key, str(ben), address("ben"), lie]
        program = ["ip", "netns", "exec", machine("ben"), sys.executable, "-m", "tests.end_to_end.lying_next_host"]
        liar = subprocess.Popen([*program, *words], stdout=subprocess.PIPE, env=environment())
        open_.enter_context(liar)
        open_.callback(liar.kill)
        assert liar.stdout is not None
        liar.stdout.readline()  # it has a seat
        players.append(_seated("sue", folder, open_, monkeypatch))
        for player in players:
            player.shows("Round 1")
        hand_over = [*COMMAND, "hand-over", "2", "--data", str(folder / "dan-data")]
        command = ["ip", "netns", "exec", machine("dan"), *hand_over]
        subprocess.run(command, check=True, capture_output=True, timeout=TIME_TO_END, env=environment())
        yield players


def _seated(name: str, folder: Path, open_: ExitStack, monkeypatch: pytest.MonkeyPatch) -> PseudoTerminal:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / f"{name}-usual"))
    player = open_.enter_context(at(name, folder, "join", address("dan"), "--name", name.capitalize(), "--lines"))
    player.shows("You sit at table oak")
    return player


@pytest.mark.parametrize("lie", Lie if os.environ.get("FIVES_LONG") else (Lie.NO_TABLE, Lie.OTHER_HISTORY))
def test_a_next_host_that_lies_strands_nobody(
    network: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lie: Lie
) -> None:
    meanwhile, in_the_end = READ[lie]
    with sent_by(lie, tmp_path, monkeypatch) as players:
        for player in players:
            player.shows(meanwhile)
        for player in players:
            player.shows(in_the_end)
            assert player.process.poll() is None
