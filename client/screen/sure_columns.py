"""Rows in which nothing depends on the width that a terminal gives a name.

Terminals disagree about the width of many letters: of most Indian ones, of Burmese, of flags, and in a Japanese locale
of Greek and Cyrillic. prompt_toolkit moves the cursor by as many cells as it counts itself, so that later changes in
such a row would be written beside their place. Here: `with_sure_columns`. What follows such letters begins with the
number of its column, and from the first of them on a row is written as a whole whenever a part of it changes. Not here:
the cells that a text gets (`words.wrapping`, which gives a letter as many as any terminal takes for it).
"""

import re
from typing import Final

from prompt_toolkit.formatted_text import OneStyleAndTextTuple, StyleAndTextTuples
from prompt_toolkit.utils import get_cwidth

from client.words.wrapping import cells

_UNSURE: Final = re.compile(
    "[^\0-\u00bf\u00d7\u00f7\u2000-\u2bff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]+"
)
"""Letters whose width is not the same everywhere: all but ASCII, the signs that are drawn with, and East Asian ones."""
_GO_TO: Final = "\x1b[{}G"
"""CHA of ECMA-48: the cursor goes to this column of its row, counted from 1. Blanks before it follow a narrow name."""
_ESCAPE: Final = "[ZeroWidthEscape]"
"""The style of text that prompt_toolkit writes as it is, with the character after it."""
_SEEN: Final = "fg:ansidefault"
"""A colour that prompt_toolkit does not leave out at the end of a row, where it leaves out plain blanks."""


def with_sure_columns(row: StyleAndTextTuples, *, can_go_to: bool) -> StyleAndTextTuples:
    """The row with names in the cells that `wrapping.cells` counts, and each text after one at its own column.

    `can_go_to`: whether the terminal takes sequences that move its cursor.
    """
    first = next((at for at, (_, text, *_) in enumerate(row) if _UNSURE.search(text)), None)
    if first is None:
        return row
    placed, column, unsure = list(row[:first]), sum(cells(text) for _, text, *_ in row[:first]), ""
    written_together = f"[{hash(tuple(piece[:2] for piece in row[first:])):x}]"  # no style: brackets are a remark
    end: OneStyleAndTextTuple = ("", " ")  # so that after a name the cursor is where it is thought to be
    for style, text, *on_mouse in [*row[first:], end]:
        style = f"{style} {written_together}"  # noqa: PLW2901 - the style of all of its parts
        for part in _parts(text):
            if unsure and can_go_to:
                placed.append((_ESCAPE, f"{' ' * get_cwidth(unsure)}{_GO_TO.format(column + 1)}"))
            if unsure and part[0] == " ":
                placed.append((f"{_SEEN} {style}", " ", *on_mouse))  # type: ignore[arg-type]
                part, column = part[1:], column + 1  # noqa: PLW2901
            missing = " " * (cells(part) - get_cwidth(part))
            placed.append((style, f"{part}{missing}", *on_mouse))  # type: ignore[arg-type]
            column += cells(part)
            unsure = part if _UNSURE.match(part) else ""
    return placed


def _parts(text: str) -> list[str]:
    """The text, cut before and after letters whose width is not sure."""
    return [part for part in re.split(f"({_UNSURE.pattern})", text) if part]
