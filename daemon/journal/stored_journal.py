"""A journal in a database: its calls, beside one thread that writes it.

Here: the calls. Appends that arrive while the thread commits are collected for its next transaction, so one flush
serves all tables, and the event loop never waits for the database. Not here: the thread (`sqlite_writer`), reading
(`reading`), opening the database (`sqlite_journal`); the same for a club (`daemon.club`).
"""

import threading
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from functools import partial
from queue import SimpleQueue
from typing import Protocol

import trio

from daemon.journal.batches import Deletion, Job, PendingAppend, WriterJob, WriterQueue
from daemon.journal.damaged_games import log_damage
from daemon.journal.interface import (
    NEWER,
    GameInfo,
    Outcome,
    Pieces,
    Private,
    StoredRows,
    Trouble,
    UnusableError,
    wrong_with,
)
from daemon.journal.reading import JournalReader
from protocol.log.events import Entry, Event


class JournalWriter(Protocol):
    """What writes a journal, in a thread of its own. `trouble`: as in `Journal`, of the present kind."""

    trouble: Trouble

    def run(self, queue: WriterQueue, report: Callable[[WriterJob], None]) -> None:
        """Do all jobs of the queue, and report each one that is done, with its errors."""


class StoredJournal:
    """A `Journal` in a database. `journal_with` makes one and runs its writer."""

    def __init__(self, queue: WriterQueue, reader: JournalReader, writer: JournalWriter) -> None:
        self._writer = writer
        self._queue = queue
        self._reader = reader
        self._reading = trio.Lock()
        self._is_committing = False
        self._collected: list[PendingAppend] = []
        """The appends for the next transaction: those since the thread got its last one."""

    @property
    def trouble(self) -> Trouble:
        """As `Journal.trouble`."""
        return self._writer.trouble

    def append_soon(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private], then: Outcome
    ) -> None:
        """Do the same as `Journal.append_soon`."""
        self._collected.append(PendingAppend(game, expected_seq, entries, private, then))
        if not self._is_committing:
            self.hand_over()

    def hand_over(self) -> None:
        """Pass all collected appends to the thread, as one transaction."""
        self._is_committing = bool(self._collected)
        if self._collected:
            self._queue.put(self._collected)
            self._collected = []

    def report(self, job: WriterJob) -> None:
        """Call the callbacks of a job that the thread has done; after a transaction, give it the next one first."""
        if isinstance(job, Job):
            job.then(job.error)
            return
        self.hand_over()
        for append in job:
            append.then(append.error)

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """Do the same as `Journal.append`."""
        await outcome_of(partial(self.append_soon, game, expected_seq, entries, private))

    async def done(self, job: Callable[[Outcome], Job]) -> None:
        """Have the thread do this job, and wait. Raises its error."""
        await outcome_of(lambda then: self._queue.put(job(then)))

    async def read(self, game: str, after: int = 0) -> StoredRows:
        """As `Journal.read`."""
        async with self._reading:
            return await trio.to_thread.run_sync(self._reader.read, game, after)

    def pieces(self, game: str) -> Pieces:
        """As `Journal.pieces`."""
        return StoredPieces(self._reader, self._reading, game)

    async def games(self, ids: Collection[str] | None = None, *, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`."""
        async with self._reading:
            damage_before = self._reader.damage.copy()
            infos = await trio.to_thread.run_sync(partial(self._reader.games, ids, unfinished_only=unfinished_only))
            newly_damaged = self._reader.damage.keys() - damage_before.keys()
            newer = sorted(game for game in newly_damaged if self._reader.damage[game] == NEWER)
            if newer and unfinished_only:  # another match would begin in its place
                raise UnusableError(f"game {newer[0]} {wrong_with(NEWER)}, or choose another folder with --data")
            if newly_damaged:
                await trio.to_thread.run_sync(log_damage, self._reader, newly_damaged)
        return infos

    async def finished(self) -> set[str]:
        """As `Journal.finished`."""
        async with self._reading:
            return await trio.to_thread.run_sync(self._reader.finished)

    async def games_with(self, event: type[Event], games: Collection[str]) -> set[str]:
        """As `Journal.games_with`."""
        async with self._reading:
            return await trio.to_thread.run_sync(self._reader.games_with, event, games)

    async def forget(self, games: Sequence[str]) -> None:
        """As `Journal.forget`."""
        async with self._reading:
            await self.done(partial(Deletion, games))
            for game in games:
                self._reader.forget(game)


class StoredPieces:
    """The pieces of a game in the database. Its readers take turns, piece by piece."""

    def __init__(self, reader: JournalReader, reading: trio.Lock, game: str) -> None:
        self._reader = reader
        self._reading = reading
        self._check = reader.chain_check(game)

    async def next(self) -> StoredRows | None:
        """As `Pieces.next`."""
        async with self._reading:
            return await trio.to_thread.run_sync(self._reader.next_piece, self._check)


async def outcome_of(begin: Callable[[Outcome], None]) -> None:
    """Begin something and wait for its callback. Raises the error that the callback gets."""
    outcome: list[Exception | None] = []
    is_decided = trio.Event()

    def then(error: Exception | None) -> None:
        outcome.append(error)
        is_decided.set()

    begin(then)
    await is_decided.wait()
    if outcome[0] is not None:
        raise outcome[0]


@asynccontextmanager
async def journal_with(writer: JournalWriter, reader: JournalReader) -> AsyncIterator[StoredJournal]:
    """A journal with this writer. At the end of the block, every append is finished and reported."""
    queue: WriterQueue = SimpleQueue()
    loop = trio.lowlevel.current_trio_token()
    journal = StoredJournal(queue, reader, writer)

    def report(job: WriterJob) -> None:
        loop.run_sync_soon(journal.report, job)

    thread = threading.Thread(target=writer.run, args=(queue, report), name="journal", daemon=True)
    thread.start()
    try:
        yield journal
    finally:
        journal.hand_over()
        queue.put(None)
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(thread.join)
