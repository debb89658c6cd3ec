"""A journal's file that somebody restores, moves or deletes while the daemon has it open: play stops and says so."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from daemon.journal.heads import heads_file
from daemon.journal.interface import DISK_TROUBLE, StoreError
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_writer import COMMITS_TO_A_CHECKPOINT, REPLACED
from protocol.log.commands import Say
from protocol.wire.messages import OpenTable, Tables
from protocol.wire.notices import TroubleNotice
from tests.daemon.harness import hosting
from tests.daemon.journal.journals import begin, sayings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
async def backup(path: Path) -> Path:
    """A copy of the journal with one game, which has one entry; the journal itself has more of it."""
    async with open_journal(path) as journal:
        await begin(journal)
    shutil.copytree(path.parent, path.parent / "backup")
    async with open_journal(path) as journal:
        for after in range(1, 3 * COMMITS_TO_A_CHECKPOINT):
            await journal.append("g1", after, sayings(1, after=after))
    return path.parent / "backup" / path.name


LONG = 3 * COMMITS_TO_A_CHECKPOINT


def _moved_over(path: Path, backup: Path) -> None:
    shutil.copy(backup, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def _copied_over(path: Path, backup: Path) -> None:
    path.write_bytes(backup.read_bytes())


def size_of(path: Path) -> int:
    return path.stat().st_size


def move_away(path: Path) -> None:
    path.rename(path.with_name("old"))


def _removed(path: Path, backup: Path) -> None:
    assert backup.exists()
    path.unlink()


@pytest.mark.parametrize(
    ("replace", "says"),
    [
        (_moved_over, "was replaced by another file"),
        (_copied_over, "was overwritten by another program"),
        (_removed, "was removed"),
    ],
)
async def test_nothing_is_stored_in_a_file_that_the_next_start_does_not_open(
    path: Path, backup: Path, replace: Callable[[Path, Path], None], says: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_journal(path) as journal:
        assert journal.trouble.reason == DISK_TROUBLE
        replace(path, backup)
        for _ in range(2):
            with pytest.raises(StoreError, match=f"journal.sqlite {says} while it was in use"):
                await journal.append("g1", LONG, sayings(1, after=LONG))
        with pytest.raises(StoreError, match=says):
            await journal.forget(["g1"])

        assert journal.trouble.reason == REPLACED
    (line,) = caplog.messages
    assert line.endswith("play has stopped. Stop fivesd, put journal.sqlite right, and start it")


async def test_a_restored_file_is_not_changed_by_the_daemon_that_had_the_other_one(path: Path, backup: Path) -> None:
    async with open_journal(path) as journal:
        for after in LONG, LONG + 1:  # before the second one, the file of heads of this run is written
            await journal.append("g1", after, sayings(1, after=after))
        for restored in path, heads_file(path):
            _moved_over(restored, backup.with_name(restored.name))
        with pytest.raises(StoreError):
            await journal.append("g1", LONG + 2, sayings(1, after=LONG + 2))
        with pytest.raises(StoreError):
            await journal.forget(["g1"])

    assert heads_file(path).read_bytes() == heads_file(backup).read_bytes()
    async with open_journal(path) as journal:
        assert [info.entries for info in await journal.games()] == [1]


async def test_checkpoints_of_the_daemon_itself_are_no_change_by_others(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        sizes = {size_of(path)}
        for after in range(1, 12 * COMMITS_TO_A_CHECKPOINT, 3):
            await journal.append("g1", after, sayings(3, after=after))
            sizes.add(size_of(path))
        assert len(sizes) > 2


async def test_those_at_a_table_read_that_the_journal_is_another_one(path: Path) -> None:
    async with open_journal(path) as journal, hosting(journal, patience=10) as host:
        ann = await host.operator("Ann")
        await ann.send(OpenTable("all-fives"))
        await ann.enter(table=(await ann.expect(Tables)).opened)
        move_away(path)

        refused = await ann.refused(Say("hello"))

    assert refused == "store_failed"
    (trouble,) = (message.text for message in ann.received if isinstance(message, TroubleNotice))
    assert trouble == f"{REPLACED}: play has stopped. Stop fivesd, put journal.sqlite right, and start it"
