"""Text from strangers, made safe to store and to show.

Here: removing terminal escapes, control characters, bidirectional overrides and other invisible characters from names
and chat; quoting a stranger's value; and making an error message one line. The daemon cleans before it stores, and a
client cleans again before it shows. Not here: how long a text may be (`messages`).
"""

import re
import unicodedata
from typing import Final

_ESCAPES: Final = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # control sequences: colours, the cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # strings: titles, links
    r"|\x1b[ -/]*[0-~]"  # two-character escapes
)
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible letters, marks and symbols: fillers, joiners, variation selectors, the empty Braille cell.

These have the property Default_Ignorable_Code_Point in Unicode 16, except controls and formats; U+2800 is added.
"""
LONGEST_QUOTE: Final = 40
"""The most characters of a quoted value."""
LONGEST_ERROR: Final = 390
"""The most characters of an error message."""
_MOST_MARKS: Final = 2
"""How many combining marks a character may have: enough for every living script, too few to reach other lines."""


def brief(value: object) -> str:
    """The value as typed text in quotes, or as JSON, cut if it is long."""
    if isinstance(value, tuple):
        value = list(value)
    text = "null" if value is None else repr(value).lower() if isinstance(value, bool) else repr(value)
    return shortened(text, LONGEST_QUOTE)


def echoed(typed: str) -> str:
    """Typed text, to repeat in a message: unchanged if it is short and plain, otherwise quoted and cut by `brief`."""
    is_plain = typed.isprintable() and typed == typed.strip() and len(typed) <= LONGEST_QUOTE
    return typed if is_plain else brief(typed)


def shortened(text: str, longest: int) -> str:
    """The text, cut to at most `longest` characters; a cut text ends in dots."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def one_line(text: str) -> str:
    """An error message as one plain line of bounded length.

    It is not passed through `clean`, because an unfinished escape would swallow our own words after it. A long message
    is cut in the middle: it begins with what is wrong and ends with what to do.
    """
    line = "".join(character if character.isprintable() else " " if character.isspace() else "?" for character in text)
    if len(line) <= LONGEST_ERROR:
        return line
    half = (LONGEST_ERROR - 5) // 2
    return f"{line[:half]} ... {line[-half:]}"


def clean(text: str) -> str:
    """The text on one line, without terminal escapes and invisible characters."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())  # as most texts: nothing is to be removed
    seen = "".join(map(_as_seen, _BLANK.sub("", _ESCAPES.sub("", text))))
    kept: list[str] = []
    marks = _MOST_MARKS
    # Normalised only now: a removed character may have separated a mark from its letter.
    for character in unicodedata.normalize("NFC", seen):
        if unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
        else:
            marks = _MOST_MARKS if character == " " else 0  # a mark needs a character
        if marks <= _MOST_MARKS:
            kept.append(character)
    return " ".join("".join(kept).split())


def _as_seen(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Zs", "Zl", "Zp") or character in "\t\r\n":
        return " "
    return "" if category[0] == "C" else character
