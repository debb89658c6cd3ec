"""The links in what a tunnel program prints.

Pure. Here: finding them. Not here: which of them leads to this daemon (`tunnel`): tunnels print links to their
documentation, too.
"""

import re
from collections.abc import Iterator
from typing import Final

from protocol.shared.exit_status import MisusedError
from protocol.shared.known_name import known_name

_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""Colours and the like."""
_LINK: Final = re.compile(r"(?i)(?<![a-z0-9])https://([a-z0-9_.-]{1,253})(:[0-9]{1,5})?(?![a-z0-9_:@%-])")
_NUMBERS: Final = re.compile(r"[0-9.]+")


def links_in(line: str) -> Iterator[str]:
    """The beginnings of the links in a line, `https://NAME` or `https://NAME:PORT`, without a path.

    Only plain names of machines count: no addresses in numbers, and no names without a dot.
    """
    for found in _LINK.finditer(plain(line)):
        name = _name(found[1].rstrip("."))
        port = found[2] or ""
        if name and (not port or 0 < int(port[1:]) <= 65_535):
            yield f"https://{name}{port}"


def plain(line: str) -> str:
    """The line without escape sequences."""
    return _ESCAPES.sub("", line)


def _name(typed: str) -> str | None:
    if "." not in typed or _NUMBERS.fullmatch(typed):
        return None
    try:
        return known_name(typed)
    except MisusedError:
        return None
