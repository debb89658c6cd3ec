"""Writing the journal of a club: one thread, which commits appends, deletes games, and owns and releases them.

Here: the writer. Not here: collecting appends for it (`stored_journal`), the statement that stores them
(`postgres_store`), owning (`postgres_owners`), the tables and errors (`postgres_tables`, `postgres_database`).

A batch of appends is one statement and one transaction. It stores those of a game only if the game's epoch is still
the one that this daemon got when it became the owner. If the connection breaks meanwhile, nobody knows whether the
batch is stored. Then the daemon owns its games anew, which waits for what may still be under way and shuts out what may
still arrive, and reads how each of them ends. Every new connection begins like this, for the database behind it may be
another one that has lost an end.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from daemon.club.interface import TIME_OF_LEASE, Owner
from daemon.club.postgres_database import BrokenConnectionError, ConflictError, Database, KeyExistsError
from daemon.club.postgres_games import Games
from daemon.club.postgres_owners import Owners, Possession
from daemon.club.postgres_store import store
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
from daemon.journal.interface import LAST_EVENTS, GameOpened, LostGameError, StoreError, Trouble, left_in
from protocol.frozen import define

PATIENCE_WITH_UNKNOWNS: Final = 10.0
"""Seconds in which an unknown outcome must become known. After them its game is given up, and read again."""
_PAUSE: Final = 0.2
"""Seconds between two attempts, after the first two."""
_ATTEMPTS: Final = 3
"""A key may be released and taken again between two statements."""
_DELETE: Final = tuple(
    f"DELETE FROM {table} WHERE {column} = ANY(%s)"  # noqa: S608 - our own names
    for table, column in (("entries", "game"), ("appends", "game"), ("games", "game"), ("owners", "key"))
)


@define
class Takeover(Job):
    """A key to own. `owner`: the other daemon that owns it, once this has been tried; None if it is ours."""

    owner: Owner | None = None


class Release(Job):
    """Keys to release."""


@define
class _OwnedGame:
    """A game that is this daemon's. `connection`: the one on which this was last found."""

    epoch: int
    head: Head
    connection: object


class PostgresWriter:
    """Commits appends, in its own thread, and owns games."""

    trouble = Trouble(
        "the host cannot write to its database",
        "Once the database can be written, play continues by itself",
        may_lose=True,  # the one that comes back may be a standby without the end, or a copy
    )

    def __init__(self, database: Database, owners: Owners) -> None:
        self._database = database
        self._owners = owners
        self._table = Games(database)
        self._games: dict[str, _OwnedGame] = {}
        self._failures = FailureLog(database.name, self.trouble)

    def run(self, queue: WriterQueue, report: Callable[[WriterJob], None]) -> None:
        """Do all jobs of the queue, and report each one that is done, with its errors."""
        while (job := queue.get()) is not None:
            if isinstance(job, Job):
                self.do(job)
            else:
                self.commit(job)
            report(job)

    # Appends.

    def commit(self, batch: Sequence[PendingAppend]) -> None:
        """Store these appends, except those that are refused; give each append that is not stored its error."""
        undecided = self._commit_together(batch)
        while undecided:  # the error was perhaps caused by a single game
            append, *undecided = undecided
            self._commit_together([append])
            if isinstance(append.error, FailingError):
                _fail(undecided, append.error)
                break
        self._failures.note([append.error for append in batch])
        self._let_ended_go(batch)

    def _commit_together(self, batch: Sequence[PendingAppend]) -> list[PendingAppend]:
        """Store these in one transaction, except refused ones. Returns those that cannot be stored together."""
        left, unknown = list(batch), dict[str, Head]()
        pause, give_up_at = 0.0, time.monotonic() + PATIENCE_WITH_UNKNOWNS
        while True:
            try:
                left = self._not_stored(left, unknown)
                unknown = {}
                rows = rows_of(left, self._head_before)
                left = [append for append in left if append.error is None]
                try:
                    self._store(left, rows)
                except BrokenConnectionError:
                    unknown = rows.heads
                    raise
            except FailingError as error:
                if not (unknown or isinstance(error, ConflictError)) or time.monotonic() > give_up_at:
                    self._give_up(left, unknown, error)
                    return []
                time.sleep(pause)
                pause = _PAUSE
            except StoreError as error:
                if len(left) > 1:
                    return left
                left[0].error = error
                if isinstance(error, KeyExistsError):
                    self._lose(left)
                return []
            else:
                return []

    def _not_stored(self, appends: list[PendingAppend], unknown: Mapping[str, Head]) -> list[PendingAppend]:
        """These appends without those that turn out to be stored; those whose games are lost get their error.

        `unknown`: the heads that their games have if they are stored. Where nothing is unknown, only those games are
        looked for that were not found on this connection yet.
        """
        connection = self._database.connection
        games = {append.game for append in appends if self._is_uncertain(append.game, connection)} | unknown.keys()
        if not games:
            return appends
        found, stored, lost = self._owners.own(games, only_ours=True), set(), set()
        for game in games:
            before, now = self._games.get(game), found.get(game)
            is_stored = now is not None and now.head == unknown.get(game)
            if now is not None and (is_stored or now.head == (NO_HEAD if before is None else before.head)):
                self._games[game] = _OwnedGame(now.epoch, now.head, connection)
                stored |= {game} if is_stored else set()
            else:
                lost.add(game)
        self._lose([append for append in appends if append.game in lost])
        return [append for append in appends if append.game not in stored and append.error is None]

    def _is_uncertain(self, game: str, connection: object) -> bool:
        owned = self._games.get(game)
        return owned is not None and owned.connection is not connection

    def _head_before(self, append: PendingAppend) -> Head:
        owned = self._games.get(append.game)
        if owned is None and append.expected_seq:
            raise LostGameError(f"this daemon does not have game {append.game} any more")
        return NO_HEAD if owned is None else owned.head

    def _store(self, appends: Sequence[PendingAppend], rows: BatchRows) -> None:
        """Store these rows, unless there are none, except those of games that turn out to be lost."""
        if not appends:
            return
        opened = {append.game: table for append in appends for table in _table_opened(append)}
        games = rows.heads.keys() - opened.keys()
        known = {game: Possession(had.epoch, had.head) for game in games if (had := self._games.get(game))}
        changed = self._table.rows_after(appends)
        epochs = store(self._database, self._owners.daemon, known, opened, rows, changed)
        for game, epoch in epochs.items():
            self._games[game] = _OwnedGame(epoch, rows.heads[game], self._database.connection)
        self._lose([append for append in appends if append.game not in epochs])

    def _lose(self, appends: Sequence[PendingAppend]) -> None:
        """These appends are to games that are not this daemon's any more, or not as it had them: say which it is."""
        if not appends:
            return
        had = {game: self._games.pop(game, None) for game in {append.game for append in appends}}
        heads = {game: NO_HEAD if owned is None else owned.head for game, owned in had.items()}
        reasons = dict[str, LostGameError]()
        with suppress(StoreError):
            reasons = self._owners.why_lost(heads)
        for append in appends:
            append.error = reasons.get(append.game) or LostGameError(f"game {append.game} has to be read anew")

    def _give_up(self, appends: Sequence[PendingAppend], unknown: Mapping[str, Head], error: FailingError) -> None:
        """None of these appends can be stored, or nobody knows whether it is: then its game has to be read again."""
        for append in appends:
            if append.game in unknown:
                self._games.pop(append.game, None)
                append.error = LostGameError(f"nobody knows whether the end of game {append.game} is stored: {error}")
        _fail([append for append in appends if append.game not in unknown], error)

    def _let_ended_go(self, batch: Sequence[PendingAppend]) -> None:
        """Have the lease on games that have ended, or go on elsewhere, run out. They may still get rows from here."""
        ended = {append.game for append in batch if append.error is None and _is_end(append)}
        if ended:
            with suppress(StoreError):  # then they are released with all others when this daemon stops
                self._owners.release(ended, TIME_OF_LEASE)

    # Other jobs.

    def do(self, job: Job) -> None:
        """Do this, or give it its error."""
        try:
            match job:
                case Takeover():
                    self._own(job)
                case Release():
                    self._release(job.games)
                case _:
                    self._delete(job.games)
        except StoreError as error:
            job.error = error

    def _own(self, takeover: Takeover) -> None:
        (key,) = takeover.games
        for _ in range(_ATTEMPTS):
            found = self._owners.own([key])
            if key in found:
                self._games[key] = _OwnedGame(found[key].epoch, found[key].head, self._database.connection)
                return
            self._games.pop(key, None)
            takeover.owner = self._owners.others([key]).get(key)
            if takeover.owner is not None:
                return
        raise ConflictError(f"{key} changes hands all the time")

    def _release(self, keys: Sequence[str]) -> None:
        self._owners.release(keys)
        for key in keys:
            self._games.pop(key, None)

    def _delete(self, games: Sequence[str]) -> None:
        with self._database.transaction():
            self._database.run("SELECT FROM owners WHERE key = ANY(%s) ORDER BY key FOR UPDATE", list(games))
            for game, owner in self._owners.others(games).items():
                raise StoreError(f"game {game} is not deleted: the daemon at {owner.place} has it")
            for statement in _DELETE:
                self._database.run(statement, list(games))
        for game in games:
            self._games.pop(game, None)


def _table_opened(append: PendingAppend) -> list[str]:
    """The name of the table at which a game begins with this append."""
    return [row.table for row in append.private if isinstance(row, GameOpened)]


def _is_end(append: PendingAppend) -> bool:
    return left_in(append.private) is not None or any(isinstance(entry.event, LAST_EVENTS) for entry in append.entries)


def _fail(appends: Sequence[PendingAppend], error: FailingError) -> None:
    for append in appends:
        append.error = error
