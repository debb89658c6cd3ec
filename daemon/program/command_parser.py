"""The parser of `fivesd` and its commands, and the flags that they share. Imports little, as `command` does."""

import argparse
from pathlib import Path

from protocol.shared.command_line import Examples, Parser
from protocol.shared.flags import given_folder
from protocol.shared.operator_key import host_folder


class CommandParser(Parser):
    """The parser of `fivesd`, or of one of its commands."""

    def __init__(
        self, command: str, description: str, examples: Examples = (), others: str = "", more: str = ""
    ) -> None:
        program = f"fivesd {command}".strip()
        super().__init__(
            prog=program,
            description=description,
            epilog=others or None,
            formatter_class=argparse.RawDescriptionHelpFormatter if others else argparse.HelpFormatter,
            examples=examples,
            more=[*others.splitlines(), more or f"`{program} --help` lists every option."],
        )
        self.add_argument("--debug", action="store_true", help="show where an error came from")

    def read(self, words: list[str]) -> argparse.Namespace:
        """The parsed arguments. Raises `MisusedError`, also for undecodable bytes anywhere but in a file name."""
        given = self.parsed(words)
        for action in self._actions:
            value = getattr(given, action.dest, None)
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str) and not _is_text(word):
                    name = action.option_strings[-1] if action.option_strings else action.dest
                    self.error(f"{name}: not valid text in this terminal's encoding")
        return given


def _is_text(typed: str) -> bool:
    """Whether all typed bytes could be decoded."""
    try:
        typed.encode()
    except UnicodeEncodeError:
        return False
    return True


def add_data_flag(parser: argparse._ActionsContainer) -> None:
    """Add the flag for the data folder."""
    parser.add_argument(
        "--data", metavar="DIR", type=given_folder, help="where games are stored (default: this user's data folder)"
    )


def add_place_flags(parser: argparse._ActionsContainer) -> None:
    """Add the flags for the place of stored games: a folder or a database."""
    add_data_flag(parser)
    add_journal_flag(parser)


def add_journal_flag(parser: argparse._ActionsContainer) -> None:
    """Add the flag for a club's database."""
    parser.add_argument(
        "--journal",
        metavar="URL",
        type=_given_url,
        help="the PostgreSQL database with the games of a club, like postgresql://club@db.example.org/fives",
    )


def _given_url(typed: str) -> str:
    if not typed.startswith(("postgresql://", "postgres://")):  # it is not shown: there may be a password in it
        raise argparse.ArgumentTypeError("write a URL like postgresql://club@db.example.org/fives")
    return typed


def data_folder(given: argparse.Namespace) -> Path:
    """The data folder: the one of the flag, otherwise this user's."""
    if given.data is not None:
        return Path(given.data)
    return host_folder()
