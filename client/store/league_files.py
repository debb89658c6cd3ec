"""The files of a host's league: `league.toml` in the data folder, and the records of its games.

Here: reading both. Not here: what is in them (`protocol.league`), writing the file (`league_changes`).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from client.store.files import RECORDS
from protocol.league.league import League
from protocol.league.league_file import LeagueError, read_league
from protocol.league.results import EndedBoard, Result, outcome_in, with_players
from protocol.log.events import Event
from protocol.log.participation import seats_with_stand_ins
from protocol.shared.league_path import LEAGUE_FILE, read_league_text
from protocol.wire.record import Record, RecordError, lines_in, read_outcome, read_record

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
        if isinstance(outcome, Result) and record is not None and seats_with_stand_ins(_events(record)):
            outcome = _with_players(outcome, path)
        if outcome is not None:
            yield outcome


def _events(record: Record) -> Iterator[Event]:
    return (entry.event for entry in record.entries)


def _with_players(result: Result, path: Path) -> Result:
    """The result with who left the game to bots, for which all of its record is read, if it can be."""
    try:
        with path.open("rb") as file:
            return with_players(result, read_record(lines_in(file)).entries)
    except (OSError, RecordError):
        return result
