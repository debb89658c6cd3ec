"""The windows over the board of a table: which ones there are, and which one is in front.

Here: the window for each name of a panel, and `TableWindows`, the open ones. Not here: what a window is (`window`), the
windows of a replay (`replay_screen`), of lists (`list_screen`).
"""

from collections.abc import Callable, Iterator
from typing import Final

from attrs import Factory, field

from client.actions.verbs.going import way_to_reminders
from client.panels.by_name import BY_NAME
from client.screen.desk import Desk
from client.screen.form_window import FormWindow
from client.screen.help_window import history_window, keys_window
from client.screen.lobby_window import LobbyWindow, lobby_window
from client.screen.panel_window import PanelWindow, settings_window
from client.screen.question_window import QuestionWindow
from client.screen.screen import Windows
from client.screen.seats_window import SeatsWindow
from client.screen.window import TableOwner, Window
from protocol.frozen import define

PANELS: Final[dict[str, Callable[[Desk, TableOwner], Window]]] = {
    "keys": keys_window,
    "history": history_window,
    "settings": lambda desk, owner: settings_window(owner, desk.model.settings, lambda: way_to_reminders(desk.model)),
}
"""The windows that show other panels than those of `panels.by_name`."""


def window_of(name: str, desk: Desk, owner: TableOwner) -> Window:
    """The window of a panel, as `Show` names it. `table_screen` opens the lobby once the host has answered."""
    if name in PANELS:
        return PANELS[name](desk, owner)
    return PanelWindow(owner, lambda: BY_NAME[name](desk.model))


@define(eq=False)
class TableWindows(Windows):
    """The windows over a table. `lobby` and `seats` keep what is selected in them while they are closed."""

    desk: Desk = field(kw_only=True)
    owner: TableOwner = field(kw_only=True)
    lobby: LobbyWindow = Factory(lambda self: lobby_window(self.owner, self.desk.model), takes_self=True)
    seats: SeatsWindow = Factory(
        lambda self: SeatsWindow(
            self.owner, self.desk.model, self.desk.model.table.options.bot_level, lambda: self.desk.code_link
        ),
        takes_self=True,
    )

    # Which are open.

    @property
    def over_board(self) -> tuple[Window, ...]:
        """The open ones, the one in front last; the lobby is under them while the player is at no table."""
        return (self.lobby, *self.opened) if self.lobby.is_only_place else tuple(self.opened)

    @property
    def front(self) -> Window | None:
        """The window that has the keys; None while the table has them."""
        over_board = self.over_board
        return over_board[-1] if over_board else self.seats if self.desk.is_seating else None

    @property
    def question(self) -> QuestionWindow | None:
        """The question that waits for an answer, if there is one."""
        front = self.opened[-1] if self.opened else None
        return front if isinstance(front, QuestionWindow) else None

    @property
    def is_listing_tables(self) -> bool:
        """Whether the lobby is open."""
        return any(isinstance(window, LobbyWindow) for window in self.over_board)

    def open(self, window: Window) -> None:
        """Open a window in front of the others, but behind a question. A list of a panel replaces another one."""
        if isinstance(window, PanelWindow) and not window.is_text:
            self._keep(lambda window: window.is_text or not isinstance(window, PanelWindow))
        if isinstance(window, QuestionWindow) or self.question is None:
            self.opened.append(window)
        else:
            self.opened.insert(-1, window)

    # Closing them.

    def close_all(self) -> None:
        """Close all but texts that are being read."""
        self._keep(lambda window: window.is_text)

    def close_texts(self) -> None:
        """Close the texts that are being read, and give up the line that is being typed."""
        self._keep(lambda window: not window.is_text)
        self.line = None

    def close_question(self) -> None:
        """Close the question without an answer."""
        self._keep(lambda window: not isinstance(window, QuestionWindow))

    def begin_game(self) -> None:
        """Close what was about the last game; a form for a new table and a line that is being typed stay."""
        begun = TableWindows(desk=self.desk, owner=self.owner)
        self.lobby, self.seats = begun.lobby, begun.seats
        self._keep(lambda window: isinstance(window, FormWindow) and not window.form.is_change)

    def _keep(self, which: Callable[[Window], bool]) -> None:
        self.opened = [window for window in self.opened if which(window)]

    def from_front(self) -> Iterator[Window]:
        """The windows over the board, the one in front first."""
        return reversed(self.over_board)
