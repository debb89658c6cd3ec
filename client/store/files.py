"""The client's files: where they are, and writing one as a whole.

Here: the folders and the names in them. Not here: what the files contain (`file_seats`, `file_hosts`,
`file_games`, `saved_records`).
"""

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

HOME_VARIABLE: Final = "FIVES_HOME"
SETTINGS: Final = "settings.toml"
SEATS: Final = "seats"
HOSTS: Final = "hosts"
RECORDS: Final = "records"
RESULTS: Final = "results.jsonl"
UNFINISHED: Final = "unfinished"
PLAY: Final = "play"
"""The folder of `fives play` inside the data folder, unless the player names another."""

PLAYED_ON: Final = "played-on"
"""The folder of matches that are played on from a record, inside the data folder, apart from those of `fives play`."""
LAST_RECORD: Final = "last.jsonl"
"""In that folder: the record of the last match that was played on, if it was in no other file."""


def data_folder(given: Path | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The client's data folder: `given`, or `FIVES_HOME`, or the platform's data folder of this user."""
    if given is not None:
        return given
    if environment.get(HOME_VARIABLE):
        return Path(environment[HOME_VARIABLE])
    return platformdirs.user_data_path("fives", appauthor=False)


def settings_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The player's settings file: in `FIVES_HOME`, or in the platform's configuration folder."""
    if environment.get(HOME_VARIABLE):
        return Path(environment[HOME_VARIABLE]) / SETTINGS
    return platformdirs.user_config_path("fives", appauthor=False) / SETTINGS


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step; only its owner may read it. Raises `OSError`, and then the old file remains."""
    number, part = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(part).replace(path)
    finally:
        Path(part).unlink(missing_ok=True)


def files_in(folder: Path, pattern: str = "*") -> Iterator[tuple[Path, os.stat_result]]:
    """The files of a folder with these names, none if there is no folder.

    Another program of this player's, or another thread, may write or delete one meanwhile, so one that is listed may be
    gone when it is looked at.
    """
    for path in folder.glob(pattern):
        with suppress(FileNotFoundError):
            found = path.stat()
            if stat.S_ISREG(found.st_mode):
                yield path, found
