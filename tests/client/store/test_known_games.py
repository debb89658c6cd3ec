"""The games that the player has been introduced to, and line mode, in a file."""

from pathlib import Path

import pytest

from client.store.documents import Folder
from client.store.known_games import KNOWN_GAMES, LINE_MODE, add_known_games

FILE = "known-games.json"


def known_in(folder: Path) -> frozenset[str]:
    return KNOWN_GAMES.load(Folder(folder))


def test_games_are_added_to_those_in_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert known_in(folder) == set()

    add_known_games(Folder(folder), {"all-fives"})
    add_known_games(Folder(folder), {"cinq-et-trois"})

    assert known_in(folder) == {"all-fives", "cinq-et-trois"}


def test_the_file_of_the_releases_until_now_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('["all-fives", "cinq-et-trois"]\n', encoding="utf-8")

    assert known_in(tmp_path) == {"all-fives", "cinq-et-trois"}


def test_line_mode_stands_among_the_games(tmp_path: Path) -> None:
    add_known_games(Folder(tmp_path), {LINE_MODE})

    assert known_in(tmp_path) == {LINE_MODE}


def test_names_that_are_no_games_are_neither_read_nor_saved(tmp_path: Path) -> None:
    add_known_games(Folder(tmp_path), {"a stranger's game"})
    assert not (tmp_path / FILE).exists()

    (tmp_path / FILE).write_bytes(b'["chess", 3, ["all-fives"], "all-fives"]')
    assert known_in(tmp_path) == {"all-fives"}


@pytest.mark.parametrize("content", [b"", b"null", b"\xff", b"{}", b"[[", b"[" * 60_000, b"[" + b" " * 70_000 + b"]"])
def test_a_damaged_file_names_no_games_and_is_put_aside_with_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    folder = Folder(tmp_path)
    assert KNOWN_GAMES.load(folder) == set()

    (line,) = folder.troubles
    assert line.startswith("A saved list of known games was damaged and cannot be used. Its file is now ")
    assert (tmp_path / "known-games.damaged").read_bytes() == content
    add_known_games(folder, {"all-fives"})
    assert known_in(tmp_path) == {"all-fives"}


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    add_known_games(Folder(tmp_path / "file" / "folder"), {"all-fives"})

    assert known_in(tmp_path / "file" / "folder") == set()
