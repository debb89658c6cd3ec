"""Records and keys on the disk: what cannot be read or kept, and the list of games to choose from.

Not here: what a game says when it is shown again (`replay.replay_words`).
"""

from pathlib import Path
from typing import Final

from client.net.room import Room
from client.words.name_words import shown

TOO_LARGE: Final = "it is far too large for one"
"""A file that is said to be an analysis."""


def no_file(path: Path) -> str:
    """Nothing of that name."""
    return f"there is no file {path}"


def folder_given(path: Path) -> str:
    """A folder where a record was wanted."""
    return f"{path} is a folder; give the file of a record"


def not_read(path: Path, error: OSError) -> str:
    """The disk does not give it."""
    return f"{path} cannot be read: {error.strerror or error}"


def damaged(path: Path, why: str) -> str:
    """A line of it is none."""
    return f"{path} is damaged: {shown(why)}"


def empty(path: Path) -> str:
    """A record of nothing, of which there is nothing to say."""
    return f"{path} holds no entries"


def no_analysis(path: Path, why: str) -> str:
    """A file that no analysis was written to."""
    return f"{path} is no analysis: {shown(why)}"


def against_the_rules(entry: int, why: str) -> str:
    """What an audit says."""
    return f"Entry {entry} is not what the rules make of the game: {shown(why)}."


def bad_speed(most: int) -> str:
    """A speed that nobody could follow."""
    return f"--speed takes steps a second, above 0 and up to {most}"


# The list of games.


def none_kept(folder: Path) -> str:
    """The folder is empty."""
    return f"No games are kept yet in {folder}: a match that you play or watch to its end is kept there."


NO_ENTRIES: Final = "no entries"
"""A record of the folder that holds none."""


def damaged_one(why: str) -> str:
    """A file of the folder that is no record."""
    return f"damaged, {shown(why)}"


def choose(*, more: bool) -> str:
    """What is asked under the list."""
    return f"Number of a game{', m for more' if more else ''}, or q to leave:"


def no_such_number(most: int) -> str:
    """A number that is not on the list."""
    return f"The numbers go from 1 to {most}."


# Keeping.


def key_not_kept(folder: Path, error: OSError) -> str:
    """Coming back to a seat will not be possible."""
    return f"The key to your seat could not be kept in {folder}: {error.strerror or error}."


def keys_not_read(path: Path, error: OSError) -> str:
    """A key, or the folder of keys."""
    return f"{not_read(path, error)}."


def key_damaged(aside: Path) -> str:
    """A key that is none."""
    return f"The key to a seat was damaged and cannot be used; it is set aside as {aside}."


def record_not_kept(error: OSError) -> str:
    """A finished game that will not be there to be replayed."""
    return f"The record of this game could not be kept: {error.strerror or error}."


def result_not_kept(error: OSError) -> str:
    """A finished game that will not be counted among those played."""
    return f"The result of this game could not be kept: {error.strerror or error}."


RECORD_TOO_LARGE: Final = "This game has become too large: its record is not kept."


def records_deleted(number: int, room: Room) -> str:
    """Records had to make room for this one."""
    what = "The oldest record was" if number == 1 else f"{number} old records were"
    kept = f"records is {room.records}, and record-mb {room.megabytes}"
    return f"{what} deleted to make room (`fives settings`: {kept}). The results of all games are kept."
