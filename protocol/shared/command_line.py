"""The parser of both programs, and of `open` in line mode: short and full help, and each error as one plain line.

argparse repeats typed text unchanged in its errors; this parser makes it short and safe to show. Not here: the options
(`flags`, both `command`).
"""

import argparse
import shutil
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NoReturn

from protocol.clean import LONGEST_QUOTE, brief, one_line, shortened
from protocol.closest import closest
from protocol.shared.exit_status import MisusedError

Examples = Sequence[tuple[str, str]]
"""Commands as typed, and what each does."""


def no_such_command(program: str, typed: str, commands: Iterable[str]) -> MisusedError:
    """The error about a command that does not exist, with the one that was probably meant."""
    return _no_such("command", typed, closest(typed, commands), program)


def _no_such(kind: str, typed: str, meant: str | None, program: str | None) -> MisusedError:
    """The error about a word that does not exist; `program`: whose `--help` lists what exists, if any does."""
    guess = [] if meant is None else [f"did you mean {meant}?"]
    advice = " ".join([*guess, *([] if program is None else [f"{program} --help lists them"])])
    return MisusedError(f"there is no {kind} {brief(typed)}{': ' if advice else ''}{advice}")


class Parser(argparse.ArgumentParser):
    """A parser that raises `MisusedError` where argparse would print its usage and end the program.

    With `examples`, `-h` prints one screen: how the command is written, the description, the examples and the lines
    `more`; `--help` prints every option. Without examples both print every option.
    """

    commands: Collection[str] = ()
    """The names of its commands, if it has any."""
    hyphenated: Collection[str] = ()
    """Names that one of its arguments takes, which people also type as several words."""

    def __init__(
        self, *, examples: Examples = (), more: Sequence[str] = (), add_help: bool = True, **options: Any
    ) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **options)
        self.add_help = add_help
        self._examples, self._more = examples, more
        if add_help:
            help_ = "show a few examples (-h), or every option (--help)" if examples else "show this help"
            self.add_argument("-h", "--help", action=_Help, help=help_)

    def parsed(self, words: Sequence[str]) -> argparse.Namespace:
        """The parsed words. For an unknown option, the error names the one that was probably meant.

        A command's own parser may be in the defaults as `parser`.
        """
        given, unknown = self.parse_known_args(words)
        if unknown:
            parser: Parser = getattr(given, "parser", self)
            parser.refuse(unknown)
        return given

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """Raise the error about these words, which are neither options of this parser nor their values."""
        option = next((word.partition("=")[0] for word in words if word.startswith("-")), None)
        if option is None:
            meant = next((name for name in self.hyphenated if name.endswith("-" + "-".join(words).lower())), None)
            if meant is not None:
                raise MisusedError(f"{brief(' '.join(words))} is a word too many: did you mean {meant}?")
            self.error(f"unrecognized arguments: {' '.join(words)}")
        listed = (action for action in self._actions if action.help != argparse.SUPPRESS)
        options = {name.lstrip("-"): name for action in listed for name in action.option_strings}
        meant = closest(option.lstrip("-"), options)
        program = self.prog if self.add_help else None
        raise _no_such("option", option, None if meant is None else options[meant], program)

    def error(self, message: str) -> NoReturn:
        """Raise the error as `MisusedError`, with long words cut short."""
        see = f"; see {self.prog} --help" if self.add_help else ""
        line = " ".join(shortened(word, LONGEST_QUOTE) for word in message.split())
        raise MisusedError(one_line(f"{line}{see}"))

    def format_help(self) -> str:
        """Every option. A command with examples has so many that the first line does not list them."""
        if self._examples:
            self.usage = self._usage().removeprefix("usage: ")
        return super().format_help()

    def short_help(self) -> str:
        """One screen about the command, or everything if it has no examples."""
        if not self._examples:
            return self.format_help()
        width = shutil.get_terminal_size().columns
        lines = [self._usage(), "", self.description or "", "", *_columns(self._examples, width), "", *self._more]
        return "".join(f"{part}\n" for line in lines for part in _wrapped(line, width))

    def _usage(self) -> str:
        """`usage: fives join ADDRESS [OPTION]...`."""
        words = [
            f"[{action.metavar}]" if action.nargs == "?" else action.metavar
            for action in self._actions
            if _is_word(action)
        ]
        return " ".join(["usage:", self.prog, *map(str, words), "[OPTION]..."])


def _is_word(action: argparse.Action) -> bool:
    return not action.option_strings and action.help != argparse.SUPPRESS


def _wrapped(line: str, width: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _columns(rows: Examples, width: int) -> Iterator[str]:
    """The rows in two columns; a second cell that does not fit goes below the first."""
    first = max(len(command) for command, _ in rows)
    for command, meaning in rows:
        line = f"  {command:{first}}  {meaning}"
        yield from [line] if len(line) <= width else [f"  {command}", f"      {meaning}"]


class _Help(argparse.Action):
    """`-h` and `--help`."""

    def __init__(self, option_strings: Sequence[str], dest: str, **options: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, **options)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        _namespace: argparse.Namespace,
        _values: object,
        option_string: str | None = None,
    ) -> None:
        assert isinstance(parser, Parser)
        is_short = option_string == "-h"
        print(parser.short_help() if is_short else parser.format_help(), end="")
        parser.exit()
