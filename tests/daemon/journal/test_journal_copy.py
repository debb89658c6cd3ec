"""A journal is copied as it is at one moment, while it is being written, and the copy is checked."""

from functools import partial
from pathlib import Path

import pytest
import trio

from daemon.journal.interface import StoreError
from daemon.journal.journal_copy import CopyContent, copy_journal
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_reading import open_reader
from protocol.log.events import Said
from tests.daemon.journal.journals import begin, change, entries_of, sayings

LARGE = [Said(0, "Ann", "x" * 9_000)] * 300
"""More than is copied at once."""


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def copy(journal: Path, copies: Path) -> CopyContent:
    return copy_journal(journal, copies, lambda _copied, _pages: None)


async def test_what_is_written_during_the_copying_is_not_in_the_copy(
    tmp_path: Path, copies: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, steps = tmp_path / "journal.sqlite", 0
    async with open_journal(path) as journal:
        await begin(journal, "g1", *LARGE)
        await begin(journal, "g2")
        before = {game: await journal.read(game) for game in ("g1", "g2")}

        def append_to_both(copied: int, pages: int) -> None:
            nonlocal steps
            for game, stored in before.items():
                after = len(stored.entries) + steps
                trio.from_thread.run(partial(journal.append, game, after, sayings(1, after=after)))
            steps += 1

        with trio.fail_after(60):  # it could begin again for each append, and never end
            content = await trio.to_thread.run_sync(copy_journal, path, copies, append_to_both)
        grown = len((await journal.read("g2")).entries)

    assert (content.games, content.damaged) == (2, frozenset())
    assert steps > 1
    assert grown == len(before["g2"].entries) + steps
    async with open_journal(copies / "journal.sqlite") as journal:  # as a daemon would open it
        assert {game: await journal.read(game) for game in before} == before
        await journal.append("g2", 1, sayings(1, after=1))
    assert not caplog.records


async def test_a_copy_notices_that_a_game_has_lost_its_end(tmp_path: Path, copies: Path) -> None:
    path = tmp_path / "journal.sqlite"
    async with open_journal(path) as journal:
        await begin(journal, "g1")
        await begin(journal, "g2", *(entry.event for entry in sayings(5)))
        await journal.append("g2", 6, sayings(1, after=6))

    change(path, "DELETE FROM entries WHERE game = 'g2' AND seq = 7", "DELETE FROM appends WHERE game = 'g2' AND n = 2")

    content = copy(path, copies)

    assert (content.games, content.damaged) == (2, frozenset({"g2"}))
    with open_reader(copies / "journal.sqlite") as reader:
        assert reader.verify().keys() == {"g1"}
        assert "lost" in reader.damage["g2"]


async def test_a_malformed_journal_is_not_copied(tmp_path: Path, copies: Path) -> None:
    path = tmp_path / "journal.sqlite"
    async with open_journal(path) as journal:
        await journal.append("g1", 0, entries_of(*LARGE[:50]))
    content = path.read_bytes()
    path.write_bytes(content[: 20 * 4096] + bytes(4096) + content[21 * 4096 :])

    with pytest.raises(StoreError, match="malformed"):
        copy(path, copies)


@pytest.mark.parametrize(("version", "words"), [(5, "is no journal of this release"), (7, "update this one")])
async def test_a_journal_of_another_version_is_not_copied(
    tmp_path: Path, copies: Path, version: int, words: str
) -> None:
    path = tmp_path / "journal.sqlite"
    async with open_journal(path) as journal:
        await begin(journal)
    change(path, f"PRAGMA user_version = {version}")

    with pytest.raises(StoreError, match=words):
        copy(path, copies)
