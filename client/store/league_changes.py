"""Writing the file of a host's league, as a whole or a value of a fixture.

Not here: reading it (`league_files`), which needs less to be imported.
"""

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import InlineTable

from client.store.files import write_whole
from client.store.league_files import league_in, text_in
from protocol.league.league import League
from protocol.league.league_file import LeagueError, read_league


def write_text(path: Path, text: str) -> None:
    """Write the file as a whole. Raises `OSError`."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, text.encode())


def change_fixture(path: Path, number: int, **changes: Any) -> League:
    """Change values of a fixture in the file, and leave all else in it as it is; None removes a value.

    Returns the changed league. Raises `LeagueError`; then the file is as before.
    """
    league_in(path)
    document = tomlkit.parse(text_in(path))
    rows = document.get("fixtures", [])
    row = next((row for row in rows if row.get("number") == number), None)
    if row is None:
        raise LeagueError(f"{path}: there is no fixture {number}")
    for key, value in changes.items():
        changed = {**row.get(key, {}), **value} if isinstance(value, dict) else value
        if isinstance(changed, dict):
            changed = _inline({board: team for board, team in changed.items() if team is not None})
        if changed:
            row[key] = changed
        else:
            row.pop(key, None)
    text = tomlkit.dumps(document)
    try:
        league = read_league(text)
    except LeagueError as error:
        raise LeagueError(f"{path} is not changed: {error}") from None
    try:
        write_text(path, text)
    except OSError as error:
        raise LeagueError(f"{path} cannot be written: {error.strerror or error}") from None
    return league


def _inline(values: Mapping[str, Any]) -> InlineTable:
    """The table on one line, which leaves the rest of its fixture before the next one."""
    table = tomlkit.inline_table()
    table.update(values)
    return table


def date_typed(typed: str) -> datetime.date:
    """The date, typed like 2026-11-26. Raises `LeagueError`."""
    try:
        return datetime.date.fromisoformat(typed)
    except ValueError:
        raise LeagueError(f"{typed[:40]!r} is not a date; write it like 2026-11-26") from None
