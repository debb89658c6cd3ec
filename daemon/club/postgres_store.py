"""The statement that stores appends in a club's database: one for a whole batch, and one transaction.

Here: the statement. Not here: when it is run, and what follows if nobody knows its outcome (`postgres_writer`).

It is fenced: of each game it locks the owner's row, and stores nothing of a game whose daemon or epoch is another one
by now. A daemon that takes a game over changes that row, so one of the two waits for the other.

And it stores an append only behind the one that it follows. The fence says who writes, not behind what: a database that
was restored while daemons run has the same owners, and fewer appends.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from daemon.club.postgres_database import Database
from daemon.club.postgres_games import GameRow
from daemon.club.postgres_owners import Possession
from daemon.journal.batches import BatchRows

_STORE: Final = """
WITH checked AS (
    SELECT key, owners.epoch
        FROM owners JOIN unnest(%s::text[], %s::bigint[], %s::integer[], %s::text[]) AS mine (key, epoch, n, checksum)
            USING (key, epoch)
        LEFT JOIN LATERAL (
            SELECT n, checksum FROM appends WHERE game = owners.key ORDER BY n DESC LIMIT 1
        ) AS last ON true
        WHERE daemon = %s AND mine.n = coalesce(last.n, 0) AND mine.checksum = coalesce(last.checksum, '')
        FOR SHARE OF owners
), names AS (
    SELECT key FROM owners WHERE key = ANY(%s) AND daemon = %s FOR SHARE
), opened AS (
    INSERT INTO owners SELECT game, %s, 1, 'infinity' FROM unnest(%s::text[], %s::text[]) AS new (game, name)
            JOIN names ON key = name
        ON CONFLICT (key) DO UPDATE SET epoch = owners.epoch + 1 WHERE owners.daemon = excluded.daemon
        RETURNING key, epoch
), owned AS (
    SELECT key, epoch FROM checked UNION ALL SELECT key, epoch FROM opened
), stored_appends AS (
    INSERT INTO appends SELECT new.* FROM unnest(%s::text[], %s::integer[], %s::integer[], %s::text[], %s::text[])
        AS new (game, n, head, private, checksum) JOIN owned ON key = game
), stored_entries AS (
    INSERT INTO entries SELECT new.* FROM unnest(%s::text[], %s::integer[], %s::text[], %s::text[], %s::text[])
        AS new (game, seq, at, type, event) JOIN owned ON key = game
)"""
"""Stores the rows of all games that are still this daemon's, and still end where this daemon has their end.

A new game becomes its own if the name of its table is.
"""
_STORE_GAMES: Final = """, stored_games AS (
    INSERT INTO games SELECT new.* FROM unnest(
        %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::boolean[], %s::boolean[], %s::boolean[],
        %s::boolean[], %s::integer[], %s::text[], %s::text[]
    ) AS new (game, name, at, opened_by, instead_of, is_over, is_left, is_used, has_free_seat, players, words, back_at)
        JOIN owned ON key = game
    ON CONFLICT (game) DO UPDATE SET is_over = excluded.is_over, is_left = excluded.is_left,
        is_used = excluded.is_used, has_free_seat = excluded.has_free_seat, players = excluded.players,
        words = excluded.words, back_at = greatest(games.back_at, excluded.back_at)
)"""
_STORED: Final = "SELECT key, epoch FROM owned"


def store(
    database: Database,
    daemon: str,
    owned: Mapping[str, Possession],
    tables: Mapping[str, str],
    rows: BatchRows,
    changed: Sequence[GameRow],
) -> dict[str, int]:
    """Store the rows of those games that are this daemon's; returns these with their epochs. Raises `StoreError`.

    `owned`: the games, as this daemon has them. `tables`: by new game, the name of its table. `changed`: the
    rows of `games` that change.
    """
    games, names = list(tables), list(tables.values())
    mine = [(key, had.epoch, had.head.appends, had.head.checksum) for key, had in owned.items()]
    values = [*_columns(mine, 4), daemon, names, daemon, daemon, games, names]
    values += [*_columns(rows.appends, 5), *_columns(rows.entries, 5), *_columns(changed, 0)]
    return dict(database.run(f"{_STORE}{_STORE_GAMES if changed else ''} {_STORED}", *values))


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    """The columns of these rows; so many if there are no rows."""
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(count)]
