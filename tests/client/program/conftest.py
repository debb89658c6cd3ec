"""Folders of a player with unfinished matches."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.client.program.at_own_daemon import AtOwnDaemon, at_own_daemon
from tests.client.program.programs import fives


@pytest.fixture(scope="session")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player's folder with two matches unfinished: one of Cinq et Trois, and one of All Threes played since."""
    home = tmp_path_factory.mktemp("two-games")
    for game, seats in (("cinq-et-trois", "2"), ("all-threes", "3")):
        fives(home, "play", "--think", "0", "--rules", game, "--seats", seats, "--name", "Ann", typed="1\n")
    return home


@pytest.fixture
def home(two_games: Path, tmp_path: Path) -> Path:
    """The same folder, for one test."""
    return Path(shutil.copytree(two_games, tmp_path / "home"))


@pytest.fixture
async def ann(home: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[AtOwnDaemon]:
    """The same player at her own daemon, in the process of the test."""
    monkeypatch.setenv("FIVES_HOME", str(home))
    async with at_own_daemon(home) as player:
        yield player
