"""The readable part of a journal that SQLite finds malformed is copied, and writing continues only in the copy."""

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import trio

from daemon.journal.interface import StoredRows
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_reading import open_reader
from tests.daemon.journal.journals import begin, sayings
from tests.end_to_end.program import HOST, check_one_plain_line, run

PAGE: Final = 4096
GAMES: Final = [f"g{nth}" for nth in range(8)]
ROWS: Final = len(GAMES) * (200 + 67)
"""Entries and appends."""
FILES: Final = ("journal.sqlite", "journal.heads")

Truth = dict[str, StoredRows]


async def _written(path: Path) -> Truth:
    """Several unfinished games side by side."""
    async with open_journal(path) as journal:
        for game in GAMES:
            await begin(journal, game)
        for head in range(1, 200, 3):
            for game in GAMES:
                await journal.append(game, head, sayings(3, after=head))
        return {game: await journal.read(game) for game in GAMES}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    path = tmp_path_factory.mktemp("written") / "journal.sqlite"
    return path.parent, trio.run(_written, path)


def damaged(written: Path, folder: Path, page: int) -> Path:
    """A copy of the journal in which this page, counted from 1, is zeros."""
    for name in FILES:
        shutil.copy(written / name, folder)
    path = folder / "journal.sqlite"
    content = bytearray(path.read_bytes())
    content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    path.write_bytes(content)
    return path


def files_in(folder: Path) -> set[str]:
    """The files in this folder except those that SQLite creates for reading."""
    return {file.name for file in folder.iterdir() if not file.name.endswith(("-wal", "-shm"))}


@pytest.mark.parametrize("part", range(1, 10))
async def test_writing_continues_in_a_copy_of_the_readable_games(
    written: tuple[Path, Truth], tmp_path: Path, part: int, caplog: pytest.LogCaptureFixture
) -> None:
    files, truth = written
    pages = (files / "journal.sqlite").stat().st_size // PAGE
    path = damaged(files, tmp_path, pages * part // 10)
    kept, before = tmp_path / "journal-damaged-1.sqlite", path.read_bytes()

    for _ in range(2):
        async with open_journal(path) as journal:
            sound = [info.game for info in await journal.games()]
            for game in sound:
                head = len((await journal.read(game)).entries)
                await journal.append(game, head, sayings(1, after=head))

    (line,) = [record.getMessage() for record in caplog.records if record.name == "fivesd.salvage"]
    assert line.endswith(f"the old file is kept as {kept}")
    assert kept.read_bytes() == before
    assert files_in(tmp_path) == {kept.name, *FILES}
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (left,) = database.execute("SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM appends)").fetchone()
    assert left > ROWS - 100, "no more is lost than what was on one page"
    with open_reader(path) as reader:
        reader.verify()
        assert reader.damage.keys() == truth.keys() - set(sound), "each game is whole or named"
        for game, whole in truth.items():
            stored, _ = reader.read_undamaged(game)
            length = len(whole.entries) if game in sound else len(stored.entries)
            assert stored.entries[: len(whole.entries)] == whole.entries[:length]


async def test_a_malformed_index_alone_damages_no_game(
    written: tuple[Path, Truth], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files, truth = written
    with closing(sqlite3.connect(files / "journal.sqlite")) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entries_1'"
        ((root,),) = database.execute(query).fetchall()
    path = damaged(files, tmp_path, root)

    async with open_journal(path) as journal:
        assert {game: await journal.read(game) for game in GAMES} == truth
    assert [record.name for record in caplog.records] == ["fivesd.salvage"]


async def test_a_second_damaged_file_is_kept_beside_the_first(written: tuple[Path, Truth], tmp_path: Path) -> None:
    for _ in range(2):
        path = damaged(written[0], tmp_path, 20)
        async with open_journal(path):
            pass

    assert files_in(tmp_path) == {"journal-damaged-1.sqlite", "journal-damaged-2.sqlite", *FILES}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_nothing_changes_when_there_is_no_space_for_the_copy(written: tuple[Path, Truth], tmp_path: Path) -> None:
    path = damaged(written[0], tmp_path, 20)
    before = [(tmp_path / name).read_bytes() for name in FILES]
    limited = ["sh", "-c", 'ulimit -f 200; exec "$@"', "sh"]  # blocks of 512 or 1024 bytes, depending on the shell

    done = run([*limited, *HOST, "--port", "0", "--data", str(tmp_path)])

    assert done.returncode == 2
    assert done.stdout == ""
    check_one_plain_line(done.stderr, [str(path), "is malformed", "nothing was changed"])
    assert [(tmp_path / name).read_bytes() for name in FILES] == before
    assert files_in(tmp_path) == {"fivesd.lock", *FILES}
