"""What lies over the board: a card, the form for a new table, a menu, a question, the line that is typed.

Lives here: which of them there are and which comes first. Not here: what keys do to them (`controls`, `choosing`),
which keys they know (`sheet_keys`), what stands in them (`cards`, `form_sheet`, `lobby`, `table_menu`).
"""

from enum import Enum, auto

from attrs import define, field

from client.actions.actions import GoTo
from client.model.model import Model
from client.model.status import InLobby
from client.screen import lobby_window as lobby
from client.screen import menu_words as words_menu
from client.screen import table_menu
from client.screen.cards import Card
from client.screen.form_sheet import FormSheet
from client.screen.menu import Choice, Question, menu_card
from client.screen.reading import Reading


class Menu(Enum):
    """Lines to choose from that lie over the board: the tables of this host, what can be done with this one."""

    LOBBY = auto()
    TABLE = auto()


@define(eq=False)
class Overlay(Reading):
    """What lies over the board of one player.

    `form` is the form for a new table while it is filled in, `menu_asked` the menu that the player has asked for, `row`
    the line pointed at in whatever menu or list of seats is shown, `asks` what has to be said yes to.
    `entry` is the sign of the line that is being typed: `/` to speak, `:` for a command, empty for none; `draft` is
    what stands in it from the beginning.
    """

    model: Model = field(kw_only=True)
    form: FormSheet | None = None
    menu_asked: Menu | None = None
    row: int = 0
    asks: Question | None = None
    entry: str = ""
    draft: str = ""

    @property
    def is_in_lobby(self) -> bool:
        """Whether a table has still to be chosen."""
        return isinstance(self.model.status, InLobby)

    @property
    def menu(self) -> Menu | None:
        """The menu that is shown; the lobby where there is no table yet."""
        return Menu.LOBBY if self.is_in_lobby else self.menu_asked

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What there is to choose from in it."""
        match self.menu:
            case Menu.LOBBY:
                return lobby.choices(self.model)
            case Menu.TABLE:
                return table_menu.choices(self.model)
            case None:
                return ()

    @property
    def choice(self) -> Choice | None:
        """The choice that is pointed at, where there is one."""
        return self.choices[self.row] if self.row < len(self.choices) else None

    @property
    def has_sheet(self) -> bool:
        """Whether there is something to choose from or to say yes to: until it is put away, keys and clicks are its."""
        return self.asks is not None or self.form is not None or self.menu is not None

    @property
    def is_choosing_in_lobby(self) -> bool:
        """Whether a table has to be chosen, and nothing else lies over the list."""
        return self.is_in_lobby and self.form is None and self.asks is None

    @property
    def needs_password(self) -> bool:
        """Whether the table that is pointed at wants a password that has not been given."""
        wish = None if self.choice is None else self.choice.wish
        if not isinstance(wish, GoTo) or self.model.session.password is not None:
            return False
        table = self.model.lobby.named(wish.table)
        return table is not None and table.locked

    def is_at(self, table: str) -> bool:
        """Whether this is the table where the player is."""
        return self.model.session.game is not None and table == self.model.session.table_name

    def begin_line(self, sign: str, draft: str = "") -> None:
        """Have a line typed after this sign."""
        self.entry, self.draft = sign, draft

    def ask_for(self, menu: Menu) -> None:
        """Show this menu from its first line."""
        self.menu_asked, self.row = menu, 0

    def scroll(self, by: int) -> None:
        """A card goes down so many lines; in a form or a menu that is not seen whole another line is pointed at."""
        if self.card is not None or self.asks is not None:
            super().scroll(by)
        elif not self.furthest:
            return
        elif self.form is not None:
            self.form = self.form.on(min(max(0, self.form.at + by), len(self.form.form.rows) - 1))
        elif self.menu is not None:
            self.row = min(max(0, self.row + by), len(self.choices) - 1)

    def put_away(self) -> None:
        """Nothing lies over the board any more but a card."""
        self.form, self.menu_asked, self.asks, self.row = None, None, None, 0

    def shown(self, width: int) -> Card | None:
        """What is shown on a screen of this width: a card before a form, a form before a menu."""
        if self.card is not None:
            return self.card
        if self.form is not None:
            return self.form.card(width)
        self.row = min(self.row, max(0, len(self.choices) - 1)) if self.menu is not None else self.row
        match self.menu:
            case Menu.LOBBY:
                return lobby.lobby_card(self.model, self.row, width, is_over_a_table=not self.is_in_lobby)
            case Menu.TABLE:
                return menu_card(words_menu.TITLE, self.choices, self.row, (), width, words_menu.FOOT)
            case None:
                return None
