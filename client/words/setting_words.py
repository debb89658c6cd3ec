"""Sentences about settings: the meaning of each, its value, and the errors of the file.

Here: the meanings, which are also the help of the options. Not here: the settings (`program.settings`). Imports nothing
slow, so that help is quick.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.words.english import listed
from protocol.game.table_options import ASSIST, BOT_LEVEL

MEANINGS: Final = {
    "name": "your name at the table",
    "lines": "line mode, for screen readers; always on without a terminal",
    "style": "the colours",
    "ascii": "draw without box characters and arrows; always on if the terminal cannot show them",
    "mouse": "choose tiles with the mouse; otherwise it selects text in the terminal",
    "verbosity": "how much line mode reports without being asked",
    "autoknock": "knock for you when no other move is legal",
    "bell": "ring the terminal's bell when it is your turn",
    "records": "how many finished games are saved for replay; older ones are deleted, but not their results",
    "record-mb": "how many megabytes these games may use",
    **{option.flag.removeprefix("--"): f"{option.meaning}, at tables that you open" for option in (ASSIST, BOT_LEVEL)},
}
YES_OR_NO: Final = "yes or no"
A_NAME: Final = "1 to 24 visible characters of one alphabet, and no word of the game such as You"
LOGIN_NAME: Final = "your login name"
HOW_TO: Final = (
    "`fives settings KEY VALUE` changes a setting, `fives settings --unset KEY` restores its default. An option on the"
    " command line, as in `fives play --no-mouse`, overrides the setting."
)
UNSET_OR_SET: Final = "--unset takes a key and no value"


def number_up_to(most: int) -> str:
    """The range of a number."""
    return f"a number from 0 to {most}"


def one_of(names: Sequence[str]) -> str:
    """The words a setting takes."""
    return listed(names, "or")


def where(path: Path, *, is_there: bool) -> str:
    """The path of the settings file."""
    return f"Your settings are in {path}{'' if is_there else ', which does not exist yet'}."


def spelled(value: object) -> str:
    """A value as a player writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return LOGIN_NAME if value is None else str(value)


def meaning(name: str, takes: str) -> str:
    """The meaning of a setting, and its values."""
    return f"{MEANINGS[name]}; {takes}"


def from_line(line: int | None) -> str:
    """The origin of a value: the default, or a line of the file."""
    return "(default)" if line is None else f"(line {line})"


def is_set(path: Path, name: str, value: object) -> str:
    """The setting has been saved."""
    return f"{name} is now {spelled(value)} ({path})."


def is_unset(path: Path, name: str, usual: object) -> str:
    """The setting has been removed."""
    return f"{name} has its default again: {spelled(usual)} ({path})."


def was_not_set(path: Path, name: str) -> str:
    """The file does not have the setting."""
    return f"{name} is not set in {path}."


def unknown(name: str, known: Sequence[str]) -> str:
    """The setting does not exist."""
    from protocol.clean import brief

    return f"there is no setting {brief(name)}; there are {listed(known)}"


def bad(name: str, value: str, takes: str) -> str:
    """The value is not valid."""
    return f"{name}: {not_valid(value, takes)}"


def not_valid(value: str, takes: str) -> str:
    """The typed value is not valid."""
    from protocol.clean import brief

    return f"{brief(value)} is not valid: it takes {takes}"


def unknown_in_file(path: Path, line: int, name: str, known: Sequence[str]) -> str:
    """A setting in the file does not exist."""
    return f"{path}, line {line}: {unknown(name, known)}"


def bad_in_file(path: Path, line: int, name: str, value: str, takes: str) -> str:
    """A value in the file is not valid."""
    from protocol.clean import echoed

    as_written = takes.replace(YES_OR_NO, "true or false")
    return f"{path}, line {line}: {name} = {echoed(value)} is not valid: it takes {as_written}"


TOO_DEEP: Final = "it nests values too deeply"


def not_toml(path: Path, why: str) -> str:
    """The file is not TOML; `why` has the line and the column."""
    return f"{path} is not a valid settings file: {why}"


def not_text(path: Path) -> str:
    """The file is not UTF-8."""
    return f"{path} is not UTF-8 text"


def not_read(path: Path, why: str) -> str:
    """The system cannot read the file."""
    return f"{path} cannot be read: {why}"


def not_written(path: Path, why: str) -> str:
    """The system cannot write the file."""
    return f"{path} cannot be written: {why}"


def by_hand(path: Path, name: str) -> str:
    """The setting cannot be changed without changing the rest of the file."""
    return f"{path}: {name} cannot be changed by this command; edit the file"
