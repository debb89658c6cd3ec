"""Reading the journal's file: whole games, and the list of them.

Here: what is read, and how damage is described. Each call sees the file as it is at one moment and holds no writer up;
it may be another program than the one that writes. Not here: the tables (`sqlite_file`), writing (`sqlite_journal`).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from daemon.journal.interface import GameInfo, GameOpened, Private, Stored, StoreError, damage_in, summary_of
from daemon.journal.rows import DamagedError, decode_private, entry_from
from daemon.journal.sqlite_file import IS_LAST, IS_SUMMARY, connect, plain_errors


class SqliteReader:
    """A journal to read, through a connection of its own. Its calls wait for the disk: a trio task uses a thread."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self._path = path
        self._database = database

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        """A block in which all that is read is of one moment. SQLite's errors are raised as `StoreError`."""
        with plain_errors(self._path):
            self._database.execute("BEGIN")
            try:
                yield
            finally:
                if self._database.in_transaction:  # an error may have ended it already
                    self._database.execute("ROLLBACK")

    @contextmanager
    def _game(self, game: str) -> Iterator[None]:
        """A block in which damage is that of this game: `StoreError`, with the place."""
        try:
            yield
        except DamagedError as error:
            raise StoreError(f"the journal {self._path} is damaged: game {game}, {error}") from None

    def read(self, game: str, after: int = 0) -> Stored:
        """Do as `Journal.read`, in this thread."""
        with self._one_moment():
            appends = self._database.execute("SELECT head, private FROM appends WHERE game = ? ORDER BY n", (game,))
            private = [text for _, text in appends]
            entries = self._database.execute(
                "SELECT seq, at, event FROM entries WHERE game = ? ORDER BY seq", (game,)
            ).fetchall()
        with self._game(game):
            stored = Stored(
                tuple(entry_from(*row) for row in entries),
                tuple(each for text in private for each in decode_private(text)),
            )
            damage = damage_in(stored.entries)
            if damage is not None:
                raise DamagedError(damage)
        return Stored(stored.entries[after:], stored.private)

    def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """Do as `Journal.games`, in this thread."""
        query = "SELECT game, private FROM appends a WHERE n = 1"
        if unfinished_only:
            query += f" AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.game = a.game AND {IS_LAST})"  # noqa: S608
        with self._one_moment():
            infos = [self._summary(*row) for row in self._database.execute(query).fetchall()]
        return sorted(infos, key=lambda info: (info.at, info.game))

    def _summary(self, game: str, private: str) -> GameInfo:
        query = f"SELECT seq, at, event FROM entries WHERE game = ? AND {IS_SUMMARY} ORDER BY seq"  # noqa: S608 - names
        with self._game(game):
            entries = [entry_from(*row) for row in self._database.execute(query, (game,))]
            opened = _opening(decode_private(private))
        (head,) = self._database.execute("SELECT max(head) FROM appends WHERE game = ?", (game,)).fetchone()
        return summary_of(game, opened, entries, head)


def _opening(private: list[Private]) -> GameOpened:
    for each in private:
        if isinstance(each, GameOpened):
            return each
    raise DamagedError("it does not say how it was opened")


@contextmanager
def reading(path: Path) -> Iterator[SqliteReader]:
    """The journal at `path`, to read; also beside the daemon that writes it. Raises `StoreError`."""
    with closing(connect(path, read_only=True)) as database:
        yield SqliteReader(path, database)
