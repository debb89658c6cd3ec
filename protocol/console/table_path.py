"""The path of a table in a link: `/ash` in `http://192.168.1.20:5533/ash`.

Here: that path, the table that a path names, and the names that no table may have because the page uses their
paths. Not here: the rest of a link (`join_link`), the page's own files (`client.web.http`).
"""

from typing import Final
from urllib.parse import quote, unquote

RESERVED: Final = ("play", "lines", "tv")
"""Paths that are not tables: the WebSockets of browsers and of terminals, and one that is kept for a later release."""
LONGEST_PATH: Final = 200


def path_of(table: str) -> str:
    """The path of this table."""
    return f"/{quote(table, safe='')}"


def table_at(path: str) -> str | None:
    """The table that a path names; None for `/`, a file such as `/page.js`, and a reserved path."""
    name = path[1:]
    is_table = path.startswith("/") and 0 < len(name) <= LONGEST_PATH and not {"/", "."} & set(name)
    return unquote(name) if is_table and name not in RESERVED else None
