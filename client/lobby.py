"""The tables of a host, as this player was told of them last.

Lives here: the list, and the table that was opened for this player. Not here: asking for it (`model`), going to a table
(`link`), the sentences (`words.lobby`).
"""

from attrs import define

from protocol.messages import Tables, TableSummary


@define
class Lobby:
    """`opened`: the table that the daemon has opened for this player and where nobody has gone yet, or None."""

    tables: tuple[TableSummary, ...] = ()
    opened: str | None = None

    def told(self, message: Tables) -> None:
        """The daemon has told its tables."""
        self.tables = message.tables
        self.opened = message.opened or self.opened

    @property
    def names(self) -> tuple[str, ...]:
        """The tables by name."""
        return tuple(each.table for each in self.tables)

    def is_full(self, name: str) -> bool:
        """Whether every seat of this table is taken, as far as has been told."""
        table = self.named(name)
        return table is not None and all(seat.name is not None for seat in table.seats)

    def named(self, name: str | None) -> TableSummary | None:
        """The table of this name, or None."""
        return next((each for each in self.tables if each.table == name), None)
