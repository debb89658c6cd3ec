"""The boards of the league that are open at this daemon, and who is led to which.

Not here: opening them, and the league itself (`league_night`), what is allowed at a board (`decide`).
"""

from collections.abc import Iterator, Mapping

from daemon.guest import Guest
from daemon.house.guests_at_tables import GuestsAtTables
from daemon.table.live_table import LiveTable


class Boards:
    """The boards among the tables that are `awake`, in their order."""

    def __init__(self, awake: Mapping[str, LiveTable], guests: GuestsAtTables) -> None:
        self._awake = awake
        self._guests = guests

    def __iter__(self) -> Iterator[LiveTable]:
        boards = [(table.board, table) for table in self._awake.values()]
        found = [((board.fixture, board.number), table) for board, table in boards if board is not None]
        return (table for _, table in sorted(found, key=lambda pair: pair[0]))

    def waiting_for(self, name: str) -> LiveTable | None:
        """The first board that waits for the player with this name, or None.

        Of all boards that are open, the first always waits for nobody who is busy elsewhere, so that a night goes on.
        """
        return next((table for table in self if table.expects(name)), None)

    def lead_on(self, guest: Guest) -> bool:
        """Lead a guest to the next board that waits for them; False if none does."""
        board = self.waiting_for(guest.name)
        if board is not None:
            self._guests.lead(guest, board)
        return board is not None
