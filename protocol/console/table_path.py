"""The path of a table in a link: `/ash` in `http://192.168.1.20:5533/ash`.

Here: that path, the table that a path names, the names that no table may have because the page uses their paths, and
where a typed link leads. Not here: the machine in a link (`address`, `known_name`), the page's own files
(`client.web.http`).
"""

from typing import Final
from urllib.parse import quote, unquote, urlsplit

from protocol.console.address import Address, AddressError, parse_address

RESERVED: Final = ("play", "lines", "tv")
"""Paths that are not tables: the page's WebSocket, and two that are kept for later releases."""
LONGEST_PATH: Final = 200


def path_of(table: str) -> str:
    """The path of this table."""
    return f"/{quote(table, safe='')}"


def table_at(path: str) -> str | None:
    """The table that a path names; None for `/`, a file such as `/page.js`, and a reserved path."""
    name = path[1:]
    is_table = path.startswith("/") and 0 < len(name) <= LONGEST_PATH and not {"/", "."} & set(name)
    return unquote(name) if is_table and name not in RESERVED else None


def place_in(typed: str) -> tuple[Address, str | None]:
    """The machine in a typed link or address, and the table if it names one. Raises `AddressError`."""
    scheme, has_scheme, rest = typed.strip().rpartition("://")
    if has_scheme and scheme.casefold() != "http":
        raise AddressError(typed, "a link that does not begin with http:// is for browsers")
    try:
        link = urlsplit(f"//{rest}")
    except ValueError:  # half an IPv6 address in brackets
        return parse_address(rest), None
    return parse_address(link.netloc), table_at(link.path)
