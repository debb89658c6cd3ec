"""The unfinished games that wait in the journal until one of their players comes back.

Here: the list of them, and which are too many or too old. Not here: waking one (`house_tables`), deleting one
(`journal`).
"""

from collections.abc import Iterator
from typing import Final

from daemon.guest import LOOPBACK
from daemon.journal.interface import GameInfo

MOST_ASLEEP: Final = 1_000
MOST_ASLEEP_FROM_ONE: Final = 20


class SleepingGames:
    """The games, by the names of their tables. The limits apply only to guests' games, not to the host's own."""

    def __init__(self, most: int = MOST_ASLEEP, most_from_one: int = MOST_ASLEEP_FROM_ONE) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._by_table: dict[str, GameInfo] = {}

    def __len__(self) -> int:
        return len(self._by_table)

    def __contains__(self, table: str) -> bool:
        return table in self._by_table

    def __iter__(self) -> Iterator[tuple[str, GameInfo]]:
        return iter(tuple(self._by_table.items()))

    def add(self, table: str, info: GameInfo) -> None:
        """Add a sleeping game under an unused table name."""
        self._by_table[table] = info

    def at(self, table: str) -> GameInfo | None:
        """The sleeping game of the table with this name, or None."""
        return self._by_table.get(table)

    def table_of(self, game: str) -> str | None:
        """The name of this game's table, or None."""
        return next((table for table, info in self._by_table.items() if info.game == game), None)

    def remove(self, table: str) -> None:
        """Remove a game that is awake again, or deleted."""
        self._by_table.pop(table, None)

    def too_many(self) -> list[str]:
        """The tables where nobody has a seat, and the least played ones beyond the limits, per household and in all."""
        least_first = sorted(self._of_guests(), key=lambda each: (each[1].entries, each[1].last_at))
        by_household: dict[str | None, list[str]] = {}
        for table, info in least_first:
            by_household.setdefault(info.opened_by, []).append(table)
        gone = [table for table, info in least_first if not info.is_anybodys]
        for household, tables in by_household.items():
            gone += () if household == LOOPBACK else tables[: -self._most_from_one]
        rest = [table for table, _ in least_first if table not in gone]
        return gone + rest[: max(0, len(rest) - self._most)]

    def last_played_before(self, at: str) -> list[str]:
        """The tables whose games were last played before this time."""
        return [table for table, info in self._of_guests() if info.last_at < at]

    def _of_guests(self) -> list[tuple[str, GameInfo]]:
        return [(table, info) for table, info in self._by_table.items() if info.opened_by is not None]
