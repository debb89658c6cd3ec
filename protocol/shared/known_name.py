"""A name under which browsers may open the page, as `--known-as` and `fivesd known-as` take it.

Here: `known_name`, which checks one. Not here: the names that are valid without it (`client.web.hosts`).
"""

import re
from typing import Final

from protocol.clean import brief
from protocol.shared.exit_status import MisusedError

LONGEST: Final = 253
MOST_KNOWN: Final = 100
"""The most names that one page may have. A quick tunnel gets a new name at each start."""
_LABEL: Final = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*\.?", re.IGNORECASE)


def known_name(typed: str) -> str:
    """The name as browsers send it, in ASCII and small letters. Raises `MisusedError`."""
    name = typed.strip()
    try:
        name = name if name.isascii() else name.encode("idna").decode()
    except UnicodeError:
        name = ""
    if len(name) > LONGEST or not _NAME.fullmatch(name):
        raise MisusedError(f"{brief(typed)} is not the name of a machine; write it without http:// and without a port")
    return name.lower().removesuffix(".")
