"""The path of a table in a link: `/ash` in `http://192.168.1.20:5533/ash`; a TV shows that table at `/tv/ash`.

Here: these paths, the table that a path names, and the names that no table may have because the page uses their
paths. Not here: the rest of a link (`join_link`), the page's own files (`client.web.http`).
"""

from typing import Final
from urllib.parse import quote, unquote

PLAY: Final = "/play"
"""The path of the WebSocket of a browser."""
LINES: Final = "/lines"
"""The path of the WebSocket of a terminal, which carries the lines of the wire."""
TV: Final = "/tv"
"""The path of the page for a TV."""
LEAGUE: Final = "/league"
"""The path of the page of the host's league."""
RESERVED: Final = tuple(path[1:] for path in (PLAY, LINES, TV, LEAGUE))
"""The names that no table may have."""
LONGEST_PATH: Final = 200


def path_of(table: str) -> str:
    """The path of this table."""
    return f"/{quote(table, safe='')}"


def table_at(path: str) -> str | None:
    """The table that a path names; None for `/`, a file such as `/page.js`, and a reserved path."""
    name = path[1:]
    is_table = path.startswith("/") and 0 < len(name) <= LONGEST_PATH and not {"/", "."} & set(name)
    return unquote(name) if is_table and name not in RESERVED else None


def is_in_folder(path: str) -> bool:
    """Whether the path leads into a folder, such as `/fives/` or `/fives/ash`, where no page of a host is."""
    return "/" in path[1:] and path_on_tv(path) is None


def path_on_tv(path: str) -> str | None:
    """The path of the table that a TV shows at this path, `/` for any table; None if it is no path of a TV's page."""
    table = path.removeprefix(TV) or "/"
    is_tv = path.startswith(TV) and (table == "/" or table_at(table) is not None)
    return table if is_tv else None
