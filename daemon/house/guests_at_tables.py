"""The guests of one daemon who are at its tables, or on their way to one.

Here: who is where, and taking somebody to another table, or away. Not here: which table a guest looks for (`door`),
what happens there (`daemon.table`).
"""

from daemon.guest import Guest, PartingError
from daemon.table.live_table import LiveTable
from protocol.wire.messages import PROTOCOL, Hello, Role


class GuestsAtTables:
    """The table of each guest who is at one, or on their way there."""

    def __init__(self) -> None:
        self._tables: dict[Guest, LiveTable] = {}

    def table_of(self, guest: Guest) -> LiveTable | None:
        """The table at which this guest is; None in the lobby, or for a reader of a finished game."""
        return self._tables.get(guest)

    def bring(self, guest: Guest, table: LiveTable, hello: Hello) -> None:
        """Have a guest say hello to a table, which answers."""
        self._tables[guest] = table
        table.join(guest, hello)

    def lead(self, guest: Guest, there: LiveTable, *, plays: bool = True) -> None:
        """Take a guest from their table to another one on the same connection, to play or to watch."""
        before, role = self._tables.get(guest), Role.PLAYER if plays else Role.SPECTATOR
        if before is not None:
            before.send_on(guest, lambda: self.bring(guest, there, Hello(PROTOCOL, "", guest.name, role=role)))

    def lose(self, guest: Guest) -> None:
        """The connection of this guest has ended."""
        table = self._tables.pop(guest, None)
        if table is not None:
            table.lose(guest)

    def part(self, table: LiveTable, parting: PartingError) -> None:
        """Send everybody at this table away."""
        for guest in [guest for guest, where in self._tables.items() if where is table]:
            guest.part(parting)
