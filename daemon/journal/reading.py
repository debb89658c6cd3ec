"""Reading a journal in a database: games, completely or in pieces, the list of games, and damage.

Here: the queries, which are the same in every database, and where a game is damaged. Each call sees the journal at one
moment and does not block the writer, which may be another process. Not here: a database's own way to run a query
(`sqlite_reading`, and in a club `club.postgres_reading`), writing (`sqlite_writer`).
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, MutableMapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, Final

from daemon.journal.batches import BatchRows
from daemon.journal.chain import NO_HEAD, ChainCheck, Head
from daemon.journal.interface import (
    LAST_EVENTS,
    NEWER,
    PIECE,
    SUMMARY_EVENTS,
    DamagedError,
    GameInfo,
    GameOpened,
    Private,
    StoredRows,
    StoreError,
    sound_part,
    wrong_with,
)
from daemon.journal.rows import EntryRow, decode_private, entry_from
from daemon.journal.summaries import SummaryRows
from protocol.frozen import frozen
from protocol.log.events import WIRE_NAMES, Event


def _sql_names(events: tuple[type, ...]) -> str:
    return ", ".join(f"'{WIRE_NAMES[event]}'" for event in events)


IS_SUMMARY: Final = f"type IN ({_sql_names(SUMMARY_EVENTS)})"
IS_LAST: Final = f"type IN ({_sql_names(LAST_EVENTS)})"
"""Spelled as in their indexes: SQLite uses an index of some rows only for the same condition."""
IDS: Final = """
WITH RECURSIVE ids (game) AS (
    SELECT min(game) FROM appends
    UNION ALL SELECT (SELECT min(game) FROM appends WHERE game > ids.game) FROM ids WHERE game IS NOT NULL
)
"""
"""All ids as `ids`, and a row without one.

Steps from one game to the next by the key: `SELECT DISTINCT` would read every row.
"""
_GAMES: Final = f"{IDS} SELECT game FROM ids WHERE game IS NOT NULL"  # noqa: S608 - our own text
PAGE: Final = 200
"""Games in a page of ids."""
_ALL: Final = 2**62
"""As a limit: no limit."""


@frozen
class _Rows:
    """The rows of a game up to the first damage, and that damage, or None. `is_end`: no rows were left."""

    entries: list[EntryRow]
    private: list[str]
    damage: str | None
    is_end: bool


@frozen
class DamagedRest:
    """What is left of a damaged game after its undamaged part; no checksum confirms it.

    `last`: the number of its last entry. `private`: for each readable append, its last entry and its private rows.
    """

    last: int
    private: list[tuple[int, list[Private]]]


class JournalReader(ABC):
    """A journal opened for reading. Its calls block, so a trio task needs a thread.

    `heads` were noted outside the database, if they were (`has_heads`). `damage` is by game; `games` does not list
    damaged games.
    """

    def __init__(self, name: str, heads: MutableMapping[str, Head] | None) -> None:
        self._name = name
        """The journal, as errors name it."""
        self.has_heads = heads is not None
        self.heads: MutableMapping[str, Head] = {} if heads is None else heads
        self.damage: dict[str, str] = {}

    @abstractmethod
    def one_moment(self) -> AbstractContextManager[None]:
        """A block in which all queries see the same moment. The database's errors are raised as `StoreError`."""

    @abstractmethod
    def select(self, query: str, *values: str | int) -> tuple[list[Any], str | None]:
        """The rows that can be read, and the error that stopped it, or None. A value is written as `?`."""

    @abstractmethod
    def pages_of_ids(self) -> Iterator[Sequence[str]]:
        """The ids of all games, oldest first, in pages. Between two pages nothing is held open. Raises `StoreError`."""

    @abstractmethod
    def read_heads_again(self) -> None:
        """Note the heads as they are now outside the database, if they are noted there."""

    def forget(self, game: str) -> None:
        """Drop the head and the damage of a deleted game."""
        self.damage.pop(game, None)
        self.heads.pop(game, None)

    # Games.

    def read(self, game: str, after: int = 0) -> StoredRows:
        """Do the same as `Journal.read`, in this thread."""
        stored, damage = self.read_undamaged(game)
        if damage is not None:
            raise self._unreadable(game, damage)
        return StoredRows(stored.entries[after:], stored.private)

    def _unreadable(self, game: str, damage: str) -> StoreError:
        if damage == NEWER:
            return StoreError(f"game {game} {wrong_with(damage)}")
        return StoreError(f"the journal {self._name} is damaged: game {game}, {damage}")

    def read_undamaged(self, game: str) -> tuple[StoredRows, str | None]:
        """The part of a game before the first damage, and that damage, or None. Raises `StoreError`."""
        with self.one_moment():
            rows = self._rows(self.chain_check(game))
        entries, _, damage = sound_part(entry_from(seq, at, event) for _, seq, at, _, event in rows.entries)
        private: list[Private] = []
        try:
            for text in rows.private:
                private += decode_private(text)
        except DamagedError as error:
            damage = damage or str(error)
        return StoredRows(tuple(entries), tuple(private)), damage or rows.damage

    def rest_of(self, game: str) -> DamagedRest:
        """What is left of a damaged game after its undamaged part. Raises `StoreError`."""
        with self.one_moment():
            appends, _ = self.select("SELECT head, private FROM appends WHERE game = ? ORDER BY n", game)
            numbers, _ = self.select("SELECT seq FROM entries WHERE game = ?", game)
        private: list[tuple[int, list[Private]]] = []
        for seq, text in appends:
            with suppress(DamagedError):
                private.append((seq, decode_private(text)))
        return DamagedRest(max(self._noted_head(game).seq, *(seq for (seq,) in numbers), 0), private)

    def rows_of(self, game: str) -> BatchRows:
        """All rows of a game as they are stored. Raises `StoreError`."""
        with self.one_moment():
            appends, _ = self.select(
                "SELECT game, n, head, private, checksum FROM appends WHERE game = ? ORDER BY n", game
            )
            entries, _ = self.select("SELECT game, seq, at, type, event FROM entries WHERE game = ? ORDER BY seq", game)
        return BatchRows({}, appends, entries)

    # Games in pieces.

    def chain_check(self, game: str) -> ChainCheck:
        """A check of all rows of a game, none of which has been read yet."""
        return ChainCheck(game, self._noted_head(game))

    def _noted_head(self, game: str) -> Head:
        return self.heads.get(game, NO_HEAD)

    def next_piece(self, check: ChainCheck) -> StoredRows | None:
        """Do the same as `Pieces.next`, in this thread, for the game of this check."""
        with self.one_moment():
            rows = self._rows(check, PIECE)
        try:
            if rows.damage is not None:
                raise DamagedError(rows.damage)
            entries = tuple(entry_from(seq, at, event) for _, seq, at, _, event in rows.entries)
            private = tuple(row for text in rows.private for row in decode_private(text))
        except DamagedError as damage:
            raise self._unreadable(check.game, str(damage)) from None
        return None if rows.is_end else StoredRows(entries, private)

    def _rows(self, check: ChainCheck, most: int = _ALL) -> _Rows:
        """The next rows of a game, at most so many entries."""
        before = check.seq
        appends, error = self.select(
            "SELECT n, head, private, checksum FROM appends WHERE game = ? AND n > ? ORDER BY n LIMIT ?",
            check.game, check.head.appends, most,
        )  # fmt: skip
        entries, other = self.select(
            "SELECT game, seq, at, type, event FROM entries WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?",
            check.game, before, most,
        )  # fmt: skip
        private, damage = check.read_on(appends, entries, is_rest=len(entries) != most)
        if not appends or most == _ALL:
            damage = damage or check.loss(len(entries) - (check.seq - before))
        return _Rows(entries[: check.seq - before], private, damage or error or other, is_end=not appends)

    # The list.

    def games(self, ids: Collection[str] | None = None, *, unfinished_only: bool = False) -> list[GameInfo]:
        """Do the same as `Journal.games`, in this thread. A game without a summary is added to `damage`."""
        infos = []
        with self.one_moment():
            found = self.game_ids(unfinished_only=unfinished_only) if ids is None else self.stored_of(ids)
            stored = list(self.summary_rows(found - self.damage.keys()))
        for rows in stored:  # after the block: decoding thousands takes longer than a database waits in a transaction
            try:
                infos.append(rows.summary())
            except DamagedError as error:
                self.damage[rows.game] = str(error)
        infos.sort(key=lambda info: (info.at, info.game))
        return [info for info in infos if not (unfinished_only and info.is_over)]

    def stored_of(self, ids: Collection[str]) -> set[str]:
        """Those of these games that are in the journal, or have a noted head. The others are not looked at."""
        query = "SELECT 1 FROM appends WHERE game = ? LIMIT 1"
        return {game for game in ids if game in self.heads or self.select(query, game)[0]}

    def game_ids(self, *, unfinished_only: bool = False) -> set[str]:
        """The ids of all games in the journal, or with a noted head."""
        rows, _ = self.select(_GAMES)
        ids = {game for (game,) in rows if isinstance(game, str)} | self.heads.keys()
        if unfinished_only:
            ids -= self._finished_ids()
        return ids

    def finished(self) -> set[str]:
        """Do the same as `Journal.finished`, in this thread."""
        with self.one_moment():
            return self._finished_ids()

    def games_with(self, event: type[Event], games: Collection[str]) -> set[str]:
        """Do the same as `Journal.games_with`, in this thread."""
        query, name = "SELECT 1 FROM entries WHERE game = ? AND type = ? LIMIT 1", WIRE_NAMES[event]
        with self.one_moment():
            return {game for game in games if self.select(query, game, name)[0]}

    def _finished_ids(self) -> set[str]:
        rows, _ = self.select(f"SELECT game FROM entries WHERE {IS_LAST}")  # noqa: S608 - names of events
        return {game for (game,) in rows}

    def resumed(self) -> dict[str, str]:
        """By damaged game: the game that continues it, if there is one. Raises `StoreError`."""
        query = "SELECT game, private FROM appends WHERE n = 1 AND private LIKE ?"
        with self.one_moment():
            openings, _ = self.select(query, '%"resumed_from":"%')
        resumed = {}
        for game, text in openings:
            with suppress(DamagedError):
                for row in decode_private(text) if game not in self.damage else ():
                    if isinstance(row, GameOpened) and row.resumed_from is not None:
                        resumed[row.resumed_from] = game
        return resumed

    def summary_rows(self, games: Collection[str]) -> Iterator[SummaryRows]:
        """The rows from which the summaries of these games are made."""
        of_summary = f"SELECT seq, at, event FROM entries WHERE game = ? AND {IS_SUMMARY} ORDER BY seq"  # noqa: S608 - names
        of_end = "SELECT at, private FROM entries JOIN appends USING (game) WHERE game = ? AND seq = ? AND n = ?"
        for game in games:
            entries, error = self.select(of_summary, game)
            first, other = self.select("SELECT private FROM appends WHERE game = ? AND n = 1", game)
            head = self._last_head(game)
            end = [] if head is None else self.select(of_end, game, head.seq, head.appends)[0]
            yield SummaryRows(
                game,
                first[0][0] if first else None,
                entries,
                None if head is None else head.seq,
                end[0] if end else None,
                error or other,
            )

    def _last_head(self, game: str) -> Head | None:
        query = "SELECT n, head, checksum FROM appends WHERE game = ? ORDER BY n DESC LIMIT 1"
        rows, _ = self.select(query, game)
        is_readable = rows and [type(value) for value in rows[0]] == [int, int, str]
        return Head(*rows[0]) if is_readable else None

    # Damage.

    def damage_of(self, game: str) -> str | None:
        """What is wrong with a game, by a check of all its rows, or None. Raises `StoreError`."""
        with self.one_moment():
            return self._rows(self.chain_check(game)).damage

    def verify(self, *, unfinished_only: bool = False) -> dict[str, Head]:
        """The heads of all undamaged games; the others are added to `damage`. Raises `StoreError`.

        `unfinished_only`: of finished games, only the end is checked.
        """
        heads = {}
        with self.one_moment():
            finished = self._finished_ids() if unfinished_only else set()
            for game in sorted(self.game_ids()):
                head, noted = self._last_head(game), self._noted_head(game)
                if game not in finished or head is None or head.appends < noted.appends:
                    check = self.chain_check(game)
                    damage = self._rows(check).damage
                    if damage is not None:
                        self.damage[game] = damage
                        continue
                    head = check.head
                heads[game] = noted if head == noted else head  # one object for both
        return heads
