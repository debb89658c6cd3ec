"""Sentences about records and saved seats on disk: what cannot be read or written, and the list of saved games.

Not here: the sentences of a replay (`replay.replay_words`).
"""

from pathlib import Path
from typing import Final

from client.net.disk_limits import DiskLimits
from client.words.name_words import shown

TOO_LARGE: Final = "it is too large"
"""Of a file that is given as an analysis."""


def no_file(path: Path) -> str:
    """The file does not exist."""
    return f"there is no file {path}"


def folder_given(path: Path) -> str:
    """The path of a record is a folder."""
    return f"{path} is a folder; give the file of a record"


def not_read(path: Path, error: OSError) -> str:
    """The system cannot read the file."""
    return f"{path} cannot be read: {error.strerror or error}"


def damaged(path: Path, why: str) -> str:
    """A line of the file is not valid."""
    return f"{path} is damaged: {shown(why)}"


def empty(path: Path) -> str:
    """The record has no entries."""
    return f"{path} has no entries"


def no_analysis(path: Path, why: str) -> str:
    """The file is not an analysis."""
    return f"{path} is not an analysis: {shown(why)}"


def of_another_game(path: Path) -> str:
    """The analysis is of another record."""
    return f"{path}: that analysis is of another game"


def against_the_rules(entry: int, why: str) -> str:
    """The audit of the record found an entry that breaks the rules."""
    return f"Entry {entry} breaks the rules: {shown(why)}."


def bad_speed(most: int) -> str:
    """The value of --speed is out of range."""
    return f"--speed takes steps a second, above 0 and up to {most}"


# The list of games.


def none_saved(folder: Path) -> str:
    """The folder has no records."""
    return f"No games are saved in {folder} yet. Every match that you play or watch to its end is saved there."


NO_ENTRIES: Final = "no entries"
"""A record in the list that has none."""


def damaged_one(why: str) -> str:
    """A file in the list that is not a record."""
    return f"damaged, {shown(why)}"


def choose(*, more: bool) -> str:
    """The question under the list."""
    return f"Number of a game{', m for more' if more else ''}, or q to leave:"


def no_such_number(most: int) -> str:
    """The number is not in the list."""
    return f"The numbers go from 1 to {most}."


# Saving.


def seat_not_saved(folder: Path, error: OSError) -> str:
    """The player cannot come back to this seat later."""
    return f"Your seat could not be saved in {folder}: {error.strerror or error}."


def seats_not_read(path: Path, error: OSError) -> str:
    """A saved seat, or the folder of saved seats, cannot be read."""
    return f"{not_read(path, error)}."


def seat_damaged(aside: Path) -> str:
    """The file of a saved seat is not valid and has been renamed."""
    return f"A saved seat was damaged and cannot be used. Its file is now {aside}."


def record_not_saved(error: OSError) -> str:
    """The finished game cannot be replayed later."""
    return f"The record of this game could not be saved: {error.strerror or error}."


def result_not_saved(error: OSError) -> str:
    """The finished game is missing from the results."""
    return f"The result of this game could not be saved: {error.strerror or error}."


RECORD_TOO_LARGE: Final = "The record of this game is too large to be saved."


def records_deleted(number: int, limits: DiskLimits) -> str:
    """Older records were deleted to stay within the limits."""
    what = "The oldest record was" if number == 1 else f"{number} old records were"
    set_to = f"records is {limits.records}, and record-mb {limits.megabytes}"
    return f"{what} deleted to make room (`fives settings`: {set_to}). The results of all games remain."
