"""The tables of a host, as this player was told of them last.

Lives here: the list, and the table that was opened for this player. Not here: asking for it (`model`), going to a table
(`link`), the sentences (`words.lobby_words`).
"""

from attrs import define

from protocol.log.table import Stage
from protocol.wire.messages import Tables, TableSummary


@define
class Lobby:
    """`opened`: the table that the daemon has opened for this player and where nobody has gone yet, or None.

    `own_games`: the unfinished games that this player may have a seat in; the daemon lists them also while they sleep.
    """

    tables: tuple[TableSummary, ...] = ()
    opened: str | None = None
    own_games: tuple[str, ...] = ()

    def told(self, message: Tables) -> None:
        """The daemon has told its tables."""
        self.tables = message.tables
        self.opened = message.opened or self.opened

    @property
    def names(self) -> tuple[str, ...]:
        """The tables by name."""
        return tuple(each.table for each in self.tables)

    @property
    def for_newcomers(self) -> str | None:
        """Where somebody goes who names no table: the host's own, or the only one; None where there is neither."""
        names = [each.table for each in self.tables if each.home] or self.names
        return names[0] if len(names) == 1 else None

    def is_full(self, name: str) -> bool:
        """Whether nobody can sit down at this table, as far as has been told.

        One whose match is over begins anew once everybody has left.
        """
        table = self.named(name)
        if table is None or any(seat.name is None for seat in table.seats):
            return False
        has_been_left = not table.spectators and not any(seat.here for seat in table.seats)
        begins_anew = table.stage is Stage.OVER and has_been_left and any(seat.bot is None for seat in table.seats)
        return not begins_anew

    def named(self, name: str | None) -> TableSummary | None:
        """The table of this name, or None."""
        return next((each for each in self.tables if each.table == name), None)
