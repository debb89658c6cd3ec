"""The lobby: the tables of this host, who sits at the selected one, and a line to open a new table.

Here: its choices, keys and drawing. It is in front while the player is at no table, and `j` opens it over the board.
Not here: going to a table (`table_screen`), the sentences about tables (`words.lobby_words`).
"""

from collections.abc import Iterator

from attrs import define, evolve

from client.actions.action import GoTo, NewTable, SeeGames
from client.model.model import Model
from client.model.status import InLobby
from client.screen.card import Card
from client.screen.choice_list import ListWindow
from client.screen.panels import KeyHint
from client.screen.paper import Fragment, Line
from client.screen.window import Key, TableOwner
from client.words import lobby_words as words
from protocol.wire.messages import TableSummary


@define(eq=False)
class LobbyWindow(ListWindow):
    """The tables and a new one, one line selected."""

    owner: TableOwner
    model: Model

    @property
    def is_only_place(self) -> bool:
        """Whether the player is at no table, so that the lobby cannot be closed."""
        return isinstance(self.model.status, InLobby)

    @property
    def _selected(self) -> TableSummary | None:
        """The selected table; None if the line for a new one is selected."""
        tables = self.model.lobby.tables
        return tables[self.rows.at] if self.rows.at < len(tables) else None

    def lines(self) -> list[str]:
        """The tables, and a line for a new one."""
        new = words.ANOTHER_MATCH if self.model.is_alone else words.NEW_TABLE
        return [*map(self._line, self.model.lobby.tables), new]

    def _line(self, table: TableSummary) -> str:
        name = table.table
        return words.table_line(table, is_here=self._is_here(name), is_own=name in self.model.lobby.own_tables)

    def _is_here(self, table: str) -> bool:
        return self.model.session.game is not None and table == self.model.session.table_name

    # Keys.

    def keys(self) -> Iterator[Key]:
        """Those of a list, and `w` to watch."""
        table = self._selected
        may_sit = table is not None and not self._is_here(table.table) and self._has_room(table.table)
        yield self.choosing(self._what_enter_does(table))
        yield Key(("w",), self._watch, "watch" if may_sit else "")
        yield Key(("G",), lambda _: self.owner.request(SeeGames()), "my games")
        yield from self.moving()
        if not self.is_only_place:
            yield Key(("escape", "left", "j", "x"), self._close, "back", "Esc")

    def _what_enter_does(self, table: TableSummary | None) -> str:
        if table is None:
            return "continue"
        if self._is_here(table.table):
            return "back"
        if table.table in self.model.lobby.own_tables:
            return "take your seat"
        return "sit down" if self._has_room(table.table) else "go there"

    def _has_room(self, table: str) -> bool:
        """Whether the player can sit there: on a free seat, or on their own."""
        return table in self.model.lobby.own_tables or not self.model.lobby.is_full(table)

    def passes(self, key: str) -> bool:
        """From the lobby alone `q` leaves; over a table `q` is the table's."""
        return super().passes(key) or (key == "q" and self.is_only_place)

    def choose(self) -> None:
        """Go to the selected table, or open one."""
        table = self._selected
        self.owner.request(NewTable() if table is None else GoTo(table.table))

    def _watch(self, _: str) -> None:
        table = self._selected
        self.owner.request(NewTable() if table is None else evolve(GoTo(table.table), watches=True))

    def _close(self, _: str) -> None:
        self.owner.close()

    # Drawing.

    def hints(self) -> tuple[KeyHint, ...]:
        """Where there is no table yet, commands and leaving too."""
        more = (KeyHint(":", "command", ":"), KeyHint("q", "leave", "q")) if self.is_only_place else ()
        return *super().hints(), *more

    def card(self, width: int) -> Card:
        """The list, and under it the seats of the selected table."""
        table = self._selected
        seats = () if table is None else words.seat_summaries(table)
        about: list[Line] = [[Fragment("class:card", line)] for line in seats]
        title = words.YOUR_MATCHES if self.model.is_alone else words.TITLE
        return self.rows.card(title, width, about, "" if self.is_only_place else "Esc: back to the table")

    def prompt(self) -> Line:
        """What to do, where there is no table whose prompt would say it."""
        if not self.is_only_place:
            return ()
        table = self._selected
        if table is not None and table.locked and self.model.session.password is None:
            return [Fragment("class:prompt", "Enter asks for the password of this table.")]
        text = "Choose a table, or open one." if self.model.lobby.tables else "No table is open yet: Enter opens one."
        return [Fragment("class:prompt", text)]
