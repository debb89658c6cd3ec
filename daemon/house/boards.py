"""The boards of the league that are open at this daemon, and who is led to which.

Not here: opening them, and the league itself (`league_night`), what is allowed at a board (`decide`).
"""

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase
from typing import Final

from daemon.guest import Guest
from daemon.house.guests_at_tables import GuestsAtTables
from daemon.journal.interface import GameInfo
from daemon.table.live_table import LiveTable
from protocol.log.events import Board

MOST_AGAIN: Final = 9
"""How often a board's table gets a name of its own after matches there that were ended."""


def board_names(board: Board) -> tuple[str, ...]:
    """The names for a board's table, the first that is free: `3-4`, and `3-4b`, `3-4c` while ended ones are there."""
    name = board_name(board)
    return name, *(f"{name}{letter}" for letter in ascii_lowercase[1 : 1 + MOST_AGAIN])


def board_name(board: Board) -> str:
    """What players and the host call a board, whatever its table is called: `3-4`."""
    return f"{board.fixture}-{board.number}"


class Boards:
    """The boards among the tables that are `awake`, in their order; `asleep`: the games that sleep, by table."""

    def __init__(
        self, awake: Mapping[str, LiveTable], asleep: Iterable[tuple[str, GameInfo]], guests: GuestsAtTables
    ) -> None:
        self._awake = awake
        self._asleep = asleep
        self._guests = guests

    def __iter__(self) -> Iterator[LiveTable]:
        boards = [(table.board, table) for table in self._awake.values()]
        found = [((board.fixture, board.number), table) for board, table in boards if board is not None]
        return (table for _, table in sorted(found, key=lambda pair: pair[0]))

    def table_named(self, name: str) -> str:
        """The name of the table that this name means: of a board, the newest table, of all others the name itself.

        A match that was ended may be looked at while the board is played again at another table.
        """
        infos = [(table.name, table.info) for table in self] + list(self._asleep)
        found = (
            (not info.is_over, info.at, table)
            for table, info in infos
            if (board := info.opened.board) is not None and board_name(board) == name
        )
        return max(found, default=(False, "", name))[-1]

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
