"""What a daemon and its players do without the features that stand alone: everything else.

A feature has a folder of its own where nothing else has to know it. Without these folders matches are played, stored
and shown.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest

from tests.end_to_end.line_player import play_in_lines
from tests.end_to_end.program import ROOT, TIME_TO_END

ROOMS: Final = ("daemon/club", "daemon/engine", "daemon/mapping", "daemon/measure")
GAME: Final = ("--rules", "all-fives", "--seats", "2", "--set", "target=40", "--think", "0")
PLAY: Final = ("play", *GAME, "--name", "Ann", "--data", "games")
HOST: Final = ("--hidden", "--port", "0")


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages without the folders of these features."""
    copy = tmp_path_factory.mktemp("core")
    for package in ("daemon", "client", "protocol"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for room in ROOMS:
        shutil.rmtree(copy / room)
    return copy


def environment(core: Path) -> dict[str, str]:
    """Where Python finds these packages and no others."""
    return {**os.environ, "PYTHONPATH": str(core)}


def run(core: Path, *words: str) -> str:
    """What a program of this copy prints; it ends with status 0."""
    command = [sys.executable, "-m", *words]
    ended = subprocess.run(
        command, cwd=core, env=environment(core), capture_output=True, text=True, check=False, timeout=TIME_TO_END
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_match_is_played_stored_and_shown(core: Path) -> None:
    status, lines, errors = play_in_lines([sys.executable, "-m", "client", *PLAY], environment(core), core)

    assert (status, errors) == (0, ""), lines[-20:]
    assert any("the match" in line for line in lines)
    assert "All Fives" in run(core, "client", "games", "--data", "games")
    (record,) = (core / "games" / "records").iterdir()
    assert "the match" in run(core, "client", "replay", str(record))


def test_a_host_plays_and_keeps_a_match(core: Path) -> None:
    run(core, "daemon", *HOST, *GAME, "--bots", "2", "--matches", "1", "--data", "bots")

    game = run(core, "daemon", "games", "--data", "bots").split()[0]
    assert "round_ended" in run(core, "daemon", "export", game, "-o", "-", "--data", "bots")


@pytest.fixture
def page(core: Path) -> Iterator[str]:
    """The address of the page of a host from this copy."""
    host = subprocess.Popen(
        [sys.executable, "-m", "daemon", *HOST, "--data", "host"],
        cwd=core, env=environment(core), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    with host:
        assert host.stdout is not None
        try:
            yield f"http://127.0.0.1:{host.stdout.readline().strip().rpartition(':')[2]}/"
        finally:
            host.kill()


def test_browsers_have_their_page(page: str) -> None:
    with urlopen(page, timeout=TIME_TO_END) as answer:
        assert b"page.js" in answer.read()
