"""The heads of the file of heads in a temporary table, which SQLite keeps in a file where it is large.

For commands: a daemon has them in memory. Not here: the file of heads (`heads`).
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Final

from daemon.journal.chain import Head

_TABLE: Final = """
CREATE TEMP TABLE heads (game TEXT PRIMARY KEY, appends INTEGER, seq INTEGER, checksum TEXT) WITHOUT ROWID
"""
_NOTE: Final = "REPLACE INTO temp.heads VALUES (?, ?, ?, ?)"


class NotedHeads(MutableMapping[str, Head]):
    """Heads by game, in a temporary table of this connection."""

    def __init__(self, database: sqlite3.Connection, blocks: Iterable[Mapping[str, Head | None]]) -> None:
        """The heads after these blocks, in which None stands for a game that was deleted."""
        self._database = database
        database.execute(_TABLE)
        with database:  # one transaction, also if a block cannot be read
            database.execute("BEGIN")
            for block in blocks:
                database.executemany(_NOTE, (_row(game, head) for game, head in block.items()))
            database.execute("DELETE FROM temp.heads WHERE checksum IS NULL")

    def __getitem__(self, game: str) -> Head:
        """The head of this game. Raises `KeyError`."""
        row = self._database.execute("SELECT appends, seq, checksum FROM temp.heads WHERE game = ?", (game,)).fetchone()
        if row is None:
            raise KeyError(game)
        return Head(*row)

    def __setitem__(self, game: str, head: Head) -> None:
        """Note this head."""
        self._database.execute(_NOTE, _row(game, head))

    def __delitem__(self, game: str) -> None:
        """Drop the head of this game. Raises `KeyError`."""
        if not self._database.execute("DELETE FROM temp.heads WHERE game = ?", (game,)).rowcount:
            raise KeyError(game)

    def __iter__(self) -> Iterator[str]:
        """The games."""
        return (game for (game,) in self._database.execute("SELECT game FROM temp.heads"))

    def __len__(self) -> int:
        """How many games there are."""
        (count,) = self._database.execute("SELECT count(*) FROM temp.heads").fetchone()
        return int(count)


def _row(game: str, head: Head | None) -> tuple[str, int | None, int | None, str | None]:
    return (game, None, None, None) if head is None else (game, head.appends, head.seq, head.checksum)
