"""The contract of every store of finished games: one suite for the one in files and the one in a browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from client.store import browser_games, file_games
from client.store.browser_games import BrowserGames
from client.store.file_games import FileGames
from client.store.saved_games import FinishedGame, FinishedGames, result_of
from protocol.log.table import fold
from tests.played import entered, played_match

HOST = "host:5533"
MATCH = played_match("all-threes", {"target": 30}, chance=7)
ENTRIES = entered(MATCH)
RESULT = result_of(HOST, "oak", "g1", 0, fold(MATCH))

Reopening = Callable[[FinishedGames], FinishedGames]
"""The same store, as a later run finds it."""


def _stored_again(games: FinishedGames) -> FinishedGames:
    if isinstance(games, FileGames):
        return FileGames(games.folder)
    assert isinstance(games, BrowserGames)
    return BrowserGames.read(games.address, json.loads(json.dumps(games.rows)))


@pytest.fixture(params=["files", "browser"])
def games(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FinishedGames:
    """An empty store. The current folder has none of its games."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return FileGames(tmp_path / "data") if request.param == "files" else BrowserGames(HOST)


@pytest.fixture
def reopened() -> Reopening:
    return _stored_again


def names(games: list[FinishedGame]) -> list[str]:
    return [game.result.game for game in games]


def test_saved_games_are_found_by_a_later_run_newest_first(games: FinishedGames, reopened: Reopening) -> None:
    assert games.all() == []

    for game in ("g1", "g2", "g3"):
        assert games.save(evolve(RESULT, game=game), ENTRIES) == []

    assert names(games.all()) == ["g3", "g2", "g1"]
    assert reopened(games).all() == games.all()


def test_a_result_is_read_as_it_was_saved(games: FinishedGames, reopened: Reopening) -> None:
    games.save(RESULT, ENTRIES)

    assert [game.result for game in reopened(games).all()] == [RESULT]


def test_a_game_is_saved_once(games: FinishedGames, reopened: Reopening) -> None:
    for game in ("g1", "g2", "g1"):
        games.save(evolve(RESULT, game=game, at=f"2026-01-02T03:04:0{game[1]}Z"), ENTRIES)

    assert names(games.all()) == names(reopened(games).all()) == ["g2", "g1"]


def test_a_record_that_is_named_is_there(games: FinishedGames) -> None:
    games.save(RESULT, ENTRIES)

    assert all(game.record is None or game.record.is_file() for game in games.all())


def test_the_oldest_games_make_room(games: FinishedGames, reopened: Reopening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_games, "MOST_RESULTS", 6)
    monkeypatch.setattr(file_games, "ROOM_AT_ONCE", 2)
    monkeypatch.setattr(browser_games, "MOST_GAMES", 6)
    for number in range(20):
        games.save(evolve(RESULT, game=f"g{number}"), [])

    kept = names(games.all())
    assert 4 <= len(kept) <= 6
    assert kept == [f"g{number}" for number in range(19, 19 - len(kept), -1)]
    assert names(reopened(games).all()) == kept


def test_nothing_is_written_to_the_current_folder(games: FinishedGames) -> None:
    games.save(RESULT, ENTRIES)
    games.all()

    assert list(Path().iterdir()) == []
