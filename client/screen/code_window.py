"""The QR code of a table's link alone on the screen: for where the waiting room has no room for it.

Not here: the code beside the text of the waiting room (`centred`), the key that opens this (`seats_window`).
"""

from collections.abc import Callable

from client.picture.pinwheel import Size
from client.screen.card import to_close
from client.screen.frame_lines import KeyHint
from client.screen.paper import Fragment, Line, line_cells
from client.screen.qr_code import qr_code
from client.screen.window import Window
from client.words.reach_words import room_for_code
from protocol.frozen import define


@define(eq=False)
class CodeWindow(Window):
    """The code, which any key closes. `link`: None once there is nothing to show, as when the match has begun."""

    link: Callable[[], str | None]

    def press(self, _key: str) -> bool:
        """Close it; a key that is pressed when nothing is shown any more is meant for the table."""
        is_shown = self.link() is not None
        self.owner.close()
        return is_shown

    def passes(self, _key: str) -> bool:
        """True, for when nothing is shown."""
        return True

    def hints(self) -> tuple[KeyHint, ...]:
        """How to close it."""
        return (to_close(),)

    def picture(self, room: Size) -> tuple[Line, ...]:
        """The code in this room, or how much it needs; empty if there is none."""
        link = self.link()
        if link is None:
            return ()
        code = qr_code(link)
        width, height = line_cells(code[0]), len(code)
        if width <= room.width and height <= room.height:
            return code
        return ([Fragment("", room_for_code(width - room.width, height - room.height))],)
