"""Which guest opened which table: nobody may take up all the tables that a host allows.

Here: the limit on tables opened from one household, and that a seat is left for a person. The host's own table does not
count. Not here: opening a table (`house`).
"""

from collections.abc import Callable
from typing import Final

from daemon.guest import Guest
from protocol.game.options import RulesError

MOST_TABLES_FROM_ONE: Final = 20


class Openers:
    """The guests who opened tables, by the table's name."""

    def __init__(self, most_from_one: int) -> None:
        self._most = most_from_one
        self._by_table: dict[str, Guest] = {}

    def note(self, table: str, opener: Guest) -> None:
        """Take note of who opened a table."""
        self._by_table[table] = opener

    def forget(self, table: str) -> None:
        """Drop a table that is gone."""
        self._by_table.pop(table, None)

    def opener_of(self, table: str) -> Guest | None:
        """The guest who opened this table; None for the host's own."""
        return self._by_table.get(table)

    def check(self, who: Guest, free_seats: int, goes_on: Callable[[str], bool]) -> None:
        """Raise `RulesError` where the guest's household has enough unfinished tables, or no seat would be free.

        Bots among themselves wait for nobody: they would play on when the guest has long gone.
        """
        if who.origin.is_loopback:
            return
        if free_seats == 0:
            raise RulesError("bots", "leave a seat free: tables for bots alone are opened from the host's own machine")
        opened = [
            name
            for name, opener in self._by_table.items()
            if opener.origin.household == who.origin.household and goes_on(name)
        ]
        if len(opened) >= self._most:
            raise RulesError("tables", f"{len(opened)} tables were opened from your address, and no more are allowed")
