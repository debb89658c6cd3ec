"""What a frame shows, in play and in a replay.

Not here: making a scene (`desk_scene`, `replay_screen`), where its parts are (`frame_layout`), drawing them (`frame`).
"""

from collections.abc import Callable
from typing import Final

from attrs import field

from client.model.lookback import Lookback
from client.model.recent import Recent
from client.model.selection import Selection
from client.picture.pinwheel import Size
from client.screen.card import Card
from client.screen.frame_lines import KeyHint, Remark
from client.screen.message import Message
from client.screen.paper import Line
from client.view.view import View
from protocol.frozen import frozen
from protocol.game.layout import Arm

NARROW: Final = 60
"""Columns below which sentences and names are short."""


@frozen(kw_only=True)
class Scene:
    """Everything that a frame shows.

    `view`: the viewer, called "you". `has_table`: False before the first answer. `hand`: whose tiles are shown, if
    another player's, as in a replay. `recent`: the plays that are marked as new. `end`: the end of a round or match
    that is shown, every hand open, with its highlights unless the board is shown in their place, and sentences
    `about_end`, which are shown if there is room. `text`: shown in place of the board before the first round, and
    `code_link` the link of the QR code beside it. `picture`: in place of both, in a room of some size, and of the lines
    under it if nothing has just been said. `introduction`: for a player who is new to the game, between the board and
    the ends. `card`: shown in place of the board, whatever that is, and `scroll_hints` with it if it can be scrolled.
    """

    view: View
    has_table: bool = True
    hand: View | None = None
    selection: Selection = field(factory=Selection)
    chosen: Arm | None = None
    recent: Recent = field(factory=Recent)
    end: Lookback | None = None
    about_end: tuple[str, ...] = ()
    away: frozenset[int] = frozenset()
    corner: str = ""
    feed: tuple[Remark, ...] = ()
    plays: tuple[Remark, ...] = ()
    chat: tuple[Remark, ...] = ()
    message: Message = Message()
    text: tuple[Line, ...] = ()
    code_link: str | None = None
    picture: Callable[[Size], tuple[Line, ...]] | None = None
    introduction: Card | None = None
    card: Card | None = None
    hints: tuple[KeyHint, ...] = ()
    scroll_hints: tuple[KeyHint, ...] = ()

    @property
    def has_board(self) -> bool:
        """Whether a round has been dealt, so that there is a board."""
        return not self.text and self.view.round is not None

    @property
    def has_hand(self) -> bool:
        """Whether there are a hand and the bar of ends under the board; at an end there are the scores."""
        return self.has_board and self.end is None
