"""The files of a host's league: `league.toml` in the data folder, and the records of its games.

Here: reading both, and writing the file. Not here: what is in them (`protocol.league`).
"""

import datetime
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import tomlkit
from tomlkit.items import InlineTable

from client.store.files import RECORDS, write_whole
from protocol.league.league import League
from protocol.league.league_file import LeagueError, read_league
from protocol.league.results import EndedBoard, Result, outcome_in, with_players
from protocol.shared.league_path import LEAGUE_FILE, read_league_text
from protocol.wire.record import RecordError, lines_in, read_outcome, read_record

NO_FILE: Final = "there is no league in {}: `fives league new` makes one"


def league_path(folder: Path) -> Path:
    """The file in a host's data folder."""
    return folder / LEAGUE_FILE


def text_in(path: Path) -> str:
    """The text of the file. Raises `LeagueError`, whose text names the file."""
    try:
        text = read_league_text(path)
    except LeagueError as error:
        raise LeagueError(f"{path}: {error}") from None
    if text is None:
        raise LeagueError(NO_FILE.format(path.parent))
    return text


def league_in(path: Path) -> League:
    """The league in the file. Raises `LeagueError`, whose text names the file."""
    text = text_in(path)
    try:
        return read_league(text)
    except LeagueError as error:
        raise LeagueError(f"{path}: {error}") from None


def outcomes_in(folder: Path) -> Iterator[Result | EndedBoard]:
    """The results and ended matches in the records of a host's data folder. Files that are no records are skipped."""
    for path in sorted((folder / RECORDS).glob("*.jsonl")):
        try:
            with path.open("rb") as file:
                record = read_outcome(lines_in(file))
        except (OSError, RecordError):
            continue
        outcome = None if record is None else outcome_in(record.header.game, record.header.at, record.entries)
        if outcome is not None:
            yield _with_players(outcome, path) if isinstance(outcome, Result) else outcome


def _with_players(result: Result, path: Path) -> Result:
    """The result with who left the game to bots, for which all of its record is read, if it can be."""
    try:
        with path.open("rb") as file:
            return with_players(result, read_record(lines_in(file)).entries)
    except (OSError, RecordError):
        return result


def write_text(path: Path, text: str) -> None:
    """Write the file as a whole. Raises `LeagueError`."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError as error:
        raise LeagueError(f"{path} cannot be written: {error.strerror or error}") from None


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
    write_text(path, text)
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
