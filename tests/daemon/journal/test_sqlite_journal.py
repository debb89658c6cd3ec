"""Behaviour specific to a journal that is a file on a disk."""

import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

from daemon.journal.interface import (
    Journal,
    StoreError,
    TokenIssued,
    WrongPlaceError,
)
from daemon.journal.sqlite_file import connect
from daemon.journal.sqlite_journal import journal_on, open_journal
from daemon.journal.sqlite_reading import SqliteReader, open_reader
from daemon.journal.sqlite_writer import COMMITS_TO_A_CHECKPOINT
from protocol.log.events import Entry
from tests.daemon.journal.journals import AT, OAK, begin, sayings


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


class HeldDisk(sqlite3.Connection):
    """A database whose commits wait for permission; it counts them and records their threads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_commit = threading.Event()
        self.threads: list[int] = []

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            self.threads.append(threading.get_ident())
            assert self.may_commit.wait(10)
        return super().execute(sql, *values)


@asynccontextmanager
async def held_journal(path: Path) -> AsyncIterator[tuple[Journal, HeldDisk]]:
    connect(path).close()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=HeldDisk)) as database:
        async with journal_on(database, path) as journal:
            yield journal, database


async def test_an_append_is_invisible_until_it_returns(path: Path) -> None:
    returned = trio.Event()

    async def append(journal: Journal) -> None:
        await begin(journal)
        returned.set()

    async with held_journal(path) as (journal, disk), trio.open_nursery() as nursery:
        nursery.start_soon(append, journal)
        await trio.testing.wait_all_tasks_blocked()

        assert (await journal.read("g1")).entries == ()
        assert not returned.is_set()

        disk.may_commit.set()
        await returned.wait()
        assert len((await journal.read("g1")).entries) == 1


async def test_waiting_appends_are_committed_together_outside_the_event_loop(path: Path) -> None:
    async with held_journal(path) as (journal, disk):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(begin, journal, "first")
            while not disk.threads:
                await trio.lowlevel.checkpoint()
            for nth in range(50):
                nursery.start_soon(begin, journal, f"g{nth}")
            await trio.testing.wait_all_tasks_blocked()
            disk.may_commit.set()

        assert len(disk.threads) == 2
        assert len(await journal.games()) == 51
        assert threading.get_ident() not in disk.threads


async def test_a_commit_does_not_wait_for_readers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_appended = threading.Event()
    monkeypatch.setattr(SqliteReader, "read", lambda *_: is_appended.wait(120))
    async with open_journal(path) as journal:
        await begin(journal)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.read, "g1")
            await trio.testing.wait_all_tasks_blocked()
            with trio.fail_after(60):
                await journal.append("g1", 1, sayings(1, after=1))
            is_appended.set()


async def test_a_commit_is_on_the_disk_when_it_returns(path: Path) -> None:
    with closing(connect(path)) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
        assert database.execute("PRAGMA fullfsync").fetchone() == (1,)


async def test_an_append_in_progress_is_finished_and_reported_during_shutdown(path: Path) -> None:
    outcomes: list[Exception | None] = []
    with trio.CancelScope() as scope:
        async with open_journal(path) as journal:
            await begin(journal)
            journal.append_soon("g1", 1, sayings(200, after=1), [], outcomes.append)
            scope.cancel()
            await trio.sleep_forever()

    assert outcomes == [None]
    async with open_journal(path) as journal:
        assert len((await journal.read("g1")).entries) == 201


async def test_an_append_that_cannot_be_written_fails_alone(path: Path) -> None:
    errors: list[Exception | None] = []
    no_event: Any = "no event"
    async with open_journal(path) as journal:
        await begin(journal)
        await begin(journal, "g2")
        journal.append_soon("g1", 1, [Entry(2, AT, no_event)], [], errors.append)
        await journal.append("g2", 1, sayings(1, after=1))
        await journal.append("g1", 1, sayings(1, after=1))

        assert [type(error) for error in errors] == [KeyError]
        assert [info.entries for info in await journal.games()] == [2, 2]


async def test_no_second_daemon_writes_to_the_same_journal(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        with pytest.raises(StoreError, match="another program is writing"):
            async with open_journal(path):
                pass
        await journal.append("g1", 1, sayings(1, after=1))
    async with open_journal(path) as journal:
        assert len((await journal.read("g1")).entries) == 2


@pytest.mark.parametrize("table", ["entries", "appends"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET game = 'g2'", "DELETE FROM {}"])
async def test_the_database_itself_refuses_to_change_appended_rows(path: Path, table: str, statement: str) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
    with (
        closing(sqlite3.connect(path)) as database,
        pytest.raises(sqlite3.IntegrityError, match="append only"),
    ):
        database.execute(statement.format(table))


def _empty(path: Path) -> None:
    path.touch()


def _no_database(path: Path) -> None:
    path.write_bytes(Random(1).randbytes(5000))


def _a_folder(path: Path) -> None:
    path.mkdir()


def _of_a_later_release(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 7")


def _of_an_earlier_state(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.executescript("CREATE TABLE appends (n INTEGER PRIMARY KEY); PRAGMA user_version = 4;")


def _of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    "made_by", [_no_database, _a_folder, _of_a_later_release, _of_an_earlier_state, _of_another_program]
)
def test_a_file_of_another_kind_is_refused_in_one_line_and_unchanged(
    path: Path, made_by: Callable[[Path], None]
) -> None:
    made_by(path)
    before = path.read_bytes() if path.is_file() else None

    with pytest.raises(StoreError) as error:
        connect(path)

    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_file_of_a_later_release_asks_for_an_update(path: Path) -> None:
    _of_a_later_release(path)

    with pytest.raises(StoreError, match="was written by a newer release"):
        connect(path)


async def test_an_incompletely_created_journal_is_created_again(path: Path) -> None:
    _empty(path)

    async with open_journal(path) as journal:
        await begin(journal)
        assert len(await journal.games()) == 1


async def test_a_missing_folder_is_reported_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        connect(tmp_path / "nowhere" / "journal.sqlite")


async def test_a_full_disk_refuses_appends_until_there_is_space(path: Path) -> None:
    with closing(connect(path)) as database:
        async with journal_on(database, path) as journal:
            await begin(journal)
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(StoreError, match="could not be written"):
                await journal.append("g1", 1, sayings(500, after=1), [TokenIssued(0, "d", is_host=False)])
            full = await journal.read("g1")
            assert (len(full.entries), full.private) == (1, (OAK,))

            database.execute(f"PRAGMA max_page_count = {pages + 1000}")
            await journal.append("g1", 1, sayings(500, after=1))
            assert len((await journal.read("g1")).entries) == 501


async def test_the_log_reports_a_full_disk_once_and_its_recovery_once(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(connect(path)) as database:
        async with journal_on(database, path) as journal:
            await begin(journal)
            await begin(journal, "g2")
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
            for game in ("g1", "g2", "g1"):
                with pytest.raises(StoreError):
                    await journal.append(game, 1, sayings(500, after=1))
            (begins,) = caplog.messages
            assert "could not be written: database or disk is full" in begins
            assert f"Free space in {path.parent}" in begins

            database.execute(f"PRAGMA max_page_count = {pages + 1000}")
            for game in ("g1", "g2"):
                await journal.append(game, 1, sayings(500, after=1))

            assert caplog.messages == [begins, f"the journal in {path.parent} can be written again: play continues"]


async def test_an_error_of_a_single_game_is_logged_every_time_and_not_as_a_full_disk(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(connect(path)) as database:
        database.execute(
            "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.appends WHEN NEW.game = 'g2' AND NEW.n = 2"
            " BEGIN SELECT RAISE(ABORT, 'a bad place'); END"
        )
        async with journal_on(database, path) as journal:
            await begin(journal)
            await begin(journal, "g2")
            for after in (1, 2):
                with pytest.raises(StoreError):
                    await journal.append("g2", 1, sayings(1, after=1))
                await journal.append("g1", after, sayings(1, after=after))

    assert caplog.messages == [f"the journal {path} could not be written: a bad place"] * 2


@pytest.fixture
def no_large_files() -> Iterator[None]:
    """Limit the size of files to 128 KiB."""
    resource = pytest.importorskip("resource")
    before, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (128 * 1024, most))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (before, most))


@pytest.mark.usefixtures("no_large_files")
async def test_a_full_wal_is_emptied_without_stopping_play(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        for after in range(1, 201):
            await journal.append("g1", after, sayings(1, after=after))

        assert len((await journal.read("g1")).entries) == 201
    assert caplog.messages == []


async def test_the_wal_contains_at_most_the_last_fifty_commits(path: Path) -> None:
    wal = path.with_name(f"{path.name}-wal")
    sizes = []

    async with open_journal(path) as journal:
        await begin(journal)
        for after in range(1, 4 * COMMITS_TO_A_CHECKPOINT):
            await journal.append("g1", after, sayings(1, after=after))
            sizes.append(wal.stat().st_size)

    assert max(sizes) < 1.1 * sizes[COMMITS_TO_A_CHECKPOINT - 1]


async def test_a_journal_overwritten_by_another_program_is_refused_at_the_next_start(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        for file in path.parent.glob(f"{path.name}*"):
            with file.open("r+b") as damaged:
                damaged.write(b"not a database " * (file.stat().st_size // 15))

    with pytest.raises(StoreError, match="cannot be used"):
        connect(path)


async def test_a_full_disk_stores_nothing_of_the_whole_batch(path: Path) -> None:
    failed: list[str] = []

    async def append(journal: Journal, game: str, count: int) -> None:
        try:
            await journal.append(game, 1, sayings(count, after=1))
        except StoreError:
            failed.append(game)

    with closing(connect(path)) as database:
        async with journal_on(database, path) as journal:
            await begin(journal)
            await begin(journal, "g2")
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(append, journal, "g1", 1)
                nursery.start_soon(append, journal, "g2", 500)
            stored = {game for game in ("g1", "g2") if len((await journal.read(game)).entries) > 1}

            assert stored.isdisjoint(failed)
            assert stored | set(failed) == {"g1", "g2"}
            assert "g2" in failed


async def test_an_append_after_one_that_fails_in_the_same_batch_is_not_reported_as_stored(path: Path) -> None:
    outcomes: list[Exception | None] = []
    with closing(connect(path)) as database:
        database.execute(
            "CREATE TEMP TRIGGER refuse BEFORE INSERT ON main.entries WHEN new.game = 'g1' AND new.seq = 2"
            " BEGIN SELECT RAISE(ABORT, 'not this row'); END"
        )
        async with journal_on(database, path) as journal:
            await begin(journal)
            await begin(journal, "g2")
            journal.append_soon("g2", 1, sayings(1, after=1), [], lambda _: None)
            for game, after in (("g1", 1), ("g1", 2), ("g2", 2)):  # one batch, while that is being stored
                journal.append_soon(game, after, sayings(1, after=after), [], outcomes.append)
            await journal.append("g2", 3, sayings(1, after=3))

            assert [type(outcome) for outcome in outcomes] == [StoreError, WrongPlaceError, type(None)]
            assert [info.entries for info in await journal.games()] == [1, 4]


async def test_a_read_only_journal_says_so_and_can_be_read(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
    with closing(connect(path, read_only=True)) as database:
        async with journal_on(database, path) as journal:
            with pytest.raises(StoreError, match="readonly"):
                await journal.append("g1", 1, sayings(1, after=1))
            assert len((await journal.read("g1")).entries) == 1


async def test_a_copy_in_a_read_only_folder_is_read_without_creating_files(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
    files = sorted(path.parent.iterdir())
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write anywhere

    with open_reader(path) as journal_copy:
        assert [info.game for info in journal_copy.games()] == ["g1"]
        assert sorted(path.parent.iterdir()) == files


async def test_the_journal_of_a_running_daemon_is_readable_in_a_read_only_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    async with open_journal(path) as journal:
        await begin(journal)
        with open_reader(path) as beside:
            assert len(beside.read("g1").entries) == 1


async def test_games_can_be_read_while_the_daemon_is_running(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        with open_reader(path) as beside:
            assert [info.game for info in beside.games()] == ["g1"]
            await journal.append("g1", 1, sayings(1, after=1))
            assert len(beside.read("g1").entries) == 2
