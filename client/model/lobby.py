"""The tables of a host, as last received.

Here: the list, and the table opened for this player. Not here: asking for it (`model`), joining a table (`link`), the
sentences (`words.lobby_words`).
"""

from protocol.frozen import define
from protocol.log.table import Stage
from protocol.names import comparison_key
from protocol.wire.messages import MOST_LISTED, Tables, TableSummary


@define
class Lobby:
    """The tables on the daemon's last list.

    `opened`: a table that the daemon opened for this player and that has not been joined yet, or None.
    `own_games`: unfinished games in which this player may have a seat; the daemon lists them even while they sleep.
    `own_tables`: the names of the tables where this machine has a saved seat for the player.
    `league`: the name of the host's league, or None.
    """

    tables: tuple[TableSummary, ...] = ()
    league: str | None = None
    opened: str | None = None
    own_games: tuple[str, ...] = ()
    own_tables: frozenset[str] = frozenset()

    def update(self, message: Tables) -> None:
        """Replace the list with the daemon's new one; the host's own table comes first.

        Who sees the list because that table is full reads about it, and has the mark there.
        """
        self.tables = tuple(sorted(message.tables, key=lambda table: not table.home))
        self.league = message.league
        self.opened = message.opened or self.opened

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(table.table for table in self.tables)

    @property
    def may_have_more(self) -> bool:
        """Whether the host may have tables that are not on the list."""
        return len(self.tables) >= MOST_LISTED

    @property
    def home(self) -> str | None:
        """The host's own table; None in a club, and at a private daemon."""
        return next((table.table for table in self.tables if table.home), None)

    @property
    def for_newcomers(self) -> str | None:
        """The table to join if none is named: the host's own, or the only one; else None."""
        return self.home or (self.names[0] if len(self.names) == 1 else None)

    def is_full(self, name: str) -> bool:
        """Whether no seat can be taken at this table, as far as known.

        After a match bots make way, and so do people who have been away for some time: only the host knows how long.
        """
        table = self.named(name)
        if table is None or table.bots_make_way or any(seat.name is None for seat in table.seats):
            return False
        may_make_way = table.stage is Stage.OVER and table.board is None and not all(seat.here for seat in table.seats)
        return not may_make_way

    def has_bot_in_match(self, name: str) -> bool:
        """Whether somebody who watches this table's match can ask for the seat of a bot, as far as known."""
        table = self.named(name)
        if table is None or table.stage is not Stage.PLAYING or table.board is not None:
            return False
        asked = {request.seat for request in table.asked}
        return any(seat.bot is not None and number not in asked for number, seat in enumerate(table.seats))

    def has_absent(self, table: str, player: str) -> bool:
        """Whether a person of this name has a seat at this table, and is not connected."""
        found = self.named(table)
        seats = () if found is None else found.seats
        return any(
            seat.bot is None and not seat.here and comparison_key(seat.name or "") == comparison_key(player)
            for seat in seats
        )

    def named(self, name: str | None) -> TableSummary | None:
        """The table with this name, or None."""
        return next((table for table in self.tables if table.table == name), None)
