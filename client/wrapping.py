"""Text broken into lines between words, where a terminal would break it in the middle of one.

Lives here: how many cells a text takes, and its lines. Imports next to nothing, for errors and help. Not here: styles
and what is drawn (`screen.paper`).
"""

import re
import unicodedata
from typing import Final, TextIO

_WIDE: Final = ("W", "F")
_ON_THE_SIGN_BEFORE: Final = ("Mn", "Me", "Cf")


def fitted(text: str, stream: TextIO) -> str:
    """The text as it goes to a terminal of so many columns; to a file or a pipe as it is."""
    if not stream.isatty():
        return text
    import shutil

    return "\n".join(wrap(text, shutil.get_terminal_size().columns))


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of no more cells than these. A word that is too long for a line of its own is broken."""
    lines = [""]
    for blanks, word in re.findall(r"(\s*)(\S+)", text):
        if cells(lines[-1] + blanks + word) <= width:
            lines[-1] += blanks + word
        elif cells(word) <= width:
            lines.append(word)
        else:
            lines += _pieces(f"{lines.pop()}{blanks}", word, width)
    return lines


def _pieces(line: str, word: str, width: int) -> list[str]:
    """A line that goes on with a long word, and the lines after it."""
    lines = [line]
    for sign in word:
        if lines[-1] and cells(lines[-1] + sign) > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += sign
    return lines


def cells(text: str) -> int:
    """How many cells of a terminal this text takes."""
    return len(text) if text.isascii() else sum(map(_cells_of, text))


def _cells_of(sign: str) -> int:
    if unicodedata.category(sign) in _ON_THE_SIGN_BEFORE:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in _WIDE else 1
