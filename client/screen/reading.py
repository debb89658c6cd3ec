"""A card that is being read: scrolled with keys or the wheel, put away with any other key. For play and for replay.

Lives here: how far a card has been scrolled, and stopping it at its ends. Not here: what is on it (`cards`).
"""

from collections.abc import Callable
from typing import Final

from attrs import define

from client.screen.cards import Card
from client.screen.scene import Frame

PAGE: Final = 8
SCROLLS: Final = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -10_000, "end": 10_000}
"""Lines that a key goes down a card."""
AT_ITS_END: Final = SCROLLS["end"]


@define(eq=False)
class Reading:
    """The card, None for none. `furthest`: how far down what was shown last can be scrolled at most."""

    card: Card | None = None
    furthest: int = 0

    def read_on(self, key: str) -> None:
        """Scroll the card, or put it away."""
        if key in SCROLLS and self.furthest:
            self.scroll(SCROLLS[key])
        else:
            self.card = None

    def scroll(self, by: int) -> None:
        """So many lines further down; a card that is seen whole stays as it is."""
        if self.card is not None and self.furthest:
            self.card = self.card.scrolled(by)

    def drawn(self, frame: Callable[[], Frame]) -> Frame:
        """The frame with the card in it; `frame` is asked again where only drawing it has told whether it scrolls."""
        drawn = frame()
        if drawn.furthest != self.furthest:
            self.furthest = drawn.furthest
            drawn = frame()
        if self.card is not None and self.card.top > self.furthest:
            self.card = self.card.scrolled(self.furthest - self.card.top)
        return drawn
