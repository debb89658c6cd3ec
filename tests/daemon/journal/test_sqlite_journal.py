"""What only a journal that is a file on a disk can do, or suffer."""

import math
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
import trio
import trio.testing

from daemon.journal.interface import (
    CommandAccepted,
    GameOpened,
    Journal,
    StoreError,
    TokenIssued,
)
from daemon.journal.sqlite_file import connect
from daemon.journal.sqlite_journal import SqliteJournal, open_journal
from daemon.journal.sqlite_reading import SqliteReader
from protocol.log.events import WIRE_NAMES, Entry, Knocked, Said, SeatTaken
from protocol.wire.codec import encode_event
from tests.daemon.journal.journals import AT, OAK, begin, entries_of, opened_table, sayings
from tests.played import entered, played_match

VERSION_1 = """
CREATE TABLE games (game TEXT PRIMARY KEY, "table" TEXT NOT NULL, at TEXT NOT NULL, password TEXT) STRICT;
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games, seq INTEGER NOT NULL, at TEXT NOT NULL, type TEXT NOT NULL,
    event TEXT NOT NULL, PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX telling_entries ON entries (game, seq) WHERE type IN
    ('table_opened', 'seat_taken', 'seat_left', 'match_started', 'match_won', 'match_abandoned');
CREATE INDEX ended_games ON entries (game) WHERE type IN ('match_won', 'match_abandoned');
CREATE TABLE tokens (
    n INTEGER PRIMARY KEY, game TEXT NOT NULL, seat INTEGER NOT NULL, digest TEXT, is_host INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_of_game ON tokens (game);
CREATE TABLE commands (
    game TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END;
PRAGMA user_version = 1;
"""
VERSION_2 = """
CREATE TABLE games (game TEXT PRIMARY KEY, "table" TEXT NOT NULL, at TEXT NOT NULL, password TEXT) STRICT;
CREATE TABLE appends (
    n INTEGER PRIMARY KEY, game TEXT NOT NULL REFERENCES games, seq INTEGER NOT NULL, head INTEGER NOT NULL,
    at TEXT NOT NULL, kind INTEGER NOT NULL, events TEXT NOT NULL, id TEXT, digest TEXT
) STRICT;
CREATE UNIQUE INDEX appends_of_game ON appends (game, seq);
CREATE INDEX telling_appends ON appends (game, seq) WHERE kind > 0;
CREATE INDEX ending_appends ON appends (game) WHERE kind = 2;
CREATE TRIGGER appends_are_never_changed BEFORE UPDATE ON appends BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER appends_are_never_deleted BEFORE DELETE ON appends BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TABLE tokens (
    n INTEGER PRIMARY KEY, game TEXT NOT NULL, seat INTEGER NOT NULL, digest TEXT, is_host INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_of_game ON tokens (game);
CREATE TABLE commands (
    game TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (game, id)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 2;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


async def test_nothing_can_be_read_before_its_append_has_returned(path: Path) -> None:
    returned = trio.Event()

    async def append(journal: Journal) -> None:
        await journal.append("g1", 1, sayings(1, after=1))
        returned.set()

    async with open_journal(path) as journal:
        await begin(journal)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(append, journal)
                await trio.testing.wait_all_tasks_blocked()
                with closing(sqlite3.connect(path)) as reader:
                    assert reader.execute("SELECT count(*) FROM appends").fetchone() == (1,)
                assert not returned.is_set()
                other.execute("ROLLBACK")
                with trio.fail_after(10):
                    await returned.wait()
        with closing(sqlite3.connect(path)) as reader:
            assert reader.execute("SELECT count(*) FROM appends").fetchone() == (2,)


async def test_a_commit_in_the_loop_waits_for_nobody(path: Path) -> None:
    # Another program writes to the file, in the same loop: a loop that waited for it would wait for ever.
    async with open_journal(path, quick_flush=math.inf) as journal:
        await begin(journal)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(journal.append, "g1", 1, sayings(1, after=1))
                await trio.testing.wait_all_tasks_blocked()
                other.execute("ROLLBACK")
        assert len((await journal.read("g1")).entries) == 2


@pytest.mark.parametrize("quick_flush", [math.inf, 0])
async def test_a_commit_waits_for_nobody_who_reads(
    path: Path, quick_flush: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_appended = threading.Event()
    monkeypatch.setattr(SqliteReader, "read", lambda *_: is_appended.wait(10))
    async with open_journal(path, quick_flush=quick_flush) as journal:
        await begin(journal)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.read, "g1")
            await trio.testing.wait_all_tasks_blocked()
            with trio.fail_after(5):
                await journal.append("g1", 1, sayings(1, after=1))
            is_appended.set()


class SlowDisk(sqlite3.Connection):
    """A database whose commits take so many seconds; it notes in which thread they are made."""

    takes = 0.0
    threads: ClassVar[list[int]] = []

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            self.threads.append(threading.get_ident())
            time.sleep(self.takes)
        return super().execute(sql, *values)


@pytest.mark.parametrize(("takes", "in_the_loop"), [(0.2, 1), (0.03, 5)])
async def test_a_thread_commits_once_the_disk_has_held_the_loop_up_for_too_long(
    path: Path, takes: float, in_the_loop: int
) -> None:
    connect(path).close()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=SlowDisk)) as database:
        database.takes = takes
        database.threads.clear()
        async with journal_on(database, path, is_quick=True) as journal:
            await begin(journal)
            for place in range(1, 8):
                await journal.append("g1", place, sayings(1, after=place))

        here = [thread == threading.get_ident() for thread in database.threads]
        assert not any(here[in_the_loop:])
        assert here[0]


async def test_a_commit_is_on_the_disk_when_it_returns(path: Path) -> None:
    with closing(connect(path)) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
        assert database.execute("PRAGMA fullfsync").fetchone() == (1,)


async def test_an_append_that_has_begun_is_finished_though_everything_shuts_down(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(journal.append, "g1", 1, sayings(200, after=1))
                await trio.testing.wait_all_tasks_blocked()
                scope.cancel()
    async with open_journal(path) as journal:
        assert len((await journal.read("g1")).entries) == 201


@pytest.mark.parametrize(
    "statement",
    [
        *("UPDATE appends SET events = '{}' WHERE seq = 1", "DELETE FROM appends", "UPDATE appends SET seq = 9"),
        *("UPDATE ends SET n = 0, head = 0", "DELETE FROM ends", "UPDATE ends SET game = 'g2', n = 9, head = 9"),
    ],
)
async def test_the_database_itself_refuses_to_change_an_entry(path: Path, statement: str) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
    with (
        closing(sqlite3.connect(path)) as database,
        pytest.raises(sqlite3.IntegrityError, match="append only"),
    ):
        database.execute(statement)


def put_row(database: sqlite3.Connection, seq: int, events: str, *, head: int | None = None) -> None:
    """A row that no daemon has written, behind the last one of the game."""
    database.execute(
        "INSERT INTO appends (game, before, seq, head, at, kind, events)"
        " SELECT game, n, ?, ?, ?, 0, ? FROM ends WHERE game = 'g1'",
        (seq, seq if head is None else head, AT, events),
    )


@pytest.mark.parametrize("seq", [1, 3])
async def test_the_database_itself_refuses_an_entry_that_is_not_the_next_one(path: Path, seq: int) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
    with (
        closing(sqlite3.connect(path)) as database,
        pytest.raises(sqlite3.IntegrityError, match="not at the end of its game"),
    ):
        put_row(database, seq, "{}")


async def test_the_database_itself_refuses_a_second_row_behind_the_same(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g1", 1, sayings(1, after=1))
    with (
        closing(sqlite3.connect(path)) as database,
        pytest.raises(sqlite3.IntegrityError, match="not at the end of its game"),
    ):
        database.execute(
            "INSERT INTO appends (game, before, seq, head, at, kind, events)"
            " SELECT game, before, 3, 3, at, kind, events FROM appends ORDER BY n DESC LIMIT 1"
        )


@pytest.mark.parametrize(
    "event", ["{}", "not JSON", '{"type":"tile_eaten","seat":0}', '{"type":"knocked","seat":"0"}', '{"type":"knocked"}']
)
async def test_a_damaged_event_is_named_by_its_game_and_entry(path: Path, event: str) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        with closing(sqlite3.connect(path)) as database, database:
            put_row(database, 2, event)
        with pytest.raises(StoreError, match="game g1, entry 2"):
            await journal.read("g1")


@pytest.mark.parametrize(
    ("seq", "event", "place"),
    [
        (3, encode_event(Said(0, "Ann", "hm")), "game g1, entry 2 is missing"),
        (2, encode_event(Knocked(0)), "game g1, entry 2: "),
        (2, encode_event(SeatTaken(77, "Ann", None)), "game g1, entry 2: there is no seat 78"),
    ],
)
async def test_a_log_that_cannot_be_a_games_is_not_half_read(path: Path, seq: int, event: str, place: str) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("DROP TRIGGER appends_follow_each_other")
            put_row(database, seq, event)
            database.execute("UPDATE ends SET n = 2, head = ?", (seq,))

        with pytest.raises(StoreError, match=place):
            await journal.read("g1")


async def test_a_game_that_has_lost_a_row_is_named(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g1", 1, sayings(2, after=1))
        await journal.append("g1", 3, sayings(1, after=3))
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("DROP TRIGGER appends_are_never_deleted")
            database.execute("DELETE FROM appends WHERE seq = 2")

        with pytest.raises(StoreError, match="game g1, entry 1 is missing"):
            await journal.read("g1")


async def test_rows_that_lead_in_a_circle_are_read_once(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        await journal.append("g1", 1, sayings(2, after=1))
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("DROP TRIGGER appends_are_never_changed")
            database.execute("UPDATE appends SET before = n WHERE seq = 2")

        with pytest.raises(StoreError, match="game g1, entry 1 is missing"):
            await journal.read("g1")


async def test_an_append_that_has_lost_an_event_is_named(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        with closing(sqlite3.connect(path)) as database, database:
            put_row(database, 2, encode_event(Said(0, "Ann", "hm")), head=3)

        with pytest.raises(StoreError, match="game g1, entry 2: events are missing"):
            await journal.read("g1")


async def test_a_journal_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    entries = entered(played_match("all-fives", {"target": 60}, 3))
    accepted = CommandAccepted("k-1", "c1", 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(f"PRAGMA journal_mode = WAL; {VERSION_1}")
        database.execute("INSERT INTO games VALUES ('g1', 'oak', ?, NULL)", (AT,))
        database.executemany(
            "INSERT INTO entries VALUES ('g1', ?, ?, ?, ?)",
            [(each.seq, each.at, WIRE_NAMES[type(each.event)], encode_event(each.event)) for each in entries],
        )
        database.execute("INSERT INTO commands VALUES ('g1', 'k-1', 'c1', 2)")
    with pytest.raises(StoreError, match="start fivesd on it once"):
        connect(path, read_only=True)

    async with open_journal(path) as journal:
        stored = await journal.read("g1")
        (info,) = await journal.games()
        await journal.append("g1", len(entries), sayings(1, after=len(entries)))

    assert (stored.entries, stored.private) == (tuple(entries), (OAK, accepted))
    assert (info.entries, info.is_over) == (len(entries), True)


async def test_a_journal_of_the_second_version_is_brought_up_to_date(path: Path) -> None:
    games = {"g1": sayings(9, after=1), "g2": sayings(9, after=1)}
    opened = entries_of(opened_table())
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(f"PRAGMA journal_mode = WAL; {VERSION_2}")
        for game in ("g1", "g2", "g3"):
            database.execute("INSERT INTO games VALUES (?, 'oak', ?, NULL)", (game, AT))
        for at in range(0, 9, 3):
            for game, rest in games.items():
                those = [*opened, *rest[:3]] if at == 0 else rest[at : at + 3]
                events = "\n".join(encode_event(each.event) for each in those)
                database.execute(
                    "INSERT INTO appends (game, seq, head, at, kind, events, id, digest)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, 'c1')",
                    (game, those[0].seq, those[-1].seq, AT, int(at == 0), events, f"k-{at}"),
                )

    async with open_journal(path) as journal:
        await journal.append("g1", 10, sayings(1, after=10))
        await journal.append("g3", 0, opened)
        stored = {game: await journal.read(game) for game in ("g1", "g2", "g3")}
        infos = {info.game: info.entries for info in await journal.games()}

    assert infos == {"g1": 11, "g2": 10, "g3": 1}
    assert stored["g1"].entries == (*opened, *games["g1"], *sayings(1, after=10))
    assert stored["g2"].entries == (*opened, *games["g2"])
    assert stored["g2"].private == (OAK, *(CommandAccepted(f"k-{at}", "c1", at + 4) for at in range(0, 9, 3)))
    assert stored["g3"].entries == tuple(opened)


async def test_a_journal_of_the_third_version_is_brought_up_to_date_and_knows_no_game_of_the_hosts_own(
    path: Path,
) -> None:
    async with open_journal(path) as journal:
        await journal.append("g1", 0, entries_of(opened_table()), [GameOpened("oak", AT, is_home=True)])
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript("ALTER TABLE games DROP COLUMN is_home; PRAGMA user_version = 3;")
    with pytest.raises(StoreError, match="start fivesd on it once"):
        connect(path, read_only=True)

    async with open_journal(path) as journal:
        stored = await journal.read("g1")
        await begin(journal, "g2")

    assert stored.private == (GameOpened("oak", AT, is_home=False),)


@pytest.mark.parametrize("event", [None, SeatTaken(77, "Ann", None)])
async def test_a_game_that_does_not_begin_with_its_table_is_named(path: Path, event: SeatTaken | None) -> None:
    async with open_journal(path) as journal:
        entries = [] if event is None else [Entry(1, AT, event)]
        await journal.append("g7", 0, entries, [GameOpened("oak", AT)])

        with pytest.raises(StoreError, match="game g7"):
            await journal.games()


def _empty(path: Path) -> None:
    path.touch()


def _no_database(path: Path) -> None:
    path.write_bytes(Random(1).randbytes(5000))


def _a_folder(path: Path) -> None:
    path.mkdir()


def _of_a_later_release(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 7")


def _of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize("made_by", [_no_database, _a_folder, _of_a_later_release, _of_another_program])
def test_what_is_no_journal_is_refused_in_one_line_and_left_alone(path: Path, made_by: Callable[[Path], None]) -> None:
    made_by(path)
    before = path.read_bytes() if path.is_file() else None

    with pytest.raises(StoreError) as error:
        connect(path)

    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert (path.read_bytes() if path.is_file() else None) == before


async def test_a_journal_that_was_never_finished_being_made_is_made_anew(path: Path) -> None:
    _empty(path)

    async with open_journal(path) as journal:
        await begin(journal)
        assert len(await journal.games()) == 1


async def test_a_folder_that_is_not_there_is_told_plainly(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        connect(tmp_path / "nowhere" / "journal.sqlite")


@asynccontextmanager
async def journal_on(
    database: sqlite3.Connection, path: Path, *, is_quick: bool = False
) -> AsyncIterator[SqliteJournal]:
    journal = SqliteJournal(path, database, SqliteReader(path, database), is_quick=is_quick)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(journal.commit_what_waits)
        yield journal
        nursery.cancel_scope.cancel()


async def test_a_full_disk_takes_nothing_and_the_journal_goes_on_once_there_is_space(path: Path) -> None:
    with closing(connect(path)) as database:
        async with journal_on(database, path) as journal:
            await begin(journal)
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            database.execute(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(StoreError, match="took nothing"):
                await journal.append("g1", 1, sayings(500, after=1), [TokenIssued(0, "d", is_host=False)])
            full = await journal.read("g1")
            assert (len(full.entries), full.private) == (1, (OAK,))

            database.execute(f"PRAGMA max_page_count = {pages + 1000}")
            await journal.append("g1", 1, sayings(500, after=1))
            assert len((await journal.read("g1")).entries) == 501


@pytest.mark.parametrize("quick_flush", [math.inf, 0])
async def test_a_file_that_something_else_has_written_over_takes_nothing(path: Path, quick_flush: float) -> None:
    async with open_journal(path, quick_flush=quick_flush) as journal:
        await begin(journal)
        for file in path.parent.glob(f"{path.name}*"):
            with file.open("r+b") as damaged:
                damaged.write(b"not a database " * (file.stat().st_size // 15))

        for _ in range(2):
            with pytest.raises(StoreError, match="took nothing"):
                await journal.append("g1", 1, sayings(1, after=1))


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


async def test_a_journal_that_may_only_be_read_says_so_and_can_be_read(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
    with closing(connect(path, read_only=True)) as database:
        async with journal_on(database, path) as journal:
            with pytest.raises(StoreError, match="readonly"):
                await journal.append("g1", 1, sayings(1, after=1))
            assert len((await journal.read("g1")).entries) == 1


async def test_a_copy_in_a_folder_that_cannot_be_written_is_read_and_nothing_made_beside_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write anywhere

    with closing(connect(path, read_only=True)) as database:
        assert [info.game for info in SqliteReader(path, database).games()] == ["g1"]
        assert list(path.parent.iterdir()) == [path]


async def test_what_a_daemon_writes_is_read_also_where_its_folder_cannot_be_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    async with open_journal(path) as journal:
        await begin(journal)
        with closing(connect(path, read_only=True)) as database:
            assert len(SqliteReader(path, database).read("g1").entries) == 1


async def test_games_can_be_read_beside_the_daemon_that_holds_them(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal)
        with closing(connect(path, read_only=True)) as database:
            beside = SqliteReader(path, database)
            assert [info.game for info in beside.games()] == ["g1"]
            await journal.append("g1", 1, sayings(1, after=1))
            assert len(beside.read("g1").entries) == 2
