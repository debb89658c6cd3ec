"""The table `games` of a club: a row for each game, for questions about all games at once.

Here: what a row says, and the questions. All of it follows from the entries and the private rows of the game. Not here:
storing the row, in one transaction with them (`postgres_writer`).
"""

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from daemon.club.interface import Owner
from daemon.club.postgres_database import Database
from daemon.club.postgres_owners import IS_ALIVE, owner
from daemon.journal.batches import PendingAppend
from daemon.journal.interface import (
    SUMMARY_EVENTS,
    DamagedError,
    GameInfo,
    GameMoved,
    GameOpened,
    NextGameOpened,
    TokenIssued,
    last_time,
    left_in,
    summary_of,
)
from daemon.journal.reading import IS_SUMMARY
from daemon.journal.rows import decode_private, entry_from
from daemon.journal.summaries import SummaryRows

GameRow = tuple[str, str, str, str | None, str | None, bool, bool, bool, bool, int, str, str]
"""The columns of `games`."""

_NOT_REPLACED: Final = "NOT EXISTS (SELECT FROM games AS others WHERE others.instead_of = games.game)"
_WITH_ID: Final = f"SELECT game FROM games WHERE game = %s AND {_NOT_REPLACED}"  # noqa: S608 - our own text
_AT_TABLE: Final = f"""
SELECT game FROM games WHERE name = %s AND NOT is_left AND {_NOT_REPLACED} ORDER BY is_over, at DESC LIMIT 1
"""  # noqa: S608 - our own text
_LISTED: Final = f"""
SELECT game, others.daemon, others.address FROM games LEFT JOIN (
    SELECT key, daemon, address FROM owners JOIN daemons USING (daemon)
        WHERE owners.until > now() AND {IS_ALIVE} AND daemon <> %s
) AS others ON key = game AND NOT is_over
    WHERE NOT is_left AND (game = ANY(%s) OR NOT is_over AND (%s OR others.daemon IS NOT NULL))
        AND {_NOT_REPLACED} AND position(%s IN words) > 0
    ORDER BY game = ANY(%s) DESC, has_free_seat DESC, at DESC LIMIT %s
"""  # noqa: S608 - our own text
_SURPLUS: Final = f"""
WITH asleep AS (
    SELECT game, opened_by, is_used, players, at, greatest(back_at, (
        SELECT entries.at FROM entries WHERE entries.game = games.game ORDER BY seq DESC LIMIT 1
    )) AS last_at FROM games WHERE NOT is_over AND opened_by IS NOT NULL AND NOT EXISTS (
        SELECT FROM owners JOIN daemons USING (daemon)
            WHERE key = game AND owners.until > now() AND {IS_ALIVE}
    )
), kept AS (
    SELECT game, opened_by, row_number() OVER (PARTITION BY opened_by ORDER BY players < 2, at) AS of_household,
        row_number() OVER (ORDER BY players < 2, at) AS of_all
        FROM asleep WHERE is_used AND last_at >= %s
)
SELECT game FROM asleep WHERE NOT (is_used AND last_at >= %s)
    UNION SELECT game FROM kept WHERE (opened_by = %s AND of_household > %s) OR of_all > %s ORDER BY game
"""  # noqa: S608 - our own text


def summary_rows(database: Database, games: Collection[str]) -> list[SummaryRows]:
    """The rows from which the summaries of these games are made. Raises `StoreError`."""
    wanted = list(games)
    first = dict(database.run("SELECT game, private FROM appends WHERE n = 1 AND game = ANY(%s)", wanted))
    entries = database.run(
        f"SELECT game, seq, at, event FROM entries WHERE game = ANY(%s) AND {IS_SUMMARY} ORDER BY game, seq",  # noqa: S608 - names
        wanted,
    )
    ends = database.run(
        "SELECT key, head, at, last.private FROM unnest(%s::text[]) AS wanted (key) CROSS JOIN LATERAL ("
        " SELECT head, private FROM appends WHERE game = key ORDER BY n DESC LIMIT 1"
        ") AS last JOIN entries ON game = key AND seq = head",
        wanted,
    )
    by_game = {game: [row[1:] for row in rows] for game, rows in groupby(entries, itemgetter(0))}
    return [
        SummaryRows(game, first.get(game), by_game.get(game, []), seq, (at, private)) for game, seq, at, private in ends
    ]


class Games:
    """The table `games`. All calls raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows_after(self, appends: Sequence[PendingAppend]) -> list[GameRow]:
        """The rows that change with these appends, as they are then. The appends are to games of this daemon."""
        changing = {append.game for append in appends if _changes_row(append)}
        if not changing:
            return []
        begun = {append.game for append in appends if append.expected_seq == 0}
        before = {rows.game: rows for rows in summary_rows(self._database, changing - begun)}
        rows = (
            _row_after(game, before.get(game), [append for append in appends if append.game == game])
            for game in changing
        )
        return [row for row in rows if row is not None]

    def at_table(self, name: str) -> list[str]:
        """The unfinished or else newest game at the table with this name; none if there is none."""
        return [game for (game,) in self._database.run(_AT_TABLE, name)]

    def with_id(self, game: str) -> list[str]:
        """The game with this id; none if there is none, or if another game has replaced it."""
        return [game for (game,) in self._database.run(_WITH_ID, game)]

    def listed(
        self, daemon: str, games: Collection[str], search: str, most: int, asleep: bool
    ) -> list[tuple[str, Owner | None]]:
        """Do the same as `Club.listed`, for this daemon, with the ids of the games."""
        own = list(games)
        rows = self._database.run(_LISTED, daemon, own, asleep, search.casefold(), own, most)
        return [(game, None if other is None else owner(other, address)) for game, other, address in rows]

    def surplus(self, household: str | None, most_from_one: int, most: int, before: str) -> list[str]:
        """Do the same as `Club.surplus`."""
        rows = self._database.run(_SURPLUS, before, before, household, most_from_one, most)
        return [game for (game,) in rows]


def _changes_row(append: PendingAppend) -> bool:
    return any(isinstance(entry.event, SUMMARY_EVENTS) for entry in append.entries) or any(
        isinstance(row, GameOpened | TokenIssued | GameMoved | NextGameOpened) for row in append.private
    )


def _row_after(game: str, before: SummaryRows | None, appends: Sequence[PendingAppend]) -> GameRow | None:
    """The row of a game after these appends; None if it has no summary, as if it were damaged."""
    private = [row for append in appends for row in append.private]
    new = (entry for append in appends for entry in append.entries if isinstance(entry.event, SUMMARY_EVENTS))
    try:
        old = [] if before is None else [entry_from(*row) for row in before.entries]
        first = private if before is None or before.first is None else decode_private(before.first)
        opened = next(row for row in first if isinstance(row, GameOpened))
        info = summary_of(game, opened, [*old, *new], 0, opened.at, left_in(appends[-1].private))
    except (DamagedError, StopIteration):
        return None
    return row_of(info, back_at=last_time("", private))


def row_of(info: GameInfo, *, back_at: str) -> GameRow:
    """The row of a game with this summary. `back_at`: when a player returned to it last, "" if that is not new."""
    has_free_seat = any(who.is_free for who in info.seats)
    words = "\n".join([info.table, info.preset, *(who.name or "" for who in info.seats)]).casefold()
    return (
        info.game, info.table, info.at, info.opened_by, info.instead_of, info.is_over, info.left is not None,
        info.is_used, has_free_seat, info.players, words, back_at,
    )  # fmt: skip
