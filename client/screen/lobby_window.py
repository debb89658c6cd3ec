"""The lobby: the panel with the tables of this host, which is all there is while the player is at no table.

Here: what that changes about its keys. `j` opens it over the board, too. Not here: the tables and what can be done with
them (`panels.lobby`), going to one (`table_screen`).
"""

from collections.abc import Iterator

from attrs import field

from client.model.model import Model
from client.model.status import InLobby
from client.panels import lobby
from client.screen.card import Card
from client.screen.frame_lines import KeyHint
from client.screen.key_hints import hint
from client.screen.panel_window import PanelWindow
from client.screen.window import Key, Owner
from client.words.say import say
from protocol.frozen import define


@define(eq=False)
class LobbyWindow(PanelWindow):
    """The tables and a new one, one line selected."""

    model: Model = field(kw_only=True)

    @property
    def is_only_place(self) -> bool:
        """Whether the player is at no table, so that the lobby cannot be closed."""
        return isinstance(self.model.status, InLobby)

    def keys(self) -> Iterator[Key]:
        """Those of a list."""
        for key in super().keys():  # noqa: SIM118 - a window is no mapping
            if not (self.is_only_place and "escape" in key.names):
                yield key

    def passes(self, key: str) -> bool:
        """From the lobby alone `q` leaves; over a table `q` is the table's."""
        return super().passes(key) or key == "G" or (key == "q" and self.is_only_place)

    def hints(self) -> tuple[KeyHint, ...]:
        """Where there is no table yet, commands, settings and leaving too."""
        if not self.is_only_place:
            return super().hints()
        more = (hint(":", say("footer.command")), hint(",", say("footer.settings")), hint("q", say("key.leave")))
        return *super().hints(), *more

    def card(self, width: int) -> Card:
        """The list."""
        card = super().card(width)
        return card.with_foot("") if self.is_only_place else card


def lobby_window(owner: Owner, model: Model) -> LobbyWindow:
    """The tables of this model's host."""
    return LobbyWindow(owner, lambda: lobby.panel(model), model=model)
