"""Wrapping text between words; a terminal alone would break it inside a word.

Here: the width of a text in cells, and its lines. Not here: styles and drawing (`screen.paper`). ASCII text, such as
help, is wrapped without importing wcwidth, which is slow.
"""

import shutil
import textwrap
from functools import lru_cache
from typing import TextIO


def fitted(text: str, stream: TextIO) -> str:
    """The text wrapped to the terminal's width if the stream is a terminal, else unchanged."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(part for line in text.split("\n") for part in wrap(line, width))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, `[""]` for an empty text. A word longer than a line is broken."""
    if text.isascii():
        return textwrap.wrap(text, max(1, width), break_on_hyphens=False) or [""]
    import wcwidth  # noqa: PLC0415 - see the module

    return wcwidth.wrap(text, max(1, width), break_on_hyphens=False) or [""]


def cells(text: str) -> int:
    """How many cells the text takes, counted character by character as prompt_toolkit does.

    `wcwidth.width` counts what modern terminals show (a flag of two letters takes two cells), but the full screen
    is laid out by prompt_toolkit, which would then draw past an edge.
    """
    return len(text) if text.isascii() else _cells_by_character(text)


@lru_cache(maxsize=4096)
def _cells_by_character(text: str) -> int:
    import wcwidth  # noqa: PLC0415 - see the module

    return sum(max(0, wcwidth.wcwidth(character)) for character in text)
