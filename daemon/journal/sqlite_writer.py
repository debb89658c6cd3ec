"""Writing the journal's file: one thread, which commits appends, deletes games and writes the file of heads.

Here: the writer. Not here: collecting appends for it (`stored_journal`), the tables (`sqlite_file`), the file of heads
(`heads`).

The thread owns the write connection. WAL with `synchronous=FULL` makes a commit durable when it returns; `fullfsync`
does the same on macOS. Between commits it holds the next transaction open, so that no other program, such as a second
daemon, can write to the file; all can read it.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Final

from daemon.journal.batches import (
    BatchRows,
    FailingError,
    FailureLog,
    Job,
    PendingAppend,
    WriterJob,
    WriterQueue,
    rows_of,
)
from daemon.journal.chain import NO_HEAD, Head
from daemon.journal.damaged_games import log_damage
from daemon.journal.heads import HeadsFile, heads_file
from daemon.journal.interface import DISK_TROUBLE, StoreError, Trouble, wrong_with
from daemon.journal.sqlite_file import MalformedFileError, OpenFile, plain_errors
from daemon.journal.sqlite_reading import SqliteReader
from protocol.log.events import RoundEnded

COMMITS_TO_A_CHECKPOINT: Final = 50
"""A damaged frame of the WAL also loses everything after it, so the WAL must stay short.

The limit is in commits, not in pages. Fifty commits of one table fill about 200 pages, but a commit for many tables
fills a page or two for each of them: with a limit in pages, every few commits would need a checkpoint, which costs a
tenth of the moves per second.
"""
REPLACED: Final = "the host's journal is not the one that it had"
_DISK_ERRORS: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
"""SQLite's errors that concern the whole journal. Any other may concern a single game."""

log = logging.getLogger("fivesd.journal")


class SqliteWriter:
    """Commits appends, in its own thread, and writes the file of heads."""

    def __init__(self, path: Path, database: sqlite3.Connection, reader: SqliteReader) -> None:
        self._path = path
        self._database = database
        with plain_errors(path):
            try:
                database.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                raise StoreError(f"another program is writing to {path}; stop it, or choose another folder") from error
        verified = reader.verify(unfinished_only=True)
        if reader.is_malformed:
            raise MalformedFileError(f"the journal {path} is malformed")
        self._damage = reader.damage.copy()
        self._heads_file = HeadsFile(path, {**reader.heads, **verified})
        self._heads = self._heads_file.heads
        log_damage(reader, reader.damage)
        if verified and not reader.has_heads:
            log.warning("%s cannot be read: a game that has lost its end looks like a shorter one", heads_file(path))
        folder = path.absolute().parent
        self._file = OpenFile(path)
        self.trouble = Trouble(DISK_TROUBLE, f"Free space in {folder}, and play continues by itself")
        self._failures = FailureLog(str(folder), self.trouble)
        self._commits = 0

    def run(self, queue: WriterQueue, report: Callable[[WriterJob], None]) -> None:
        """Do all jobs of the queue, and report each one that is done, with its errors."""
        is_open = True
        while is_open:
            with suppress(Empty):
                job = queue.get(timeout=self._heads_file.wait)
                if job is None:
                    is_open = False
                elif isinstance(job, Job):
                    self.forget(job)
                    report(job)
                else:
                    self.commit(job)
                    report(job)
            if self._file.fault() is None:
                self._heads_file.write_if_due()
        if self._file.fault() is None:  # otherwise they are of another journal
            self._heads_file.write_all()
        with suppress(sqlite3.Error):
            self._database.execute("ROLLBACK")

    def commit(self, batch: Sequence[PendingAppend]) -> None:
        """Store these appends, except those that are refused; give each append that is not stored its error."""
        failure = self._commit_together(batch)
        if isinstance(failure, FailingError) and self._file.fault() is None:
            self._empty_the_wal()
            failure = self._commit_together(batch)
        if failure is not None:  # perhaps caused by a single game
            for append in batch:
                if append.error is None and len(batch) > 1:
                    failure = self._commit_together([append])
                # Alone it may have been refused, as an append after one that failed: then it has its error already.
                append.error = append.error or failure
        self._failures.note([append.error for append in batch])
        self._checkpoint()
        self._keep_others_out()

    def _checkpoint(self) -> None:
        """Move the content of the WAL into the file, after every 50th commit."""
        self._commits += 1
        if self._commits % COMMITS_TO_A_CHECKPOINT == 0:
            with suppress(sqlite3.Error):  # the next one tries again; a full disk is reported by the commits
                self._database.execute("PRAGMA wal_checkpoint").fetchall()
            self._file.note_checkpoint()

    def _keep_others_out(self) -> None:
        """Keep other programs from writing until the next commit."""
        with suppress(sqlite3.Error):  # the next commit tries again and reports it
            self._database.execute("BEGIN IMMEDIATE")

    def forget(self, deletion: Job) -> None:
        """Delete these games, or give the deletion its error."""
        games = set(deletion.games)
        try:
            self._check_place()
            with self._heads_file.without(games):
                self._delete(games)
        except OSError as error:
            deletion.error = StoreError(f"{heads_file(self._path)} was not written: {error.strerror or error}")
        except FailingError as error:
            deletion.error = error
        except sqlite3.Error as error:
            deletion.error = StoreError(f"the journal {self._path} forgot nothing: {error}")
        else:
            for game in games:
                self._damage.pop(game, None)
        self._checkpoint()
        self._keep_others_out()

    def _delete(self, games: Iterable[str]) -> None:
        rows = [(game,) for game in games]
        with self._transaction():
            self._database.executemany("INSERT INTO forgotten VALUES (?)", rows)
            self._database.executemany("DELETE FROM entries WHERE game = ?", rows)
            self._database.executemany("DELETE FROM appends WHERE game = ?", rows)
            self._database.execute("DELETE FROM forgotten")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A block that is committed at its end, and rolled back if it fails."""
        self._check_place()
        try:
            if not self._database.in_transaction:
                self._database.execute("BEGIN IMMEDIATE")
            yield
            self._database.execute("COMMIT")
            self._check_place()  # nothing counts as stored that nobody would find
        finally:
            if self._database.in_transaction:
                with suppress(sqlite3.Error):  # the file is damaged
                    self._database.execute("ROLLBACK")

    def _check_place(self) -> None:
        """Raise `FailingError` if what is written is not in the journal that the next start opens."""
        fault = self._file.fault()
        if fault is not None:
            if not self.trouble.may_lose:
                self.trouble = Trouble(
                    REPLACED, f"Stop fivesd, put {self._path.name} right, and start it", may_lose=True
                )
                self._failures = FailureLog(str(self._path.absolute().parent), self.trouble)
            raise FailingError(f"the journal {self._path} {fault} while it was in use")

    def _commit_together(self, batch: Sequence[PendingAppend]) -> Exception | None:
        """Store these in one transaction, except refused ones. Returns the error if none could be stored."""
        rows = rows_of(batch, self._head_before)
        try:
            self._store(rows)
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the module's own errors have none
            kind = FailingError if code in _DISK_ERRORS else StoreError
            return kind(f"the journal {self._path} could not be written: {error}")
        except Exception as error:  # noqa: BLE001 - as above
            return error
        is_round_over = any(isinstance(entry.event, RoundEnded) for append in batch for entry in append.entries)
        self._heads_file.note(rows.heads, is_round_over=is_round_over)
        return None

    def _head_before(self, append: PendingAppend) -> Head:
        if append.game in self._damage:
            raise StoreError(f"game {append.game} {wrong_with(self._damage[append.game])}")
        return self._heads.get(append.game, NO_HEAD)

    def _store(self, rows: BatchRows) -> None:
        with self._transaction():
            self._database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows.entries)
            self._database.executemany("INSERT INTO appends VALUES (?, ?, ?, ?, ?)", rows.appends)

    def _empty_the_wal(self) -> None:
        """Free the space of the WAL on a full disk, by moving its content into the file.

        This helps only if all of it overwrites existing pages of the file, as with a few moves after a start: then
        there is room for some more. If the file would have to grow, nothing changes.
        """
        with suppress(sqlite3.Error):
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._file.note_checkpoint()
