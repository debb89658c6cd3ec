"""A card: a framed text drawn in place of the board, which scrolls if it is longer than the board.

Here: `Card`, its frame, and the keys that scroll it. Pure. Not here: the windows that show cards (`window`,
`panel_window`, `help_window`), the replay that shows some of the same ones.
"""

from typing import Final

from attrs import evolve

from client.screen.panels import KeyHint
from client.screen.paper import Fragment, Line, clip_text, fill, paragraph
from client.words.wrapping import cells
from protocol.frozen import frozen

AT_ITS_END: Final = 10_000
_LINES: Final = {"up": -1, "down": 1, "home": -AT_ITS_END, "end": AT_ITS_END}
"""Lines by which each key scrolls."""
PAGES: Final = {"pageup": -1, "pagedown": 1}
"""Pages by which each key moves; a page is what is visible at a time."""
SCROLLS: Final = (*_LINES, *PAGES)
SCROLL_HINTS: Final = (KeyHint("↓", "more", "down"), KeyHint("↑", "back", "up"))
"""Shown in the footer for a text that is longer than its card."""
CLOSE: Final = KeyHint("Esc", "close", "escape")
ANSWER_TITLES: Final = {
    "c": "Ends",
    "e": "Tiles",
    "l": "Last plays",
    "m": "Chat",
    "n": "At the table",
    "t": "Whose turn",
    "v": "On the table",
    "w": "Your hand",
    "z": "What fits",
}
"""Titles of the cards that answer a question, by the letter that asks it."""


@frozen
class Card:
    """A title over `lines`, drawn as they are, and `paragraphs`, wrapped to the card's width.

    An empty paragraph is an empty line. `top`: lines scrolled off; drawing stops at the end of the text. `foot`: the
    text on the lower edge while everything is visible. `shows`: the number of a line that stays visible whatever `top`
    is, or None.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    top: int = 0
    foot: str = "any key: back"
    shows: int | None = None

    def read(self, key: str, furthest: int, page: int) -> "Card | None":
        """The card after a key: scrolled, if the key scrolls and there is more to see; else None, it is closed.

        `furthest`: lines that can be scrolled off at most, as `draw` returned it. `page`: lines visible at a time.
        """
        if key not in SCROLLS or not furthest:
            return None
        return self.scrolled(_LINES[key] if key in _LINES else PAGES[key] * page, furthest)

    def scrolled(self, by: int, furthest: int) -> "Card":
        """The card scrolled by so many lines, stopping at its ends."""
        return evolve(self, top=max(0, min(min(self.top, furthest) + by, furthest)))

    def with_foot(self, foot: str) -> "Card":
        """The card with another text on its lower edge."""
        return evolve(self, foot=foot)

    def height(self, width: int) -> int:
        """The lines that it takes to show all of the card."""
        return len(self._text(width - 4)) + 2

    def unframed(self, width: int, height: int) -> list[Line]:
        """The text without title and frame, and its foot, in at most `height` lines: for where the card has no room."""
        lines = [*self._text(width), *paragraph("class:frame", self.foot, width)]
        return [fill(line, width, "class:card") for line in lines[:height]]

    def _text(self, width: int) -> list[Line]:
        text: list[Line] = [*self.lines]
        for each in self.paragraphs:
            text += paragraph("class:card", each, width) if each else [[]]
        return text

    def draw(self, width: int, height: int) -> tuple[list[Line], int]:
        """The card in exactly this space, and how many lines can be scrolled off at most."""
        text = self._text(width - 4)
        room = lines_inside(height)
        furthest = max(0, len(text) - room)
        top = min(self.top if self.shows is None else max(0, self.shows - room // 2), furthest)
        shown = text[top : top + room]
        lines = [_edge("┌", self.title, "┐", width)]
        lines += [_inside(line, width) for line in [*shown, *[[]] * (room - len(shown))]]
        more = f"↑↓ {top + len(shown)} of {len(text)}" if furthest else self.foot
        lines.append(_edge("└", more, "┘", width))
        return lines[:height], furthest


def lines_inside(height: int) -> int:
    """The lines of text on a card of this height."""
    return max(0, height - 2)


def _edge(left: str, text: str, right: str, width: int) -> Line:
    text = clip_text(f" {text} ", max(0, width - 4)) if text else ""
    return [Fragment("class:frame", f"{left}─{text}{'─' * (width - 3 - cells(text))}{right}")]


def _inside(line: Line, width: int) -> Line:
    return [
        Fragment("class:frame", "│ "),
        *fill(line, width - 4, "class:card"),
        Fragment("class:frame", " │"),
    ]
