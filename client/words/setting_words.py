"""Settings in sentences: what each one means, which hold, and what is wrong with a file.

Lives here: the meanings, which are the help of the options too. Not here: which settings there are (`settings`).
Imports next to nothing, so that help is quick.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.words.english import listed
from protocol.game.table_options import ASSIST, BOT_LEVEL

MEANINGS: Final = {
    "name": "your name at the table",
    "lines": "line by line, for screen readers; always so where there is no terminal",
    "style": "the colours",
    "ascii": "draw without box characters and arrows; always so where they cannot be shown",
    "mouse": "choose tiles with the mouse; if not, it selects text as elsewhere in the terminal",
    "verbosity": "how much line mode tells unasked",
    "autoknock": "knock for you when nothing else can be done",
    "bell": "ring the terminal's bell when it is your turn",
    "records": "how many finished games are kept to be replayed; the oldest are deleted, their results are not",
    "record-mb": "how many megabytes of them",
    **{option.flag.removeprefix("--"): f"{option.meaning}, at tables that you open" for option in (ASSIST, BOT_LEVEL)},
}
YES_OR_NO: Final = "yes or no"
A_NAME: Final = "1 to 24 characters that can be seen, of one alphabet, and no word of the game's such as You"
LOGIN_NAME: Final = "your login name"
HOW_TO: Final = (
    "`fives settings KEY VALUE` sets one, `fives settings --unset KEY` takes it back. An option on the command line,"
    " as in `fives play --no-mouse`, overrides what is set."
)
UNSET_OR_SET: Final = "--unset takes a key and no value"


def number_up_to(most: int) -> str:
    """A whole number, from 0."""
    return f"a number from 0 to {most}"


def one_of(names: Sequence[str]) -> str:
    """One of some words."""
    return listed(names, "or")


def where(path: Path, *, is_there: bool) -> str:
    """Where the settings are kept."""
    return f"Settings are kept in {path}{'' if is_there else ', which is not there yet'}."


def spelled(value: object) -> str:
    """A value as a player writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return LOGIN_NAME if value is None else str(value)


def meaning(name: str, takes: str) -> str:
    """What a setting means, with what it takes."""
    return f"{MEANINGS[name]}; {takes}"


def from_line(line: int | None) -> str:
    """Where a value comes from."""
    return "(as usual)" if line is None else f"(line {line})"


def is_set(path: Path, name: str, value: object) -> str:
    """A setting was written."""
    return f"{name} is {spelled(value)} from now on: {path}."


def is_unset(path: Path, name: str, usual: object) -> str:
    """A setting was taken out."""
    return f"{name} is as usual again, {spelled(usual)}: {path}."


def was_not_set(path: Path, name: str) -> str:
    """There was nothing to take out."""
    return f"{name} is not set in {path}."


def unknown(name: str, known: Sequence[str]) -> str:
    """No such setting."""
    from protocol.clean import brief

    return f"there is no setting {brief(name)}; there are {listed(known)}"


def bad(name: str, value: str, takes: str) -> str:
    """A value that is not valid."""
    return f"{name}: {not_valid(value, takes)}"


def not_valid(value: str, takes: str) -> str:
    """What was typed will not do."""
    from protocol.clean import brief

    return f"{brief(value)} is not valid: it takes {takes}"


def unknown_in_file(path: Path, line: int, name: str, known: Sequence[str]) -> str:
    """No such setting, in the file."""
    return f"{path}, line {line}: {unknown(name, known)}"


def bad_in_file(path: Path, line: int, name: str, value: str, takes: str) -> str:
    """A value that is not valid, in the file."""
    from protocol.clean import echoed

    as_written = takes.replace(YES_OR_NO, "true or false")
    return f"{path}, line {line}: {name} = {echoed(value)} is not valid: it takes {as_written}"


TOO_DEEP: Final = "it nests values too deeply"


def not_toml(path: Path, why: str) -> str:
    """The file cannot be made sense of; `why` is the reader's, with line and column."""
    return f"{path} is no list of settings: {why}"


def not_text(path: Path) -> str:
    """The file is no text."""
    return f"{path} is no text in UTF-8"


def not_read(path: Path, why: str) -> str:
    """The disk did not give it."""
    return f"{path} cannot be read: {why}"


def not_written(path: Path, why: str) -> str:
    """The disk did not take it."""
    return f"{path} cannot be written: {why}"


def by_hand(path: Path, name: str) -> str:
    """The setting cannot be changed without changing the rest of the file."""
    return f"{path}: {name} cannot be changed by this command; edit the file"
