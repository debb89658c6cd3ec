"""The flags of both command lines, made from tables of options.

Here: adding a flag for an option and reading its value, and the flags that `fivesd` and `fives play` share. Not here:
the options of a table (`protocol.game.table_options`), the table that the flags ask for (`table_flags`), and the flags
of one program alone (each program's `command`).
"""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from protocol.clean import clean, echoed
from protocol.game.options import YES_NO, Number, Option, RulesError, Seconds
from protocol.game.table_options import AWAY, GAME, GRACE, PASSWORD, REACTIONS, SPECTATORS, TABLE_OPTIONS
from protocol.sentences import Sentences
from protocol.shared.command_line import Parser
from protocol.shared.exit_status import MisusedError

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
FAULTS: Final = Sentences(
    "wrong_flag",
    "What is wrong with an option as it is typed on the command line, or after `open` in line mode.",
    {
        "value": "{flag}: {why}",
        "empty": "{flag} is empty; write {flag} {value}, or leave it out",
        "two_games": "{one} and {other} are two games; name one",
    },
)
_ABOUT_OTHERS: Final = (AWAY, GRACE, SPECTATORS, REACTIONS, PASSWORD)
"""Options that change nothing in a game that nobody else can join."""
HOST_OPTIONS: Final = (*TABLE_OPTIONS.values(), THINK, MATCHES)


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
        raise MisusedError(FAULTS("empty", flag=option.flag, value=option.metavar))
    try:
        return option.parse(typed)
    except RulesError as error:
        raise MisusedError(FAULTS("value", flag=option.flag, why=error.text)) from None


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


def add_game(parser: Parser) -> None:
    """Add the argument GAME, which names the same as `--rules`; see `name_game`."""
    parser.add_argument(
        "named", metavar="GAME", nargs="?", help=f"which game is played (default: {GAME.default}); see `fives rules`"
    )
    from protocol.game.presets import PRESETS  # noqa: PLC0415 - `fivesd --help` has no such argument, and is quick

    parser.hyphenated = PRESETS


def name_game(given: argparse.Namespace) -> None:
    """Store the game that GAME names where `--rules` stores it. Raises `MisusedError` if the two name two games."""
    if given.named is None:
        return
    if given.game not in (None, given.named):
        raise MisusedError(FAULTS("two_games", one=echoed(given.named), other=echoed(given.game)))
    given.game = given.named


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
    return [*flags_given(given, HOST_OPTIONS), *(f"--set={house_rule}" for house_rule in given.set)]


def given_path(typed: str) -> Path:
    """The typed path of a file or folder. An empty one, as from an unset variable, is refused."""
    if not typed:
        raise argparse.ArgumentTypeError("it is empty; give a name")
    return Path(typed)


def given_folder(typed: str) -> Path:
    """The typed path of a folder, which need not exist. A file, and a path through a file, are refused."""
    path = given_path(typed)
    file = next((part for part in (path, *path.parents) if os.path.isfile(part)), None)  # noqa: PTH113 - never raises
    if file is not None:
        raise argparse.ArgumentTypeError(f"{clean(str(file))} is a file, not a folder")
    return path
