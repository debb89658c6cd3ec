"""Text broken into lines between words, where a terminal would break it in the middle of one.

Lives here: how many cells a text takes, and its lines. Imports next to nothing, for errors and help. Not here: styles
and what is drawn (`screen.paper`).
"""

import re
from functools import lru_cache
from typing import TextIO


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
    """How many cells of a terminal this text takes: sign by sign, as prompt_toolkit draws it."""
    return len(text) if text.isascii() else _cells_of_signs(text)


@lru_cache(maxsize=4096)
def _cells_of_signs(text: str) -> int:
    from wcwidth import wcwidth

    return sum(max(0, wcwidth(sign)) for sign in text)
