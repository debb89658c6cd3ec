"""The terminal's bell, rung when it becomes this player's turn, for whoever looks elsewhere meanwhile.

Lives here: when it rings. Not here: whether it does at all (`look.Habits`), what is shown (the front ends).
"""

import sys
from collections.abc import Callable

from attrs import define

from client.model.announcements import Announcement
from client.model.model import Model

BELL = "\a"


def ring() -> None:
    """Ring the terminal's bell; nothing where no terminal listens."""
    if sys.stdout.isatty():
        sys.stdout.write(BELL)
        sys.stdout.flush()


@define(eq=False)
class Bell:
    """Stands between the link and a front end that is told what happens, and rings once for each turn."""

    model: Model
    tell: Callable[[list[Announcement]], None]
    ring: Callable[[], None] = ring
    _was_my_turn: bool = False

    def tell_and_ring(self, news: list[Announcement]) -> None:
        """Pass the news on, then ring where they have made it this player's turn."""
        self.tell(news)
        is_my_turn = self.model.view.is_my_turn and self.model.session.is_caught_up
        if is_my_turn and not self._was_my_turn:
            self.ring()
        self._was_my_turn = is_my_turn
