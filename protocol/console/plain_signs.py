"""Plain signs for terminals and pipes whose encoding lacks arrows, box characters or letters of names.

Lives here: what stands for each sign that the programs draw with, and streams that write it by themselves. Importing
this costs nothing. Not here: what is drawn (`client.screen`).
"""

import codecs
import io
import sys
from typing import Final

_TWINS: Final = str.maketrans(
    "←→↑↓▶·×…–┌┬┐├┼┤└┴┘─│╔╦╗╠╣╚╩╝═║┏┳┓┣┫┗┻┛━┃",
    "<>^v*.x~-+++++++++-|#######" + "#=#" + "********" + "**",
)
"""What stands for each sign, one cell for one cell."""
_UNKNOWN: Final = ord("?")


def plainly(text: str) -> str:
    """The text for a terminal whose box characters and arrows are of no use; letters stay as they are."""
    return text.translate(_TWINS)


def take_any_sign() -> None:
    """Make standard output and standard error write a plain sign for each that their encoding lacks, and never fail."""
    codecs.register_error("plain-signs", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain-signs")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(chr(_TWINS.get(ord(sign), _UNKNOWN)) for sign in signs), error.end


def can_be_shown() -> bool:
    """Whether standard output has arrows and box characters in its encoding."""
    try:
        "".join(map(chr, _TWINS)).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
