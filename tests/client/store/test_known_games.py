"""The games that the player has been introduced to, in a file."""

from pathlib import Path

import pytest

from client.store.files import KNOWN_GAMES
from client.store.known_games import read_known_games, save_known_games


def test_games_are_added_to_those_in_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert read_known_games(folder) == set()

    save_known_games(folder, {"all-fives"})
    save_known_games(folder, {"cinq-et-trois"})

    assert read_known_games(folder) == {"all-fives", "cinq-et-trois"}
    assert (folder / KNOWN_GAMES).read_text(encoding="utf-8") == '["all-fives", "cinq-et-trois"]\n'


def test_names_that_are_no_games_are_not_saved(tmp_path: Path) -> None:
    save_known_games(tmp_path, {"a stranger's game"})

    assert not (tmp_path / KNOWN_GAMES).exists()


@pytest.mark.parametrize("content", [b"", b"\xff", b"{}", b"[[", b"[" * 100_000, b'["chess", 3, ["all-fives"]]'])
def test_a_damaged_file_names_no_games_and_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / KNOWN_GAMES).write_bytes(content)
    assert read_known_games(tmp_path) == set()

    save_known_games(tmp_path, {"all-fives"})
    assert read_known_games(tmp_path) == {"all-fives"}


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    save_known_games(tmp_path / "file" / "folder", {"all-fives"})

    assert read_known_games(tmp_path / "file" / "folder") == set()
