"""Plain characters for terminals and pipes whose encoding lacks arrows, box characters or some letters.

Here: a replacement for each sign that the programs draw with, and output streams that use it where needed. Not here:
the drawing (`client.screen`).
"""

import codecs
import io
import sys
import unicodedata
from typing import Final

_REPLACEMENTS: Final = str.maketrans(
    "←→↑↓▶●·×…–┌┬┐├┼┤└┴┘─│╔╦╗╠╣╚╩╝═║┏┳┓┣┫┗┻┛━┃" + "▁▂▃▄▅▆▇█",
    "<>^v*o.x~-+++++++++-|#######" + "#=#" + "********" + "**" + "_.:-=+*#",
)
"""The replacement of each sign; both are one cell wide."""
_UPSIDE_DOWN: Final = str.maketrans("¡¿", "!?")
_UNKNOWN: Final = "?"


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
    return "".join(map(_plain_sign, signs)), error.end


def _plain_sign(sign: str) -> str:
    """One in ASCII: a letter without its accent, a space that may break, a question mark for what has no other."""
    drawn = sign.translate(_REPLACEMENTS).translate(_UPSIDE_DOWN)
    plain = unicodedata.normalize("NFKD", drawn)[0]
    return plain if plain.isascii() else _UNKNOWN


def has_drawing_signs() -> bool:
    """Whether the encoding of standard output has arrows and box characters."""
    try:
        "".join(map(chr, _REPLACEMENTS)).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
