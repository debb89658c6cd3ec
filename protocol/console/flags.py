"""The flags of both command lines, made from tables of options.

Here: adding a flag for an option and reading its value, the flags that `fivesd` and `fives play` share, and the request
for a table that these flags make. Not here: the options of a table (`protocol.game.table_options`), and the flags of
one program alone (each program's `command`).

Importing this costs no more than argparse, so that `--help` is quick.
"""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from protocol.console.exit_status import MisusedError
from protocol.game.options import YES_NO, Number, Option, RulesError, Seconds
from protocol.game.table_options import AWAY, GAME, GRACE, PASSWORD, SEATS, SPECTATORS, TABLE_OPTIONS

if TYPE_CHECKING:
    from protocol.log.events import TableOptions
    from protocol.wire.messages import OpenTable

THINK: Final = Option(
    "think",
    Seconds(600),
    "about how many seconds bots think; 0: as fast as they can",
    default=1.0,
    metavar="SECONDS",
)
MATCHES: Final = Option(
    "matches",
    Number.between(1, 1_000_000),
    "stop after K matches",
    metavar="K",
    note=" (default: wait for rematches)",
)
_ABOUT_OTHERS: Final = (AWAY, GRACE, SPECTATORS, PASSWORD)
"""Options that change nothing in a game that nobody else can join."""
HOST_OPTIONS: Final = (*TABLE_OPTIONS.values(), THINK, MATCHES)


class WrongSeatsError(MisusedError):
    """The game does not allow this number of players."""


class Hosting(NamedTuple):
    """The host's flags: the table, how many seconds bots think, and after how many matches to stop."""

    table: "OpenTable"
    think: float
    matches: int | None


def add_flag(parser: argparse._ActionsContainer, option: Option, *, is_listed: bool = True) -> None:
    """Add the flag of an option. Its text is stored under the option's name; None if the flag is not given.

    `is_listed`: whether `--help` lists it.
    """
    help_text = option.help if is_listed else argparse.SUPPRESS
    if option.kind is YES_NO:
        given = option.kind.spell(not option.default)
        parser.add_argument(option.flag, dest=option.name, action="store_const", const=given, help=help_text)
    else:
        parser.add_argument(option.flag, dest=option.name, metavar=option.metavar, help=help_text)


def read_flag(given: argparse.Namespace, option: Option) -> Any:
    """The given value of an option, or its default. Raises `MisusedError`."""
    typed = getattr(given, option.name)
    if typed is None:
        return option.default
    if typed == "":
        raise MisusedError(f"{option.flag} is empty; write {option.flag} {option.metavar}, or leave it out")
    try:
        return option.parse(typed)
    except RulesError as error:
        raise MisusedError(f"{option.flag}: {error.text}") from None


def add_house_rules_flag(parser: argparse._ActionsContainer) -> None:
    """Add `--set`, which may be repeated; see `protocol.game.rules.house_rules_in`."""
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="a house rule; may be repeated; `fives rules NAME` lists them",
    )


def add_host_flags(parser: argparse.ArgumentParser, *, is_private: bool = False) -> None:
    """Add the flags that `fivesd` and `fives play` share. A private game lists only those that concern one player."""
    group = parser.add_argument_group("the table")
    add_flag(group, GAME)
    add_house_rules_flag(group)
    for option in HOST_OPTIONS[1:]:
        add_flag(group, option, is_listed=not (is_private and option in _ABOUT_OTHERS))


def read_host_flags(given: argparse.Namespace, defaults: "TableOptions | None" = None) -> Hosting:
    """The host's flags, checked. Raises `MisusedError`, for a wrong number of players `WrongSeatsError`.

    Table options that are not given have their values from `defaults`.
    """
    from protocol.game.rules import house_rules_in
    from protocol.log.events import TableOptions
    from protocol.wire.table_request import table_opened, table_request

    names = host_options_given(given)
    values = {option.name: read_flag(given, option) for option in TABLE_OPTIONS.values() if option.name in names}
    try:
        house_rules = house_rules_in(given.set)
    except RulesError as error:
        raise MisusedError(f"--set {error}") from None
    try:
        table = table_request(values, house_rules, defaults or TableOptions())
        table_opened(table)
    except RulesError as error:
        kind = WrongSeatsError if error.option == SEATS.name else MisusedError
        raise kind(f"{_flag_of(error)}: {error.text}") from None
    return Hosting(table, read_flag(given, THINK), read_flag(given, MATCHES))


def _flag_of(error: RulesError) -> str:
    """The flag to change. The option `game` is called `rules` on the command line and on the wire."""
    option = GAME if error.option == GAME.flag_name else TABLE_OPTIONS.get(error.option)
    return f"--set {error.option}" if option is None else option.flag


def host_options_given(given: argparse.Namespace) -> frozenset[str]:
    """The names of the host's options that were given, `set` for house rules."""
    named = {option.name for option in HOST_OPTIONS if getattr(given, option.name) is not None}
    return frozenset({*named, *(["set"] if given.set else [])})


def flags_given(given: argparse.Namespace, options: Iterable[Option]) -> list[str]:
    """The flags of those options that were given, as they were typed."""
    found = []
    for option in options:
        typed = getattr(given, option.name)
        if typed is not None:
            found.append(option.flag if option.kind is YES_NO else f"{option.flag}={typed}")
    return found


def host_flags_given(given: argparse.Namespace) -> list[str]:
    """The host's flags that were given, house rules included, as they were typed."""
    return [*flags_given(given, HOST_OPTIONS), *(f"--set={each}" for each in given.set)]


def given_path(typed: str) -> Path:
    """The typed path of a file or folder. An empty one, as from an unset variable, is refused."""
    if not typed:
        raise argparse.ArgumentTypeError("it is empty; give a name")
    return Path(typed)


def given_folder(typed: str) -> Path:
    """The typed path of a folder, which need not exist. A file, and a path through a file, are refused."""
    path = given_path(typed)
    file = next((each for each in (path, *path.parents) if os.path.isfile(each)), None)  # noqa: PTH113 - never raises
    if file is not None:
        from protocol.clean import clean

        raise argparse.ArgumentTypeError(f"{clean(str(file))} is a file, not a folder")
    return path
