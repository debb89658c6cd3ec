"""The file of a host's league in its data folder, which both programs read.

Not here: what is in it (`protocol.league.league_file`), writing it (`client.store.league_files`).
"""

from pathlib import Path
from typing import Final

from protocol.league.league_faults import FAULTS
from protocol.league.league_file import LeagueError

LEAGUE_FILE: Final = "league.toml"
"""Its name in the data folder."""
MOST_BYTES: Final = 1024 * 1024


def read_league_text(path: Path) -> str | None:
    """The text of the file, or None if there is none.

    Raises `LeagueError` if it cannot be read. Its text does not name the file: guests are told, and where a host's
    files are is not for them.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LeagueError(FAULTS("not_read", why=error.strerror or FAULTS("no_reason"))) from None
    if len(content) > MOST_BYTES:
        raise LeagueError(FAULTS("long", most=MOST_BYTES))
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise LeagueError(FAULTS("not_utf_8")) from None
