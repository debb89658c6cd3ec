"""A card: a framed text drawn in place of the board, which scrolls if it is longer than the board.

Here: `Card`, the keys that scroll it, and `PlacedCard`, which is drawn. Pure. Not here: the windows that show cards
(`window`, `panel_window`, `help_window`), the replay that shows some of the same ones.
"""

from typing import Final

from attrs import evolve, field

from client.picture.pinwheel import Size
from client.screen.frame_lines import KeyHint
from client.screen.key_hints import hint
from client.screen.paper import Fragment, Line, clip_text, fill, line_cells, paragraph
from client.words.say import say
from client.words.wrapping import cells
from protocol.frozen import frozen

AT_ITS_END: Final = 10_000
_LINES: Final = {"up": -1, "down": 1, "home": -AT_ITS_END, "end": AT_ITS_END}
"""Lines by which each key scrolls."""
PAGES: Final = {"pageup": -1, "pagedown": 1}
"""Pages by which each key moves; a page is what is visible at a time."""
_FRAME: Final = 4
"""Cells of a line that the frame takes, at both sides."""
SCROLLS: Final = (*_LINES, *PAGES)
_ANSWER_TITLES: Final = {
    "c": "card.ends",
    "e": "card.tiles",
    "l": "card.last_plays",
    "m": "card.chat",
    "s": "card.scores",
    "t": "card.whose_turn",
    "v": "card.on_the_table",
    "w": "card.your_hand",
    "z": "card.what_fits",
}


def answer_title(letter: str) -> str:
    """The title of the card that answers the question which this letter asks."""
    return say(_ANSWER_TITLES[letter])


def to_close() -> KeyHint:
    """The key that closes a card."""
    return hint("escape", say("footer.close"))


def to_scroll() -> tuple[KeyHint, ...]:
    """The keys for a text that is longer than its card."""
    return hint("down", say("footer.scroll_down")), hint("up", say("footer.scroll_up"))


@frozen
class Card:
    """A title over `lines`, drawn as they are, and `paragraphs`, wrapped to the card's width.

    A line that is wider than the room in the frame interrupts the frame: a link, which is copied from edge to edge.
    An empty paragraph is an empty line. `top`: lines scrolled off; drawing stops at the end of the text. `foot`: the
    text on the lower edge while everything is visible. `shows`: the number of a line that stays visible whatever `top`
    is, or None.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    top: int = 0
    foot: str = field(factory=lambda: say("foot.any_key"))
    shows: int | None = None

    def read(self, key: str, furthest: int, page: int) -> "Card | None":
        """The card after a key: scrolled, if the key scrolls and there is more to see; else None.

        `furthest`: lines that can be scrolled off at most. `page`: lines visible at a time.
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

    def placed(self, size: Size) -> "PlacedCard":
        """The card in a place of this size."""
        return PlacedCard(self, self._text(size.width - _FRAME), size)

    def whole(self, width: int) -> "PlacedCard":
        """The card in a place that is as high as its text needs."""
        text = self._text(width - _FRAME)
        return PlacedCard(self, text, Size(width, len(text) + 2))

    def unframed(self, width: int, height: int) -> list[Line]:
        """The text without title and frame, and its foot, in at most `height` lines: for where the card has no room."""
        lines = [*self._text(width), *paragraph("class:frame", self.foot, width)]
        return [fill(line, width, "class:card") for line in lines[:height]]

    def _text(self, width: int) -> list[Line]:
        text: list[Line] = [*self.lines]
        for said in self.paragraphs:
            text += paragraph("class:card", said, width, width + _FRAME) if said else [[]]
        return text


@frozen
class PlacedCard:
    """A card in its place on the terminal, with its text in lines of that width."""

    card: Card
    text: list[Line]
    size: Size

    @property
    def page(self) -> int:
        """The lines of text that are visible at a time."""
        return max(0, self.size.height - 2)

    @property
    def furthest(self) -> int:
        """The lines that can be scrolled off at most."""
        return max(0, len(self.text) - self.page)

    def lines(self) -> list[Line]:
        """The card drawn, in exactly its place."""
        card, page, (width, height) = self.card, self.page, self.size
        top = min(card.top if card.shows is None else max(0, card.shows - page // 2), self.furthest)
        shown = self.text[top : top + page]
        lines = [_edge("┌", card.title, "┐", width)]
        lines += [_inside(line, width) for line in [*shown, *[[]] * (page - len(shown))]]
        more = say("card.so_far", last=top + len(shown), all=len(self.text)) if self.furthest else card.foot
        lines.append(_edge("└", more, "┘", width))
        return lines[:height]


def _edge(left: str, text: str, right: str, width: int) -> Line:
    text = clip_text(f" {text} ", max(0, width - 4)) if text else ""
    return [Fragment("class:frame", f"{left}─{text}{'─' * (width - 3 - cells(text))}{right}")]


def _inside(line: Line, width: int) -> Line:
    if line_cells(line) > width - _FRAME:
        return fill(line, width, "class:card")
    return [
        Fragment("class:frame", "│ "),
        *fill(line, width - _FRAME, "class:card"),
        Fragment("class:frame", " │"),
    ]
