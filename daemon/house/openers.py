"""Who opened which table, so that nobody takes up all the tables that a host allows.

Lives here: how many tables may be opened from one address, and that somebody is to play at them. Tables that the daemon
opens by itself are not counted.
Not here: opening a table (`house`).
"""

from collections.abc import Callable
from typing import Final

from daemon.guest import Guest
from protocol.game.options import RulesError

MOST_TABLES_FROM_ONE: Final = 20


class Openers:
    """The connections on which tables were opened, by the table's name."""

    def __init__(self, most_from_one: int) -> None:
        self._most = most_from_one
        self._by_table: dict[str, Guest] = {}

    def note(self, table: str, opener: Guest) -> None:
        """A table was opened."""
        self._by_table[table] = opener

    def forget(self, table: str) -> None:
        """There is no such table any more."""
        self._by_table.pop(table, None)

    def opener_of(self, table: str) -> Guest | None:
        """Who opened this table; None for one that the daemon opened by itself."""
        return self._by_table.get(table)

    def check(self, who: Guest, free_seats: int, goes_on: Callable[[str], bool]) -> None:
        """Raise `RulesError` where enough tables that still go on were opened from there, or no seat is left free.

        Bots among themselves wait for nobody, and would play on when whoever wanted to see them has long gone.
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
