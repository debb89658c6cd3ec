"""Styled text that can be clicked, as every drawing function returns it, and how lines of it are cut and joined.

Here: `Fragment`, `Line`, the targets of clicks, and a canvas for drawings that are not made line by line. Widths are in
cells of the terminal. Not here: what is drawn (`draw`, `frame_lines`), how a terminal shows it (`display`).
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from client.words.wrapping import cells, parts_of, wrap
from protocol.game.layout import Arm
from protocol.game.tiles import Tile


class TileHit(NamedTuple):
    """A click on a tile of the hand."""

    tile: Tile


class EndHit(NamedTuple):
    """A click on an open end, on the board or in the bar."""

    arm: Arm


class KeyHit(NamedTuple):
    """A click on a hint, which presses its key."""

    key: str


class RowHit(NamedTuple):
    """A click on a line of a list, by its number from 0; `step`: on an arrow beside its value."""

    row: int
    step: int = 0


Target = TileHit | EndHit | KeyHit | RowHit


CHOSEN: Final = "class:hand.chosen"
"""The style of the selected one of many."""


class Fragment(NamedTuple):
    """A piece of a line: a style of `style`, the text, and what a click on it hits."""

    style: str
    text: str
    target: Target | None = None


_TEXT: Final = attrgetter("text")
_STYLE_AND_TARGET: Final = attrgetter("style", "target")

Line = Sequence[Fragment]


def line_cells(line: Line) -> int:
    """The width of a line."""
    return sum(cells(fragment.text) for fragment in line)


def text_of(line: Line) -> str:
    """A line without its styles."""
    return "".join(fragment.text for fragment in line)


def clip_text(text: str, width: int) -> str:
    """The text in at most `width` cells, with `…` where it is cut."""
    if cells(text) <= width:
        return text
    start, room = "", width - 1
    for character in text:
        room -= cells(character)
        if room < 0:
            break
        start += character
    return f"{start}…" if width > 0 else ""


def clip(line: Line, width: int) -> Line:
    """The line in at most `width` cells."""
    if line_cells(line) <= width:
        return line
    clipped: list[Fragment] = []
    room = width
    for fragment in line:
        fits = cells(fragment.text) < room
        clipped.append(fragment if fits else fragment._replace(text=clip_text(fragment.text + " ", room)))
        room -= cells(fragment.text)
        if not fits:
            break
    return clipped


def fill(line: Line, width: int, style: str = "") -> Line:
    """The line in exactly `width` cells."""
    missing = width - line_cells(line)
    if missing < 0:
        line = clip(line, width)
        missing = width - line_cells(line)  # a wide character may not fit
    return [*line, Fragment(style, " " * missing)] if missing > 0 else line


def spread_out(left: Line, right: Line, width: int, style: str = "") -> Line:
    """One line at the left edge and another at the right, which is left out if there is no room."""
    room = width - line_cells(left) - 1
    if room < line_cells(right):
        return fill(left, width, style)
    gap = width - line_cells(left) - line_cells(right)
    return [*left, Fragment(style, " " * gap), *right]


def centred(line: Line, width: int) -> Line:
    """The line in the middle of `width` cells."""
    line = clip(line, width)
    return fill([Fragment("", " " * ((width - line_cells(line)) // 2)), *line], width)


def clip_lines(lines: list[str], width: int, height: int) -> list[str]:
    """At most `height` of these wrapped lines, with `…` where they are cut."""
    if len(lines) <= height:
        return lines
    return [*lines[: height - 1], clip_text(" ".join(lines[height - 1 :]), width)] if height > 0 else []


def columns(rows: Iterable[Sequence[str]], *, left: int = 1) -> list[str]:
    """Rows of cells as aligned text: the first `left` columns to the left, the others to the right."""
    table = [list(row) for row in rows]
    widths = [max(cells(row[at]) for row in table) for at in range(len(table[0]))]
    return ["  ".join(_aligned(cell, widths[at], at < left) for at, cell in enumerate(row)).rstrip() for row in table]


def _aligned(cell: str, width: int, to_left: bool) -> str:
    blank = " " * (width - cells(cell))
    return f"{cell}{blank}" if to_left else f"{blank}{cell}"


def paragraph(style: str, text: str, width: int, for_link: int = 0) -> list[Line]:
    """A text as wrapped lines of one style. A link that is longer has lines of its own, of exactly `for_link` cells."""
    lines: list[Line] = []
    for part, is_link in parts_of(text, width):
        if is_link and for_link > width:
            lines += [fill([Fragment(style, line)], for_link) for line in wrap(part, for_link)]
        else:
            lines += [[Fragment(style, line)] for line in wrap(part, width)]
    return lines


class Canvas:
    """Rows of cells that can be written in any order; text outside them is lost."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[Fragment("", " ")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "", target: Target | None = None) -> None:
        """Write a text from this cell on, one cell for each character."""
        if not 0 <= y < self.height:
            return
        for at, character in enumerate(text, start=x):
            if 0 <= at < self.width:
                self._cells[y][at] = Fragment(style, character, target)

    def lines(self) -> list[Line]:
        """The rows, with neighbouring cells of one style joined."""
        return [
            [
                Fragment(style, "".join(map(_TEXT, group)), target)
                for (style, target), group in groupby(row, key=_STYLE_AND_TARGET)
            ]
            for row in self._cells
        ]
