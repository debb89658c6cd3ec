"""Reading the journal's file: whole games, and the list of them.

Lives here: what is read back and how damage is told. Each reading sees the file as it is at one moment, whatever is
written meanwhile, and holds no writer up. Not here: the tables (`sqlite_file`), writing (`sqlite_journal`).
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from daemon.journal.interface import (
    SUMMED_UP,
    CommandAccepted,
    GameInfo,
    GameOpened,
    Private,
    Stored,
    StoreError,
    TokenIssued,
    TokensRevoked,
    WentOn,
    damage_in,
    info_of,
)
from daemon.journal.sqlite_file import told_plainly
from protocol.log.events import Entry
from protocol.wire.codec import MalformedError, UnknownEventError, decode_event

_Row = tuple[int, int, str, str, str | None, str | None]
_ROWS_OF_A_GAME: Final = """
WITH RECURSIVE of_game (n) AS (
    SELECT n FROM ends WHERE game = ? UNION SELECT before FROM of_game JOIN appends USING (n) WHERE game = ?
)
SELECT seq, head, at, events, id, digest FROM of_game JOIN appends USING (n) ORDER BY n
"""
"""Back from the last one. `UNION`, and the game asked for again: damage leads in no circle and to no other game."""


class SqliteReader:
    """What is read of a journal, through a connection of its own. It waits for the disk: in the loop, in a thread."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self._path = path
        self._database = database

    @contextmanager
    def _as_it_is_now(self) -> Iterator[None]:
        """All that is read within is of one moment. Failures of SQLite leave as `StoreError`."""
        with told_plainly(self._path):
            self._database.execute("BEGIN")
            try:
                yield
            finally:
                if self._database.in_transaction:  # a failure may have ended it already
                    self._database.execute("ROLLBACK")

    def read(self, game: str, after: int = 0) -> Stored:
        """As `Journal.read`, in this thread."""
        with self._as_it_is_now():
            rows: list[_Row] = self._database.execute(_ROWS_OF_A_GAME, (game, game)).fetchall()
            private = tuple(self._private(game, rows))
        kept = (entry for row in rows if row[1] > after for entry in self._entries(game, *row[:4]))
        entries = tuple(entry for entry in kept if entry.seq > after)
        damage = damage_in(entries) if after == 0 else None
        if damage is not None:
            raise StoreError(f"the journal {self._path} is damaged: game {game}, {damage}")
        return Stored(entries, private)

    def _private(self, game: str, rows: Sequence[_Row]) -> Iterator[Private]:
        """What is kept beside the rows of a game, and the ids in them."""
        execute = self._database.execute
        for opened in execute('SELECT "table", at, password, is_home FROM games WHERE game = ?', (game,)):
            yield _opened(*opened)
        for seat, digest, is_host in execute(
            "SELECT seat, digest, is_host FROM tokens WHERE game = ? ORDER BY n", (game,)
        ):
            yield TokensRevoked(seat) if digest is None else TokenIssued(seat, digest, bool(is_host))
        for _, head, _, _, id_, digest in rows:
            if id_ is not None and digest is not None:
                yield CommandAccepted(id_, digest, head)
        for accepted in execute("SELECT id, digest, seq FROM commands WHERE game = ?", (game,)):
            yield CommandAccepted(*accepted)
        for (following,) in execute("SELECT next FROM next_games WHERE game = ?", (game,)):
            yield WentOn(following)

    def games(self, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`, in this thread."""
        open_only = "WHERE NOT EXISTS (SELECT 1 FROM appends a WHERE a.game = games.game AND a.kind = 2)"
        with self._as_it_is_now():
            rows = self._database.execute(
                'SELECT game, "table", at, password, is_home,'  # noqa: S608 - no text of users
                " (SELECT head FROM ends WHERE ends.game = games.game)"
                f" FROM games {open_only if unfinished_only else ''} ORDER BY at, game"
            ).fetchall()
            return [
                info_of(game, _opened(*opened), list(self._telling(game)), last or 0) for game, *opened, last in rows
            ]

    def _telling(self, game: str) -> Iterator[Entry]:
        query = "SELECT seq, head, at, events FROM appends WHERE game = ? AND kind > 0 ORDER BY seq"
        entries = (entry for row in self._database.execute(query, (game,)) for entry in self._entries(game, *row))
        return (entry for entry in entries if isinstance(entry.event, SUMMED_UP))

    def _entries(self, game: str, first: int, head: int, at: str, events: str) -> Iterator[Entry]:
        """The entries of a row."""
        lines = events.split("\n")
        if len(lines) != head - first + 1:
            raise StoreError(f"the journal {self._path} is damaged: game {game}, entry {first}: events are missing")
        for seq, line in enumerate(lines, start=first):
            try:
                yield Entry(seq, at, decode_event(line))
            except (MalformedError, UnknownEventError) as error:
                raise StoreError(f"the journal {self._path} is damaged: game {game}, entry {seq}: {error}") from None


def _opened(table: str, at: str, password: str | None, is_home: int) -> GameOpened:
    """A row of `games`."""
    return GameOpened(table, at, password, bool(is_home))
