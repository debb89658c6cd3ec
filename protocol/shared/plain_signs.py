"""Plain characters for terminals and pipes whose encoding lacks arrows, box characters or some letters.

Here: a replacement for each sign that the programs draw with, and output streams that use it where needed. Not here:
the drawing (`client.screen`).
"""

import codecs
import io
import sys
from typing import Final

_REPLACEMENTS: Final = str.maketrans(
    "←→↑↓▶●·×…–┌┬┐├┼┤└┴┘─│╔╦╗╠╣╚╩╝═║┏┳┓┣┫┗┻┛━┃" + "▁▂▃▄▅▆▇█",
    "<>^v*o.x~-+++++++++-|#######" + "#=#" + "********" + "**" + "_.:-=+*#",
)
"""The replacement of each sign; both are one cell wide."""
_UNKNOWN: Final = ord("?")


def with_plain_signs(text: str) -> str:
    """The text with plain characters for box characters and arrows; letters are unchanged."""
    return text.translate(_REPLACEMENTS)


def replace_missing_signs() -> None:
    """Make standard output and standard error replace characters that their encoding lacks, instead of failing."""
    codecs.register_error("plain-signs", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain-signs")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(chr(_REPLACEMENTS.get(ord(sign), _UNKNOWN)) for sign in signs), error.end


def has_drawing_signs() -> bool:
    """Whether the encoding of standard output has arrows and box characters."""
    try:
        "".join(map(chr, _REPLACEMENTS)).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
