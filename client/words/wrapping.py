"""Wrapping text between words; a terminal alone would break it inside a word.

Here: the width of a text in cells, and its lines. A link that is longer than a line has lines of its own, so that
nothing else is copied with it; where text is only printed, it is one line, which a terminal copies whole. Not here:
styles and drawing (`screen.paper`). ASCII text, such as help, is wrapped without importing wcwidth, which is slow.
"""

import re
import shutil
import textwrap
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TextIO

_LINK: Final = re.compile(r"\S*://\S+")


def fitted(text: str, stream: TextIO) -> str:
    """The text wrapped to the terminal's width if the stream is a terminal, else unchanged."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    parts = [part for line in text.split("\n") for part in parts_of(line, width)]
    return "\n".join(line for part, is_link in parts for line in ([part] if is_link else _wrapped(part, width)))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, `[""]` for an empty text. A word longer than a line is broken."""
    return [line for part, _ in parts_of(text, width) for line in _wrapped(part, width)]


def has_link(text: str) -> bool:
    """Whether there is a link in the text."""
    return _LINK.search(text) is not None


def parts_of(text: str, width: int) -> Iterator[tuple[str, bool]]:
    """The parts of a text that begin a line each, and whether it is a link that is longer than a line."""
    at = 0
    for found in _LINK.finditer(text):
        if cells(found[0]) > width:
            if before := text[at : found.start()].rstrip():
                yield before, False
            yield found[0], True
            at = found.end()
    rest = text[at:].lstrip() if at else text
    if rest or not at:
        yield rest, False


def _wrapped(text: str, width: int) -> list[str]:
    if text.isascii():
        return textwrap.wrap(text, max(1, width), break_on_hyphens=False) or [""]
    import wcwidth  # noqa: PLC0415 - see the module

    for narrower in range(max(1, width), 0, -1):  # wcwidth may count fewer cells than `cells`
        lines = wcwidth.wrap(text, narrower, break_on_hyphens=False)
        if max(map(cells, lines), default=0) <= width:
            return lines or [""]
    return lines


def cells(text: str) -> int:
    """How many cells the text takes at most, on any terminal: counted character by character.

    Terminals disagree about marks that have a width of their own, as in Hindi, and about flags of two letters. A text
    that a terminal draws narrower is followed by blanks (`screen.sure_columns`).
    """
    return len(text) if text.isascii() else _cells_by_character(text)


@lru_cache(maxsize=4096)
def _cells_by_character(text: str) -> int:
    return sum(map(_cells_of, text))


def _cells_of(character: str) -> int:
    import wcwidth  # noqa: PLC0415 - see the module

    return 1 if unicodedata.category(character) == "Mc" else max(0, wcwidth.wcwidth(character))
