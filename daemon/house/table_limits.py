"""How many tables there may be, in all and from one household, and which table makes room for another.

Here: the decisions. Not here: the numbers (`house_rules`), closing a table (`house_tables`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from daemon.guest import Guest
from daemon.house.home_table import HomeTable
from daemon.house.house_rules import HouseRules
from daemon.table.live_table import LiveTable
from protocol.game.options import RulesError
from protocol.log.not_allowed import NOT_OPENED


class TableLimits:
    """The limits on `tables`, those that are awake. `close` puts one of them away."""

    def __init__(
        self, rules: HouseRules, home: HomeTable, tables: Mapping[str, LiveTable], close: Callable[[LiveTable], None]
    ) -> None:
        self._rules = rules
        self._home = home
        self._tables = tables
        self._close = close
        self._being_opened: list[str] = []
        """The households of the guests whose tables wait for the journal."""

    @contextmanager
    def room_for(self, opener: Guest, free_seats: int) -> Iterator[None]:
        """Make room for one more table of this guest, which counts during the block. Raises `RulesError`."""
        if not opener.is_operator:
            self._check_opener(opener, free_seats)
        most = self._rules.most_tables
        if len(self._tables) + len(self._being_opened) >= most and not self._close_unused(self._tables.values()):
            raise RulesError("tables", NOT_OPENED("many_tables", most=most))
        self._being_opened.append(opener.origin.household)
        try:
            yield
        finally:
            self._being_opened.remove(opener.origin.household)

    def _check_opener(self, opener: Guest, free_seats: int) -> None:
        """Raise `RulesError` if the guest's household has too many unfinished tables, or no seat would be free.

        Tables with bots only wait for nobody: they would still play long after the guest has left.
        """
        origin, most = opener.origin, self._rules.most_tables_from_one
        if free_seats == 0:
            raise RulesError("bots", NOT_OPENED("bots_alone"))
        if origin.is_loopback:
            return
        own = [table for table in self._tables.values() if table.opened_by == origin.household and not table.is_over]
        number = len(own) + self._being_opened.count(origin.household)
        if number >= most and not self._close_unused(own):
            raise RulesError("tables", NOT_OPENED("many_from_you", number=number))

    def _close_unused(self, tables: Iterable[LiveTable]) -> bool:
        """Close one of these tables that nobody uses, preferably without an unfinished game; False if none."""
        unused = [table for table in tables if table.is_deserted and table.name != self._home.name]
        if not unused:
            return False
        self._close(min(unused, key=lambda table: table.is_unfinished))
        return True
